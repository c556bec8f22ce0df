"""Features that can be tested only on a running site: the cache table, and complete responses."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import APIRequestContext, APIResponse, Playwright

from tests.faults.tables import CODES, Standing, draw_by_seeds, enter_pairs, unused_name
from tests.servers.site import PASSWORD
from tests.waiting import wait_for
from tournaments.replay.client import Site

pytestmark = [pytest.mark.smoke, pytest.mark.site, pytest.mark.timeout(300)]

NEW_PASSWORD = "another long enough sentence"
CREATE_ACCOUNT = """
from django.contrib.auth.models import User
User.objects.create_user({name!r}, password={password!r})
"""
ADD_SECOND_FACTOR = """
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
TOTP.activate(User.objects.get(username={name!r}), generate_totp_secret())
"""
CURRENT_CODE = """
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
row = Authenticator.objects.get(user__username={name!r}, type="totp")
print(format_hotp_value(hotp_value(decrypt(row.data["secret"]), next(yield_hotp_counters_from_time()))))
"""


class Account:
    """A new account on the shared site, with an HTTP client that stores cookies."""

    def __init__(self, client: APIRequestContext, standing: Standing) -> None:
        self.client, self.python = client, standing.site.python
        self.name = unused_name("account").replace(" ", "-")
        self.python(CREATE_ACCOUNT.format(name=self.name, password=PASSWORD))

    def send(self, path: str, **fields: str) -> APIResponse:
        """Submit the form on a page; return the response without following a redirect."""
        page = self.client.get(path).text()
        [token, *_rest] = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        return self.client.post(path, form={"csrfmiddlewaretoken": token, **fields}, max_redirects=0)

    def log_in(self, password: str) -> str:
        """Log in; return the path of the redirect, or an empty string if the log-in is refused."""
        answer = self.send("/accounts/login/", login=self.name, password=password)
        assert answer.status in (200, 302)
        return answer.headers.get("location", "")

    def send_code(self) -> bool:
        """Submit the current code of the second factor; return True if the site accepts it."""
        code = self.python(CURRENT_CODE.format(name=self.name)).strip()
        answer = self.send("/accounts/2fa/authenticate/", code=code)
        assert answer.status in (200, 302)
        return answer.status == 302


@pytest.fixture(params=["embedded", pytest.param("scaled_out", marks=pytest.mark.sweep)])
def standing(request: pytest.FixtureRequest) -> Standing:
    """The embedded site of `make run`; in the long tests, also the scaled site of compose.yaml."""
    shared: Standing = request.getfixturevalue(request.param)
    return shared


@pytest.fixture
def desk(standing: Standing) -> Iterator[Site]:
    """An API client of the site with the organiser's token."""
    with closing(Site(standing.site.url, standing.token)) as client:
        yield client


@pytest.fixture
def account(playwright: Playwright, standing: Standing) -> Iterator[Account]:
    client = playwright.request.new_context(base_url=standing.site.url)
    yield Account(client, standing)
    client.dispose()


def test_user_logs_in_with_the_new_password_after_changing_it(account: Account) -> None:
    assert account.log_in(PASSWORD)
    answer = account.send("/accounts/reauthenticate/", password=PASSWORD)
    assert answer.status == 302
    fields = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert account.send("/accounts/password/change/", **fields).status == 302
    account.send("/accounts/logout/")
    assert not account.log_in(PASSWORD)
    assert account.log_in(NEW_PASSWORD)


def test_second_factor_code_completes_the_login(account: Account) -> None:
    account.python(ADD_SECOND_FACTOR.format(name=account.name))
    assert account.log_in(PASSWORD).startswith("/accounts/2fa/authenticate/")
    wait_for(account.send_code)  # a code is valid for half a minute
    assert account.client.get("/accounts/2fa/", max_redirects=0).status == 200


def test_share_picture_of_a_tournament_is_served_as_png(standing: Standing, desk: Site) -> None:
    slug = enter_pairs(desk, unused_name("Anteprima"))
    with urlopen(f"{standing.site.url}/{slug}/anteprima.png") as answer:
        assert answer.headers["Content-Type"] == "image/png"
        assert answer.read().startswith(b"\x89PNG")


@pytest.mark.parametrize("encoding", ["identity", "br"])
def test_table_page_without_gzip_is_complete(standing: Standing, desk: Site, encoding: str) -> None:
    slug = enter_pairs(desk, unused_name("Senza gzip"))
    draw_by_seeds(desk, slug)
    [match] = json.loads(standing.site.python(CODES.format(slug=slug)))
    request = Request(f"{standing.site.url}/tavolo/{match}/", headers={"Accept-Encoding": encoding})
    with urlopen(request) as answer:
        page = answer.read().decode()
    assert page.rstrip().endswith("</html>")
