"""Swiss: round after round those with as many match points meet, and nobody twice; the standings decide.

The rules of a round, in order of weight; a lighter one never costs a heavier one anything:

1. Nobody meets the same opponent twice (`pairing.py`, and so the byes).
2. Who is over has the bye: never a second one, a win without play counting as one; the lowest without one.
3. Those with the same match points meet. Whoever has to float meets the nearest score group: the squares of
   the groups they are apart, added up, are as small as can be, so two float near rather than one far.
4. Nobody floats down twice running, nor up twice running.
5. Club mates do not meet.
6. Floaters come from the bottom of their score group and meet the top of the next.
7. Within a score group, by the order of the lines: the top half meets the bottom half (`slide`), the first
   meets the last (`fold`), or neighbours meet (`adjacent`); where rules before forbid it, as near to it as
   can be, by least squares.

In the first round all are one score group. Who left is not paired; who enters late has met nobody, and stands
where its match points put it: those of the rounds it missed are what the option `late` says.
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

WANTED: Mapping[str, Callable[[int, int], int]] = {
    "slide": lambda place, size: place + size // 2,
    "fold": lambda place, size: size - 1 - place,
    "adjacent": lambda place, size: place + 1,
}
"""Whom the better of two should meet in a score group of this size."""


PROMISES = frozenset(
    {"rematch", "second_bye", "bye_not_lowest", "float_too_far", "float_again", "club_mates"}
)
"""Rules 1 to 5, as the checker calls what breaks them."""


class ScoreGroupPlace(NamedTuple):
    """Where somebody stands in the order: its score group from the top, the place in it, how large it is."""

    group: int
    place: int
    size: int


def next_round(stage: StageState) -> tuple[Pairing, ...]:
    """Pair the next round."""
    order = by_score(stage, present(stage))
    groups = ScoreGroups(stage, order)
    return pair_by(order, stage, PairingRules(groups.cost, groups.near, groups.keeps))


def by_score(stage: StageState, entrants: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """Most match points first, equals in the order of their lines."""
    return tuple(sorted(entrants, key=stage.match_points, reverse=True))


@dataclass(frozen=True, eq=False)
class ScoreGroups:
    """Rules 3 to 7 for entrants in the order of their match points."""

    stage: StageState
    order: Sequence[EntrantId]

    @cached_property
    def standings(self) -> Sequence[ScoreGroupPlace]:
        """Where each place of the order stands."""
        scores = [self.stage.match_points(who) for who in self.order]
        tops = [place for place in range(len(scores)) if not place or scores[place] != scores[place - 1]]
        ends = [*tops[1:], len(scores)]
        return [
            ScoreGroupPlace(group, place, end - top)
            for group, (top, end) in enumerate(zip(tops, ends, strict=True))
            for place in range(end - top)
        ]

    @cached_property
    def floated(self) -> Sequence[int]:
        """How each place of the order floated in the last round."""
        floats = last_floats(self.stage)
        return [floats.get(who, 0) for who in self.order]

    @cached_property
    def clubs(self) -> Sequence[str]:
        """The club of each place of the order, if any."""
        return [self.stage.clubs.get(who, "") for who in self.order]

    @cached_property
    def wanted(self) -> Callable[[int, int], int]:
        """How a score group is paired."""
        return WANTED[cast(str, self.stage.options["pairing"])]

    def cost(self, first: int, second: int) -> Cost:
        """What it costs that these two places of the order meet."""
        better, other = self.standings[first], self.standings[second]
        mates = int(self.clubs[first] == self.clubs[second] != "")
        if better.group == other.group:
            off = other.place - self.wanted(better.place, better.size)
            return 0, 0, mates, 0, off * off
        far = other.group - better.group
        again = int(self.floated[first] < 0) + int(self.floated[second] > 0)
        return far * far, again, mates, better.size - 1 - better.place + other.place, 0

    def keeps(self, first: int, second: int) -> bool:
        """Whether nobody floats the same way again, and no club mates meet."""
        _far, again, mates, *_where = self.cost(first, second)
        return not again and not mates

    def near(self, first: int, window: int) -> Iterator[int]:
        """Those around whom it should meet in its score group, and the next in the groups below."""
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
