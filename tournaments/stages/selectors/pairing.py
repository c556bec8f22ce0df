"""The data from which a round is paired: earlier opponents, withdrawals, and the results so far."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments import models
from tournaments.competition import types
from tournaments.competition.format_parts.round_faults import breaches
from tournaments.competition.formats import FORMATS
from tournaments.stages.selectors.stage_facts import (
    StageFacts,
    by_match,
    lines_with,
    outcomes_of,
    roster_from,
)


def before_each_round(facts: StageFacts) -> Iterator[tuple[models.PairedRound, StageFacts]]:
    """Yield every paired round with the stage data that its pairing was based on. Two queries."""
    stage, using = facts.stage, facts.stage._state.db
    changes = list(models.RosterChange.objects.using(using).filter(stage=stage).order_by("seq"))
    rows = outcomes_of([stage], models.Outcome.objects.using(using).filter(stage=stage))[stage.pk]
    for number, paired in enumerate(facts.rounds):
        outcomes, moving = by_match(row for row in rows if row.seq <= paired.after_seq)
        roster = roster_from(row for row in changes if row.seq <= paired.after_seq)
        lines = lines_with(facts.draw, roster)
        yield paired, StageFacts(stage, facts.draw, lines, facts.rounds[:number], outcomes, moving, roster)


def given_to_pair(facts: StageFacts) -> dict[str, Any]:
    """Return the data for a pairing, without the results: clubs, withdrawn entrants, and late entrants."""
    roster = facts.roster
    return {
        **given_now(facts.stage),
        "gone": sorted(roster.withdrawals),
        "late": {entrant: str(points) for entrant, points in roster.late.items()},
    }


def given_now(stage: models.Stage) -> dict[str, Any]:
    """Return the clubs of the teams as an input of the pairing. One query."""
    clubs = (
        models.Team.objects.filter(tournament=stage.tournament_id).exclude(club="").values_list("pk", "club")
    )
    return {"clubs": {str(pk): club for pk, club in clubs}}


def paired_by(facts: StageFacts, inputs: Mapping[str, Any]) -> list[list[str]]:
    """Return the pairings of the next round, each as a list of entrant ids. The format decides the pairings.

    Only the clubs in `inputs` are used (see `given_now`). Raise NoPairing if too few entrants are left.
    """
    pairings = FORMATS[facts.stage.format].pair(replace(facts, lots=()).state(clubs=_clubs(inputs)))
    return [list(map(str, pairing)) for pairing in pairings]


def breaches_of(
    facts: StageFacts, inputs: Mapping[str, Any], pairings: Iterable[Sequence[str]]
) -> list[list[Any]]:
    """Return the pairing rules that a new round breaks, each as a list [code, teams, message values]."""
    state, paired = (
        facts.state(clubs=_clubs(inputs)),
        [tuple(map(types.EntrantId, each)) for each in pairings],
    )
    promised = FORMATS[facts.stage.format].promises(state.options, state.sides)
    broken_promises = [breach for breach in breaches(state, paired) if breach.code in promised]
    return [[breach.code, list(breach.entrants), dict(breach.values)] for breach in broken_promises]


def _clubs(inputs: Mapping[str, Any]) -> dict[types.EntrantId, str]:
    return {types.EntrantId(team): club for team, club in inputs["clubs"].items()}
