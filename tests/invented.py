"""Two invented card games for tests of tournaments.

One game is a duel. The other is a game with net scores for three to five players.
"""

from dataclasses import replace
from typing import Any

from scoring.game_parts.card_game import CardGame, Ended, EntryStep, Moment, Reached, highest, nothing_turned
from scoring.game_parts.fields import COMMON_STATES, Hand, dealer_field, shared_field
from scoring.game_parts.profile import number
from scoring.games.mariglia import MARIGLIA
from scoring.types import Scores

# The number of hands of a match by net.
HANDS = 2


TRICKS = shared_field("tricks", "Tricks", "INV-1", lambda profile: 4 * profile.sides, sides=5)
POINTS = shared_field("card_points", "Card points", "INV-2", 70)


def _tricks(hand: Hand, _moment: Moment) -> dict[str, Scores]:
    return {"tricks": tuple(tricks - 4 for tricks in hand[TRICKS])}


def _after_two(_hand: Hand, _moment: Moment, reached: Reached) -> Ended | None:
    return Ended(highest(reached.running)) if reached.dealt >= HANDS else None


def _points(hand: Hand, _moment: Moment) -> dict[str, Scores]:
    return {"points": hand[POINTS]}


_PLAIN: dict[str, Any] = {
    "states": COMMON_STATES,
    "refused_states": {},
    "checks": (),
    "range_checks": (),
    "moment_checks": (),
    "final_checks": (),
    "long_game": {},
    "fixed_total": None,
    "even_split": None,
    "rank_names": {},
    "deck_names": {},
    "trionfo_points": nothing_turned,
    "players_a_side": 1,
    "options": (),
    "presets": (),
}

ALONE: CardGame = replace(
    MARIGLIA,
    **{
        **_PLAIN,
        "key": "alone",
        "name": "Three alone",
        "seats": 3,
        "by_net": True,
        "targets": (),
        "options": (number("players", "Players", "INV-1", 3, range(3, 6)),),
        "fields": (dealer_field("INV-1", 5), TRICKS),
        "entry_steps": (EntryStep("count", "The tricks", ("dealer", "tricks")),),
        "parts": {"tricks": "Tricks"},
        "score": _tricks,
        "ending": _after_two,
    },
)

DUEL: CardGame = replace(
    MARIGLIA,
    **{
        **_PLAIN,
        "key": "duel",
        "name": "Two alone",
        "seats": 2,
        "targets": (60,),
        "fixed_total": 70,
        "fields": (dealer_field("INV-2", 2), POINTS),
        "entry_steps": (EntryStep("count", "The points", ("dealer", "card_points")),),
        "parts": {"points": "Points"},
        "score": _points,
    },
)


def alone_hands(*tricks: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return hands of the invented net-score game, each with the given number of tricks per player."""
    return [{"dealer": number % len(each), "tricks": list(each)} for number, each in enumerate(tricks)]


def duel_hand(dealer: int, points: int) -> dict[str, Any]:
    """Return a hand of the invented duel in which the first side has the given points."""
    return {"dealer": dealer, "card_points": [points, 70 - points]}
