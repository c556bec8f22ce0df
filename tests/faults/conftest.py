"""One embedded and one scaled site, shared by the tests that leave them standing."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.servers.postgres import Postgres
from tests.servers.site import Site, embedded_site, scaled_site


@dataclass(frozen=True)
class Standing:
    """A site that is running, and its organiser's token."""

    site: Site
    token: str


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
