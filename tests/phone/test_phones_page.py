"""Names of the phones at a table, and the desk's list of phones with their last hand and signatures."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Device, Grant
from scoring.sheet.devices import revoke_grant, shown_code
from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tests.phone.test_table_page import a_phone, page, sent_to
from tournaments.matches.services import results
from tournaments.models import Change, Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

OTHER_WAY = {**WINS_FOR_FIRST[0], "card_points": [5, 65]}


@pytest.fixture
def match() -> Match:
    """Return a match that has a table and is ready to be played."""
    return match_of(drawn_tournament(4))


@pytest.fixture
def desk(match: Match) -> Client:
    """Return a test client that is logged in as the organiser."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(match.tournament.owner)
    return client


def on_the_desk(desk: Client, match: Match, name: str = "desk_match") -> str:
    """Return the text of a desk page, without markup."""
    place = [match.tournament.slug] if name == "desk_sheets" else [match.tournament.slug, match.pk]
    markup = one_line(desk.get(reverse(name, args=place)).content.decode())
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def name_it(phone: Client, match: Match, name: str) -> Any:
    return phone.post(page("table_phone", match), {"name": name})


def author(match: Match, side: int = 0) -> Author:
    """Return the author of hands recorded on the phone of the given side."""
    return Author(device_id=Grant.objects.get(sheet_id=match.pk, side=side).device_id)


def test_phone_can_be_named_after_a_player_with_one_button(match: Match) -> None:
    phone = a_phone(match)
    response = phone.get(page("table_phone", match))
    players = response.context["players"]
    assert len(players) == 2
    assert sent_to(name_it(phone, match, players[0])) == page("table", match)
    assert Device.objects.get().name == players[0]
    assert Change.objects.latest("version").topic == "match"


@pytest.mark.parametrize(
    ("name", "message"),
    [("x" * 41, "at most 40 letters"), ("To\u202ere", "invisible character")],
    ids=["too long", "turns the line round"],
)
def test_invalid_phone_name_is_refused_and_shown_again(match: Match, name: str, message: str) -> None:
    answer = name_it(a_phone(match), match, name)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    assert f'value="{name}"' in answer.content.decode()
    assert Device.objects.get().name == ""


def test_empty_name_removes_the_name_of_a_phone(match: Match) -> None:
    phone = a_phone(match)
    for name in ("Tore", " "):
        name_it(phone, match, name)
    assert Device.objects.get().name == ""


def test_desk_can_name_a_phone_of_a_table(desk: Client, match: Match) -> None:
    a_phone(match)
    address = reverse("desk_name_phone", args=[match.tournament.slug, match.pk, Grant.objects.get().pk])
    assert sent_to(desk.post(address, {"name": "  telefono   di Tore "})) == reverse(
        "desk_match", args=[match.tournament.slug, match.pk]
    )
    assert "telefono di Tore · Coppia 1" in on_the_desk(desk, match)
    refused = desk.post(address, {"name": "x" * 41})
    assert refused.status_code == 400
    assert "at most 40 letters" in refused.content.decode()


@pytest.mark.parametrize("where", ["desk_match", "desk_sheets"])
def test_desk_lists_the_last_hand_of_each_phone(desk: Client, match: Match, where: str) -> None:
    name_it(a_phone(match), match, "Tore")
    a_phone(match, side=1)
    results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=author(match), at=timezone.now())
    text = on_the_desk(desk, match, where)
    assert re.search(r"Tore · Coppia 1 \d\d:\d\d · wrote hand 1 of game 1 at \d\d:\d\d", text), text
    assert re.search(r"A phone with no name · Coppia 4 \d\d:\d\d (?!·)", text), text
    results.strike_hand(match.pk, (1, 1), based_on=1, author=author(match), at=timezone.now())
    assert "struck hand 1 of game 1" in on_the_desk(desk, match, where)


def test_desk_lists_the_side_that_each_phone_signed_for(desk: Client, match: Match) -> None:
    phone = a_phone(match)
    play_match(match, sign=False)
    phone.post(page("table_sign", match), {"side": "0"})
    assert "· signed for Coppia 1" in on_the_desk(desk, match)
    phone.post(page("table_pass", match, 1), {"code": shown_code(match.sheet.key)})
    assert "· signed for Coppia 1 · handed over, signed for Coppia 4" in on_the_desk(desk, match)


def test_withdrawn_signature_is_not_listed_for_a_phone(desk: Client, match: Match) -> None:
    phone = a_phone(match)
    play_match(match, sign=False)
    phone.post(page("table_sign", match), {"side": "0"})
    phone.post(page("table_call", match))
    assert "signed for" not in on_the_desk(desk, match)


def test_revoked_phone_is_still_listed_at_the_desk(desk: Client, match: Match) -> None:
    name_it(a_phone(match), match, "Tore")
    revoke_grant(Grant.objects.get(), at=timezone.now())
    assert re.search(r"Tore · Coppia 1 .* taken off at \d\d:\d\d", on_the_desk(desk, match))


def test_desk_and_table_show_which_phones_recorded_a_disputed_hand(desk: Client, match: Match) -> None:
    our_phone, _their_phone = a_phone(match), a_phone(match, side=1)
    name_it(our_phone, match, "Tore")
    for side, hand in enumerate((WINS_FOR_FIRST[0], OTHER_WAY)):
        results.write_hand(match.pk, (1, 1), hand, author=author(match, side), at=timezone.now())
    assert "Coppia 1 · Tore" in on_the_desk(desk, match)
    assert "Written by Coppia 1 · Tore:" in our_phone.get(page("table_settle", match, 1, 1)).content.decode()


def test_signature_box_shows_the_name_of_the_phone_only_at_the_table(match: Match) -> None:
    phone = a_phone(match)
    name_it(phone, match, "Tore")
    play_match(match, sign=False)
    phone.post(page("table_sign", match), {"side": "0"})
    assert "<small>Tore, at " in one_line(phone.get(page("table_sign", match)).content.decode())
    assert "Tore" not in Client().get(page("table_sign", match)).content.decode()


def test_phone_that_has_not_chosen_a_side_cannot_be_named(match: Match) -> None:
    assert sent_to(a_phone(match, side=None).get(page("table_phone", match))) == page("table", match)


@pytest.mark.parametrize(("name", "queries"), [("desk_match", 20), ("desk_sheets", 18)])
@pytest.mark.parametrize("phones", [1, 4])
def test_list_of_phones_has_a_constant_number_of_queries(
    desk: Client, match: Match, name: str, queries: int, phones: int, django_assert_num_queries: Any
) -> None:
    for side in range(phones):
        a_phone(match, side=side % 2)
    on_the_desk(desk, match, name)
    with django_assert_num_queries(queries):
        on_the_desk(desk, match, name)
