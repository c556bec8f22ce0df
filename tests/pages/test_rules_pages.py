"""The rules of the card games as everybody reads them, in both languages, each drawn from its definition."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.guide import Guide
from scoring.templatetags.suits import rank_letter
from tests.builders import an_organiser, drawn_tournament, match_of
from tournaments.pages.public import rules_view

pytestmark = pytest.mark.django_db

EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "it"])


def read(path: str, language: str = "en") -> str:
    """Return a page in a language, with single spaces."""
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def guide_of(card_game: CardGame) -> Guide:
    """Return the guide of a game."""
    assert card_game.guide is not None
    return card_game.guide


def address(card_game: CardGame) -> str:
    return f"/giochi/{card_game.key}/"


@LANGUAGES
@EVERY
def test_a_page_says_all_of_its_guide_in_the_reader_s_language(card_game: CardGame, language: str) -> None:
    page = read(address(card_game), language)
    guide = guide_of(card_game)
    texts = [card_game.name, guide.summary, *(example.text for example in guide.examples)]
    texts += [text for section in guide.sections for text in (section.title, *section.paragraphs)]
    with translation.override(language):
        assert [text for text in texts if escape(gettext(text)) not in page] == []
    assert f'<html lang="{language}"' in page


@EVERY
def test_no_guide_is_read_in_english_by_italians(card_game: CardGame) -> None:
    """Every text has its Italian; only the names of games and their own words are alike."""
    guide = guide_of(card_game)
    texts = [guide.summary, *(example.text for example in guide.examples)]
    texts += [text for section in guide.sections for text in section.paragraphs]
    with translation.override("it"):
        assert [text for text in texts if gettext(text) == text] == []


@EVERY
def test_a_page_shows_every_pack_with_its_ranks_and_values(card_game: CardGame) -> None:
    page = read(address(card_game))
    tables = re.findall(r'<div class="tbl deck">.*?</div>', page)
    assert len(tables) == len(card_game.court_orders)
    worth = [value for value in card_game.card_values if value]
    for table in tables:
        assert re.findall(r"<td>(\d+)</td>", table) == [str(value) for value in worth] + ["0"]
        assert table.count("<svg") == 4
    for ranks, table in zip(in_shown_order(card_game), tables, strict=True):
        with translation.override("en"):
            letters = [rank_letter(rank) for rank in ranks]
        assert re.findall(r"<b>(\w{1,2})</b>", table) == letters


@pytest.mark.parametrize("card_game", ["mariglia", "maniglia", "maniglia_auction"])
@pytest.mark.parametrize(
    ("language", "neapolitan", "french"),
    [
        ("it", "Il cavallo sopra la donna", "Il fante sopra la donna"),
        ("en", "Horse above Maid", "Jack above Queen"),
    ],
)
def test_the_order_of_a_pack_names_cards_that_are_in_it(
    card_game: str, language: str, neapolitan: str, french: str
) -> None:
    """MAN-CARD-1: in the Neapolitan pack there is a Horse above the Maid, and no Jack."""
    with translation.override(language):
        orders = {(deck.pack, deck.order) for deck in rules_view.decks(CARD_GAMES[card_game])}
    assert {("neapolitan", neapolitan), ("french", french)} <= orders


def in_shown_order(card_game: CardGame) -> list[tuple[str, ...]]:
    """The usual pack comes first."""
    decks = sorted(card_game.court_orders, key=lambda deck: deck[0] != card_game.pack.key)
    return [card_game.court_orders[deck] for deck in decks]


@EVERY
def test_a_page_shows_every_option_with_what_is_usual(card_game: CardGame) -> None:
    page = read(address(card_game))
    options = re.findall(r"<dt>(.*?)</dt><dd><b>(.*?)</b>", page)
    assert [label for label, _usual in options] == [escape(each.label) for each in card_game.all_options]
    for option, (_label, usual) in zip(card_game.all_options, options, strict=True):
        if option.choices and isinstance(option.default, str):
            assert usual == escape(option.choices[option.default])
        elif isinstance(option.default, bool):
            assert usual == ("yes" if option.default else "no")


@EVERY
def test_a_page_draws_its_worked_examples_with_their_running_totals(card_game: CardGame) -> None:
    page = read(address(card_game))
    figures = re.findall(r"<figure>.*?</figure>", page)
    guide = guide_of(card_game)
    assert len(figures) == len(guide.examples)
    for figure, example in zip(figures, guide.examples, strict=True):
        body = figure[figure.index("<tbody>") : figure.index("</tbody>")]
        totals = re.findall(r'<span class="tot">(.*?)</span>', body)
        running = [str(total).replace("-", "−") for hand in example.running for total in hand]
        assert totals == running


@EVERY
def test_a_page_names_the_accounts_it_comes_from(card_game: CardGame) -> None:
    page = read(address(card_game))
    for source in guide_of(card_game).sources:
        title, _dot, file = source.partition(" · ")
        assert escape(title) in page
        assert file in page


@LANGUAGES
def test_the_list_leads_to_every_game(language: str) -> None:
    page = read("/giochi/", language)
    for card_game in CARD_GAMES.values():
        assert f'href="{address(card_game)}"' in page
        with translation.override(language):
            assert escape(gettext(guide_of(card_game).summary)) in page


@EVERY
def test_the_pages_ask_the_database_nothing(card_game: CardGame, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        read(address(card_game))
        read("/giochi/")


def test_a_game_that_nobody_knows_is_not_found(client: Client) -> None:
    assert client.get("/giochi/scopone/").status_code == 404


def test_every_page_of_a_tournament_leads_to_the_rules_of_its_game() -> None:
    tournament = drawn_tournament(4)
    pages = ["", "tavoli/", "classifica/", "coppie/", "sorteggio/", f"incontri/{match_of(tournament).pk}/"]
    for path in pages:
        page = read(f"/{tournament.slug}/{path}")
        assert page.count('href="/giochi/mariglia/"') == 1, path


def test_the_landing_page_leads_to_the_games() -> None:
    an_organiser()
    assert 'href="/giochi/"' in read("/")


@EVERY
def test_no_page_holds_inline_script_or_style(card_game: CardGame) -> None:
    page = read(address(card_game))
    assert " style=" not in page
    assert "<script>" not in page
