"""The tray (list of open entry requests) beside the list of entries, and the actions on a request."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from scoring.translation import say
from scoring.types import BadEntry, RuleError, Sentence, _ as marked
from tournaments.competition.names import name_key
from tournaments.models import EntryRequest, Tournament
from tournaments.permissions import may, roles_of
from tournaments.requests import selectors, tray_cards
from tournaments.requests.services import requests as services
from tournaments.requests.tray_cards import A_TRAY
from tournaments.values.requests import RequestState
from tournaments.web.desk_frame import acting, at_desk, desk

LONGEST = 60


def badges(tournament: Tournament) -> dict[str, int]:
    """Return the number of requests to decide, for the badge in the navigation bar. At most one query."""
    if tournament.state != "entries":
        return {}
    rows = EntryRequest.objects.filter(tournament=tournament, state=RequestState.NEW, joined_to=None)
    alone = Q(seeks_partner=True, joined=None)
    counted = rows.aggregate(alone=Count("pk", filter=alone), all=Count("pk"))
    waiting = counted["all"] - counted["alone"] + counted["alone"] // 2
    return {"desk_entries": waiting} if waiting else {}


def tray_panel(context: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the template context of the tray; None after the draw, and for users who may not read requests.

    The page reloads the tray later, so the panel is also rendered if the tray is empty.
    """
    request, tournament = context["request"], context["tournament"]
    if tournament.state != "entries" or not may("read_requests", roles_of(request.user, tournament)):
        return None
    return _tray(tournament) or {"tray": None}


def _tray(
    tournament: Tournament, search: str = "", number: str = "1", most: int = A_TRAY
) -> dict[str, Any] | None:
    """Return the template context of the tray: a page of cards, and at most `most` waiting requests.

    Return None if there are no open requests.
    """
    every = tray_cards.open_requests(tournament)
    if not every:
        return None
    words = name_key(search).split()
    new, waiting = ([each for each in every if each.waiting is state] for state in (False, True))
    cards = tray_cards.cards_of(new)
    matching_cards = [card for card in cards if any(each.answers(words) for each in card)]
    page = Paginator(matching_cards, A_TRAY).get_page(number)
    singles = [each for each in every if each.single]
    page_cards, tray = tray_cards.cards_in_words(tournament, list(page.object_list), singles)
    paired = {each.id for card in cards for each in card}
    alone = {each.id for each in singles if each.answers(words)} - paired - {each.id for each in waiting}
    lonely = [tray_cards.single_card(row) for row in tray.singles if row.request.pk in alone]
    rows = tray_cards.waiting_rows(waiting, words, most)
    return {
        "cards": page_cards,
        "page": page,
        "search": search,
        "query": f"?{urlencode({'cerca': search})}&" if search else "?",
        "count": len(cards),
        "more": len(matching_cards) - len(page_cards),
        "tray": tray,
        "waiting_list": rows,
        "waiting_count": len(waiting),
        "lonely": lonely,
    }


@desk("read_requests")
def request_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all open requests, page by page, with a search by name or contact."""
    search = request.GET.get("cerca", "")[:LONGEST]
    tray = _tray(tournament, search, request.GET.get("pagina", "1"), selectors.MOST_ROWS)
    return at_desk(request, tournament, "requests/request_list.html", tray or {"count": 0, "search": ""})


Decision = Callable[[HttpRequest, Tournament, EntryRequest], str]


def decision(decide: Decision) -> Callable[..., HttpResponse]:
    """Decorate a view that decides on a request; show the result as a message on the previous page."""

    @wraps(decide)
    def page(request: HttpRequest, tournament: Tournament, request_id: UUID) -> HttpResponse:
        entry = get_object_or_404(
            EntryRequest.objects.select_related("tournament"), pk=request_id, tournament=tournament
        )
        try:
            messages.success(request, decide(request, tournament, entry))
        except RuleError as refusal:
            messages.error(request, say(refusal.message))
        back = "desk_requests" if request.POST.get("next") == "desk_requests" else "desk_entries"
        return redirect(back, tournament.slug)

    return desk("decide_requests", "POST")(page)


@decision
def accept(request: HttpRequest, tournament: Tournament, entry: EntryRequest) -> str:
    """Accept a request, or put it on the waiting list if no place is free.

    The form contains the person chosen for each ambiguous name.
    """
    size = range(len(selectors.names_of(entry)))
    texts = {place: request.POST[f"who_{place}"] for place in size if f"who_{place}" in request.POST}
    updated_entry = services.accept(
        entry, meant={place: _person(text) for place, text in texts.items()}, **acting(request)
    )
    return _outcome(updated_entry)


def _person(text: str) -> UUID | None:
    """Return the id of the chosen person; None for a new person. Raise BadEntry for an invalid choice."""
    try:
        return None if text == "new" else UUID(text)
    except ValueError as wrong:
        raise BadEntry("which_person", Sentence(marked("First say who this is, then accept."))) from wrong


def _outcome(entry: EntryRequest) -> str:
    names = ", ".join(selectors.names_of(selectors.with_details().get(pk=entry.pk)))
    if entry.state == RequestState.ACCEPTED:
        return _("%(names)s: entered.") % {"names": names}
    if entry.state == RequestState.WAITING:
        return _("%(names)s: waiting for a place.") % {"names": names}
    return _("%(names)s: say who they are, then accept.") % {"names": names}


@decision
def refuse(request: HttpRequest, _tournament: Tournament, entry: EntryRequest) -> str:
    """Refuse a request with a message, which the players read on their personal page."""
    services.refuse(entry, request.POST.get("sentence", ""), **acting(request))
    return _("The answer is on their page now.")


def _other(request: HttpRequest, tournament: Tournament) -> EntryRequest:
    try:
        wanted = UUID(request.POST.get("other", ""))
    except ValueError as wrong:
        raise BadEntry("no_single", Sentence(marked("Choose with whom they play."))) from wrong
    return get_object_or_404(EntryRequest, pk=wanted, tournament=tournament)


@decision
def join(request: HttpRequest, tournament: Tournament, entry: EntryRequest) -> str:
    """Join the requests of two players without a partner, and accept the pair."""
    return _outcome(services.join(entry, _other(request, tournament), **acting(request)))


@decision
def keep_waiting(request: HttpRequest, tournament: Tournament, entry: EntryRequest) -> str:
    """Leave the requests of two players without a partner on the waiting list."""
    services.keep_waiting(entry, _other(request, tournament), **acting(request))
    return _("They wait on, each for a partner.")
