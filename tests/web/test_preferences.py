"""The theme is a cookie of this browser; the way back never leads to another site."""

import pytest
from django.test import RequestFactory

from tournaments.web.theme import set_theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_is_remembered(theme: str) -> None:
    response = set_theme(RequestFactory().post("/", {"theme": theme, "next": "/t/x/"}))
    assert response.cookies["theme"].value == theme
    assert response["Location"] == "/t/x/"


@pytest.mark.parametrize("theme", ["system", "", "<script>"])
def test_anything_else_follows_the_device_again(theme: str) -> None:
    response = set_theme(RequestFactory().post("/", {"theme": theme}))
    assert response.cookies["theme"]["max-age"] == 0


@pytest.mark.parametrize("next_page", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_the_way_back_stays_on_this_site(next_page: str) -> None:
    assert set_theme(RequestFactory().post("/", {"next": next_page}))["Location"] == "/"


def test_only_a_post_changes_anything() -> None:
    assert set_theme(RequestFactory().get("/", {"theme": "dark"})).status_code == 405
