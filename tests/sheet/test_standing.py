"""Tests that a sheet updated after each log entry equals the sheet computed from its whole log."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, event, given, settings, strategies as st

from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet
from scoring.sheet.rules import sheet as rules
from scoring.sheet.rules.log import Event, EventKind, fold_log
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_next_hand, check_sheet
from scoring.sheet.rules.standing import Sheet
from scoring.sheet.services import hands, signing
from scoring.sheet.services.log import Author, chain_faults, lock_sheet, sheet_events
from scoring.types import NotNow, RuleError
from tests.builders import sheet_log

PLAIN = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
WON = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
BODIES = (PLAIN, {**PLAIN, "card_points": [29, 41]}, {**PLAIN, "dealer": 1}, WON, {**WON, "dealer": 1})
MOST = 20
Act = Callable[[ScoreSheet, dict[str, Any]], object]


def next_place(sheet: ScoreSheet) -> tuple[int, int]:
    """Return the game and hand numbers of the next hand, or (1, 1) if the match is over."""
    following = sheet.standing.verdict.state.next
    return (following.game, following.hand) if following else (1, 1)


def a_new_hand(body: Any) -> Act:
    return lambda sheet, acting: hands.record_hand(sheet, next_place(sheet), body, **acting)


def a_first_hand(body: Any) -> Act:
    """Return an action that records `body` as the first hand."""
    return lambda sheet, acting: hands.record_hand(sheet, (1, 1), body, **acting)


def a_correction(body: Any) -> Act:
    def act(sheet: ScoreSheet, acting: dict[str, Any]) -> object:
        place = sheet.standing.log.last_place() or (1, 1)
        standing = sheet.standing.log.hands.get(place)
        return hands.record_hand(sheet, place, body, based_on=standing.version if standing else 1, **acting)

    return act


def a_strike(sheet: ScoreSheet, acting: dict[str, Any]) -> object:
    place = sheet.standing.log.last_place()
    if place is None:
        return False
    return hands.strike_hand(sheet, place, based_on=sheet.standing.log.hands[place].version, **acting)


def a_settlement(sheet: ScoreSheet, acting: dict[str, Any]) -> object:
    version = sheet.standing.log.hands[1, 1].version if (1, 1) in sheet.standing.log.hands else 1
    return hands.settle_hand(sheet, (1, 1), version=version, **acting)


def a_signature(side: int) -> Act:
    return lambda sheet, acting: signing.sign_sheet(sheet, side, **acting)


acts = st.one_of(
    st.sampled_from(BODIES).map(a_new_hand),
    st.sampled_from(BODIES).map(a_new_hand),
    st.sampled_from(BODIES).map(a_first_hand),
    st.sampled_from(BODIES).map(a_correction),
    st.just(a_strike),
    st.just(a_settlement),
    st.sampled_from((0, 1)).map(a_signature),
    st.sampled_from(
        [
            lambda sheet, acting: signing.object_to_sheet(sheet, **acting),
            lambda sheet, acting: signing.withdraw_objection(sheet, **acting),
            lambda sheet, acting: signing.confirm_sheet(sheet, **acting),
            lambda sheet, acting: signing.reopen_sheet(sheet, **acting),
            lambda sheet, acting: signing.call_time(sheet, draws=True, **acting),
            lambda sheet, acting: signing.say_none_begun(sheet, **acting),
            lambda sheet, acting: signing.take_time_back(sheet, **acting),
        ]
    ),
)


@pytest.mark.databases
@pytest.mark.django_db
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(acts, min_size=1, max_size=MOST))
def test_sheet_updated_entry_by_entry_equals_the_sheet_computed_from_its_log(history: list[Act]) -> None:
    with transaction.atomic():
        row = ScoreSheet.objects.create(card_game="mariglia", profile={"targets": [35, 35, 45]})
        for act in history:
            row = lock_sheet(row.pk, row)
            before = row.head_seq
            try:
                act(row, {"author": Author(), "at": timezone.now()})
            except RuleError as refusal:
                event(refusal.code)
            agrees_with_its_facts(row)
            event("a fact" if row.head_seq > before else "nothing")
        transaction.set_rollback(True)


def agrees_with_its_facts(row: ScoreSheet) -> None:
    """Check that the sheet in memory and the stored sheet equal the sheet computed from the log."""
    stored = ScoreSheet.objects.get(pk=row.pk)
    assert row.standing.log == sheet_log(row.pk)
    assert row.standing == stored.standing
    assert row.standing.verdict == check_sheet(stored.standing.as_json())
    assert (row.head_seq, row.head_hash) == (stored.head_seq, stored.head_hash)
    assert chain_faults(stored, sheet_events(row.pk)) == []


@pytest.mark.databases
def test_locking_a_sheet_reads_the_log_entries_added_since_the_sheet_was_opened(db: None) -> None:
    row = ScoreSheet.objects.create(card_game="mariglia", profile={})
    assert row.standing.log.hands == {}
    hands.record_hand(lock_sheet(row.pk), (1, 1), PLAIN, author=Author(), at=timezone.now())
    assert row.standing.log.hands == {}
    assert lock_sheet(row.pk, row).standing == lock_sheet(row.pk).standing


@pytest.mark.databases
def test_locking_an_opened_sheet_does_not_read_its_log_again(
    db: None, django_assert_num_queries: Any
) -> None:
    row = ScoreSheet.objects.create(card_game="mariglia", profile={})
    hands.record_hand(row, (1, 1), PLAIN, author=Author(), at=timezone.now())
    with django_assert_num_queries(1):
        assert lock_sheet(row.pk, row).standing.log.last_place() == (1, 1)


@pytest.mark.databases
def test_deleted_sheet_cannot_be_locked(db: None) -> None:
    row = ScoreSheet.objects.create(card_game="mariglia", profile={})
    key = row.pk
    row.delete()
    with pytest.raises(ScoreSheet.DoesNotExist):
        lock_sheet(key)


@pytest.mark.databases
def test_verdict_is_computed_once_for_a_hand_that_is_checked_and_then_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fold = Mock(wraps=rules.fold_sheet)
    monkeypatch.setattr(rules, "fold_sheet", fold)
    sheet = Sheet("mariglia", {})
    check = sheet.check_next_hand((1, 1), PLAIN)
    assert check.hand is not None
    after = sheet.after(Event(1, EventKind.HAND, 1, 1, 1, check.hand.as_json()))
    assert after.verdict.state == check.state
    assert after.after(Event(2, EventKind.SIGNATURE, body={"side": 0})).summary["signed"] == [0]
    assert fold.call_count == 1


def test_warnings_and_errors_of_hand_ten_are_not_taken_for_those_of_hand_one() -> None:
    """The pointer `/games/0/hands/10` (hand 11) begins with the pointer `/games/0/hands/1` (hand 2)."""
    bodies = [{"dealer": number % 4, "trionfo": "2C", "card_points": [36, 34]} for number in range(10)]
    bodies.append({"dealer": 3, "trionfo": "2C", "card_points": [36, 34]})
    log = [Event(number, EventKind.HAND, 1, number, 1, body) for number, body in enumerate(bodies, start=1)]
    sheet = Sheet("mariglia", {}).after(*log)
    assert [problem.where for problem in sheet.verdict.problems] == ["/games/0/hands/10/dealer"]
    assert sheet.check_correction((1, 2), {**bodies[1], "card_points": [37, 33]}) == ()
    (warning,) = sheet.check_correction((1, 11), {**bodies[10], "card_points": [37, 33]})
    assert warning.where == "/dealer"
    won = {**bodies[1], "card_points": [66, 4]}
    with pytest.raises(RuleError) as refused:
        sheet.check_correction((1, 2), won)
    assert {problem.where.split("/")[1] for problem in refused.value.problems} == {"games"}


@pytest.mark.parametrize(
    "raw", [PLAIN, {**PLAIN, "card_points": [41, None]}, {**PLAIN, "dealer": 9}, [], WON]
)
@pytest.mark.parametrize("facts", [0, 1])
def test_sheet_object_checks_the_next_hand_with_the_same_result_as_the_rule_function(
    raw: Any, facts: int
) -> None:
    sheet = Sheet("mariglia", {}).after(*[Event(1, EventKind.HAND, 1, 1, 1, PLAIN)][:facts])
    games = [{"hands": [PLAIN]}][:facts]
    mariglia = CARD_GAMES["mariglia"]
    expected = check_next_hand(mariglia, read_profile(mariglia, {}), games, raw, game=1, hand=facts + 1)
    assert sheet.check_next_hand((1, facts + 1), raw) == expected


@pytest.mark.databases
def test_new_log_entry_does_not_change_the_old_sheet_object() -> None:
    sheet = Sheet("mariglia", {}, fold_log([Event(1, EventKind.HAND, 1, 1, 1, PLAIN)]))
    log = sheet.log
    sheet.after(Event(2, EventKind.STRIKE, 1, 1, 2), Event(3, EventKind.HAND, 1, 1, 3, WON))
    assert sheet.log == log == fold_log([Event(1, EventKind.HAND, 1, 1, 1, PLAIN)])


@pytest.mark.databases
def test_client_key_used_on_another_sheet_adds_no_log_entry(db: None, django_user_model: Any) -> None:
    author = Author(django_user_model.objects.create_user("table").pk, client_key="k")
    row, other = (ScoreSheet.objects.create(card_game="mariglia", profile={}) for _sheet in "ab")
    hands.record_hand(row, (1, 1), PLAIN, author=author, at=timezone.now())
    with pytest.raises(RuleError, match="key_used_twice"):
        hands.record_hand(other, (1, 1), PLAIN, author=author, at=timezone.now())
    agrees_with_its_facts(other)
    assert other.standing.log.hands == {}
    with pytest.raises(NotNow):
        signing.sign_sheet(other, 0, author=author, at=timezone.now())
