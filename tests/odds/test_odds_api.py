"""Whether a tournament shows odds on its match sheets: yes, until its organiser switches them off."""

from typing import Any

import pytest

from tests import builders

TOURNAMENTS = "/api/v1/tournaments/"


@pytest.fixture
def address(desk: Any) -> str:
    """A tournament's own address."""
    return f"{TOURNAMENTS}{builders.a_tournament().slug}/"


def test_a_tournament_shows_odds_unless_told_otherwise(desk: Any, address: str) -> None:
    assert desk.get(address).json()["shows_odds"] is True


def test_the_organiser_switches_them_off_and_on(desk: Any, address: str) -> None:
    for shown in (False, True):
        answer = desk.patch(address, {"shows_odds": shown})
        assert (answer.status_code, answer.json()["shows_odds"]) == (200, shown)
        assert desk.get(address).json()["shows_odds"] is shown


@pytest.mark.parametrize("word", ["false", 0, 1, None, "", [], "no"])
def test_anything_but_yes_or_no_is_refused(desk: Any, address: str, word: Any) -> None:
    answer = desk.patch(address, {"shows_odds": word})
    assert (answer.status_code, answer.json()["problems"][0]["where"]) == (400, "/shows_odds")
    assert desk.get(address).json()["shows_odds"] is True


def test_another_change_leaves_it_as_it_is(desk: Any, address: str) -> None:
    desk.patch(address, {"shows_odds": False})
    assert desk.patch(address, {"tables": 3}).json()["shows_odds"] is False
