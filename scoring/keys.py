"""What opens a table: the token in the QR, the code that is typed, the secret in a phone's cookie.

Token and code are derived from the site's secret key, so that the organiser can print them again,
and are looked up by their hash, so that a copy of the database opens nothing.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from uuid import UUID

from django.conf import settings

from scoring.models import TableKey

COOKIE = "table"
"""The cookie that holds a phone's secret."""

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def _derived(purpose: str, sheet_id: UUID, generation: int) -> bytes:
    message = f"{purpose}:{sheet_id}:{generation}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()


def hashed(secret: str) -> str:
    """Return what is stored in place of a secret: 64 hexadecimal digits."""
    return hmac.new(settings.SECRET_KEY.encode(), secret.encode(), hashlib.sha256).hexdigest()


def table_token(key: TableKey) -> str:
    """Return the 128-bit token of a sheet, as it stands in the QR's fragment."""
    return urlsafe_b64encode(_derived("token", key.sheet_id, key.generation)[:16]).rstrip(b"=").decode()


def table_code(key: TableKey) -> str:
    """Return the six characters that are typed: no 0 and O, no 1 and I."""
    number = int.from_bytes(_derived("code", key.sheet_id, key.generation)[:8], "big")
    return "".join(ALPHABET[number >> (5 * place) & 31] for place in range(CODE_LENGTH))


def shown_code(key: TableKey) -> str:
    """Return the code in two groups of three, as it is printed."""
    code = table_code(key)
    return f"{code[:3]} {code[3:]}"


def typed_code(text: str) -> str:
    """Return a typed code as it is compared: upper case, without spaces and dashes."""
    return "".join(character for character in text.upper() if character.isalnum())


def new_keys(sheet_ids: Iterable[UUID]) -> list[TableKey]:
    """Return unsaved keys for new sheets; a code that is taken already moves on to its next generation."""
    keys = [TableKey(sheet_id=sheet_id) for sheet_id in sheet_ids]
    for key in keys:
        _hash(key)
    taken = set(
        TableKey.objects.filter(code_hash__in=[key.code_hash for key in keys]).values_list(
            "code_hash", flat=True
        )
    )
    for key in keys:
        while key.code_hash in taken:
            key.generation += 1
            _hash(key)
        taken.add(key.code_hash)
    return keys


def renew_key(key: TableKey) -> None:
    """Give a table the next token and code; those before open nothing any more."""
    key.generation += 1
    _hash(key)
    key.save(update_fields=["generation", "token_hash", "code_hash"])


def _hash(key: TableKey) -> None:
    key.token_hash = hashed(table_token(key))
    key.code_hash = hashed(table_code(key))


def new_secret() -> str:
    """Return a fresh 128-bit secret for a phone's cookie."""
    return secrets.token_urlsafe(16)
