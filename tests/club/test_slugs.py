"""The slug of a tournament never makes its URL equal to the URL of another page."""

import pytest
from django.test import Client
from django.utils.text import slugify

from tests.builders import a_tournament, an_organiser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [
        "Circoli",
        "Persone",
        "Macchina",
        "Giornale",
        "Archivio",
        "Circuiti",
        "Nuovo",
        "Porta qui",
        "Chi conduce",
    ],
)
def test_tournament_named_like_a_page_gets_a_numbered_slug(name: str) -> None:
    organiser = Client()
    organiser.force_login(an_organiser())
    tournament = a_tournament(name=name)
    assert tournament.slug == f"{slugify(name)}-2"
    assert name in organiser.get(f"/regia/{tournament.slug}/").text
    assert name in organiser.get(f"/{tournament.slug}/").text
