"""Rare hands: every declaration, valid and invalid claims, a nullo, and a hand in which all players pass.

Each scenario is one sheet. All hands except the last are stored before the phone is opened.
"""

from dataclasses import dataclass, field
from typing import Any

Bodies = list[dict[str, Any]]


@dataclass(frozen=True)
class Scene:
    """A test scenario: the hands of one game, of which the last is entered on the phone."""

    card_game: str
    name: str
    hands: Bodies
    options: dict[str, Any] = field(default_factory=dict)


def said(*declared: str, **more: Any) -> list[dict[str, Any]]:
    """Return declarations from strings of the form `side kind suit`, in which a dash means no value."""
    entries = []
    for side, kind, suit in (each.split() for each in declared):
        parts = {"side": int(side), "kind": kind, "suit": suit}
        entries.append({key: part for key, part in parts.items() if part != "-"} | more)
    return entries


SCENES = [
    Scene(
        "mariglia",
        "ended",
        [
            {"dealer": 1, "trionfo": "4C", "card_points": [67, 3], "tricks": [9, 1]},
            {"dealer": 2, "trionfo": "7B", "state": "ended_on_trionfo"},
        ],
        {"pack": "latin"},
    ),
    Scene(
        "maniglia",
        "even",
        [{"dealer": 0, "trionfo": "4C", "card_points": [35, 35], "tricks": [6, 4]}],
        {"pack": "french"},
    ),
    Scene(
        "maniglia_auction",
        "passed",
        [
            {"dealer": 0, "bidder": 1, "bid": 40, "trump": "H", "card_points": [45, 25]},
            {"dealer": 1, "state": "void"},
        ],
        {"pack": "french"},
    ),
    Scene(
        "maniglia_auction",
        "all",
        [
            {"dealer": 0, "bidder": 3, "bid": 40, "trump": "C", "card_points": [50, 18]},
            {"dealer": 1, "bidder": 2, "bid": 30, "card_points": [20, 48]},
            {"dealer": 2, "bidder": 2, "bid": 50, "card_points": [30, 38]},
            {"dealer": 3, "bidder": 0, "bid": 20, "trump": "B", "card_points": [41, 27]},
            {"dealer": 4, "bidder": 2, "bid": 68, "trump": "S", "card_points": [38, 30], "tricks": [6, 2]},
        ],
        {"players": 5, "deals": 5, "stake": 50},
    ),
    Scene(
        "manni",
        "nullo",
        [
            {"dealer": 0, "cut": "7H", "tricks": [5, 4, 3]},
            {"dealer": 1, "cut": "KD", "tricks": [2, 9, 1]},
            {"dealer": 2, "cut": "3S", "tricks": [0, 4, 8]},
        ],
        {"length": 3},
    ),
    Scene(
        "marianna",
        "covered",
        [
            {"dealer": 0, "declarations": said("0 marianna C", "0 mariannino -"), "card_points": [70, 50]},
            {
                "dealer": 1,
                "declarations": said("1 copri S", "0 marianna D", "1 marianna B"),
                "card_points": [50, 70],
            },
        ],
        {"pack": "latin", "copri": True},
    ),
    Scene(
        "marianna",
        "mariannone",
        [
            {
                "dealer": 2,
                "declarations": said("1 marianna H", "1 mariannone -"),
                "state": "ended_on_declaration",
            }
        ],
        {"pack": "french"},
    ),
    Scene(
        "cinquecento",
        "immediate",
        [
            {"dealer": 0, "declarations": said("1 marianna D"), "card_points": [70, 50]},
            {
                "dealer": 1,
                "declarations": said("0 copri H", "0 marianna S"),
                "state": "ended_on_declaration",
            },
        ],
        {"pack": "french", "copri": True, "immediate": True, "targets": [100]},
    ),
    Scene(
        "briscola_151",
        "claimed",
        [
            {"dealer": 0, "trump": "S", "declarations": said("0 - S"), "card_points": [60, 60]},
            {
                "dealer": 1,
                "trump": "H",
                "declarations": said("1 - C", "0 - D"),
                "claim": {"side": 0, "card_points": 40},
                "state": "claimed",
            },
        ],
        {"pack": "french"},
    ),
    Scene(
        "mariaggia",
        "wrong-claim",
        [
            {
                "dealer": 1,
                "trump": "B",
                "declarations": said("0 - B"),
                "claim": {"side": 0, "card_points": 60},
                "state": "claimed",
            },
        ],
    ),
    Scene(
        "mariagio",
        "captured",
        [
            {
                "dealer": 0,
                "trump": "C",
                "declarations": said("0 - C") + said("1 - D", captured=True),
                "card_points": [40, 80],
                "last_trick": 1,
            },
        ],
        {"pack": "latin", "captured": True},
    ),
    Scene(
        "tressette",
        "accuse",
        [
            {"dealer": 0, "declarations": [], "last_trick": 0, "card_points": [8, 3]},
            {
                "dealer": 1,
                "declarations": said("0 napoletana D", "1 three_aces D", "0 four_twos -"),
                "last_trick": 1,
                "card_points": [6, 5],
            },
        ],
        {"pack": "latin"},
    ),
    Scene(
        "botifarra",
        "contro",
        [
            {"dealer": 0, "trump": "C", "doubling": "plain", "card_points": [45, 27], "tricks": [7, 5]},
            {"dealer": 1, "trump": "none", "doubling": "contro", "card_points": [30, 42], "tricks": [5, 7]},
        ],
    ),
]
