"""What the wall may show, and when; cards in pages."""

import pytest

from scoring.rules.errors import NotNow
from tournaments.rules.wall import A_PAGE, Scene, in_pages, refuse_scene, scene_now

BEFORE = {"drawn": False, "over": False}
PLAYING = {"drawn": True, "over": False}
OVER = {"drawn": True, "over": True}


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
def test_a_scene_needs_something_to_show(scene: Scene, when: dict[str, bool], code: str) -> None:
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
def test_cards_stand_in_pages_in_their_order(cards: int, pages: list[int]) -> None:
    found = in_pages(range(cards))
    assert [len(page) for page in found] == pages
    assert [card for page in found for card in page] == list(range(cards))
