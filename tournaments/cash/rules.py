"""The rules of the cash book, in cents: accounts of teams, content of the drawer, permitted entries.

Cash entries are never changed or removed, and all totals are sums of cash entries. A reversal has the kind,
team and method of the reversed entry and the negative amount. The following equation is therefore always
exact, for each team and in total:

    due = paid + waived + open

If `open` is negative, money has to be given back.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.values.money import MOST_CENTS, LineKind, Method

MOST_EVENINGS = 100


def line_key_of_prize(prize: str) -> str:
    """Return the first part of the key of a prize's payments; the second part is a running number."""
    return f"prize-{hashlib.sha256(prize.encode()).hexdigest()[:32]}-"


LONGEST_NOTE, LONGEST_RECEIPT, LONGEST_KEY = 160, 80, 64
# The notes of team lines are deleted after this many days; the amounts stay.
DAYS_OF_NOTES = 30
# Values of notes and coins, in cents.
PIECES = (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1)


class CashEntry(NamedTuple):
    """A cash entry without its database row. `reverses` is the number of the cash entry that it reverses."""

    number: int
    kind: str
    amount: int
    team: UUID | None = None
    method: str = ""
    reverses: int | None = None


class NewLine(NamedTuple):
    """A cash entry that is not yet recorded."""

    kind: LineKind
    amount: int
    team: UUID | None = None
    method: str = ""
    reverses: int | None = None


@dataclass(frozen=True)
class Account:
    """The account of a team: dues, payments and waivers, in cents."""

    due: int = 0
    paid: int = 0
    waived: int = 0

    @property
    def open(self) -> int:
        """The cents still to be paid; negative if money has to be given back."""
        return self.due - self.paid - self.waived

    def plus(self, other: "Account") -> "Account":
        """Return the sum of two accounts."""
        return Account(self.due + other.due, self.paid + other.paid, self.waived + other.waived)


OF_ACCOUNT = {LineKind.DUE: "due", LineKind.PAYMENT: "paid", LineKind.WAIVER: "waived"}


def accounts(lines: Iterable[CashEntry], teams: Iterable[UUID], fee: int) -> dict[UUID, Account]:
    """Return the accounts of the given teams and of all other teams that have cash entries.

    A team without cash entries owes the current fee. The first cash entry of a team fixes the fee that the
    team owes.
    """
    sums: dict[UUID, dict[str, int]] = defaultdict(lambda: dict.fromkeys(OF_ACCOUNT.values(), 0))
    for line in lines:
        if line.team is not None and line.kind in OF_ACCOUNT:
            sums[line.team][OF_ACCOUNT[LineKind(line.kind)]] += line.amount
    accounts_without_lines = {team: Account(fee) for team in teams}
    return accounts_without_lines | {team: Account(**columns) for team, columns in sums.items()}


def total(several: Iterable[Account]) -> Account:
    """Return the sum of several accounts."""
    sum_of_accounts = Account()
    for account in several:
        sum_of_accounts = sum_of_accounts.plus(account)
    return sum_of_accounts


def standing(lines: Sequence[CashEntry]) -> list[CashEntry]:
    """Return the cash entries that are neither reversed nor reversals of other entries."""
    undone = {line.reverses for line in lines}
    return [line for line in lines if line.reverses is None and line.number not in undone]


def sums_by_method(lines: Iterable[CashEntry], kind: LineKind = LineKind.PAYMENT) -> dict[str, int]:
    """Return the amount in cents received by each payment method.

    By default, payments of teams are added up; with the kind CARNET, sales of carnets.
    """
    sums = {method.value: 0 for method in Method}
    for line in lines:
        if line.kind == kind:
            sums[line.method] += line.amount
    return sums


@dataclass(frozen=True)
class Drawer:
    """The cash put into and taken out of the drawer, in cents; other payment methods do not count."""

    fund: int = 0
    fees: int = 0
    carnets: int = 0
    expenses: int = 0
    prizes: int = 0

    @property
    def expected(self) -> int:
        """The cents that should be in the drawer."""
        return self.fund + self.fees + self.carnets - self.expenses - self.prizes


IN_DRAWER = {
    LineKind.FLOAT: "fund",
    LineKind.PAYMENT: "fees",
    LineKind.CARNET: "carnets",
    LineKind.EXPENSE: "expenses",
    LineKind.PRIZE: "prizes",
}


def drawer(lines: Iterable[CashEntry], up_to: int | None = None) -> Drawer:
    """Return the content of the drawer after all cash entries, or after the entry with number `up_to`."""
    sums = dict.fromkeys(IN_DRAWER.values(), 0)
    for line in lines:
        counts = up_to is None or line.number <= up_to
        if counts and line.kind in IN_DRAWER and line.method == Method.CASH:
            sums[IN_DRAWER[LineKind(line.kind)]] += line.amount
    return Drawer(**sums)


def counted_pieces(pieces: Mapping[int, int]) -> int:
    """Return the total value in cents, given the number of notes and coins of each value."""
    return sum(worth * count for worth, count in pieces.items())


def check_amount(amount: int) -> None:
    """Raise BadEntry if an amount (in cents) is not between one cent and 100,000 euros."""
    if not 0 < amount <= MOST_CENTS:
        text = _("Write an amount above zero, and of at most 100,000 euros.")
        raise BadEntry("amount_range", Sentence(text))


def check_method(method: str) -> None:
    """Raise BadEntry for an unknown payment method."""
    if method not in list(Method):
        raise BadEntry("unknown_method", Sentence(_("Pay in cash, by transfer, by card or by voucher.")))


def clean_note(text: str) -> str:
    """Return the note as cleaned text; raise BadEntry if the text is empty or too long."""
    text = " ".join(text.split())
    if not text:
        raise BadEntry("note_missing", Sentence(_("Write what it is for.")))
    if len(text) > LONGEST_NOTE:
        raise BadEntry("note_long", Sentence(_("Write it in at most 160 letters.")))
    return text


def plan_payment(
    lines: Sequence[CashEntry], team: UUID, fee: int, amount: int, kind: LineKind, method: str = ""
) -> list[NewLine]:
    """Return the cash entries that record a payment or a waiver of a team.

    If the team has no cash entries yet, an entry with the fee that it owes comes first. Raise BadEntry for an
    amount outside the permitted range, NotNow if the amount exceeds the amount that the team still owes.
    """
    check_amount(amount)
    named = [line for line in lines if line.team == team]
    account = accounts(named, [team], fee)[team]
    if amount > account.open:
        raise NotNow("overpaid", Sentence(_overpaid(account)))
    first = [] if named else [NewLine(LineKind.DUE, fee, team)]
    return [*first, NewLine(kind, amount, team, method)]


def _overpaid(account: Account) -> str:
    if not account.due:
        return _("Nothing is due from this team. Write the fee in the notice first.")
    if account.open <= 0:
        return _("This team owes nothing any more. Somebody may just have taken its money.")
    return _("That is more than this team still owes.")


def plan_reversal(lines: Sequence[CashEntry], number: int) -> NewLine:
    """Return the reversal of a cash entry.

    Raise NotNow if the cash entry is already reversed, is a reversal itself, or records a fee of a team.
    """
    line = next(each for each in lines if each.number == number)
    if line.reverses is not None:
        text = _("This line takes another back already. Write the amount anew instead.")
        raise NotNow("is_a_reversal", Sentence(text))
    if any(each.reverses == number for each in lines):
        raise NotNow("reversed_already", Sentence(_("This line was taken back already.")))
    if line.kind == LineKind.DUE:
        text = _("What a team owes is not taken back by hand. Waive it instead.")
        raise NotNow("is_a_due", Sentence(text))
    return _counter(line)


def plan_release(lines: Sequence[CashEntry], team: UUID) -> list[NewLine]:
    """Return the cash entries that cancel the fee and the waivers of a team that left before the draw.

    Afterwards `open` is negative if the team has paid, because the payment has to be given back.
    """
    freed = {LineKind.DUE, LineKind.WAIVER}
    return [_counter(line) for line in standing(lines) if line.team == team and line.kind in freed]


def _counter(line: CashEntry) -> NewLine:
    return NewLine(LineKind(line.kind), -line.amount, line.team, line.method, line.number)
