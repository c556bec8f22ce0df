"""The clubs of a site, in the API and on the page of clubs: permissions and errors."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.builders import an_organiser
from tournaments.models import HostedClub, Role

pytestmark = pytest.mark.django_db
BOSA = {"slug": "bosa", "name": "Mariglia Bosa", "host": "bosa.lan"}


@pytest.fixture
def owner() -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(an_organiser("owner"))
    return client


def add(client: Client, **changes: str) -> tuple[int, str]:
    answer = client.post("/api/v1/clubs/", {**BOSA, **changes}, content_type="application/json")
    return answer.status_code, answer.json().get("code", "")


def test_only_the_site_owner_can_read_and_add_clubs() -> None:
    colleague = Client(SERVER_NAME="localhost")
    colleague.force_login(an_organiser("colleague"))
    Role.objects.update(made_by=User.objects.create_user("tidoreddu"))
    assert colleague.get("/api/v1/clubs/").status_code == 403
    assert add(colleague) == (403, "permission_denied")
    assert colleague.get("/regia/circoli/").status_code == 403
    assert Client().get("/api/v1/clubs/").status_code == 401
    assert not HostedClub.objects.exists()


def test_site_owner_reads_the_list_of_clubs(owner: Client) -> None:
    assert owner.get("/api/v1/clubs/").json() == []
    HostedClub.objects.create(**BOSA, made_at=timezone.now())
    assert owner.get("/api/v1/clubs/").json() == [BOSA]
    assert "bosa.lan" in owner.get("/regia/circoli/").content.decode()


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"slug": "Bosa"}, (400, "club_slug")),
        ({"host": "10.0.0.7"}, (400, "club_host")),
        ({"name": " "}, (400, "bad_request")),
        ({"slug": "bosa"}, (409, "club_taken")),
        ({"slug": "oristano", "host": "bosa.lan"}, (409, "club_taken")),
        ({"colour": "red"}, (400, "bad_request")),
    ],
)
def test_invalid_club_is_not_saved(owner: Client, changes: dict[str, str], refusal: tuple[int, str]) -> None:
    HostedClub.objects.create(**BOSA, made_at=timezone.now())
    assert add(owner, **changes) == refusal
    assert HostedClub.objects.count() == 1


@pytest.mark.parametrize("host", ["trionfo.lan", "Trionfo.lan.", "localhost"])
def test_host_of_the_first_club_cannot_be_given_to_another_club(owner: Client, host: str) -> None:
    headers, body = {"host": "trionfo.lan:8000"}, BOSA | {"host": host}
    answer = owner.post("/api/v1/clubs/", body, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "club_taken")
    assert owner.post("/regia/circoli/", body, headers=headers).status_code == 409
    assert not HostedClub.objects.exists()


def test_host_outside_allowed_hosts_is_refused(owner: Client, settings: object) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]  # type: ignore[attr-defined]
    assert add(owner) == (400, "club_host_not_allowed")


def test_page_of_clubs_shows_the_error_beside_the_field(owner: Client) -> None:
    page = owner.post("/regia/circoli/", {**BOSA, "host": "http://bosa.lan"})
    assert page.status_code == 400
    assert "bosa.example.org" in page.content.decode()
