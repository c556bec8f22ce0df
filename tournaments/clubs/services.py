"""Services that add a club to the site, with a database and a setup link for the first organiser."""

import os
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.http.request import split_domain_port, validate_host

from scoring.sheet.services.log import Author
from scoring.types import BadSetup, NotNow, Problem, Sentence, _
from tournaments.club.services.setup import setup_link
from tournaments.clubs.databases import alias_of, database_of, file_of
from tournaments.clubs.rules import FIRST, check_host, check_slug
from tournaments.clubs.selectors import hosted_clubs
from tournaments.competition.names import clean_name
from tournaments.lifecycle.services.journal import note_club
from tournaments.models import Club, HostedClub


@dataclass(frozen=True)
class NewClub:
    """A new club, and the path of the setup link for its first organiser, which is shown once."""

    club: HostedClub
    setup_path: str


def add_club(*, slug: str, name: str, host: str, author: Author, at: datetime, own_host: str = "") -> NewClub:
    """Add a club; raise BadSetup if its slug or host is invalid, NotNow if one of them is already in use.

    Raise BadEntry if its name is invalid, and BadSetup if ALLOWED_HOSTS does not allow the host.

    `own_host` is the host name of the current request. A new club cannot use it, because the first club would
    lose its host name.
    """
    slug, name, host = check_slug(slug), clean_name(name), check_host(host)
    _refuse_foreign_host(host)
    _refuse_own(host, own_host)
    _refuse_taken(slug, host)
    prepare_database(slug)
    try:
        with database_of(FIRST), transaction.atomic():
            club = HostedClub.objects.create(slug=slug, name=name, host=host, made_at=at)
            note_club("club_added", author=author, at=at, body={"club": club.pk})
    except IntegrityError:
        _refuse_taken(slug, host)  # a concurrent request added it first
        raise
    with database_of(slug):
        Club.objects.update_or_create(pk=1, defaults={"name": name})
        return NewClub(club, setup_link() or "")


def prepare_clubs() -> None:
    """Migrate the databases of all clubs other than the first."""
    for club in hosted_clubs():
        prepare_database(club.slug)


def prepare_database(slug: str) -> None:
    """Create a club's database if it does not exist, and migrate it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {alias_of(slug)}")
    else:
        file = file_of(slug)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    with database_of(slug):
        call_command("migrate", verbosity=0, interactive=False)


def _refuse_taken(slug: str, host: str) -> None:
    same_clubs = [club for club in hosted_clubs() if slug == club.slug or host == club.host]
    if same_clubs:
        raise _refusal("/slug" if same_clubs[0].slug == slug else "/host")


def _refuse_own(host: str, own_host: str) -> None:
    if host in (split_domain_port(own_host)[0].rstrip("."), "localhost"):
        raise _refusal("/host")


def _refusal(where: str) -> NotNow:
    sentence = Sentence(_("Another club of this site has this already. Choose another."))
    return NotNow("club_taken", sentence, (Problem("club_taken", "", "error", where, sentence),))


def _refuse_foreign_host(host: str) -> None:
    """Raise BadSetup if the setting ALLOWED_HOSTS does not allow the host name."""
    if validate_host(host, settings.ALLOWED_HOSTS):
        return
    text = _("This site does not answer to %(host)s. Put it into ALLOWED_HOSTS and start again.")
    sentence, code = Sentence(text, {"host": host}), "club_host_not_allowed"
    raise BadSetup(code, sentence, (Problem(code, "", "error", "/host", sentence),))
