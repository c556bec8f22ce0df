"""Names in other alphabets on printed documents: drawn with a bundled font, or replaced by a number."""

import json
import unicodedata
from typing import Any

import pytest
import typst
from django.test import Client
from django.utils import timezone, translation

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, draw, match_of, play_match
from tests.markup import one_line
from tests.prizes.evenings import a_prize
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Tournament
from tournaments.printing.cards import badges_pdf
from tournaments.printing.lists import results_pdf, standings_pdf
from tournaments.printing.pack import TEMPLATE, pack_data, pack_pdf
from tournaments.printing.poster import poster_pdf, preview_png
from tournaments.web.print_letters import FONTS, RARE_SIGN, drawable, is_drawn, names_on_paper
from tournaments.web.typesetting import typeset

HAN, EMOJI = "龙之队", "🃏"
DRAWABLE_NAMES = ["Δημήτρης Ὀδυσσεύς", "Юлия Ґалаган", "Њежић Ђорђе", "يوسف عبد السلام", "דוד"]
ADDRESS = "http://192.168.1.20:8000/t/"


@pytest.fixture
def tournament() -> Tournament:
    """Return a drawn knockout of four pairs; two of the pairs have names that no bundled font can draw."""
    tournament = a_tournament()
    teams = [
        Entry(["李伟", "王芳"], HAN, seed=1),
        Entry([f"Gavino {EMOJI} Sanna", "สมชาย 7"], f"{EMOJI} I Soliti", seed=2),
        Entry(["李小龙", "Ugo Lai"], seed=3),
        Entry(["Юлия Ґалаган", "يوسف"], seed=4),
    ]
    enter_teams(tournament, teams, author=Author(tournament.owner_id), at=timezone.now())
    draw(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize(
    ("text", "right"),
    [
        *(pytest.param(name, name, id=f"drawn {at}") for at, name in enumerate(DRAWABLE_NAMES)),
        pytest.param("Nguyễn Thị Ánh", "Nguyễn Thị Ánh", id="Vietnamese"),
        pytest.param("♠ Assi ♣", "♠ Assi ♣", id="suits"),
        pytest.param("♠\ufe0f Assi", "♠ Assi", id="a suit with the selector of emoji"),
        pytest.param(f"Gavino {EMOJI} Sanna", "Gavino Sanna", id="an emoji"),
        pytest.param("Fois 👨‍👩‍👧", "Fois", id="a family of three emoji"),
        pytest.param("Fois 👍🏽", "Fois", id="an emoji with a colour of skin"),
        pytest.param("Fois 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "Fois", id="a flag written in tags"),
        pytest.param("Fois 🇮🇹", "Fois", id="a flag of two letters"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="a joiner of Persian spelling"),
        *(pytest.param(name, "", id=name) for name in (HAN, "カタカナ", "한국", "สมชาย")),
    ],
)
def test_printed_text_keeps_the_letters_that_the_fonts_can_draw(text: str, right: str) -> None:
    assert drawable(text) == right


@pytest.mark.sweep
def test_bundled_fonts_have_a_glyph_for_every_letter_listed_as_printable() -> None:
    letters = [
        letter
        for letter in map(chr, range(0x3000))
        if not RARE_SIGN.match(letter) and unicodedata.category(letter)[0] in "LNPS"
    ]
    assert len(letters) > 700
    assert not [letter for letter in letters if not is_drawn(letter)]


@pytest.mark.django_db
@pytest.mark.alike
def test_unprintable_name_is_replaced_by_the_number_of_its_pair(tournament: Tournament) -> None:
    with translation.override("it"):
        assert names_on_paper(tournament) == {
            HAN: "Coppia 1",
            "李伟": "…",
            "王芳": "…",
            "李小龙": "…",
            "李小龙 – Lai": "Lai",
            f"{EMOJI} I Soliti": "I Soliti",
            f"Gavino {EMOJI} Sanna": "Gavino Sanna",
            "สมชาย 7": "…",
        }


@pytest.mark.django_db
@pytest.mark.alike
def test_every_printed_document_has_a_glyph_for_each_letter(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_print, texts = typst.compile, []

    def compile_and_keep(template: Any, **options: Any) -> Any:
        if "data" in options["sys_inputs"]:
            texts.append(options["sys_inputs"]["data"])
        return compile_print(template, **options)

    monkeypatch.setattr("typst.compile", compile_and_keep)
    with translation.override("it"):
        pack_pdf(tournament, ADDRESS, lambda _part: None)
        poster_pdf(tournament, ADDRESS, None)
        badges_pdf(tournament)
        standings_pdf(tournament)
        results_pdf(tournament)
        preview_png(tournament)
    monkeypatch.undo()
    assert len(texts) == 6
    for text in texts:  # PDF/A refuses a missing glyph
        compile_print(
            b"#sys.inputs.text",
            font_paths=FONTS,
            sys_inputs={"text": text},
            pdf_standards="a-2b",
        )
    names = [entry["name"] for entry in json.loads(texts[0])["entries"]]
    assert sorted(names) == ["Coppia 1", "I Soliti", "Lai", "Ґалаган – \u2068يوسف\u2069"]


@pytest.mark.django_db
@pytest.mark.alike
def test_document_whose_names_are_all_printable_is_rendered_without_queries(
    django_assert_num_queries: Any,
) -> None:
    tournament = a_tournament(teams=2)
    data = pack_data(tournament, ADDRESS, lambda _part: None)
    with django_assert_num_queries(0):
        typeset(TEMPLATE, data, tournament)


WITH_PRINTS = [
    pytest.param("/regia/{slug}/fogli/", id="the pack, sheets, lists, signs and badges"),
    pytest.param("/regia/{slug}/incontri/{match}/", id="the sheet of a match"),
    pytest.param("/{slug}/", id="the poster"),
    pytest.param("/regia/{slug}/premi/", id="diplomas and receipts"),
    pytest.param("/regia/{slug}/cassa/", id="the cash"),
]


def page_in_english(tournament: Tournament, path: str, *, as_owner: bool = True) -> str:
    """Request an English page as the owner or as an anonymous visitor; return its HTML on one line."""
    client = Client(headers={"accept-language": "en"})
    if as_owner:
        client.force_login(tournament.owner)
    match = match_of(tournament, "R1.1").pk
    answer = client.get(path.format(slug=tournament.slug, match=match))
    assert answer.status_code == 200
    return one_line(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.alike
@pytest.mark.parametrize("path", WITH_PRINTS)
def test_page_with_print_links_lists_unprintable_names(tournament: Tournament, path: str) -> None:
    for label in ("R1.1", "R1.2", "R2.1"):
        play_match(match_of(tournament, label))
    a_prize(tournament)
    page = page_in_english(tournament, path)
    assert "The prints have no letters for these names." in page
    assert f"<bdi>{HAN}</bdi> → Pair 1" in page


@pytest.mark.django_db
@pytest.mark.alike
def test_match_page_lists_only_the_unprintable_names_of_the_two_sides(tournament: Tournament) -> None:
    other = match_of(tournament, "R1.2").pk
    page = page_in_english(tournament, f"/regia/{{slug}}/incontri/{other}/")
    assert "Gavino Sanna" in page
    assert f"<bdi>{HAN}</bdi> → Pair 1" not in page


@pytest.mark.django_db
@pytest.mark.alike
def test_spectator_sees_no_warning_about_unprintable_names(tournament: Tournament) -> None:
    page = page_in_english(tournament, "/{slug}/", as_owner=False)
    assert "no letters for these names" not in page


@pytest.mark.django_db
@pytest.mark.alike
@pytest.mark.parametrize("path", WITH_PRINTS)
def test_page_with_print_links_has_no_warning_if_all_names_are_printable(path: str) -> None:
    tournament = a_tournament(teams=4)
    draw(tournament)
    assert "no letters for these names" not in page_in_english(tournament, path)
