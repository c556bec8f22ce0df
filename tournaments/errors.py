"""HTTP status codes of rule errors, and of errors of the database or the disk."""

import errno
from collections.abc import Mapping
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError, OperationalError

from scoring.types import BadEntry, BadSetup, NoPairing, NotNow, RuleError

STATUS_BY_KIND: Mapping[type[RuleError], int] = {BadEntry: 400, BadSetup: 400, NotNow: 409, NoPairing: 409}

# Codes with an HTTP status of their own.
STATUS_BY_CODE: Mapping[str, int] = {
    "code_wrong": 401,
    "length_required": 411,
    "too_large": 413,
    "precondition_required": 428,
    "too_many_codes": 429,
    "too_many_arrivals": 429,
    "too_many_requests": 429,
}

# HTTP status of a form with an expired token, or from another site.
FORM_REFUSED = 403

# Seconds after which a request that met an outage may be sent again.
RETRY_AFTER = 5


def status_of(error: RuleError) -> int:
    """Return the HTTP status of a rule error.

    The code of the error determines the status; for a code without a status, the class of the error does.
    Raise KeyError if neither the code nor the exact class has a status.
    """
    return STATUS_BY_CODE.get(error.code) or STATUS_BY_KIND[type(error)]


SQLITE_AWAY = {5, 6, 10, 14, 15}  # busy, locked, I/O error, cannot open, locking protocol
SQLITE_FULL = 13
# Prefixes of SQLSTATE: connection, resources, operator intervention, lock not available, rollback.
POSTGRESQL_AWAY = ("08", "53", "57", "55P03", "40")
POSTGRESQL_FULL = "53100"
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def outage_of(error: BaseException | None) -> HTTPStatus | None:
    """Return 503 for a locked or unavailable database, 507 for a full disk, None for any other error."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return HTTPStatus.INSUFFICIENT_STORAGE
        if isinstance(error, DatabaseError | InterfaceError):
            return _outage_of_database(error)
        error = error.__cause__ or error.__context__
    return None


def _outage_of_database(error: DatabaseError | InterfaceError) -> HTTPStatus | None:
    cause = error.__cause__
    sqlite: int | None = getattr(cause, "sqlite_errorcode", None)
    if sqlite is not None:
        if sqlite & 0xFF == SQLITE_FULL:
            return HTTPStatus.INSUFFICIENT_STORAGE
        return HTTPStatus.SERVICE_UNAVAILABLE if sqlite & 0xFF in SQLITE_AWAY else None
    state: str | None = getattr(cause, "sqlstate", None)
    if state == POSTGRESQL_FULL:
        return HTTPStatus.INSUFFICIENT_STORAGE
    away = (
        state.startswith(POSTGRESQL_AWAY) if state else isinstance(error, OperationalError | InterfaceError)
    )
    return HTTPStatus.SERVICE_UNAVAILABLE if away else None
