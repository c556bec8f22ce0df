"""Who goes on from a stage, and on which lines of the next one.

The first so many of the standings go on; all do where no number is said. From groups first come the first so
many of each, then the next best over all groups until every place is taken.
Between groups a place is compared by quotients: match points a match, byes apart, then each tie-break that
adds up over matches, a match, in the order of the chain; groups need not be of one size. What nothing
separates at the cut is settled by a lot alone; elsewhere the order of the lines stands.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple, cast

from scoring.game_parts.profile import OptionValue, number
from scoring.types import NoPairing, NotNow, Problem, Sentence, Value, _
from tournaments.competition.format_parts.matching import Levels, Part, bracket_parts, cheapest_pairs
from tournaments.competition.lots import Lot, lot_among
from tournaments.competition.seeding import bracket_size
from tournaments.competition.standings.tables import Row
from tournaments.competition.standings.tally import USUAL
from tournaments.competition.standings.tiebreaks import TIE_BREAKS
from tournaments.competition.types import EntrantId, Plan, Points

ADVANCE = number(
    "advance", _("Qualify for the next stage"), "", 0, range(513),
    about=_("How many of the standings play on, where another stage follows."), zero=_("all"),
)  # fmt: skip
"""How many go on, of each standings where a stage has several: what any format may be followed by."""

FILL_UP = "fill_up"
"""As many of the next best as it takes to fill the bracket that follows."""

Tables = Mapping[str, Sequence[Row]]
"""The standings of each group, best first; the groups in their order."""


@dataclass(frozen=True)
class QualifyingTerms:
    """On what terms one goes on."""

    advance: int
    """How many of each group."""
    best_next: int = 0
    """How many more, the next best of all groups."""
    nobody_without_a_win: bool = False
    """Whether one must have won a match."""
    bye: Points = USUAL.bye
    """What a bye was worth in these standings."""
    lots: tuple[Lot, ...] = ()
    """Those nothing else separates at the cut, as each lot drew them, the newest first."""
    withdrawn: AbstractSet[EntrantId] = frozenset()
    """The entrants that left or were sent away: the next one goes on instead."""


class Qualifier(NamedTuple):
    """Who goes on, from which group and from which place in it."""

    entrant: EntrantId
    group: str
    place: int


class LevelAtTheCut(NamedTuple):
    """Entrants level where not all of them go on: of one group, or of all where no group is named."""

    entrants: tuple[EntrantId, ...]
    places: int
    """How many of them go on."""
    group: str = ""


def check_advance(options: Mapping[str, OptionValue], plan: Plan) -> None:
    """Raise NoPairing when more are to go on than play for it."""
    advance = cast(int, options.get(ADVANCE.key, 0))
    playing = min((len(group.entrants) for group in plan.groups), default=len(plan.entrants))
    if advance > playing:
        text = _("%(advance)s are to go on, but only %(playing)s play for it. Let at most %(playing)s go on.")
        raise NoPairing("too_many_go_on", Sentence(text, {"advance": advance, "playing": playing}))


def places_next(groups: int, advance: int, best_next: OptionValue) -> int:
    """How many of the next best go on, as a number or as what fills the bracket up."""
    sure = groups * advance
    return bracket_size(sure) - sure if best_next == FILL_UP else int(str(best_next))


def above_the_line(rows: Sequence[Row], terms: QualifyingTerms) -> int:
    """How many rows of a table stand above its cut, also of who has left; 0 where all go on."""
    staying = [place for place, row in enumerate(rows, start=1) if row.entrant not in terms.withdrawn]
    return staying[terms.advance - 1] if 0 < terms.advance < len(staying) else 0


class CutLine(NamedTuple):
    """Where the line of those who go on stands in a table: below so many rows, nowhere at 0."""

    above: int
    level: bool = False
    """Whether it cannot stand: the two beside it are level in everything, and no lot was drawn yet."""


def cut_line(rows: Sequence[Row], terms: QualifyingTerms) -> CutLine:
    """Return where the line stands as things are: nowhere before a result, nor between two who are level."""
    above = above_the_line(rows, terms)
    if not above or not any(row.tally.played or row.tally.walkovers for row in rows):
        return CutLine(0)
    staying = [row for row in rows if row.entrant not in terms.withdrawn]
    last, following = staying[terms.advance - 1 : terms.advance + 1]
    equal = {row.entrant for row in staying if row.place == last.place}
    level = last.place == following.place and not lot_among(terms.lots, equal)
    return CutLine(0, level=True) if level else CutLine(above)


def qualifiers(tables: Tables, terms: QualifyingTerms) -> tuple[Qualifier, ...]:
    """All who go on: the winners of the groups in their order, then the seconds, and so on.

    Raise NotNow where the standings leave some level at the cut: the lot decides between them.
    """
    level = level_at_the_cut(tables, terms)
    if level:
        problems = tuple(_ask_for_the_lot(each, alone=len(tables) == 1) for each in level)
        raise NotNow("lot_needed", problems[0].message, problems)
    sure, next_best = _sure(tables, terms), _next_best(tables, terms)
    onward = frozenset(
        row.entrant for row in (*chain(*sure.values()), *next_best[: _places_left(sure, tables, terms)])
    )
    found = [
        Qualifier(row.entrant, group, place)
        for group, rows in tables.items()
        for place, row in enumerate(_by_lots(rows, terms, attrgetter("place")), start=1)
        if row.entrant in onward
    ]
    return tuple(sorted(found, key=attrgetter("place")))


def level_at_the_cut(tables: Tables, terms: QualifyingTerms) -> tuple[LevelAtTheCut, ...]:
    """Whom only a lot can separate: first within the groups, then between them."""
    within = [
        LevelAtTheCut(*cut, group)
        for group, rows in tables.items()
        for cut in _cut(_eligible(rows, terms), terms.advance, terms, attrgetter("place"))
    ]
    if within:
        return tuple(within)
    left = _places_left(_sure(tables, terms), tables, terms)
    next_best = _next_best(tables, terms)
    return tuple(LevelAtTheCut(*cut) for cut in _cut(next_best, left, terms, lambda row: _worth(row, terms)))


def _cut(
    rows: Sequence[Row], places: int, terms: QualifyingTerms, worth: Callable[[Row], object]
) -> list[tuple[tuple[EntrantId, ...], int]]:
    """Those equal to the last who goes on, and how many of them do; none where all do, or a lot was drawn."""
    if not 0 < places < len(rows) or worth(rows[places - 1]) != worth(rows[places]):
        return []
    equal = [row.entrant for row in rows if worth(row) == worth(rows[places])]
    better = next(number for number, row in enumerate(rows) if row.entrant == equal[0])
    return [] if lot_among(terms.lots, set(equal)) else [(tuple(equal), places - better)]


def _ask_for_the_lot(level: LevelAtTheCut, *, alone: bool) -> Problem:
    """Say who is level and for how many places; `alone`: all are in one standings."""
    text = _("%(count)s are level in group %(group)s, and only %(places)s of them can go on. Draw the lot.")
    if alone:
        text = _("%(count)s are level, and only %(places)s of them can go on. Draw the lot.")
    elif not level.group:
        text = _(
            "%(count)s of different groups are level, and only %(places)s of them can go on. Draw the lot."
        )
    values: dict[str, Value] = {"count": len(level.entrants), "group": level.group, "places": level.places}
    where = f"/groups/{level.group}"
    return Problem("lot_needed", "", "error", where, Sentence(text, values))


def _by_lots(rows: Sequence[Row], terms: QualifyingTerms, worth: Callable[[Row], Any]) -> list[Row]:
    """The best first, those level as the lot drew them, if it did; who was not in it behind them."""
    return [
        row
        for _worth, level in groupby(sorted(rows, key=worth), key=worth)
        for row in _as_drawn(list(level), terms)
    ]


def _as_drawn(level: list[Row], terms: QualifyingTerms) -> list[Row]:
    drawn = {who for lot in terms.lots for who in lot}
    lot = lot_among(terms.lots, {row.entrant for row in level} & drawn) or ()
    return sorted(level, key=lambda row: lot.index(row.entrant) if row.entrant in lot else len(lot))


def _eligible(rows: Sequence[Row], terms: QualifyingTerms) -> list[Row]:
    needed = int(terms.nobody_without_a_win)
    return [
        row
        for row in _by_lots(rows, terms, attrgetter("place"))
        if row.entrant not in terms.withdrawn and row.tally.won >= needed
    ]


def _sure(tables: Tables, terms: QualifyingTerms) -> dict[str, list[Row]]:
    return {group: _eligible(rows, terms)[: terms.advance] for group, rows in tables.items()}


def _places_left(sure: Mapping[str, Sequence[Row]], tables: Tables, terms: QualifyingTerms) -> int:
    """How many places the next best get: those meant for them, and those a group could not fill."""
    return len(tables) * terms.advance + terms.best_next - sum(map(len, sure.values()))


def _next_best(tables: Tables, terms: QualifyingTerms) -> list[Row]:
    """Whoever comes next in each group, then those behind them: thirds before fourths, the best first."""
    rest = chain(*(_eligible(rows, terms)[terms.advance :] for rows in tables.values()))
    return _by_lots(list(rest), terms, lambda row: _worth(row, terms))


def _worth(row: Row, terms: QualifyingTerms) -> tuple[Fraction, ...]:
    """The place, then what each match brought: lower is better."""
    matches = max(row.tally.played + row.tally.walkovers, 1)
    points = row.match_points - row.tally.byes * terms.bye
    values = [(TIE_BREAKS[key], value) for key, value in row.tie_breaks]
    compared = [
        -value / (1 if tie_break.is_share else matches)
        for tie_break, value in values
        if tie_break.adds_up or tie_break.is_share
    ]
    return Fraction(row.place), -points / matches, *compared


def crossed(going_on: Sequence[Qualifier]) -> tuple[EntrantId, ...]:
    """The lines of the next bracket: winners first, then seconds …, each in an order that parts group mates.

    Place after place, those who come from it stand on its lines so that the fewest meet a mate in the first
    round, of such orders the fewest in the second, and so on; of equally good ones they move least. Then
    each place is gone over again, the last first, as long as that parts more of them.
    """
    natural = dict(enumerate(sorted(going_on, key=attrgetter("place")), start=1))
    levels = bracket_parts(len(natural))
    tiers = [tuple(lines) for _place, lines in groupby(natural, key=lambda line: natural[line].place)]
    standing: _Standing = {}
    for tier in tiers:
        standing = _in_order(tier, natural, standing, levels)
    while better := _better_in_one_place(tiers, natural, standing, levels):
        standing = better
    return tuple(standing[line].entrant for line in natural)


_Standing = dict[int, Qualifier]
"""Who stands on a line, as far as placed."""


def _better_in_one_place(
    tiers: Sequence[Sequence[int]], natural: _Standing, standing: _Standing, levels: Levels
) -> _Standing:
    """The same, those of one place in another order that parts more mates; nobody if there is none."""
    for tier in reversed(tiers):
        others = {line: who for line, who in standing.items() if line not in tier}
        tried = _in_order(tier, natural, others, levels)
        if _together(tried, levels) < _together(standing, levels):
            return tried
    return {}


def _in_order(tier: Sequence[int], natural: _Standing, standing: _Standing, levels: Levels) -> _Standing:
    """Those of one place on their lines, beside those who stand already."""
    near = [_neighbours(standing, level) for level in levels]
    edges = {
        (who, len(tier) + place): (
            *(mates[tier[place]][natural[tier[who]].group] for mates in near),
            abs(who - place),
        )
        for who in range(len(tier))
        for place in range(len(tier))
    }
    pairs = cheapest_pairs(2 * len(tier), edges)
    return standing | {tier[place - len(tier)]: natural[tier[who]] for who, place in pairs}


def _neighbours(standing: _Standing, level: Sequence[Part]) -> dict[int, Counter[str]]:
    """To each line, how many of each group stand in its part."""
    crowds = [Counter(standing[line].group for line in part if line in standing) for part in level]
    return {line: crowd for part, crowd in zip(level, crowds, strict=True) for line in part}


def _together(standing: _Standing, levels: Levels) -> list[int]:
    """At each level, the mates that share a part, each counted with each."""
    return [
        sum(count**2 for part in level for count in Counter(standing[line].group for line in part).values())
        for level in levels
    ]
