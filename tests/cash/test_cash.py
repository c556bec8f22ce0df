"""Services of the cash book: payments, waivers, reversals, carnets (prepaid passes), expenses, closings."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from scoring.types import NotNow, RuleError
from tests import builders
from tests.cash.cashbox import acting, an_evening, team
from tournaments.cash import services
from tournaments.cash.selectors import carnets_of_teams, cash_now
from tournaments.club.selectors.facts import may_be_deleted
from tournaments.club.services.deletion import delete_tournament
from tournaments.entries.services.entries import withdraw_team
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import Carnet, CashClose, CashLine, CashNote, Notice, Person, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def pay(tournament, number=1, amount=1000, method="cash", **more):
    return services.pay(tournament, team(tournament, number).pk, amount, method, **more, **acting())


def refused(code, act):
    with pytest.raises(RuleError) as refusal:
        act()
    assert refusal.value.code == code


def account(tournament, number=1):
    accounts = {each.name: each.account for each in cash_now(tournament).teams}
    return accounts[team(tournament, number).written_name]


def test_later_change_of_the_fee_does_not_change_the_amount_due_from_a_team_that_paid():
    tournament = an_evening()
    pay(tournament, 1)
    Notice.objects.update(fee=2500)
    assert (account(tournament, 1).due, account(tournament, 1).open) == (1000, 0)
    assert (account(tournament, 2).due, account(tournament, 2).open) == (2500, 2500)
    now = cash_now(tournament)
    assert (now.total.due, now.total.paid, now.to_come) == (8500, 1000, 7500)
    assert now.by_method == {"cash": 1000, "transfer": 0, "card": 0, "voucher": 0}


def test_payment_at_check_in_also_marks_the_team_present():
    tournament = an_evening()
    pay(tournament, present=True)
    assert team(tournament).presence == "present"
    refused("overpaid", lambda: pay(tournament, 1, present=True))


def test_refused_payment_does_not_mark_the_team_present():
    tournament = an_evening()
    refused("overpaid", lambda: pay(tournament, amount=1001, present=True))
    assert team(tournament).presence == "expected"
    assert not CashLine.objects.exists()


def test_payment_with_a_repeated_key_returns_the_first_cash_entry():
    tournament = an_evening()
    first, again = pay(tournament, key="k1"), pay(tournament, key="k1")
    assert (first.is_new, again.is_new, again.line) == (True, False, first.line)
    refused("key_differs", lambda: pay(tournament, key="k1", method="card"))
    refused("key_differs", lambda: pay(tournament, 2, key="k1"))
    refused("key_differs", lambda: services.put_float(tournament, 1000, key="k1", **acting()))
    assert CashLine.objects.filter(kind="payment").count() == 1
    assert pay(an_evening(name="Altro torneo"), key="k1").is_new


def test_repeated_key_with_another_text_or_receipt_is_refused():
    tournament = an_evening()
    team_id, key = team(tournament).pk, {"key": "k1", **acting()}
    services.spend(tournament, "Caffè", "12", 500, **key)
    assert not services.spend(tournament, " Caffè ", "12", 500, **key).is_new
    refused("key_differs", lambda: services.spend(tournament, "Vino", "12", 500, **key))
    refused("key_differs", lambda: services.spend(tournament, "Caffè", "", 500, **key))
    key["key"] = "k2"
    services.pay_prize(tournament, "Prosciutto", 800, **key)
    refused("key_differs", lambda: services.pay_prize(tournament, "Vino", 800, **key))
    key["key"] = "k3"
    services.waive(tournament, team_id, 1000, "ospiti", **key)
    refused("key_differs", lambda: services.waive(tournament, team_id, 1000, "malati", **key))
    services.prune_notes(at=timezone.now() + timedelta(days=31))
    assert not services.waive(tournament, team_id, 1000, "ospiti", **key).is_new
    assert CashLine.objects.exclude(kind="due").count() == 3


@pytest.mark.parametrize("amount", [0, -1000, 10**14])
def test_cash_amount_outside_the_range_is_refused(amount):
    tournament = an_evening()
    refused("amount_range", lambda: pay(tournament, amount=amount))
    refused("amount_range", lambda: services.put_float(tournament, amount, **acting()))
    refused("amount_range", lambda: services.spend(tournament, "Caffè", "", amount, **acting()))


def test_payment_with_unknown_method_or_team_or_without_a_fee_is_refused():
    tournament, other = an_evening(), an_evening(name="Altro torneo")
    refused("unknown_method", lambda: pay(tournament, method="bitcoin"))
    for stranger in (uuid4(), team(other).pk):
        refused(
            "unknown_team", lambda team_id=stranger: services.pay(tournament, team_id, 1, "cash", **acting())
        )
    refused("overpaid", lambda: pay(builders.a_tournament(teams=2, name="Senza quota"), amount=1))


def test_cash_entry_can_be_reversed_only_once():
    tournament = an_evening()
    line = pay(tournament).line
    counter = services.reverse(line, **acting())
    assert (counter.amount, counter.reverses_id, counter.method) == (-1000, line.pk, "cash")
    assert account(tournament).open == 1000
    refused("reversed_already", lambda: services.reverse(line, **acting()))
    refused("is_a_reversal", lambda: services.reverse(counter, **acting()))
    due = CashLine.objects.get(kind="due")
    refused("is_a_due", lambda: services.reverse(due, **acting()))
    pay(tournament, method="card")
    assert cash_now(tournament).by_method["card"] == 1000


def test_waiver_needs_a_reason():
    tournament = an_evening()
    team_id = team(tournament).pk
    refused("note_missing", lambda: services.waive(tournament, team_id, 1000, "  ", **acting()))
    refused("note_long", lambda: services.waive(tournament, team_id, 1000, "x" * 161, **acting()))
    services.waive(tournament, team_id, 1000, "ospiti", **acting())
    cash = cash_now(tournament)
    assert [each.text for each in cash.teams[0].waivers] == ["ospiti"]
    assert (cash.total.waived, cash.to_come) == (1000, 3000)


def test_team_that_withdraws_before_the_draw_owes_nothing_and_gets_a_refund():
    tournament = an_evening()
    paid, free, owes = (team(tournament, number) for number in (1, 2, 3))
    line = pay(tournament, 1, 600).line
    services.waive(tournament, free.pk, 1000, "ospiti", **acting())
    for each in (paid, free, owes):
        withdraw_team(team(tournament, each.number), **acting())
    now = cash_now(tournament)
    assert [(each.name, each.open) for each in now.give_back] == [(paid.written_name, -600)]
    assert (now.total.due, now.total.paid, now.total.waived, now.to_come) == (1000, 600, 0, 1000)
    for act in (services.pay, services.waive):
        refused("team_gone", lambda act=act: act(tournament, paid.pk, 400, "cash", **acting()))
    services.reverse(line, **acting())
    assert cash_now(tournament).give_back == []
    before = CashLine.objects.count()
    services.release_gone(tournament)
    assert CashLine.objects.count() == before


def test_team_that_withdraws_during_play_still_owes_the_fee_but_cannot_pay():
    tournament = builders.drawn_tournament(4)
    Notice.objects.create(tournament=tournament, fee=1000)
    leave_stage(team(tournament), "withdrawal", "malato", **acting())
    tournament.refresh_from_db()
    refused("team_gone", lambda: pay(tournament))
    assert account(tournament).open == 1000
    services.waive(tournament, team(tournament).pk, 1000, "malato", **acting())
    assert account(tournament).open == 0


def test_team_absent_at_the_draw_owes_nothing():
    tournament = an_evening()
    tournament.teams.update(presence="present")
    tournament.teams.filter(number=4).update(presence="absent")
    assert cash_now(tournament).to_come == 4000
    builders.draw(tournament)
    tournament.refresh_from_db()
    assert cash_now(tournament).to_come == 3000


def a_carnet(tournament, evenings=2, number=1, **more):
    person = team(tournament, number).seats.order_by("position")[0].person
    line = services.sell_carnet(tournament, person, evenings, 4500, "cash", **more, **acting()).line
    return line.carnet


def test_carnet_sold_with_the_key_of_another_sale_is_refused():
    tournament = an_evening()
    first = a_carnet(tournament, key="k1")
    assert a_carnet(tournament, key="k1") == first
    refused("key_differs", lambda: a_carnet(tournament, number=2, key="k1"))
    refused("key_differs", lambda: a_carnet(tournament, evenings=3, key="k1"))
    assert Carnet.objects.get() == first


def test_carnet_pays_only_for_its_owner_and_only_for_its_number_of_evenings():
    tournament = an_evening()
    carnet = a_carnet(tournament)
    other_evenings = [an_evening(name=f"Serata {number}") for number in (2, 3)]
    with_card = {"method": "voucher", "carnet": carnet.pk}
    refused("carnet_of_another", lambda: pay(tournament, 2, **with_card))
    refused("carnet_no_voucher", lambda: pay(tournament, 1, carnet=carnet.pk))
    refused("unknown_carnet", lambda: pay(tournament, 1, method="voucher", carnet=uuid4()))
    pay(tournament, 1, **with_card)
    assert [each.remaining for each in carnets_of_teams(other_evenings[0])[team(other_evenings[0]).pk]] == [1]
    pay(other_evenings[0], 1, **with_card)
    refused("carnet_used_up", lambda: pay(other_evenings[1], 1, **with_card))
    second = cash_now(other_evenings[0]).teams[0].payments[0]
    assert (second.nth_evening, second.line.carnet) == (2, carnet)
    services.reverse(second.line, **acting())
    assert pay(other_evenings[1], 1, **with_card).is_new
    assert cash_now(tournament).drawer.expected == 4500


def test_sale_of_an_unused_carnet_can_be_reversed():
    tournament = an_evening()
    unused_carnet, begun = a_carnet(tournament), a_carnet(tournament, number=2)
    assert (unused_carnet.number, begun.number) == (1, 2)
    pay(tournament, 2, method="voucher", carnet=begun.pk)
    sales = {line.carnet_id: line for line in CashLine.objects.filter(kind="carnet")}
    refused("carnet_in_use", lambda: services.reverse(sales[begun.pk], **acting()))
    services.reverse(sales[unused_carnet.pk], **acting())
    refused("carnet_void", lambda: pay(tournament, 1, method="voucher", carnet=unused_carnet.pk))
    assert team(tournament).pk not in carnets_of_teams(tournament)


def test_invalid_carnet_is_refused():
    tournament = an_evening()
    person = Person.objects.all()[0]
    for evenings, amount, method, code in (
        (0, 4500, "cash", "evenings_range"),
        (101, 4500, "cash", "evenings_range"),
        (10, 0, "cash", "amount_range"),
        (10, 4500, "voucher", "carnet_for_voucher"),
    ):
        refused(
            code,
            lambda a=(evenings, amount, method): services.sell_carnet(tournament, person, *a, **acting()),
        )
    Tournament.objects.filter(pk=tournament.pk).update(trial=True)
    refused("no_carnet_in_trial", lambda: a_carnet(Tournament.objects.get(pk=tournament.pk)))
    assert not Carnet.objects.exists()


def test_cash_book_can_be_closed_with_a_difference():
    tournament = an_evening()
    services.put_float(tournament, 5000, **acting())
    pay(tournament, 1)
    pay(tournament, 2, method="card")
    expense = services.spend(tournament, "Sei mazzi", "scontrino", 1200, **acting()).line
    services.pay_prize(tournament, "Prosciutto", 1800, **acting())
    first = services.close(tournament, 2800, "Resto sbagliato al bar", **acting())
    assert (first.number, first.expected, first.counted, first.up_to) == (1, 3000, 2800, 7)
    services.reverse(expense, **acting())
    now = cash_now(tournament)
    assert [each.line.kind for each in now.after_close] == ["expense"]
    assert services.close(tournament, 4200, **acting()).expected == 4200
    for counted in (-1, 10**14):
        refused("counted_range", lambda much=counted: services.close(tournament, much, **acting()))


def test_old_notes_on_cash_entries_of_teams_are_deleted_and_the_amounts_are_kept():
    tournament = an_evening()
    services.waive(tournament, team(tournament).pk, 1000, "ospiti", **acting())
    services.spend(tournament, "Caffè", "", 500, **acting())
    services.close(tournament, 0, "Resto sbagliato", **acting())
    assert services.prune_notes(at=timezone.now() + timedelta(days=29)) == 0
    assert services.prune_notes(at=timezone.now() + timedelta(days=31)) == 2
    assert set(CashNote.objects.values_list("text", flat=True)) == {"Caffè", "Resto sbagliato"}
    assert cash_now(tournament).total.waived == 1000


def test_tournament_with_cash_entries_cannot_be_deleted_unless_it_is_a_trial():
    tournament = an_evening()
    line = pay(tournament).line
    services.reverse(line, **acting())
    services.spend(tournament, "Caffè", "", 500, **acting())
    services.close(tournament, 0, "niente", **acting())
    assert not may_be_deleted(tournament)
    with pytest.raises(NotNow):
        delete_tournament(tournament, **acting())
    Tournament.objects.update(trial=True)
    delete_tournament(Tournament.objects.get(), **acting())
    assert not CashLine.objects.exists()
    assert not CashClose.objects.exists()
    assert not CashNote.objects.exists()


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["pay", "pay", "pay", "waive", "reverse", "leave", "fee", "spend", "float"]),
        st.integers(1, 4),
        st.sampled_from([300, 500, 1000, 1500]),
        st.sampled_from(["cash", "card", "transfer", "voucher"]),
    ),
    max_size=12,
)


class CloseEqualsFactsTest(TestCase):
    """Test with random actions: the expected amount of a cash closing equals the sum of the cash entries."""

    @settings(max_examples=20, deadline=None)
    @given(ACTS)
    def test_expected_amount_at_a_cash_closing_equals_the_sum_of_the_cash_entries(self, history):
        tournament = an_evening()
        teams = {each.number: each.pk for each in tournament.teams.all()}
        in_drawer = 0
        for act, number, amount, method in history:
            try:
                in_drawer += self.execute(tournament, teams[number], act, number, amount, method)
            except RuleError:
                continue
            now = cash_now(tournament)
            total, opens = now.total, sum(each.open for each in now.teams)
            assert total.due == total.paid + total.waived + opens
            assert sum(now.by_method.values()) == total.paid
        closed = services.close(tournament, max(0, in_drawer), **acting())
        assert closed.expected == in_drawer == cash_now(tournament).drawer.expected

    def execute(self, tournament, team_id, act, number, amount, method):
        """Carry out an action; return the cents that the action adds to the cash drawer."""
        if act == "pay":
            services.pay(tournament, team_id, amount, method, **acting())
            return amount if method == "cash" else 0
        if act == "waive":
            services.waive(tournament, team_id, amount, "ospiti", **acting())
        elif act == "fee":
            Notice.objects.update(fee=amount)
        elif act == "leave" and tournament.teams.filter(pk=team_id).exists():
            withdraw_team(team(tournament, number), **acting())
        elif act == "float":
            services.put_float(tournament, amount, **acting())
            return amount
        elif act == "spend":
            services.spend(tournament, "Caffè", "", amount, **acting())
            return -amount
        elif act == "reverse" and CashLine.objects.exists():
            lines = list(CashLine.objects.order_by("number"))
            line = lines[(number * amount) % len(lines)]
            services.reverse(line, **acting())
            sign = 1 if line.kind in {"expense", "prize"} else -1
            return sign * line.amount if line.method == "cash" else 0
        return 0
