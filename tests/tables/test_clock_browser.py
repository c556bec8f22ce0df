"""The clock of a round on a phone with a wrong system time: the time left comes from the server."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, first_stage, match_of
from tournaments.matches.services.results import write_hand
from tournaments.models import Tournament
from tournaments.tables.services.round_clock import move_round_clock
from tournaments.values.clock import ClockAct

pytestmark = pytest.mark.browser

YEAR = timedelta(days=365)
SHIFT = "const shift = %d, now = Date.now; Date.now = () => now.call(Date) + shift;"


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    tournament = drawn_tournament(4)
    at = datetime.now(UTC)
    author = Author(tournament.owner_id)
    move_round_clock(first_stage(tournament), 1, ClockAct.START, minutes=50, author=author, at=at)
    hand_at = at - timedelta(minutes=3)
    write_hand(match_of(tournament).pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=hand_at)
    return tournament


@pytest.fixture(params=[YEAR, -YEAR, timedelta(0)], ids=["a year ahead", "a year behind", "right"])
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Yield a browser page of phone size in which the JavaScript clock is wrong."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    context.add_init_script(SHIFT % int(request.param.total_seconds() * 1000))
    yield context.new_page()
    context.close()


def test_phone_with_a_wrong_clock_shows_the_right_time_left(
    live_server: LiveServer, tournament: Tournament, phone: Page
) -> None:
    phone.goto(f"{live_server.url}/{tournament.slug}/tavoli/")
    expect(phone.locator("[data-left]")).to_have_text(re.compile(r"^(49|50):\d\d$"), timeout=15_000)
    phone.goto(f"{live_server.url}/{tournament.slug}/incontri/{match_of(tournament).pk}/")
    expect(phone.locator("time[data-ago]").first).to_have_text("3 minutes ago", timeout=15_000)
