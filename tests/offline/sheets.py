"""Random valid and invalid sheets of every card game, used to compare the phone with the server.

The sheets contain simulated games, with and without tricks, with deliberate faults, and with random changes.
No sheet contains the number 1.0, because JavaScript does not distinguish it from 1.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from tests.games import (
    test_botifarra_hands,
    test_cinquecento_hands,
    test_maniglia_auction_hands,
    test_maniglia_hands,
    test_manni_hands,
    test_marianna_hands,
    test_mariglia_hands,
    test_tressette_hands,
    test_two_players_hands,
)
from tests.games.players import faults_of_marianne, two_players
from tests.games.players.every_game import PLAYERS
from tests.games.players.judge import Fault
from tests.sheet.test_vectors import VECTORS, hands_before

JSON = Any

FAULTS: Mapping[str, tuple[Fault, ...]] = {
    "mariglia": tuple(test_mariglia_hands.FAULTS),
    "maniglia": tuple(test_maniglia_hands.FAULTS),
    "maniglia_auction": tuple(test_maniglia_auction_hands.FAULTS),
    "marianna": (*faults_of_marianne.FAULTS, *test_marianna_hands.OWN_FAULTS),
    "cinquecento": (*faults_of_marianne.FAULTS, *test_cinquecento_hands.OWN_FAULTS),
    "manni": tuple(test_manni_hands.FAULTS),
    "tressette": tuple(test_tressette_hands.FAULTS),
    "botifarra": tuple(test_botifarra_hands.FAULTS),
}
ODD: tuple[JSON, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 5, 7, 12, 35, 70, 71, 120, 121, 500, 9999, 10**12, 1.5, "", "7",
    "played", "annulled", "adjusted", "void", "claimed", "ended_on_trionfo", "ended_on_declaration",
    "7C", "AS", "10H", "kc", "marianna", "copri", "S", "D", "plus10", "latin", "a/b~c", "è 🂡", "\u200b",
    "x" * 501, [], [1], [0, 0], [1, None], [None, None], [4, 4, 4], {}, {"side": 0}, {"hands": []},
    {"side": 1, "card_points": 60},
)  # fmt: skip
KEYS = (
    "state", "note", "tricks", "claim", "trump", "last_trick", "auction", "exchanges", "joker", "final",
    "hand_count", "hands", "winner", "captured", "trick", "player", "suit", "kind",
)  # fmt: skip


def worked_examples(card_game: str) -> list[JSON]:
    """Return the worked examples of the rules from their data file."""
    examples: list[Any] = [param.values for param in VECTORS]
    return [
        {
            "card_game": card_game,
            "profile": {**table["profile"], **vector.get("profile", {})},
            "games": [{"hands": [*hands_before(vector), vector["hand"]]}],
        }
        for table, vector in examples
        if table["card_game"] == card_game
    ]


def random_sheets(card_game: str, random: Random) -> Iterator[JSON]:
    """Yield an endless sequence of random sheets of a card game."""
    while True:
        sheet = random.choice((played, played, planted, changed, changed))(card_game, random)
        yield sheet if random.random() < 0.8 else with_time_called(sheet, random)


def played(card_game: str, random: Random) -> JSON:
    """Return a valid sheet with one or more games; tricks may be missing, and the last game may be
    unfinished.
    """
    first = PLAYERS[card_game](random)
    targets = first.profile.get("targets", ())
    several = bool(targets) and random.random() < 0.4
    profile = {**first.profile, "targets": [*targets] * 3} if several else first.profile
    games: list[JSON] = [{"hands": first.hands}]
    if several:
        games += [{"hands": PLAYERS[card_game](random).hands} for _more in range(random.randrange(3))]
    last = games[-1]["hands"]
    del last[random.randint(1, len(last)) :]
    if random.random() < 0.7:
        for hand in (hand for game in games for hand in game["hands"]):
            hand.pop("play", None)
    if random.random() < 0.2:
        games[0] = {"final": (first.running or [[0, 0]])[-1], "hand_count": len(first.hands)}
    return {"card_game": card_game, "profile": profile, "games": games}


def planted(card_game: str, random: Random) -> JSON:
    """Return a game with a deliberate fault in one of its hands."""
    if card_game in test_two_players_hands.FAULTS:
        club = two_players.any_club(random, card_game)
        hand = two_players.play_a_hand(random, club, random.randrange(2)).written()
        random.choice(test_two_players_hands.FAULTS[card_game])[0](random, hand, club)
        return {"card_game": card_game, "profile": club.profile, "games": [{"hands": [hand]}]}
    game = PLAYERS[card_game](random)
    with suppress(KeyError):  # a fault may need a key that this hand does not have
        random.choice(FAULTS[card_game]).plant(random, random.choice(game.hands), game.profile)
    return {"card_game": card_game, "profile": game.profile, "games": [{"hands": game.hands}]}


def changed(card_game: str, random: Random) -> JSON:
    """Return a sheet with one to three random changes."""
    sheet = deepcopy(played(card_game, random))
    for _time in range(random.randint(1, 3)):
        if places := [place for place in _places(sheet) if place[1] != "card_game"]:
            owner, at = random.choice(places)
            random.choice(CHANGES)(owner, at, random)
    return sheet


def with_time_called(sheet: JSON, random: Random) -> JSON:
    """Return a copy of the sheet with a random call of time, which may be invalid."""
    call = {
        "hands": random.randint(0, 6),
        "begun": random.choice([True, False, None]),
        "draws": random.random() < 0.5,
    }
    entries = {key: value for key, value in call.items() if value is not None}
    return {**sheet, "time_called": entries if random.random() < 0.9 else random.choice(ODD)}


def _places(value: JSON) -> Iterator[tuple[JSON, Any]]:
    """Yield every position in nested lists and objects: the container, and the key or index."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for at, each in inner:
        yield value, at
        yield from _places(each)


def _odd(owner: JSON, at: Any, random: Random) -> None:
    owner[at] = deepcopy(random.choice(ODD))


def _near(owner: JSON, at: Any, random: Random) -> None:
    if type(owner[at]) is int:
        owner[at] += random.choice((-1, 1, 2, 10))


def _gone(owner: JSON, at: Any, _random: Random) -> None:
    del owner[at]


def _more(owner: JSON, at: Any, random: Random) -> None:
    if isinstance(owner, dict):
        owner[random.choice(KEYS)] = deepcopy(random.choice(ODD))
    else:
        owner.insert(at, deepcopy(owner[at]))


def _swapped(owner: JSON, at: Any, _random: Random) -> None:
    if isinstance(owner[at], list):
        owner[at].reverse()


def _another_state(owner: JSON, at: Any, random: Random) -> None:
    if isinstance(owner[at], dict) and "dealer" in owner[at]:
        owner[at]["state"] = random.choice(("annulled", "adjusted", "void", "claimed", "ended_on_trionfo"))


CHANGES: tuple[Callable[[JSON, Any, Random], None], ...] = (
    _odd,
    _near,
    _near,
    _gone,
    _more,
    _swapped,
    _another_state,
)
