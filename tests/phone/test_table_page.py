"""The phone at a table: opening it with the code, choosing a side, undoing, calling the director, signing."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from scoring.models import Device, Grant, SheetEvent
from scoring.sheet.devices import revoke_grant, shown_code, table_token
from scoring.sheet.services.log import Author
from tests.builders import PASSWORD, an_organiser, drawn_tournament, match_of, play_match
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tournaments.matches.services.results import write_hand
from tournaments.matches.services.tables import move_match
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HAND = {"dealer": "0", "trionfo_suit": "H", "trionfo_rank": "K", "card_points_0": "41"}
KEY = "made-when-opened"


@pytest.fixture
def match() -> Match:
    """Return a match that has a table and is ready to be played."""
    return match_of(drawn_tournament(4))


def a_phone(match: Match, side: int | None = 0) -> Client:
    """Return a phone client that has opened the table and, unless `side` is None, chosen a side."""
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    if side is not None:
        phone.post(reverse("table_side", args=[match.pk]), {"side": str(side)})
    return phone


def sent_to(answer: HttpResponseBase) -> str:
    """Return the URL to which a response redirects."""
    return answer.headers["location"]


def page(name: str, match: Match, *place: object) -> str:
    return reverse(name, args=[match.pk, *place])


def as_read(text: str) -> str:
    """Return the text of a page with all whitespace reduced to single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2]).split())


def write(match: Match, place: tuple[int, int] = (1, 1), **changes: object) -> None:
    """Record a hand with an anonymous author."""
    hand = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29], **changes}
    write_hand(match.pk, place, hand, author=Author(), at=timezone.now())


# --- opening the table -----------------------------------------------------------------------------


def test_code_of_the_sheet_opens_the_table(match: Match) -> None:
    phone = Client()
    answer = phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key).lower()})
    assert sent_to(answer) == page("table_side", match)
    cookie = phone.cookies["table"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 30 * 24 * 3600


def test_token_of_the_qr_code_opens_the_table(match: Match) -> None:
    answer = Client().post(reverse("table_open"), {"token": table_token(match.sheet.key)})
    assert sent_to(answer) == page("table_side", match)


@pytest.mark.parametrize("field", ["code", "token"])
def test_form_with_an_old_csrf_token_is_shown_again_with_its_input(match: Match, field: str) -> None:
    """A phone that lost its cookies sends a form with the token of an earlier cookie."""
    phone = Client(enforce_csrf_checks=True)
    key = match.sheet.key
    credential = {"code": shown_code(key), "token": table_token(key)}[field]
    phone.get("/t/")
    answer = phone.post("/t/", {field: credential, "csrfmiddlewaretoken": "a" * 64})
    assert (answer.status_code, Device.objects.count(), Grant.objects.count()) == (403, 0, 0)
    assert escape(credential) in answer.content.decode()
    fresh = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.content.decode())
    assert fresh is not None
    again = phone.post("/t/", {field: credential, "csrfmiddlewaretoken": fresh[1]})
    assert (again.status_code, Grant.objects.count()) == (302, 1)


def test_phone_that_has_chosen_a_side_is_redirected_to_the_sheet(match: Match) -> None:
    phone = a_phone(match, side=1)
    assert sent_to(phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})) == page(
        "table", match
    )


def test_error_for_a_wrong_code_shows_the_remaining_attempts_and_the_entered_code() -> None:
    answer = Client(headers={"accept-language": "en"}).post(reverse("table_open"), {"code": "ZZZ ZZZ"})
    assert answer.status_code == 401
    assert b"You have 4 tries left." in answer.content
    assert b'value="ZZZ ZZZ"' in answer.content


def test_phone_is_blocked_after_five_wrong_codes(match: Match) -> None:
    phone = Client(headers={"accept-language": "en"})
    for _try in range(5):
        phone.post(reverse("table_open"), {"code": "ZZZ ZZZ"})
    answer = phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    assert answer.status_code == 429
    assert b"Wait one minute" in answer.content


def test_table_code_of_a_finished_match_is_refused_with_the_reason(match: Match) -> None:
    code = shown_code(match.sheet.key)
    play_match(match)
    answer = Client(headers={"accept-language": "en"}).post(reverse("table_open"), {"code": code})
    assert answer.status_code == 409
    assert b"This match is over" in answer.content


def test_unknown_qr_code_token_is_refused_with_the_reason() -> None:
    answer = Client(headers={"accept-language": "en"}).post(reverse("table_open"), {"token": "a" * 22})
    assert answer.status_code == 409
    assert b"This QR is not valid any more" in answer.content


def test_phone_without_a_side_is_redirected_to_the_choice_of_a_side(match: Match) -> None:
    assert sent_to(a_phone(match, side=None).get(page("table", match))) == page("table_side", match)


def test_side_that_the_phone_writes_for_is_shown_on_the_left_of_the_score(match: Match) -> None:
    text = one_line(a_phone(match, side=1).get(page("table", match)).content.decode())
    score = text[text.index('<section class="score"') : text.index("</section>")]
    assert score.index("side b") < score.index("side a")
    assert score.index("Us") < score.index("Them")


# --- permissions ----------------------------------------------------------------------------------

WRITING = [
    ("table_side", ()),
    ("table_undo", ()),
    ("table_pen", ()),
    ("table_phone", ()),
    ("table_call", ()),
    ("table_sign", ()),
    ("table_pass", (0,)),
    ("table_confirm", (1, 1)),
    ("table_annul", (1, 1)),
    ("table_settle", (1, 1)),
]


@pytest.mark.parametrize(("name", "place"), WRITING)
def test_unknown_phone_cannot_record_a_hand(match: Match, name: str, place: tuple[int, ...]) -> None:
    if name == "table_sign":
        match = play_match(match, sign=False)
    before = SheetEvent.objects.count()
    answer = Client().post(page(name, match, *place), {**HAND, "key": KEY, "side": "0"})
    assert answer.status_code == 403
    assert SheetEvent.objects.count() == before


def test_phone_of_another_table_cannot_record_hands_at_a_table(match: Match) -> None:
    other = a_phone(match_of(match.tournament, "R1.2"))
    assert other.post(page("table_confirm", match, 1, 1), {**HAND, "key": KEY}).status_code == 403


def test_anonymous_visitor_reads_the_sheet_without_buttons(match: Match) -> None:
    write(match)
    answer = Client(headers={"accept-language": "en"}).get(page("table", match))
    assert answer.status_code == 200
    assert b"Score hand" not in answer.content
    assert b"Coppia 1" in answer.content


def test_revoked_phone_is_refused_at_its_next_request(match: Match) -> None:
    phone = a_phone(match)
    revoke_grant(Grant.objects.get(sheet_id=match.pk), at=timezone.now())
    answer = phone.post(page("table_confirm", match, 1, 1), {**HAND, "key": KEY})
    assert answer.status_code == 403
    assert b"This phone does not write at this table." in answer.content


def test_director_records_a_hand_without_a_code(match: Match) -> None:
    desk = Client()
    desk.login(username=an_organiser().username, password=PASSWORD)
    assert desk.post(page("table_confirm", match, 1, 1), {**HAND, "key": KEY}).status_code == 302
    assert SheetEvent.objects.get(sheet_id=match.pk).user == an_organiser()


def test_sheet_of_a_moved_match_shows_the_new_table_until_a_hand_is_recorded(match: Match) -> None:
    old = match.table
    move_match(match, 3, author=Author(), at=timezone.now())
    phone, moved = a_phone(match), f"You play at table 3 now, no longer at table {old}."
    assert moved in phone.get(page("table", match)).content.decode()
    write(match)
    assert moved not in phone.get(page("table", match)).content.decode()


def test_match_called_again_to_the_same_table_is_not_shown_as_moved(match: Match) -> None:
    move_match(match, match.table or 0, author=Author(), at=timezone.now())
    assert "no longer at table" not in a_phone(match).get(page("table", match)).content.decode()


@pytest.mark.parametrize(("leavers", "word"), [("annul", "Annulled"), ("keep", "Withdrawal")])
def test_page_of_a_match_that_was_not_played_shows_the_reason(leavers: str, word: str) -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"leavers": leavers})
    leave(tournament, 4)
    match = Match.objects.filter(tournament=tournament, state="walkover").earliest("round")
    page = Client(headers={"accept-language": "en"}).get(reverse("table", args=[match.pk])).content.decode()
    chip = page.split('<span class="chip ok">')[1].split("</span>")[0]
    assert re.sub("<[^>]*>", "", chip).strip() == word


def test_table_page_of_an_unknown_match_returns_404() -> None:
    assert Client().get(reverse("table", args=[UUID(int=1)])).status_code == 404


# --- undoing, calling ------------------------------------------------------------------------------


def undo(phone: Client, match: Match, **more: str) -> HttpResponseBase:
    return phone.post(page("table_undo", match), {"game": "1", "hand": "1", "version": "1", **more})


def test_last_hand_can_be_undone_without_confirmation_for_two_minutes(match: Match) -> None:
    phone = a_phone(match)
    write(match)
    undo(phone, match)
    assert [event.kind for event in SheetEvent.objects.filter(sheet_id=match.pk)] == ["hand", "strike"]


def test_hand_older_than_two_minutes_is_undone_only_after_a_confirmation(match: Match) -> None:
    phone = a_phone(match)
    earlier = timezone.now() - timedelta(minutes=3)
    hand = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29]}
    write_hand(match.pk, (1, 1), hand, author=Author(), at=earlier)
    response = undo(phone, match)
    assert b"Undo hand 1?" in phone.get(sent_to(response)).content
    assert SheetEvent.objects.filter(kind="strike").count() == 0
    undo(phone, match, sure="1")
    assert SheetEvent.objects.filter(kind="strike").count() == 1


def test_undo_of_a_hand_followed_by_another_hand_changes_nothing(match: Match) -> None:
    phone = a_phone(match)
    write(match)
    write(match, (1, 2), dealer=1)
    undo(phone, match)
    assert SheetEvent.objects.filter(kind="strike").count() == 0


def test_repeated_call_of_the_director_is_recorded_once(match: Match) -> None:
    phone = a_phone(match)
    for _touch in range(2):
        phone.post(page("table_call", match))
    assert SheetEvent.objects.filter(kind="objection").count() == 1
    assert b"The referee has been called" in phone.get(page("table", match)).content


# --- disputed hands --------------------------------------------------------------------------------


def disputed(match: Match) -> Client:
    """Return a phone that has sent the first hand with points that differ from the points on the sheet."""
    phone = a_phone(match)
    write(match)
    answer = phone.post(page("table_confirm", match, 1, 1), {**HAND, "card_points_0": "29", "key": KEY})
    assert sent_to(answer) == page("table_settle", match, 1, 1)
    return phone


def test_disputed_hand_shows_both_versions_and_the_likely_cause(match: Match) -> None:
    text = one_line(disputed(match).get(page("table_settle", match, 1, 1)).content.decode())
    assert "look <b>swapped</b>" in text
    assert text.count('name="choice"') == 2


def test_each_version_of_a_disputed_hand_shows_its_author_and_the_points(match: Match) -> None:
    their_phone = a_phone(match, side=1)
    their_phone.post(page("table_confirm", match, 1, 1), {**HAND, "card_points_0": "20", "key": KEY})
    our_phone = a_phone(match)
    typed = {**HAND, "card_points_0": "50", "tricks_0": "6", "key": f"{KEY}-2"}
    our_phone.post(page("table_confirm", match, 1, 1), typed)
    for phone, (first, second) in ((our_phone, ("Us", "Them")), (their_phone, ("Them", "Us"))):
        text = as_read(phone.get(page("table_settle", match, 1, 1)).content.decode())
        versions = text.split("Written by ")[1:]
        assert versions[0].startswith(f"Coppia 4: Coppia 1 ({first}) 20 Coppia 4 ({second}) 50 ")
        assert versions[1].startswith(f"Coppia 1: Coppia 1 ({first}) 50 Coppia 4 ({second}) 20 ")
        assert "It was Coppia 1 20, Coppia 4 50" in versions[0]
        assert "It was Coppia 1 50, Coppia 4 20" in versions[1]
        assert " written first, " in versions[0]
        assert " written first, " not in versions[1]
        assert "to 20" not in text
        assert "to 50" not in text
    assert "Tricks: Us 6, Them 4" in as_read(
        our_phone.get(page("table_settle", match, 1, 1)).content.decode()
    )


def test_versions_of_a_hand_that_differ_only_in_the_turned_card_show_the_card(match: Match) -> None:
    phone = a_phone(match)
    write(match)
    typed = {**HAND, "trionfo_suit": "S", "card_points_0": "41", "key": KEY}
    phone.post(page("table_confirm", match, 1, 1), typed)
    text = as_read(phone.get(page("table_settle", match, 1, 1)).content.decode())
    assert "It was King of hearts" in text
    assert "It was King of spades" in text


def test_first_version_of_a_disputed_hand_counts_until_a_version_is_chosen(match: Match) -> None:
    phone = disputed(match)
    text = as_read(phone.get(page("table", match)).content.decode())
    assert "For now the one written first counts, until you choose the right one." in text
    assert "before you go on" not in text
    assert "Score hand 2" in text
    assert '<div class="n l1">9</div>' in phone.get(page("table", match)).content.decode()
    choice_text = as_read(phone.get(page("table_settle", match, 1, 1)).content.decode())
    assert "For now the one written first counts, until you choose the right one" in choice_text
    phone.post(page("table_call", match))
    called = as_read(phone.get(page("table", match)).content.decode())
    assert "If it is about the hand on the table, leave its cards as they are; otherwise play on." in called


@pytest.mark.parametrize(("choice", "points"), [("stands", [41, 29]), ("other", [29, 41])])
def test_choosing_a_version_of_a_disputed_hand_ends_the_dispute_with_its_points(
    match: Match, choice: str, points: list[int]
) -> None:
    phone = disputed(match)
    other = str(SheetEvent.objects.get(kind="dispute").seq)
    chosen = {"version": "1", "choice": other if choice == "other" else choice}
    assert sent_to(phone.post(page("table_settle", match, 1, 1), chosen)) == page("table", match)
    summary = match_of(match.tournament).sheet.summary
    assert summary["disputed"] == []
    last = SheetEvent.objects.filter(kind__in=["hand", "correction"]).latest("seq")
    assert last.body["card_points"] == points


def test_disputed_match_cannot_be_signed(match: Match) -> None:
    phone = disputed(match)
    assert sent_to(phone.get(page("table_sign", match))) == page("table", match)


# --- signing ---------------------------------------------------------------------------------------


def test_sides_sign_on_two_phones_and_the_sheet_becomes_read_only(match: Match) -> None:
    our_phone, their_phone = a_phone(match), a_phone(match, side=1)
    match = play_match(match, sign=False)
    for phone, side in ((our_phone, "0"), (their_phone, "1")):
        assert "We are Us: correct, we sign" in phone.get(page("table_sign", match)).content.decode()
        phone.post(page("table_sign", match), {"side": side})
    assert match_of(match.tournament).state == "signed"
    last = one_line(our_phone.get(page("table", match)).content.decode())
    assert "Signed" in last
    assert "Undo hand" not in last


def test_sign_page_of_an_undecided_match_redirects_to_the_sheet(match: Match) -> None:
    assert sent_to(a_phone(match).get(page("table_sign", match))) == page("table", match)


def test_signed_match_shows_the_next_table_of_its_winners(match: Match) -> None:
    phone = a_phone(match)
    play_match(match)
    play_match(match_of(match.tournament, "R1.2"))
    final = match_of(match.tournament, "R2.1")
    assert f"table {final.table}" in phone.get(page("table", match)).content.decode()


def test_calling_the_director_withdraws_the_signatures(match: Match) -> None:
    phone = a_phone(match)
    match = play_match(match, sign=False)
    phone.post(page("table_sign", match), {"side": "0"})
    phone.post(page("table_call", match))
    assert match_of(match.tournament).state == "disputed"
    assert b"we sign" not in phone.get(page("table_sign", match)).content


# --- queries of a page --------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [1, 4])
def test_sheet_page_has_a_constant_number_of_queries(
    match: Match, hands: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    phone = a_phone(match)
    for number in range(1, hands + 1):
        write(match, (1, number), dealer=(number - 1) % 4, trionfo="2H", card_points=[36, 34])
    with django_assert_num_queries(9):
        phone.get(page("table", match))
