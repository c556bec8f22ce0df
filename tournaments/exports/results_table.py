"""The matches as a table to take along: who met whom, and how each game ended."""

from collections.abc import Sequence
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.translation import say
from tournaments.exports.spreadsheets import Cell, Table
from tournaments.formats import FORMATS
from tournaments.models import Match, Tournament
from tournaments.results.selectors.matches import MatchNow, match_now, with_sides
from tournaments.web.words import STATES, match_words, side_words

HOW_IT_STANDS = STATES | {
    "waiting": gettext_lazy("to be played"),
    "ready": gettext_lazy("to be played"),
    "playing": pgettext_lazy("spreadsheet", "in play"),
}


def results_table(tournament: Tournament) -> Table:
    """Return every match of every stage in its order: three queries, however many."""
    rows = with_sides(Match.objects.filter(tournament=tournament))
    matches = [match_now(row) for row in rows.order_by("stage__number", "round", "number")]
    sides = max((len(match.sides) for match in matches), default=2)
    games = max((len(match.games) for match in matches), default=0)
    last: dict[int, int] = {}
    for each in matches:
        last[each.match.stage.number] = each.match.round
    lines = [_line(match, last[match.match.stage.number], sides, games) for match in matches]
    return Table(pgettext("spreadsheet", "Results"), _heads(sides, games), lines)


def _heads(sides: int, games: int) -> list[str]:
    numbers = range(1, sides + 1)
    name, won = pgettext("spreadsheet", "Side %(side)s"), pgettext("spreadsheet", "Games of side %(side)s")
    points = pgettext("spreadsheet", "Game %(game)s, side %(side)s")
    return [
        pgettext("spreadsheet", "Stage"),
        pgettext("spreadsheet", "Group"),
        _("Round"),
        _("Match"),
        _("Table"),
        pgettext("spreadsheet", "How it stands"),
        *(name % {"side": side} for side in numbers),
        *(won % {"side": side} for side in numbers),
        pgettext("spreadsheet", "Winner"),
        *(points % {"game": game, "side": side} for game in range(1, games + 1) for side in numbers),
    ]


def _line(match: MatchNow, last: int, sides: int, games: int) -> list[Cell]:
    row, empty = match.match, [None] * (sides - len(match.sides))
    return [
        row.stage.number,
        row.group,
        say(FORMATS[row.stage.format].round_name(row.round, last)),
        match_words(row.stage, row.label, last),
        row.table,
        str(HOW_IT_STANDS[row.state]),
        *(side_words(row.stage, side, last, {}) for side in match.sides),
        *empty,
        *(side.games_won for side in match.sides),
        *empty,
        next((side.name for side in match.sides if side.won), ""),
        *chain.from_iterable(_points(match, game, sides) for game in range(games)),
    ]


def _points(match: MatchNow, game: int, sides: int) -> Sequence[Cell]:
    """Return what each side made in a game; nothing where it was not begun."""
    scores = match.games[game]["score"] if game < len(match.games) else []
    return [*scores, *[None] * (sides - len(scores))]
