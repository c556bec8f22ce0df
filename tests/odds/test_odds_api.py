"""Tests of the setting that shows odds on the match sheets of a tournament."""

from typing import Any

import pytest

from tests import builders

TOURNAMENTS = "/api/v1/tournaments/"


@pytest.fixture
def address(desk: Any) -> str:
    """Return the URL of a tournament."""
    return f"{TOURNAMENTS}{builders.a_tournament().slug}/"


def test_odds_are_shown_by_default(desk: Any, address: str) -> None:
    assert desk.get(address).json()["shows_odds"] is True


def test_organiser_switches_the_odds_off_and_on(desk: Any, address: str) -> None:
    for visible in (False, True):
        answer = desk.patch(address, {"shows_odds": visible})
        assert (answer.status_code, answer.json()["shows_odds"]) == (200, visible)
        assert desk.get(address).json()["shows_odds"] is visible


@pytest.mark.parametrize("word", ["false", 0, 1, None, "", [], "no"])
def test_odds_setting_other_than_true_or_false_is_refused(desk: Any, address: str, word: Any) -> None:
    answer = desk.patch(address, {"shows_odds": word})
    assert (answer.status_code, answer.json()["problems"][0]["where"]) == (400, "/shows_odds")
    assert desk.get(address).json()["shows_odds"] is True


def test_changing_other_settings_does_not_change_the_odds_setting(desk: Any, address: str) -> None:
    desk.patch(address, {"shows_odds": False})
    assert desk.patch(address, {"tables": 3}).json()["shows_odds"] is False
