"""Recording a hand card by card on a phone: options, the player in turn, refused cards, the result."""

import html
import re
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games import CARD_GAMES
from scoring.models import SheetEvent
from scoring.referee.live_hand import needed
from scoring.sheet.devices import shown_code
from tests.builders import play_match
from tests.games.players.every_game import PLAYERS
from tests.markup import one_line
from tests.phone.test_table_page import write
from tests.referee.random_player import play_a_hand
from tests.referee.test_live_hand import line_of
from tests.replayed_hands.test_cards_page import PLAYED, a_match
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TRIONFO = {
    "dealer": "0",
    "trionfo_suit": PLAYED["trionfo"][-1],
    "trionfo_rank": PLAYED["trionfo"][:-1],
}
LINE = "-".join(card for trick in PLAYED["play"] for card in trick["cards"])
TAP_QUERIES = 5


def followed(card_game: str = "mariglia", **more: Any) -> Match:
    """Return a match that is recorded card by card."""
    match = a_match(card_game, **more)
    match.by_cards = True
    match.save()
    return match


def a_phone(match: Match) -> Client:
    """Return a phone client that has opened the table of a match and chosen the first side."""
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    return phone


def address(match: Match, hand: int = 1) -> str:
    """Return the URL on which a hand of the first game is recorded card by card."""
    return reverse("table_cards", args=[match.pk, 1, hand])


def html_of(phone: Client, where: str, **sent: str) -> str:
    """Return the HTML of a page with all whitespace reduced to single spaces."""
    answer = phone.get(where, sent)
    assert answer.status_code == 200, answer.headers
    return html.unescape(one_line(answer.text))


def after(words: int) -> str:
    """Return the first `words` cards of the sample hand, joined by hyphens."""
    return "-".join(LINE.split("-")[:words])


# --- the switch -----------------------------------------------------------------------------------------


def test_organiser_switches_card_by_card_recording_on_and_off_for_a_match(client: Client) -> None:
    match = a_match()
    slug = match.tournament.slug
    client.force_login(match.tournament.owner)
    desk = reverse("desk_match", args=[slug, match.pk])
    table = reverse("table", args=[match.pk])
    assert "/carte/" not in a_phone(match).get(table).text
    assert 'name="follow" value="1"' in client.get(desk).text
    for follow, link in (("1", True), ("1", True), ("0", False)):
        assert (
            client.post(reverse("desk_cards", args=[slug, match.pk]), {"follow": follow}).status_code == 302
        )
        assert (address(match) in a_phone(match).get(table).text) == link
    moves = match.tournament.journal.filter(kind__startswith="cards_").order_by("at")
    assert [move.kind for move in moves] == ["cards_followed", "cards_not_followed"]
    evening = one_line(
        client.get(reverse("desk_evening", args=[slug]), headers={"accept-language": "en"}).text
    )
    assert "no longer taken down card by card" in evening


def test_card_by_card_recording_cannot_be_switched_on_for_a_match_that_is_over(client: Client) -> None:
    match = play_match(a_match())
    client.force_login(match.tournament.owner)
    answer = client.post(reverse("desk_cards", args=[match.tournament.slug, match.pk]), {"follow": "1"})
    assert answer.status_code == 409
    match.refresh_from_db()
    assert not match.by_cards


# --- before the first card ------------------------------------------------------------------------------


def test_form_for_the_first_hand_asks_for_the_dealer_and_then_for_the_turned_card() -> None:
    match = followed()
    phone = a_phone(match)
    page = html_of(phone, address(match))
    assert "Who deals?" in page
    assert len(re.findall(r'href="\?dealer=\d&acts=&key=', page)) == 4
    answer = phone.get(address(match), {"dealer": "0"})
    assert urlsplit(answer.headers["location"]).path.endswith("/mano/1-1/trionfo/")
    step = one_line(phone.get(answer.headers["location"]).text)
    assert f'action="{address(match)}"' in step
    assert '<input type="hidden" name="acts" value="">' in step


def test_dealer_of_later_hands_is_computed() -> None:
    match = followed()
    write(match)
    answer = a_phone(match).get(address(match, 2))
    assert urlsplit(answer.headers["location"]).path.endswith("/mano/1-2/trionfo/")


def test_turned_card_that_wins_the_game_redirects_to_the_confirmation() -> None:
    """A turned card that reaches the target wins the game (MAR-TRI-3)."""
    match = followed(profile={"targets": [10]})
    write(match, card_points=[41, 29], trionfo="KH")
    sent = {"dealer": "0", "trionfo_suit": "S", "trionfo_rank": "7"}
    answer = a_phone(match).get(address(match, 2), sent)
    assert "/conferma/" in answer.headers["location"]


@pytest.mark.parametrize("hand", [2, 9])
def test_url_of_a_hand_other_than_the_next_hand_redirects_to_the_match(hand: int) -> None:
    match = followed()
    assert a_phone(match).get(address(match, hand)).headers["location"] == reverse("table", args=[match.pk])


def test_unknown_phone_cannot_record_a_hand_card_by_card() -> None:
    match = followed()
    assert Client().get(address(match), TRIONFO).status_code == 403


# --- a tap for each card --------------------------------------------------------------------------------


def test_card_by_card_page_lists_the_remaining_cards_and_names_the_player_in_turn() -> None:
    match = followed()
    page = html_of(a_phone(match), address(match), **TRIONFO, acts="")
    assert "Trick 1 of 10" in page
    assert "<b>Anna Primu2</b> plays:" in page
    assert len(re.findall(r'aria-label="\w+ of \w+"><b>', page)) == 40
    assert "Take back" not in page
    page = html_of(a_phone(match), address(match), **TRIONFO, acts=after(6))
    assert "Trick 2 of 10" in page
    assert len(re.findall(r'aria-label="\w+ of \w+"><b>', page)) == 34
    assert page.count("<i></i>") == 6
    assert "Take back: " in page


def test_each_link_of_the_card_by_card_page_adds_or_removes_a_card() -> None:
    match = followed()
    phone = a_phone(match)
    page = html_of(phone, address(match), **TRIONFO, acts=after(2), key="made-when-opened")
    taps = [parse_qs(urlsplit(url).query) for url in re.findall(r'href="(\?[^"]+)"', page)]
    assert {query["key"][0] for query in taps} == {"made-when-opened"}
    lines = [query["acts"][0] for query in taps]
    assert after(1) in lines
    assert sorted(line.rpartition("-")[0] for line in lines).count(after(2)) == 38


def test_page_of_a_complete_trick_names_the_winning_side() -> None:
    match = followed()
    assert "takes it" not in html_of(a_phone(match), address(match), **TRIONFO, acts=after(3))
    assert "takes it" in html_of(a_phone(match), address(match), **TRIONFO, acts=after(4))


def test_forbidden_card_is_refused_with_an_explanation_and_the_rule() -> None:
    """A player who can follow suit must follow suit (MAR-PLAY-1, MAR-IRR-2)."""
    random = Random(11)
    played = play_a_hand(random, dealer=0, cheat="revoke")
    while played.cheated is None:
        played = play_a_hand(random, dealer=0, cheat="revoke")
    hand = played.written()
    match = followed()
    sent = {"dealer": "0", "trionfo_suit": hand["trionfo"][-1], "trionfo_rank": hand["trionfo"][:-1]}
    line = "-".join(card for trick in hand["play"] for card in trick["cards"])
    page = html_of(a_phone(match), address(match), **sent, acts=line)
    assert 'role="alert"' in page
    assert "This player holds the suit that was led and must follow it." in page
    assert '<span class="rule">MAR-PLAY-1</span>' in page
    assert f"Trick {played.cheated[0] + 1}, " in page
    assert "call the referee" in page
    acts = max(
        (parse_qs(urlsplit(url).query)["acts"][0] for url in re.findall(r'href="(\?[^"]+)"', page)), key=len
    )
    assert line.startswith(acts.rpartition("-")[0])
    assert len(acts) < len(line)


@pytest.mark.parametrize(
    "line", ["XX", "KH KH", "<b>", "AS-AS-AS", "é", "A" * 900, "-" * 40, ".", "marianna.H"]
)
def test_malformed_list_of_actions_in_the_url_shows_no_error(line: str) -> None:
    match = followed()
    assert 'role="alert"' not in html_of(a_phone(match), address(match), **TRIONFO, acts=line)


def test_player_in_turn_can_tap_a_possible_declaration() -> None:
    """A player with King and Queen of a suit can declare them, which sets trumps (MNA-DECL-1, MNA-DECL-2)."""
    match = followed("marianna")
    phone = a_phone(match)
    page = html_of(phone, address(match), dealer="0", acts="2C")
    assert "No trumps" in page
    assert page.count("Bachisio Segundu1: Marianna of ") == 4
    page = html_of(phone, address(match), dealer="0", acts="2C-marianna.H")
    assert "Marianna of hearts</a>" in page  # the declaration can be taken back
    assert "Trumps" in page


@pytest.mark.parametrize("acts", [0, 39])
def test_request_that_adds_a_card_has_a_fixed_number_of_queries(
    acts: int, django_assert_num_queries: Any
) -> None:
    match = followed()
    phone = a_phone(match)
    with django_assert_num_queries(TAP_QUERIES):
        phone.get(address(match), {**TRIONFO, "acts": after(acts)})


# --- the end of the hand --------------------------------------------------------------------------------


def before(card_game: str, hand: Any) -> dict[str, str]:
    """Return the form values that are required before the first card is played, as a dict by input name."""
    sent: dict[str, str] = {}
    for field in needed(CARD_GAMES[card_game]):
        value = str(hand[field.key])
        if type(field.kind).__name__ == "CardOf":
            sent |= {f"{field.key}_suit": value[-1], f"{field.key}_rank": value[:-1]}
        else:
            sent[field.key] = value
    return sent


@pytest.mark.parametrize("card_game", PLAYERS)
def test_hand_of_every_card_game_is_recorded_card_by_card_and_replayed(card_game: str) -> None:
    """The score follows from the cards (MAR-SCORE-1, MAU-CARD-1, MNA-SCORE-1, MGO-SCORE-1, MNI-SCORE-1)."""
    random, game = Random(f"taps {card_game}"), None
    while game is None or not game.hands[0].get("play") or "state" in game.hands[0]:
        game = PLAYERS[card_game](random)
    hand = game.hands[0]
    sides = len(hand["play"][0]["cards"]) // CARD_GAMES[card_game].players_a_side
    match = followed(card_game, sides=sides, profile=game.profile)
    phone, sent = a_phone(match), before(card_game, hand)
    sent |= {"acts": line_of(card_game, game.profile, hand), "key": "made-when-opened"}
    answer = phone.get(address(match), sent)
    assert answer.status_code == 302, html.unescape(one_line(answer.text))[-3000:]
    confirm = answer.headers["location"]
    assert "/conferma/" in confirm
    page = phone.get(confirm)
    assert page.status_code == 200
    assert "All correct?" in page.text
    query = {name: values[0] for name, values in parse_qs(urlsplit(confirm).query).items()}
    assert phone.post(urlsplit(confirm).path, query).status_code == 302
    body = SheetEvent.objects.get(sheet_id=match.pk, kind="hand").body
    assert [trick["cards"] for trick in body["play"]] == [trick["cards"] for trick in hand["play"]]
    for key in {"card_points", "tricks", "last_trick"} & hand.keys():
        assert body[key] == hand[key]
    shown_again = reverse("cards_page", args=[match.tournament.slug, match.pk, 1, 1])
    assert Client().get(f"{shown_again}?atto=9999").status_code == 200


def test_mariannone_ends_the_hand_and_keeps_the_cards_played_so_far() -> None:
    """The hand is confirmed immediately and stored with the cards played so far (MNA-GAME-2)."""
    match = followed("marianna")
    phone = a_phone(match)
    acts = "2C-3C-4C-5C-6C-7C-mariannone."
    answer = phone.get(address(match), {"dealer": "0", "acts": acts, "key": "made-when-opened"})
    assert answer.status_code == 302, html.unescape(one_line(answer.text))[-3000:]
    confirm = answer.headers["location"]
    assert "/conferma/" in confirm
    query = {name: values[0] for name, values in parse_qs(urlsplit(confirm).query).items()}
    assert phone.post(urlsplit(confirm).path, query).status_code == 302
    body = SheetEvent.objects.get(sheet_id=match.pk, kind="hand").body
    assert body["state"] == "ended_on_declaration"
    assert [trick["cards"] for trick in body["play"]] == [["2C", "3C", "4C", "5C"], ["6C", "7C"]]
    shown_again = reverse("cards_page", args=[match.tournament.slug, match.pk, 1, 1])
    assert Client().get(f"{shown_again}?atto=9999").status_code == 200


def test_confirmation_page_links_back_to_the_last_card() -> None:
    match = followed()
    phone = a_phone(match)
    confirm = phone.get(address(match), {**TRIONFO, "acts": LINE}).headers["location"]
    back = re.search(r'class="tap back" href="([^"]+)"', phone.get(confirm).text)
    assert back
    page = html_of(phone, html.unescape(back[1]))
    assert "Trick 10 of 10" in page
    assert len(re.findall(r'aria-label="\w+ of \w+"><b>', page)) == 1


def test_false_declaration_found_at_the_end_of_a_hand_can_be_withdrawn() -> None:
    """A declaration needs King and Queen; the last card reveals who held them (MNA-DECL-1)."""
    random, game = Random("false"), PLAYERS["marianna"]
    while True:
        played = game(random)
        hand = played.hands[0]
        plain = "state" not in hand and not hand["declarations"] and not played.profile["copri"]
        first = hand["play"][0] if plain else None
        if first and not {"KH", "QH"} & {first["cards"][0]} and played.profile["pack"] == "french":
            break
    match = followed("marianna", profile=played.profile)
    line = line_of("marianna", played.profile, hand)
    declaration = f"marianna.H-{line}"
    page = html_of(a_phone(match), address(match), dealer=str(hand["dealer"]), acts=declaration)
    assert 'role="alert"' in page
    assert "Take back: " in page
