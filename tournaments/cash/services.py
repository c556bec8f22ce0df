"""Services of the cash book. Only these services record entries; they lock the tournament first."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.cash import rules
from tournaments.cash.rules import NewLine
from tournaments.cash.selectors import entries_of, fee_of
from tournaments.entries.services.entries import mark_presence
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import Carnet, CashClose, CashLine, CashNote, Person, Team, Tournament
from tournaments.rosters.selectors.roster import teams_gone
from tournaments.values.money import MOST_CENTS, LineKind, Method


class Receipt(NamedTuple):
    """A cash entry, and whether this request or an earlier request with the same key recorded the entry."""

    line: CashLine
    is_new: bool


def pay(  # noqa: PLR0913  # an act has all of these parts
    tournament: Tournament,
    team_id: UUID,
    amount: int,
    method: str,
    *,
    key: str = "",
    carnet: UUID | None = None,
    present: bool = False,
    author: Author,
    at: datetime,
) -> Receipt:
    """Record a payment (in cents) of a team; before the draw, `present` also marks the team as present.

    A repeated key returns the first receipt. Raise BadEntry for an invalid amount, method, team or carnet.
    Raise NotNow if the team has left or owes less than the amount, if the carnet cannot be used, or if the
    key was used for a different entry.
    """
    rules.check_method(method)
    if carnet is not None and method != Method.VOUCHER:
        raise BadEntry("carnet_no_voucher", Sentence(_("A carnet is a voucher: say so as the method.")))
    with transaction.atomic():
        lock_tournament(tournament.pk)
        body = {"kind": LineKind.PAYMENT, "team": team_id, "method": method, "carnet_id": carnet}
        if before := _written_before(tournament, key, amount=amount, **body):
            return Receipt(before, is_new=False)
        team = _team_that_pays(tournament, team_id)
        planned = rules.plan_payment(
            entries_of(tournament), team_id, fee_of(tournament), amount, LineKind.PAYMENT, method
        )
        if carnet is not None:
            _use_carnet(tournament, carnet, team)
        line = _write_account(tournament, team, planned, author, at, key=key, carnet_id=carnet)
        if present and tournament_state(tournament) == "entries" and team.presence != "present":
            mark_presence(tournament, {team.pk: "present"}, author=author, at=at)
    return Receipt(line, is_new=True)


def waive(  # an act has all of these parts
    tournament: Tournament,
    team_id: UUID,
    amount: int,
    reason: str,
    *,
    key: str = "",
    author: Author,
    at: datetime,
) -> Receipt:
    """Waive an amount (in cents) that a team owes.

    Raise the same errors as `pay`, but accept a team that left during play. Raise BadEntry if the reason is
    empty or longer than 160 letters.
    """
    reason = rules.clean_note(reason)
    with transaction.atomic():
        lock_tournament(tournament.pk)
        body = {"kind": LineKind.WAIVER, "team": team_id, "method": "", "carnet_id": None}
        if before := _written_before(tournament, key, reason, amount=amount, **body):
            return Receipt(before, is_new=False)
        team = _team_of(tournament, team_id)
        planned = rules.plan_payment(
            entries_of(tournament), team_id, fee_of(tournament), amount, LineKind.WAIVER
        )
        line = _write_account(tournament, team, planned, author, at, key=key)
        CashNote.objects.create(line=line, text=reason)
    return Receipt(line, is_new=True)


def reverse(line: CashLine, *, author: Author, at: datetime) -> CashLine:
    """Record a reversal. Raise NotNow if the entry cannot be reversed or sold a carnet that is in use."""
    with transaction.atomic():
        lock_tournament(line.tournament_id)
        planned = rules.plan_reversal(entries_of(line.tournament), line.number)
        if line.kind == LineKind.CARNET and line.carnet_id:
            _lock_carnet(line.carnet_id)
            if uses_of(line.carnet_id):
                text = _("An evening of this carnet was played already, so its sale stays.")
                raise NotNow("carnet_in_use", Sentence(text))
        (counter,) = _write(
            line.tournament, [planned], author, at, carnet_id=line.carnet_id, reversed_line=line
        )
        note_change(line.tournament_id, "entries")
    return counter


def sell_carnet(  # noqa: PLR0913  # an act has all of these parts
    tournament: Tournament,
    person: Person,
    evenings: int,
    amount: int,
    method: str,
    *,
    key: str = "",
    author: Author,
    at: datetime,
) -> Receipt:
    """Sell a carnet (prepaid pass) to a person; the income is recorded in this tournament's cash book.

    `amount` is in cents. Raise BadEntry for invalid values. Raise NotNow if the tournament is a trial, or if
    the key was used for a different entry.
    """
    rules.check_method(method)
    rules.check_amount(amount)
    if method == Method.VOUCHER:
        raise BadEntry("carnet_for_voucher", Sentence(_("A carnet is paid in cash, by card or by transfer.")))
    if not 1 <= evenings <= rules.MOST_EVENINGS:
        raise BadEntry("evenings_range", Sentence(_("A carnet is good for 1 to 100 evenings.")))
    with transaction.atomic():
        lock_tournament(tournament.pk)
        body = {"kind": LineKind.CARNET, "amount": amount, "method": method}
        sale = {"carnet__person": person.pk, "carnet__evenings": evenings}
        if before := _written_before(tournament, key, **body, **sale):
            return Receipt(before, is_new=False)
        _refuse_trial(tournament)
        carnet = _new_carnet(person, evenings, at)
        new = NewLine(LineKind.CARNET, amount, method=method)
        (line,) = _write(tournament, [new], author, at, key=key, carnet_id=carnet.pk)
        note_change(tournament.pk, "entries")
    return Receipt(line, is_new=True)


def put_float(tournament: Tournament, amount: int, *, key: str = "", author: Author, at: datetime) -> Receipt:
    """Record the money (in cents) put into the drawer at the beginning. Raises the same errors as `spend`."""
    return _move_money(tournament, LineKind.FLOAT, amount, "", "", key, author, at)


def spend(  # an act has all of these parts
    tournament: Tournament,
    text: str,
    receipt: str,
    amount: int,
    *,
    key: str = "",
    author: Author,
    at: datetime,
) -> Receipt:
    """Record an expense (in cents) paid in cash.

    Raise BadEntry for an invalid text, receipt or amount, NotNow if the key was used for a different entry.
    """
    return _move_money(tournament, LineKind.EXPENSE, amount, rules.clean_note(text), receipt, key, author, at)


def pay_prize(
    tournament: Tournament, text: str, amount: int, *, key: str = "", author: Author, at: datetime
) -> Receipt:
    """Record a payment (in cents) for a prize from the drawer. Raises the same errors as `spend`."""
    return _move_money(tournament, LineKind.PRIZE, amount, rules.clean_note(text), "", key, author, at)


def close(
    tournament: Tournament, counted: int, explanation: str = "", *, author: Author, at: datetime
) -> CashClose:
    """Close the cash book with the counted sum (in cents); the expected sum follows from the cash entries.

    A difference needs no explanation. Raise BadEntry for a sum below zero or above 1,000,000 euros, and for
    an explanation of more than 160 letters. Later cash entries are corrections; closing again is allowed.
    """
    if not 0 <= counted <= 10 * MOST_CENTS:
        text = _("Write what you have counted: zero or more, and of at most 1,000,000 euros.")
        raise BadEntry("counted_range", Sentence(text))
    with transaction.atomic():
        lock_tournament(tournament.pk)
        lines = entries_of(tournament)
        closes = CashClose.objects.filter(tournament=tournament)
        row = CashClose.objects.create(
            tournament=tournament,
            number=(closes.aggregate(last=Max("number"))["last"] or 0) + 1,
            up_to=max((line.number for line in lines), default=0),
            expected=rules.drawer(lines).expected,
            counted=counted,
            user_id=author.user_id,
            at=at,
        )
        if explanation.strip():
            CashNote.objects.create(close=row, text=rules.clean_note(explanation))
        note_change(tournament.pk, "entries")
    return row


def release_gone(tournament: Tournament) -> None:
    """Cancel the dues of teams that left before the draw. The tournament must be locked."""
    if tournament.state != "entries":
        return
    lines = entries_of(tournament)
    named = {line.team for line in rules.standing(lines) if line.team is not None}
    if not named:
        return
    entered = set(tournament.teams.filter(pk__in=named).values_list("pk", flat=True))
    freed = [new for team in sorted(named - entered) for new in rules.plan_release(lines, team)]
    if freed:
        _write(tournament, freed, Author(), timezone.now())


def prune_notes(*, at: datetime, most: int = 1_000) -> int:
    """Delete old notes on cash entries of teams, at most `most`; return the number of deleted notes.

    A note is old if its cash entry was recorded more than 30 days ago.
    """
    before = at - timedelta(days=rules.DAYS_OF_NOTES)
    old = CashNote.objects.filter(Q(line__team__isnull=False) & Q(line__at__lt=before))
    note_ids = list(old.values_list("pk", flat=True)[:most])
    CashNote.objects.filter(pk__in=note_ids).delete()
    return len(note_ids)


def tournament_state(tournament: Tournament) -> str:
    """Return the current state of a tournament; the caller must have locked the tournament."""
    return str(Tournament.objects.values_list("state", flat=True).get(pk=tournament.pk))


def uses_of(carnet_id: UUID | None) -> int:
    """Return the number of used evenings of a carnet (prepaid pass)."""
    return CashLine.objects.filter(
        carnet=carnet_id, kind=LineKind.PAYMENT, reverses=None, reversal=None
    ).count()


def _team_of(tournament: Tournament, team_id: UUID) -> Team:
    """Return a team of this tournament; raise NotNow if it left before the draw, BadEntry if unknown."""
    team = tournament.teams.filter(pk=team_id).first()
    if team is not None:
        return team
    if CashLine.objects.filter(tournament=tournament, team=team_id).exists():
        raise NotNow("team_gone", Sentence(_("This team has left: it owes nothing.")))
    raise BadEntry("unknown_team", Sentence(_("This team does not play in this tournament.")))


def _team_that_pays(tournament: Tournament, team_id: UUID) -> Team:
    team = _team_of(tournament, team_id)
    if tournament_state(tournament) != "entries" and team_id in teams_gone(tournament):
        text = _("This team has left, so no money is taken from it. What it owes can be waived.")
        raise NotNow("team_gone", Sentence(text))
    return team


def _written_before(
    tournament: Tournament, key: str, text: str = "", receipt: str = "", /, **body: Any
) -> CashLine | None:
    """Return the cash entry with this key, or None; raise NotNow if the entry differs from this request.

    Old notes are deleted. The text and the receipt are therefore compared only if the entry still has a note.
    """
    lines = CashLine.objects.filter(tournament=tournament, key=key)
    line = lines.first() if key else None
    same_note = Q(note=None) | Q(note__text=text, note__receipt=receipt)
    if line and not lines.filter(same_note, **body).exists():
        sentence = _("This was sent before and said something else. Load the page again, then repeat it.")
        raise NotNow("key_differs", Sentence(sentence))
    return line


def _write_account(  # a line has all of these parts
    tournament: Tournament,
    team: Team,
    planned: Sequence[NewLine],
    author: Author,
    at: datetime,
    *,
    key: str = "",
    carnet_id: UUID | None = None,
) -> CashLine:
    *dues, last = planned
    for due in _write(tournament, dues, author, at):
        CashNote.objects.create(line=due, text=team.written_name)
    (line,) = _write(tournament, [last], author, at, key=key, carnet_id=carnet_id)
    note_change(tournament.pk, "entries")
    return line


def _move_money(  # noqa: PLR0913  # a line has all of these parts
    tournament: Tournament,
    kind: LineKind,
    amount: int,
    text: str,
    receipt: str,
    key: str,
    author: Author,
    at: datetime,
) -> Receipt:
    rules.check_amount(amount)
    receipt = " ".join(receipt.split())
    if len(receipt) > rules.LONGEST_RECEIPT:
        raise BadEntry("receipt_long", Sentence(_("Write the receipt in at most 80 letters.")))
    with transaction.atomic():
        lock_tournament(tournament.pk)
        body = {"kind": kind, "amount": amount, "method": Method.CASH, "team": None}
        if before := _written_before(tournament, key, text, receipt, **body):
            return Receipt(before, is_new=False)
        (line,) = _write(tournament, [NewLine(kind, amount, method=Method.CASH)], author, at, key=key)
        if text:
            CashNote.objects.create(line=line, text=text, receipt=receipt)
        note_change(tournament.pk, "entries")
    return Receipt(line, is_new=True)


def _write(  # lines have all of these parts
    tournament: Tournament,
    planned: Sequence[NewLine],
    author: Author,
    at: datetime,
    *,
    key: str = "",
    carnet_id: UUID | None = None,
    reversed_line: CashLine | None = None,
) -> list[CashLine]:
    """Add entries to the cash book of a locked tournament, numbered after the last entry."""
    if not planned:
        return []
    rows = CashLine.objects.filter(tournament=tournament)
    first = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
    undone = {new.reverses for new in planned if new.reverses is not None}
    ids = dict(rows.filter(number__in=undone).values_list("number", "pk")) if undone else {}
    if reversed_line is not None:
        ids[reversed_line.number] = reversed_line.pk
    return [
        CashLine.objects.create(
            tournament=tournament,
            number=number,
            kind=new.kind,
            team=new.team,
            method=new.method,
            amount=new.amount,
            reverses_id=ids[new.reverses] if new.reverses is not None else None,
            carnet_id=carnet_id,
            key=key or None,
            user_id=author.user_id,
            at=at,
        )
        for number, new in enumerate(planned, start=first)
    ]


def _refuse_trial(tournament: Tournament) -> None:
    """Raise NotNow for a carnet in a trial tournament: trials are deleted, but a carnet must be kept."""
    if tournament.trial:
        raise NotNow("no_carnet_in_trial", Sentence(_("In a trial no carnet is sold or used.")))


def _lock_carnet(carnet_id: UUID) -> None:
    """Lock a carnet so that two tournaments cannot both use its last evening. Lock the tournament first."""
    Carnet.objects.filter(pk=carnet_id).update(evenings=F("evenings"))


def _use_carnet(tournament: Tournament, carnet_id: UUID, team: Team) -> None:
    """Raise NotNow if this team cannot pay with the carnet."""
    _refuse_trial(tournament)
    _lock_carnet(carnet_id)
    carnet = Carnet.objects.select_related("person").filter(pk=carnet_id).first()
    if carnet is None:
        raise BadEntry("unknown_carnet", Sentence(_("There is no such carnet.")))
    holders = {carnet.person_id, carnet.person.merged_into_id}
    if not team.seats.filter(person__in=holders - {None}).exists():
        text = _("This carnet is of somebody who does not play in this team.")
        raise NotNow("carnet_of_another", Sentence(text))
    if CashLine.objects.filter(carnet=carnet_id, kind=LineKind.CARNET, reversal__isnull=False).exists():
        raise NotNow("carnet_void", Sentence(_("The sale of this carnet was taken back.")))
    if uses_of(carnet_id) >= carnet.evenings:
        raise NotNow("carnet_used_up", Sentence(_("All the evenings of this carnet are used.")))


def _new_carnet(person: Person, evenings: int, at: datetime) -> Carnet:
    """Create a carnet with the next number; retry if another request took the number."""
    for _attempt in range(8):
        number = (Carnet.objects.aggregate(last=Max("number"))["last"] or 0) + 1
        with suppress(IntegrityError), transaction.atomic():
            return Carnet.objects.create(number=number, person=person, evenings=evenings, made_at=at)
    raise NotNow("state_changed", Sentence(_("Somebody else was faster. Look again, then repeat it.")))
