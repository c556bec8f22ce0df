"""Knock-out: who loses is out, until one is left; the losers of the semifinals may play for third place.

With fewer than four entrants there is no match for third place, whatever the option says. A semifinal's
loser by walkover plays it; one who left the tournament does not, and the other takes third place.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scoring.rules.options import switch
from scoring.rules.words import _
from tournaments.rules.apart import Levels, bracket_parts
from tournaments.rules.brackets import Bracket, BracketMatch
from tournaments.rules.corrections import Family
from tournaments.rules.format import AtTheDraw, Format, Options, Placing
from tournaments.rules.plan import Plan, PlannedMatch
from tournaments.rules.round_names import THIRD_PLACE, label, match_name, round_name
from tournaments.rules.seeding import bracket_size, seed_order
from tournaments.rules.types import (
    Bye,
    DoubleWalkover,
    EntrantId,
    Known,
    Line,
    LoserOf,
    Nobody,
    Occupant,
    WinnerOf,
)


def rounds_for(entrants: int) -> int:
    """How many rounds leave one of so many."""
    return bracket_size(entrants).bit_length() - 1


def structure(entrants: Sequence[EntrantId], options: Options, _sides: int) -> Plan:
    """Every match from the first round to the final."""
    rounds = rounds_for(len(entrants))
    matches = [*_first_round(2**rounds)]
    for round_number in range(2, rounds + 1):
        matches += _next_round(round_number, 2 ** (rounds - round_number))
    if options["third_place"] and len(entrants) >= 4:
        semifinals = LoserOf(label(rounds - 1, 1)), LoserOf(label(rounds - 1, 2))
        matches.append(PlannedMatch(THIRD_PLACE, rounds, 2, semifinals))
    return Plan(tuple(entrants), tuple(matches), rounds, final=label(rounds, 1))


def _first_round(size: int) -> Iterable[PlannedMatch]:
    order = seed_order(size)
    for number, pair in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        yield PlannedMatch(label(1, number), 1, number, (Line(pair[0]), Line(pair[1])))


def _next_round(round_number: int, matches: int) -> Iterable[PlannedMatch]:
    for number in range(1, matches + 1):
        before = label(round_number - 1, 2 * number - 1), label(round_number - 1, 2 * number)
        sources = WinnerOf(before[0]), WinnerOf(before[1])
        yield PlannedMatch(label(round_number, number), round_number, number, sources)


def apart(entrants: int, _options: Options, _sides: int) -> Levels:
    """Club mates should not meet in the first round, then not in the second, and so up to the final."""
    return bracket_parts(entrants)


def _present(sides: Iterable[Occupant]) -> tuple[EntrantId, ...]:
    return tuple(side.entrant for side in sides if isinstance(side, Known))


class _Tier(NamedTuple):
    """Entrants equally good, as far as known, and how many they will be."""

    entrants: tuple[EntrantId, ...]
    size: int


def placing(bracket: Bracket) -> tuple[Placing, ...]:
    """The places of all who are out: the losers of a round share theirs, but for a third-place match.

    Who loses a round is placed behind all who get further. Without a champion nobody is first, and the
    best of the others begin at 2.
    """
    order = {entrant: line for line, entrant in enumerate(bracket.plan.entrants)}
    places, above = [], 0
    for tier in _tiers(bracket):
        first = above + 1 if not isinstance(bracket.champion, Nobody) else max(above + 1, 2)
        above += tier.size
        places += [Placing(entrant, first, above) for entrant in sorted(tier.entrants, key=order.__getitem__)]
    return tuple(places)


def _tiers(bracket: Bracket) -> list[_Tier]:
    """Best first: the champion, the losers of the final, of the semifinals, and so back to the first."""
    champion = _Tier(_present([bracket.champion]), 0 if isinstance(bracket.champion, Nobody) else 1)
    matches = [match for match in bracket.plan.matches if match.label != THIRD_PLACE]
    backwards = groupby(reversed(matches), key=attrgetter("round"))
    rounds = [_losers(bracket, played) for _round, played in backwards]
    return [champion, *rounds[:1], *_by_third_place(bracket, rounds[1:2]), *rounds[2:]]


def _losers(bracket: Bracket, played: Iterable[PlannedMatch]) -> _Tier:
    matches = [bracket.matches[planned.label] for planned in played]
    out = tuple(entrant for match in matches for entrant in _out(match))
    return _Tier(out, len(out) + sum(_to_lose(match) for match in matches))


def _out(match: BracketMatch) -> tuple[EntrantId, ...]:
    """Who goes no further because of this match."""
    if match.outcome is None or isinstance(match.outcome, Bye):
        return ()
    if isinstance(match.outcome, DoubleWalkover):
        return _present(match.sides)
    return _present(side for number, side in enumerate(match.sides) if number != match.outcome.winner)


def _to_lose(match: BracketMatch) -> bool:
    """Whether somebody will lose this match: not if it is over, or if one side will stay empty."""
    return match.outcome is None and not any(isinstance(side, Nobody) for side in match.sides)


def _by_third_place(bracket: Bracket, tiers: list[_Tier]) -> list[_Tier]:
    """Part the semifinals' losers by their own match, if there is one and somebody won it."""
    match = bracket.matches.get(THIRD_PLACE)
    if match is None or match.outcome is None or match.outcome.winner is None:
        return tiers
    third = _present([match.sides[match.outcome.winner]])
    fourth = _present([match.sides[1 - match.outcome.winner]])
    rest = tuple(entrant for entrant in tiers[0].entrants if entrant not in third + fourth)
    return [_Tier(group, len(group)) for group in (third, fourth, rest)]


FORMAT = Format(
    key="knockout",
    name=_("Knock-out"),
    fewest=2,
    most=1024,
    sides=range(2, 3),
    family=Family.WINNERS,
    options=(switch("third_place", _("Third-place match"), ""),),
    paired=AtTheDraw(structure),
    placing=placing,
    round_name=round_name,
    match_name=match_name,
    apart=apart,
)
