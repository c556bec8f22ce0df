"""Ready matches go onto the tables there are, the longest ready first; a postponed one from its day on."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from scoring.errors import NotNow
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.lifecycle.rules import AT_A_TABLE
from tournaments.lifecycle.services import lock_tournament
from tournaments.live import note_change
from tournaments.models import Match, Tournament
from tournaments.selectors.moves import SIDE_AT_TABLE


def seat_matches(tournament: Tournament, *, at: datetime) -> list[Match]:
    """Give every free table the match that has been ready longest; return those seated now."""
    at_tables = tournament.matches.filter(state__in=AT_A_TABLE, table__isnull=False)
    taken = set(at_tables.values_list("table", flat=True))
    free = [table for table in range(1, tournament.tables + 1) if table not in taken]
    if not free:
        return []
    its_day = Q(postponed_to__isnull=True) | Q(postponed_to__lte=at)
    ready = tournament.matches.filter(its_day, state="ready", table__isnull=True)
    queue = ready.order_by("ready_at", "round", "number")
    seated = list(queue[: len(free)])
    for match, table in zip(seated, free, strict=False):
        seat(match, table, at=at)
    return seated


def seat(match: Match, table: int, *, at: datetime) -> None:
    """Call a match to a table."""
    Match.objects.filter(pk=match.pk).update(table=table, called_at=at)
    match.table, match.called_at = table, at
    note_change(match.tournament_id, "match", match.pk)


def move_match(match: Match, table: int, *, author: Author, at: datetime) -> None:
    """Call an open match to another table, which must be free, or once more to its own."""
    with transaction.atomic():
        lock_tournament(match.tournament_id)
        open_match = Match.objects.filter(pk=match.pk, state__in=AT_A_TABLE)
        if not open_match.exists():
            text = _("Only a match that is ready or being played has a table.")
            raise NotNow("match_not_open", Sentence(text))
        others = Match.objects.filter(tournament_id=match.tournament_id, state__in=AT_A_TABLE, table=table)
        if not 1 <= table <= match.tournament.tables or others.exclude(pk=match.pk).exists():
            raise NotNow("table_taken", Sentence(_("Table %(table)s is not free."), {"table": table}))
        open_match.exclude(table=table).update(moved_from=F("table"))
        seat(match, table, at=at)
        body = {"table": table}
        note_move(match.tournament_id, "match_called", author=author, at=at, match_id=match.pk, body=body)


def note_arrival(match: Match, side: int, *, present: bool, author: Author, at: datetime) -> None:
    """Note at the desk whether a side of a match that is called, and has not begun, is at its table."""
    with transaction.atomic():
        lock_tournament(match.tournament_id)
        if not Match.objects.filter(pk=match.pk, state="ready", table__isnull=False).exists():
            text = _("Only for a match that is called, and has not begun, it is noted who is there.")
            raise NotNow("match_not_called", Sentence(text))
        body = {"side": side, "present": present}
        note_move(match.tournament_id, SIDE_AT_TABLE, author=author, at=at, match_id=match.pk, body=body)
        note_change(match.tournament_id, "match", match.pk)
