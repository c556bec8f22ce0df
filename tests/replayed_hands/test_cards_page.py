"""The public page that shows a hand card by card: steps, captured cards, and forbidden plays."""

import html
import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of
from tests.games.players.every_game import PLAYERS
from tests.markup import one_line
from tests.referee.random_player import play_a_hand
from tests.tiers import sampled
from tournaments.competition.formats import FORMATS
from tournaments.matches.services import results
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PAGE_QUERIES, SHEET_QUERIES = 7, 8
PLAYED = play_a_hand(Random(7), dealer=0).written()


@pytest.fixture
def reader() -> Client:
    """Return a test client of an anonymous visitor, for English pages."""
    return Client(headers={"accept-language": "en"})


def write(match: Match, *hands: dict[str, Any]) -> Match:
    """Record hands of the first game as the organiser."""
    author = Author(match.tournament.owner_id)
    for number, hand in enumerate(hands, start=1):
        results.write_hand(match.pk, (1, number), hand, author=author, at=timezone.now())
    return match


def a_match(card_game: str = "mariglia", **more: Any) -> Match:
    """Return a match with `sides` sides, from a drawn tournament in the first suitable format."""
    sides = more.pop("sides", 2)
    form = next(key for key, tournament_format in FORMATS.items() if sides in tournament_format.sides)
    return match_of(drawn_tournament(sides, card_game=card_game, form=form, **more))


def address(match: Match, hand: int = 1, act: int | None = None) -> str:
    """Return the URL of the page that shows a hand of the first game after `act` actions."""
    path = reverse("cards_page", args=[match.tournament.slug, match.pk, 1, hand])
    return path if act is None else f"{path}?atto={act}"


def read(reader: Client, path: str) -> str:
    """Return the HTML of a page with all whitespace reduced to single spaces."""
    answer = reader.get(path)
    assert answer.status_code == 200
    return one_line(answer.text)


def totals(page: str) -> list[list[int]]:
    """Return the tricks and the card points of each side, read from the table on the page."""
    body = re.search(r'<table class="captured-cards">.*?<tbody>(.*?)</tbody>', page)
    assert body
    return [[int(cell) for cell in re.findall(r"<td>(\d+)</td>", row)] for row in body[1].split("</tr>")[:-1]]


# --- forward and back ----------------------------------------------------------------------------------


def test_page_before_the_first_action_shows_all_cards_in_hand_and_the_leader(reader: Client) -> None:
    page = read(reader, address(write(a_match(), PLAYED)))
    assert "The cards are dealt. Anna Primu2 leads." in page
    assert "trick 1, act 0 of 40" in page
    assert page.count('class="hand-cards"') == 4
    assert len(re.findall(r'<span class="tri">', page.partition('class="seats"')[2])) == 40
    assert page.count('class="pcard') == 0
    assert 'rel="prev"' not in page
    assert 'rel="next" href="?atto=1#hand"' in page
    assert totals(page) == [[0, 0], [0, 0]]


def test_played_card_is_on_the_table_and_no_longer_in_hand(reader: Client) -> None:
    match = write(a_match(), PLAYED)
    page = read(reader, address(match, act=2))
    assert re.search(r"<b>Bachisio Segundu1 plays: [^<]+ of [^<]+</b>", page)
    assert page.count('class="pcard') == 2
    assert len(re.findall(r'<span class="tri">', page.partition('class="seats"')[2])) == 38
    assert 'rel="prev" href="?atto=1#hand"' in page


def test_page_of_a_complete_trick_shows_the_winning_side(reader: Client) -> None:
    match = write(a_match(), PLAYED)
    page = read(reader, address(match, act=4))
    assert page.count('class="pcard') == 4
    assert page.count("takes it") == 1
    assert re.search(r"\w+ takes the trick\.", page)
    assert sum(row[0] for row in totals(page)) == 1


def test_page_after_the_last_action_has_no_next_link_and_shows_the_recorded_points(reader: Client) -> None:
    match = write(a_match(), PLAYED)
    page = read(reader, address(match, act=40))
    assert "act 40 of 40" in page
    assert 'rel="next"' not in page
    assert page.count("no more cards") == 4
    assert totals(page) == [list(row) for row in zip(PLAYED["tricks"], PLAYED["card_points"], strict=True)]


@pytest.mark.parametrize(
    ("number", "act"), [("999", 40), ("", 0), ("x", 0), ("-1", 0), ("99999", 0), ("²", 0)]
)
def test_invalid_number_of_actions_shows_the_end_or_the_start_of_the_hand(
    reader: Client, number: str, act: int
) -> None:
    match = write(a_match(), PLAYED)
    assert f"act {act} of 40" in read(reader, f"{address(match)}?atto={number}")


# --- every card game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("card_game", sampled(PLAYERS, 3))
def test_page_after_the_last_action_shows_the_recorded_points_in_every_card_game(
    reader: Client, card_game: str
) -> None:
    """The score follows from the cards (MAR-SCORE-1, MAU-CARD-1, MNA-SCORE-1, MGO-SCORE-1, MNI-SCORE-1)."""
    random, complete_game = Random(f"pages {card_game}"), None
    while complete_game is None:
        game = PLAYERS[card_game](random)
        complete_game = game if "state" not in game.hands[0] else None
    hand = complete_game.hands[0]
    seats = len(hand["play"][0]["cards"])
    match = write(
        a_match(
            card_game, sides=seats // CARD_GAMES[card_game].players_a_side, profile=complete_game.profile
        ),
        hand,
    )
    last = totals(read(reader, address(match, act=9999)))
    if "card_points" in hand:
        assert [row[1] for row in last] == hand["card_points"]
    if "tricks" in hand:
        assert [row[0] for row in last] == hand["tricks"]
    assert sum(row[0] for row in last) == len(hand["play"])
    for act in range(12):
        assert reader.get(address(match, act=act)).status_code == 200


def test_declaration_and_its_new_trumps_are_shown_on_the_same_page(reader: Client) -> None:
    """A declaration makes or changes trumps (MNA-DECL-2)."""
    hearts = {"kind": "marianna", "suit": "H"}
    first = {
        "leader": 0,
        "cards": ["AD", "KH", "2D", "4D"],
        "declared": [{"player": 1, **hearts}],
        "drawn": ["2C", "4C", "5C", "6C"],
    }
    hand = {
        "dealer": 3,
        "card_points": [120, 0],
        "declarations": [{"side": 1, **hearts}],
        "state": "adjusted",
        "play": [first],
    }
    match = write(a_match("marianna"), hand)
    assert "No trumps" in read(reader, address(match, act=1))
    page = read(reader, address(match, act=2))
    assert "Anna Primu2 declares: Marianna of hearts" in page
    assert "Now trumps are: hearts." in page
    assert "No trumps" not in page
    draw_page = read(reader, address(match, act=6))
    assert "From the stock: Anna Primu2: Two of clubs, Bachisio Segundu1: Four of clubs" in draw_page


def test_bid_and_bidder_are_shown_before_the_first_card(reader: Client) -> None:
    """The bidder plays alone against all other players (MAU-BID-1, MAU-SCORE-1)."""
    game = PLAYERS["maniglia_auction"](Random(3))
    hand = next(hand for hand in game.hands if hand.get("play") and "state" not in hand)
    seats = len(hand["play"][0]["cards"])
    hand = {**hand, "dealer": hand["dealer"]}
    match = write(a_match("maniglia_auction", sides=seats, profile=game.profile), hand)
    page = read(reader, address(match))
    assert f"Bid <b>{hand['bid']}</b>" in page
    assert f"Bidder <b>Anna Primu{hand['bidder'] + 1}</b>" in page
    rows = re.findall(r'<th scope="row">(.*?)</th>', page.partition('class="captured-cards"')[2])
    assert [len(re.findall("Anna Primu", row)) for row in rows] == [1, seats - 1]


def a_renuncio() -> tuple[dict[str, Any], tuple[int, int]]:
    """Return an adjusted hand in which a player did not follow suit, and the position of the illegal card."""
    random = Random(11)
    while True:
        played = play_a_hand(random, dealer=0, cheat="revoke")
        if played.cheated:
            return {**played.written(), "state": "adjusted"}, played.cheated


def test_forbidden_action_is_shown_with_the_reason_and_the_rule(reader: Client) -> None:
    """A player who can follow suit must follow suit (MAR-PLAY-1, MAR-IRR-2)."""
    hand, (trick, place) = a_renuncio()
    match = write(a_match(), hand)
    at = trick * 4 + place + 1
    page = html.unescape(read(reader, address(match, act=at)))
    assert "This player holds the suit that was led and must follow it." in page
    assert '<span class="rule">MAR-PLAY-1</span>' in page
    elsewhere = read(reader, address(match, act=at - 1))
    assert "One act of this hand was not allowed." in elsewhere
    assert f'href="?atto={at}#hand">Look at it' in elsewhere
    assert "MAR-PLAY-1" not in elsewhere


def test_page_of_a_correct_hand_shows_no_rule_violation(reader: Client) -> None:
    assert "not allowed" not in read(reader, address(write(a_match(), PLAYED), act=3)).lower()


def test_adjusted_hand_with_missing_cards_is_shown_with_the_rule_violation(reader: Client) -> None:
    hand = {**PLAYED, "state": "adjusted", "play": [{"leader": 3, "cards": ["AS", "AS", "2D"]}]}
    match = write(a_match(), hand)
    page = html.unescape(read(reader, address(match, act=3)))
    assert "A hand has 10 tricks. Write all of them." in page
    assert "MAR-DEAL-3" in page
    assert 'class="hand-cards"' not in page


# --- links -------------------------------------------------------------------------------------------------


def test_score_sheet_links_only_to_hands_that_have_cards(reader: Client) -> None:
    plain = {"dealer": 1, "trionfo": "2C", "card_points": [35, 35]}
    match = write(a_match(), PLAYED, plain)
    page = read(reader, reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    assert f'href="{address(match, 1)}"' in page
    assert f'href="{address(match, 2)}"' not in page
    assert reader.get(address(match, 2)).status_code == 404
    assert reader.get(address(match, 3)).status_code == 404


def test_score_sheet_of_hands_without_cards_has_no_links_to_cards(reader: Client) -> None:
    plain = {"dealer": 0, "trionfo": "2C", "card_points": [35, 35]}
    match = write(a_match(), plain)
    assert "Card by card" not in read(reader, reverse("match_sheet", args=[match.tournament.slug, match.pk]))


def test_cards_page_of_an_annulled_hand_returns_404(reader: Client) -> None:
    match = write(a_match(), {**PLAYED, "state": "annulled"})
    assert "Card by card" not in read(reader, reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    assert reader.get(address(match)).status_code == 404


def test_cards_page_of_a_hand_of_another_tournament_returns_404(reader: Client) -> None:
    match = write(a_match(), PLAYED)
    other = drawn_tournament(2, name="Un altro torneo")
    assert reader.get(reverse("cards_page", args=[other.slug, match.pk, 1, 1])).status_code == 404


@pytest.mark.parametrize("act", [0, 40])
def test_cards_page_has_a_constant_number_of_queries(
    reader: Client, act: int, django_assert_num_queries: Any
) -> None:
    match = write(a_match(), PLAYED)
    with django_assert_num_queries(PAGE_QUERIES):
        reader.get(address(match, act=act))


def test_links_to_the_cards_add_no_queries_to_the_score_sheet_page(
    reader: Client, django_assert_num_queries: Any
) -> None:
    match = write(a_match(), PLAYED, {**play_a_hand(Random(8), dealer=1).written()})
    with django_assert_num_queries(SHEET_QUERIES):
        page = reader.get(reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    assert page.text.count("/carte/") == 2
