"""Who calls from a table: a phone by its cookie, a program by the code on the sheet.

Neither is an account. What such a visitor may do follows from the grant its device has for the very
match that is called, and is looked up only when an act needs it.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from scoring.models import Device, Grant, TableKey
from scoring.sheet.devices import COOKIE, hashed, open_by_code, standing_grant, typed_code
from tournaments.permissions import PUBLIC, may, role_of
from tournaments.visibility.selectors import is_found


class MayDoTheAct(BasePermission):
    """Lets a call through when its caller's role may do the act its route names for this method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask the table; what everybody may do costs no look at who is asking."""
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method not in view.allowed_methods:
            return True  # and the answer is 405
        act = view.acts[method]
        self._hide(request, view, act)
        if method == "GET":
            self._refuse_closed(request, view)
        if may(act, PUBLIC) or may(act, _role(request, view)):
            return True
        if at_table(request) is not None and not request.user.is_authenticated:
            raise PermissionDenied(
                _("This phone or code does not belong to this table."), "not_at_this_table"
            )
        return False

    def _hide(self, request: Request, view: Any, act: str) -> None:
        """Raise Http404 for a tournament that this caller does not find; a phone may hand over its hands."""
        tournament = getattr(view, "tournament", None)
        if tournament is None or act == "hand_over":
            return
        if is_found(tournament, request.user, request.COOKIES.get(COOKIE)):
            return
        if _role(request, view) == PUBLIC:
            raise Http404

    def _refuse_closed(self, request: Request, view: Any) -> None:
        """Raise NotFound for what says the same as a page that is closed to this caller."""
        page = getattr(view, "of_page", None)
        if page is None or page not in view.tournament.closed_pages:
            return
        if _role(request, view) == PUBLIC:
            raise NotFound(_("The organiser does not show this page."), "page_closed")


def _role(request: Request, view: Any) -> str:
    """Return the caller's role for what the call is about; a grant is looked for last."""
    tournament = getattr(view, "tournament", None)
    role = role_of(request.user, tournament)
    grant = getattr(view, "grant", None) if role == PUBLIC else None
    return role_of(None, tournament, grant) if grant else role


KEYWORD = "table"
LONGEST = 20


@dataclass(frozen=True)
class PhoneAtTable:
    """A phone, known by the secret in its cookie."""

    secret: str

    def grant(self, sheet_id: UUID) -> Grant | None:
        """Return the phone's grant for this sheet: one query."""
        return standing_grant(self.secret, sheet_id)


@dataclass(frozen=True)
class CodeAtTable:
    """A program that sends a table's code with every call; wrong codes are counted by its address."""

    code: str
    address: str

    def grant(self, sheet_id: UUID) -> Grant | None:
        """Return the grant for this sheet, in one query once the code was right; raise RuleError if not."""
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
    """`Authorization: Table CODE`, or the phone's cookie with the protection a session has."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, AtTable] | None:
        """Return nobody in particular, at a table; None when there is no sign of a table."""
        word, _space, code = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if word.lower() == KEYWORD:
            return AnonymousUser(), CodeAtTable(code.strip()[:LONGEST], request.META.get("REMOTE_ADDR", ""))
        secret = request.COOKIES.get(COOKIE)
        if not secret:
            return None
        SessionAuthentication().enforce_csrf(request)
        return AnonymousUser(), PhoneAtTable(secret)


def at_table(request: Request) -> AtTable | None:
    """Return the table the caller sits at: a phone may also belong to somebody who is logged in."""
    auth: Any = request.auth
    if isinstance(auth, PhoneAtTable | CodeAtTable):
        return auth
    secret = request.COOKIES.get(COOKIE)
    by_session = isinstance(request.successful_authenticator, SessionAuthentication)
    return PhoneAtTable(secret) if secret and by_session else None
