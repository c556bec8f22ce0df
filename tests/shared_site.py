"""Fixtures for an embedded and a scaled site, which all tests of a pytest worker share.

The embedded site has one process, the scaled site has several.
"""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from tests.faults.phones import Phone
from tests.faults.tables import Standing, Table
from tests.servers.postgres import Postgres
from tests.servers.site import embedded_site, scaled_site


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standing]:
    """The site as `make run` starts it."""
    with embedded_site(tmp_path_factory.mktemp("embedded")) as site:
        yield Standing(site, site.organise())


@pytest.fixture(scope="session")
def scaled_out(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Standing]:
    """The site as compose.yaml starts it, with two workers."""
    with scaled_site(tmp_path_factory.mktemp("scaled"), postgres, workers=2) as site:
        yield Standing(site, site.organise())


@pytest.fixture(params=["embedded", "scaled_out"])
def standing(request: pytest.FixtureRequest) -> Standing:
    """The embedded site or the scaled site, depending on the test parameter."""
    site: Standing = request.getfixturevalue(request.param)
    return site


@pytest.fixture
def table(embedded: Standing) -> Iterator[Table]:
    """A match without hands on the embedded site."""
    with closing(Table(embedded)) as table:
        yield table


@pytest.fixture
def phone(playwright: Playwright, tmp_path: Path, embedded: Standing) -> Iterator[Phone]:
    """A phone with its own browser profile that uses the embedded site."""
    phone = Phone(playwright.chromium, tmp_path / "phone", embedded.site.port)
    yield phone
    phone.kill()


@pytest.fixture
def two_phones(
    playwright: Playwright, tmp_path: Path, embedded: Standing, table: Table
) -> Iterator[tuple[Page, Page]]:
    """The sheet of one table on two phones, one phone for each side."""
    with ExitStack() as stack:
        phones = [Phone(playwright.chromium, tmp_path / side, embedded.site.port) for side in "ab"]
        for side, phone in enumerate(phones):
            stack.callback(phone.kill)
            phone.sit_down(table.code, side)
        yield phones[0].page, phones[1].page
