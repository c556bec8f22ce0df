"""What separates entrants with the same match points: one function each, higher is always better.

Splitting groups and sharing places is written in `standings.py`; a tie-break only looks at one entrant, the
group it is level with, and the stage.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.errors import BadSetup
from scoring.rules.types import Problem
from scoring.rules.words import Sentence, _
from tournaments.rules.stage import StageState
from tournaments.rules.types import EntrantId, Points

Value = Callable[[EntrantId, frozenset[EntrantId], StageState], Points]


@dataclass(frozen=True, eq=False)
class TieBreak:
    """One tie-break: its key, its name, and what it is worth to an entrant."""

    key: str
    name: str
    value: Value


_found: dict[str, TieBreak] = {}
TIE_BREAKS: Mapping[str, TieBreak] = _found


def tie_break(name: str) -> Callable[[Value], Value]:
    """Enter a function among the tie-breaks under its own name."""

    def enter(value: Value) -> Value:
        key = value.__name__
        _found[key] = TieBreak(key, name, value)
        return value

    return enter


@tie_break(_("Game difference"))
def game_difference(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Games won less games lost."""
    return Points(stage.tally(who).games_won - stage.tally(who).games_lost)


@tie_break(_("Point difference"))
def point_difference(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Points for less points against, over all games."""
    return Points(stage.tally(who).points_for - stage.tally(who).points_against)


@tie_break(_("Points scored"))
def points_scored(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Points for, over all games."""
    return Points(stage.tally(who).points_for)


@tie_break(_("Games won"))
def games_won(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Games won, those of walkovers among them."""
    return Points(stage.tally(who).games_won)


@tie_break(_("Matches won"))
def wins(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Matches won; a bye is none."""
    return Points(stage.tally(who).won)


@tie_break(_("Buchholz"))
def buchholz(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Match points of everyone met, added up."""
    return _total(stage, stage.opponents(who))


@tie_break(_("Buchholz without the lowest"))
def buchholz_cut_1(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Match points of everyone met, without the lowest."""
    lowest = min((stage.match_points(other) for other in stage.opponents(who)), default=Points(0))
    return _total(stage, stage.opponents(who)) - lowest


@tie_break(_("Sonneborn-Berger"))
def sonneborn_berger(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """Match points of everyone beaten, and half those of everyone drawn level with."""
    return _total(stage, stage.beaten(who)) + _total(stage, stage.level_with(who)) / 2


@tie_break(_("Lot"))
def lot(who: EntrantId, level: frozenset[EntrantId], stage: StageState) -> Points:
    """The order a lot drew, first is best; without one all stay level."""
    return Points(-stage.lots.index(who)) if who in stage.lots else Points(0)


def _total(stage: StageState, entrants: Iterable[EntrantId]) -> Points:
    return sum((stage.match_points(other) for other in entrants), Points(0))


DEFAULT_TIE_BREAKS = ("game_difference", "point_difference", "points_scored")


def read_tie_breaks(keys: Sequence[object], where: str = "/tie_breaks") -> tuple[str, ...]:
    """The chain as given, or the usual one; raise BadSetup for one that does not exist or stands twice."""
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
