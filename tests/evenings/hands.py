"""Random hands of any card game, generated only from the definition of the card game.

A hand that the rules refuse is generated again until one is accepted. The module names no card game, so it
also works for new card games.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import NO_SUIT, CardOf, Dealer, Shares, Side, Suit
from scoring.field_kinds.choice import Choice
from scoring.field_kinds.declarations import Declarations
from scoring.field_kinds.number import Number
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.sheet import check_next_hand, check_sheet
from scoring.sheet.rules.time_called import TimeCall
from scoring.types import HandState

TRIES = 2_000

Games = list[dict[str, list[dict[str, Any]]]]


class Writer:
    """A generator of random sheets of one card game."""

    def __init__(
        self, card_game: CardGame, profile: Profile, random: Random, time: TimeCall | None = None
    ) -> None:
        self.card_game, self.profile, self.random, self.time = card_game, profile, random, time

    def following(self, games: Games) -> Any:
        """Return the game, number and dealer of the next hand; None if the match is over."""
        return self.verdict(games)["next"]

    def verdict(self, games: Games) -> Any:
        """Return the result of `check_sheet` for the given games."""
        sheet = {"card_game": self.card_game.key, "profile": self.profile.as_json(), "games": games}
        called = {"time_called": self.time.as_json()} if self.time else {}
        return check_sheet(sheet | called).as_json()

    def hand(self, games: Games, game: int, hand: int, dealer: int | None) -> dict[str, Any]:
        """Return a random next hand that the rules accept; raise AssertionError after too many attempts."""
        for _try in range(TRIES):
            body = self._thought_up(dealer)
            for candidate in (body, *self._ended_early(body)):
                check = check_next_hand(
                    self.card_game, self.profile, games, candidate, game=game, hand=hand, time=self.time
                )
                if not any(problem.level == "error" for problem in check.problems):
                    return candidate
        raise AssertionError(f"no hand of {self.card_game.key} was found: {check.problems}")

    def match(self) -> Games:
        """Return the games of a whole match."""
        return self.play_on([])

    def play_on(self, games: Games, most: int = 1_000) -> Games:
        """Return the games with up to `most` further random hands."""
        games = [{"hands": list(game["hands"])} for game in games]
        for _hand in range(most):
            place = self.following(games)
            if place is None:
                break
            while len(games) < place["game"]:
                games.append({"hands": []})
            body = self.hand(games, place["game"], place["hand"], place["dealer"])
            games[-1]["hands"].append(body)
        return games

    def _thought_up(self, dealer: int | None) -> dict[str, Any]:
        body = {}
        for field in self.card_game.fields:
            think = THOUGHTS.get(type(field.kind))
            if think and (field.required or self.random.random() < 0.3):
                body[field.key] = think(self, field, dealer)
        return {key: value for key, value in body.items() if value is not None}

    def _ended_early(self, body: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return variants of a hand that ended early, before the cards were counted."""
        variants = []
        for state, rule in self.card_game.states.items():
            if state is not HandState.PLAYED and rule.scores and rule.refuses:
                refused = {field.key for field in self.card_game.fields if field.step in rule.refuses}
                entries = {key: value for key, value in body.items() if key not in refused}
                variants.append({**entries, "state": state.value})
        return variants

    def _dealer(self, _field: Field[Any], dealer: int | None) -> int:
        return self.random.randrange(self.profile.seats) if dealer is None else dealer

    def _side(self, _field: Field[Any], _dealer: int | None) -> int:
        return self.random.randrange(self.profile.sides)

    def _card(self, _field: Field[Any], _dealer: int | None) -> str:
        return self.random.choice(self.profile.ranks) + self._any_suit()

    def _suit(self, field: Field[Any], _dealer: int | None) -> str:
        wanted: Suit = field.kind  # type: ignore[assignment]
        none = [NO_SUIT] if wanted.no_suit else []
        return self.random.choice([*self.profile.pack.suits, *none])

    def _choice(self, field: Field[Any], _dealer: int | None) -> str:
        wanted: Choice = field.kind  # type: ignore[assignment]
        return self.random.choice(list(wanted.options))

    def _any_suit(self) -> str:
        return self.random.choice(list(self.profile.pack.suits))

    def _number(self, field: Field[Any], _dealer: int | None) -> int:
        wanted: Number = field.kind  # type: ignore[assignment]
        return self.random.randint(wanted.lowest(self.profile), wanted.highest(self.profile))

    def _shares(self, field: Field[Any], _dealer: int | None) -> list[int]:
        wanted: Shares = field.kind  # type: ignore[assignment]
        owners = len(wanted.owners) or self.profile.sides
        return split(self.random, wanted.total(self.profile), owners)

    def _declarations(self, field: Field[Any], _dealer: int | None) -> list[dict[str, Any]]:
        wanted: Declarations = field.kind  # type: ignore[assignment]
        suits = self.random.sample(list(self.profile.pack.suits), self.random.choice([0, 0, 1, 1, 2, 3]))
        return [self._declaration(wanted, suit) for suit in suits]

    def _declaration(self, wanted: Declarations, suit: str) -> dict[str, Any]:
        # The first kind is the usual one; the other kinds are rare.
        kind = wanted.kinds[0] if self.random.random() < 0.9 else self.random.choice(wanted.kinds)
        declaration = {"side": self.random.randrange(self.profile.sides), "kind": kind.key, "suit": suit}
        return {key: value for key, value in declaration.items() if value != ""}


def split(random: Random, total: int, owners: int) -> list[int]:
    """Split a total into one random share for each owner."""
    parts = []
    for remaining in range(owners, 1, -1):
        share = round(random.gauss(total / remaining, total / remaining / 3))
        parts.append(min(max(share, 0), total))
        total -= parts[-1]
    return [*parts, total]


Thought = Callable[[Writer, Field[Any], int | None], Any]

THOUGHTS: Mapping[type, Thought] = {
    Dealer: Writer._dealer,
    Side: Writer._side,
    CardOf: Writer._card,
    Suit: Writer._suit,
    Choice: Writer._choice,
    Number: Writer._number,
    Shares: Writer._shares,
    Declarations: Writer._declarations,
}


def totals(games: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Return the final score of every game on a sheet."""
    return [list(game["score"]) for game in games]
