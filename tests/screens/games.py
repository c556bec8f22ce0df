"""Tournaments of four card games: played in pairs, one against one, and at tables of three and of five
players.
"""

from random import Random
from typing import Any, NamedTuple

from scoring.games import CARD_GAMES
from tests.evenings.evening import PLAYERS, Evening
from tests.evenings.hands import Games, Writer
from tests.screens.club import Club, at


class Asked(NamedTuple):
    """The plan of a tournament: its name, card game, options, format and number of entrants."""

    place: str
    name: str
    card_game: str
    options: dict[str, Any]
    format: str
    entrants: int
    # The number of finished matches; the next match is in play.
    finished: int


EVENINGS = (
    Asked("pairs", "Marianna di primavera", "marianna", {}, "knockout", 8, 2),
    Asked("singles", "Mariagio della vigilia", "mariagio", {}, "knockout", 6, 1),
    Asked("threes", "Manni del giovedì", "manni", {"length": 12}, "table_rounds", 9, 4),
    Asked("fives", "Maniglia all’asta", "maniglia_auction", {"players": 5}, "table_rounds", 11, 2),
)


def found_games(club: Club) -> None:
    """Create tournaments of four card games, and play each until it is ready for the screenshots."""
    for plan in EVENINGS:
        game = CARD_GAMES[plan.card_game]
        evening = Evening(club.client, game, plan.options, plan.entrants, Random(plan.place))
        evening.slug = club.tournament(
            plan.name,
            card_game=plan.card_game,
            profile=plan.options,
            stages=[{"format": plan.format}],
            starts_at=at(0),
        )
        club.client.send("POST", f"/tournaments/{evening.slug}/teams/", evening._entries())
        club.draw(evening.slug, by="seeds")
        club.places[plan.place] = evening.slug
        _play_on(club, evening, plan)
    club.places["singles_open"] = _entries_open(club)


def _entries_open(club: Club) -> str:
    """Create a tournament of single players that is not yet drawn; return its slug."""
    slug = club.tournament(
        "Briscola di Carnevale",
        card_game="briscola_151",
        stages=[{"format": "knockout"}],
        starts_at=at(40),
    )
    entries = [{"players": [{"name": name}]} for name in PLAYERS[:7]]
    club.client.send("POST", f"/tournaments/{slug}/teams/", entries)
    return slug


def _play_on(club: Club, evening: Evening, plan: Asked) -> None:
    for number in range(plan.finished):
        match = _next(evening)
        evening._play_match(match)
        if number == 0:
            club.places[f"{plan.place}_finished"] = match["id"]
    match = _next(evening)
    _write(club, match["id"], _begun(Writer(evening.card_game, evening.profile, evening.random).match()))
    club.places[f"{plan.place}_playing"] = match["id"]


def _next(evening: Evening) -> dict[str, Any]:
    """Wait until a match is at a table; return the first ready match."""
    while True:
        ready = [match for match in evening.matches() if match["state"] == "ready"]
        if ready:
            return min(ready, key=lambda match: (match["round"], match["label"]))


def _begun(games: Games) -> Games:
    """Return the games of a match with the last game shortened to the first two thirds of its hands."""
    *before, last = games
    return [*before, {"hands": last["hands"][: max(1, len(last["hands"]) * 2 // 3)]}]


def _write(club: Club, match: str, games: Games) -> None:
    for game, played in enumerate(games, start=1):
        for hand, body in enumerate(played["hands"], start=1):
            club.put(match, game, hand, body)
