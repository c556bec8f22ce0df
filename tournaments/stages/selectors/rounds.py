"""The rounds of a stage, exported to a file for checking, with the data known when each round was paired."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.competition.format_parts.rounds_file import (
    EndedMatch,
    RecordedRound,
    Results,
    rounds_as_json,
)
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import EntrantId, Line, LineAfter, Pairing, PlannedMatch
from tournaments.models import Stage, Team
from tournaments.stages.selectors.pairing import before_each_round
from tournaments.stages.selectors.stage_facts import StageFacts, facts_of


def rounds_file(stage: Stage) -> dict[str, Any] | None:
    """Return the rounds of a stage for export, with team numbers instead of ids. At most seven queries.

    Return None before the draw, and for a bracket, whose pairings follow from the results.
    """
    form, facts = FORMATS[stage.format], facts_of([stage], up_to="outcome_seq").get(stage.pk)
    if facts is None or form.bracket:
        return None
    rounds = _paired_rounds(facts) if facts.rounds else _planned_rounds(facts)
    document = rounds_as_json(form, rounds, _results(facts))
    teams = Team.objects.filter(tournament=stage.tournament_id).values_list("pk", "number")
    numbered: dict[str, Any] = _numbered(document, {str(pk): str(number) for pk, number in teams})
    return numbered


def _paired_rounds(facts: StageFacts) -> list[RecordedRound]:
    rounds = []
    for paired, before in before_each_round(facts):
        clubs = {EntrantId(entrant): club for entrant, club in paired.given["clubs"].items()}
        pairings = [tuple(map(EntrantId, pairing)) for pairing in paired.pairings]
        rounds.append(RecordedRound(before.state(clubs=clubs), pairings, _results(before)))
    return rounds


def _planned_rounds(facts: StageFacts) -> list[RecordedRound]:
    plan, ended = facts.plan(), _results(facts)
    matches = {turn: _of_round(plan.matches, turn) for turn in range(1, plan.rounds + 1)}
    groups = plan.groups if any(match.group for match in plan.matches) else ()
    state = replace(facts.state(), groups=groups, out=frozenset())
    return [
        RecordedRound(
            state,
            [_pairing_on_lines(match, plan.entrants) for match in played],
            {at: match for at, match in ended.items() if at[0] < turn},
        )
        for turn, played in matches.items()
    ]


def _of_round(matches: Sequence[PlannedMatch], turn: int) -> list[PlannedMatch]:
    return [match for match in matches if match.round == turn]


def _pairing_on_lines(match: PlannedMatch, lines: Sequence[EntrantId]) -> Pairing:
    numbers = [source.number for source in match.sources if isinstance(source, Line | LineAfter)]
    return tuple(lines[number - 1] for number in numbers if number <= len(lines))


def _results(facts: StageFacts) -> Results:
    """Return the outcome and the entrants of each finished match, by the match's round and table."""
    plan = facts.plan()
    places = {
        match.label: (turn, table)
        for turn in range(1, plan.rounds + 1)
        for table, match in enumerate(_of_round(plan.matches, turn), start=1)
    }
    return {places[each.label]: EndedMatch(each.outcome, each.entrants) for each in facts.state().meetings}


def _numbered(raw: Any, numbers: Mapping[str, str]) -> Any:
    """Return a copy of the JSON value with the number of each team instead of its id."""
    if isinstance(raw, dict):
        return {numbers.get(key, key): _numbered(value, numbers) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_numbered(each, numbers) for each in raw]
    return numbers.get(raw, raw) if isinstance(raw, str) else raw
