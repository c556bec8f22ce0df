"""What is at which address, and how the site says that there is nothing."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, override_settings
from django.urls import NoReverseMatch, reverse

from tests.builders import an_organiser

pytestmark = pytest.mark.django_db


def test_a_program_that_asks_for_nothing_is_told_as_a_problem(client: Client) -> None:
    answer = client.get("/api/v1/nothing-here/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


def test_a_person_who_asks_for_nothing_sees_a_page(client: Client) -> None:
    answer = client.get("/nothing/here/at/all/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_a_visitor_sees_the_pages_of_accounts(name: str, client: Client) -> None:
    assert client.get(reverse(name)).status_code == 200


def test_nobody_signs_up_by_himself(client: Client) -> None:
    password = "a long enough sentence"
    client.post(
        reverse("account_signup"), {"username": "intruder", "password1": password, "password2": password}
    )
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("name", ["account_change_password", "account_logout", "mfa_index"])
def test_an_organiser_sees_his_own(name: str, client: Client) -> None:
    client.force_login(an_organiser("organiser"))
    assert client.get(reverse(name), follow=True).status_code == 200


@pytest.mark.parametrize("name", ["account_reset_password", "account_email"])
def test_what_needs_mail_is_not_there(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


def test_a_page_allows_no_script_but_its_own(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_only_the_page_of_the_api_goes_without(client: Client) -> None:
    assert "Content-Security-Policy" not in client.get("/api/v1/docs/").headers
    assert "Content-Security-Policy" in client.get("/api/v1/schema/").headers


@pytest.mark.parametrize(("hosts", "status"), [(["*"], 200), (["club.example"], 400)])
def test_embedded_any_name_is_answered(hosts: list[str], status: int, client: Client) -> None:
    with override_settings(ALLOWED_HOSTS=hosts):
        assert client.get("/", headers={"host": "192.0.2.7:8000"}).status_code == status
