"""Import of a tournament from another site: complete and with an equal digest, or not at all.

The log of every sheet keeps its hash chain. Accounts and phones are not imported; tables get new keys. A
person is found on this site by id or, if the archive contains the full name, by this name if only one person
here has it. All other persons are created.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from io import BytesIO
from itertools import groupby, islice
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet, SheetEvent, TableKey
from scoring.sheet.devices import new_keys
from scoring.sheet.rules.log import fold_log
from scoring.sheet.services.log import as_rules
from scoring.types import BadEntry, RuleError, Sentence, _
from tournaments import errors, models
from tournaments.archive.rules import FACTS, LARGEST_FILE
from tournaments.archive.selectors.event_rows import EVENTS, KINDS, PERSONS, SHEETS, TOURNAMENT
from tournaments.archive.services.archive_file import Archive, open_archive
from tournaments.archive.services.rows import (
    IdsByModel,
    bring_persons,
    known_names,
    name_teams,
    read_id,
    read_rows,
)
from tournaments.club.services.slugs import free_slugs, page_words
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.lifecycle.services.changes import note_change
from tournaments.matches.selectors.end_of_play import END_OF_PLAY
from tournaments.queue.runner import enqueue, follow_up
from tournaments.queue.selectors import kept_refusal


def event_of(archive: Archive, owner: Any) -> models.Tournament:
    """Return the unsaved tournament of an archive.

    Raise BadEntry if its row is invalid, if there is not exactly one row, or if its card game is unknown.
    """
    rows = list(read_rows(archive, TOURNAMENT, {}, owner=owner))
    tournament = rows[0] if len(rows) == 1 else None
    if not isinstance(tournament, models.Tournament):
        text = _("An archive holds one event, and this one holds %(count)s.")
        raise BadEntry("archive_not_one", Sentence(text, {"count": len(rows)}))
    if tournament.card_game not in CARD_GAMES:
        raise unknown_rules(tournament.card_game)
    return tournament


def unknown_rules(key: str) -> BadEntry:
    """Return the error about a card game or format that does not exist on this site."""
    text = _("This site does not know “%(key)s”. Bring it up to date, then take the archive again.")
    return BadEntry("archive_unknown_rules", Sentence(text, {"key": key[:40]}))


def refuse_known(tournament_id: UUID) -> None:
    """Raise BadEntry, with the tournament's name, if the tournament already exists on this site."""
    tournament = models.Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return
    text = _("This event is here already, as “%(name)s” at /%(slug)s/.")
    raise BadEntry("event_known", Sentence(text, {"name": tournament.name, "slug": tournament.slug}))


def free_address(slug: str) -> str:
    """Return `slug`, or the next free slug if a tournament or a page of the site has `slug`."""
    return next(free_slugs(models.Tournament, slug, page_words()))


BATCH = 500
# Exceptions that the rules raise for inconsistent facts.
NOT_AS_RULES = (ArithmeticError, AttributeError, LookupError, RuleError, TypeError, ValueError)


def import_archive(archive: Archive, *, owner: Any, at: datetime) -> models.Tournament:
    """Import a tournament and return it; if it is refused, raise BadEntry and write nothing.

    Raise DatabaseError if the database is unavailable or its disk is full.
    """
    try:
        with transaction.atomic():
            tournament = event_of(archive, owner)
            refuse_known(tournament.pk)
            tournament.slug = free_address(tournament.slug)
            tournament.save(force_insert=True)
            _save_rows(archive, tournament, at)
            connection.check_constraints()
            _refuse_other_event(archive, tournament)
            _resume_jobs(tournament)
    except DatabaseError as refused:
        if errors.outage_of(refused):
            raise
        text = _("What is in this archive contradicts itself, or is here already. Nothing was taken from it.")
        raise BadEntry("archive_contradicts", Sentence(text)) from refused
    except BadEntry:
        raise
    except NOT_AS_RULES as wrong:
        raise _other_event() from wrong
    return tournament


def _save_rows(archive: Archive, tournament: models.Tournament, at: datetime) -> None:
    """Save all rows, beginning with the kinds of rows to which other kinds refer."""
    persons = bring_persons(archive)
    ids_by_model: IdsByModel = {
        models.Tournament: {str(tournament.pk): tournament.pk},
        models.Person: persons.ids,
    }
    ids_by_model[models.Match] = ids_by_model[ScoreSheet] = {}  # a match has the id of its sheet
    of_it, moved = {"tournament": tournament}, persons.moved
    sheets: dict[Any, ScoreSheet] = {}
    for kind in KINDS:
        if kind is TOURNAMENT:
            continue
        rows = read_rows(archive, kind, ids_by_model, **(of_it if _has_tournament(kind.model) else {}))
        if kind is EVENTS:
            _save_events(rows, sheets)
            continue
        while some := list(islice(rows, BATCH)):
            for row in some:
                _fill_fields(row, moved)
            kind.model._default_manager.bulk_create(some)
            if kind is SHEETS:
                sheets |= {sheet.pk: sheet for sheet in some if isinstance(sheet, ScoreSheet)}
    _make_keys(tournament, sheets, at)
    over = tournament.matches.filter(state__in=OVER, outcomes__isnull=False)
    models.Match.objects.filter(pk__in=over).update(over_at=END_OF_PLAY)  # older sites moved this hour
    name_teams(tournament, persons)


def _has_tournament(model: Any) -> bool:
    return model in (models.Stage, models.Team, models.TeamPlayer, models.Match, models.JournalEntry)


def _fill_fields(row: Any, moved: dict[str, str]) -> None:
    """Fill fields of an imported row: the names of a team, and the new person ids in a log row.

    Raise BadEntry if the row is a stage of an unknown format. Raise an error of NOT_AS_RULES if the row is a
    log row and its team is not an id.
    """
    if isinstance(row, models.Team):
        row.written_name, row.name_key = row.name, str(row.pk)
    elif isinstance(row, models.RosterChange | models.JournalEntry):
        row.body = {key: moved.get(value, value) if isinstance(value, str) else value
                    for key, value in row.body.items()}  # fmt: skip
        if "team" in row.body:
            read_id(row.body["team"])
    elif isinstance(row, models.Stage) and row.format not in FORMATS:
        raise unknown_rules(row.format)


def _save_events(rows: Iterable[Any], sheets: dict[Any, ScoreSheet]) -> None:
    """Save the events of every sheet with their hashes, then the summary of each sheet."""
    sheets_to_update = []
    for sheet_id, group in groupby(rows, key=lambda event: event.sheet_id):
        events: list[SheetEvent] = list(group)
        SheetEvent.objects.bulk_create(events, batch_size=BATCH)
        sheet = sheets[sheet_id]
        sheet.head_seq, sheet.head_hash = len(events), events[-1].hash
        try:
            sheet.summary = sheet.with_log(fold_log(as_rules(events))).summary
        except NOT_AS_RULES as wrong:  # the rules may refuse the facts
            raise _other_event() from wrong
        sheets_to_update.append(sheet)
    ScoreSheet.objects.bulk_update(sheets_to_update, ["head_seq", "head_hash", "summary"], batch_size=BATCH)


def _make_keys(tournament: models.Tournament, sheets: Iterable[Any], at: datetime) -> None:
    """Create the access keys of all tables; keys of finished matches are closed."""
    keys = new_keys(sheets)
    over = set(
        models.Match.objects.filter(tournament=tournament, state__in=OVER).values_list("pk", flat=True)
    )
    for key in keys:
        key.closed_at = at if key.sheet_id in over else None
    TableKey.objects.bulk_create(keys, batch_size=BATCH)


def _refuse_other_event(archive: Archive, tournament: models.Tournament) -> None:
    """Raise BadEntry if the digest of the imported tournament differs from the digest in the archive."""
    try:
        report = verify_tournament(tournament)
    except NOT_AS_RULES as wrong:
        raise _other_event() from wrong
    if report.faults or report.digest != archive.manifest.digest:
        raise _other_event()


def _other_event() -> BadEntry:
    text = _("The facts of this archive do not come to the event it tells of. Nothing was taken from it.")
    return BadEntry("archive_digest", Sentence(text))


def _resume_jobs(tournament: models.Tournament) -> None:
    """Queue the jobs that were pending at the export, update dependent data and announce the tournament."""
    for stage in tournament.stages.filter(state="playing"):
        enqueue("bracket", stage.pk, tournament_id=tournament.pk)
    note_change(tournament.pk, "entries")
    tournament.refresh_from_db()
    follow_up("results", tournament)


IMPORT = "import"
UPLOADS_KEPT_FOR = timedelta(days=1)
# The number of known persons listed by name.
NAMED = 100


def receive_archive(data: bytes, *, owner: Any, at: datetime) -> models.Arrival:
    """Store a checked archive with its summary; raise BadEntry if the archive is invalid or too large.

    The tournament is not imported yet. An archive of a tournament that already exists on this site is stored
    too; `ask_import` refuses the import. Earlier uploads of the same organiser that were not imported are
    deleted, except uploads with an active import job.
    """
    if len(data) > LARGEST_FILE:
        text = _("This file is larger than %(most)s MB, which no archive of an event is.")
        raise BadEntry("too_large", Sentence(text, {"most": LARGEST_FILE // 2**20}))
    archive = open_archive(BytesIO(data))
    summary = _description(archive, owner)
    with transaction.atomic():
        _delete_uploads(Q(owner=owner, tournament=None))
        return models.Arrival.objects.create(
            owner=owner, sent_at=at, digest=archive.manifest.digest, told=summary, data=data
        )


def _description(archive: Archive, owner: Any) -> dict[str, Any]:
    """Return the summary of an archive, including the names of persons who already exist on this site."""
    event, names = event_of(archive, owner), known_names(archive)
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
        "known": len(names),
        "known_names": names[:NAMED],
    }


def forget_arrivals(*, at: datetime) -> int:
    """Delete uploads older than a day with all their data; return the number of deleted uploads.

    Uploads with an active import job are kept.
    """
    return _delete_uploads(Q(sent_at__lt=at - UPLOADS_KEPT_FOR))


def _delete_uploads(which: Q) -> int:
    """Delete the uploads that match the lookups `which` and have no active job; return their number."""
    busy = models.Job.objects.filter(kind=IMPORT, subject=OuterRef("pk"), state__in=["queued", "running"])
    ids = list(models.Arrival.objects.filter(which).exclude(Exists(busy)).values_list("pk", flat=True))
    if ids:
        models.Job.objects.filter(kind=IMPORT, subject__in=ids).delete()
        models.Arrival.objects.filter(pk__in=ids).delete()
    return len(ids)


@transaction.atomic
def ask_import(arrival: models.Arrival) -> None:
    """Queue the import of an upload that was not imported yet; raise BadEntry if the tournament exists."""
    if arrival.tournament_id is not None:
        return
    refuse_known(UUID(arrival.told["id"]))
    models.Arrival.objects.filter(pk=arrival.pk).update(refused={})
    models.Job.objects.filter(kind=IMPORT, subject=arrival.pk, state__in=["done", "failed"]).delete()
    enqueue(IMPORT, arrival.pk, tournament_id=None)


def take_in(arrival: models.Arrival, archive: Archive, *, at: datetime) -> None:
    """Import the tournament of an upload, or store why it was refused; delete the bytes after the import.

    A repeated job does nothing.
    """
    if arrival.tournament_id is not None:
        return
    try:
        arrival.tournament = import_archive(archive, owner=arrival.owner, at=at)
        arrival.data = b""
    except RuleError as refusal:
        arrival.refused = kept_refusal(refusal)
    arrival.save(update_fields=["tournament", "data", "refused"])


# The progress (0 to 1000) when all bytes are checked; the import is one transaction without progress.
CHECKED = 600


def check_archive(job: models.Job, note: Callable[[int], None]) -> Archive | None:
    """Check the archive of an upload and return it; return None if its tournament is already imported."""
    arrival = models.Arrival.objects.get(pk=job.subject)
    if arrival.tournament_id is not None:
        return None
    return open_archive(
        BytesIO(bytes(arrival.data)), lambda checked_bytes, of: note(CHECKED * checked_bytes // of)
    )


def bring_in(job: models.Job, archive: Archive | None) -> dict[str, Any]:
    """Import the tournament of a checked archive, or store why the import was refused."""
    arrival = models.Arrival.objects.defer("data").select_related("owner").get(pk=job.subject)
    if archive is not None:
        take_in(arrival, archive, at=timezone.now())
    if arrival.refused:
        return {"refused": arrival.refused["code"]}
    return {"tournament": str(arrival.tournament_id)}
