"""Recording a hand step by step: the fields of each step, computed scores, and refused or kept input."""

from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import SheetEvent
from scoring.sheet.rules import sheet as rules
from tests.builders import drawn_tournament, match_of
from tests.markup import one_line
from tests.phone.test_table_page import HAND, KEY, a_phone, page, sent_to, write
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def match() -> Match:
    """Return a match that has a table and is ready to be played."""
    return match_of(drawn_tournament(4))


@pytest.fixture
def phone(match: Match) -> Client:
    """Return a phone client that has opened the table of the match and chosen the first side."""
    return a_phone(match)


def step(match: Match, name: str, place: tuple[int, int] = (1, 1)) -> str:
    """Return the URL of a step of the hand form."""
    return reverse("table_step", args=[match.pk, *place, name])


def html_of(phone: Client, address: str, **typed: str) -> str:
    """Return the HTML of the final page after redirects, with whitespace reduced to single spaces."""
    return one_line(phone.get(address, typed, follow=True).content.decode())


def test_form_for_the_first_hand_asks_for_the_dealer(phone: Client, match: Match) -> None:
    text = html_of(phone, step(match, "trionfo"))
    assert "Who deals first?" in text
    assert text.count('name="dealer"') == 4


def test_dealer_of_later_hands_is_computed(phone: Client, match: Match) -> None:
    write(match)
    text = html_of(phone, step(match, "trionfo", (1, 2)))
    # two players are called Anna, so the longer name is shown
    assert "<b data-dealer>Anna</b> deals" not in text
    assert "<b data-dealer>Anna Primu4</b> deals" in text


def test_incomplete_turned_card_shows_no_error_before_the_form_is_sent(phone: Client, match: Match) -> None:
    write(match)
    sheet = one_line(phone.get(page("table", match)).content.decode())
    assert '<span id="quick_label">Trump card of…</span>' in sheet
    begun = step(match, "trionfo", (1, 2))
    assert f'href="{begun}?trionfo_suit=S"' in sheet
    assert "Choose the suit and the rank" not in html_of(phone, begun, trionfo_suit="S")
    assert "Choose the suit and the rank" not in html_of(phone, begun, trionfo_rank="K")
    points_text = html_of(phone, step(match, "points", (1, 2)), trionfo_suit="S")
    assert "Choose the suit and the rank of the turned card." in points_text


def test_points_shown_for_queen_and_jack_depend_on_the_court_order_of_the_match() -> None:
    tournament = drawn_tournament(4, profile={"court_order": "queen_high"})
    match = match_of(tournament)
    text = html_of(a_phone(match), step(match, "trionfo"))
    assert 'value="Q" data-name="Queen" data-letter="Q" data-points="2,2"' in text
    assert 'value="J" data-name="Jack" data-letter="J" data-points="1,1"' in text


def test_page_shows_the_score_of_the_turned_card_without_a_script(phone: Client, match: Match) -> None:
    text = html_of(phone, step(match, "trionfo"), dealer="1", trionfo_suit="H", trionfo_rank="K")
    assert "King of hearts" in text
    assert "+3 for them" in text


def test_points_step_without_a_turned_card_redirects_to_the_card_step(phone: Client, match: Match) -> None:
    answer = phone.get(step(match, "points"), {"dealer": "0"})
    assert urlsplit(sent_to(answer)).path == step(match, "trionfo")
    assert "Choose the suit and the rank" in phone.get(sent_to(answer)).content.decode()


def test_entered_values_of_a_hand_are_kept_in_the_following_form_steps(phone: Client, match: Match) -> None:
    text = html_of(phone, step(match, "points"), **{**HAND, "key": KEY})
    for name, value in (("dealer", "0"), ("trionfo_suit", "H"), ("trionfo_rank", "K"), ("key", KEY)):
        assert f'type="hidden" name="{name}" value="{value}"' in text
    assert 'name="card_points_0" value="41" placeholder=""' in text
    assert 'name="card_points_1" value="" placeholder="29"' in text


def test_score_of_a_hand_is_shown_with_its_calculation(phone: Client, match: Match) -> None:
    text = html_of(phone, step(match, "points"), **HAND)
    assert "41 − 35 = " in text
    assert "+6 for us" in text
    assert "<span>3</span>" in text
    assert "<b>9</b>" in text


def test_impossible_number_of_tricks_is_refused_with_the_possible_range(phone: Client, match: Match) -> None:
    text = html_of(
        phone, page("table_confirm", match, 1, 1), **{**HAND, "card_points_0": "61", "tricks_0": "4"}
    )
    assert "With 4 tricks you make 4 to 60 points" in text
    assert 'name="card_points_0" value="61"' in text
    assert "We did not count the tricks" in text


def test_hand_can_be_recorded_after_dropping_an_impossible_number_of_tricks(
    phone: Client, match: Match
) -> None:
    typed = {**HAND, "card_points_0": "61", "tricks_0": "4", "drop": "tricks"}
    assert "Confirm hand 1" in html_of(phone, page("table_confirm", match, 1, 1), **typed)


def test_page_confirms_a_possible_number_of_tricks(phone: Client, match: Match) -> None:
    assert "adds up" in html_of(phone, step(match, "points"), **HAND, tricks_0="6")


@pytest.mark.parametrize("typed", ["71", "-3", "4,5", "١٢", "1e1", "true"])
def test_invalid_points_are_refused_and_shown_again(phone: Client, match: Match, typed: str) -> None:
    text = html_of(phone, page("table_confirm", match, 1, 1), **{**HAND, "card_points_0": typed})
    assert 'role="alert"' in text
    assert f'name="card_points_0" value="{typed}"' in text


def test_points_of_both_sides_must_add_up_to_the_total(phone: Client, match: Match) -> None:
    text = html_of(phone, page("table_confirm", match, 1, 1), **{**HAND, "card_points_1": "30"})
    assert "together they make 71, not 70" in text


def test_hand_is_shown_for_confirmation_before_it_is_recorded(phone: Client, match: Match) -> None:
    text = html_of(phone, page("table_confirm", match, 1, 1), **HAND)
    for words in ("was 0", "stays 0", "Cards 41 to 29", "41 − 35", "+9", "<b>26 points to go for us</b>"):
        assert words in text
    assert SheetEvent.objects.count() == 0


def test_unlikely_result_of_a_hand_needs_a_confirmation(phone: Client, match: Match) -> None:
    assert "is that right?" in html_of(
        phone, page("table_confirm", match, 1, 1), **{**HAND, "card_points_0": "70"}
    )


def test_dealer_out_of_turn_needs_a_confirmation(phone: Client, match: Match) -> None:
    write(match)
    text = html_of(phone, page("table_confirm", match, 1, 2), **{**HAND, "dealer": "3"})
    assert "Is the dealer right?" in text


def confirm(phone: Client, match: Match, place: tuple[int, int] = (1, 1), **changes: str) -> str:
    """Confirm a hand; return the URL of the redirect, or the status code if there is no redirect."""
    answer = phone.post(page("table_confirm", match, *place), {**HAND, "key": KEY, **changes})
    return str(answer.headers.get("location", answer.status_code))


def test_hand_confirmed_several_times_is_recorded_once(phone: Client, match: Match) -> None:
    for _time in range(3):
        assert confirm(phone, match) == page("table", match) + "?salvata=1-1"
    event = SheetEvent.objects.get()
    assert event.client_key == KEY
    assert event.body == {"dealer": 0, "trionfo": "KH", "card_points": [41, 29]}


def test_toast_offers_undo_only_for_the_last_hand(phone: Client, match: Match) -> None:
    address = confirm(phone, match)
    assert "Hand 1 saved" in html_of(phone, address)
    write(match, (1, 2), dealer=1)
    assert "Hand 1 saved" not in html_of(phone, address)


def test_impossible_hand_is_not_recorded(phone: Client, match: Match) -> None:
    sent = parse_qs(urlsplit(confirm(phone, match, card_points_0="99")).query)
    assert sent["card_points_0"] == ["99"]
    assert sent["key"] == [KEY]
    assert SheetEvent.objects.count() == 0


def test_different_version_of_a_stored_hand_redirects_to_the_dispute_page(
    phone: Client, match: Match
) -> None:
    write(match, card_points=[40, 30])
    assert confirm(phone, match) == page("table_settle", match, 1, 1)


def test_url_of_a_hand_other_than_the_next_hand_redirects_to_the_sheet(phone: Client, match: Match) -> None:
    assert sent_to(phone.get(step(match, "trionfo", (1, 3)))) == page("table", match)
    assert sent_to(phone.get(step(match, "trionfo", (4, 1)))) == page("table", match)


def test_unknown_step_of_a_hand_returns_404(phone: Client, match: Match) -> None:
    assert phone.get(step(match, "nothing")).status_code == 404


def nearly_won(match: Match) -> None:
    """Record hands until the score is 31 to 0; the first side deals the next hand."""
    write(match, card_points=[63, 7])
    for number, dealer in ((2, 1), (3, 2), (4, 3)):
        write(match, (1, number), dealer=dealer, trionfo="2H", card_points=[35, 35])


def test_hand_won_by_the_turned_card_needs_no_card_points(phone: Client, match: Match) -> None:
    """A turned card that reaches the target wins the game (MAR-TRI-3, MAR-TRI-4)."""
    nearly_won(match)
    typed = {"dealer": "0", "trionfo_suit": "S", "trionfo_rank": "7", "key": KEY}
    text = html_of(phone, step(match, "points", (1, 5)), **typed)
    assert "Game to us!" in text
    assert "First count the cards: ten each?" in text
    assert "Cards right, 36 to 0" in text
    phone.post(page("table_confirm", match, 1, 5), typed)
    last = SheetEvent.objects.latest("seq")
    assert last.body == {"dealer": 0, "trionfo": "7S", "state": "ended_on_trionfo"}


def test_confirmation_of_a_won_game_shows_the_next_game(phone: Client, match: Match) -> None:
    write(match, card_points=[66, 4])
    text = html_of(
        phone, page("table_confirm", match, 1, 2), **{**HAND, "dealer": "1", "card_points_0": "38"}
    )
    assert "Game to us, 37 to 3" in text
    assert "now the second game, to 35." in text


def test_annulled_hand_is_dealt_again_by_the_same_dealer(phone: Client, match: Match) -> None:
    """An annulled hand scores nothing and is dealt again (MAR-IRR-1)."""
    write(match)
    assert b"Annul hand 2?" in phone.get(page("table_annul", match, 1, 2)).content
    phone.post(page("table_annul", match, 1, 2), {"key": KEY})
    assert SheetEvent.objects.latest("seq").body == {"dealer": 1, "state": "annulled"}
    assert match_of(match.tournament).sheet.summary["next"] == {"game": 1, "hand": 3, "dealer": 1}


def test_confirming_a_hand_computes_the_sheet_twice_with_at_most_15_queries(
    phone: Client, match: Match, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    fold = Mock(wraps=rules.fold_sheet)
    monkeypatch.setattr(rules, "fold_sheet", fold)
    for hand in (1, 2, 3):
        fold.reset_mock()
        sent = {**HAND, "dealer": str(hand - 1), "card_points_0": "36", "key": f"key-of-hand-{hand}"}
        with django_assert_max_num_queries(15):
            answer = phone.post(page("table_confirm", match, 1, hand), sent)
        assert sent_to(answer).endswith(f"?salvata=1-{hand}")
        assert fold.call_count == 2  # before and after the hand
