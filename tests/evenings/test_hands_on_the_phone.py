"""A hand of every card game entered on the phone, step by step; `make screens` stores the screenshots."""

import os
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.fields import Effect
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from scoring.types import HandState
from tests.evenings.phone import PhoneEvening, sign_in
from tests.evenings.pictures import Album, faults_of
from tests.evenings.scenes import SCENES, Scene
from tests.evenings.test_every_card_game import EVENINGS
from tests.faults.tables import Standing
from tests.screens.test_axe import PLANTED
from tests.screens.visitors import Look
from tournaments.replay.client import Site

ALL_GAMES = "HANDS_FOLDER" in os.environ
# The number of hands entered for each card game.
HANDS = 2 if ALL_GAMES else 1
# The card games with usual hands.
GAMES_ON_THE_PHONE = [each for each in EVENINGS if ALL_GAMES or each.id in ("mariglia", "maniglia_auction-3")]
SAMPLE = {"maniglia_auction-passed", "marianna-covered", "briscola_151-claimed", "tressette-accuse"}
# The rare hands: a varied sample in the suite, all of them in `make screens`.
RARE = [each for each in SCENES if ALL_GAMES or f"{each.card_game}-{each.name}" in SAMPLE]


def album(*words: object) -> Album:
    """Return an Album with the given name; it stores screenshots in HANDS_FOLDER if this variable is set."""
    folder = os.environ.get("HANDS_FOLDER")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return Album("-".join(map(str, words)), Path(folder) if folder else None)


@pytest.mark.site
@pytest.mark.browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("card_game", "options"), GAMES_ON_THE_PHONE)
def test_hand_entered_on_the_phone_is_stored_as_entered(
    embedded: Standing, browser: Browser, card_game: CardGame, options: dict[str, Any]
) -> None:
    look_at = album(card_game.key, *options.values())
    with closing(Site(embedded.site.url, embedded.token)) as site:
        sides = read_profile(card_game, options).sides
        evening = PhoneEvening(site, card_game, options, sides, Random(5), picture=look_at)
        evening.set_up()
        with sign_in(browser, embedded.site.url) as desk:
            evening.play_on(desk, most_hands=HANDS)
        (match, games), *_rest = evening.sheets.items()
        stored_games = evening.sheet(match)["games"]
    assert {"who", "match", "confirm", "written"} <= set(look_at.names)
    assert (
        sum(len(game["hands"]) for game in stored_games) == sum(len(game["hands"]) for game in games) == HANDS
    )
    for stored, thought in zip(stored_games, games, strict=True):
        for hand, body in zip(stored["hands"], thought["hands"], strict=True):
            assert_written(hand, body)
    assert not look_at.faults, "\n".join(look_at.faults)


@pytest.mark.site
@pytest.mark.browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize("scene", RARE, ids=lambda scene: f"{scene.card_game}-{scene.name}")
def test_rare_hand_entered_on_the_phone_is_stored_as_entered(
    embedded: Standing, browser: Browser, scene: Scene
) -> None:
    card_game = CARD_GAMES[scene.card_game]
    look_at = album(scene.card_game, scene.name)
    with closing(Site(embedded.site.url, embedded.token)) as site:
        sides = read_profile(card_game, scene.options).sides
        english = Look(language="en")
        evening = PhoneEvening(
            site, card_game, scene.options, sides, Random(scene.name), picture=look_at, look=english
        )
        evening.set_up()
        with sign_in(browser, embedded.site.url) as desk:
            match = evening.play_scene(desk, scene.hands)
        stored_hands = evening.sheet(match)["games"][0]["hands"]
    for hand, body in zip(stored_hands, scene.hands, strict=True):
        assert_written(hand, body)
    assert not look_at.faults, "\n".join(look_at.faults)


def assert_written(hand: dict[str, Any], body: dict[str, Any]) -> None:
    """Fail unless the stored hand equals the generated hand."""
    assert {key: hand[key] for key in body if hand.get(key) is not None} == body


def test_each_ending_of_a_hand_has_a_test_scenario() -> None:
    """States that only a referee or an organiser sets, and endings with Effect.LATE, are excluded."""
    not_on_the_phone = {HandState.PLAYED, HandState.ADJUSTED, HandState.ANNULLED}
    ends = {
        (key, state)
        for key, card_game in CARD_GAMES.items()
        for state, rule in card_game.states.items()
        if state not in not_on_the_phone and rule.effect is not Effect.LATE
    }
    endings = {(scene.card_game, HandState(scene.hands[-1].get("state", "played"))) for scene in SCENES}
    assert ends <= endings
    assert {scene.card_game for scene in SCENES} == set(CARD_GAMES)


@pytest.mark.control
@pytest.mark.browser
def test_accessibility_and_layout_problems_of_a_sample_page_are_reported(page: Page) -> None:
    page.set_content(PLANTED)
    faults = "\n".join(faults_of(page))
    for fault in (
        "axe color-contrast",
        "in the dark: axe color-contrast",
        "small target",
        "at 320 px",
        "at 390 px",
    ):
        assert fault in faults
