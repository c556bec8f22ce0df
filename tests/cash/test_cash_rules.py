"""Rules of the cash book: accounts after random actions, the cash drawer and invalid entries."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings, strategies as st

from scoring.types import BadEntry, NotNow, RuleError
from tournaments.cash import rules
from tournaments.cash.rules import Account, CashEntry, Drawer
from tournaments.values.money import MOST_CENTS, LineKind, Method

TEAM, OTHER = UUID(int=1), UUID(int=2)
TEAMS = [UUID(int=number) for number in range(1, 5)]


class Notebook:
    """A list of cash entries, and an independently computed account of each team for comparison."""

    def __init__(self) -> None:
        self.fee = 1000
        self.lines: list[CashEntry] = []
        self.gone: set[UUID] = set()
        self.by_hand: dict[UUID, list[Any]] = {}  # team: [due (None until a line fixes it), paid, waived]
        self.amounts: dict[int, Any] = {}  # number: (column of the notebook, team, amount)

    def add(self, planned):
        for new in planned:
            number = len(self.lines) + 1
            self.lines.append(CashEntry(number, new.kind, new.amount, new.team, new.method, new.reverses))

    def take(self, team, amount, kind, method=""):
        note = self.by_hand.setdefault(team, [None, 0, 0])
        due = self.fee if note[0] is None else note[0]
        try:
            planned = rules.plan_payment(self.lines, team, self.fee, amount, kind, method)
        except RuleError:
            assert not 0 < amount <= due - note[1] - note[2]
            return
        assert amount <= due - note[1] - note[2]
        self.add(planned)
        column = 1 if kind == LineKind.PAYMENT else 2
        note[0], note[column] = due, note[column] + amount
        self.amounts[len(self.lines)] = (column, team, amount)

    def reverse(self, number):
        column, team, amount = self.amounts.pop(number, (0, None, 0))
        try:
            self.add([rules.plan_reversal(self.lines, number)])
        except NotNow:
            assert not column
            return
        assert column
        self.by_hand[team][column] -= amount

    def leave(self, team):
        self.gone.add(team)
        self.add(rules.plan_release(self.lines, team))
        note = self.by_hand.setdefault(team, [None, 0, 0])
        note[0], note[2] = 0, 0
        self.amounts = {number: each for number, each in self.amounts.items() if each[:2] != (2, team)}

    def check(self):
        accounts = rules.accounts(self.lines, [team for team in TEAMS if team not in self.gone], self.fee)
        for team in TEAMS:
            due, paid, waived = self.by_hand.get(team, [None, 0, 0])
            due = (0 if team in self.gone else self.fee) if due is None else due
            account = accounts.get(team, Account())
            assert (account.due, account.paid, account.waived) == (due, paid, waived)
            assert account.open == due - paid - waived
            assert account.open >= 0 or team in self.gone
        total = rules.total(accounts.values())
        assert total.due == total.paid + total.waived + sum(each.open for each in accounts.values())
        by_method = rules.sums_by_method(self.lines)
        assert sum(by_method.values()) == total.paid
        assert rules.drawer(self.lines).expected == by_method["cash"]


CENTS = st.sampled_from([-500, 0, 1, 333, 500, 667, 1000, 1001, 2500, 10**14]) | st.integers(1, 2000)
ACTS = st.one_of(
    st.tuples(st.just("pay"), st.sampled_from(TEAMS), CENTS, st.sampled_from(list(Method))),
    st.tuples(st.just("pay"), st.sampled_from(TEAMS), CENTS, st.sampled_from(list(Method))),
    st.tuples(st.just("waive"), st.sampled_from(TEAMS), CENTS),
    st.tuples(st.just("reverse"), st.integers(0, 60)),
    st.tuples(st.just("leave"), st.sampled_from(TEAMS)),
    st.tuples(st.just("fee"), st.sampled_from([0, 500, 1000, 2500])),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(ACTS, max_size=40))
def test_amount_due_equals_the_sum_of_paid_waived_and_open_amounts_after_every_action(history):
    notebook = Notebook()
    for act, *values in history:
        if act == "fee":
            notebook.fee = values[0]
        elif act == "reverse" and notebook.lines:
            notebook.reverse(values[0] % len(notebook.lines) + 1)
        elif act == "leave":
            notebook.leave(values[0])
        elif act in {"pay", "waive"} and values[0] not in notebook.gone:
            kind = LineKind.PAYMENT if act == "pay" else LineKind.WAIVER
            notebook.take(values[0], values[1], kind, *values[2:])
        notebook.check()


def test_first_cash_entry_of_a_team_fixes_the_amount_due():
    planned = rules.plan_payment([], TEAM, 1000, 400, LineKind.PAYMENT, "cash")
    assert [(new.kind, new.amount) for new in planned] == [("due", 1000), ("payment", 400)]
    lines = [CashEntry(n, new.kind, new.amount, new.team, new.method) for n, new in enumerate(planned, 1)]
    accounts = rules.accounts(lines, [TEAM, OTHER], 2500)
    assert accounts == {TEAM: Account(1000, 400), OTHER: Account(2500)}
    assert len(rules.plan_payment(lines, TEAM, 2500, 600, LineKind.PAYMENT, "card")) == 1


@pytest.mark.parametrize("amount", [0, -1, -1000, MOST_CENTS + 1, 10**14])
def test_cash_amount_outside_the_range_is_refused(amount):
    with pytest.raises(BadEntry) as refusal:
        rules.plan_payment([], TEAM, 10**15, amount, LineKind.PAYMENT)
    assert refusal.value.code == "amount_range"


@pytest.mark.parametrize(("fee", "amount"), [(1000, 1001), (0, 1)])
def test_payment_above_the_open_amount_is_refused(fee, amount):
    with pytest.raises(NotNow) as refusal:
        rules.plan_payment([], TEAM, fee, amount, LineKind.PAYMENT, "cash")
    assert refusal.value.code == "overpaid"


def test_cash_entry_can_be_reversed_once_and_a_reversal_cannot_be_reversed():
    lines = [CashEntry(1, "due", 1000, TEAM), CashEntry(2, "payment", 1000, TEAM, "cash")]
    counter = rules.plan_reversal(lines, 2)
    assert (counter.kind, counter.amount, counter.method, counter.reverses) == ("payment", -1000, "cash", 2)
    lines.append(CashEntry(3, counter.kind, counter.amount, TEAM, "cash", 2))
    for number, code in ((2, "reversed_already"), (3, "is_a_reversal"), (1, "is_a_due")):
        with pytest.raises(NotNow) as refusal:
            rules.plan_reversal(lines, number)
        assert refusal.value.code == code


def test_cash_drawer_counts_only_cash_payments():
    lines = [
        CashEntry(1, "float", 5000, None, "cash"),
        CashEntry(2, "payment", 11000, uuid4(), "cash"),
        CashEntry(3, "payment", 1000, uuid4(), "card"),
        CashEntry(4, "carnet", 4500, None, "cash"),
        CashEntry(5, "carnet", 4500, None, "transfer"),
        CashEntry(6, "expense", 3850, None, "cash"),
        CashEntry(7, "prize", 6400, None, "cash"),
        CashEntry(8, "carnet", -4500, None, "cash", 4),
    ]
    assert rules.drawer(lines) == Drawer(5000, 11000, 0, 3850, 6400)
    assert rules.drawer(lines).expected == 5750
    assert rules.drawer(lines, up_to=4).expected == 20500


def test_counted_notes_and_coins_are_added_up():
    assert rules.counted_pieces({50_00: 1, 2_00: 2, 50: 3}) == 5550
    assert rules.counted_pieces({}) == 0
