"""Matches that decide a range of places: one round, then matches of its winners and perhaps of its losers.

The code calls such a set of matches a contest. A bracket is a contest for all places. An entrant without an
opponent in a round advances without a match: byes go to the best entrants, and a bye known in advance is not
planned as a match. Places follow from the round reached.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from tournaments.competition import types
from tournaments.competition.format_parts.advancement import sent_on
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.format_parts.format import Placing
from tournaments.competition.seeding import bracket_size, seed_order

# Returns the label of a match, from the best place at stake, the number of entrants, and the match number.
Labels = Callable[[int, int, int], types.Label]


@dataclass(frozen=True, eq=False)
class Contest:
    """The matches of a round, and the contests in which its winners and its losers play on, if any."""

    # The best place at stake in this contest.
    first: int
    matches: tuple[types.PlannedMatch, ...]
    winners: "Contest | None" = None
    losers: "Contest | None" = None


def contest(
    sources: Sequence[types.Source], first: int, turn: int, labels: Labels, *, every_place: bool
) -> Contest | None:
    """Return the contest in which `sources` (best first) play for place `first` and the places below.

    The contest starts in round `turn`. With `every_place` the losers of each round play on too. Return None
    if there is no match.
    """
    size = bracket_size(len(sources))
    order = seed_order(size)
    matches: list[types.PlannedMatch] = []
    winners: dict[int, types.Source] = {}
    losers: dict[int, types.Source] = {}
    for high, low in zip(order[::2], order[1::2], strict=True) if len(sources) > 1 else ():
        winners[high] = sources[high - 1]
        if low <= len(sources):
            name = labels(first, len(sources), len(matches) + 1)
            sides = sources[high - 1], sources[low - 1]
            matches.append(types.PlannedMatch(name, turn, len(matches) + 1, sides))
            winners[high], losers[low] = types.WinnerOf(name), types.LoserOf(name)
    if not matches:
        return None
    below = _in_order(losers) if every_place else ()
    return Contest(
        first,
        tuple(matches),
        contest(_in_order(winners), first, turn + 1, labels, every_place=every_place),
        contest(below, first + size // 2, turn + 1, labels, every_place=every_place),
    )


def _in_order(sources: dict[int, types.Source]) -> Sequence[types.Source]:
    return [sources[rank] for rank in sorted(sources)]


def matches_of(contest: Contest) -> tuple[types.PlannedMatch, ...]:
    """Return all matches in playing order; within a round, matches for better places come first."""
    return numbered([match for _first, match in sorted(_with_places(contest), key=itemgetter(0))])


def numbered(matches: Sequence[types.PlannedMatch]) -> tuple[types.PlannedMatch, ...]:
    """Return the matches by round, with new match numbers in each round."""
    rounds = groupby(sorted(matches, key=attrgetter("round")), key=attrgetter("round"))
    return tuple(
        match._replace(number=number)
        for _round, played in rounds
        for number, match in enumerate(played, start=1)
    )


def _with_places(one: Contest | None) -> Iterator[tuple[int, types.PlannedMatch]]:
    if one:
        yield from ((one.first, match) for match in one.matches)
        yield from _with_places(one.winners)
        yield from _with_places(one.losers)


class Span(NamedTuple):
    """A range of shared places: its entrants, the number of entrants ahead, and the number of places."""

    entrants: Sequence[types.EntrantId]
    above: int
    size: int
    # True while matches for these places are still to be played.
    in_play: bool = False


def places_of(bracket: Bracket, contest: Contest) -> tuple[Placing, ...]:
    """Return the places of the champion and of all entrants that are out of the bracket.

    Entrants that reached the same round share places. The losers of a round are placed behind all entrants
    that advance. Losers that are still playing for places share the range of these places; entrants that left
    or were disqualified are placed behind these losers.
    """
    line = {entrant: number for number, entrant in enumerate(bracket.plan.entrants)}
    entrants = bracket.plan.entrants
    spans = _spans(bracket, contest, Span(entrants, 0, len(entrants)), in_bracket=True)
    placings = placings_of(spans, champion=not isinstance(bracket.champion, types.Nobody))
    return tuple(sorted(placings, key=lambda placing: (placing.first, placing.last, line[placing.entrant])))


def placings_of(spans: Iterable[Span], *, champion: bool) -> Iterator[Placing]:
    """Yield the place, or the range of shared places, of each entrant.

    Without a champion the first place stays empty. Each single place before the first shared range then moves
    down by one. The first shared range begins one place later and ends at the same place.
    """
    spans = [span for span in spans if span.entrants]
    shared = [span.above for span in spans if span.size > 1 and not span.in_play]
    for entrants, above, size, in_play in spans:
        moved = not champion and above <= min(shared, default=above)
        first = above + 1 + moved
        last = above + size + (moved and (in_play or size == 1))
        yield from (Placing(entrant, first, last) for entrant in entrants)


class _Round(NamedTuple):
    """The entrants of one round of a contest, grouped by result."""

    passed: list[types.EntrantId]
    lost: list[types.EntrantId]
    withdrawn: list[types.EntrantId]
    playing: list[types.EntrantId]
    # The number of losers still to come.
    to_lose: int


def _spans(bracket: Bracket, one: Contest | None, inside: Span, *, in_bracket: bool) -> Iterator[Span]:
    if one is None:
        yield inside
        return
    played = _played(bracket, one, inside.entrants)
    losing = len(played.lost) + played.to_lose
    winning = inside.size - losing - len(played.withdrawn)
    below = inside.above + winning
    yield from _spans(bracket, one.winners, Span(played.passed, inside.above, winning), in_bracket=in_bracket)
    if one.losers:
        yield from _spans(bracket, one.losers, Span(played.lost, below, losing), in_bracket=False)
        yield Span(played.withdrawn, below + losing, len(played.withdrawn))
    else:
        yield Span(played.lost + played.withdrawn, below, losing + len(played.withdrawn))
    if not in_bracket:
        yield Span(played.playing, inside.above, winning + losing, in_play=True)


def _played(bracket: Bracket, one: Contest, inside: Iterable[types.EntrantId]) -> _Round:
    progress = _Round([], [], [], [], 0)
    to_lose = 0
    seated: set[types.EntrantId] = set()
    for planned in one.matches:
        match = bracket.matches[planned.label]
        present = [side.entrant for side in match.sides if isinstance(side, types.KnownEntrant)]
        seated.update(present, match.withdrawn)
        progress.withdrawn.extend(match.withdrawn)
        if match.outcome is None:
            progress.playing.extend(present)
            to_lose += not any(isinstance(side, types.Nobody) for side in match.sides)
            continue
        winner, loser = sent_on(match.sides, match.outcome)
        progress.passed.extend(each for each in present if winner == types.KnownEntrant(each))
        progress.lost.extend(each for each in present if loser == types.KnownEntrant(each))
        progress.withdrawn.extend(each for each in present if types.KnownEntrant(each) not in (winner, loser))
    progress.passed.extend(each for each in inside if each not in seated)
    return progress._replace(to_lose=to_lose)
