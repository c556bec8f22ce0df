"""The event that an archive is of: read before anything is written, and whether it can come here."""

from typing import Any
from uuid import UUID

from scoring.errors import BadEntry
from scoring.games import CARD_GAMES
from scoring.sentences import Sentence, _
from tournaments.club.services.new_tournament import RESERVED
from tournaments.club.services.setup import free_slugs
from tournaments.models import Tournament
from tournaments.selectors.archive import TOURNAMENT
from tournaments.services.archive_file import Archive
from tournaments.services.archive_rows import read_rows
from tournaments.visibility.selectors import is_found


def event_of(archive: Archive, owner: Any) -> Tournament:
    """Return the event of an archive, not saved; raise BadEntry where it is not one that this site knows."""
    rows = list(read_rows(archive, TOURNAMENT, {}, owner=owner))
    tournament = rows[0] if len(rows) == 1 else None
    if not isinstance(tournament, Tournament):
        text = _("An archive holds one event, and this one holds %(count)s.")
        raise BadEntry("archive_not_one", Sentence(text, {"count": len(rows)}))
    if tournament.card_game not in CARD_GAMES:
        raise unknown_rules(tournament.card_game)
    return tournament


def unknown_rules(key: str) -> BadEntry:
    """Return the refusal of a card game or a format that this site does not have."""
    text = _("This site does not know “%(key)s”. Bring it up to date, then take the archive again.")
    return BadEntry("archive_unknown_rules", Sentence(text, {"key": key[:40]}))


def refuse_known(tournament_id: UUID, owner: Any) -> None:
    """Raise BadEntry for an event that is here already; its name is said to those who find it."""
    here = Tournament.objects.filter(pk=tournament_id).first()
    if here is None:
        return
    if not is_found(here, owner, None):
        text = _("This event is here already, and another organiser keeps it out of sight.")
        raise BadEntry("event_known", Sentence(text))
    text = _("This event is here already, as “%(name)s” at /%(slug)s/.")
    raise BadEntry("event_known", Sentence(text, {"name": here.name, "slug": here.slug}))


def free_address(slug: str) -> str:
    """Return an event's own address, or the next that is free."""
    return next(free_slugs(Tournament, slug, RESERVED))
