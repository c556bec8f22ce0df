"""The entrants that qualify for the next stage, and their lines in the next draw.

The first `advance` entrants of the standings qualify; without a number all entrants qualify. From groups,
first the best of each group qualify, then the next best of all groups until every place is taken. Groups may
differ in size. Entrants of different groups are therefore compared by match points per match (without byes),
then by the tie-breaks in their order. A tie-break that adds up over matches is divided by the number of
matches; a quotient is compared as it is; other tie-breaks are skipped. A tie across the qualifying line is
decided by lot only; other ties keep the order of the lines.
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

# The number of qualifiers from each table of standings, an option of every format before another stage.
ADVANCE = number(
    "advance", _("Qualify for the next stage"), "", 0, range(513),
    about=_("How many of the standings play on, where another stage follows."), zero=_("all"),
)  # fmt: skip

# The option value for as many next-best entrants as fill the bracket of the next stage.
FILL_UP = "fill_up"

# The standings of each group, best first; the groups in their order.
Tables = Mapping[str, Sequence[Row]]


@dataclass(frozen=True)
class QualifyingTerms:
    """The qualification rules of a stage, such as the number of qualifiers."""

    # The number of qualifiers from each group.
    advance: int
    # The number of further qualifiers: the next best of all groups.
    best_next: int = 0
    # True if a qualifier must have won a match.
    nobody_without_a_win: bool = False
    # The match points of a bye in these standings.
    bye: Points = USUAL.bye
    # Lots that were drawn between entrants tied at the cut, the newest first.
    lots: tuple[Lot, ...] = ()
    # The entrants that left or were disqualified: the next entrant qualifies instead.
    withdrawn: AbstractSet[EntrantId] = frozenset()


class Qualifier(NamedTuple):
    """An entrant that qualifies, with its group and its place in the group."""

    entrant: EntrantId
    group: str
    place: int


class LevelAtTheCut(NamedTuple):
    """Entrants tied across the qualifying line, within one group or, if `group` is empty, across groups."""

    entrants: tuple[EntrantId, ...]
    # The number of these entrants that qualify.
    places: int
    group: str = ""


def check_advance(options: Mapping[str, OptionValue], plan: Plan) -> None:
    """Raise NoPairing if there are fewer entrants than qualifiers, in the stage or in its smallest group."""
    advance = cast(int, options.get(ADVANCE.key, 0))
    playing = min((len(group.entrants) for group in plan.groups), default=len(plan.entrants))
    if advance > playing:
        text = _("%(advance)s are to go on, but only %(playing)s play for it. Let at most %(playing)s go on.")
        raise NoPairing("too_many_go_on", Sentence(text, {"advance": advance, "playing": playing}))


def places_next(groups: int, advance: int, best_next: OptionValue) -> int:
    """Return the number of places for the next-best entrants of all groups.

    With FILL_UP there are as many places as the bracket of the next stage has free lines.
    """
    sure = groups * advance
    return bracket_size(sure) - sure if best_next == FILL_UP else int(str(best_next))


def above_the_line(rows: Sequence[Row], terms: QualifyingTerms) -> int:
    """Return the number of rows above the qualifying line, withdrawn entrants included; 0 if all qualify."""
    staying = [place for place, row in enumerate(rows, start=1) if row.entrant not in terms.withdrawn]
    return staying[terms.advance - 1] if 0 < terms.advance < len(staying) else 0


class CutLine(NamedTuple):
    """The qualifying line in the standings: the number of rows above the line, 0 if there is no line."""

    above: int
    # True if the line cannot be drawn because of a tie at the cut without a lot.
    level: bool = False


def cut_line(rows: Sequence[Row], terms: QualifyingTerms) -> CutLine:
    """Return the current qualifying line.

    There is no line before the first result. There is also no line while the entrants directly above and
    below it are tied and no lot has decided the tie.
    """
    above = above_the_line(rows, terms)
    if not above or not any(row.tally.played or row.tally.walkovers for row in rows):
        return CutLine(0)
    staying = [row for row in rows if row.entrant not in terms.withdrawn]
    last, following = staying[terms.advance - 1 : terms.advance + 1]
    equal = {row.entrant for row in staying if row.place == last.place}
    level = last.place == following.place and not lot_among(terms.lots, equal)
    return CutLine(0, level=True) if level else CutLine(above)


def qualifiers(tables: Tables, terms: QualifyingTerms) -> tuple[Qualifier, ...]:
    """Return all qualifiers: the winners of the groups in group order, then the seconds, and so on.

    Raise NotNow if entrants are tied across the qualifying line: a lot must be drawn.
    """
    level = level_at_the_cut(tables, terms)
    if level:
        problems = tuple(_ask_for_the_lot(each, alone=len(tables) == 1) for each in level)
        raise NotNow("lot_needed", problems[0].message, problems)
    sure, next_best = _direct_qualifiers(tables, terms), _next_best(tables, terms)
    onward = frozenset(
        row.entrant for row in (*chain(*sure.values()), *next_best[: _places_left(sure, tables, terms)])
    )
    all_qualifiers = [
        Qualifier(row.entrant, group, place)
        for group, rows in tables.items()
        for place, row in enumerate(_by_lots(rows, terms, attrgetter("place")), start=1)
        if row.entrant in onward
    ]
    return tuple(sorted(all_qualifiers, key=attrgetter("place")))


def level_at_the_cut(tables: Tables, terms: QualifyingTerms) -> tuple[LevelAtTheCut, ...]:
    """Return the ties at the qualifying line that only a lot can decide.

    If there is a tie within a group, ties between groups are left out.
    """
    within = [
        LevelAtTheCut(*cut, group)
        for group, rows in tables.items()
        for cut in _cut(_eligible(rows, terms), terms.advance, terms, attrgetter("place"))
    ]
    if within:
        return tuple(within)
    places_left = _places_left(_direct_qualifiers(tables, terms), tables, terms)
    next_best = _next_best(tables, terms)
    return tuple(
        LevelAtTheCut(*cut) for cut in _cut(next_best, places_left, terms, lambda row: _worth(row, terms))
    )


def _cut(
    rows: Sequence[Row], places: int, terms: QualifyingTerms, worth: Callable[[Row], object]
) -> list[tuple[tuple[EntrantId, ...], int]]:
    """Return the entrants tied across the qualifying line, and the number of places left for them.

    Empty if there is no tie or the lot has been drawn.
    """
    if not 0 < places < len(rows) or worth(rows[places - 1]) != worth(rows[places]):
        return []
    equal = [row.entrant for row in rows if worth(row) == worth(rows[places])]
    better = next(number for number, row in enumerate(rows) if row.entrant == equal[0])
    return [] if lot_among(terms.lots, set(equal)) else [(tuple(equal), places - better)]


def _ask_for_the_lot(level: LevelAtTheCut, *, alone: bool) -> Problem:
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
    """Return the rows sorted by `worth`, ties broken by lot; entrants that are not in the lot come last."""
    return [
        row
        for _worth, level in groupby(sorted(rows, key=worth), key=worth)
        for row in _as_drawn(list(level), terms)
    ]


def _as_drawn(level: list[Row], terms: QualifyingTerms) -> list[Row]:
    entrants = {entrant for lot in terms.lots for entrant in lot}
    lot = lot_among(terms.lots, {row.entrant for row in level} & entrants) or ()
    return sorted(level, key=lambda row: lot.index(row.entrant) if row.entrant in lot else len(lot))


def _eligible(rows: Sequence[Row], terms: QualifyingTerms) -> list[Row]:
    needed = int(terms.nobody_without_a_win)
    return [
        row
        for row in _by_lots(rows, terms, attrgetter("place"))
        if row.entrant not in terms.withdrawn and row.tally.won >= needed
    ]


def _direct_qualifiers(tables: Tables, terms: QualifyingTerms) -> dict[str, list[Row]]:
    return {group: _eligible(rows, terms)[: terms.advance] for group, rows in tables.items()}


def _places_left(sure: Mapping[str, Sequence[Row]], tables: Tables, terms: QualifyingTerms) -> int:
    return len(tables) * terms.advance + terms.best_next - sum(map(len, sure.values()))


def _next_best(tables: Tables, terms: QualifyingTerms) -> list[Row]:
    """Return the candidates for the next-best places from all groups, best first."""
    rest = chain(*(_eligible(rows, terms)[terms.advance :] for rows in tables.values()))
    return _by_lots(list(rest), terms, lambda row: _worth(row, terms))


def _worth(row: Row, terms: QualifyingTerms) -> tuple[Fraction, ...]:
    """Return the sort key for entrants of different groups: place, then result per match; lower is better."""
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
    """Return the qualifiers in order of their lines in the next bracket, with group mates separated.

    The qualifiers with the same place in their groups are ordered together, one place after the other. The
    best order has the fewest matches between group mates in the first round, then the fewest possible ones in
    the second round, and so on; of equally good orders the one that moves qualifiers least is used. Then this
    is repeated for single places, the last place first, as long as it separates more group mates.
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


# The qualifier on each line, as far as placed.
_Standing = dict[int, Qualifier]


def _better_in_one_place(
    tiers: Sequence[Sequence[int]], natural: _Standing, standing: _Standing, levels: Levels
) -> _Standing:
    for tier in reversed(tiers):
        rest = {line: qualifier for line, qualifier in standing.items() if line not in tier}
        tried = _in_order(tier, natural, rest, levels)
        if _mate_pairs(tried, levels) < _mate_pairs(standing, levels):
            return tried
    return {}


def _in_order(tier: Sequence[int], natural: _Standing, standing: _Standing, levels: Levels) -> _Standing:
    near = [_neighbours(standing, level) for level in levels]
    edges = {
        (index, len(tier) + place): (
            *(mates[tier[place]][natural[tier[index]].group] for mates in near),
            abs(index - place),
        )
        for index in range(len(tier))
        for place in range(len(tier))
    }
    pairs = cheapest_pairs(2 * len(tier), edges)
    return standing | {tier[place - len(tier)]: natural[tier[index]] for index, place in pairs}


def _neighbours(standing: _Standing, level: Sequence[Part]) -> dict[int, Counter[str]]:
    crowds = [Counter(standing[line].group for line in part if line in standing) for part in level]
    return {line: crowd for part, crowd in zip(level, crowds, strict=True) for line in part}


def _mate_pairs(standing: _Standing, levels: Levels) -> list[int]:
    return [
        sum(count**2 for part in level for count in Counter(standing[line].group for line in part).values())
        for level in levels
    ]
