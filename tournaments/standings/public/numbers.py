"""The columns of standings: match points, then the numeric tie-breaks in order."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy, pgettext, pgettext_lazy

from scoring.templatetags.sheet import MINUS, signed
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import CUTS, MATCH_POINTS, Row
from tournaments.competition.standings.tiebreaks import TIE_BREAKS, Display, TieBreak, read_tie_breaks
from tournaments.competition.types import Points
from tournaments.matches.selectors.bracket import IN_PLAY
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.matches.words import walkover_words
from tournaments.models import Stage, Team
from tournaments.stages.selectors.stage_details import card_game_of, match_points_of
from tournaments.web.number_cells import NumberCell, NumberColumn, ResultView

# Maximum number of tie-break columns beside the match points.
MOST_COLUMNS = 3

THOUSANDTH = Decimal("0.001")

# Column heads of tie-breaks with long names: a word, and a second line below it.
HEADS: Mapping[str, tuple[object, object]] = {
    "game_difference": (pgettext_lazy("standings", "Games"), gettext_lazy("won − lost")),
    "point_difference": (pgettext_lazy("standings", "Points"), gettext_lazy("made − conceded")),
    "capped_point_difference": (pgettext_lazy("standings", "Points"), gettext_lazy("up to the target")),
    "points_scored": (pgettext_lazy("standings", "Points"), gettext_lazy("made")),
    "buchholz": (gettext_lazy("Buchholz"), gettext_lazy("of the opponents")),
}


@dataclass(frozen=True)
class QuestionLine:
    """One criterion of the standings; its number is its position in the list of criteria."""

    key: str
    name: str
    meaning: str


def by_net(stage: Stage) -> bool:
    """Return whether the stage counts the net score of each match."""
    return card_game_of(stage).by_net


def questions(stage: Stage, *, overall: bool = False) -> tuple[QuestionLine, ...]:
    """Return the criteria of the standings in order: match points, then the tie-breaks of the stage.

    If each round eliminates entrants, the round reached is the first criterion, but not with `overall`.
    """
    chain = (TIE_BREAKS[key] for key in read_tie_breaks(stage.tie_breaks))
    first = QuestionLine(MATCH_POINTS.key, _first_name(stage), say(Sentence(MATCH_POINTS.meaning)))
    if not overall:
        first = QuestionLine(first.key, first.name, _worth(stage))
    cuts = () if overall else cuts_of(stage)
    return *map(_question, cuts), first, *map(_question, chain)


def cuts_of(stage: Stage) -> tuple[TieBreak, ...]:
    """Return the criteria that precede match points: the round reached, if each round eliminates entrants."""
    return CUTS if FORMATS[stage.format].reached else ()


def _question(tie_break: TieBreak) -> QuestionLine:
    return QuestionLine(tie_break.key, say(Sentence(tie_break.name)), say(Sentence(tie_break.meaning)))


def _first_name(stage: Stage) -> str:
    return _("Net") if by_net(stage) else say(Sentence(MATCH_POINTS.name))


def _worth(stage: Stage) -> str:
    if by_net(stage):
        return _("The net of every match, added up.")
    values = match_points_of(stage)
    if FORMATS[stage.format].even_byes:
        text = _(
            "A win is worth %(win)s, a draw %(level)s, a loss %(loss)s; a bye is worth nothing, as everybody "
            "rests equally often."
        )
    else:
        text = _("A win is worth %(win)s, a draw %(level)s, a loss %(loss)s, a bye %(bye)s.")
    worth = {name: in_halves(getattr(values, name)) for name in ("win", "level", "loss", "bye")}
    return text % worth


def columns_of(stage: Stage) -> tuple[NumberColumn, ...]:
    """Return the columns of a stage: match points, then the first numeric tie-breaks."""
    place = len(cuts_of(stage)) + 1
    chain = list(enumerate(read_tie_breaks(stage.tie_breaks), start=place + 1))
    numeric_tie_breaks = [
        (number, TIE_BREAKS[key]) for number, key in chain if _has_a_number(TIE_BREAKS[key])
    ]
    first = NumberColumn(_first_name(stage), "", MATCH_POINTS.key, place)
    return first, *(_column(number, tie_break) for number, tie_break in numeric_tie_breaks[:MOST_COLUMNS])


def _has_a_number(tie_break: TieBreak) -> bool:
    return not tie_break.among and tie_break.display is not Display.PLACE


def _column(number: int, tie_break: TieBreak) -> NumberColumn:
    name, beneath = HEADS.get(tie_break.key, (say(Sentence(tie_break.name)), ""))
    return NumberColumn(str(name), str(beneath), tie_break.key, number)


GAMES = "game_difference"


def games_column() -> NumberColumn:
    """Return the column of a cross table for the difference between games won and games lost."""
    return NumberColumn(pgettext("standings", "Games"), key=GAMES)


def parting_columns(rows: Sequence[Row]) -> tuple[NumberColumn, ...]:
    """Return a column for each numeric tie-break that separates neighbouring rows with equal match points."""
    level = ((upper, lower) for upper, lower in pairwise(rows) if upper.match_points == lower.match_points)
    parting = {_deciding_key(upper, lower) for upper, lower in level}
    chain = (TIE_BREAKS[key] for key, _worth in (rows[0].tie_breaks if rows else ()))
    return tuple(_column(0, each) for each in chain if each.key in parting and _has_a_number(each))


def _deciding_key(upper: Row, lower: Row) -> str:
    """Return the key of the first tie-break in which two rows differ; empty if they do not differ."""
    pairs = zip(upper.tie_breaks, lower.tie_breaks, strict=True)
    return next((key for (key, first), (_key, second) in pairs if first != second), "")


def cells_between(
    row: Row, columns: Sequence[NumberColumn], parting: Container[str], deciding: str
) -> tuple[NumberCell, ...]:
    """Return the cells of a row of a cross table in the columns before the match points.

    The cell of the deciding tie-break is marked. A narrow screen does not show tie-breaks that separate no
    teams.
    """
    games = Points(row.tally.games_won - row.tally.games_lost)
    worth = {GAMES: games, **dict(row.tie_breaks)}
    return tuple(
        NumberCell(
            value_words(column.key, worth[column.key]),
            "dec" if column.key == deciding else "" if column.key in parting else "spare",
        )
        for column in columns
    )


def bracket_columns() -> tuple[NumberColumn, ...]:
    """Return the columns in the standings of a bracket; none of them decides the order."""
    return (
        NumberColumn(pgettext("matches", "Won")),
        NumberColumn(pgettext("standings", "Games"), _("won − lost")),
        NumberColumn(pgettext("standings", "Points"), _("made − conceded")),
    )


def bracket_cells(row: Row) -> tuple[NumberCell, ...]:
    """Return the cells of a row in the standings of a bracket."""
    tally = row.tally
    games, points = tally.games_won - tally.games_lost, tally.points_for - tally.points_against
    return NumberCell(str(tally.won), "v"), NumberCell(signed(games)), NumberCell(signed(points), "mut")


def cells_of(
    row: Row, columns: Sequence[NumberColumn], *, net: bool, deciding: str = ""
) -> tuple[NumberCell, ...]:
    """Return the cells of a row of the standings; the cell of the deciding tie-break is marked."""
    worth = {MATCH_POINTS.key: row.match_points, **dict(row.tie_breaks)}
    cells = []
    for place, column in enumerate(columns):
        kind = "v" if place == 0 else "mut" if place == MOST_COLUMNS else ""
        marked = f"{kind} dec" if column.key == deciding else kind
        cells.append(NumberCell(value_words(column.key, worth[column.key], net=net), marked.strip()))
    return tuple(cells)


def value_words(key: str, points: Points, *, net: bool = False) -> str:
    """Return the value of a tie-break, or of the match points, as text."""
    if key == MATCH_POINTS.key:
        return signed(int(points)) if net else in_halves(points)
    display = _DISPLAYS[key]
    if display is Display.PLACE:
        return str(1 - int(points))
    return signed(int(points)) if display is Display.DIFFERENCE else in_parts(points)


_DISPLAYS = {each.key: each.display for each in (*CUTS, *TIE_BREAKS.values())}


def in_parts(points: Points) -> str:
    """Return a number as text, with ½ or up to three decimals: −2, 2½, or 0.667."""
    if points < 0:
        return MINUS + in_parts(-points)
    if points.denominator in (1, 2):
        return in_halves(points)
    share = Decimal(points.numerator) / Decimal(points.denominator)
    return str(number_format(share.quantize(THOUSANDTH).normalize()))


def in_halves(points: Points) -> str:
    """Return whole or half match points as text: 2 or 2½."""
    units, half = divmod(points, 1)
    return f"{units}½" if half and units else "½" if half else str(units)


def result_of(match: MatchNow | None, team: Team, where: str, *, net: bool) -> ResultView:
    """Return a team's result in a match for display; `where` is the name of the round or of the opponent."""
    if match is None:
        return ResultView("", "none", _("%(round)s: not reached") % {"round": where})
    own_side = next(side for side in match.sides if side.has(team.pk))
    if match.bye:
        return ResultView("–", "rest", _("%(round)s: bye") % {"round": where})
    if match.annulled:
        return ResultView("–", "rest", f"{where}: {walkover_words(match)}")
    if match.match.state == "walkover":
        return ResultView(_("w.o."), "w" if own_side.won else "p", f"{where}: {walkover_words(match)}")
    if not match.decided:
        return _undecided(match, own_side, where, net=net)
    return _decided(match, own_side, where, net=net)


def still_to_come(played: int, to_come: int) -> tuple[ResultView, ...]:
    """Return an empty result for each round that is not paired yet."""
    numbers = range(played + 1, played + to_come + 1)
    return tuple(
        ResultView(
            "", "open", _("%(round)s: to be played") % {"round": _("Round %(round)s") % {"round": number}}
        )
        for number in numbers
    )


def _decided(match: MatchNow, side: SideNow, where: str, *, net: bool) -> ResultView:
    if net:
        worth = sum(side.scores)
        values = {"round": where, "net": worth}
        return ResultView(signed(worth), "w" if worth > 0 else "p", _("%(round)s: net %(net)s") % values)
    values = {"round": where, "won": side.games_won, "lost": _lost(match, side)}
    text = f"{values['won']}–{values['lost']}"
    return ResultView(text, "w" if side.won else "p", _("%(round)s: %(won)s to %(lost)s") % values)


def _undecided(match: MatchNow, side: SideNow, where: str, *, net: bool) -> ResultView:
    if match.match.state not in IN_PLAY:
        return ResultView("", "open", _("%(round)s: to be played") % {"round": where})
    values = {"round": where, "won": side.games_won, "lost": _lost(match, side)}
    if net:
        return ResultView("", "lv", _("%(round)s: being played") % values)
    text = f"{values['won']}–{values['lost']}"
    return ResultView(text, "lv", _("%(round)s: being played, %(won)s to %(lost)s") % values)


def _lost(match: MatchNow, loser: SideNow) -> int:
    return max(side.games_won for side in match.sides if side is not loser)
