"""The odds on the public page of a match: a bar, a chart of the odds after each hand, and a table.

The module makes no database queries. There are odds only for card games whose hands can be simulated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from scoring.game_parts.card_game import CardGame, HandTable
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.odds.rules import Chances, ChancesAfter, MatchPosition, Pair, chances, chances_now, course
from scoring.referee.plain_player import POLICY
from scoring.sheet.rules.reader import read_profile
from scoring.templatetags import score_drawing
from tournaments.matches.selectors.bracket import IN_PLAY
from tournaments.matches.selectors.matches import MatchNow
from tournaments.matches.sheet_view import SheetView

WIDE, HIGH, MARGIN, MARK = 320, 100, 6, 4.2
BOTTOM = MARGIN + HIGH
# The number of hands for which the chart of a match in play always has space.
FEW = 8
EVEN = 0.5
STATES_WITH_ODDS = (*IN_PLAY, "signed", "confirmed")
NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class ChanceBar:
    """The current chances of the sides as whole percentages. `game` is None in a match of one game."""

    match: tuple[int, int]
    game: tuple[int, int] | None
    label: str


@dataclass(frozen=True)
class ChanceRow:
    """The chances of the sides after one hand. `hand` is 0 for a game recorded only as a final score."""

    game: int
    hand: int
    score: tuple[int, ...]
    game_chances: tuple[int, int]
    match_chances: tuple[int, int]


@dataclass(frozen=True)
class ChanceChart:
    """The odds chart as parts of an SVG: the line, the areas beside the line, and the marks.

    `bounds` separates the games. `marks` show the side that leads at each point of the line.
    """

    line: str
    ground: str
    rest: str
    bounds: str
    marks: SafeString
    label: str


@dataclass(frozen=True)
class OddsView:
    """The odds of a match, as shown on its page."""

    card_game: str
    bar: ChanceBar | None
    chart: ChanceChart
    rows: tuple[ChanceRow, ...]
    several: bool


def odds_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the template context of the odds panel of a match; None if the match has no odds."""
    odds = odds_view(context["match"], context["sheet"])
    return {"odds": odds} if odds else None


def odds_view(match: MatchNow, sheet: SheetView) -> OddsView | None:
    """Return the odds of a match that has begun; None if odds are switched off or not available."""
    has_odds = match.match.tournament.shows_odds and match.match.state in STATES_WITH_ODDS
    by_the_target = sheet.state.time is None  # a game decided by time has no target
    if not has_odds or sheet.card_game.hand_table is None or not by_the_target:
        return None
    stops = tuple(course(sheet.card_game, sheet.profile, sheet.state))
    if not stops:
        return None
    names = [side.name for side in sheet.sides]
    several = sheet.profile.games > 1
    live = match.match.state in IN_PLAY and sheet.winner is None
    now = chances_now(sheet.card_game, sheet.profile, sheet.state) if live else None
    return OddsView(
        card_game=sheet.card_game.key,
        bar=_bar(now, names, several=several) if now else None,
        chart=_chart(stops, names, live=live),
        rows=tuple(_row(stop) for stop in stops),
        several=several,
    )


def whole_percentages(chances: Pair) -> tuple[int, int]:
    """Return chances as whole percentages that sum to 100. Only a certain result is shown as 0 or 100."""
    if max(chances) == 1:
        return round(chances[0]) * 100, round(chances[1]) * 100
    first = min(99, max(1, round(100 * chances[0])))
    return first, 100 - first


def _percent(number: int) -> str:
    return f"{number}{NBSP}%"


def _bar(now: Chances, names: Sequence[str], *, several: bool) -> ChanceBar:
    match = whole_percentages(now.match)
    values = {
        "first": names[0],
        "one": _percent(match[0]),
        "second": names[1],
        "other": _percent(match[1]),
    }
    label = _("Chances of the match: %(first)s %(one)s, %(second)s %(other)s") % values
    return ChanceBar(match, whole_percentages(now.game) if several else None, label)


def _row(stop: ChancesAfter) -> ChanceRow:
    return ChanceRow(
        stop.game,
        stop.hand,
        stop.score,
        whole_percentages(stop.chances.game),
        whole_percentages(stop.chances.match),
    )


def _chart(stops: Sequence[ChancesAfter], names: Sequence[str], *, live: bool) -> ChanceChart:
    """Return the chart of the first side's chances after each hand. The line begins at 50 %.

    In a finished match the line fills the width of the chart; in a `live` match, space is left for the next
    hands.
    """
    chances = [EVEN, *(stop.chances.match[0] for stop in stops)]
    step = (WIDE - 2 * MARGIN) / max(len(stops), FEW if live else 1)
    places = [(round(MARGIN + step * number, 1), _height(chance)) for number, chance in enumerate(chances)]
    line = " ".join(f"{x:g} {y:g}" for x, y in places)
    right = WIDE - MARGIN
    return ChanceChart(
        line=f"M{line}",
        ground=f"M{MARGIN} {_height(EVEN):g}V{MARGIN}H{right}V{_height(EVEN):g}Z",
        rest=f"M{MARGIN} {_height(EVEN):g}V{BOTTOM}H{right}V{_height(EVEN):g}Z",
        bounds=_bounds(places[1:], stops),
        marks=_marks(places, chances, min(MARK, step * 0.45)),
        label=_chart_label(stops, names[0]),
    )


def _bounds(places: Sequence[tuple[float, float]], stops: Sequence[ChancesAfter]) -> str:
    """Return the SVG path of the vertical lines that separate games."""
    pairs = zip(places, stops, stops[1:], strict=False)
    return "".join(
        f"M{place[0]:g} {MARGIN}V{BOTTOM}" for place, stop, after in pairs if stop.game < after.game
    )


def _marks(places: Sequence[tuple[float, float]], chances: Sequence[float], size: float) -> SafeString:
    """Return an SVG mark of the leading side for each point of the chart."""
    sides = [0 if chance >= EVEN else 1 for chance in chances]
    marks = (
        score_drawing.stitch(side, *place, f"f{side}", size)
        for side, place in zip(sides, places, strict=True)
    )
    return mark_safe("".join(marks))  # noqa: S308  # made of our own numbers


def _chart_label(stops: Sequence[ChancesAfter], name: str) -> str:
    words = ngettext(
        "How the chances of %(name)s went in %(count)d hand: from %(first)s to %(last)s",
        "How the chances of %(name)s went in %(count)d hands: from %(first)s to %(last)s",
        len(stops),
    )
    last = whole_percentages(stops[-1].chances.match)[0]
    return words % {"name": name, "count": len(stops), "first": _percent(50), "last": _percent(last)}


def _height(chance: float) -> float:
    return round(BOTTOM - HIGH * chance, 1)


def odds_method(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page that explains how the odds are computed and what their limits are.

    Raise Http404 for an unknown card game, or a card game without odds.
    """
    game = CARD_GAMES.get(key)
    if game is None or game.hand_table is None:
        raise Http404
    return render(request, "odds/odds_method.html", _method(game, game.hand_table))


def _method(game: CardGame, table: HandTable) -> dict[str, Any]:
    profile = read_profile(game, {})
    values = {value: sum(row) for value, row in table.counts.items()}
    return {
        "key": game.key,
        "name": _(game.name),
        "hands": table.hands,
        "seed": table.seed,
        "policy": [_(sentence) for sentence in POLICY],
        "even": table.even,
        "evenly": 100 * sum(row[table.even] for row in table.counts.values()) / table.hands,
        "turned": sum(value * hands for value, hands in values.items()) / table.hands,
        "target": profile.targets[0],
        "first_deal": 100 * _dealer_to_win(game, profile, (0, 0)),
        "dips": _dips(game, profile),
    }


def _dealer_to_win(game: CardGame, profile: Profile, score: tuple[int, int]) -> float:
    return chances(game, profile, MatchPosition(score, (0, 0), 0)).game[0]


def _dips(game: CardGame, profile: Profile) -> int | None:
    target = profile.targets[0]
    highest = max(game.card_values)
    stops = [
        score
        for score in range(target - 1)
        if game.trionfo_points(highest, score, target) > game.trionfo_points(highest, score + 1, target)
    ]
    return stops[0] if stops else None
