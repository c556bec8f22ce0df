"""The seeds of a tournament set all at once, before the draw: a proposal that the desk has confirmed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.errors import NotNow
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.live import note_change
from tournaments.models import Team, Tournament
from tournaments.services.entries import BATCH, lock_entries


def seed_teams(tournament: Tournament, ids: Sequence[UUID], *, author: Author, at: datetime) -> None:
    """Make these teams the seeds, the first the strongest, and no others; raise NotNow if one has left."""
    ids = list(dict.fromkeys(ids))
    with transaction.atomic():
        tournament = lock_entries(tournament)
        teams = tournament.teams.in_bulk(ids)
        if len(teams) < len(ids):
            text = _("The list has changed meanwhile. Look at the proposal again.")
            raise NotNow("entries_changed", Sentence(text))
        tournament.teams.update(seed=None)
        for seed, team_id in enumerate(ids, start=1):
            teams[team_id].seed = seed
        Team.objects.bulk_update(teams.values(), ["seed"], batch_size=BATCH)
        note_move(tournament.pk, "seeds_set", author=author, at=at, body={"seeds": len(ids)})
        note_change(tournament.pk, "entries")
