"""Tries to log in are counted, by name and browser; a browser in which an account was opened is known."""

from datetime import datetime, timedelta
from hashlib import sha256

from django.core import signing

from scoring.models import CodeTry
from scoring.sheet.devices import new_secret

TRIES = 5
PAUSE = timedelta(minutes=15)
# Clocks of processes differ by at most this. Later attempts date from before the clock was set back.
SKEW = timedelta(minutes=1)
KNOWN_FOR = timedelta(days=365)
SALT = "known browser"


def count_try(name: str, cookie: str | None, *, at: datetime) -> CodeTry | None:
    """Count one try under a name from the browser with this cookie; return it, None when it is one too many.

    It stands before it is judged: of many at once no more than five can find themselves among the first five.
    """
    whose = f"{_folded(name)} {_browser(name, cookie)}"
    visitor = f"login:{sha256(whose.encode()).hexdigest()[:48]}"
    CodeTry.objects.filter(visitor__startswith="login:", tried_at__lt=at - PAUSE).delete()
    counted = CodeTry.objects.create(visitor=visitor, tried_at=at)
    recent = CodeTry.objects.filter(visitor=visitor, tried_at__range=(at - PAUSE, at + SKEW))
    if recent.count() <= TRIES:
        return counted
    counted.delete()
    return None


def forget_try(counted: CodeTry) -> None:
    """Take back a try that was right."""
    counted.delete()


def cookie_for(name: str) -> str:
    """Return the cookie of a browser in which this account was opened."""
    return signing.dumps([_folded(name), new_secret()], salt=SALT)


def _browser(name: str, cookie: str | None) -> str:
    """Return what tells a known browser of this account from all that are not known to it."""
    try:
        known, secret = signing.loads(cookie or "", salt=SALT, max_age=KNOWN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(secret) if known == _folded(name) else ""


def _folded(name: str) -> str:
    return name.strip().casefold()
