"""The clubs of a site over the API and on their page: who may, and what makes nothing."""

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


def test_who_does_not_own_the_site_hears_nothing_of_clubs() -> None:
    colleague = Client(SERVER_NAME="localhost")
    colleague.force_login(an_organiser("colleague"))
    Role.objects.update(made_by=User.objects.create_user("tidoreddu"))
    assert colleague.get("/api/v1/clubs/").status_code == 403
    assert add(colleague) == (403, "permission_denied")
    assert colleague.get("/regia/circoli/").status_code == 403
    assert Client().get("/api/v1/clubs/").status_code == 401
    assert not HostedClub.objects.exists()


def test_the_owner_reads_which_there_are(owner: Client) -> None:
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
def test_what_is_refused_makes_nothing(
    owner: Client, changes: dict[str, str], refusal: tuple[int, str]
) -> None:
    HostedClub.objects.create(**BOSA, made_at=timezone.now())
    assert add(owner, **changes) == refusal
    assert HostedClub.objects.count() == 1


@pytest.mark.parametrize("host", ["trionfo.lan", "Trionfo.lan.", "localhost"])
def test_the_host_by_which_the_first_club_is_opened_is_given_to_no_other(owner: Client, host: str) -> None:
    """Else nobody would find the first club any more, and its owner not the page of the clubs."""
    here, body = {"host": "trionfo.lan:8000"}, BOSA | {"host": host}
    answer = owner.post("/api/v1/clubs/", body, content_type="application/json", headers=here)
    assert (answer.status_code, answer.json()["code"]) == (409, "club_taken")
    assert owner.post("/regia/circoli/", body, headers=here).status_code == 409
    assert not HostedClub.objects.exists()


def test_a_host_that_the_site_does_not_answer_to_is_refused(owner: Client, settings: object) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]  # type: ignore[attr-defined]
    assert add(owner) == (400, "club_host_not_allowed")


def test_the_page_says_beside_the_field_what_is_wrong(owner: Client) -> None:
    page = owner.post("/regia/circoli/", {**BOSA, "host": "http://bosa.lan"})
    assert page.status_code == 400
    assert "bosa.example.org" in page.content.decode()
