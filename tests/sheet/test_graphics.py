"""Tests of the drawings of a score, with one mark ("stitch") for each point, and of their text labels."""

import re
from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from scoring.cards.packs import PACKS
from scoring.templatetags import score_drawing, suits, suits as icons


def rendered(tag: str, language: str = "en", **values: object) -> str:
    """Render a tag from the template library `sheet`."""
    with translation.override(language):
        return Template("{% load sheet %}" + tag).render(Context(values))


def count(kind: str, svg: str) -> int:
    """Return the number of shapes with a CSS class in a drawing."""
    return len(re.findall(rf'class="{kind}"', svg))


def strung(kind: str, svg: str) -> list[tuple[int, int]]:
    """Return the positions (x, y) of all stitches with a CSS class in an SVG drawing."""
    path = "".join(re.findall(rf'<path class="{kind}" d="([^"]*)"', svg))
    return sorted(
        (int(x) + (number * 10 + 5 if across else 0), int(y) - number * 10 - 5)
        for x, y, across, top in re.findall(r"M(\d+) (\d+)(?:l(\d+)-\d+|V(\d+)|m0-9l4.7 8h-9.4)", path)
        for number in range((int(y) - int(top) if top else int(across or 10)) // 10)
    )


@pytest.mark.parametrize(
    ("score", "target", "fresh", "stitches", "new", "open_places", "line"),
    [
        pytest.param(0, 35, 0, 0, 0, 35, False, id="nothing woven yet"),
        pytest.param(24, 35, 6, 18, 6, 11, False, id="six stitches just woven"),
        pytest.param(35, 35, 0, 35, 0, 0, False, id="full to the target"),
        pytest.param(47, 45, 2, 45, 2, 0, True, id="beyond the target, past the line"),
        pytest.param(101, 151, 0, 10, 0, 5, False, id="long games are woven in tens"),
        pytest.param(-5, 35, 0, 0, 0, 35, False, id="a score below zero shows an empty weave"),
    ],
)
def test_score_drawing_has_one_mark_for_each_point(
    score: int, target: int, fresh: int, stitches: int, new: int, open_places: int, line: bool
) -> None:
    svg = score_drawing.trama(score, target, 0, fresh)
    assert [len(strung(kind, svg)) for kind in ("f0", "n f0", "o")] == [stitches, new, open_places]
    assert strung("hole", svg) == strung("n f0", svg)
    assert ("goal" in svg) is line


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("side", range(5))
@pytest.mark.parametrize(
    ("score", "fresh", "target"),
    [(0, 0, 35), (13, 9, 35), (24, 0, 35), (38, 7, 31), (35, 2, 35), (21, 21, 21)],
)
def test_marks_of_a_score_drawing_fill_columns_of_five_from_bottom_to_top_and_left_to_right(
    score: int, fresh: int, target: int, side: int, apart: bool
) -> None:
    svg = score_drawing.trama(score, target, side, fresh, apart=apart)

    def places(first: int, last: int) -> list[tuple[int, int]]:
        return [
            (place // 5 * 10 + (5 if place < target else 9), 45 - place % 5 * 10)
            for place in range(first, last)
        ]

    assert strung(f"f{side}", svg) == sorted(places(0, score - fresh))
    assert strung(f"n f{side}", svg) == strung("hole", svg) == sorted(places(score - fresh, score))
    assert strung("o", svg) == sorted(places(score, target))
    if apart:
        assert len(re.findall(r"M\d", svg)) == max(score, target) + fresh + (score > target)


def test_score_drawing_has_one_svg_path_for_each_style_of_mark() -> None:
    svg = score_drawing.trama(24, 35, 0, 6)
    assert svg.count("<path") == 4
    assert len(score_drawing.trama(34, 35, 0, 0)) < 300


def test_score_drawing_uses_marks_of_a_different_shape_for_each_side() -> None:
    runs = [re.findall(r'd="M\d+ 50([a-zV])', score_drawing.trama(1, 5, side, 0))[0] for side in range(5)]
    assert runs == ["l", "V", "V", "V", "m"]
    shapes = [score_drawing.stitch(side, 5, 5, "").split()[0] for side in range(5)]
    assert shapes == ["<path", "<circle", "<rect", "<rect", "<path"]


@pytest.mark.parametrize(
    ("points", "full", "pale"),
    [(41, 6, 64), (35, 0, 70), (70, 35, 35), (0, 35, 35), (29, 6, 64)],
)
def test_hand_drawing_highlights_the_points_above_half_of_the_total(
    points: int, full: int, pale: int
) -> None:
    svg = score_drawing.bilancia(points, 70, 35, 0)
    assert count("f[01]", svg) == full
    assert count("f[01] under", svg) == pale


def test_score_drawings_have_labels_with_the_points() -> None:
    assert 'aria-label="24 points of 35"' in rendered("{% trama 24 35 0 6 %}")
    assert 'aria-label="1 point of 35"' in rendered("{% trama 1 35 1 %}")
    assert 'aria-label="41 to 29"' in rendered("{% bilancia 41 %}")


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_of_every_pack_is_drawn_and_named(pack: str) -> None:
    for card in PACKS[pack].cards.values():
        assert "<path" in rendered("{% card card pack %}", card=card, pack=pack)
        with translation.override("en"):
            name = suits.card_name(card, pack)
        assert name in rendered("{% tri card 3 pack %}", card=card, pack=pack)


def test_card_letters_are_italian_on_an_italian_page() -> None:
    king = rendered('{% tri "KH" 3 %}', language="it")
    assert "Re di cuori" in king
    assert '<span aria-hidden="true">R</span>' in king


def test_meaning_of_a_suit_letter_depends_on_the_pack() -> None:
    assert suits.suit_name("D", "french") != suits.suit_name("D", "latin")
    assert suits.drawing("D", "french") != suits.drawing("D", "latin")


def test_turned_up_card_is_shown_with_its_points() -> None:
    assert "<em>+3</em>" in rendered('{% tri "KH" 3 %}')
    assert 'class="tri zero"' in rendered('{% tri "6H" 0 %}')
    assert "<em>" not in rendered('{% tri "6H" %}')
    assert "King of hearts" in rendered('{% tri "KH" %}')


def test_card_name_with_rank_ten_is_split_into_rank_and_suit() -> None:
    assert suits.split("10S") == ("10", "S")


@pytest.mark.parametrize(("points", "text"), [(3, "+3"), (0, "0"), (-35, "\N{MINUS SIGN}35")])
def test_gain_or_loss_is_written_with_its_sign(points: int, text: str) -> None:
    assert rendered("{{ points|signed }}", points=points) == text


@pytest.mark.parametrize("name", icons.ICONS)
def test_every_icon_is_hidden_from_screen_readers(name: str) -> None:
    assert 'aria-hidden="true"' in rendered("{% icon name %}", name=name)


def test_drawing_of_the_games_won_has_a_text_label() -> None:
    pips = rendered("{% pips 1 2 0 %}")
    assert 'aria-label="1 game won"' in pips
    assert (pips.count('<i class="on">'), pips.count("<i>")) == (1, 1)


def test_time_of_day_has_a_machine_readable_value() -> None:
    markup = rendered("{% as_of instant %}", instant=datetime(2026, 11, 21, 20, 31, tzinfo=UTC))
    assert 'datetime="2026-11-21T20:31:00+00:00" data-ago' in markup


@pytest.mark.parametrize("tag", ["{% logo %}", "{% wordmark %}", "{% cimosa %}", "{% team_mark 3 %}"])
def test_drawings_have_no_inline_style(tag: str) -> None:
    assert "style=" not in rendered(tag)
