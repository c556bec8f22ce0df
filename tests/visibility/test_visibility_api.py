"""The visibility of a tournament in the API: draft and published."""

from typing import Any

from django.test import Client

from tests.builders import drawn_tournament
from tournaments.models import Tournament

NAME = "Serata dei Nuraghi"


def test_published_tournament_cannot_become_a_draft_again(desk: Any) -> None:
    address = f"/api/v1/tournaments/{drawn_tournament(4).slug}/"
    assert desk.patch(address, {"visibility": "unpublished"}).json()["visibility"] == "unpublished"
    refused = desk.patch(address, {"visibility": "draft"})
    assert (refused.status_code, refused.json()["code"]) == (409, "shown_already")
    assert desk.patch(address, {"visibility": "published"}).status_code == 200


def test_tournament_can_be_created_as_a_draft(desk: Any) -> None:
    body = {"name": NAME, "card_game": "mariglia", "stages": [{"format": "knockout"}], "visibility": "draft"}
    slug = desk.post("/api/v1/tournaments/", body).json()["slug"]
    assert Client().get(f"/{slug}/").status_code == 404
    assert "A draft" in _page(desk, slug)


def _page(desk: Any, slug: str) -> str:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Tournament.objects.get(slug=slug).owner)
    return client.get(f"/{slug}/").content.decode()
