"""Deletion of a tournament with all its rows: a trial, or a tournament without draws and results.

The tournament is first marked as deleted in its own transaction, and a job finishes the deletion if the
process stops. Then all rows are deleted in one transaction. Database triggers protect the recorded data; only
one function bypasses these triggers (`scoring/facts.py`).
"""

from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import CASCADE, ProtectedError, QuerySet

from scoring.facts import Fact, delete_facts
from scoring.models import ScoreSheet
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.club.selectors.facts import facts_of_tournament, may_be_deleted
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_club
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.matches.services.slots import delete_slots
from tournaments.models import Job, Match, Person, TeamPlayer, Tournament
from tournaments.notice.services import drop_files
from tournaments.queue.kinds import kinds
from tournaments.queue.runner import enqueue
from tournaments.rosters.selectors.identities import events_of

DELETE = "delete"


def delete_tournament(tournament: Tournament, *, author: Author, at: datetime) -> None:
    """Delete a tournament and all its rows; raise NotNow if it has recorded data and is not a trial."""
    mark_deleted(tournament, author=author, at=at)
    erase_tournament(tournament.pk)


def mark_deleted(tournament: Tournament, *, author: Author, at: datetime) -> None:
    """Mark a tournament as being deleted and queue a deletion job; raise NotNow if this is not allowed.

    Does nothing if the tournament is already marked or does not exist.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        row = Tournament.objects.filter(pk=tournament.pk).first()
        if row is None or row.deleting_at:
            return
        refuse_played(row)
        Tournament.objects.filter(pk=row.pk).update(deleting_at=at)
        body = {"tournament": str(row.pk), "trial": row.trial}
        note_club("tournament_deleted", author=author, at=at, body=body)
        note_change(row.pk, "entries")
        enqueue(DELETE, row.pk, tournament_id=None)


def refuse_played(tournament: Tournament) -> None:
    """Raise NotNow if the tournament can only be unpublished and not be deleted."""
    if not may_be_deleted(tournament):
        text = _(
            "Something was drawn or played here, so it is not deleted. Take it off the site instead: "
            "only a trial is deleted whole."
        )
        raise NotNow("has_facts", Sentence(text))


def finish_deletion(job: Job) -> dict[str, Any]:
    """Delete the job's tournament if it is marked as deleted and still exists."""
    erase_tournament(job.subject)
    return {}


def erase_tournament(tournament_id: UUID) -> None:
    """Delete all rows of a tournament, if it is marked as deleted. Idempotent.

    Persons who were first entered in this tournament and are in no other tournament are deleted too, unless
    their names are to stay (`stays_since`) or other rows refer to them.
    """
    with transaction.atomic():
        lock_tournament(tournament_id)
        tournament = Tournament.objects.filter(pk=tournament_id, deleting_at__isnull=False).first()
        if tournament is None:
            return
        persons = _persons_of_tournament_only(tournament)
        for rows in facts_of_tournament(tournament_id):
            _delete_beside(rows)
            delete_facts(rows)
        sheets = list(Match.objects.filter(tournament=tournament).values_list("sheet", flat=True))
        delete_slots(tournament)
        Match.objects.filter(tournament=tournament).delete()
        ScoreSheet.objects.filter(pk__in=sheets).delete()
        TeamPlayer.objects.filter(tournament=tournament).delete()
        _delete_jobs(tournament)
        tournament.delete()
        drop_files()
        _forget(persons)


def _delete_jobs(tournament: Tournament) -> None:
    """Delete the jobs of a tournament, except unfinished jobs that may do work for other tournaments too."""
    jobs = Job.objects.filter(tournament=tournament)
    shared = [kind.key for kind in kinds().values() if kind.shared]
    jobs.filter(kind__in=shared, state__in=["queued", "running"]).update(tournament=None)
    jobs.delete()


def _delete_beside(rows: QuerySet[Any]) -> None:
    """Delete all rows that refer to the given rows by a cascading foreign key, except recorded data."""
    for relation in rows.model._meta.related_objects:
        other = relation.related_model
        if relation.on_delete is CASCADE and not issubclass(other, Fact):
            other._base_manager.filter(**{f"{relation.field.name}__in": rows}).delete()


def _persons_of_tournament_only(tournament: Tournament) -> list[UUID]:
    """Return the ids of persons who were first entered in this tournament and are in no other tournament."""
    new_persons = Person.objects.filter(seats__tournament=tournament, written_at__gte=tournament.made_at)
    free = list(new_persons.filter(stays_since=None, erased_at=None).distinct().values_list("pk", flat=True))
    return [person for person, events in events_of(free).items() if events <= {tournament.pk}]


def _forget(persons: list[UUID]) -> None:
    """Delete the given persons unless other rows refer to them."""
    for person in Person.objects.filter(pk__in=persons):
        with suppress(ProtectedError), transaction.atomic():
            person.delete()
