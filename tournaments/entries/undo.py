"""Undo of a check-in: the presence of each team is reset to its previous value."""

from datetime import datetime

from scoring.sheet.services.log import Author
from tournaments.entries.services.entries import mark_presence
from tournaments.lifecycle.services.undo import UNDO, too_late
from tournaments.models import JournalEntry, Tournament


def _presence(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    team, tournament = entry.body["team"], Tournament.objects.get(pk=entry.tournament_id)
    if not tournament.teams.filter(pk=team, presence=entry.body["presence"]).exists():
        raise too_late()
    mark_presence(tournament, {team: entry.body["before"]}, author=author, at=at)


UNDO.update({"presence_marked": _presence})
