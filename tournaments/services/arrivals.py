"""An archive is brought here: looked at first, with nothing written of it, then taken in by a job."""

from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from scoring.errors import BadEntry, RuleError
from scoring.sentences import Sentence, _
from tournaments.models import Arrival, Job
from tournaments.queue.runner import enqueue
from tournaments.queue.stored_refusal import kept_refusal
from tournaments.rules.archive import FACTS, LARGEST_FILE
from tournaments.selectors.archive import PERSONS
from tournaments.services.archive_event import event_of, refuse_known
from tournaments.services.archive_file import Archive, open_archive
from tournaments.services.archive_persons import known_names
from tournaments.services.archives import import_archive

IMPORT = "import"
KEPT = timedelta(days=1)
NAMED = 100
"""So many of those who are known already are named."""


def receive_archive(data: bytes, *, owner: Any, at: datetime) -> Arrival:
    """Keep an archive that was checked, with what it tells; raise BadEntry with what is wrong with it.

    What the same organiser looked at before and did not take in goes.
    """
    if len(data) > LARGEST_FILE:
        text = _("This file is larger than %(most)s MB, which no archive of an event is.")
        raise BadEntry("too_large", Sentence(text, {"most": LARGEST_FILE // 2**20}))
    archive = open_archive(BytesIO(data))
    told = _told(archive, owner)
    with transaction.atomic():
        _throw_away(Q(owner=owner, tournament=None))
        return Arrival.objects.create(
            owner=owner, sent_at=at, digest=archive.manifest.digest, told=told, data=data
        )


def _told(archive: Archive, owner: Any) -> dict[str, Any]:
    """Return what an archive tells of its event, and who of it is known here."""
    event, known = event_of(archive, owner), known_names(archive)
    count = {name: member.lines for name, member in archive.manifest.members.items()}
    return {
        "id": str(event.pk),
        "slug": event.slug,
        "name": event.name,
        "card_game": event.card_game,
        "starts_at": event.starts_at and event.starts_at.isoformat(),
        "visibility": event.visibility,
        "teams": count[f"{FACTS}teams.jsonl"],
        "matches": count[f"{FACTS}matches.jsonl"],
        "persons": count[f"{FACTS}{PERSONS}.jsonl"],
        "known": len(known),
        "known_names": known[:NAMED],
    }


def forget_arrivals(*, at: datetime) -> None:
    """Delete what was brought a day ago and more, taken in or not: with it go the names that it tells."""
    _throw_away(Q(sent_at__lt=at - KEPT))


def _throw_away(which: Q) -> None:
    """Delete these but for those that a job is at work on."""
    busy = Job.objects.filter(kind=IMPORT, subject=OuterRef("pk"), state__in=["queued", "running"])
    gone = list(Arrival.objects.filter(which).exclude(Exists(busy)).values_list("pk", flat=True))
    if gone:
        Job.objects.filter(kind=IMPORT, subject__in=gone).delete()
        Arrival.objects.filter(pk__in=gone).delete()


@transaction.atomic
def ask_import(arrival: Arrival) -> None:
    """Queue what takes the event in; one that is in stays so. Raise BadEntry where it is here already."""
    if arrival.tournament_id is not None:
        return
    refuse_known(UUID(arrival.told["id"]), arrival.owner)
    Arrival.objects.filter(pk=arrival.pk).update(refused={})
    Job.objects.filter(kind=IMPORT, subject=arrival.pk, state__in=["done", "failed"]).delete()
    enqueue(IMPORT, arrival.pk, tournament_id=None)


def take_in(arrival: Arrival, archive: Archive, *, at: datetime) -> None:
    """Take the event in, all of it or nothing; keep why it was refused, and the bytes no longer than needed.

    A job that runs again finds it done.
    """
    if arrival.tournament_id is not None:
        return
    try:
        arrival.tournament = import_archive(archive, owner=arrival.owner, at=at)
        arrival.data = b""
    except RuleError as refusal:
        arrival.refused = kept_refusal(refusal)
    arrival.save(update_fields=["tournament", "data", "refused"])
