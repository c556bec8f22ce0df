"""Limit of log-in attempts per user name and browser.

A browser in which an account has logged in before has its own limit.
"""

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
    """Record and return a log-in attempt; return None after TRIES attempts within PAUSE.

    Attempts are counted for each name. A browser with a valid `cookie` for the name has a separate count. The
    attempt is stored before the attempts are counted, so that concurrent attempts cannot exceed the limit.
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
    """Delete a successful attempt, so that it does not count towards the limit."""
    counted.delete()


def cookie_for(name: str) -> str:
    """Return the cookie value for a browser in which this account has logged in."""
    return signing.dumps([_folded(name), new_secret()], salt=SALT)


def _browser(name: str, cookie: str | None) -> str:
    try:
        username, secret = signing.loads(cookie or "", salt=SALT, max_age=KNOWN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(secret) if username == _folded(name) else ""


def _folded(name: str) -> str:
    return name.strip().casefold()
