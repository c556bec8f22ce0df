"""Signing on a phone: the side of the phone needs no code, the opponents need the table code."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.models import CodeTry, Grant, SheetEvent
from scoring.sheet.devices import shown_code
from tests.builders import PASSWORD, an_organiser, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tests.phone.test_table_page import a_phone, page, sent_to
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def match() -> Match:
    """Return a match that has a table and is ready to be played."""
    return match_of(drawn_tournament(4))


@pytest.fixture
def phone(match: Match) -> Client:
    """Return a phone of the first side of a match that is decided but not signed."""
    our_phone = a_phone(match)
    play_match(match, sign=False)
    return our_phone


def signed(match: Match) -> list[tuple[int, object]]:
    """Return the side and the device of each signature."""
    facts = SheetEvent.objects.filter(sheet_id=match.pk, kind="signature").order_by("seq")
    return [(fact.body["side"], fact.device_id) for fact in facts]


def test_phone_cannot_sign_for_both_sides_without_the_code(match: Match, phone: Client) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    answer = phone.post(page("table_sign", match), {"side": "1"})
    assert answer.status_code == 409
    assert "This phone signs for the other side." in answer.content.decode()
    assert [side for side, _device in signed(match)] == [0]


def test_page_after_the_first_signature_asks_the_side_to_hand_over_the_phone(
    match: Match, phone: Client
) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    text = one_line(phone.get(page("table_sign", match)).content.decode())
    assert "Hand the phone to <b>Coppia 4</b>" in text
    assert "we sign" not in text
    assert page("table_pass", match, 1) in text


def test_second_side_signs_on_the_phone_of_the_first_side_with_the_sheet_code(
    match: Match, phone: Client
) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    text = one_line(phone.get(page("table_pass", match, 1)).content.decode())
    assert "The phone is with <b>Coppia 4</b> now" in text
    assert "We are Them: correct, we sign" in text
    answer = phone.post(page("table_pass", match, 1), {"code": shown_code(match.sheet.key).lower()})
    assert sent_to(answer) == page("table_sign", match)
    grant = Grant.objects.get(sheet_id=match.pk)
    assert signed(match) == [(0, grant.device_id), (1, grant.device_id)]
    assert grant.side == 0
    assert match_of(match.tournament).state == "signed"


@pytest.mark.parametrize("typed", ["", "ZZZ ZZZ", "neighbour"])
def test_phone_is_not_handed_over_without_the_code_of_the_sheet(
    match: Match, phone: Client, typed: str
) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    if typed == "neighbour":
        typed = shown_code(match_of(match.tournament, "R1.2").sheet.key)
    answer = phone.post(page("table_pass", match, 1), {"code": typed})
    assert answer.status_code == 401
    assert "You have 4 tries left." in answer.content.decode()
    assert f'value="{typed}"' in answer.content.decode()
    assert [side for side, _device in signed(match)] == [0]
    assert CodeTry.objects.filter(visitor__startswith="device").count() == 1
    assert Grant.objects.count() == 1


def test_handing_over_a_phone_is_blocked_after_five_wrong_codes(match: Match, phone: Client) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    for _try in range(5):
        phone.post(page("table_pass", match, 1), {"code": "ZZZ ZZZ"})
    answer = phone.post(page("table_pass", match, 1), {"code": shown_code(match.sheet.key)})
    assert answer.status_code == 429
    assert [side for side, _device in signed(match)] == [0]


@pytest.mark.parametrize(("side", "to"), [(0, "table_sign"), (1, "table_sign"), (7, "table_sign")])
def test_phone_that_has_not_signed_cannot_be_handed_over(
    match: Match, phone: Client, side: int, to: str
) -> None:
    assert sent_to(phone.get(page("table_pass", match, side))) == page(to, match)


def test_phone_is_handed_over_to_the_side_that_has_not_signed(match: Match, phone: Client) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    assert sent_to(phone.get(page("table_pass", match, 0))) == page("table_pass", match, 1)


def test_phone_without_a_side_must_choose_a_side_before_signing(match: Match) -> None:
    phone = a_phone(match, side=None)
    play_match(match, sign=False)
    assert sent_to(phone.get(page("table_sign", match))) == page("table_side", match)


@pytest.mark.parametrize(("code", "side", "status"), [(None, 0, 401), ("ZZZ ZZZ", 0, 401), ("right", 1, 302)])
def test_side_that_a_phone_writes_for_is_changed_only_with_the_code_of_the_sheet(
    match: Match, code: str | None, side: int, status: int
) -> None:
    phone = a_phone(match)
    typed = {"code": shown_code(match.sheet.key) if code == "right" else code} if code else {}
    answer = phone.post(page("table_side", match), {"side": "1", **typed})
    assert answer.status_code == status
    assert Grant.objects.get(sheet_id=match.pk).side == side


def test_phone_can_keep_its_side_without_entering_a_code(match: Match) -> None:
    phone = a_phone(match)
    assert sent_to(phone.post(page("table_side", match), {"side": "0"})) == page("table", match)
    assert 'name="code"' in phone.get(page("table_side", match)).content.decode()


def test_organiser_signs_for_both_sides_in_turn(match: Match) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.login(username=an_organiser().username, password=PASSWORD)
    play_match(match, sign=False)
    for word in ("Us", "Them"):
        assert "correct, we sign" in desk.get(page("table_sign", match)).content.decode(), word
        desk.post(page("table_sign", match), {"side": str(len(signed(match)))})
    assert match_of(match.tournament).state == "signed"


def test_phone_of_the_organiser_signs_for_both_sides(match: Match, phone: Client) -> None:
    phone.login(username=an_organiser().username, password=PASSWORD)
    for side in ("0", "1"):
        phone.post(page("table_sign", match), {"side": side})
    assert match_of(match.tournament).state == "signed"


def test_page_that_hands_over_a_phone_has_a_fixed_number_of_queries(
    match: Match, phone: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    phone.post(page("table_sign", match), {"side": "0"})
    with django_assert_num_queries(8):
        phone.get(page("table_pass", match, 1))
