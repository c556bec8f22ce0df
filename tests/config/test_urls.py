"""URLs of the site, and responses to unknown URLs."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, override_settings
from django.urls import NoReverseMatch, reverse

from tests.builders import an_organiser

pytestmark = pytest.mark.django_db


def test_unknown_api_url_returns_a_problem_document(client: Client) -> None:
    answer = client.get("/api/v1/nothing-here/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


def test_unknown_page_returns_404_as_html(client: Client) -> None:
    answer = client.get("/nothing/here/at/all/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_account_pages_are_open_to_anonymous_visitors(name: str, client: Client) -> None:
    assert client.get(reverse(name)).status_code == 200


def test_account_cannot_be_created_by_signing_up(client: Client) -> None:
    password = "a long enough sentence"
    client.post(
        reverse("account_signup"), {"username": "intruder", "password1": password, "password2": password}
    )
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("name", ["account_change_password", "account_logout", "mfa_index"])
def test_own_account_pages_are_open_to_an_organiser(name: str, client: Client) -> None:
    client.force_login(an_organiser("organiser"))
    assert client.get(reverse(name), follow=True).status_code == 200


@pytest.mark.parametrize("name", ["account_reset_password", "account_email"])
def test_account_pages_that_need_e_mail_do_not_exist(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


def test_content_security_policy_allows_only_scripts_of_the_site(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_only_the_api_documentation_has_no_content_security_policy(client: Client) -> None:
    assert "Content-Security-Policy" not in client.get("/api/v1/docs/").headers
    assert "Content-Security-Policy" in client.get("/api/v1/schema/").headers


@pytest.mark.parametrize(("hosts", "status"), [(["*"], 200), (["club.example"], 400)])
def test_host_is_checked_against_allowed_hosts(hosts: list[str], status: int, client: Client) -> None:
    with override_settings(ALLOWED_HOSTS=hosts):
        assert client.get("/", headers={"host": "192.0.2.7:8000"}).status_code == status
