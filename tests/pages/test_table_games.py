"""The phone at the table of other games: what is said to those who turn no card, a claim that was wrong."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.keys import shown_code
from scoring.services.log import Author
from tests.builders import drawn_tournament, match_of
from tests.servers.site import ROOT
from tournaments.models import Match
from tournaments.services.results import write_hand

pytestmark = pytest.mark.django_db

LIMIT = 30_000
"""Bytes of style that a page of the table may load."""


def at_the_table(card_game: str) -> tuple[Client, Match]:
    """Return a phone whose holder said who they are, at the first table of a tournament of this game."""
    match = match_of(drawn_tournament(4, card_game=card_game))
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    return phone, match


def shown(phone: Client, name: str, *place: object, **typed: str) -> str:
    """Return a page as it is read, its blanks made one."""
    return re.sub(r"\s+", " ", phone.get(reverse(name, args=place), typed).text)


@pytest.mark.parametrize(
    ("card_game", "ready"), [("mariglia", "turn the first card"), ("marianna", "deal the cards")]
)
def test_the_first_words_are_about_what_is_done_first(card_game: str, ready: str) -> None:
    phone, match = at_the_table(card_game)
    assert f"Ready: {ready}." in shown(phone, "table", match.pk)


@pytest.mark.parametrize(("card_game", "turned"), [("mariglia", True), ("marianna", False)])
def test_an_annulled_hand_speaks_of_a_turned_card_where_there_is_one(card_game: str, turned: bool) -> None:
    phone, match = at_the_table(card_game)
    hand = {"dealer": 0, "trionfo": "4C", "card_points": [36, 34]}
    if not turned:
        hand = {"dealer": 0, "declarations": [], "card_points": [60, 60]}
    write_hand(match.pk, (1, 1), hand, author=Author(match.tournament.owner_id), at=timezone.now())
    assert ("turned card" in shown(phone, "table_annul", match.pk, 1, 2)) is turned


CLAIM = {"dealer": "0", "trump": "S", "declarations": "0..S", "claim_side": "0", "state": "claimed"}


def test_a_wrong_claim_is_read_aloud_as_lost() -> None:
    """MGG-CLAIM-2: the claimant loses, whatever either has; the winner's total is said first."""
    phone, match = at_the_table("mariaggia")
    page = shown(phone, "table_confirm", match.pk, 1, 1, claim_card_points="60", **CLAIM)
    assert re.search(r"Match to [^<:]*: 0 to 100", page), page
    assert "<b>wrong</b>" in page


def test_a_page_of_the_table_loads_little_style() -> None:
    phone, match = at_the_table("marianna")
    sheets = re.findall(r'href="/static/(css/[^"]+)"', shown(phone, "table", match.pk))
    assert sheets[-1] == "css/table.css"
    assert sum((ROOT / "static" / sheet).stat().st_size for sheet in sheets) <= LIMIT
