"""The rounds of a stage as a file that anyone can check: each as it was paired, from what was known then."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.format_parts.plan import PlannedMatch
from tournaments.format_parts.rounds_file import Ended, Results, Seen, rounds_as_json
from tournaments.formats import FORMATS
from tournaments.models import Stage, Team
from tournaments.selectors.folding import StageFacts, before_each_round, facts_of
from tournaments.types import EntrantId, Line, LineAfter, Pairing


def rounds_file(stage: Stage) -> dict[str, Any] | None:
    """Return the rounds of a stage, its teams by their numbers: five queries.

    None before its draw, and of a bracket: there who plays is decided by who won, and `verify` looks at it.
    """
    form, facts = FORMATS[stage.format], facts_of([stage], up_to="outcome_seq").get(stage.pk)
    if facts is None or form.bracket:
        return None
    seen = _paired(facts) if facts.rounds else _planned(facts)
    written = rounds_as_json(form, seen, _known(facts))
    teams = Team.objects.filter(tournament=stage.tournament_id).values_list("pk", "number")
    numbered: dict[str, Any] = _numbered(written, {str(pk): str(number) for pk, number in teams})
    return numbered


def _paired(facts: StageFacts) -> list[Seen]:
    seen = []
    for paired, before in before_each_round(facts):
        clubs = {EntrantId(who): club for who, club in paired.given["clubs"].items()}
        pairings = [tuple(map(EntrantId, pairing)) for pairing in paired.pairings]
        seen.append(Seen(before.state(clubs=clubs), pairings, _known(before)))
    return seen


def _planned(facts: StageFacts) -> list[Seen]:
    """The rounds of a structure, groups where matches are played within them."""
    plan, ended = facts.plan(), _known(facts)
    matches = {turn: _of_round(plan.matches, turn) for turn in range(1, plan.rounds + 1)}
    groups = plan.groups if any(match.group for match in plan.matches) else ()
    state = replace(facts.state(), groups=groups, gone=frozenset())
    return [
        Seen(
            state,
            [_on_lines(match, plan.entrants) for match in played],
            {at: match for at, match in ended.items() if at[0] < turn},
        )
        for turn, played in matches.items()
    ]


def _of_round(matches: Sequence[PlannedMatch], turn: int) -> list[PlannedMatch]:
    return [match for match in matches if match.round == turn]


def _on_lines(match: PlannedMatch, lines: Sequence[EntrantId]) -> Pairing:
    numbers = [source.number for source in match.sources if isinstance(source, Line | LineAfter)]
    return tuple(lines[number - 1] for number in numbers if number <= len(lines))


def _known(facts: StageFacts) -> Results:
    """How the matches have ended, by round and table, and who was still there."""
    plan = facts.plan()
    places = {
        match.label: (turn, table)
        for turn in range(1, plan.rounds + 1)
        for table, match in enumerate(_of_round(plan.matches, turn), start=1)
    }
    return {places[each.label]: Ended(each.outcome, each.entrants) for each in facts.state().meetings}


def _numbered(written: Any, numbers: Mapping[str, str]) -> Any:
    """The same with the number of each team for its id."""
    if isinstance(written, dict):
        return {numbers.get(key, key): _numbered(value, numbers) for key, value in written.items()}
    if isinstance(written, list):
        return [_numbered(each, numbers) for each in written]
    return numbers.get(written, written) if isinstance(written, str) else written
