"""Tables of matches: assign free tables, call matches to tables, and record arrivals."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Case, DateTimeField, F, QuerySet, UUIDField, When

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from scoring.statements import Blank, Statement
from scoring.types import NotNow, Sentence, _
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.lifecycle.services.changes import note_change, note_changes
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import Match, Tournament
from tournaments.models.match import WAITS_FOR_TABLE, is_due

# Journal entry: the desk recorded whether a side is at the table of its match.
SIDE_AT_TABLE = "side_at_table"
# Journal entry: the desk recorded the arrival of all sides of the matches that were called.
ALL_AT_TABLES = "all_at_tables"


def seat_matches(tournament: Tournament, *, at: datetime) -> dict[UUID, int]:
    """Call the matches that have waited longest to the free tables; return the tables by match id.

    The caller has locked the tournament. Matches postponed to a date after `at` are not called. The number of
    queries does not depend on the number of matches, but more than FEW matches need one query more.
    """
    free = _free(tournament)
    called = dict(zip(_next(tournament, at, len(free)), free, strict=False)) if free else {}
    if called:
        _seat(tournament.pk, called, at=at)
    return called


def tables_left(tournament: Tournament, *, at: datetime) -> list[int]:
    """Return the free tables that would remain if each waiting match got one. Two queries."""
    return _free(tournament)[_queue(tournament.pk, at).count() :]


def _free(tournament: Tournament) -> list[int]:
    taken_tables = {table for (table,) in TAKEN_TABLES.rows(tournament=tournament.pk)}
    return [table for table in range(1, tournament.tables + 1) if table not in taken_tables]


def _next(tournament: Tournament, at: datetime, count: int) -> list[UUID]:
    first = [match for (match,) in FIRST.rows(tournament=tournament.pk, at=at)]
    if count > len(first) == FEW:
        return [match for (match,) in _queue(tournament.pk, at)[:count]]
    return first[:count]


def _queue(tournament: Any, at: Any) -> QuerySet[Match, tuple[UUID]]:
    """Return the ids of matches that wait for a table, longest wait first.

    Matches postponed to a date after `at` are left out.
    """
    ready = Match.objects.filter(is_due(at), WAITS_FOR_TABLE, tournament=tournament)
    return ready.order_by("ready_at", "round", "number").values_list("pk")


FEW = 8
FIRST = Statement(lambda: _queue(Blank("tournament", UUIDField()), Blank("at", DateTimeField()))[:FEW])
TAKEN_TABLES = Statement(
    lambda: (
        Match.objects.filter(
            tournament=Blank("tournament", UUIDField()), state__in=AT_A_TABLE, table__isnull=False
        )
        .order_by()
        .values_list("table")
    )
)


def _seat(tournament_id: UUID, called: Mapping[UUID, int], *, at: datetime) -> None:
    """Call matches to their tables."""
    table = Case(*(When(pk=match, then=number) for match, number in called.items()))
    Match.objects.filter(pk__in=called).update(table=table, called_at=at)
    note_changes(tournament_id, [("match", match) for match in called])


def move_match(match: Match, table: int, *, author: Author, at: datetime) -> None:
    """Call an open match to its table again or to another table.

    Raise NotNow if the match is not open (`match_not_open`), or if the table is taken or is not a table of
    the tournament (`table_taken`).
    """
    with transaction.atomic():
        lock_tournament(match.tournament_id)
        open_match = Match.objects.filter(pk=match.pk, state__in=AT_A_TABLE)
        before = list(open_match.values_list("table", flat=True))
        if not before:
            text = _("Only a match that is ready or being played has a table.")
            raise NotNow("match_not_open", Sentence(text))
        matches_at_table = Match.objects.filter(
            tournament_id=match.tournament_id, state__in=AT_A_TABLE, table=table
        )
        if not 1 <= table <= match.tournament.tables or matches_at_table.exclude(pk=match.pk).exists():
            raise NotNow("table_taken", Sentence(_("Table %(table)s is not free."), {"table": table}))
        open_match.exclude(table=table).update(moved_from=F("table"))
        _seat(match.tournament_id, {match.pk: table}, at=at)
        match.table, match.called_at = table, at
        body = {"table": table} | ({"before": before[0]} if before[0] not in (None, table) else {})
        note_move(match.tournament_id, "match_called", author=author, at=at, match_id=match.pk, body=body)


def note_arrival(match: Match, side: int, *, present: bool, author: Author, at: datetime) -> None:
    """Record whether a side has arrived at its table.

    Raise NotNow (`match_not_called`) if the match has begun or is not called to a table.
    """
    with transaction.atomic():
        lock_tournament(match.tournament_id)
        if not Match.objects.filter(pk=match.pk, state="ready", table__isnull=False).exists():
            text = _("Only for a match that is called, and has not begun, it is noted who is there.")
            raise NotNow("match_not_called", Sentence(text))
        body = {"side": side, "present": present}
        note_move(match.tournament_id, SIDE_AT_TABLE, author=author, at=at, match_id=match.pk, body=body)
        note_change(match.tournament_id, "match", match.pk)


def note_all_arrived(tournament: Tournament, *, author: Author, at: datetime) -> int:
    """Record the arrival of all sides in the called matches that have not begun.

    Return the number of these matches. Raise NotNow if there are none.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        called = Match.objects.filter(tournament=tournament, state="ready", table__isnull=False)
        matches = [str(pk) for pk in called.order_by("table").values_list("pk", flat=True)]
        if not matches:
            raise NotNow("match_not_called", Sentence(_("No match is called that has not begun.")))
        note_arrivals(tournament.pk, matches, present=True, author=author, at=at)
    return len(matches)


def note_arrivals(
    tournament_id: UUID, matches: Sequence[str], *, present: bool, author: Author, at: datetime
) -> None:
    """Record or delete the arrival of all sides of the given matches."""
    with transaction.atomic():
        body = {"matches": list(matches), "present": present}
        note_move(tournament_id, ALL_AT_TABLES, author=author, at=at, body=body)
        note_change(tournament_id, "match")


def follow_cards(match: Match, *, follow: bool, author: Author, at: datetime) -> None:
    """Turn card-by-card recording of hands in an open match on or off; idempotent.

    Raise NotNow if the card game cannot be recorded card by card (`no_cards_followed`) or the match is not
    open (`match_not_open`).
    """
    with transaction.atomic():
        lock_tournament(match.tournament_id)
        if CARD_GAMES[match.tournament.card_game].card_by_card is None:
            raise NotNow("no_cards_followed", Sentence(_NOT_FOLLOWED))
        if not Match.objects.filter(pk=match.pk, state__in=AT_A_TABLE).exists():
            raise NotNow("match_not_open", Sentence(_NOT_OPEN))
        if Match.objects.filter(pk=match.pk).exclude(by_cards=follow).update(by_cards=follow):
            kind = "cards_followed" if follow else "cards_not_followed"
            note_move(match.tournament_id, kind, author=author, at=at, match_id=UUID(str(match.pk)))


_NOT_FOLLOWED = _("Nobody follows this game card by card. Write its hands as always.")
_NOT_OPEN = _("Only a match that is ready or being played can be taken down card by card.")
