"""What the desk says of a hand that two have written in two ways, whatever the card game."""

from typing import Any

import pytest

from scoring.games import CARD_GAMES
from tournaments.matches.hand_words import hand_score


@pytest.mark.parametrize(
    ("card_game", "body", "said"),
    [
        pytest.param("mariglia", {"card_points": [43, 27], "tricks": [6, 4]}, "43 to 27", id="pairs"),
        pytest.param(
            "maniglia_auction", {"card_points": [40, 30], "bid": 35}, "40 to 30", id="bidder and others"
        ),
        pytest.param(
            "manni",
            {"exchanges": [7, 5, 4], "tricks": [6, 4, 2]},
            "6 – 4 – 2",
            id="what counts, not what was exchanged",
        ),
        pytest.param("manni", {"state": "annulled"}, "Annulled", id="how it ended"),
    ],
)
def test_a_hand_is_told_by_what_was_counted(
    card_game: str, body: dict[str, Any], said: str, settings: Any
) -> None:
    settings.LANGUAGE_CODE = "en"
    assert hand_score(CARD_GAMES[card_game], body) == said
