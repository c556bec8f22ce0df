"""The page that shows all template components: organisers only, both languages, valid HTML."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import an_organiser
from tests.markup import markup_faults
from tournaments.templatetags.components import register

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
PAGE = "/regia/componenti/"
TEMPLATES = Path(__file__).parents[2] / "templates" / "components"


def organiser(language: str = "it") -> Client:
    """Return a test client that is logged in as an organiser."""
    client = Client(headers={"accept-language": language})
    client.force_login(an_organiser())
    return client


def test_components_page_is_open_to_organisers_only() -> None:
    assert reverse("desk_components") == PAGE
    assert Client().get(PAGE).status_code == 302
    client = Client()
    client.force_login(an_organiser("stranger", staff=False))
    assert client.get(PAGE).status_code == 404


@pytest.mark.parametrize(("language", "word"), [("it", "Componenti"), ("en", "Components")])
def test_components_page_is_valid_html_in_both_languages(language: str, word: str) -> None:
    page = organiser(language).get(PAGE)
    assert page.status_code == 200
    assert f'<h1 class="flare">{word}</h1>' in page.text
    assert markup_faults(page.text) == []


def test_components_page_shows_every_component() -> None:
    named = set(re.findall(r"<code>(\w+)</code>", organiser().get(PAGE).text))
    assert named == set(register.tags)


def test_every_component_has_a_template_with_its_name() -> None:
    assert {file.stem for file in TEMPLATES.glob("*.html")} == {*register.tags, "components"}


def test_components_page_needs_a_fixed_number_of_queries(django_assert_num_queries: object) -> None:
    client = organiser()
    with django_assert_num_queries(5):  # type: ignore[operator]  # session, account, role, persons (2)
        client.get(PAGE)
