"""A tournament is deleted whole: a trial, or one in which nothing was drawn or played.

First it is marked, in a transaction of its own; from then on it is not made again, and its end cannot be
lost: a job finishes what a process did not. Then every row goes in one transaction, its facts by the one way
there is past their triggers (`scoring/facts.py`).
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
from tournaments.queue.runner import enqueue
from tournaments.rosters.selectors.identities import events_of

DELETE = "delete"


def delete_tournament(tournament: Tournament, *, author: Author, at: datetime) -> None:
    """Delete a tournament whole; raise NotNow where something was played that is no trial."""
    mark_deleted(tournament, author=author, at=at)
    erase_tournament(tournament.pk)


def mark_deleted(tournament: Tournament, *, author: Author, at: datetime) -> None:
    """Say that a tournament is being deleted, and queue it; raise NotNow where it must stay."""
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
    """Raise NotNow where a tournament can only be hidden."""
    if not may_be_deleted(tournament):
        text = _(
            "Something was drawn or played here, so it is not deleted. Take it off the site instead: "
            "only a trial is deleted whole."
        )
        raise NotNow("has_facts", Sentence(text))


def finish_deletion(job: Job) -> dict[str, Any]:
    """Delete what was marked and is still there."""
    erase_tournament(job.subject)
    return {}


def erase_tournament(tournament_id: UUID) -> None:
    """Delete every row of a tournament that is marked, whoever else does so too; of no other a single one."""
    with transaction.atomic():
        lock_tournament(tournament_id)
        tournament = Tournament.objects.filter(pk=tournament_id, deleting_at__isnull=False).first()
        if tournament is None:
            return
        persons = _of_this_alone(tournament)
        for rows in facts_of_tournament(tournament_id):
            _delete_beside(rows)
            delete_facts(rows)
        sheets = list(Match.objects.filter(tournament=tournament).values_list("sheet", flat=True))
        delete_slots(tournament)
        Match.objects.filter(tournament=tournament).delete()
        ScoreSheet.objects.filter(pk__in=sheets).delete()
        TeamPlayer.objects.filter(tournament=tournament).delete()
        Job.objects.filter(tournament=tournament).delete()
        tournament.delete()
        drop_files()
        _forget(persons)


def _delete_beside(rows: QuerySet[Any]) -> None:
    """Delete what is written beside facts and goes with them, which is no fact itself."""
    for relation in rows.model._meta.related_objects:
        other = relation.related_model
        if relation.on_delete is CASCADE and not issubclass(other, Fact):
            other._base_manager.filter(**{f"{relation.field.name}__in": rows}).delete()


def _of_this_alone(tournament: Tournament) -> list[UUID]:
    """Return the persons who were first written here and have entered nothing else."""
    own = Person.objects.filter(seats__tournament=tournament, written_at__gte=tournament.made_at)
    free = list(own.filter(stays_since=None, erased_at=None).distinct().values_list("pk", flat=True))
    return [person for person, events in events_of(free).items() if events <= {tournament.pk}]


def _forget(persons: list[UUID]) -> None:
    """Delete persons, but whom anything else refers to."""
    for person in Person.objects.filter(pk__in=persons):
        with suppress(ProtectedError), transaction.atomic():
            person.delete()
