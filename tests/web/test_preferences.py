"""The theme cookie, and the redirect after a preference is chosen."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.builders import an_organiser, drawn_tournament, match_of
from tournaments.web.theme import set_theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chosen_theme_is_stored_in_a_cookie(theme: str) -> None:
    response = set_theme(RequestFactory().post("/", {"theme": theme, "next": "/t/x/"}))
    assert response.cookies["theme"].value == theme
    assert response["Location"] == "/t/x/"


@pytest.mark.parametrize("theme", ["system", "", "<script>"])
def test_invalid_theme_deletes_the_cookie(theme: str) -> None:
    response = set_theme(RequestFactory().post("/", {"theme": theme}))
    assert response.cookies["theme"]["max-age"] == 0


@pytest.mark.parametrize("next_page", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_redirect_after_a_theme_choice_stays_on_this_site(next_page: str) -> None:
    assert set_theme(RequestFactory().post("/", {"next": next_page}))["Location"] == "/"


def test_theme_is_changed_only_by_a_post_request() -> None:
    assert set_theme(RequestFactory().get("/", {"theme": "dark"})).status_code == 405


@pytest.mark.django_db
@pytest.mark.alike
def test_page_has_one_form_for_the_language_and_one_for_the_theme(client: Client) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament, "R1.1").pk
    places = [
        *("/", "/archivio/", "/circuiti/", "/punteggi/mariglia/", "/accounts/login/", "/regia/"),
        *(f"/{tournament.slug}/{place}" for place in ("", "classifica/", "coppie/", f"incontri/{match}/")),
    ]
    client.force_login(an_organiser())
    for place in places:
        page = client.get(place, follow=True)
        forms = [page.text.count(f'action="{reverse(name)}"') for name in ("set_language", "set_theme")]
        assert (place, page.status_code, forms) == (place, 200, [1, 1])
