"""Random valid files of rounds, paired by the format and written in the layout of `export_rounds`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from tests.format_parts.rounds import a_stage, after, an_outcome, played_rounds, some_clubs
from tournaments.competition.format_parts.format import Format, RoundByRound
from tournaments.competition.format_parts.rounds_file import (
    EndedMatch,
    RecordedRound,
    Results,
    rounds_as_json,
)
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import Line, LineAfter, Pairing

File = dict[str, Any]


class Good(NamedTuple):
    """A valid file of rounds, the stage before the last round, and the pairings of the last round."""

    file: File
    stage: StageState
    pairings: tuple[Pairing, ...]


def a_good_file(chance: Random) -> Good:
    """Return a random valid file of rounds, with byes, walkovers, withdrawals and late entries."""
    key, options, sides = chance.choice(KINDS)
    entrants = chance.randint(8, 20)
    stage = a_stage(FORMATS[key], entrants, sides, **options)
    if key == "swiss":
        stage = replace(stage, clubs=some_clubs(stage.entrants, 4, chance))
    moving = {"coming": 1, "going": 1} if key in ("swiss", "danish") else {}
    if isinstance(FORMATS[key].paired, RoundByRound):
        rounds = list(played_rounds(FORMATS[key], stage, chance, **moving))
    else:
        rounds = list(planned(FORMATS[key], stage, chance))
    upto = chance.randint(min(3, len(rounds)), len(rounds))
    recorded = [RecordedRound(state, pairings, _known(state, rounds)) for state, pairings in rounds[:upto]]
    file = rounds_as_json(FORMATS[key], recorded, recorded[-1].results)
    return Good(file, *rounds[upto - 1])


def planned(
    form: Format, stage: StageState, chance: Random
) -> Iterator[tuple[StageState, tuple[Pairing, ...]]]:
    """Yield each planned round: the stage before the round, and the pairings of the round."""
    plan = form.plan(stage.entrants, stage.options, stage.sides)
    stage = replace(stage, groups=plan.groups)
    for turn in range(1, plan.rounds + 1):
        lines = [
            [each.number for each in match.sources if isinstance(each, Line | LineAfter)]
            for match in plan.matches
            if match.round == turn
        ]
        present_lines = ([number for number in numbers if number <= len(plan.entrants)] for numbers in lines)
        pairings = tuple(tuple(plan.entrants[number - 1] for number in numbers) for numbers in present_lines)
        yield stage, pairings
        stage = after(stage, pairings, [an_outcome(len(pairing), chance) for pairing in pairings], turn)


KINDS: Sequence[tuple[str, Mapping[str, Any], int]] = (
    ("swiss", {"rounds": 5}, 2),
    ("swiss", {"rounds": 4, "pairing": "fold"}, 2),
    ("danish", {"rounds": 4}, 2),
    ("danish", {"rounds": 3}, 3),
    ("table_rounds", {"rounds": 3}, 4),
    ("groups", {"groups": 2}, 2),
    ("round_robin", {}, 2),
)


def _known(state: StageState, rounds: Sequence[tuple[StageState, Sequence[Pairing]]]) -> Results:
    return {
        (meeting.round, list(rounds[meeting.round - 1][1]).index(meeting.entrants) + 1): EndedMatch(
            meeting.outcome, meeting.entrants
        )
        for meeting in state.meetings
    }
