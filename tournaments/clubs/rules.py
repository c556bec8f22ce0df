"""Valid slugs and host names of the clubs other than the first."""

import re

from scoring.types import BadSetup, Problem, Sentence, _

# The slug of the first club. It uses the database of the settings.
FIRST = ""
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_SLUG, LONGEST_HOST = 30, 253
LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"{LABEL}(\.{LABEL})*")


def check_slug(slug: str) -> str:
    """Return the slug of a club; raise BadSetup if the slug is not valid."""
    if len(slug) <= LONGEST_SLUG and SLUG.fullmatch(slug):
        return slug
    text = _("Choose a short word for the club: small letters and digits, at most %(most)s, such as “bosa”.")
    raise _refusal("club_slug", "/slug", Sentence(text, {"most": LONGEST_SLUG}))


def check_host(host: str) -> str:
    """Return a host name in lower case; raise BadSetup if the host name is not valid or has a port."""
    name = host.strip().lower().rstrip(".")
    if len(name) <= LONGEST_HOST and HOST.fullmatch(name) and not name.rpartition(".")[2].isdecimal():
        return name
    text = _("Write the name by which the club’s site is opened, such as bosa.example.org, and no more.")
    raise _refusal("club_host", "/host", Sentence(text))


def _refusal(code: str, where: str, sentence: Sentence) -> BadSetup:
    return BadSetup(code, sentence, (Problem(code, "", "error", where, sentence),))
