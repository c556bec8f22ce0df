"""Common parts of API calls: request bodies, headers, authentication, permissions, pagination.

At a table, a phone is authenticated by its cookie, and a program by the code on the sheet. Neither has an
account: their permissions come from the grant of their device for the match. The grant is read only if an
action needs it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, CharField, ExpressionWrapper, F, QuerySet
from django.db.models.functions import Cast
from django.http import Http404
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext
from django_filters import rest_framework as filters
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed, NotFound, PermissionDenied
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.models import Device, Grant, TableKey
from scoring.sheet.devices import COOKIE, hashed, open_by_code, standing_grant, typed_code
from scoring.statements import Blank, Statement
from scoring.strict_json import load_strict
from scoring.types import BadEntry, Sentence, _
from tournaments.competition.lifecycle import MATCH
from tournaments.models import Match
from tournaments.permissions import PUBLIC, THE_PUBLIC, is_found, may, roles_anywhere, roles_of
from tournaments.values.roles import KEY_BEGINS, Holding
from tournaments.web.api.tokens import token_by_key


class CursorPages(CursorPagination):
    """Cursor pagination. The view defines the ordering, which must be unique."""

    page_size_query_param = "page_size"
    max_page_size = 500

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Return the rows of a page; raise NotFound for an invalid cursor."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, OverflowError, ValidationError) as wrong:
            raise NotFound(gettext("There is no such page. Start again from the first.")) from wrong

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """Return the ordering of the view."""
        ordering: tuple[str, ...] = view.ordering
        return ordering


def in_playing_order(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Annotate matches with an integer `place` that orders them by stage, round and number."""
    names = ("stage__number", "round", "number")
    stage, turn, number = (Cast(F(name), BigIntegerField()) for name in names)
    place = (stage * 100_000 + turn) * 100_000 + number
    return matches.annotate(place=ExpressionWrapper(place, BigIntegerField()))


class _WholeNumber(forms.IntegerField):
    """A form field for whole numbers written in ASCII digits."""

    def to_python(self, value: Any) -> int | None:
        """Return the number; raise ValidationError unless it is written in at most five ASCII digits."""
        if value and not (value.isascii() and value.isdecimal() and len(value) <= 5):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class NumberFilter(filters.NumberFilter):  # type: ignore[misc]
    """A filter that accepts a whole number."""

    field_class = _WholeNumber


class MatchFilter(filters.FilterSet):  # type: ignore[misc]
    """A filter for matches by stage (its number in the tournament), round and state."""

    stage = NumberFilter(field_name="stage__number")
    round = NumberFilter()
    state = filters.ChoiceFilter(choices=[(state, state) for state in MATCH])

    class Meta:
        model = Match
        fields = ("stage", "round", "state")


class MayDoTheAct(BasePermission):
    """The permission to call a method of a view. The caller's role must allow the action of the method.

    The view sets the action of each method in `acts`.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True if the caller may perform the action of the request.

        True is also returned for a method that the view does not support, so that the response has status
        405. A public action in a published tournament needs no query for the roles.

        Raises:
            Http404: the tournament is hidden from the caller, and the action is not `hand_over`.
            NotFound: the call reads data of a page that is closed to the caller.
            PermissionDenied: a phone or code has no permission for the action (`not_at_this_table`).
            BadEntry, NotNow: see `CodeAtTable.grant`.
        """
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method not in view.allowed_methods:
            return True  # the response is 405
        act = view.acts[method]
        self._hide(request, view, act)
        if method == "GET":
            self._refuse_closed(request, view)
        if may(act, THE_PUBLIC) or may(act, _roles(request, view, act)):
            return True
        if at_table(request) is not None and not request.user.is_authenticated:
            raise PermissionDenied(
                gettext("This phone or code does not belong to this table."), "not_at_this_table"
            )
        return False

    def _hide(self, request: Request, view: Any, act: str) -> None:
        """Raise Http404 if the tournament is hidden from this caller, unless the action is `hand_over`."""
        tournament = getattr(view, "tournament", None)
        if tournament is None or act == "hand_over":
            return
        if is_found(tournament, request.user, request.COOKIES.get(COOKIE)):
            return
        if PUBLIC in _roles(request, view):
            raise Http404

    def _refuse_closed(self, request: Request, view: Any) -> None:
        """Raise NotFound if the call returns data of a page that this caller may not read."""
        page = getattr(view, "of_page", None)
        if page is None or page not in view.tournament.closed_pages:
            return
        if PUBLIC in _roles(request, view):
            raise NotFound(gettext("The organiser does not show this page."), "page_closed")


def _roles(request: Request, view: Any, act: str = "read") -> frozenset[str]:
    """Return the caller's roles; load the table grant only if the roles of the account are insufficient."""
    if getattr(view, "anywhere", False):
        return roles_anywhere(request.user)
    tournament = getattr(view, "tournament", None)
    roles = roles_of(request.user, tournament)
    grant = getattr(view, "grant", None) if PUBLIC in roles or not may(act, roles) else None
    return roles_of(request.user, tournament, grant) if grant else roles


PLAIN_TOKEN = Statement(lambda: Token.objects.select_related("user").filter(pk=Blank("key", CharField())))


class ProgramTokens(TokenAuthentication):
    """Authentication by `Authorization: Token KEY`; a token may be limited to one role of its account."""

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """Return the owner and the token; raise AuthenticationFailed if the token is not valid.

        A token that begins with KEY_BEGINS limits the owner's roles; a token of `drf_create_token` does not.
        """
        if not key.startswith(KEY_BEGINS):
            plain = PLAIN_TOKEN.first(key=key)
            if plain is not None and plain.user.is_active:
                return plain.user, plain
            refused: tuple[Any, Any] = super().authenticate_credentials(key)
            return refused
        token = token_by_key(key, at=timezone.now())
        if token is None:
            raise AuthenticationFailed(gettext("This token opens nothing any more. Make a new one."))
        user: Any = token.user
        user.token_scope = Holding(token.role, token.tournament_id)
        return user, token


KEYWORD = "table"
LONGEST = 20


@dataclass(frozen=True)
class PhoneAtTable:
    """A phone, identified by the secret in its cookie."""

    secret: str

    def grant(self, sheet_id: UUID) -> Grant | None:
        """Return the phone's grant for this sheet, or None. One query."""
        return standing_grant(self.secret, sheet_id)


@dataclass(frozen=True)
class CodeAtTable:
    """A program that sends the code of a table with every call. Wrong codes are counted per IP address."""

    code: str
    address: str

    def grant(self, sheet_id: UUID) -> Grant | None:
        """Return the program's grant for this sheet; None if the code belongs to another sheet.

        One query if the code was used before. Raise BadEntry (`code_wrong`) or NotNow (`too_many_codes`,
        `table_closed`, `grant_revoked`) as `open_by_code` does.
        """
        secret = f"code:{self.address}:{typed_code(self.code)}"
        standing = standing_grant(secret, sheet_id)
        if standing is not None:
            return standing
        right = TableKey.objects.filter(code_hash=hashed(typed_code(self.code))).exists()
        device = _device(secret if right else f"address:{self.address}")
        grant = open_by_code(self.code, device, self.address, at=timezone.now())
        return grant if grant.sheet_id == sheet_id else None


AtTable = PhoneAtTable | CodeAtTable


def _device(secret: str) -> Device:
    now = timezone.now()
    return Device.objects.get_or_create(
        secret_hash=hashed(secret), defaults={"made_at": now, "seen_at": now}
    )[0]


class TableAuthentication(BaseAuthentication):
    """Authentication by `Authorization: Table CODE`, or by the phone's cookie with CSRF protection."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, AtTable] | None:
        """Return an anonymous user and a phone or a table code; None if the request has neither.

        The code is not checked. Raise PermissionDenied for a request with a cookie that fails the CSRF check.
        """
        word, _space, code = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if word.lower() == KEYWORD:
            return AnonymousUser(), CodeAtTable(code.strip()[:LONGEST], request.META.get("REMOTE_ADDR", ""))
        secret = request.COOKIES.get(COOKIE)
        if not secret:
            return None
        SessionAuthentication().enforce_csrf(request)
        return AnonymousUser(), PhoneAtTable(secret)


def at_table(request: Request) -> AtTable | None:
    """Return the phone or the table code of the caller, or None; the caller may also be logged in."""
    auth: Any = request.auth
    if isinstance(auth, PhoneAtTable | CodeAtTable):
        return auth
    secret = request.COOKIES.get(COOKIE)
    by_session = isinstance(request.successful_authenticator, SessionAuthentication)
    return PhoneAtTable(secret) if secret and by_session else None


LARGEST = 1024 * 1024


class StrictJSONParser(BaseParser):
    """A JSON parser that refuses ambiguous and oversized bodies."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the parsed request body; raise BadEntry with the reason if the body is not valid."""
        body = stream.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise BadEntry("too_large", Sentence(_("This is too large. Send at most one megabyte.")))
        return load_strict(body)


VERSION = re.compile(r'(?:W/)?"([0-9]{1,5})"')
NUMBER = re.compile(r"[0-9]{1,5}")
KEY = re.compile(r"[\x21-\x7e]{1,64}")
MOST_REPLACED = 9


def version_named(request: Request) -> int | None:
    """Return the version in `If-Match`, or None if the header is missing; raise BadEntry if it is invalid."""
    header = request.headers.get("If-Match")
    if header is None:
        return None
    named = VERSION.fullmatch(header.strip())
    if named is None:
        raise BadEntry(
            "bad_if_match", Sentence(_('Write the version in If-Match as the ETag has it, such as "3".'))
        )
    return int(named[1])


def version_required(request: Request) -> int:
    """Return the version in `If-Match`; raise BadEntry if it is missing (status 428) or invalid."""
    version = version_named(request)
    if version is None:
        raise BadEntry(
            "precondition_required", Sentence(_("Say in If-Match which version of the hand you have seen."))
        )
    return version


def client_key(request: Request) -> str | None:
    """Return the idempotency key of the call, or None; raise BadEntry if it is not valid."""
    key: str | None = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise BadEntry(
            "bad_idempotency_key", Sentence(_("An Idempotency-Key has 1 to 64 letters, digits or signs."))
        )
    return key


def keys_replaced(request: Request) -> tuple[str, ...]:
    """Return the older idempotency keys in the `Replaces` header, latest first.

    The call replaces the calls with these keys. Raise BadEntry for an invalid key or too many keys.
    """
    keys = tuple(request.headers.get("Replaces", "").split())
    if len(keys) > MOST_REPLACED or not all(KEY.fullmatch(key) for key in keys):
        text = _("Replaces names older keys with blanks between them, at most nine.")
        raise BadEntry("bad_replaces", Sentence(text))
    return keys


def reopenings_of(request: Request) -> int | None:
    """Return the number in the `Reopenings` header; None if the header is missing.

    Raise BadEntry (`bad_reopenings`) if the header is not a number.
    """
    header = request.headers.get("Reopenings")
    if header is None:
        return None
    if not NUMBER.fullmatch(header.strip()):
        text = _("Write in Reopenings how many times the sheet was reopened, as a number.")
        raise BadEntry("bad_reopenings", Sentence(text))
    return int(header)


def tag(*parts: object) -> str:
    """Return an ETag that consists of the given parts."""
    return '"' + "-".join(map(str, parts)) + '"'


def seen_already(request: Request, etag: str) -> Response | None:
    """Return a 304 response if the caller already has this ETag, otherwise None."""
    have = {each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))}
    return Response(status=304, headers=revalidated(etag)) if have & {etag, "*"} else None


def revalidated(etag: str) -> dict[str, str]:
    """Return the headers for a response that may be stored but must be revalidated."""
    return {"ETag": etag, "Cache-Control": "no-cache"}
