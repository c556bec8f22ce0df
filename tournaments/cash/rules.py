"""The rules of the cash, in cents: what each team owes, what lies in the drawer, what may be written.

Lines are only added, and everything is a sum over them: a counter-entry has the kind, the team and the method
of the line it reverses, and its amount with the other sign. So at every instant, to the cent,

    due = paid + waived + open

for each team and for all of them together; where `open` is negative, something is to be given back.
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
    """Return the start of the keys of the lines that pay a prize; the number of earlier lines follows."""
    return f"prize-{hashlib.sha256(prize.encode()).hexdigest()[:32]}-"


LONGEST_NOTE, LONGEST_RECEIPT, LONGEST_KEY = 160, 80, 64
# After so many days what was written beside the line of a team goes; the sums stay.
DAYS_OF_NOTES = 30
# Notes and coins, by their worth.
PIECES = (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1)


class CashEntry(NamedTuple):
    """A line as the rules read it; `reverses` is the number of the line it takes back."""

    number: int
    kind: str
    amount: int
    team: UUID | None = None
    method: str = ""
    reverses: int | None = None


class NewLine(NamedTuple):
    """A line that is to be written."""

    kind: LineKind
    amount: int
    team: UUID | None = None
    method: str = ""
    reverses: int | None = None


@dataclass(frozen=True)
class Account:
    """What a team owes and has paid; `open` is what is still to come, negative what is to be given back."""

    due: int = 0
    paid: int = 0
    waived: int = 0

    @property
    def open(self) -> int:
        """What is still to be paid."""
        return self.due - self.paid - self.waived

    def plus(self, other: "Account") -> "Account":
        """Return the sum of two accounts."""
        return Account(self.due + other.due, self.paid + other.paid, self.waived + other.waived)


OF_ACCOUNT = {LineKind.DUE: "due", LineKind.PAYMENT: "paid", LineKind.WAIVER: "waived"}


def accounts(lines: Iterable[CashEntry], teams: Iterable[UUID], fee: int) -> dict[UUID, Account]:
    """Return the account of each of these teams, and of every other that a line names.

    As long as no line names a team it owes the fee of now; the first one froze that of its moment.
    """
    sums: dict[UUID, dict[str, int]] = defaultdict(lambda: dict.fromkeys(OF_ACCOUNT.values(), 0))
    for line in lines:
        if line.team is not None and line.kind in OF_ACCOUNT:
            sums[line.team][OF_ACCOUNT[LineKind(line.kind)]] += line.amount
    found = {team: Account(fee) for team in teams}
    return found | {team: Account(**columns) for team, columns in sums.items()}


def total(several: Iterable[Account]) -> Account:
    """Return all accounts together."""
    whole = Account()
    for account in several:
        whole = whole.plus(account)
    return whole


def standing(lines: Sequence[CashEntry]) -> list[CashEntry]:
    """Return the lines that were not taken back, without the counter-entries."""
    undone = {line.reverses for line in lines}
    return [line for line in lines if line.reverses is None and line.number not in undone]


def sums_by_method(lines: Iterable[CashEntry], kind: LineKind = LineKind.PAYMENT) -> dict[str, int]:
    """Return what came in by each method: of the teams, or for carnets."""
    sums = {method.value: 0 for method in Method}
    for line in lines:
        if line.kind == kind:
            sums[line.method] += line.amount
    return sums


@dataclass(frozen=True)
class Drawer:
    """What was put into the drawer and taken out of it; cards, transfers and vouchers never lie there."""

    fund: int = 0
    fees: int = 0
    carnets: int = 0
    expenses: int = 0
    prizes: int = 0

    @property
    def expected(self) -> int:
        """What should lie in it."""
        return self.fund + self.fees + self.carnets - self.expenses - self.prizes


IN_DRAWER = {
    LineKind.FLOAT: "fund",
    LineKind.PAYMENT: "fees",
    LineKind.CARNET: "carnets",
    LineKind.EXPENSE: "expenses",
    LineKind.PRIZE: "prizes",
}


def drawer(lines: Iterable[CashEntry], up_to: int | None = None) -> Drawer:
    """Return the drawer after all lines, or after the line of this number."""
    sums = dict.fromkeys(IN_DRAWER.values(), 0)
    for line in lines:
        counts = up_to is None or line.number <= up_to
        if counts and line.kind in IN_DRAWER and line.method == Method.CASH:
            sums[IN_DRAWER[LineKind(line.kind)]] += line.amount
    return Drawer(**sums)


def counted_pieces(pieces: Mapping[int, int]) -> int:
    """Return what notes and coins are worth together, so many of each."""
    return sum(worth * count for worth, count in pieces.items())


def check_amount(amount: int) -> None:
    """Raise BadEntry for an amount that no line has."""
    if not 0 < amount <= MOST_CENTS:
        text = _("Write an amount above zero, and of at most 100,000 euros.")
        raise BadEntry("amount_range", Sentence(text))


def plan_payment(
    lines: Sequence[CashEntry], team: UUID, fee: int, amount: int, kind: LineKind, method: str = ""
) -> list[NewLine]:
    """Return the lines of a payment or a waiver: before the first of a team the due that it freezes.

    Raise NotNow where it is more than the team still owes.
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
    """Return the counter-entry of a line; raise NotNow where it has one, or is one, or is a due."""
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
    """Return the lines that free a team which is off the list: its due and what was waived of it go.

    What it has paid is then open with the other sign: it is to be given back.
    """
    freed = {LineKind.DUE, LineKind.WAIVER}
    return [_counter(line) for line in standing(lines) if line.team == team and line.kind in freed]


def _counter(line: CashEntry) -> NewLine:
    return NewLine(LineKind(line.kind), -line.amount, line.team, line.method, line.number)
