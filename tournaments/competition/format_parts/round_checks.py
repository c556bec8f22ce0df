"""Breaches of a format's guarantees in a round, and whether each breach was avoidable.

The breaches are those of `round_faults.py`. This module does not use the pairing of the format. It computes
the round of minimum cost, with the same weights. A breach of a rule was avoidable if that round breaks the
rule less. For formats paired at the draw, all earlier matches count as played, and only the plan is checked.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.competition.format_parts.format import AtTheDraw, Format
from tournaments.competition.format_parts.matching import Cost, cheapest_pairs
from tournaments.competition.format_parts.pairing import byes_had
from tournaments.competition.format_parts.round_faults import SEATING, Breach, breaches, floated, score_groups
from tournaments.competition.format_parts.rounds_file import RoundInFile
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import Bye, EntrantId, Group, Pairing, Result

# The position of each breach in the cost of a round, the heaviest first (`_Weights`).
WEIGHED: Mapping[str, int] = {
    "rematch": 0,
    "second_bye": 2,
    "bye_not_lowest": 3,
    "float_too_far": 4,
    "float_again": 5,
    "club_mates": 6,
}


@dataclass(frozen=True)
class RoundVerdict:
    """A breach of a guarantee, and whether the breach was avoidable (`helped`)."""

    breach: Breach
    helped: bool


def verdicts(paired: RoundInFile) -> tuple[RoundVerdict, ...]:
    """Return all breaches of the guarantees of the format in a round. Groups are checked separately."""
    stage = _as_planned(paired) if isinstance(paired.form.paired, AtTheDraw) else paired.stage
    if not stage.groups:
        return _verdicts(paired.form, _among(stage, stage.entrants), paired.pairings)
    all_verdicts: list[RoundVerdict] = []
    grouped = {entrant for group in stage.groups for entrant in group.entrants}
    for number, group in enumerate(stage.groups):
        inside = [
            pairing for pairing in paired.pairings if _is_of(pairing, group, grouped, first=number == 0)
        ]
        if inside:
            all_verdicts += _verdicts(paired.form, _among(stage, group.entrants), inside)
    return tuple(all_verdicts)


def _is_of(pairing: Pairing, group: Group, grouped: set[EntrantId], *, first: bool) -> bool:
    return bool(set(pairing) & set(group.entrants)) or (first and not set(pairing) & grouped)


def _as_planned(paired: RoundInFile) -> StageState:
    """Return the stage with all planned matches of earlier rounds counted as played."""
    meetings = tuple(
        Meeting("", pairing, Result(None) if len(pairing) > 1 else Bye(0), number)
        for number, pairings in enumerate(paired.before, start=1)
        for pairing in pairings
    )
    return replace(paired.stage, meetings=meetings, out=frozenset(), by_net=False)


def _among(stage: StageState, entrants: Sequence[EntrantId]) -> StageState:
    members = set(entrants)
    meetings = tuple(each for each in stage.meetings if members.issuperset(each.entrants))
    return replace(stage, entrants=tuple(entrants), meetings=meetings, groups=())


def _verdicts(form: Format, stage: StageState, pairings: Sequence[Pairing]) -> tuple[RoundVerdict, ...]:
    promised = form.promises(stage.options, stage.sides)
    promise_breaches = [breach for breach in breaches(stage, pairings) if breach.code in promised]
    open_to_choice = [breach for breach in promise_breaches if breach.code not in SEATING]
    if open_to_choice and stage.seats == 2 and not isinstance(form.paired, AtTheDraw):
        weights = _Weights(stage, floats="float_too_far" in promised)
        worse = weights.worse_than_the_best(pairings)
        return tuple(
            RoundVerdict(breach, breach.code in SEATING or worse[WEIGHED[breach.code]])
            for breach in promise_breaches
        )
    return tuple(
        RoundVerdict(breach, _could_rest_another(breach, stage, pairings)) for breach in promise_breaches
    )


def _could_rest_another(breach: Breach, stage: StageState, pairings: Sequence[Pairing]) -> bool:
    if breach.code != "second_bye":
        return True
    had = byes_had(stage)
    sitting = {entrant for pairing in pairings if len(pairing) > 1 for entrant in pairing}
    return any(had[entrant] < had[breach.entrants[0]] for entrant in sitting)


class _Weights:
    """The costs of pairs and byes in one round, one number for each rule, the most important rule first."""

    def __init__(self, stage: StageState, *, floats: bool) -> None:
        self.stage, self.floats = stage, floats
        self.group = score_groups(stage)
        present = [entrant for entrant in stage.entrants if entrant not in stage.out]
        self.order = sorted(present, key=self.group.__getitem__)
        self.meetings = {entrant: Counter(stage.opponents(entrant)) for entrant in present}
        self.had, self.last = byes_had(stage), floated(stage)

    def of(self, pairing: Pairing) -> Cost:
        """Return the cost of one pairing."""
        return self._of_a_bye(pairing[0]) if len(pairing) == 1 else self._of_two(*pairing)

    def _of_two(self, one: EntrantId, other: EntrantId) -> Cost:
        meetings = self.meetings[one][other]
        better, lower = sorted((one, other), key=self.group.__getitem__)
        far = self.group[lower] - self.group[better] if self.floats else 0
        again = (self.last.get(better, 0) < 0) + (self.last.get(lower, 0) > 0) if far else 0
        mates = self.floats and self.stage.clubs.get(one, "") == self.stage.clubs.get(other) != ""
        return int(meetings > 0), meetings, 0, 0, far * far, again, int(mates)

    def _of_a_bye(self, entrant: EntrantId) -> Cost:
        lowest = max(self.group.values()) - self.group[entrant]
        height = len(self.order) - 1 - self.order.index(entrant) if self.floats else lowest
        return 0, 0, self.had[entrant], height, 0, 0, 0

    def worse_than_the_best(self, pairings: Sequence[Pairing]) -> list[bool]:
        """Return, for each rule, True if `pairings` break the rule more than the best possible round does."""
        members = set(self.order)
        total = _sum(self.of(pairing) for pairing in pairings if set(pairing) <= members and len(pairing) < 3)
        seats = len(self.order) + len(self.order) % 2
        places = combinations(range(len(self.order)), 2)
        edges = {pair: self.of((self.order[pair[0]], self.order[pair[1]])) for pair in places}
        if len(self.order) % 2:
            edges |= {(place, seats - 1): self.of((entrant,)) for place, entrant in enumerate(self.order)}
        best = _sum(edges[pair] for pair in cheapest_pairs(seats, edges))
        return [cost > least for cost, least in zip(total, best, strict=True)]


def _sum(costs: Iterable[Cost]) -> list[int]:
    return [sum(column) for column in zip(NOTHING, *costs, strict=True)]


NOTHING: Cost = (0, 0, 0, 0, 0, 0, 0)
