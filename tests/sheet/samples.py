"""The two sample tournaments as sheets in JSON, with seats and sides numbered as in the API."""

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
SEATS = "SENW"


@cache
def sample_matches() -> tuple[dict[str, Any], ...]:
    """Return all matches of both sample tournaments."""
    return tuple(
        match
        for folder in ("evening16", "groups12")
        for match in json.loads((DATA / folder / "matches.json").read_text(encoding="utf-8"))
    )


def sheet_of(match: dict[str, Any]) -> dict[str, Any]:
    """Return a sample match as a sheet, with the tricks of every hand."""
    return {
        "card_game": "mariglia",
        "profile": {"targets": match["targets"]},
        "games": [{"hands": [hand_of(hand) for hand in game["hands"]]} for game in match["games"]],
    }


def hand_of(hand: dict[str, Any]) -> dict[str, Any]:
    """Return a sample hand as a dict, with its tricks unless the hand ended at the turned-up card."""
    start = {"dealer": SEATS.index(hand["dealer"]), "trionfo": hand["trionfo"]}
    if not hand["played"]:
        return {**start, "state": "ended_on_trionfo"}
    play = [
        {**trick, "leader": SEATS.index(trick["leader"]), "winner": SEATS.index(trick["winner"])}
        for trick in hand["record"]
    ]
    return {**start, "card_points": hand["points"], "tricks": hand["tricks"], "play": play}
