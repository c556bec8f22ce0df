"""One embedded and one scaled site, shared by the tests that leave them standing."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

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
    """Each of the two in turn."""
    found: Standing = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def table(embedded: Standing) -> Iterator[Table]:
    """A table at which nothing was written."""
    with closing(Table(embedded)) as table:
        yield table


@pytest.fixture
def phone(playwright: Playwright, tmp_path: Path, embedded: Standing) -> Iterator[Phone]:
    """A phone on the hall's own network."""
    phone = Phone(playwright.chromium, tmp_path / "phone", embedded.site.port)
    yield phone
    phone.kill()
