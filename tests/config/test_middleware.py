"""Headers that the middleware adds to responses."""

import pytest
from django.test import Client

from tests.builders import a_tournament, an_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PRIVATE = "private, no-store"


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(an_organiser())
    return client


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/regia/", id="the desk"),
        pytest.param("/regia/serata/", id="the evening page"),
        pytest.param("/regia/serata/iscrizioni/", id="the entries"),
        pytest.param("/regia/persone/", id="the register of persons"),
        pytest.param("/accounts/password/change/", id="an account page"),
        pytest.param("/api/v1/tournaments/serata/teams/", id="an API answer"),
        pytest.param("/api/v1/tournaments/missing/", id="an API error"),
    ],
)
def test_desk_and_api_responses_have_the_cache_policy_no_store_or_no_cache(
    organiser: Client, path: str
) -> None:
    a_tournament(name="Serata")
    policy = set(organiser.get(path).headers["Cache-Control"].split(", "))
    assert policy & {"no-store", "no-cache"}
    assert "public" not in policy


def test_desk_page_is_private_even_after_logging_out(organiser: Client) -> None:
    a_tournament(name="Serata")
    assert organiser.get("/regia/serata/").headers["Cache-Control"] == PRIVATE
    organiser.logout()
    refused = organiser.get("/regia/serata/")
    assert refused.headers["Cache-Control"] == PRIVATE


def test_public_page_keeps_its_cache_policy() -> None:
    a_tournament(name="Serata")
    assert "no-store" not in Client().get("/serata/").headers["Cache-Control"]
