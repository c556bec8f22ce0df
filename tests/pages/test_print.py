"""The printed score sheets: every card game's own columns, names or none, and one page of A5 for a match."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from scoring.keys import shown_code
from scoring.rules import asked
from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.profile import Profile, read_profile
from scoring.templatetags.suits import rank_letter
from tests.builders import a_tournament, drawn_tournament, first_stage, match_of
from tests.pages.forms import seating
from tournaments.models import Person, Tournament

pytestmark = pytest.mark.django_db

EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "it"])
A5 = (148, 210)
A4_ACROSS = (297, 210)
OUTSIDE = """() => [...document.querySelectorAll('.paper')].flatMap((paper) => {
    const edge = paper.getBoundingClientRect();
    return [...paper.querySelectorAll('*:not(.cimosa, .cimosa *, .vh)')].filter((el) => {
        const box = el.getBoundingClientRect();
        return box.right > edge.right + 1 || box.bottom > edge.bottom + 1 || box.left < edge.left - 1;
    }).map((el) => el.outerHTML.slice(0, 90));
})"""
SQUEEZED = """() => [...document.querySelectorAll('.g')].filter((game) =>
    game.scrollHeight > game.clientHeight + 1 || game.scrollWidth > game.clientWidth + 1).length"""


def drawn(card_game: CardGame) -> Tournament:
    """Return a tournament of this game with its first match at a table, in a format that seats as many."""
    sides = usual(card_game).sides
    return drawn_tournament(2 * sides, card_game=card_game.key, form=seating(sides), tables=2)


def usual(card_game: CardGame) -> Profile:
    return read_profile(card_game, {})


def read(tournament: Tournament, name: str, *more: Any, language: str = "en", query: str = "") -> str:
    """Return a page that the organiser prints, with single spaces."""
    client = Client(headers={"accept-language": language})
    client.force_login(tournament.owner)
    answer = client.get(reverse(name, args=[tournament.slug, *more]) + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def first_match(tournament: Tournament) -> Any:
    return tournament.matches.filter(state="ready").order_by("number")[0]


@LANGUAGES
@EVERY
def test_a_sheet_has_a_column_for_all_that_is_written(card_game: CardGame, language: str) -> None:
    tournament = drawn(card_game)
    page = read(tournament, "desk_print_match", first_match(tournament).pk, language=language)
    heads = re.findall(r'<th scope="col">(.*?)</th>', page)
    legend = page[page.index('<p class="key">') :]
    written = [
        field
        for field in card_game.fields
        if type(field.asked) in (asked.CardOf, asked.Suit, asked.Number, asked.Side, asked.Declarations)
    ]
    with translation.override(language):
        for field in written:
            label = escape(gettext(field.label))
            assert label in heads or f"<b>{label[:1]}</b> {label}" in legend, field.key
            assert label[:1] in [head[:1] for head in heads], field.key


@LANGUAGES
@EVERY
def test_a_sheet_shows_the_values_of_the_cards_and_what_they_make(card_game: CardGame, language: str) -> None:
    page = read(drawn(card_game), "desk_print_blank", language=language)
    key = page[page.index('<p class="key">') :]
    profile = usual(card_game)
    with translation.override(language):
        for rank, value in profile.card_values.items():
            shown = f"<b>{escape(rank_letter(rank))}</b> {value} ·" in key
            assert shown is (value > 0), rank
    counts = [each.asked for each in card_game.fields if isinstance(each.asked, asked.Shares)]
    assert f"<b>{counts[0].total(profile)}</b>" in key


@EVERY
def test_a_sheet_has_a_row_for_each_hand_and_a_circle_for_every_side(card_game: CardGame) -> None:
    page = read(drawn(card_game), "desk_print_blank")
    profile = usual(card_game)
    rows = re.findall(r"<tr>(?:(?!</tr>).)*?</tr>", page[page.index("<tbody>") : page.index("</tbody>")])
    assert len(rows) >= 13
    assert {row.count('<i class="o">') for row in rows} == {profile.sides}
    assert page.count("<tbody>") == profile.games
    heads = page[page.index('<tr class="names">') :]
    assert heads[: heads.index("</tr>")].count("<svg") == profile.sides


@EVERY
def test_a_match_has_its_names_its_table_and_its_code(card_game: CardGame) -> None:
    tournament = drawn(card_game)
    match = match_of(tournament, first_match(tournament).label)
    page = read(tournament, "desk_print_match", match.pk)
    assert f"Table {match.table}" in page
    assert shown_code(match.sheet.key) in page
    assert page.count('class="segno"') == 1
    names = list(match.slots.values_list("team__name", flat=True))
    assert [name for name in names if f"Signature {name}" not in page or f"<b>{name}</b>" not in page] == []


def test_a_blank_sheet_names_nobody_and_opens_nothing() -> None:
    tournament = drawn_tournament(2)
    page = read(tournament, "desk_print_blank")
    assert "Coppia" not in page
    assert 'class="segno"' not in page
    assert "Torneo d’autunno" in page


def test_the_targets_stand_over_the_games() -> None:
    page = read(drawn_tournament(2), "desk_print_blank")
    assert "To 35, to 35, decider to 45" in page
    assert re.findall(r"<h3>(.*?)<span>(.*?)</span>", page) == [
        ("Game 1", "to 35"),
        ("Game 2", "to 35"),
        ("Decider", "to 45"),
    ]


def test_a_sheet_is_drawn_from_what_the_stage_plays_by() -> None:
    tournament = a_tournament(profile={"targets": [45], "court_order": "queen_high"})
    page = read(tournament, "desk_print_blank")
    assert re.findall(r"<h3>(.*?)<span>(.*?)</span>", page) == [("The game", "to 45")]
    assert "<b>Q</b> 2 ·" in page
    assert first_stage(tournament).profile["court_order"] == "queen_high"


def test_a_match_to_come_has_room_for_its_names() -> None:
    tournament = drawn_tournament(4)
    page = read(tournament, "desk_print_match", match_of(tournament, "R2.1").pk)
    assert page.count("Signature") == 2
    assert "Coppia" not in page


def test_every_open_match_is_printed_by_table(django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(8)
    page = read(tournament, "desk_print_open")
    titles = re.findall(r'<h2 class="flare">(.*?) <span>', page)
    assert titles == ["Table 1", "Table 2", "Table 3", "Table 4"]
    client = Client()
    client.force_login(tournament.owner)
    where = reverse("desk_print_open", args=[tournament.slug])
    with django_assert_num_queries(12):
        client.get(where)


def test_two_sheets_stand_on_an_a4() -> None:
    tournament = drawn_tournament(8)
    page = read(tournament, "desk_print_open", query="?due")
    assert (page.count('<div class="leaf">'), page.count("<article")) == (2, 4)
    assert read(tournament, "desk_print_blank", query="?due").count("<article") == 2


def test_without_an_open_match_a_blank_sheet_is_offered() -> None:
    tournament = a_tournament(teams=4)
    page = read(tournament, "desk_print_open")
    assert "No match is open now" in page
    assert reverse("desk_print_blank", args=[tournament.slug]) in page


def test_the_desk_leads_to_its_sheets() -> None:
    tournament = drawn_tournament(2)
    match = match_of(tournament)
    assert reverse("desk_print_open", args=[tournament.slug]) in read(tournament, "desk_evening")
    assert reverse("desk_print_match", args=[tournament.slug, match.pk]) in read(
        tournament, "desk_match", match.pk
    )


def printed(
    browser: Browser, server: LiveServer, tournament: Tournament, path: str
) -> tuple[bytes, list[str]]:
    """Return the PDF of a page as Chromium prints it, and what does not fit on its paper."""
    client = Client()
    client.force_login(tournament.owner)
    context = browser.new_context(locale="it-IT")
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
    )
    page = context.new_page()
    answer = page.goto(server.url + path)
    assert answer is not None
    assert answer.ok
    page.evaluate("document.fonts.ready.then(() => true)")
    page.emulate_media(media="print")
    lost = [*page.evaluate(OUTSIDE), *["a game is squeezed"] * page.evaluate(SQUEEZED)]
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    context.close()
    return pdf, lost


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of each page in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type /Page\b", pdf))
    return [(millimetres(width), millimetres(height)) for width, height in boxes]


def millimetres(points: bytes) -> int:
    return round(float(points) / 72 * 25.4)


@pytest.mark.browser
@EVERY
def test_a_match_is_one_page_of_a5(
    card_game: CardGame, live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    tournament = drawn(card_game)
    where = reverse("desk_print_match", args=[tournament.slug, first_match(tournament).pk])
    pdf, lost = printed(browser, live_server, tournament, where)
    assert (sizes(pdf), lost) == ([A5], [])


@pytest.mark.browser
@pytest.mark.parametrize("targets", [[35], [35, 35, 45], [35, 35, 35, 35, 45]], ids=len)
def test_any_number_of_games_fits_on_a_page(
    targets: list[int], live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    tournament = drawn_tournament(2, profile={"targets": targets})
    where = reverse("desk_print_match", args=[tournament.slug, match_of(tournament).pk])
    pdf, lost = printed(browser, live_server, tournament, where)
    assert (sizes(pdf), lost) == ([A5], [])


LONG = "Giovannantonio Deliperi-Mastinu di Campidano {}"


@pytest.mark.browser
@EVERY
def test_long_names_stay_on_the_page(
    card_game: CardGame, live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    tournament = drawn(card_game)
    for number, person in enumerate(Person.objects.order_by("pk")):
        person.name = LONG.format(number)
        person.save()
    for number, team in enumerate(tournament.teams.order_by("pk")):
        team.name = LONG.format(number)
        team.save()
    where = reverse("desk_print_match", args=[tournament.slug, first_match(tournament).pk])
    pdf, lost = printed(browser, live_server, tournament, where)
    assert (sizes(pdf), lost) == ([A5], [])


@pytest.mark.browser
def test_two_to_an_a4_is_one_page_for_two_sheets(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    tournament = drawn_tournament(8)
    where = reverse("desk_print_open", args=[tournament.slug])
    assert sizes(printed(browser, live_server, tournament, where)[0]) == [A5] * 4
    assert sizes(printed(browser, live_server, tournament, f"{where}?due")[0]) == [A4_ACROSS] * 2
