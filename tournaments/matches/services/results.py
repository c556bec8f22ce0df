"""Services that record hands on a match's sheet, and update its state, its outcome and the bracket job.

Every service is atomic and increments the tournament's version in the same transaction. Rows are always
locked in the order sheet, tournament, stage, match, to prevent deadlocks.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import UUIDField

from scoring.sheet.devices import close_table
from scoring.sheet.rules.log import Place
from scoring.sheet.services import corrections, hands, signing
from scoring.sheet.services.hands import WritingResult
from scoring.sheet.services.log import Author, counted_games, lock_sheet
from scoring.statements import Blank, Statement, raise_number
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.competition.lifecycle import AT_A_TABLE, OVER
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.states import move
from tournaments.matches.selectors.end_of_play import END_OF_PLAY
from tournaments.models import Match, Outcome, Stage
from tournaments.queue.runner import enqueue
from tournaments.stages.selectors.stage_facts import REOPENED

# The columns of a match that change after it was created.
CHANGING = (
    "state", "table", "moved_from", "ready_at", "called_at", "over_at", "postponed_to", "by_cards",
)  # fmt: skip
NOW = Statement(
    lambda: Match.objects.filter(pk=Blank("match", UUIDField())).order_by().values_list(*CHANGING)
)
LATEST = Statement(lambda: Outcome.objects.filter(match=Blank("match", UUIDField())).order_by("-version")[:1])
# A match that has been read already, or the id of a match.
MatchOrId = Match | UUID


def lock_match(match: MatchOrId) -> Match:
    """Lock the sheet of a match, and return the match with the sheet. Needs a transaction.

    If the match was already loaded, only its columns in CHANGING and the new events of its sheet are read
    again. The tournament and the stage of the match are not read again. Raise ScoreSheet.DoesNotExist for an
    unknown id.
    """
    if isinstance(match, UUID):
        sheet = lock_sheet(match)
        match = Match.objects.select_related("tournament", "stage").get(pk=match)
    else:
        sheet = lock_sheet(match.pk, match.sheet)
        for column, value in zip(CHANGING, *NOW.rows(match=match.pk), strict=True):
            setattr(match, column, value)
    match.sheet = sheet
    return match


def write_hand(  # noqa: PLR0913  # the data of a hand and of its request
    match: MatchOrId,
    place: Place,
    raw: object,
    *,
    author: Author,
    at: datetime,
    based_on: int | None = None,
    replaces: Sequence[str] = (),
    reopenings: int | None = None,
) -> WritingResult:
    """Record a new hand of an open match, or correct a recorded hand.

    A hand is corrected if its version is `based_on`, or if its client key is in `replaces`, the older client
    keys of the hand on this phone. Any other hand that differs from the recorded one is stored as a dispute.
    A repeated request changes nothing. If the match is signed and `based_on` is None, nothing is stored; the
    result is SAME or DIFFERS. `reopenings` is the number of reopenings that the writer saw, or None.

    Raises:
        BadEntry: the hand is impossible, or its client key belongs to another hand (`key_used_twice`).
        NotNow: the match waits or was decided without play; it is signed, and `based_on` is given or the hand
            is not on the sheet (`sheet_signed`); an earlier hand is missing (`hand_out_of_order`); the hand
            to correct is missing (`hand_missing`); or the sheet was reopened since (`sheet_reopened`).
    """
    with transaction.atomic():
        match = lock_match(match)
        refuse_closed(match, correcting=based_on is not None)
        if match.state in OVER:
            return hands.compare_hand(match.sheet, place, raw)
        before, won = match.sheet.head_seq, games_won(match)
        result = hands.record_hand(
            match.sheet,
            place,
            raw,
            author=author,
            at=at,
            based_on=based_on,
            replaces=replaces,
            reopenings=reopenings,
        )
        if match.sheet.head_seq != before:
            follow_sheet(match, "hand", won)
    return result


def strike_hand(
    match: MatchOrId,
    place: Place,
    *,
    author: Author,
    at: datetime,
    based_on: int = 0,
    replaces: Sequence[str] = (),
) -> int:
    """Strike the last hand of an open match; return the version of the strike.

    If no hand is struck, return the version of the hand or strike that is stored in this place, or 0 if no
    hand was ever recorded there. A repeated call changes nothing. `based_on` is the version of the hand, from
    1; the default 0 is only for calls with `replaces`. If `replaces` contains client keys of a phone, the
    hand stored with one of the keys is struck; without such a hand nothing changes.

    Raises:
        NotNow: the match waits, is signed or was decided without play; `based_on` is not the version of the
            recorded hand (`hand_changed`); or the hand is not the last one (`not_the_last_hand`).
    """
    with transaction.atomic():
        match = lock_match(match)
        refuse_closed(match, correcting=True)
        won = games_won(match)
        if hands.strike_hand(match.sheet, place, based_on=based_on, author=author, at=at, replaces=replaces):
            follow_sheet(match, "hand", won)
    return match.sheet.standing.log.latest_version(place)


def settle_hand(
    match: MatchOrId, place: Place, *, version: int, author: Author, at: datetime
) -> WritingResult:
    """Settle the dispute about a hand by keeping the current version of the hand.

    Raise NotNow if `version` is not the current version or nothing is disputed (`nothing_disputed`), and the
    errors of `refuse_closed`.
    """
    with transaction.atomic():
        match = lock_match(match)
        refuse_closed(match, correcting=True)
        result = hands.settle_hand(match.sheet, place, version=version, author=author, at=at)
        note_move(
            match.tournament_id, "hand_settled", author=author, at=at, match_id=match.pk, body=_place(place)
        )
        follow_sheet(match, "hand")
    return result


def _place(place: Place) -> dict[str, int]:
    return {"game": place[0], "hand": place[1]}


def refuse_closed(match: Match, *, correcting: bool) -> None:
    """Raise NotNow if the match is waiting or was not played.

    With `correcting`, also raise NotNow if the sheet is signed.
    """
    if match.state == "waiting":
        text = _("This match is not ready: who plays it is not known yet, or still plays another.")
        raise NotNow("match_waiting", Sentence(text))
    if match.state in ("walkover", "bye"):
        raise NotNow("match_over", Sentence(_("This match was decided without play: it has no hands.")))
    if match.state in OVER and correcting:
        text = _("The sheet is signed and can only be read. Ask the referee to reopen it.")
        raise NotNow("sheet_signed", Sentence(text))


def games_won(match: Match) -> Sequence[int]:
    """Return the number of games won by each side on the current sheet."""
    won: Sequence[int] = match.sheet.summary.get("games_won", ())
    return won


def follow_sheet(match: Match, topic: str, won_before: Sequence[int] | None = None) -> None:
    """Store a change for live pages, and set the match's state according to its sheet.

    `won_before` is the number of games won by each side before a hand was recorded, or None after any other
    action.
    """
    state = state_of(match.sheet.summary) if match.state in AT_A_TABLE else match.state
    results = state != match.state or games_won(match) != won_before
    note_change(match.tournament_id, topic, match.pk, results=results)
    if state != match.state:
        move(match, state)


def state_of(summary: Mapping[str, Any]) -> str:
    """Return the state of an open match according to the summary of its sheet."""
    if summary.get("disputed") or summary.get("objection"):
        return "disputed"
    return "playing" if summary.get("hands") else "ready"


def sign_sheet(
    match: MatchOrId, side: int, *, author: Author, at: datetime, handed_over: bool = False
) -> Match:
    """Sign the sheet for a side. When every side has signed, store the result and queue the bracket job.

    A repeated signature changes nothing. `handed_over` is True if the side typed the code on this phone.

    Raises:
        BadEntry: the match has no such side (`no_such_side`).
        NotNow: the match is not played to its end, a hand or the sheet is disputed, the phone signs for
            another side (`not_your_side`), or one of the errors of `refuse_closed`.
    """
    with transaction.atomic():
        match = lock_match(match)
        _refuse_unplayable(match)
        if match.state in OVER and side not in match.sheet.summary["signed"]:
            refuse_closed(match, correcting=True)
        if signing.sign_sheet(match.sheet, side, author=author, at=at, handed_over=handed_over):
            note_change(match.tournament_id, "match", match.pk)
            if len(match.sheet.summary["signed"]) == len(match.sheet.summary["games_won"]):
                _accept(match, "signed", author, at)
    return match


def _refuse_unplayable(match: Match) -> None:
    if match.state in ("waiting", "walkover", "bye"):
        refuse_closed(match, correcting=False)


def confirm_match(match: MatchOrId, *, author: Author, at: datetime) -> Match:
    """Confirm the sheet of a match that is played to its end, as the director.

    Signatures may be missing, and a call for the director may be open. A repeated confirmation changes
    nothing. Raise NotNow if the match is not over (`match_not_decided`), a hand is disputed
    (`hand_disputed`), or the match waits or was decided without play.
    """
    with transaction.atomic():
        match = lock_match(match)
        _refuse_unplayable(match)
        if signing.confirm_sheet(match.sheet, author=author, at=at):
            note_change(match.tournament_id, "match", match.pk)
            if match.state == "signed":
                move(match, "confirmed")
            else:
                _accept(match, "confirmed", author, at)
            note_move(match.tournament_id, "match_confirmed", author=author, at=at, match_id=match.pk)
    return match


def _accept(match: Match, state: str, author: Author, at: datetime) -> None:
    """Store the result on the sheet as the outcome of the match, and free the table."""
    summary = match.sheet.summary
    add_outcome(
        match,
        kind="result",
        winner=summary["winner"],
        played=counted_games(summary),
        author=author,
        at=at,
    )
    move(match, state, over_at=END_OF_PLAY)
    close_table(match.sheet, at=at)


def add_outcome(  # noqa: PLR0913  # the columns of an outcome
    match: Match,
    *,
    kind: str,
    winner: int | None,
    author: Author,
    at: datetime,
    played: Sequence[Mapping[str, Any]] = (),
    reason: str = "",
    moves_as: int | None = None,
) -> Outcome:
    """Add an outcome to a match with the next sequence number of its stage, and queue the bracket job.

    The caller has locked the match, and changes its state. `played` contains the games that count, in the
    format of the sheet's summary. `moves_as` is the version of the outcome whose winner advanced, if a
    correction leaves the later matches unchanged. `moves_as` stays when a match is reopened, so that no team
    is moved when the match ends again.
    """
    seq = raise_number(Stage, match.stage_id, "outcome_seq")
    before = LATEST.first(match=match.pk)
    if before is not None and before.kind == REOPENED:
        moves_as = before.moves_as
    outcome = Outcome.objects.create(
        match=match,
        version=before.version + 1 if before else 1,
        stage_id=match.stage_id,
        seq=seq,
        kind=kind,
        winner=winner,
        games=[game["score"] for game in played],
        game_winners=[game["winner"] for game in played],
        sheet_seq=match.sheet.head_seq,
        moves_as=moves_as,
        reason=reason,
        user_id=author.user_id,
        made_at=at,
    )
    match.latest_outcome = outcome
    enqueue("bracket", match.stage_id, tournament_id=match.tournament_id, wanted=seq)
    return outcome


def award_walkover(
    match: MatchOrId, winner: int | None, reason: str, *, author: Author, at: datetime
) -> Match:
    """Award a match that is not in play to a side that was present, or to no side (COM-WO-1).

    At a table of more than two sides one side wins, and the net score of all sides is 0. The teams of the
    match must be known, but may still be playing other matches.

    Raises:
        BadEntry: the reason is empty (`reason_missing`).
        NotNow: the match has hands (`match_being_played`), is signed or confirmed (`sheet_signed`), was
            decided without play (`match_over`) or waits for a team (`match_waiting`).
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write the reason of the walkover.")))
    with transaction.atomic():
        match = lock_match(match)
        if match.state != "waiting" or match.slots.filter(team=None).exists():
            refuse_closed(match, correcting=True)
        if match.sheet.summary.get("hands"):
            text = _("This match is being played: strike its hands first, or let it end.")
            raise NotNow("match_being_played", Sentence(text))
        note_change(match.tournament_id, "match", match.pk)
        kind = "walkover" if winner is not None else "double_walkover"
        add_outcome(match, kind=kind, winner=winner, author=author, at=at, reason=reason)
        move(match, "walkover", over_at=END_OF_PLAY)
        close_table(match.sheet, at=at)
        note_move(
            match.tournament_id,
            kind,
            author=author,
            at=at,
            match_id=match.pk,
            reason=reason,
            body={"winner": winner},
        )
    return match


def object_to_sheet(match: MatchOrId, *, author: Author, at: datetime, side: int | None = None) -> Match:
    """Call the director to the table; the match is disputed until the call is answered.

    A repeated call changes nothing. `side` is the calling side, or None. Raise the errors of `refuse_closed`.
    """
    return _about_the_sheet(
        match,
        "director_called",
        lambda sheet: signing.object_to_sheet(sheet, author=author, at=at, side=side),
        author,
        at,
    )


def answer_call(match: MatchOrId, *, author: Author, at: datetime) -> Match:
    """Mark the call as answered; the current version of the sheet counts.

    Without an open call, nothing changes. Raise the errors of `refuse_closed`.
    """
    return _about_the_sheet(
        match,
        "call_answered",
        lambda sheet: signing.withdraw_objection(sheet, author=author, at=at),
        author,
        at,
    )


def _about_the_sheet(
    match: MatchOrId, kind: str, act: Callable[[Any], bool], author: Author, at: datetime
) -> Match:
    with transaction.atomic():
        match = lock_match(match)
        refuse_closed(match, correcting=True)
        if act(match.sheet):
            note_move(match.tournament_id, kind, author=author, at=at, match_id=match.pk)
            follow_sheet(match, "match")
    return match


def write_finals(match_id: UUID, scores: dict[int, list[Any]], *, author: Author, at: datetime) -> None:
    """Record the final scores of an open match, keyed by game number; if one is invalid, record none.

    Raise BadEntry with all errors if the scores are impossible (`bad_finals`). Raise NotNow if a game has
    hands (`game_has_hands`) or an earlier game is missing (`game_missing`), and the errors of
    `refuse_closed`.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        refuse_closed(match, correcting=True)
        changed = corrections.write_finals(match.sheet, scores, author=author, at=at)
        if changed:
            body = {"games": changed}
            note_move(
                match.tournament_id, "finals_written", author=author, at=at, match_id=match.pk, body=body
            )
            follow_sheet(match, "hand")
