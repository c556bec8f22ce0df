"""Rules of entry requests: places, waiting list, entry period, valid contacts."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from tournaments.requests import rules
from tournaments.values.requests import Accepts

COUNTS = st.one_of(st.none(), st.integers(1, 40))
ROWS = st.integers(0, 30)
NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)


@given(COUNTS, ROWS, ROWS)
def test_requests_get_the_free_places_or_wait_in_order_of_arrival(
    count: int | None, entered: int, asking: int
) -> None:
    entrants, requests = list(range(entered)), list(range(100, 100 + asking))
    now = rules.places(count, entrants, requests)
    assert [*now.inside, *now.waiting] == [*entrants, *requests]
    assert set(entrants) <= set(now.inside)
    if count is None:
        assert not now.waiting
        assert now.free is None
    else:
        assert len(now.inside) == max(entered, min(count, entered + asking))
        assert not (now.waiting and now.free)
        assert now.free == max(0, count - len(now.inside))


@given(st.integers(1, 20), ROWS, st.integers(1, 30))
def test_first_waiting_request_is_promoted_when_an_entrant_leaves(
    count: int, entered: int, asking: int
) -> None:
    entrants, requests = list(range(entered)), list(range(100, 100 + asking))
    before = rules.places(count, entrants, requests)
    after = rules.places(count, before.inside[1:], before.waiting)
    moved = [each for each in after.inside if each not in before.inside]
    assert moved == list(before.waiting[: 1 if len(before.inside) <= count else 0])
    assert after.waiting == before.waiting[len(moved) :]


@given(COUNTS, ROWS, ROWS)
def test_positions_of_entrants_and_positions_on_the_waiting_list_both_start_at_one(
    count: int | None, entered: int, asking: int
) -> None:
    now = rules.places(count, list(range(entered)), list(range(100, 100 + asking)))
    assert [now.position(each) for each in now.inside] == list(range(1, len(now.inside) + 1))
    assert [now.position(each) for each in now.waiting] == list(range(1, len(now.waiting) + 1))
    assert now.position(-1) is None


HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("window", "why"),
    [
        pytest.param(None, "at_desk", id="no notice"),
        pytest.param(rules.EntryWindow(Accepts.AT_DESK, before_draw=True), "at_desk", id="at the desk"),
        pytest.param(rules.EntryWindow(Accepts.AT_ONCE, before_draw=True), None, id="no hours"),
        pytest.param(rules.EntryWindow(Accepts.AT_ONCE, before_draw=False), "begun", id="drawn"),
        pytest.param(rules.EntryWindow(Accepts.CODE, True, NOW + HOUR), "not_yet", id="opens later"),
        pytest.param(rules.EntryWindow(Accepts.CODE, True, NOW, NOW + HOUR), None, id="opens now"),
        pytest.param(rules.EntryWindow(Accepts.CODE, True, NOW - HOUR, NOW), "over", id="closes now"),
    ],
)
def test_reason_why_entries_are_closed_depends_on_the_notice_and_the_time(
    window: rules.EntryWindow | None, why: str | None
) -> None:
    assert rules.closed_why(window, NOW) == why


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("347 000 7777", True),
        ("+39 347/0007777", True),
        ("079 123456", True),
        ("(079) 123456", True),
        ("(079) 555 0142", True),
        ("+(39) 079 5550142", True),
        ("(+39) 079 5550142", True),
        ("((079) 5550142", False),
        ("( 079) 5550142", False),
        (") 079 5550142", False),
        ("(12345", False),
        ("12345", False),
        ("347 000 7777 interno", False),
        ("1" * 16, False),
        ("", False),
    ],
)
def test_only_valid_telephone_numbers_are_accepted(text: str, good: bool) -> None:
    assert rules.is_phone(text) is good


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("anna@example.org", True),
        ("anna.piras+carte@posta.example.it", True),
        ("anna@example", False),
        ("anna example@example.org", False),
        ("<script>@example.org", False),
        ("a@b@example.org", False),
        ("a" * 150 + "@example.org", False),
    ],
)
def test_only_valid_email_addresses_are_accepted(text: str, good: bool) -> None:
    assert rules.is_mail(text) is good


def test_check_in_by_link_opens_with_the_doors_or_three_hours_before_the_start() -> None:
    assert rules.arrives_from(NOW, NOW + 5 * HOUR) == NOW
    assert rules.arrives_from(None, NOW) == NOW - 3 * HOUR
    assert rules.arrives_from(None, None) is None


def test_contacts_are_due_for_deletion_thirty_days_after_the_end() -> None:
    assert rules.contacts_due(NOW) == NOW - timedelta(days=30) + HOUR


@pytest.mark.parametrize(
    ("places", "of_late", "most"),
    [(None, 0, 30), (16, 99, 30), (16, 100, 1), (64, 191, 30), (64, 192, 1), (None, 100, 1)],
)
def test_ip_address_may_send_only_one_request_per_hour_during_a_flood(
    places: int | None, of_late: int, most: int
) -> None:
    assert rules.most_of_an_address(places, of_late) == most
