"""Who calls from a table: a phone by its cookie, a program by the code on the sheet.

Neither is an account. What such a visitor may do follows from the grant its device has for the very
match that is called, and is looked up only when an act needs it.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from scoring.models import Device, Grant, TableKey
from scoring.sheet.devices import COOKIE, hashed, open_by_code, standing_grant, typed_code

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
