"""Phone pages that differ between card games: turned card, wrong claim, auction, three sides."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.static import made_small
from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of
from tests.markup import one_line
from tests.servers.site import ROOT
from tournaments.matches.services.results import write_hand
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# Bytes of style sheets that a page of the table may load.
LIMIT = 30_000


def at_the_table(card_game: str) -> tuple[Client, Match]:
    """Return a match of this card game, and a phone client that has opened its table and chosen side 0."""
    match = match_of(drawn_tournament(4, card_game=card_game))
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    return phone, match


def html_of(phone: Client, name: str, *place: object, **typed: str) -> str:
    """Return the HTML of a page with all whitespace reduced to single spaces."""
    return one_line(phone.get(reverse(name, args=place), typed).text)


@pytest.mark.parametrize(
    ("card_game", "ready"), [("mariglia", "turn the first card"), ("marianna", "deal the cards")]
)
def test_empty_score_sheet_shows_the_first_action_of_the_card_game(card_game: str, ready: str) -> None:
    phone, match = at_the_table(card_game)
    assert f"Ready: {ready}." in html_of(phone, "table", match.pk)


@pytest.mark.parametrize(("card_game", "turned"), [("mariglia", True), ("marianna", False)])
def test_annul_page_mentions_the_turned_card_only_for_card_games_with_a_turned_card(
    card_game: str, turned: bool
) -> None:
    phone, match = at_the_table(card_game)
    hand = {"dealer": 0, "trionfo": "4C", "card_points": [36, 34]}
    if not turned:
        hand = {"dealer": 0, "declarations": [], "card_points": [60, 60]}
    write_hand(match.pk, (1, 1), hand, author=Author(match.tournament.owner_id), at=timezone.now())
    assert ("turned card" in html_of(phone, "table_annul", match.pk, 1, 2)) is turned


CLAIM = {"dealer": "0", "trump": "S", "declarations": "0..S", "claim_side": "0", "state": "claimed"}


def test_confirmation_of_a_wrong_claim_shows_that_the_claimant_loses() -> None:
    """The claimant loses regardless of the points; the page shows the winner's total first (MGG-CLAIM-2)."""
    phone, match = at_the_table("mariaggia")
    page = html_of(phone, "table_confirm", match.pk, 1, 1, claim_card_points="60", **CLAIM)
    assert re.search(r"Match to [^<:]*: 0 to 100", page), page
    assert "<b>wrong</b>" in page


def at_a_table_of(card_game: str, entrants: int, **options: object) -> tuple[Client, Match]:
    """Return a match of three or more sides, and a phone that has opened its table and chosen side 0."""
    tournament = drawn_tournament(entrants, card_game=card_game, profile=options, form="table_rounds")
    match = Match.objects.select_related("sheet", "tournament").get(tournament=tournament, state="ready")
    phone = Client(headers={"accept-language": "it"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    return phone, match


BID = {"dealer": "0", "bidder": "1", "bid": "38", "trump": "S"}


def test_auction_page_shows_the_number_of_deals_and_whether_the_bid_was_made() -> None:
    """The number of deals is fixed, and the bid decides who pays (MAU-P-1, MAU-SCORE-1)."""
    phone, match = at_a_table_of("maniglia_auction", 4, players=4, deals=12)
    assert "· mano 1 di 12<" in html_of(phone, "table", match.pk)
    hand = {"dealer": 0, "bidder": 1, "bid": 38, "trump": "S", "card_points": [44, 26]}
    author, at = Author(match.tournament.owner_id), timezone.now()
    write_hand(match.pk, (1, 1), {"dealer": 0, "state": "annulled"}, author=author, at=at)
    assert "· mano 1 di 12<" in html_of(phone, "table", match.pk)
    bidder = re.search(
        r'name="bidder" value="1".*?<span>([^<]+)', html_of(phone, "table_step", match.pk, 1, 2, "auction")
    )
    assert bidder
    for points, words in ((44, "ce l’ha fatta: 44 contro 38"), (30, "non ce l’ha fatta: 30 contro 38")):
        page = html_of(phone, "table_confirm", match.pk, 1, 2, **BID, card_points_0=str(points))
        assert f">{bidder[1].strip()} {words}<" in page, page
    write_hand(match.pk, (1, 2), hand, author=author, at=at)
    assert "· mano 2 di 12<" in html_of(phone, "table", match.pk)


@pytest.mark.parametrize(
    ("cut", "meaning"), [("7H", "briscola cuori"), ("QS", "senza briscola"), ("3D", "nullo")]
)
def test_cut_card_determines_the_contract_of_the_hand(cut: str, meaning: str) -> None:
    """The cut card sets the contract of the hand (MNI-CUT-1)."""
    phone, match = at_a_table_of("manni", 3)
    assert "· fino a dieci più<" in html_of(phone, "table", match.pk)
    card = {"dealer": "0", "cut_suit": cut[-1], "cut_rank": cut[:-1]}
    assert f'data-label="Carta alzata">{meaning}</p>' in html_of(
        phone, "table_step", match.pk, 1, 1, "cut", **card
    )
    page = html_of(phone, "table_confirm", match.pk, 1, 1, **card, tricks_0="5", tricks_1="3", tricks_2="4")
    assert f"<small>{meaning}</small>" in page


def test_gains_and_losses_of_three_sides_are_shown_with_name_and_sign() -> None:
    """A loss is shown as "−1", not as "minus −1" (MNI-SCORE-1)."""
    phone, match = at_a_table_of("manni", 3)
    names = re.findall(
        r'class="side-name"><svg class="team-mark[^>]*>.*?</svg>([^<]+)</span>',
        html_of(phone, "table", match.pk),
    )
    card = {"dealer": "0", "cut_suit": "H", "cut_rank": "7"}
    page = html_of(phone, "table_confirm", match.pk, 1, 1, **card, tricks_0="5", tricks_1="3", tricks_2="4")
    why = page.partition('class="why sheet"')[2].partition("</section>")[0]
    gains = re.findall(
        r'<b class="c(\w)"><svg class="team-mark f(\d).*?</svg><small>([^<]+)</small> ([^<]+)</b>', why
    )
    assert [(mark, side, points) for mark, side, _name, points in gains] == [
        ("a", "0", "+1"),
        ("b", "1", "−1"),
    ]
    assert [name for _mark, _side, name, _points in gains] == names[:2]
    assert "Meno" not in why
    hand = {"dealer": 0, "cut": "7H", "tricks": [5, 3, 4]}
    write_hand(match.pk, (1, 1), hand, author=Author(match.tournament.owner_id), at=timezone.now())
    sides = html_of(phone, "table", match.pk)
    assert "Meno <b>1</b>" in sides
    assert "Più <b>1</b>" in sides


def test_total_size_of_the_style_sheets_of_a_table_page_is_limited() -> None:
    phone, match = at_the_table("marianna")
    sheets = re.findall(r'href="/static/(css/[^"]+)"', html_of(phone, "table", match.pk))
    assert sheets[-1] == "css/table.css"
    texts = [(ROOT / "static" / sheet).read_text() for sheet in sheets]
    assert sum(len(made_small("css", text).encode()) for text in texts) <= LIMIT
