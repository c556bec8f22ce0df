"""Rules of the wall page: permitted views, cards per page, and rounds in the strip below the tables."""

import pytest

from scoring.types import NotNow
from tournaments.competition.types import Scene
from tournaments.wall.rules import (
    A_PAGE,
    boxes_at_once,
    in_pages,
    refuse_scene,
    rounds_below,
    scene_now,
)

BEFORE = {"has_draw": False, "over": False}
PLAYING = {"has_draw": True, "over": False}
OVER = {"has_draw": True, "over": True}


@pytest.mark.parametrize(
    ("scene", "when", "code"),
    [
        pytest.param(Scene.TABLES, BEFORE, "", id="the tables at any time"),
        pytest.param(Scene.DRAW, BEFORE, "not_drawn", id="no draw before the draw"),
        pytest.param(Scene.STANDINGS, BEFORE, "not_drawn", id="no standings before the draw"),
        pytest.param(Scene.CHAMPIONS, BEFORE, "no_champions", id="no champions before the draw"),
        pytest.param(Scene.DRAW, PLAYING, "", id="the draw while it is played"),
        pytest.param(Scene.STANDINGS, PLAYING, "", id="the standings while it is played"),
        pytest.param(Scene.CHAMPIONS, PLAYING, "no_champions", id="no champions while it is played"),
        pytest.param(Scene.CHAMPIONS, OVER, "", id="the champions at the end"),
        pytest.param(Scene.DRAW, OVER, "", id="the draw at the end"),
    ],
)
def test_wall_view_without_content_is_refused(scene: Scene, when: dict[str, bool], code: str) -> None:
    if not code:
        refuse_scene(scene, **when)
        assert scene_now(scene, **when) is scene
        return
    with pytest.raises(NotNow) as refused:
        refuse_scene(scene, **when)
    assert refused.value.code == code
    assert scene_now(scene, **when) is Scene.TABLES


@pytest.mark.parametrize(
    ("cards", "pages"),
    [
        pytest.param(0, [], id="none"),
        pytest.param(A_PAGE, [A_PAGE], id="a full page"),
        pytest.param(A_PAGE + 1, [A_PAGE, 1], id="one more"),
    ],
)
def test_table_cards_are_divided_into_pages_in_their_order(cards: int, pages: list[int]) -> None:
    card_pages = in_pages(range(cards))
    assert [len(page) for page in card_pages] == pages
    assert [card for page in card_pages for card in page] == list(range(cards))


SIXTEEN = (8, 4, 2, 1)


@pytest.mark.parametrize(
    ("matches", "current", "rounds"),
    [
        pytest.param(SIXTEEN, 1, [2], id="who comes to the quarter-finals"),
        pytest.param(SIXTEEN, 2, [3, 4], id="semifinals, with room for the final"),
        pytest.param(SIXTEEN, 3, [3, 4], id="semifinals being played, and the final"),
        pytest.param(SIXTEEN, 4, [3, 4], id="the final, after the semifinals"),
        pytest.param((2, 2), 1, [1, 2], id="with a match for third place"),
        pytest.param((16, 8, 4, 2, 1), 1, [2], id="eight boxes in pages"),
        pytest.param((64, 32, 16, 8, 4, 2, 1), 1, [], id="too many to wait for"),
        pytest.param((1,), 1, [], id="one match is on its table already"),
        pytest.param((3, 4, 2, 1), 1, [2], id="byes before the quarter-finals"),
    ],
)
def test_rounds_shown_below_the_tables_depend_on_the_current_round(
    matches: tuple[int, ...], current: int, rounds: list[int]
) -> None:
    assert list(rounds_below(matches, current)) == rounds


@pytest.mark.parametrize(("longest", "boxes"), [(0, 4), (18, 4), (19, 3), (26, 3), (27, 2), (44, 2), (80, 1)])
def test_number_of_match_boxes_side_by_side_is_lower_for_longer_names(longest: int, boxes: int) -> None:
    assert boxes_at_once(longest) == boxes
