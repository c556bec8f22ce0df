"""Access of phones to a score sheet: a phone sends a token or a code, and receives a grant."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.models import CodeTry, Device, Grant, ScoreSheet, TableKey
from scoring.types import BadEntry, NotNow, Sentence, _, ngettext

# The cookie with a phone's secret.
COOKIE = "table"

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def _derived(purpose: str, sheet_id: UUID, generation: int) -> bytes:
    message = f"{purpose}:{sheet_id}:{generation}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()


def hashed(secret: str) -> str:
    """Return the hash of a secret as 64 hexadecimal digits; the secret itself is never stored."""
    return hmac.new(settings.SECRET_KEY.encode(), secret.encode(), hashlib.sha256).hexdigest()


def table_token(key: TableKey) -> str:
    """Return the 128-bit token of a sheet, which is the fragment of the URL in its QR code."""
    return urlsafe_b64encode(_derived("token", key.sheet_id, key.generation)[:16]).rstrip(b"=").decode()


def table_code(key: TableKey) -> str:
    """Return a sheet's six-character code, which people enter; it never contains 0, O, 1 or I."""
    number = int.from_bytes(_derived("code", key.sheet_id, key.generation)[:8], "big")
    return "".join(ALPHABET[number >> (5 * place) & 31] for place in range(CODE_LENGTH))


def shown_code(key: TableKey) -> str:
    """Return the code as it is printed: two groups of three characters."""
    code = table_code(key)
    return f"{code[:3]} {code[3:]}"


def typed_code(text: str) -> str:
    """Return an entered code in the form used for comparison: upper case, without spaces and dashes."""
    return "".join(character for character in text.upper() if character.isalnum())


def new_keys(sheet_ids: Iterable[UUID]) -> list[TableKey]:
    """Return unsaved keys for new sheets, without any code that is already in use."""
    keys = [TableKey(sheet_id=sheet_id) for sheet_id in sheet_ids]
    for key in keys:
        _hash(key)
    used_hashes = set(
        TableKey.objects.filter(code_hash__in=[key.code_hash for key in keys]).values_list(
            "code_hash", flat=True
        )
    )
    for key in keys:
        while key.code_hash in used_hashes:
            key.generation += 1
            _hash(key)
        used_hashes.add(key.code_hash)
    return keys


def renew_key(key: TableKey) -> None:
    """Give a sheet a new token and a new code, and invalidate the old ones."""
    key.generation += 1
    _hash(key)
    key.save(update_fields=["generation", "token_hash", "code_hash"])


def _hash(key: TableKey) -> None:
    key.token_hash = hashed(table_token(key))
    key.code_hash = hashed(table_code(key))


def new_secret() -> str:
    """Return a new 128-bit secret for a phone's cookie."""
    return secrets.token_urlsafe(16)


TRIES = 5
TRIES_A_ROOM = 60
PAUSE = timedelta(minutes=1)


def know_device(secret: str | None, *, at: datetime) -> tuple[Device, str]:
    """Return the phone with this cookie, or else a new phone, together with its secret."""
    if secret:
        device = Device.objects.filter(secret_hash=hashed(secret)).first()
        if device:
            return device, secret
    secret = new_secret()
    return Device.objects.create(secret_hash=hashed(secret), made_at=at, seen_at=at), secret


def open_by_token(token: str, device: Device, *, at: datetime) -> Grant:
    """Return the grant for a phone that sends the token in a QR code.

    Raise NotNow if the token is unknown, the table is closed, or the grant of the phone was revoked.
    """
    key = TableKey.objects.filter(token_hash=hashed(token)).first()
    if key is None:
        raise NotNow(
            "token_unknown", Sentence(_("This QR is not valid any more. Ask the referee for a new sheet."))
        )
    return _grant(key, device, at)


def open_by_code(text: str, device: Device, address: str, *, at: datetime) -> Grant:
    """Return the grant for a phone that sends a table code.

    A wrong code is stored to count the tries, so an error must not roll back the caller's transaction.

    Raises:
        BadEntry: the code is wrong (`code_wrong`).
        NotNow: the phone sent five wrong codes within the last minute; the code is wrong, and the phone's IP
            address sent sixty wrong codes within the last minute; the table is closed; or the grant of the
            phone was revoked.
    """
    return _grant(_key_of(text, device, address, TableKey.objects.all(), at=at), device, at)


def open_for_known(device: Device, sheet_id: UUID, *, at: datetime) -> Grant:
    """Return a grant without a code; the caller has checked that the phone may open the sheet.

    Raise NotNow if the table is closed, or the grant of the phone was revoked.
    """
    return _grant(TableKey.objects.get(sheet=sheet_id), device, at)


def check_code(text: str, grant: Grant, address: str, *, at: datetime) -> None:
    """Check the table's code that was entered on a phone which already has a grant.

    Raise BadEntry (`code_wrong`) or NotNow (`too_many_codes`) as `open_by_code` does; an error must not roll
    back the caller's transaction. A closed table or a revoked grant is not refused.
    """
    _key_of(text, grant.device, address, TableKey.objects.filter(sheet=grant.sheet_id), at=at)


def _key_of(text: str, device: Device, address: str, keys: QuerySet[TableKey], *, at: datetime) -> TableKey:
    """Return the key with this code. Must not run in a transaction that is rolled back after an error.

    A wrong code is stored before the tries are counted, so that parallel tries cannot exceed the limit.
    """
    key = keys.filter(code_hash=hashed(typed_code(text))).first()
    if key is not None:
        if tries_left(device, address, at=at)[0] <= 0:  # not [1]: a whole club may share one address
            raise _too_many()
        return key
    tries = CodeTry.objects.bulk_create(
        [CodeTry(visitor=visitor, tried_at=at) for visitor in _visitors(device, address)]
    )
    remaining_tries = min(tries_left(device, address, at=at))
    if remaining_tries < 0:
        CodeTry.objects.filter(pk__in=[each.pk for each in tries]).delete()
        raise _too_many()
    raise BadEntry("code_wrong", _wrong_code(remaining_tries))


def _too_many() -> NotNow:
    return NotNow("too_many_codes", Sentence(_("Too many wrong codes. Wait one minute, then try again.")))


def _wrong_code(attempts: int) -> Sentence:
    return ngettext(
        "Wrong code, look at the sheet. You have %(count)s try left.",
        "Wrong code, look at the sheet. You have %(count)s tries left.",
        attempts,
    )


def _visitors(device: Device, address: str) -> tuple[str, str]:
    return f"device:{device.pk}", f"room:{hashed(address)[:32]}"


def tries_left(device: Device, address: str, *, at: datetime) -> tuple[int, int]:
    """Return how many more wrong codes are allowed this minute from this phone and from its IP address."""
    mine, room = _visitors(device, address)
    recent = list(
        CodeTry.objects.filter(Q(visitor=mine) | Q(visitor=room), tried_at__gt=at - PAUSE).values_list(
            "visitor", flat=True
        )
    )
    return TRIES - recent.count(mine), TRIES_A_ROOM - recent.count(room)


def _grant(key: TableKey, device: Device, at: datetime) -> Grant:
    if key.closed_at is not None:
        raise NotNow(
            "table_closed", Sentence(_("This match is over: its sheet can be read, but not written."))
        )
    with transaction.atomic():
        grant, _created = Grant.objects.get_or_create(
            device=device, sheet_id=key.sheet_id, defaults={"made_at": at}
        )
    if grant.revoked_at is not None:
        raise NotNow("grant_revoked", Sentence(_("The referee has taken this phone off the table.")))
    return grant


def choose_side(grant: Grant, side: int) -> bool:
    """Set the side for which a phone writes; return False if another side was set before."""
    chosen = Grant.objects.filter(Q(side=None) | Q(side=side), pk=grant.pk).update(side=side)
    grant.refresh_from_db(fields=["side"])
    return chosen > 0


def change_side(grant: Grant, side: int, code: str, address: str, *, at: datetime) -> None:
    """Change the side for which a phone writes, after checking the table's code.

    Raise the errors of `check_code`, which must not roll back the caller's transaction.
    """
    check_code(code, grant, address, at=at)
    grant.side = side
    grant.save(update_fields=["side"])


def standing_grant(secret: str | None, sheet_id: UUID) -> Grant | None:
    """Return the valid grant for a sheet held by the phone with this cookie, or None; runs one query."""
    if not secret:
        return None
    grants = Grant.objects.select_related("device").filter(sheet_id=sheet_id, revoked_at__isnull=True)
    return grants.filter(device__secret_hash=hashed(secret)).first()


def any_grant(secret: str | None, sheet_id: UUID) -> Grant | None:
    """Return the grant for a sheet held by the phone with this cookie, including a revoked one."""
    grants = Grant.objects.select_related("sheet").filter(sheet_id=sheet_id)
    return grants.filter(device__secret_hash=hashed(secret)).first() if secret else None


def revoke_grant(grant: Grant, *, at: datetime) -> None:
    """Revoke a phone's grant, and give its table a new token and a new code.

    Do nothing if the grant is already revoked. The object `grant` stays unchanged.
    """
    with transaction.atomic():
        if Grant.objects.filter(pk=grant.pk, revoked_at__isnull=True).update(revoked_at=at):
            renew_key(TableKey.objects.get(pk=grant.sheet_id))


def close_table(sheet: ScoreSheet, *, at: datetime) -> None:
    """Close the table of a finished match, which makes its token and code invalid."""
    TableKey.objects.filter(sheet=sheet, closed_at__isnull=True).update(closed_at=at)


def open_table(sheet: ScoreSheet) -> None:
    """Reopen the table of a match, which makes its token and code valid again."""
    TableKey.objects.filter(sheet=sheet).update(closed_at=None)
