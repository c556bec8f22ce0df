"""An event comes from another site: all of it or nothing, and only if its facts come to the same digest.

The log of every sheet keeps its chain of hashes. Accounts and phones stay where they were; tables get new
keys. A person shown in full is the one of that name here; everybody else is made anew.
"""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby, islice
from typing import Any

from django.db import DatabaseError, connection, transaction

from scoring.errors import BadEntry, RuleError
from scoring.models import ScoreSheet, SheetEvent, TableKey
from scoring.sentences import Sentence, _
from scoring.sheet.devices import new_keys
from scoring.sheet.rules.log import fold_log
from scoring.sheet.selectors import as_rules
from scoring.sheet.services.log import summary_of
from tournaments.formats import FORMATS
from tournaments.lifecycle.rules import OVER
from tournaments.models import JournalEntry, Match, Person, RosterChange, Stage, Team, TeamPlayer, Tournament
from tournaments.queue.runner import enqueue
from tournaments.season.services import ask_season
from tournaments.selectors.archive import EVENTS, KINDS, SHEETS, TOURNAMENT
from tournaments.selectors.verify import verify_tournament
from tournaments.services.archive_event import event_of, free_address, refuse_known, unknown_rules
from tournaments.services.archive_file import Archive
from tournaments.services.archive_persons import bring_persons, name_teams
from tournaments.services.archive_rows import Known, read_rows
from tournaments.web.live import note_change

BATCH = 500
NOT_AS_RULES = (ArithmeticError, AttributeError, LookupError, RuleError, TypeError, ValueError)
"""What the rules raise for facts that no site can have written."""


def import_archive(archive: Archive, *, owner: Any, at: datetime) -> Tournament:
    """Take an event in and return it; raise BadEntry, and write nothing, where it cannot be taken."""
    try:
        with transaction.atomic():
            tournament = event_of(archive, owner)
            refuse_known(tournament.pk, owner)
            tournament.slug = free_address(tournament.slug)
            tournament.save(force_insert=True)
            _bring_rows(archive, tournament, at)
            connection.check_constraints()
            _refuse_other_event(archive, tournament)
            _go_on(tournament)
    except DatabaseError as refused:
        text = _("What is in this archive contradicts itself, or is here already. Nothing was taken from it.")
        raise BadEntry("archive_contradicts", Sentence(text)) from refused
    except BadEntry:
        raise
    except NOT_AS_RULES as wrong:
        raise _other_event() from wrong
    return tournament


def _bring_rows(archive: Archive, tournament: Tournament, at: datetime) -> None:
    """Save every row of every kind, each after those it names."""
    persons = bring_persons(archive)
    known: Known = {Tournament: {str(tournament.pk): tournament.pk}, Person: persons.ids}
    known[Match] = known[ScoreSheet] = {}  # a match has the id of its sheet
    of_it, moved = {"tournament": tournament}, persons.moved
    sheets: dict[Any, ScoreSheet] = {}
    for kind in KINDS:
        if kind is TOURNAMENT:
            continue
        rows = read_rows(archive, kind, known, **(of_it if _says_whose(kind.model) else {}))
        if kind is EVENTS:
            _bring_events(rows, sheets)
            continue
        while some := list(islice(rows, BATCH)):
            for row in some:
                _fit(row, moved)
            kind.model._default_manager.bulk_create(some)
            if kind is SHEETS:
                sheets |= {sheet.pk: sheet for sheet in some if isinstance(sheet, ScoreSheet)}
    _make_keys(tournament, sheets, at)
    name_teams(tournament, persons)


def _says_whose(model: Any) -> bool:
    return model in (Stage, Team, TeamPlayer, Match, JournalEntry)


def _fit(row: Any, moved: dict[str, str]) -> None:
    """Fill in what an archive leaves out of a row."""
    if isinstance(row, Team):
        row.written_name, row.name_key = row.name, str(row.pk)
    elif isinstance(row, RosterChange | JournalEntry):
        row.body = {key: moved.get(value, value) if isinstance(value, str) else value
                    for key, value in row.body.items()}  # fmt: skip
    elif isinstance(row, Stage) and row.format not in FORMATS:
        raise unknown_rules(row.format)


def _bring_events(rows: Iterable[Any], sheets: dict[Any, ScoreSheet]) -> None:
    """Save the entries of every sheet with their hashes, then what each sheet says at a glance."""
    written = []
    for sheet_id, group in groupby(rows, key=lambda event: event.sheet_id):
        events: list[SheetEvent] = list(group)
        SheetEvent.objects.bulk_create(events, batch_size=BATCH)
        sheet = sheets[sheet_id]
        sheet.head_seq, sheet.head_hash = len(events), events[-1].hash
        try:
            sheet.summary = summary_of(sheet, fold_log(as_rules(events)))
        except NOT_AS_RULES as wrong:  # a refusal of the rules among them is none of the archive
            raise _other_event() from wrong
        written.append(sheet)
    ScoreSheet.objects.bulk_update(written, ["head_seq", "head_hash", "summary"], batch_size=BATCH)


def _make_keys(tournament: Tournament, sheets: Iterable[Any], at: datetime) -> None:
    """Give every table what opens it here; those that are over are closed."""
    keys = new_keys(sheets)
    over = set(Match.objects.filter(tournament=tournament, state__in=OVER).values_list("pk", flat=True))
    for key in keys:
        key.closed_at = at if key.sheet_id in over else None
    TableKey.objects.bulk_create(keys, batch_size=BATCH)


def _refuse_other_event(archive: Archive, tournament: Tournament) -> None:
    """Raise BadEntry where the facts, folded here, do not come to the event that was taken along."""
    try:
        report = verify_tournament(tournament)
    except NOT_AS_RULES as wrong:
        raise _other_event() from wrong
    if report.faults or report.digest != archive.manifest.digest:
        raise _other_event()


def _other_event() -> BadEntry:
    text = _("The facts of this archive do not come to the event it tells of. Nothing was taken from it.")
    return BadEntry("archive_digest", Sentence(text))


def _go_on(tournament: Tournament) -> None:
    """Bring up what waited when the archive was made and what the event counts in; let everybody see it."""
    for stage in tournament.stages.filter(state="playing"):
        enqueue("bracket", stage.pk, tournament_id=tournament.pk)
    note_change(tournament.pk, "entries")
    tournament.refresh_from_db()
    ask_season(tournament)
