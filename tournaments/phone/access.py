"""Access to the pages of a table: the match, its score sheet, and the rights of the phone or account."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.models import Grant, SheetEvent
from scoring.sheet.devices import COOKIE, standing_grant
from scoring.sheet.rules.log import Place, SheetLog
from scoring.sheet.services.log import Acting, Author, sheet_events
from scoring.translation import say
from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.matches.selectors.matches import MatchNow, one_match
from tournaments.matches.sheet_view import SheetView, sheet_view
from tournaments.models import Match
from tournaments.permissions import PUBLIC, SCORER, may, roles_of
from tournaments.phone.words import SideWords, sides_in_words
from tournaments.stages.selectors.stage_details import round_words
from tournaments.values.visibility import Visibility

MONTH = 30 * 24 * 60 * 60


@dataclass(frozen=True)
class AtTable:
    """The match at a table, and the visitor's rights; `words` contains the names of the sides."""

    match: MatchNow
    events: tuple[SheetEvent, ...]
    log: SheetLog
    view: SheetView
    grant: Grant | None
    roles: frozenset[str]
    user_id: int | None
    words: tuple[SideWords, ...]

    @property
    def id(self) -> UUID:
        """The id of the match, which is also the id of its score sheet."""
        return self.match.match.sheet_id

    @cached_property
    def round(self) -> str:
        """The name of the round of the match. One query."""
        return say(round_words(self.match.match))

    @property
    def events_url(self) -> str:
        """The URL of the tournament's event stream."""
        return f"/api/v1/tournaments/{self.match.match.tournament.slug}/events/"

    @property
    def first_step(self) -> str:
        """The key of the first step of the hand form."""
        return self.view.card_game.entry_steps[0].key

    @property
    def by_cards(self) -> bool:
        """True if the hands of the match are recorded card by card."""
        return self.match.match.by_cards and self.view.card_game.card_by_card is not None

    @property
    def alone(self) -> bool:
        """True if the sides of the match are single players, not pairs."""
        return self.view.card_game.players_a_side == 1

    @property
    def may_write(self) -> bool:
        """True if the visitor may record hands now: the visitor's role allows it and the match is open."""
        return may("write_hand", self.roles) and self.match.match.state in ("ready", "playing", "disputed")

    @property
    def own_side(self) -> int | None:
        """The number of the side to which the phone belongs; None if the phone belongs to no side."""
        return self.grant.side if self.grant else None

    @property
    def by_phone(self) -> bool:
        """True if the visitor may record hands because of the phone's grant, not because of an account."""
        return SCORER in self.roles

    @property
    def is_public(self) -> bool:
        """True if the visitor has no rights except those of the public."""
        return PUBLIC in self.roles

    @property
    def undecided(self) -> bool:
        """True if no side has been chosen for the phone yet."""
        return self.by_phone and self.own_side is None

    def acting(self, key: str | None = None) -> Acting:
        """Return the arguments `author` (with the idempotency key) and `at` (the time) for a service call."""
        author = Author(self.user_id, self.grant.device_id if self.grant else None, key or None)
        return {"author": author, "at": timezone.now()}

    def word(self, side: int) -> SideWords:
        """Return the name of a side as shown on the phone."""
        return next(words for words in self.words if words.side == side)

    def standing_hand(self, place: Place) -> SheetEvent | None:
        """Return the sheet event with the valid version of a hand; None if the hand is not recorded yet."""
        standing = self.log.hands.get(place)
        return self.events[standing.seq - 1] if standing else None


Rest = ParamSpec("Rest")
Page = Callable[Concatenate[HttpRequest, AtTable, Rest], HttpResponse]


def at_table(act: str, *methods: str) -> Callable[[Page[Rest]], Callable[..., HttpResponse]]:
    """Return a decorator that checks a permission and passes an AtTable to the view of a table page.

    `act` is the required permission. If the view raises a RuleError, the decorator shows a page with the
    message and a link to the sheet.
    """

    def decorate(page: Page[Rest]) -> Callable[..., HttpResponse]:
        @wraps(page)
        @never_cache
        @require_http_methods(methods or ("GET", "HEAD"))
        def opened(request: HttpRequest, match: UUID, *rest: Rest.args, **more: Rest.kwargs) -> HttpResponse:
            table = visit(request, match)
            if not may(act, table.roles):
                return forbidden(request, table)
            try:
                return page(request, table, *rest, **more)
            except RuleError as refusal:
                context = {"here": table, "refusal": refusal}
                return render(request, "phone/refusal.html", context, status=status_of(refusal))

        opened.act = act  # type: ignore[attr-defined]
        return opened

    return decorate


def forbidden(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Return a 403 page with a link to the form for the table code."""
    return HttpResponseForbidden(render_to_string("phone/refusal.html", {"here": table}, request))


def visit(request: HttpRequest, match_id: UUID) -> AtTable:
    """Return the AtTable of a match with the visitor's rights.

    Raise Http404 if the match is unknown, or if the visitor may not see the tournament.
    """
    try:
        match = one_match(match_id)
    except Match.DoesNotExist:
        raise Http404 from None
    user: Any = request.user
    grant = standing_grant(request.COOKIES.get(COOKIE), match_id)
    roles = roles_of(user, match.match.tournament, grant)
    if PUBLIC in roles and match.match.tournament.visibility != Visibility.PUBLISHED:
        raise Http404
    events = sheet_events(match_id) if match.match.sheet.head_seq else []
    own_side = grant.side if grant else None
    log = match.match.sheet.open_with(events).log
    view = sheet_view(match, own_side or 0)
    return AtTable(
        match=match,
        events=tuple(events),
        log=log,
        view=view,
        grant=grant,
        roles=roles,
        user_id=user.pk if SCORER not in roles and user.is_authenticated else None,
        words=sides_in_words(view, own_side),
    )


def remember(response: HttpResponse, secret: str, *, secure: bool) -> None:
    """Store the secret of the phone in a cookie."""
    response.set_cookie(COOKIE, secret, max_age=MONTH, httponly=True, samesite="Lax", secure=secure)
