"""The bracket of a stage as it stands: its rounds, and the part of its tree that is shown.

Knows no format: a match of the tree takes the winners of the two before it, and what takes a loser stands
beside the tree. A large bracket is shown in parts, so that a page costs what its own matches cost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Min, Q

from scoring.rules.words import Sentence
from tournaments.models import Match, Stage
from tournaments.rules.formats import FORMATS
from tournaments.rules.lifecycle import OVER
from tournaments.selectors.matches import MatchNow, byes_of, match_now, with_sides

LONGEST_COLUMN = 32
DOUBLINGS = LONGEST_COLUMN.bit_length() - 1
IN_PLAY = frozenset({"playing", "disputed"})

Spot = tuple[int, int]
"""(round, number) of a match of the tree."""


@dataclass(frozen=True)
class RoundNow:
    """A round of the stage: its name, how many matches are played in it, and how many are decided."""

    number: int
    name: Sentence
    matches: int
    decided: int
    live: int
    first_live: int | None
    byes: int

    @property
    def over(self) -> bool:
        """Whether nothing is left to play in it."""
        return self.decided == self.matches


@dataclass(frozen=True)
class Column:
    """A round as it is drawn: its matches by twos (the two that meet next), and those beside the tree.

    None stands where a team passes without playing and the column has no room to say so.
    """

    round: RoundNow
    pairs: tuple[tuple[MatchNow | None, ...], ...]
    beside: tuple[MatchNow, ...]
    passing: tuple[MatchNow, ...]


@dataclass(frozen=True)
class Window:
    """Which part of the tree is shown: from this round to that one, one of so many parts."""

    first: int
    last: int
    part: int
    parts: int
    rounds: int

    def numbers(self, round_number: int) -> tuple[int, int]:
        """Return the first and last number of this part's matches in a round of the tree."""
        width = max(1, tree_size(self.rounds, round_number) // self.parts)
        return (self.part - 1) * width + 1, self.part * width

    def as_query(self) -> Q:
        """Return the matches of this part."""
        if self.parts == 1:
            return Q(round__gte=self.first)
        query = Q()
        for round_number in range(self.first, self.last + 1):
            query |= Q(round=round_number, number__range=self.numbers(round_number))
        return query


@dataclass(frozen=True)
class Path:
    """What one team has played, where it may still pass, and the match it is in or waits for."""

    team_id: UUID
    matches: tuple[MatchNow, ...]
    spots: frozenset[Spot]
    alive: bool

    @property
    def last(self) -> MatchNow | None:
        """The match the team plays or waits for; its last one when all it stands in are decided."""
        coming = (each for each in self.matches if not each.decided)
        return next(coming, self.matches[-1] if self.matches else None)

    def joins(self, round_number: int, number: int) -> bool:
        """Whether the line that leaves this match belongs to the team."""
        return {(round_number, number), (round_number + 1, (number + 1) // 2)} <= self.spots


@dataclass(frozen=True)
class BracketNow:
    """The part of a bracket that is shown: `current` is the round a small screen opens on."""

    stage: Stage
    rounds: tuple[RoundNow, ...]
    current: int
    window: Window
    columns: tuple[Column, ...]
    path: Path | None

    @property
    def live(self) -> int:
        """How many matches are being played."""
        return sum(each.live for each in self.rounds)

    @property
    def last_match(self) -> MatchNow | None:
        """The match that ends the tree, when it is shown."""
        column = self.columns[-1]
        return column.pairs[0][0] if column.round.number == len(self.rounds) else None


def tree_size(rounds: int, round_number: int) -> int:
    """Return how many places a round of the tree has."""
    return 1 << (rounds - round_number)


def bracket_now(
    stage: Stage, *, turn: int | None = None, part: int | None = None, team_id: UUID | None = None
) -> BracketNow | None:
    """Return the bracket of a drawn stage, or None: four queries, three more for the team followed."""
    rounds = stage_rounds(stage)
    if not rounds:
        return None
    path = team_path(stage, team_id, len(rounds)) if team_id else None
    current = turn if turn and turn <= len(rounds) else live_round(rounds)
    window = window_of(rounds, current, part, path)
    shown = with_sides(Match.objects.filter(window.as_query(), stage=stage))
    columns = _columns(rounds, window, [match_now(match) for match in shown])
    return BracketNow(stage, rounds, current, window, columns, path)


def stage_rounds(stage: Stage) -> tuple[RoundNow, ...]:
    """Return the rounds of a drawn stage, none before the draw: one query."""
    counts = stage.matches.order_by("round").values("round")
    bye = Q(pk__in=byes_of(stage).values("pk"))
    rows = counts.annotate(
        byes=Count("pk", filter=bye),
        matches=Count("pk", filter=~bye),
        decided=Count("pk", filter=~bye & Q(state__in=OVER)),
        live=Count("pk", filter=Q(state__in=IN_PLAY)),
        first_live=Min("number", filter=Q(state__in=IN_PLAY)),
    )
    found = list(rows)
    return tuple(
        RoundNow(
            number=row["round"],
            name=FORMATS[stage.format].round_name(row["round"], len(found)),
            matches=row["matches"],
            decided=row["decided"],
            live=row["live"],
            first_live=row["first_live"],
            byes=row["byes"],
        )
        for row in found
    )


def live_round(rounds: Sequence[RoundNow]) -> int:
    """Return the first round with something left to play; the last one when all is over."""
    return next((each.number for each in rounds if not each.over), rounds[-1].number)


def window_of(rounds: Sequence[RoundNow], current: int, part: int | None, path: Path | None) -> Window:
    """Return the part of the tree that shows a round: all of it from the first column short enough."""
    total = len(rounds)
    first = min(current, max(1, total - DOUBLINGS))
    parts = max(1, tree_size(total, first) // LONGEST_COLUMN)
    last = total if parts == 1 else first + DOUBLINGS
    if part is None or not 1 <= part <= parts:
        part = _part_to_open(rounds[first - 1], parts, path)
    return Window(first, last, part, parts, total)


def _part_to_open(first: RoundNow, parts: int, path: Path | None) -> int:
    """The followed team's part; else the first part with a match in play."""
    followed = [number for round_number, number in path.spots if round_number == first.number] if path else []
    number = followed[0] if followed else first.first_live or 1
    return min(parts, (number - 1) // LONGEST_COLUMN + 1)


def team_path(stage: Stage, team_id: UUID, rounds: int) -> Path:
    """Return the way of one team through the bracket: three queries."""
    rows = with_sides(Match.objects.filter(stage=stage, slots__team_id=team_id)).order_by("round")
    matches = tuple(match_now(row) for row in rows)
    spots = [(each.match.round, each.match.number) for each in matches if in_tree(each)]
    alive = bool(spots) and not any(_is_out(each, team_id) for each in matches)
    while alive and spots[-1][0] < rounds:
        spots.append((spots[-1][0] + 1, (spots[-1][1] + 1) // 2))
    return Path(team_id, matches, frozenset(spots), alive)


def _is_out(match: MatchNow, team_id: UUID) -> bool:
    """Whether the team did not win a match that is decided; nobody wins a double walkover."""
    stands = [side for side in match.sides if side.has(team_id)]
    return match.match.state != "bye" and match.decided and not any(side.won for side in stands)


def in_tree(match: MatchNow) -> bool:
    """Whether this match belongs to the tree: nobody comes to it by losing."""
    return all(side.source != "loser" for side in match.sides)


def _columns(rounds: Sequence[RoundNow], window: Window, matches: Sequence[MatchNow]) -> tuple[Column, ...]:
    return tuple(
        _column(rounds[number - 1], [each for each in matches if each.match.round == number])
        for number in range(window.first, window.last + 1)
    )


def _column(round_now: RoundNow, matches: Sequence[MatchNow]) -> Column:
    tree = [each for each in matches if in_tree(each)]
    passing = tuple(each for each in tree if each.match.state == "bye" and _is_first(each))
    pairs = [tuple(tree[start : start + 2]) for start in range(0, len(tree), 2)]
    beside = tuple(each for each in matches if not in_tree(each))
    return Column(round_now, tuple(_short(pairs, passing)), beside, passing)


def _is_first(match: MatchNow) -> bool:
    return all(side.source == "line" for side in match.sides)


def _short(
    pairs: list[tuple[MatchNow, ...]], passing: Sequence[MatchNow]
) -> list[tuple[MatchNow | None, ...]]:
    """Leave the byes of the draw out; where no two meet next, the column is as short as the one after it."""
    quiet = {each.match.pk for each in passing}
    kept = [tuple(None if each.match.pk in quiet else each for each in pair) for pair in pairs]
    if passing and all(sum(each is not None for each in pair) <= 1 for pair in kept):
        return [tuple(each for each in pair if each is not None) or (None,) for pair in kept]
    return kept
