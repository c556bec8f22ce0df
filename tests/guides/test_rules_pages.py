"""Tests of the pages with the rules of the card games, in both languages."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.guides import loader
from scoring.guides.rules.guide import PLAYERS, Guide
from scoring.sheet.rules.reader import read_profile
from scoring.templatetags.suits import rank_letter
from tests.builders import an_organiser, drawn_tournament, match_of
from tests.markup import one_line
from tests.tiers import sampled
from tournaments.guides import public as rules_view

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# The first six games have two, three and four sides.
EVERY = pytest.mark.parametrize("card_game", sampled(CARD_GAMES.values(), 6), ids=CARD_GAMES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "it"])


def read(path: str, language: str = "en") -> str:
    """Return the HTML of a page in a language, with single spaces."""
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def guide_of(card_game: CardGame, language: str = "en") -> Guide:
    """Return the guide of a game in a language."""
    guide = loader.guide_of(card_game.key, language)
    assert guide is not None
    return guide


def address(card_game: CardGame) -> str:
    return f"/giochi/{card_game.key}/"


NO_GUIDE = (
    "Nobody has written a guide to this game yet: here are its cards, what is written after a hand, "
    "and what a club may choose."
)
# Texts with at most this number of words may be equal in two languages: Nullo, Mi copri.
FEW_WORDS = 3


def texts_of(guide: Guide) -> list[str]:
    """Return all titles, names and paragraphs of a guide."""
    return [
        guide.summary,
        guide.history,
        *(example.text for example in guide.examples),
        *(text for section in guide.sections for text in (section.title, *section.paragraphs)),
        *(text for word in guide.words for text in word),
        *(text for trick in guide.tricks for text in (trick.title, trick.text)),
        *(order.name for order in guide.rank_orders),
    ]


def read_words(path: str, language: str) -> str:
    """Return the text of a page between its header and its footer."""
    page = read(path, language)
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


@LANGUAGES
@EVERY
def test_rules_page_contains_the_whole_guide_in_the_language_of_the_page(
    card_game: CardGame, language: str
) -> None:
    page = read(address(card_game), language)
    assert [text for text in texts_of(guide_of(card_game, language)) if escape(text) not in page] == []
    with translation.override(language):
        assert escape(gettext(card_game.name)) in page
    assert f'<html lang="{language}"' in page


@EVERY
def test_italian_guide_has_no_english_text(card_game: CardGame) -> None:
    """Only names of games and technical terms may be the same in both languages."""
    texts = [text for text in texts_of(guide_of(card_game)) if len(text.split()) > FEW_WORDS]
    assert len(texts) > 20
    assert {*texts} & {*texts_of(guide_of(card_game, "it"))} == set()


@EVERY
def test_rules_page_shows_every_pack_with_ranks_and_values(card_game: CardGame) -> None:
    page = read(address(card_game))
    tables = re.findall(r'<div class="tbl deck">.*?</div>', page)
    profile = read_profile(card_game, {})
    worth = [profile.in_points(value) for value in card_game.card_values if value]
    assert len(tables) == (len(card_game.court_orders) if worth else 0)
    for table in tables:
        assert re.findall(r"<td>([\d⅓]+)</td>", table) == [*worth, "0"]
        assert table.count("<svg") == 4
    for ranks, table in zip(in_shown_order(card_game), tables, strict=bool(worth)):
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
def test_rank_order_of_a_pack_contains_only_cards_of_the_pack(
    card_game: str, language: str, neapolitan: str, french: str
) -> None:
    """MAN-CARD-1: the Neapolitan pack has a Horse above the Maid, and no Jack."""
    with translation.override(language):
        orders = {
            (deck["pack"].key, str(translation.gettext(deck["order"])))
            for deck in rules_view.decks(CARD_GAMES[card_game])
        }
    assert {("neapolitan", neapolitan), ("french", french)} <= orders


@EVERY
def test_pack_without_a_source_is_marked_as_a_house_rule(card_game: CardGame) -> None:
    page = read(address(card_game), "it")
    house = guide_of(card_game).house_decks
    marked = [deck for deck in card_game.court_orders if not house.isdisjoint(deck)]
    assert page.count("Regola della casa</span></caption>") == len(marked)


def test_rank_order_of_cards_without_values_is_shown_for_each_kind_of_hand() -> None:
    words = read_words("/giochi/manni/", "it")
    assert "Con la briscola e senza A R D F 10 9 8 7 6 5 4 3 2" in words
    assert "Nel nullo R D F 10 9 8 7 6 5 4 3 2 A" in words


def in_shown_order(card_game: CardGame) -> list[tuple[str, ...]]:
    """Return the rank orders in the order of the page: default pack first, other packs next, house rules
    last.
    """
    house = guide_of(card_game).house_decks
    decks = sorted(
        card_game.court_orders,
        key=lambda deck: (not house.isdisjoint(deck), deck[0] != card_game.pack.key),
    )
    return [card_game.court_orders[deck] for deck in decks]


def options_of(page: str) -> str:
    """Return the HTML list of the options on a page."""
    return page[page.index('<dl class="options">') : page.index("</dl>", page.index('<dl class="options">'))]


@EVERY
def test_rules_page_shows_every_option_with_its_default(card_game: CardGame) -> None:
    page = read(address(card_game))
    options = re.findall(r"<dt>(.*?)</dt><dd><b>(.*?)</b>", options_of(page))
    assert [label for label, _usual in options] == [escape(each.label) for each in card_game.all_options]
    for option, (_label, usual) in zip(card_game.all_options, options, strict=True):
        if option.choices and isinstance(option.default, str):
            assert usual == escape(option.choices[option.default])
        elif isinstance(option.default, bool):
            assert usual == ("yes" if option.default else "no")


OPTIONS = [
    ("mariglia", "Traguardi delle partite", "Due partite ai 35, bella ai 45 oppure Due su tre ai 35"),
    ("mariglia", "Traguardi delle partite", "Partita unica ai 70 · Partita unica ai 71"),
    ("mariglia", "Traguardi delle partite", "una, tre o cinque partite, ognuna a un traguardo da 10 a 200"),
    ("mariglia", "La mariglia di trionfo si può tacere", "no oppure sì"),
    ("maniglia_auction", "Giocatori per tavolo", "4 oppure 3 · 5"),
    ("maniglia_auction", "Posta", "1 oppure un altro numero da 1 a 100"),
    ("maniglia_auction", "Numero di smazzate", "12 oppure un altro numero da 3 a 60"),
    ("marianna", "Valori delle marianne", "40, 60, 80, 100 oppure 20, 40, 60, 80"),
    ("marianna", "Traguardi delle partite", "Una partita ai 501 oppure Una partita ai 500"),
    ("manni", "Lunghezza della partita", "Fino a dieci più oppure un multiplo di 3 da 3 a 60"),
    ("manni", "Il contratto secondo la carta alzata", "· altri limiti"),
]


@pytest.mark.parametrize(("key", "label", "values"), OPTIONS)
def test_option_is_shown_with_every_possible_value(key: str, label: str, values: str) -> None:
    page = read(f"/giochi/{key}/", "it")
    options = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", options_of(page)))
    words = " ".join(re.sub(r"<[^>]+>", " ", options[label]).split())
    assert values in words


@EVERY
def test_every_option_on_a_rules_page_is_shown_with_an_alternative_to_the_default(
    card_game: CardGame,
) -> None:
    page = read(address(card_game))
    values = re.findall(r"<dt>.*?</dt><dd>(.*?)</dd>", options_of(page))
    assert len(values) == len(card_game.all_options)
    assert [value for value in values if '<span class="muted">or ' not in value] == []


@EVERY
def test_rules_page_shows_the_example_tricks(card_game: CardGame) -> None:
    page = read(address(card_game), "it")
    figures = re.findall(r'<figure class="trick">.*?</figure>', page)
    guide = guide_of(card_game)
    assert len(figures) == len(guide.tricks)
    for figure, trick in zip(figures, guide.tricks, strict=True):
        seats = re.findall(r'<li class="at-(\w+)( wins)?">.*?<b>(\w+)</b>', figure)
        names = [PLAYERS[(trick.leader + place) % len(seats)] for place in range(len(seats))]
        assert [name for _place, _wins, name in seats] == names
        assert [name for _place, wins, name in seats if wins] == [PLAYERS[trick.winner]]
        assert len({place for place, _wins, _name in seats}) == len(seats)
        assert figure.count('class="pcard') == len(trick.cards.split())
        assert f"Prende {PLAYERS[trick.winner]}" in figure
        refused = re.findall(r'<p class="no">.*?</p>', figure)
        crossed = sum(part.count('class="tri"') for part in refused)
        assert crossed == sum(len(hand.refused) for hand in trick.hands)


def test_example_trick_shows_each_player_with_the_played_and_the_refused_cards() -> None:
    words = read_words("/giochi/mariglia/", "it")
    first = words[words.index("Rispondere e superare Anna") : words.index("Senza il seme: tagliare La")]
    assert "Bruno può giocare Asso di cuori A deve rispondere: non Cinque di picche 5" in first
    assert "deve superare: non Cinque di cuori 5 Tre di cuori 3" in first
    assert "Prende Bruno: 8 punti." in first


def test_declaration_is_shown_before_or_after_the_trick_according_to_the_game() -> None:
    mariaggia, mariagio = (read_words(f"/giochi/{key}/", "it") for key in ("mariaggia", "mariagio"))
    assert "Anna 3 1 apre prende Matrimonio di coppe" in mariaggia
    assert "R Matrimonio di cuori Bruno 5 2 prende" in mariagio


WORKSHOP = re.compile(
    r"\w\.(txt|py|html|md)\b|\b[0-9a-f]{16}\b|\b(MAR|MAN|MAU|MNA|CIN|COP|COM|B51|MGG|MGO|MNI)-\w+"
    r"|\b(resocont\w+|perdut\w+|seed\w*|referee finds|account\w*|our rule|software)\b"
    r"|ha perso (il|la|come)|il foglio lo chiede|prima parte|seconda parte|a chi è avanti",
    re.IGNORECASE,
)


@LANGUAGES
@EVERY
def test_rules_page_contains_no_file_names_rule_ids_or_other_internal_words(
    card_game: CardGame, language: str
) -> None:
    words = read_words(address(card_game), language)
    assert WORKSHOP.search(words) is None


@pytest.mark.parametrize(
    "words",
    [
        "000_960f22adb1b46086.txt",
        "MAR-PLAY-1",
        "Il resoconto tace",
        "stava in un testo perduto",
        "The account lost its table",
        "All’altra coppia la seconda parte",
    ],
)
def test_forbidden_word_on_a_rules_page_is_reported(words: str) -> None:
    assert WORKSHOP.search(words)


@EVERY
def test_italian_guide_calls_a_dealt_hand_smazzata(card_game: CardGame) -> None:
    """The word “mano” is only used for the cards a player holds, and in the heading of the score sheet."""
    texts = texts_of(guide_of(card_game, "it"))
    of_a_deal = re.compile(r"\b(questa|quella|ogni|la|una|della|nella|alla|sua) mano\b(?! di)|\bmani\b")
    assert [text for text in texts if of_a_deal.search(text)] == []
    assert any("smazzat" in text for text in texts)


@EVERY
def test_rules_page_shows_the_examples_with_their_running_totals(card_game: CardGame) -> None:
    page = read(address(card_game))
    figures = re.findall(r"<figure>.*?</figure>", page)
    names = [("First pair", "Second pair"), ("First player", "Second player")][card_game.players_a_side == 1]
    guide = guide_of(card_game)
    assert len(figures) == len(guide.examples)
    for figure, example in zip(figures, guide.examples, strict=True):
        body = figure[figure.index("<tbody>") : figure.index("</tbody>")]
        assert card_game.sides != 2 or all(name in figure for name in names)
        totals = re.findall(r'<span class="tot">(.*?)</span>', body)
        running = [str(total).replace("-", "−") for hand in example.running for total in hand]
        assert totals == running


@EVERY
def test_rules_page_lists_its_sources_with_website_and_title(card_game: CardGame) -> None:
    page = read(address(card_game))
    for site, title in guide_of(card_game).sources:
        assert f"<li>{escape(site)}, <cite>{escape(title)}</cite></li>" in page


@LANGUAGES
def test_list_of_card_games_links_to_every_game(language: str) -> None:
    page = read("/giochi/", language)
    for card_game in CARD_GAMES.values():
        assert f'href="{address(card_game)}"' in page
        assert escape(guide_of(card_game, language).summary) in page


def test_language_without_guides_gets_the_guides_in_the_site_language() -> None:
    with translation.override("de"):
        page = rules_view.card_games(RequestFactory().get("/giochi/")).content.decode()
    assert settings.LANGUAGE_CODE == "it"
    assert escape(guide_of(CARD_GAMES["marianna"], "it").summary) in page


@EVERY
def test_rules_pages_need_no_database_query(card_game: CardGame, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        read(address(card_game))
        read("/giochi/")


def test_unknown_card_game_returns_404(client: Client) -> None:
    assert client.get("/giochi/scopone/").status_code == 404


def test_every_page_of_a_tournament_links_to_the_rules_of_its_game() -> None:
    tournament = drawn_tournament(4)
    pages = ["", "tavoli/", "classifica/", "coppie/", "sorteggio/", f"incontri/{match_of(tournament).pk}/"]
    for path in pages:
        page = read(f"/{tournament.slug}/{path}")
        assert page.count('href="/giochi/mariglia/"') == 1, path


def test_landing_page_links_to_the_card_games() -> None:
    an_organiser()
    assert 'href="/giochi/"' in read("/")


@EVERY
def test_rules_page_has_no_inline_script_or_style(card_game: CardGame) -> None:
    page = read(address(card_game))
    assert " style=" not in page
    assert "<script>" not in page


@LANGUAGES
@pytest.mark.parametrize("guided", [True, False], ids=["a guide", "no guide"])
def test_rules_page_of_a_card_game_without_a_guide_shows_the_definition_of_the_game(
    monkeypatch: pytest.MonkeyPatch, language: str, guided: bool
) -> None:
    game = CARD_GAMES["marianna"]
    key = game.key if guided else "without_guide"
    monkeypatch.setitem(CARD_GAMES, key, replace(game, key=key))
    page, games = read(f"/giochi/{key}/", language), read("/giochi/", language)
    with translation.override(language):
        lead, heading = (gettext(text) for text in (NO_GUIDE, "What is written after a hand"))
        fields = ", ".join(
            gettext(field.label) for field in game.fields if field.key in game.entry_steps[0].fields
        )
    assert (escape(lead) in page, heading in page, fields in page) == (not guided,) * 3
    assert set(re.findall(r'class="pill" href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))
    assert not re.search(r"<h2[^>]*>[^<]*</h2>\s*(</section>|<ul[^>]*>\s*</ul>)", page)
    assert f'href="/giochi/{key}/"' in games
