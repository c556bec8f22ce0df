"""What the rules say of a sheet when time is called (COM-TIME): nobody ends a match by time yet.

The option is kept with the profile and shown; who acts on it is the director's clock. Until then a
sheet that time has stopped is an unfinished one: valid, with its leader and no winner.
"""

from typing import Any

import pytest

from scoring.rules.card_games import CARD_GAMES
from scoring.rules.profile import read_profile
from scoring.rules.sheet import check_next_hand
from tests.scoring.rules.builders import a_hand, a_won_game, hands_to, turned_hand, verdict_on

OPTION = pytest.mark.parametrize("option", ["leader", "void"])


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(a_hand(0, "KC", (41, 29)), id="COM-TIME-1 the trionfo was turned, so it is played out"),
        pytest.param(turned_hand(0, "7C"), id="COM-TIME-1 the trionfo itself ended the game"),
        pytest.param(turned_hand(0, "7C", "annulled"), id="COM-TIME-1 the hand begun was annulled"),
    ],
)
def test_the_hand_that_had_begun_is_still_written(begun: dict[str, Any]) -> None:
    games = [{"hands": hands_to((31, 20))}]
    card_game = CARD_GAMES["mariglia"]
    number = len(games[0]["hands"]) + 1
    check = check_next_hand(card_game, read_profile(card_game, {}), games, begun, game=1, hand=number)
    assert check.problems == ()
    assert check.hand is not None


@OPTION
def test_a_game_that_time_stopped_says_who_is_ahead_and_has_no_winner(option: str) -> None:
    """COM-TIME-2: whichever way the competition counts it, the sheet itself decides nothing."""
    verdict = verdict_on([a_hand(0, "KC", (41, 29))], time_unfinished=option)
    assert verdict.valid
    game = verdict.state.games[0]
    assert (game.score, game.winner, game.over) == ((9, 0), None, False)
    assert (verdict.state.games_won, verdict.state.winner, verdict.state.over) == ((0, 0), None, False)


def test_how_a_stopped_game_counts_is_kept_with_the_profile() -> None:
    """COM-TIME-2: the side ahead by default."""
    for card_game in CARD_GAMES.values():
        if "time_unfinished" in card_game.options_by_key:
            assert read_profile(card_game, {}).options["time_unfinished"] == "leader"
            kept = read_profile(card_game, {"time_unfinished": "void"})
            assert kept.as_json()["time_unfinished"] == "void"


@pytest.mark.parametrize(
    ("games", "games_won"),
    [
        pytest.param([a_won_game(0), [a_hand(0)]], (1, 0), id="COM-TIME-3 one side has more games"),
        pytest.param([a_won_game(0), a_won_game(1)], (1, 1), id="COM-TIME-3 level on games"),
        pytest.param([[a_hand(0)]], (0, 0), id="COM-TIME-3 level without a game"),
    ],
)
def test_a_match_that_time_stopped_says_who_has_more_games(games: list[Any], games_won: Any) -> None:
    """COM-TIME-3: nobody has won it, and the sheet is whole as it stands."""
    verdict = verdict_on(*games)
    assert verdict.valid
    assert (verdict.state.games_won, verdict.state.winner) == (games_won, None)
    assert verdict.state.next is not None
