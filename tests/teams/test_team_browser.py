"""The page of a team in a browser: the cards fill the width of the page."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.builders import drawn_tournament, play_out

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOXES = (
    "(cards) => cards.map((el) => el.getBoundingClientRect()).map((b) => [b.left, b.right, b.top, b.bottom])"
)


def test_boxes_on_the_team_page_fill_their_rows_on_a_wide_screen(page: Page, live_server: LiveServer) -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    team = tournament.teams.order_by("number")[0]
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(live_server.url + reverse("team", args=[tournament.slug, team.pk]))
    rows: dict[float, list[list[float]]] = {}
    for box in page.locator(".figs > *").evaluate_all(BOXES):
        rows.setdefault(round(box[2]), []).append(box)
    assert len(rows) > 1
    right_edge = page.locator(".figs").evaluate("(el) => el.getBoundingClientRect().right")
    for boxes in rows.values():
        assert max(right for _left_edge, right, _top, _bottom in boxes) == pytest.approx(right_edge, abs=1)
        assert len({round(bottom) for *_rest, bottom in boxes}) == 1
