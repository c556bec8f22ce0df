"""Long timeouts for the smoke tests, so that a test fails only if its condition never becomes true."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.faults.tables import Standing
from tournaments.replay.client import Site

TIMEOUT_MS = 60_000


@pytest.fixture(autouse=True)
def long_timeouts() -> Iterator[None]:
    """Set the timeout of `expect` to a minute, and restore the previous timeout afterwards."""
    previous = expect._timeout
    expect.set_options(timeout=TIMEOUT_MS)
    yield
    expect.set_options(timeout=previous)


@pytest.fixture
def page(page: Page) -> Page:
    """A browser page of 390 × 844 pixels without animations."""
    page.set_default_timeout(TIMEOUT_MS)
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.fixture
def desk(embedded: Standing) -> Iterator[Site]:
    """An API client of the shared site with the organiser's token."""
    with closing(Site(embedded.site.url, embedded.token)) as client:
        yield client
