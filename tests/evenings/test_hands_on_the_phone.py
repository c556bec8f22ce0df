"""A hand of every card game on the phone, step by step, in a browser; `make hands` keeps the pictures."""

import os
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scoring.rules.card_game import CardGame
from scoring.rules.profile import read_profile
from tests.evenings.phone import PhoneEvening, sign_in
from tests.evenings.test_every_card_game import EVENINGS
from tests.faults.conftest import Standing
from tournaments.replay.client import Site

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(300)]

HANDS = 2


@pytest.mark.parametrize(("card_game", "options"), EVENINGS)
def test_a_hand_is_written_step_by_step(
    embedded: Standing, browser: Browser, card_game: CardGame, options: dict[str, Any], tmp_path: Path
) -> None:
    folder = Path(os.environ.get("HANDS_FOLDER", tmp_path))
    seen: list[str] = []

    def picture(page: Page, name: str) -> None:
        """Keep each step of the second hand, when something stands on the sheet already."""
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{name} scrolls sideways: {wide} px"
        words = "-".join([card_game.key, *map(str, options.values()), name])
        page.screenshot(path=folder / f"{words}.png", full_page=True)
        seen.append(name)

    with closing(Site(embedded.site.url, embedded.token)) as site:
        sides = read_profile(card_game, options).sides
        evening = PhoneEvening(site, card_game, options, sides, Random(5), picture=picture)
        evening.set_up()
        with sign_in(browser, embedded.site.url) as desk:
            evening.play_on(desk, most_hands=HANDS)
        (match, games), *_rest = evening.sheets.items()
        written = evening.sheet(match)["games"]
    assert {"who", "match", "confirm", "written"} <= set(seen)
    assert sum(len(game["hands"]) for game in written) == sum(len(game["hands"]) for game in games) == HANDS
    for told, thought in zip(written, games, strict=True):
        for hand, body in zip(told["hands"], thought["hands"], strict=True):
            assert {key: hand[key] for key in body if hand.get(key) is not None} == body
