"""Tables whose match was called but has not begun, with the missing sides."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from scoring.models import Grant
from tournaments.matches.services.tables import ALL_AT_TABLES, SIDE_AT_TABLE
from tournaments.models import JournalEntry, Stage, Tournament
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.tables.rules.grace import grace_left

LOOKED_FOR_AFTER = timedelta(minutes=5)


@dataclass(frozen=True)
class LateTable:
    """A called match that has not begun: the sides at the table, and the sides recorded as missing."""

    match_id: UUID
    since: datetime
    present: tuple[int, ...]
    missing: tuple[int, ...]
    time_left: timedelta
    until: datetime


def late_tables(stage: Stage, called: Mapping[UUID, datetime], at: datetime) -> Sequence[LateTable]:
    """Return the late tables. `called` maps match ids to the times of their calls. At most four queries.

    A table is late if the desk has recorded a missing side, if no side has arrived five minutes after the
    call, or if a side is missing after the grace period. A side is present if its phone has opened the table
    or the desk has recorded its arrival. If hands were recorded and no phone has ever opened a table, only
    the tables with a missing side recorded by the desk are late.
    """
    if not called:
        return ()
    sides = range(profile_of(stage).sides)
    grace = stage.tournament.grace_minutes
    phones, noted = _with_phones(called), _noted(stage, called, sides)
    late = []
    for match_id, since in called.items():
        on_note, opened = noted.get(match_id, {}), phones.get(match_id, ())
        present = tuple(side for side in sides if on_note.get(side, side in opened))
        missing = tuple(side for side in sides if side not in present) if on_note else ()
        time_left = grace_left(since, at, grace)
        looked_for = missing or (not present and since <= at - LOOKED_FOR_AFTER)
        if len(present) < len(sides) and (looked_for or not time_left):
            until = since + timedelta(minutes=grace)
            late.append(LateTable(match_id, since, present, missing, time_left, until))
    on_note_only = [each for each in late if each.missing]
    return on_note_only if on_note_only != late and _is_on_paper(stage.tournament) else late


def _is_on_paper(tournament: Tournament) -> bool:
    """Return True if hands have been recorded although no phone has ever opened a table. Two queries."""
    sheets = tournament.matches.filter(sheet__written_at__isnull=False)
    opened = Grant.objects.filter(sheet__match__tournament=tournament)
    return sheets.exists() and not opened.exists()


def _with_phones(matches: Collection[UUID]) -> dict[UUID, set[int]]:
    """Return the sides whose phones have opened the page of the table, by match."""
    opened: dict[UUID, set[int]] = {}
    grants = Grant.objects.filter(sheet__in=matches, side__isnull=False)
    for sheet, side in grants.values_list("sheet_id", "side"):
        opened.setdefault(sheet, set()).add(int(side or 0))
    return opened


def _noted(stage: Stage, matches: Collection[UUID], sides: Collection[int]) -> dict[UUID, dict[int, bool]]:
    """Return whether the desk has recorded each side as arrived, by match and side."""
    noted: dict[UUID, dict[int, bool]] = {}
    about_one = Q(kind=SIDE_AT_TABLE, match_id__in=matches)
    lines = JournalEntry.objects.filter(
        about_one | Q(kind=ALL_AT_TABLES, tournament=stage.tournament_id)
    ).order_by("at")
    for match_id, body in lines.values_list("match_id", "body"):
        if match_id:
            noted.setdefault(match_id, {})[body["side"]] = body["present"]
            continue
        for each in map(UUID, body["matches"]):
            noted[each] = dict.fromkeys(sides, True) if body["present"] else {}
    return noted
