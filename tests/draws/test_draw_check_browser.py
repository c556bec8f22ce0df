"""Verification of a draw in a browser: commitment and order are recomputed, even over plain HTTP."""

import json
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, first_stage
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Draw, Tournament
from tournaments.queue import runner

pytestmark = pytest.mark.browser
expect.set_options(timeout=15_000)


def drawn(teams: int, clubs: int, lot: str, form: str = "knockout") -> Tournament:
    """Return a tournament drawn by a lot, with three seeded teams and teams of `clubs` different clubs."""
    tournament = a_tournament(form=form)
    author, at = Author(tournament.owner_id), timezone.now()
    entered = [
        Entry(
            [f"Anna Sanna{number}", f"Ugo Melis{number}"],
            details={"club": f"Circolo {number % clubs}" if clubs and number % 4 else ""},
            seed=number if number <= 3 else None,
        )
        for number in range(1, teams + 1)
    ]
    enter_teams(tournament, entered, author=author, at=at)
    draw_stage(first_stage(tournament), by="lots", lot=lot, author=author, at=at)
    runner.drain()
    return tournament


@pytest.mark.parametrize(
    ("teams", "clubs", "lot", "form", "algorithm"),
    [
        pytest.param(11, 0, "7D KC 4S AH QD", "knockout", "trionfo-1", id="cards"),
        pytest.param(64, 0, "la  prima riga del giornale: perché è così", "swiss", "trionfo-1", id="words"),
        pytest.param(33, 4, "AH 2C 3S QD JH", "knockout", "trionfo-2", id="clubs apart"),
        pytest.param(22, 3, "uno due tre", "groups", "trionfo-2", id="clubs in groups"),
    ],
)
def test_verification_in_a_browser_confirms_the_commitment_and_the_order_of_a_draw(
    live_server: LiveServer,
    transactional_db: None,
    page: Page,
    teams: int,
    clubs: int,
    lot: str,
    form: str,
    algorithm: str,
) -> None:
    tournament = drawn(teams, clubs, lot, form)
    assert Draw.objects.get().commitment.algorithm == algorithm
    page.goto(f"{live_server.url}/{tournament.slug}/sorteggio/")
    page.locator("[data-check] button").click()
    messages = page.locator("[data-told] li")
    expect(messages).to_have_count(2)
    assert messages.evaluate_all("(all) => all.map((each) => each.className)") == ["good", "good"]


def test_verification_in_a_browser_reports_a_changed_lot_or_salt(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    tournament = drawn(33, 0, "7D KC 4S AH QD")  # with few entrants two lots may give the same order
    change: dict[str, Any] = {}

    def tampered(route: Any) -> None:
        facts = route.fetch().json()
        route.fulfill(body=json.dumps(facts | change), content_type="application/json")

    page.route("**/draw.json", tampered)
    page.goto(f"{live_server.url}/{tournament.slug}/sorteggio/")
    messages = page.locator("[data-told] li")
    for changed, classes in (
        ({}, ["good", "good"]),
        ({"lot": "7D KC 4S AH QC"}, ["good", "bad"]),
        ({"salt": "0" * 64}, ["bad", "bad"]),
    ):
        change.clear()
        change.update(changed)
        page.locator("[data-check] button").click()
        expect(messages).to_have_count(2)
        expect(messages.last).to_have_class(classes[1])
        assert messages.evaluate_all("(all) => all.map((each) => each.className)") == classes
