"""Printed score sheets of every card game: columns, names, codes and page sizes."""

import re
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
import zxingcpp
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from PIL import Image
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.field_kinds.basic import CardOf, Shares, Side, Suit
from scoring.field_kinds.declarations import Declarations
from scoring.field_kinds.number import Number
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.devices import shown_code, table_token
from scoring.sheet.rules.reader import read_profile
from scoring.templatetags.suits import rank_letter
from tests.builders import a_tournament, drawn_tournament, first_stage, match_of
from tests.forms import seating
from tests.tiers import sampled
from tournaments.models import Person, Tournament
from tournaments.printing.sheets import (
    TEMPLATE,
    blank_paper,
    match_papers,
    open_matches,
    sheets_data,
    sheets_pdf,
)
from tournaments.web.typesetting import pictures

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# The first six games have two, three and four sides.
EVERY = pytest.mark.parametrize("card_game", sampled(CARD_GAMES.values(), 6), ids=CARD_GAMES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "it"])
ADDRESS = "http://192.168.1.20:8000/t/"
A5 = (148, 210)
A4_ACROSS = (297, 210)
DOTS_PER_INCH = 300
LEAST_QR = 25  # millimetres


def tournament_of(card_game: CardGame) -> Tournament:
    """Return a tournament of the given card game whose first match has a table."""
    sides = usual(card_game).sides
    return drawn_tournament(2 * sides, card_game=card_game.key, form=seating(sides), tables=2)


def usual(card_game: CardGame) -> Profile:
    return read_profile(card_game, {})


def first_match(tournament: Tournament) -> Any:
    return tournament.matches.filter(state="ready").order_by("number")[0]


def sheet_of(tournament: Tournament, match: Any = None) -> dict[str, Any]:
    """Return the template data of the score sheet of a match, or of a blank score sheet."""
    papers = match_papers(tournament, [match.pk], ADDRESS) if match else [blank_paper(tournament)]
    (sheet,) = sheets_data(papers, abreast=False)["sheets"]
    return dict(sheet)


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of each page in millimetres."""
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type ?/Page\b", pdf))
    return [(millimetres(width), millimetres(height)) for width, height in boxes]


def millimetres(points: bytes) -> int:
    return round(float(points) / 72 * 25.4)


def codes_on(png: bytes, *, grey: bool = False) -> list[Any]:
    """Return the QR codes that can be read in a picture."""
    picture = Image.open(BytesIO(png)).convert("L" if grey else "RGB")
    return list(zxingcpp.read_barcodes(picture))


def darkest(picture: Image.Image) -> int:
    return min(picture.tobytes())


@LANGUAGES
@EVERY
def test_score_sheet_has_a_column_for_every_field_of_a_hand(card_game: CardGame, language: str) -> None:
    with translation.override(language):
        sheet = sheet_of(tournament_of(card_game))
        heads = [column["over"] for column in (*sheet["columns"]["hand"], *sheet["columns"]["side"])]
        for field in card_game.fields:
            if type(field.kind) not in (
                CardOf,
                Suit,
                Number,
                Side,
                Declarations,
            ):
                continue
            label = gettext(field.label)
            assert label in heads or [label[:1], label] in sheet["explained"], field.key


@EVERY
def test_score_sheet_shows_the_card_values_and_their_total(card_game: CardGame) -> None:
    sheet, profile = sheet_of(tournament_of(card_game)), usual(card_game)
    values = [
        [rank_letter(rank), profile.in_points(value)] for rank, value in profile.card_values.items() if value
    ]
    assert sorted(sheet["worth"]) == sorted(values)
    counts = [each.kind for each in card_game.fields if isinstance(each.kind, Shares)]
    assert sheet["total"] == counts[0].total(profile)


@EVERY
def test_score_sheet_has_rows_for_hands_and_columns_for_sides(card_game: CardGame) -> None:
    sheet, profile = sheet_of(tournament_of(card_game)), usual(card_game)
    assert sheet["rows"] >= 13
    assert (len(sheet["games"]), len(sheet["sides"])) == (profile.games, profile.sides)


@EVERY
def test_score_sheet_of_a_match_has_names_table_code_and_qr_code(card_game: CardGame) -> None:
    tournament = tournament_of(card_game)
    match = match_of(tournament, first_match(tournament).label)
    sheet = sheet_of(tournament, match)
    assert sheet["title"] == f"Table {match.table}"
    assert sheet["code"] == shown_code(match.sheet.key)
    names = list(match.slots.order_by("side").values_list("team__name", flat=True))
    assert [side["name"] for side in sheet["sides"]] == names
    assert [side["signature"] for side in sheet["sides"]] == [f"Signature {name}" for name in names]


def test_blank_score_sheet_has_no_names_and_no_qr_code() -> None:
    sheet = sheet_of(drawn_tournament(2))
    assert [side["name"] for side in sheet["sides"]] == ["", ""]
    assert (sheet["qr"], sheet["code"], sheet["title"]) == ("", "", "")
    assert "Torneo d’autunno" in sheet["place"]


def test_target_scores_are_printed_above_the_games() -> None:
    sheet = sheet_of(drawn_tournament(2))
    assert sheet["targets"] == "To 35, to 35, decider to 45"
    assert sheet["first_dealer"] == "First dealer: the lowest card"  # MAR-DEAL-1
    assert [(game["name"], game["target"]) for game in sheet["games"]] == [
        ("Game 1", "to 35"),
        ("Game 2", "to 35"),
        ("Decider", "to 45"),
    ]


def test_score_sheet_uses_the_rule_options_of_the_stage() -> None:
    tournament = a_tournament(profile={"targets": [45], "court_order": "queen_high"})
    sheet = sheet_of(tournament)
    assert sheet["games"] == [{"name": "The game", "target": "to 45"}]
    assert ["Q", "2"] in sheet["worth"]
    assert first_stage(tournament).profile["court_order"] == "queen_high"


def test_score_sheet_of_a_future_match_has_blank_names() -> None:
    tournament = drawn_tournament(4)
    sheet = sheet_of(tournament, match_of(tournament, "R2.1"))
    assert [side["name"] for side in sheet["sides"]] == ["", ""]


def test_score_sheets_of_open_matches_are_ordered_by_table() -> None:
    tournament = drawn_tournament(8)
    papers = match_papers(tournament, open_matches(tournament), ADDRESS)
    assert [each.heading.title for each in papers] == ["Table 1", "Table 2", "Table 3", "Table 4"]


@EVERY
def test_score_sheet_is_one_reproducible_a5_page(card_game: CardGame) -> None:
    tournament = tournament_of(card_game)
    papers = match_papers(tournament, [first_match(tournament).pk], ADDRESS)
    pdf = sheets_pdf(papers, abreast=False)
    assert sizes(pdf) == [A5]
    assert sheets_pdf(papers, abreast=False) == pdf
    assert sheets_pdf([blank_paper(tournament)], abreast=False) != pdf


def test_two_score_sheets_are_printed_on_an_a4_page_with_cutting_marks() -> None:
    tournament = drawn_tournament(8)
    papers = match_papers(tournament, open_matches(tournament), ADDRESS)
    assert sizes(sheets_pdf(papers, abreast=False)) == [A5] * 4
    assert sizes(sheets_pdf(papers, abreast=True)) == [A4_ACROSS] * 2
    assert sizes(sheets_pdf(papers[:3], abreast=True)) == [A4_ACROSS] * 2
    picture = Image.open(BytesIO(pictures(TEMPLATE, sheets_data(papers, abreast=True))[0])).convert("L")
    middle, down = picture.width // 2, picture.height // 2
    assert darkest(picture.crop((middle - 2, 4, middle + 3, 5))) < 100
    assert darkest(picture.crop((middle - 2, down, middle + 3, down + 1))) == 255


@pytest.mark.parametrize("targets", [[35], [35, 35, 45], [35, 35, 35, 35, 45]], ids=len)
def test_score_sheet_with_any_number_of_games_fits_on_one_page(targets: list[int]) -> None:
    tournament = drawn_tournament(2, profile={"targets": targets})
    papers = match_papers(tournament, [match_of(tournament).pk], ADDRESS)
    assert sizes(sheets_pdf(papers, abreast=False)) == [A5]


@pytest.mark.parametrize(
    ("card_game", "profile"), [("mariglia", {"targets": [35]}), ("botifarra", {}), ("tressette", {})]
)
def test_rows_for_a_single_game_are_as_wide_as_the_printed_score_sheet(
    card_game: str, profile: dict[str, Any]
) -> None:
    tournament = drawn_tournament(4, card_game=card_game, profile=profile)
    papers = match_papers(tournament, [match_of(tournament).pk], ADDRESS)
    [page] = pictures(TEMPLATE, sheets_data(papers, abreast=False))
    picture = Image.open(BytesIO(page)).convert("L")
    right = round(picture.width * 0.92)
    column = picture.crop((right, round(picture.height * 0.45), right + 1, round(picture.height * 0.75)))
    lines = [value < 200 for value in column.tobytes()]
    assert sum(now and not before for before, now in pairwise(lines)) >= 5


@EVERY
def test_score_sheet_with_long_names_fits_on_one_page(card_game: CardGame) -> None:
    tournament = tournament_of(card_game)
    everybody: list[Any] = [*Person.objects.order_by("pk"), *tournament.teams.order_by("pk")]
    for number, named in enumerate(everybody):
        named.name = f"Giovannantonio Deliperi-Mastinu di Campidano {number}"
        named.save()
    papers = match_papers(tournament, [first_match(tournament).pk], ADDRESS)
    assert sizes(sheets_pdf(papers, abreast=False)) == [A5]


@pytest.mark.parametrize("card_game", sampled(CARD_GAMES.values(), 2), ids=CARD_GAMES)
def test_qr_code_of_a_sheet_is_large_and_readable_in_colour_and_grey(card_game: CardGame) -> None:
    tournament = tournament_of(card_game)
    match = first_match(tournament)
    data = sheets_data(match_papers(tournament, [match.pk], ADDRESS), abreast=False)
    (png,) = pictures(TEMPLATE, data, dots_per_inch=DOTS_PER_INCH)
    for grey in (False, True):
        (code,) = codes_on(png, grey=grey)
        assert code.text == f"{ADDRESS}#{table_token(match.sheet.key)}"
        across = code.position.top_right.x - code.position.top_left.x
        assert across / DOTS_PER_INCH * 25.4 >= LEAST_QR


@pytest.mark.browser
def test_qr_code_of_a_printed_score_sheet_opens_the_table(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    papers = match_papers(tournament, [match.pk], live_server.url + reverse("table_open"))
    (png,) = pictures(TEMPLATE, sheets_data(papers, abreast=False))
    (code,) = codes_on(png)
    page.goto(code.text)
    for name in match.slots.values_list("team__name", flat=True):
        expect(page.get_by_text(name).first).to_be_visible()
