"""The public pages of ratings: the rating list of a card game, and the rating curve of a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from scoring.games import CARD_GAMES, CardGame
from scoring.templatetags.sheet import MINUS
from tournaments.models import Rating, RatingList
from tournaments.season.selectors import ratings as rating_selectors
from tournaments.season.selectors.circuits import people_of
from tournaments.web import frame, page_cache
from tournaments.web.words import day, instant

WIDE, BOTTOM, TOP, MARGIN = 320, 104, 8, 8


@dataclass(frozen=True)
class CurveRow:
    """A row of the table below a rating curve, for one tournament."""

    slug: str
    tournament: str
    day: str
    matches: int
    rating: str


@dataclass(frozen=True)
class CurveView:
    """A rating curve for the template: line, dots, vertical position of zero, and table rows."""

    game: str
    key: str
    names: str
    rating: str
    matches: int
    line: str
    dots: tuple[tuple[float, float], ...]
    nothing: float
    label: str
    rows: tuple[CurveRow, ...]


def rating_words(ordinal: float) -> str:
    """Return a rating as text with one decimal, such as "23.4"."""
    rounded = round(ordinal, 1)
    return (MINUS if rounded < 0 else "") + str(number_format(abs(rounded), 1))


def curve_view(curve: rating_selectors.RatingCurve) -> CurveView:
    """Return a rating curve for the template, with zero and all ratings within its vertical range."""
    names = ", ".join(person.name for person in curve.people)
    heights = [0.0, *(stop.ordinal for stop in curve.stops)]
    low, high = min(heights), max(heights)
    dots = tuple(
        (_across(number, len(curve.stops)), _up(stop.ordinal, low, high))
        for number, stop in enumerate(curve.stops)
    )
    return CurveView(
        game=_(CARD_GAMES[curve.card_game].name),
        key=curve.card_game,
        names=names,
        rating=rating_words(curve.ordinal),
        matches=curve.matches,
        line="M" + " ".join(f"{x:g} {y:g}" for x, y in dots) if dots else "",
        dots=dots,
        nothing=_up(0.0, low, high),
        label=_label(curve, names),
        rows=tuple(map(_table_row, curve.stops)),
    )


def _across(number: int, stops: int) -> float:
    step = (WIDE - 2 * MARGIN) / max(1, stops - 1)
    return round(MARGIN + step * number, 1)


def _up(ordinal: float, low: float, high: float) -> float:
    part = (ordinal - low) / (high - low) if high > low else 0.0
    return round(BOTTOM - (BOTTOM - TOP) * part, 1)


def _label(curve: rating_selectors.RatingCurve, names: str) -> str:
    words = ngettext(
        "Rating of %(name)s after %(count)d tournament: %(last)s",
        "Rating of %(name)s over %(count)d tournaments: from %(first)s to %(last)s",
        len(curve.stops),
    )
    ends = (curve.stops[0], curve.stops[-1]) if curve.stops else ()
    first, last = (rating_words(stop.ordinal) for stop in ends) if ends else ("0", "0")
    return words % {"name": names, "count": len(curve.stops), "first": first, "last": last}


def _table_row(stop: rating_selectors.RatingAfter) -> CurveRow:
    tournament = stop.tournament
    return CurveRow(
        tournament.slug,
        tournament.name,
        day(tournament.starts_at),
        stop.matches,
        rating_words(stop.ordinal),
    )


A_PAGE = 100
PAIRS = "coppie"


@dataclass(frozen=True)
class RatingRow:
    """A row of the rating list; `query` is the query string of the link to the rating curve."""

    place: int
    names: str
    rating: str
    matches: int
    query: str


def ratings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the ratings of a card game, either of players or of pairs."""
    game = CARD_GAMES.get(key)
    if game is None:
        raise Http404
    listing = rating_selectors.found_list(key)
    computed_at = listing.computed_at if listing else None
    return page_cache.answer_of(
        request, (computed_at, rating_selectors.versions_of(key)), lambda: _ratings(request, game, listing)
    )


def _ratings(request: HttpRequest, game: CardGame, listing: RatingList | None) -> HttpResponse:
    of_pairs = request.GET.get("vista") == PAIRS and game.players_a_side > 1
    page = _page(request, listing, of_pairs=of_pairs) if listing else None
    context = {
        "key": game.key,
        "name": _(game.name),
        "in_pairs": game.players_a_side > 1,
        "of_pairs": of_pairs,
        "page": page,
        "rows": [_row(page, number, row, of_pairs=of_pairs) for number, row in enumerate(page)]
        if page
        else [],
        "query": f"?vista={PAIRS}&" if of_pairs else "?",
        "curve": _curve(request, listing) if listing else None,
        "matches": listing.matches if listing else 0,
        "as_of": instant(listing.computed_at) if listing and listing.computed_at else "",
    }
    return render(request, "season/ratings.html", context)


def _page(request: HttpRequest, listing: RatingList, *, of_pairs: bool) -> Page[Rating]:
    rows = Paginator(rating_selectors.ratings_in(listing, pairs=of_pairs), A_PAGE)
    return rows.get_page(frame.number_asked(request, "pagina") or 1)


def _row(page: Page[Rating], number: int, row: Rating, *, of_pairs: bool) -> RatingRow:
    query = f"?vista={PAIRS}&" if of_pairs else "?"
    query += f"pagina={page.number}&" if page.number > 1 else ""
    query += f"chi={row.person_id}" + (f"&con={row.partner_id}" if row.partner_id else "")
    names = ", ".join(person.name for person in people_of(row))
    return RatingRow(page.start_index() + number, names, rating_words(row.ordinal), row.matches, query)


def _curve(request: HttpRequest, listing: RatingList) -> CurveView | None:
    """Return the curve of the requested person or pair, or None if the list does not contain it."""
    person, partner = _id(request, "chi"), _id(request, "con")
    if person is None:
        return None
    in_it = rating_selectors.ratings_in(listing, pairs=partner is not None).filter(person=person)
    curves = rating_selectors.curves_of(in_it.filter(partner=partner) if partner else in_it)
    return curve_view(curves[0]) if curves else None


def _id(request: HttpRequest, name: str) -> UUID | None:
    try:
        return UUID(request.GET.get(name, ""))
    except ValueError:
        return None


def curves_panel(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the template context of the rating curves on a person's page."""
    return {"curves": [curve_view(each) for each in rating_selectors.rating_curve(context["person"])]}
