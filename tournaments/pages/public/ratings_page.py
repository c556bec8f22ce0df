"""The ratings of a card game: who is how strong by what they played, and one curve that is asked for."""

from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.games import CARD_GAMES, CardGame
from tournaments.models import Rating, RatingList
from tournaments.pages.public.rating_curve import CurveView, curve_view, rating_words
from tournaments.selectors.circuits import people_of
from tournaments.selectors.ratings import curves_of, found_list, ratings_in, versions_of
from tournaments.web.frame import number_asked
from tournaments.web.page_cache import answer_kept
from tournaments.web.words import instant

A_PAGE = 100
PAIRS = "coppie"


@dataclass(frozen=True)
class RatingRow:
    """One line of the list; `query` asks for its curve."""

    place: int
    names: str
    rating: str
    matches: int
    query: str


def ratings(request: HttpRequest, key: str) -> HttpResponse:
    """The ratings of a card game, of players or of pairs."""
    game = CARD_GAMES.get(key)
    if game is None:
        raise Http404
    listing = found_list(key)
    computed_at = listing.computed_at if listing else None
    return answer_kept(request, (computed_at, versions_of(key)), lambda: _ratings(request, game, listing))


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
    return render(request, "public/ratings.html", context)


def _page(request: HttpRequest, listing: RatingList, *, of_pairs: bool) -> Page[Rating]:
    rows = Paginator(ratings_in(listing, pairs=of_pairs), A_PAGE)
    return rows.get_page(number_asked(request, "pagina") or 1)


def _row(page: Page[Rating], number: int, row: Rating, *, of_pairs: bool) -> RatingRow:
    query = f"?vista={PAIRS}&" if of_pairs else "?"
    query += f"pagina={page.number}&" if page.number > 1 else ""
    query += f"chi={row.person_id}" + (f"&con={row.partner_id}" if row.partner_id else "")
    names = ", ".join(person.name for person in people_of(row))
    return RatingRow(page.start_index() + number, names, rating_words(row.ordinal), row.matches, query)


def _curve(request: HttpRequest, listing: RatingList) -> CurveView | None:
    """Return the curve of whom is asked for by id; nothing for anybody who is not in the list."""
    person, partner = _id(request, "chi"), _id(request, "con")
    if person is None:
        return None
    in_it = ratings_in(listing, pairs=partner is not None).filter(person=person)
    curves = curves_of(in_it.filter(partner=partner) if partner else in_it)
    return curve_view(curves[0]) if curves else None


def _id(request: HttpRequest, name: str) -> UUID | None:
    try:
        return UUID(request.GET.get(name, ""))
    except ValueError:
        return None
