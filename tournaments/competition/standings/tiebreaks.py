"""Tie-breaks for entrants with equal match points, one function each; a higher value is always better.

`tables.py` splits groups and assigns shared places; a tie-break only depends on the entrant, the entrants
tied with it, and the stage. Definitions follow FIDE C.07 where possible, except for matches that were not
played: byes and walkovers have no opponent (docs/decisions/0002-draws.md), do not count in averages and
quotients (COM-WO-1), and are not replaced by a virtual opponent.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tally import Duel
from tournaments.competition.types import EntrantId, Points

Level = frozenset[EntrantId]
Value = Callable[[EntrantId, Level, StageState], Points]


class Display(Enum):
    """The display format of a tie-break's value: a number, a signed number, or a place drawn by lot."""

    NUMBER = auto()
    DIFFERENCE = auto()
    PLACE = auto()


@dataclass(frozen=True, eq=False)
class TieBreak:
    """A tie-break: its key, its name, its value for an entrant, and its meaning in one sentence."""

    key: str
    name: str
    meaning: str
    value: Value
    # True if only matches among the tied entrants count: it is repeated for each part it leaves tied.
    among: bool
    display: Display = Display.NUMBER
    # True if it grows with every match: between groups it is compared per match.
    adds_up: bool = False
    # True if it is a quotient, which is compared between groups without change.
    is_share: bool = False


_tie_breaks: dict[str, TieBreak] = {}
TIE_BREAKS: Mapping[str, TieBreak] = _tie_breaks


def tie_break(
    name: str,
    meaning: str,
    *,
    among: bool = False,
    display: Display = Display.NUMBER,
    adds_up: bool = False,
    is_share: bool = False,
) -> Callable[[Value], Value]:
    """Register a function as a tie-break under its own name."""

    def enter(value: Value) -> Value:
        key = value.__name__
        _tie_breaks[key] = TieBreak(key, name, meaning, value, among, display, adds_up, is_share)
        return value

    return enter


@tie_break(
    _("Direct match"),
    _("Match points of the matches among those level, if all of them have met."),
    among=True,
)
def direct(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Match points in the matches among the tied entrants (classifica avulsa), walkovers included.

    The value is zero unless all tied entrants have met equally often. If the value separates some of the
    entrants, the tie-break is repeated for each group that is still tied, with the matches within that group
    only, as in Italian regulations.
    """
    return sum((duel.worth for duel in duels_among(level, stage).get(entrant, ())), Points(0))


@tie_break(
    _("Games of the direct matches"),
    _("Games won less games lost in the matches among those level."),
    among=True,
    display=Display.DIFFERENCE,
)
def direct_games(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Games won minus games lost in the matches among the tied entrants.

    The value is zero unless all tied entrants have met equally often.
    """
    return Points(sum(duel.games for duel in duels_among(level, stage).get(entrant, ())))


@tie_break(
    _("Points of the direct matches"),
    _("Points made less points conceded in the matches among those level."),
    among=True,
    display=Display.DIFFERENCE,
)
def direct_points(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Points scored minus points conceded in the matches among the tied entrants.

    The value is zero unless all tied entrants have met equally often.
    """
    return Points(sum(duel.points for duel in duels_among(level, stage).get(entrant, ())))


@tie_break(_("Game difference"), _("Games won less games lost."), display=Display.DIFFERENCE, adds_up=True)
def game_difference(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Games won minus games lost."""
    return Points(stage.tally(entrant).games_won - stage.tally(entrant).games_lost)


@tie_break(
    _("Point difference"),
    _("Points made less points conceded, over all games."),
    display=Display.DIFFERENCE,
    adds_up=True,
)
def point_difference(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Points scored minus points conceded, over all games."""
    return Points(stage.tally(entrant).points_for - stage.tally(entrant).points_against)


@tie_break(
    _("Point difference up to the target"),
    _("Points made less points conceded, those of each game counted up to its target."),
    display=Display.DIFFERENCE,
    adds_up=True,
)
def capped_point_difference(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Points scored minus points conceded; in each game, points above the target do not count."""
    return Points(stage.record(entrant).capped_difference)


@tie_break(_("Points scored"), _("Points made, over all games."), adds_up=True)
def points_scored(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Points scored in all games."""
    return Points(stage.tally(entrant).points_for)


@tie_break(_("Games won"), _("Games won."), adds_up=True)
def games_won(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Games won, walkovers included; a game stopped by time at a level score counts half (COM-TIME-2)."""
    record = stage.record(entrant)
    return record.games_won + Points(record.games_level, 2)


@tie_break(_("Matches won"), _("Matches won; a bye is none."), adds_up=True)
def wins(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Matches won; a bye is not a win."""
    return Points(stage.tally(entrant).won)


@tie_break(_("Share of games won"), _("Games won as a share of the games played."), is_share=True)
def quotient(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Games won divided by games played; zero without games."""
    record = stage.record(entrant)
    won = record.games_won_at_tables + Points(record.games_level, 2)
    return won / (record.games_at_tables or 1)


@tie_break(_("Point quotient"), _("Points made, divided by points conceded."), is_share=True)
def point_quotient(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Points scored divided by points conceded (by one if no points were conceded)."""
    return Points(stage.tally(entrant).points_for, stage.tally(entrant).points_against or 1)


@tie_break(_("Buchholz"), _("Match points of all opponents, added up: it rewards who had the harder tables."))
def buchholz(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Sum of the match points of all opponents."""
    return _of_opponents(entrant, stage, slice(None))


@tie_break(_("Buchholz without the lowest"), _("Match points of all opponents, without the lowest."))
def buchholz_cut_1(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Sum of the match points of all opponents except the one with the fewest."""
    return _of_opponents(entrant, stage, slice(1, None))


@tie_break(_("Buchholz without the lowest two"), _("Match points of all opponents, without the lowest two."))
def buchholz_cut_2(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Sum of the match points of all opponents except the two with the fewest."""
    return _of_opponents(entrant, stage, slice(2, None))


@tie_break(
    _("Buchholz without the highest and the lowest"),
    _("Match points of all opponents, without the highest and the lowest."),
)
def buchholz_median(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Sum of the match points of all opponents except the ones with the most and the fewest."""
    return _of_opponents(entrant, stage, slice(1, -1))


@tie_break(
    _("Sonneborn-Berger"), _("Match points of the opponents beaten, and half those of opponents level with.")
)
def sonneborn_berger(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Sum of the match points of beaten opponents, plus half those of opponents in level matches."""
    beaten = sum(stage.in_parts(stage.beaten(entrant)))
    level_with = sum(stage.in_parts(stage.level_with(entrant)))
    return Points(2 * beaten + level_with, 2 * stage.parts_of_a_point)


@tie_break(_("Strength of schedule"), _("How well all opponents did at their tables, on average."))
def strength_of_schedule(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Average of the match points earned divided by those possible, over all opponents met at tables."""
    shares = [stage.share_at_tables(other) for other in stage.opponents(entrant)]
    return _total(share.earned / (share.possible or 1) for share in shares) / (len(shares) or 1)


@tie_break(
    _("Progressive score"), _("Match points after each round, added up: an early win counts for more.")
)
def progressive(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Sum of the match points after each round: an early win counts in every later round."""
    points = stage.round_points(entrant).items()
    return _total(worth * (stage.last_round + 1 - turn) for turn, worth in points)


@tie_break(_("Koya"), _("Match points made against those who have at least half of theirs."))
def koya(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """Match points earned at tables against opponents that earned at least half of their possible points."""
    return _total(duel.worth for duel in stage.duels(entrant) if duel.played and _has_half(duel.other, stage))


@tie_break(
    _("By lot"), _("If nothing else separates them, a lot is drawn before everybody."), display=Display.PLACE
)
def lot(entrant: EntrantId, level: Level, stage: StageState) -> Points:
    """The order drawn by lot, best first; entrants stay tied until a lot contains all of them."""
    order = stage.lot_among(level)
    return Points(-order.index(entrant)) if order and entrant in order else Points(0)


def duels_among(level: Level, stage: StageState) -> Mapping[EntrantId, Sequence[Duel]]:
    """Return the results of each tied entrant against the others; empty unless all have met equally often."""
    if level not in stage.among:
        stage.among[level] = _table(level, stage)
    return stage.among[level]


def _table(level: Level, stage: StageState) -> Mapping[EntrantId, Sequence[Duel]]:
    """Return the matches among the tied entrants; empty unless all have met equally often."""
    table: dict[EntrantId, Sequence[Duel]] = {}
    times: set[int] = set()
    for entrant in level:
        if stage.seated_with(entrant) < len(level) - 1:
            return {}
        table[entrant] = [duel for duel in stage.duels(entrant) if duel.other in level]
        meetings = Counter(duel.other for duel in table[entrant])
        times |= set(meetings.values())
        if len(meetings) < len(level) - 1 or len(times) > 1:
            return {}
    return table


def _of_opponents(entrant: EntrantId, stage: StageState, counted: slice) -> Points:
    return Points(sum(stage.opponents_in_parts[entrant][counted]), stage.parts_of_a_point)


def _has_half(entrant: EntrantId, stage: StageState) -> bool:
    share = stage.share(entrant)
    return 2 * share.earned >= share.possible


def _total(points: Iterable[Points]) -> Points:
    return sum(points, Points(0))


DEFAULT_TIE_BREAKS = ("direct", "game_difference", "capped_point_difference", "points_scored", "lot")


def read_tie_breaks(keys: Sequence[object], where: str = "/tie_breaks") -> tuple[str, ...]:
    """Return the given tie-breaks or, if none, the default; raise BadSetup if one is unknown or repeated."""
    problems = [
        Problem(code, "", "error", f"{where}/{place}", sentence)
        for place, key in enumerate(keys)
        for code, sentence in _faults(key, keys[:place])
    ]
    if problems:
        text = _("These tie-breaks cannot be used. Look at each one marked.")
        raise BadSetup("bad_tie_breaks", Sentence(text), tuple(problems))
    return tuple(str(key) for key in keys) or DEFAULT_TIE_BREAKS


def _faults(key: object, before: Sequence[object]) -> Iterable[tuple[str, Sentence]]:
    if type(key) is not str or key not in TIE_BREAKS:
        text = _("There is no tie-break called “%(key)s”. Choose from: %(known)s.")
        yield "unknown_tie_break", Sentence(text, {"key": str(key)[:40], "known": ", ".join(TIE_BREAKS)})
    if key in before:
        yield "tie_break_twice", Sentence(_("This tie-break stands in the list already. Take it away here."))
