"""Tests of the right to record hands, which one phone at a table has at a time."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.models import Grant, SheetEvent
from scoring.sheet.devices import revoke_grant
from tests.builders import PASSWORD, an_organiser, drawn_tournament, match_of
from tests.markup import one_line
from tests.phone.test_table_page import HAND, a_phone, page, sent_to, write
from tournaments.models import Change, Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def match() -> Match:
    """Return a match that has a table and is ready to be played."""
    return match_of(drawn_tournament(4))


def confirm(phone: Client, match: Match, hand: int, key: str) -> None:
    """Record a hand on a phone."""
    sent = {**HAND, "dealer": str(hand - 1), "key": key}
    assert phone.post(page("table_confirm", match, 1, hand), sent).status_code == 302


def html_of(phone: Client, match: Match) -> str:
    """Return the HTML of the match page on a phone."""
    return one_line(phone.get(page("table", match)).content.decode())


def has_pen(phone: Client, match: Match) -> bool:
    """Return True if the main button records a hand, False if it takes over the right to record."""
    text = html_of(phone, match)
    free = 'class="btn primary big"' in text
    assert free is (page("table_pen", match) not in text)
    assert free is ("has the pen." not in text)
    return free


def test_every_phone_can_write_before_the_first_hand(match: Match) -> None:
    phones = a_phone(match), a_phone(match, side=1)
    assert [has_pen(phone, match) for phone in phones] == [True, True]


def test_phone_that_recorded_a_hand_has_the_right_to_record_and_other_phones_show_its_name(
    match: Match,
) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    confirm(our_phone, match, 1, "first")
    assert has_pen(our_phone, match)
    assert not has_pen(their_phone, match)
    assert "Another phone (Them) has the pen." in html_of(their_phone, match)
    our_phone.post(page("table_phone", match), {"name": "Tore"})
    text = html_of(their_phone, match)
    assert "Tore (Them) has the pen." in text
    assert page("table_undo", match) not in text


def test_button_gives_a_phone_the_right_to_record_and_notifies_the_previous_writer(
    match: Match,
) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    confirm(our_phone, match, 1, "first")
    before = Change.objects.latest("version").version
    assert sent_to(their_phone.post(page("table_pen", match))) == page("table", match)
    change = Change.objects.latest("version")
    assert (change.version, change.topic, change.match_id) == (before + 1, "match", match.pk)
    assert re.search(r'id="sheet" data-live="[^"]*match', html_of(our_phone, match))
    assert has_pen(their_phone, match)
    assert not has_pen(our_phone, match)


def test_right_to_record_can_be_taken_before_the_first_hand(match: Match) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    their_phone.post(page("table_pen", match))
    assert [has_pen(phone, match) for phone in (our_phone, their_phone)] == [False, True]


def test_phone_that_records_a_hand_without_the_right_to_record_regains_the_right(match: Match) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    confirm(our_phone, match, 1, "first")
    their_phone.post(page("table_pen", match))
    confirm(our_phone, match, 2, "second")
    assert SheetEvent.objects.filter(sheet_id=match.pk, kind="hand").count() == 2
    assert [has_pen(phone, match) for phone in (our_phone, their_phone)] == [True, False]


def test_page_with_a_disputed_hand_has_no_toast_and_no_notice_about_the_writing_phone(match: Match) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    confirm(our_phone, match, 1, "first")
    assert "has the pen." in html_of(their_phone, match)
    their_phone.post(page("table_confirm", match, 1, 1), {**HAND, "card_points_0": "40", "key": "second"})
    for phone in (our_phone, their_phone):
        text = one_line(phone.get(page("table", match) + "?salvata=1-1").text)
        assert text.count('class="note err"') == 1
        assert "has the pen." not in text
        assert "Hand 1 saved" not in text


def test_phone_without_the_right_to_record_has_a_link_for_writing_offline(match: Match) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    confirm(our_phone, match, 1, "first")
    text = html_of(their_phone, match)
    acts = text[text.index('id="acts"') :]
    assert re.search(r"<details><summary[^>]*>.*?No network\?</summary><a [^>]*/mano/1-2/", acts, re.DOTALL)


@pytest.mark.parametrize("by_button", [True, False], ids=["that took the pen", "that wrote"])
def test_right_to_record_is_released_when_the_phone_is_revoked(match: Match, by_button: bool) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    if by_button:
        our_phone.post(page("table_pen", match))
    else:
        confirm(our_phone, match, 1, "first")
    revoke_grant(Grant.objects.get(side=0), at=timezone.now())
    assert has_pen(their_phone, match)


def test_hand_recorded_without_a_phone_releases_the_right_to_record(match: Match) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    our_phone.post(page("table_pen", match))
    write(match)
    assert [has_pen(phone, match) for phone in (our_phone, their_phone)] == [True, True]


def test_organiser_can_record_hands_without_taking_the_right_to_record(match: Match) -> None:
    confirm(a_phone(match), match, 1, "first")
    desk = Client(headers={"accept-language": "en"})
    desk.login(username=an_organiser().username, password=PASSWORD)
    assert has_pen(desk, match)


def test_taking_the_right_to_record_has_a_fixed_number_of_queries(
    match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    phone = a_phone(match)
    write(match)
    with django_assert_num_queries(12):
        phone.post(page("table_pen", match))
