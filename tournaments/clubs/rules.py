"""What a club beside the first one may be called: the word for its database, its host name."""

import re

from scoring.types import BadSetup, Problem, Sentence, _

# The club that the site began with: it has the database of the settings, and needs no word for it.
FIRST = ""
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_SLUG, LONGEST_HOST = 30, 253
LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"{LABEL}(\.{LABEL})*")


def check_slug(slug: str) -> str:
    """Return the word by which a club is known on this site; raise BadSetup where it is none."""
    if len(slug) <= LONGEST_SLUG and SLUG.fullmatch(slug):
        return slug
    text = _("Choose a short word for the club: small letters and digits, at most %(most)s, such as “bosa”.")
    raise _refusal("club_slug", "/slug", Sentence(text, {"most": LONGEST_SLUG}))


def check_host(host: str) -> str:
    """Return a host name in small letters, without a port; raise BadSetup where it is none."""
    name = host.strip().lower().rstrip(".")
    if len(name) <= LONGEST_HOST and HOST.fullmatch(name) and not name.rpartition(".")[2].isdecimal():
        return name
    text = _("Write the name by which the club’s site is opened, such as bosa.example.org, and no more.")
    raise _refusal("club_host", "/host", Sentence(text))


def _refusal(code: str, where: str, sentence: Sentence) -> BadSetup:
    return BadSetup(code, sentence, (Problem(code, "", "error", where, sentence),))
