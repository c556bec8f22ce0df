"""Swiss: in each round entrants with equal match points meet, without rematches; the standings decide.

The rules of a round by weight; a heavier rule is never broken for a lighter one:

1. No rematches (`pairing.py`, also for byes).
2. The bye goes to the lowest entrant without a bye. Nobody has two byes; a win without play counts as a bye.
3. Entrants with equal match points meet. An entrant that has to float meets the nearest score group: the sum
   of the squared distances in groups is minimal, so two short floats are preferred to one long float.
4. Nobody floats down, or up, twice in a row.
5. Club mates do not meet.
6. Floaters come from the bottom of their score group and meet the top of the next group.
7. Within a score group, by the order of the lines: the top half meets the bottom half (`slide`), the first
   meets the last (`fold`), or neighbours meet (`adjacent`). If earlier rules forbid this, the sum of the
   squared deviations is minimal.

In the first round all entrants are in one score group. Entrants that left are not paired. A late entrant has
met nobody and is placed by its match points; the option `late` sets the match points for missed rounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from scoring.game_parts.profile import choice
from scoring.types import _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.format import Format, RoundByRound, always
from tournaments.competition.format_parts.matching import Cost
from tournaments.competition.format_parts.pairing import (
    LATE,
    ROUNDS,
    PairingRules,
    last_floats,
    pair_by,
    present,
    rounds,
)
from tournaments.competition.standings.qualifying import ADVANCE
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import EntrantId, Pairing

# Returns the place of the wanted opponent, from the place of the better entrant and the size of the group.
WANTED: Mapping[str, Callable[[int, int], int]] = {
    "slide": lambda place, size: place + size // 2,
    "fold": lambda place, size: size - 1 - place,
    "adjacent": lambda place, size: place + 1,
}


# The codes of breaches of rules 1 to 5 in `round_faults.py`.
PROMISES = frozenset(
    {"rematch", "second_bye", "bye_not_lowest", "float_too_far", "float_again", "club_mates"}
)


class ScoreGroupPlace(NamedTuple):
    """The position of an entrant: its score group (0 is the top), place in the group, and group size."""

    group: int
    place: int
    size: int


def next_round(stage: StageState) -> tuple[Pairing, ...]:
    """Return the pairings of the next round."""
    order = by_score(stage, present(stage))
    groups = ScoreGroups(stage, order)
    return pair_by(order, stage, PairingRules(groups.cost, groups.near, groups.keeps))


def by_score(stage: StageState, entrants: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """Return the entrants by match points, highest first, then by line."""
    return tuple(sorted(entrants, key=stage.match_points, reverse=True))


@dataclass(frozen=True, eq=False)
class ScoreGroups:
    """The pairing rules 3 to 7 of this module, for entrants in the order of their match points."""

    stage: StageState
    order: Sequence[EntrantId]

    @cached_property
    def standings(self) -> Sequence[ScoreGroupPlace]:
        """Each entrant's score group, place in the group and group size, ordered by match points."""
        scores = [self.stage.match_points(entrant) for entrant in self.order]
        tops = [place for place in range(len(scores)) if not place or scores[place] != scores[place - 1]]
        ends = [*tops[1:], len(scores)]
        return [
            ScoreGroupPlace(group, place, end - top)
            for group, (top, end) in enumerate(zip(tops, ends, strict=True))
            for place in range(end - top)
        ]

    @cached_property
    def floated(self) -> Sequence[int]:
        """Each entrant's float in the last round, ordered by match points: -1 down, 1 up, 0 neither."""
        floats = last_floats(self.stage)
        return [floats.get(entrant, 0) for entrant in self.order]

    @cached_property
    def clubs(self) -> Sequence[str]:
        """The club of each entrant (an empty string if it has none), ordered by match points."""
        return [self.stage.clubs.get(entrant, "") for entrant in self.order]

    @cached_property
    def wanted(self) -> Callable[[int, int], int]:
        """The function that returns the preferred opponent's place in a score group (option `pairing`)."""
        return WANTED[cast(str, self.stage.options["pairing"])]

    def cost(self, first: int, second: int) -> Cost:
        """Return the cost of pairing the entrants at two positions in the order of match points."""
        better, other = self.standings[first], self.standings[second]
        mates = int(self.clubs[first] == self.clubs[second] != "")
        if better.group == other.group:
            off = other.place - self.wanted(better.place, better.size)
            return 0, 0, mates, 0, off * off
        far = other.group - better.group
        again = int(self.floated[first] < 0) + int(self.floated[second] > 0)
        return far * far, again, mates, better.size - 1 - better.place + other.place, 0

    def keeps(self, first: int, second: int) -> bool:
        """Return True if the pair breaks neither rule 4 (repeated floats) nor rule 5 (club mates)."""
        _far, again, mates, *_where = self.cost(first, second)
        return not again and not mates

    def near(self, first: int, window: int) -> Iterator[int]:
        """Yield the positions near the preferred opponent, then the next positions below the score group."""
        at = self.standings[first]
        top, end = first - at.place, first - at.place + at.size
        wanted = top + self.wanted(at.place, at.size)
        yield from range(max(first + 1, wanted - window), min(end, wanted + window + 1))
        yield from range(end, min(len(self.order), first + window + 1))


FORMAT = Format(
    key="swiss",
    listed=4,
    name=_("Swiss"),
    about=_("In each round you meet somebody with as many points as you; nobody goes out."),
    fewest=2,
    most=1024,
    sides=range(2, 3),
    family=Family.BY_SCORE,
    options=(
        ROUNDS,
        choice(
            "pairing",
            _("Within a score group"),
            "",
            {
                "slide": _("The top half meets the bottom half"),
                "fold": _("The first meets the last"),
                "adjacent": _("Neighbours meet"),
            },
            about=_("Who meets whom among those with as many points."),
        ),
        LATE,
        ADVANCE,
    ),
    paired=RoundByRound(rounds, next_round),
    promises=always(*PROMISES),
)
