"""The latest moves of a tournament: what was written at the tables and what the desk did, newest first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from scoring.models import Grant, LateHand, SheetEvent
from scoring.sheet.rules.log import WRITES_A_HAND, Event, EventKind, Place, SheetLog, fold_log
from scoring.sheet.services.log import as_rules
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.models import Change, JournalEntry, Match, Slot, Stage, Team, Tournament
from tournaments.models.match import WAITS_FOR_TABLE
from tournaments.permissions import account_name
from tournaments.phone.selectors import HeldPhone
from tournaments.results.selectors.matches import (
    MatchNow,
    SideNow,
    byes_of,
    first_by_state,
    match_now,
    with_sides,
)

SHOWN = 24


@dataclass(frozen=True)
class Waiting:
    """A match that waits: for a table, or for those who still play another."""

    match: MatchNow
    place: int | None
    """Its place among those who wait for a table, from 1; None while its entrants are not here."""
    sources: dict[str, Match]
    """The matches its sides come from, by their label."""

    def comes_from(self, side: SideNow) -> Match | None:
        """Return the match that still decides who stands on a side."""
        return None if side.resolved else self.sources.get(side.source_label)


def waiting_list(stage: Stage) -> list[Waiting]:
    """Return who waits, those for a table first, in the order they are called: three queries.

    Of the matches to come only those that wait for a match being played, or ready to be, are listed.
    """
    played = Slot.objects.filter(stage=stage, source_match__state__in=AT_A_TABLE).values("match")
    line = WAITS_FOR_TABLE | Q(state="waiting", pk__in=played)
    waiting = stage.matches.filter(line, postponed_to=None).exclude(pk__in=byes_of(stage).values("pk"))
    in_order = waiting.order_by(F("ready_at").asc(nulls_last=True), "round", "number")
    lined_up, coming = first_by_state(in_order, (AT_A_TABLE, {"waiting"}), SHOWN)
    return [Waiting(match, place, {}) for place, match in enumerate(lined_up, start=1)] + [
        Waiting(match, None, _sources(match)) for match in coming
    ]


def _sources(match: MatchNow) -> dict[str, Match]:
    slots = match.match.slots.all()
    return {slot.source_match.label: slot.source_match for slot in slots if slot.source_match}


def inbox(tournament: Tournament) -> dict[UUID, tuple[LateHand, ...]]:
    """Return the late hands nobody has looked at, by match, in the order of these: one query."""
    late = LateHand.objects.filter(sheet__match__tournament=tournament, seen_at=None)
    of_match = [f"sheet__match__{name}" for name in ("stage__number", "round", "number")]
    by_sheet: dict[UUID, list[LateHand]] = {}
    for each in late.order_by(*of_match, "received_at", "game", "hand"):
        by_sheet.setdefault(each.sheet_id, []).append(each)
    return {sheet_id: tuple(hands) for sheet_id, hands in by_sheet.items()}


def late_hands(match_id: UUID) -> list[LateHand]:
    """Return the late hands of one match that nobody has looked at: one query."""
    return list(LateHand.objects.filter(sheet_id=match_id, seen_at=None).order_by("game", "hand"))


Phones = Mapping[tuple[UUID, UUID], HeldPhone]
"""Whose a phone at a sheet is, by (sheet, device)."""


@dataclass(frozen=True)
class HandVersion:
    """One of the ways a hand was written: by which fact, when, and by whose phone if that is known."""

    seq: int
    body: Mapping[str, Any]
    at: datetime
    side: int | None
    phone: str


@dataclass(frozen=True)
class Dispute:
    """A hand written in several ways: `version` is the one that stands, and it comes first."""

    place: Place
    version: int
    versions: tuple[HandVersion, ...]


@dataclass(frozen=True)
class Quarrel:
    """What waits for the director on one sheet: the hands in doubt, and since when he is called."""

    disputes: tuple[Dispute, ...]
    called_at: datetime | None


def quarrels(sheet_ids: Collection[UUID]) -> dict[UUID, Quarrel]:
    """Return what waits for the director on each of these sheets."""
    grants = Grant.objects.filter(sheet_id__in=sheet_ids)
    rows = grants.values_list("sheet_id", "device_id", "side", "device__name")
    phones = {(sheet_id, device_id): HeldPhone(side, name) for sheet_id, device_id, side, name in rows}
    facts: dict[UUID, list[SheetEvent]] = {}
    for event in SheetEvent.objects.filter(sheet_id__in=sheet_ids).order_by("sheet", "seq"):
        facts.setdefault(event.sheet_id, []).append(event)
    return {sheet_id: _quarrel(events, phones) for sheet_id, events in facts.items()}


def _quarrel(events: Sequence[SheetEvent], phones: Phones) -> Quarrel:
    log = fold_log(as_rules(events))
    disputes = tuple(
        _dispute(place, others, events, log, phones) for place, others in sorted(log.disputes.items())
    )
    return Quarrel(disputes, events[log.objection.seq - 1].recorded_at if log.objection else None)


def _dispute(
    place: Place, rivals: Sequence[Event], events: Sequence[SheetEvent], log: SheetLog, phones: Phones
) -> Dispute:
    standing = log.hands[place]
    written = [(standing.seq, standing.body), *((other.seq, other.body["hand"]) for other in rivals)]
    versions = tuple(_version(body, events[seq - 1], phones) for seq, body in written)
    return Dispute(place, standing.version, versions)


def _version(body: Mapping[str, Any], event: SheetEvent, phones: Phones) -> HandVersion:
    phone = phones.get((event.sheet_id, event.device_id)) if event.device_id else None
    side, name = (phone.side, phone.name) if phone else (None, "")
    return HandVersion(event.seq, body, event.recorded_at, side, name)


LOOKED_BACK = 40
SIDE_AT_TABLE = "side_at_table"
"""The desk has noted whether a side is at the table that its match is called to."""
ALL_AT_TABLES = "all_at_tables"
"""The desk has noted that all sides are at the tables, of every match that was called and had not begun."""
BEFORE_THE_DRAW = ("draw_committed", "cards_laid", "cards_taken_up")
AT_THE_TABLE = (*WRITES_A_HAND, EventKind.STRIKE, EventKind.SIGNATURE)


@dataclass(frozen=True)
class Move:
    """One move: `kind` is a word of the journal or of the sheet's log, `body` its particulars."""

    at: datetime
    kind: str
    match: Match | None
    game: int | None
    hand: int | None
    body: Mapping[str, Any]
    reason: str
    author: str
    team: str = ""
    """The team a line of the journal is about."""
    sides: tuple[str, ...] = ()
    """Who plays the match."""
    entry: UUID | None = None
    """The line of the journal."""
    now: MatchNow | None = None
    """The match as it stands now, with its sides and its score."""


def latest_moves(tournament: Tournament, many: int = 12) -> list[Move]:
    """Return the newest moves: six queries, and one for the teams they name."""
    events, entries = _events(tournament, many), _entries(tournament, many)
    ids = {event.sheet_id for event in events} | {entry.match_id for entry in entries if entry.match_id}
    matches = {row.pk: match_now(row) for row in with_sides(Match.objects.filter(pk__in=ids))}
    teams = _teams(entries)
    moves = [_at_table(event, matches) for event in events]
    moves += [_at_desk(entry, matches, teams) for entry in entries]
    return sorted(moves, key=lambda move: move.at, reverse=True)[:many]


def _events(tournament: Tournament, many: int) -> list[SheetEvent]:
    """Read only the sheets that changed lately: the lines that live streams follow say which."""
    changes = Change.objects.filter(tournament=tournament, match_id__isnull=False).order_by("-version")
    sheets = set(changes.values_list("match_id", flat=True)[:LOOKED_BACK])
    events = SheetEvent.objects.filter(sheet_id__in=sheets, kind__in=[kind.value for kind in AT_THE_TABLE])
    events = events.exclude(body__has_key="final")  # the journal has one line for all final scores of a match
    return list(events.select_related("user", "device").order_by("-recorded_at")[:many])


def _entries(tournament: Tournament, many: int) -> list[JournalEntry]:
    """Once the draw is made, what led to it is left out."""
    lines = JournalEntry.objects.filter(tournament=tournament).select_related("user").order_by("-at")
    if tournament.state != "entries":
        lines = lines.exclude(kind__in=BEFORE_THE_DRAW)
    return list(lines[:many])


def _at_table(event: SheetEvent, matches: Mapping[UUID, MatchNow]) -> Move:
    who = account_name(event.user) or (event.device.name if event.device else "")
    match = matches.get(event.sheet_id)
    return Move(
        event.recorded_at,
        event.kind,
        match.match if match else None,
        event.game,
        event.hand,
        event.body,
        "",
        who,
        sides=_sides(match),
    )


def _sides(match: MatchNow | None) -> tuple[str, ...]:
    return tuple(side.name for side in match.sides) if match else ()


def _teams(entries: Iterable[JournalEntry]) -> dict[str, str]:
    named = {entry.body["team"] for entry in entries if "team" in entry.body}
    rows = Team.objects.filter(pk__in=named).values_list("pk", "name") if named else ()
    return {str(pk): name for pk, name in rows}


def _at_desk(entry: JournalEntry, matches: Mapping[UUID, MatchNow], teams: Mapping[str, str]) -> Move:
    match = matches.get(entry.match_id) if entry.match_id else None
    return Move(
        entry.at,
        entry.kind,
        match.match if match else None,
        None,
        None,
        entry.body,
        entry.reason,
        account_name(entry.user),
        teams.get(str(entry.body.get("team")), ""),
        _sides(match),
        entry.pk,
        match,
    )
