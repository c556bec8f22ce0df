"""Tests of the API of invitations, roles and tokens (API contract, section 6)."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token

from tests.builders import a_tournament, an_account, an_organiser
from tournaments.models import Role

pytestmark = pytest.mark.django_db

API = "/api/v1/"


class Calls:
    """A test client that sends an API token."""

    def __init__(self, key: str) -> None:
        self.client = Client(headers={"authorization": f"Token {key}", "accept-language": "en"})

    def get(self, path: str) -> Any:
        return self.client.get(API + path)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(API + path, body, content_type="application/json")

    def delete(self, path: str) -> Any:
        return self.client.delete(API + path)


def calls_of(user: Any) -> Calls:
    return Calls(Token.objects.get_or_create(user=user)[0].key)


@pytest.fixture
def organiser() -> Calls:
    return calls_of(an_organiser())


def test_link_of_an_invitation_is_returned_only_once(organiser: Calls) -> None:
    tournament = a_tournament()
    response = organiser.post("invitations/", {"role": "door", "tournament": tournament.slug})
    assert response.status_code == 201
    assert set(response.json()) == {"id", "link", "expires_at", "role", "tournament"}
    assert Client().get(response.json()["link"].removeprefix("http://testserver")).status_code == 200
    listed = organiser.get("invitations/").json()["results"]
    assert [(each["id"], each["tournament"], "link" in each) for each in listed] == [
        (response.json()["id"], tournament.slug, False)
    ]
    assert organiser.delete(f"invitations/{response.json()['id']}/").status_code == 204
    again = organiser.delete(f"invitations/{response.json()['id']}/")
    assert (again.status_code, again.json()["code"]) == (409, "invitation_over")
    assert organiser.get("invitations/").json()["results"] == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"role": "organiser", "tournament": "torneo-dautunno"}, "organiser_of_all"),
        ({"role": "door", "tournament": "nowhere"}, "unknown_tournament"),
    ],
)
def test_impossible_invitation_is_refused_with_an_error_code(
    organiser: Calls, body: dict[str, Any], code: str
) -> None:
    a_tournament()
    answer = organiser.post("invitations/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize("body", [{}, {"role": "king"}, {"role": "door", "for": "ever"}, {"role": None}])
def test_invitation_with_malformed_data_is_refused(organiser: Calls, body: dict[str, Any]) -> None:
    assert organiser.post("invitations/", body).status_code == 400


def test_director_cannot_invite_anybody() -> None:
    director = calls_of(an_account("bruno", "director"))
    for role in ("organiser", "door"):
        assert director.post("invitations/", {"role": role}).status_code == 403
    assert director.get("people/roles/").status_code == 403


def test_roles_can_be_listed_and_ended_except_the_role_of_the_last_organiser(
    organiser: Calls,
) -> None:
    tournament = a_tournament()
    an_account("bruno", "tables", tournament)
    listed = organiser.get("people/roles/").json()["results"]
    assert [(each["username"], each["role"], each["tournament"]) for each in listed] == [
        ("antonella", "organiser", None),
        ("bruno", "tables", tournament.slug),
    ]
    assert organiser.delete(f"people/roles/{listed[1]['id']}/").status_code == 204
    assert organiser.delete(f"people/roles/{listed[1]['id']}/").status_code == 404
    last = organiser.delete(f"people/roles/{listed[0]['id']}/")
    assert (last.status_code, last.json()["code"]) == (409, "last_organiser")
    assert Role.objects.filter(ended_at=None).count() == 1


def test_token_is_limited_to_its_role_and_ends_with_the_role_of_its_owner(organiser: Calls) -> None:
    tournament, elsewhere = a_tournament(name="Qui"), a_tournament(name="Altrove")
    response = organiser.post("tokens/", {"name": "cassa", "role": "door", "tournament": tournament.slug})
    assert response.status_code == 201
    door = Calls(response.json()["key"])
    team = {"name": "", "players": [{"name": "Anna Piras"}, {"name": "Bachisio Sanna"}]}
    assert door.post(f"tournaments/{tournament.slug}/teams/", team).status_code == 201
    assert door.post(f"tournaments/{elsewhere.slug}/teams/", team).status_code == 403
    assert door.post(f"tournaments/{tournament.slug}/draw/", {"stage": 1, "by": "seeds"}).status_code == 403
    assert door.get("people/roles/").status_code == 403
    assert door.post("tokens/", {"name": "x", "role": "organiser"}).status_code == 400
    listed = organiser.get("tokens/").json()["results"]
    assert [(each["name"], each["used_at"] is None) for each in listed] == [("cassa", False)]
    an_organiser("bruno")
    role = Role.objects.get(user__username="antonella")
    calls_of(an_organiser("bruno")).delete(f"people/roles/{role.pk}/")
    assert door.post(f"tournaments/{tournament.slug}/teams/", team).status_code == 403


def test_revoked_token_is_refused(organiser: Calls) -> None:
    token = organiser.post("tokens/", {"name": "cassa", "role": "organiser"}).json()
    program = Calls(token["key"])
    assert program.get("people/roles/").status_code == 200
    another = calls_of(an_account("bruno", "door"))
    assert another.delete(f"tokens/{token['id']}/").status_code == 404
    assert organiser.delete(f"tokens/{token['id']}/").status_code == 204
    assert program.get("people/roles/").status_code == 401
