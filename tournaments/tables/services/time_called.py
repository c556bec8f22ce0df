"""Services that call time at one table or at all tables, or cancel a call of time (COM-TIME)."""

from datetime import datetime

from django.db import transaction

from scoring.sheet.services import signing as time
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.matches.services import results
from tournaments.models import Match, Stage


def call_time_everywhere(
    stage: Stage, *, author: Author, at: datetime, round_number: int | None = None
) -> list[Match]:
    """Call time at all tables of a stage or of a round; return the matches in which time was called.

    All sheets are locked in a fixed order before the first event is recorded. A match in which time was
    called before, or whose play is over, is left out. Raise NotNow (`nothing_to_stop`) if no match is left.
    """
    with transaction.atomic():
        seated = Match.objects.filter(stage=stage, state__in=AT_A_TABLE, table__isnull=False)
        if round_number is not None:
            seated = seated.filter(round=round_number)
        ids = sorted(seated.values_list("pk", flat=True))
        matches = [results.lock_match(match_id) for match_id in ids]
        stopped = [match for match in matches if _call(match, author=author, at=at)]
        if not stopped:
            text = _("No table is playing that time could be called at.")
            raise NotNow("nothing_to_stop", Sentence(text))
        body = {"stage": stage.number, "round": round_number or 0, "tables": len(stopped)}
        note_move(stage.tournament_id, "time_called_all", author=author, at=at, body=body)
        note_change(stage.tournament_id, "match")
        note_change(stage.tournament_id, "clock")
    return stopped


def _call(match: Match, *, author: Author, at: datetime) -> bool:
    if match.state not in AT_A_TABLE:
        return False
    draws = not FORMATS[match.stage.format].bracket
    return time.call_time(match.sheet, draws=draws, author=author, at=at)


def call_time(match: results.MatchOrId, *, author: Author, at: datetime) -> Match:
    """Call time at one table; a repeated call changes nothing. Used by the director and by players.

    Raise NotNow if the match waits, is signed or was decided without play.
    """
    with transaction.atomic():
        match = _open(match)
        if _call(match, author=author, at=at):
            _tell(match, "time_called", author, at)
    return match


def place_call(match: results.MatchOrId, hands: int, *, author: Author, at: datetime) -> Match:
    """Set the number of hands that had been played in a match when time was called.

    `hands` counts the hands of the whole sheet and may be larger than the number of recorded hands. Raise
    NotNow if time was not called or the match is closed; raise BadEntry if `hands` is negative or too large.
    """
    with transaction.atomic():
        match = _open(match)
        if time.place_call(match.sheet, hands, author=author, at=at):
            _tell(match, "time_placed", author, at)
    return match


def say_none_begun(match: results.MatchOrId, *, author: Author, at: datetime) -> Match:
    """Record that no hand was in play at a table when time was called; a repeated request changes nothing.

    Raise NotNow if time was not called (`time_not_called`), if a hand was written after the call
    (`hand_written_after_time`), or if the match waits, is signed or was decided without play.
    """
    with transaction.atomic():
        match = _open(match)
        if time.say_none_begun(match.sheet, author=author, at=at):
            results.follow_sheet(match, "match")
    return match


def take_time_back(match: results.MatchOrId, *, author: Author, at: datetime) -> Match:
    """Cancel a call of time at one table; change nothing if time was not called.

    Raise NotNow if a hand was written or struck after the call (`written_after_time`), if a phone cancels a
    call by the director (`time_of_the_director`), or if the match waits, is signed or was decided without
    play.
    """
    with transaction.atomic():
        match = _open(match)
        if time.take_time_back(match.sheet, author=author, at=at):
            _tell(match, "time_taken_back", author, at)
    return match


def _open(match: results.MatchOrId) -> Match:
    match = results.lock_match(match)
    results.refuse_closed(match, correcting=True)
    return match


def _tell(match: Match, kind: str, author: Author, at: datetime) -> None:
    note_move(match.tournament_id, kind, author=author, at=at, match_id=match.pk)
    results.follow_sheet(match, "match")
