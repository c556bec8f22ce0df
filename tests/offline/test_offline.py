"""Tests of the server-side check of hands, which returns verdicts as dicts with translated messages."""

import json
from typing import Any

import pytest

from scoring.games import CARD_GAMES
from scoring.games.mariglia import MARIGLIA
from scoring.offline.verdict import hand_verdict, sheet_verdict, speaker
from scoring.sheet.rules.sheet import check_sheet
from scoring.types import Sentence, _, ngettext, sentence
from tests.sheet.builders import a_hand, a_sheet, a_won_game, hands_to

WORDS = {
    "All ten tricks for one pair: is that right?": "Tutte e dieci le prese a una coppia: giusto?",
    "Trump card": "Trionfo",
    "%(count)d hand": "%(count)d mano",
    "%(count)d hands": "%(count)d mani",
    "Write this too: %(field)s.": "Scrivete anche: %(field)s.",
}


def asked(hand: Any, *, game: int = 1, place: int = 1, sheet: Any = None) -> dict[str, Any]:
    """Return the verdict on a hand of Mariglia."""
    return hand_verdict(MARIGLIA, WORDS, sheet or a_sheet([]), hand, {"game": game, "hand": place})


def test_verdict_on_a_valid_hand_contains_its_score_and_the_next_hand() -> None:
    assert asked(a_hand(dealer=1, trionfo="AH", points=(41, 29))) == {
        "problems": [],
        "hand": {"dealer": 1, "trionfo": "AH", "card_points": [41, 29]},
        "score": [6, 4],
        "running": [6, 4],
        "parts": {"trionfo": [0, 4], "play": [6, 0]},
        "game": {"target": 35, "score": [6, 4], "over": False, "winner": None},
        "games_won": [0, 0],
        "over": False,
        "winner": None,
        "next": {"game": 1, "hand": 2, "dealer": 2},
    }


def test_verdict_on_an_impossible_hand_contains_problems_and_no_score() -> None:
    verdict = asked({"dealer": 0})
    assert [(each["rule"], each["where"], each["message"]) for each in verdict["problems"]] == [
        ("MAR-TRI-1", "/trionfo", "Scrivete anche: Trionfo."),
        ("MAR-VAL-1", "/card_points", "Scrivete anche: Card points."),
    ]
    nothing = ("hand", "score", "running", "parts", "winner", "next")
    assert {key: verdict[key] for key in nothing} == dict.fromkeys(nothing)


def test_verdict_on_a_rare_hand_contains_a_warning_and_its_score() -> None:
    verdict = asked(a_hand(points=(70, 0)))
    assert [(each["level"], each["message"]) for each in verdict["problems"]] == [
        ("warning", "Tutte e dieci le prese a una coppia: giusto?")
    ]
    assert verdict["game"] == {"target": 35, "score": [35, 0], "over": True, "winner": 0}
    assert verdict["games_won"] == [1, 0]


def test_check_of_a_hand_ignores_its_stored_version_and_all_later_hands() -> None:
    sheet = a_sheet([*hands_to((10, 0)), a_hand(points=(60, 10))], targets=[35])
    assert asked(a_hand(points=(45, 25)), place=2, sheet=sheet)["running"] == [20, 0]


def test_hand_of_a_later_game_is_checked_against_that_game() -> None:
    sheet = a_sheet(a_won_game(0), a_won_game(1), [])
    verdict = asked(a_hand(points=(45, 25)), game=3, sheet=sheet)
    assert (verdict["game"]["target"], verdict["running"], verdict["over"]) == (45, [10, 0], False)


def test_verdict_on_the_last_hand_of_a_match_contains_no_next_hand() -> None:
    sheet = a_sheet(a_won_game(0), [])
    verdict = asked(a_hand(points=(70, 0)), game=2, sheet=sheet)
    assert (verdict["over"], verdict["winner"], verdict["games_won"], verdict["next"]) == (
        True,
        0,
        [2, 0],
        None,
    )


def test_hand_after_a_call_of_time_on_the_sheet_ends_the_match() -> None:
    sheet = {**a_sheet([a_hand()], targets=[35]), "time_called": {"hands": 1, "begun": True}}
    verdict = asked(a_hand(dealer=1, points=(41, 29)), place=2, sheet=sheet)
    assert (verdict["over"], verdict["winner"]) == (True, 0)


@pytest.mark.parametrize("key", CARD_GAMES)
@pytest.mark.parametrize(
    "games", [[], [{"hands": [{"dealer": 0}]}], "none"], ids=["nothing", "a bad hand", "no list"]
)
def test_offline_verdict_on_a_sheet_equals_the_verdict_of_the_server(key: str, games: Any) -> None:
    sheet = {"card_game": key, "games": games}
    assert sheet_verdict(CARD_GAMES[key], {}, sheet) == check_sheet(sheet).as_json()
    json.dumps(sheet_verdict(CARD_GAMES[key], WORDS, sheet))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        pytest.param(sentence("Nobody knows this."), "Nobody knows this.", id="a text without words"),
        pytest.param(sentence("100% so"), "100% so", id="a sign that is no value"),
        pytest.param(
            sentence(_("Write this too: %(field)s."), field=Sentence("Trump card")),
            "Scrivete anche: Trionfo.",
            id="a value that is said too",
        ),
        pytest.param(ngettext("%(count)d hand", "%(count)d hands", 1), "1 mano", id="one"),
        pytest.param(ngettext("%(count)d hand", "%(count)d hands", 0), "0 mani", id="none"),
    ],
)
def test_message_is_translated_with_a_table_of_translations(message: Sentence, words: str) -> None:
    assert speaker(WORDS)(message) == words
