"""Log-in limit: five wrong passwords per user name, then a pause that does not apply to known browsers."""

from datetime import timedelta
from typing import cast

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring.models import CodeTry
from tests.builders import an_account
from tournaments.people.services import logins

pytestmark = pytest.mark.databases

PASSWORD = "a long enough sentence"


def log_in(client: Client, password: str, **headers: str) -> HttpResponse:
    typed = {"login": "tore", "password": password}
    return cast(HttpResponse, client.post("/accounts/login/", typed, headers=headers))


@pytest.fixture
def tore(db: None) -> User:
    return User.objects.create_superuser("tore", password=PASSWORD)


def test_unknown_browser_is_blocked_after_five_wrong_passwords(tore: User) -> None:
    outside = Client()
    for _try in range(5):
        assert "Too many" not in log_in(outside, "wrong").content.decode()
    assert log_in(outside, PASSWORD).status_code == 200
    assert log_in(Client(), PASSWORD).status_code == 200
    assert CodeTry.objects.count() == 5
    CodeTry.objects.update(tried_at=timezone.now() - logins.PAUSE)
    assert log_in(outside, PASSWORD).status_code == 302


def test_known_browser_can_log_in_while_unknown_browsers_are_blocked(tore: User) -> None:
    known_browser = Client()
    assert log_in(known_browser, PASSWORD).status_code == 302
    outside = Client()
    for _try in range(8):
        log_in(outside, "wrong")
    assert log_in(outside, PASSWORD).status_code == 200
    known_browser.cookies.pop("sessionid")
    assert log_in(known_browser, PASSWORD).status_code == 302


def test_known_browser_is_blocked_after_five_wrong_passwords(tore: User) -> None:
    known_browser = Client()
    log_in(known_browser, PASSWORD)
    known_browser.cookies.pop("sessionid")
    for _try in range(5):
        assert log_in(known_browser, "wrong").status_code == 200
    assert log_in(known_browser, PASSWORD).status_code == 200
    assert log_in(Client(), PASSWORD).status_code == 302  # the tries of unknown browsers are counted apart


def test_forged_cookie_or_cookie_of_another_account_is_ignored(tore: User) -> None:
    for _try in range(5):
        log_in(Client(), "wrong")
    for cookie in ("", "x", "WyJ0b3JlIiwieCJd:1:x", logins.cookie_for("barore")):
        outside = Client()
        outside.cookies["known"] = cookie
        assert log_in(outside, PASSWORD).status_code == 200


def test_login_at_another_host_name_gives_no_further_attempts(tore: User) -> None:
    for number in range(5):
        log_in(Client(), "wrong", host=f"a{number}.example")
    assert log_in(Client(), PASSWORD, host="b.example").status_code == 200


def test_cookie_of_a_known_browser_is_sent_only_to_account_pages(tore: User) -> None:
    client = Client()
    log_in(client, PASSWORD)
    cookie = client.cookies["known"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/accounts/", True, "Lax")


def test_setting_the_clock_back_does_not_block_logins(tore: User) -> None:
    for _try in range(5):
        log_in(Client(), "wrong")
    CodeTry.objects.update(tried_at=timezone.now() + timedelta(hours=1))
    assert log_in(Client(), PASSWORD).status_code == 302


@pytest.mark.parametrize("page", ["webauthn/add", "totp/activate"])
def test_account_with_a_password_reauthenticates_before_adding_a_second_factor(tore: User, page: str) -> None:
    browser = Client()
    browser.force_login(tore)
    answer = browser.get(f"/accounts/2fa/{page}/")
    assert (answer.status_code, "/accounts/reauthenticate/" in answer.headers["Location"]) == (302, True)


def test_account_without_a_password_adds_its_first_passkey_without_reauthentication(db: None) -> None:
    rita = an_account("rita")
    rita.set_unusable_password()
    rita.save()
    browser = Client()
    browser.force_login(rita)
    assert browser.get("/accounts/2fa/webauthn/add/", headers={"host": "localhost"}).status_code == 200
    Authenticator.objects.create(user=rita, type=Authenticator.Type.WEBAUTHN, data={})
    answer = browser.get("/accounts/2fa/webauthn/add/", headers={"host": "localhost"})
    assert answer.status_code == 302
