"""An independent random player of Briscola 151, Mariaggia and Mariagio.

The player is written without the code of the rules. Two players deal, draw, exchange, make random
declarations where allowed, claim, and count. The argument `cheat` names a duty. A player breaks this duty
once, at the first chance in the last tricks.
"""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.games.players.table import rank_of, shuffled, suit_of, winning, worth

JSON = dict[str, Any]
ORDERS = {
    ("french", "three"): "A3KQJ76542", ("latin", "three"): "A3KHJ76542", ("neapolitan", "three"): "A3KHM76542",
    ("french", "seven"): "A7KQJ65432", ("latin", "seven"): "A7KHJ65432", ("neapolitan", "seven"): "A7KHM65432",
}  # fmt: skip
WORTH = (11, 10, 4, 3, 2)
DEALT = {"briscola_151": 5, "mariaggia": 5, "mariagio": 7}
MAY_DECLARE = {"briscola_151": range(2, 16), "mariaggia": range(1, 19), "mariagio": range(1, 20)}


@dataclass(frozen=True)
class Club:
    """A club with a complete profile of a game for two."""

    card_game: str
    profile: JSON

    @property
    def ranks(self) -> str:
        return ORDERS[self.profile["pack"], self.profile.get("ten_card", "three")]

    @property
    def suits(self) -> str:
        return "SHDC" if self.profile["pack"] == "french" else "DCBS"

    @property
    def values(self) -> dict[str, int]:
        return dict(zip(self.ranks, WORTH, strict=False))

    @property
    def target(self) -> int:
        return int(self.profile["targets"][0])

    @property
    def claims(self) -> bool:
        return self.card_game == "mariaggia" or self.profile.get("finish") == "claim"

    def is_strict(self, number: int) -> bool:
        """Return True if the second player must follow suit, beat or trump in trick `number`."""
        return self.card_game != "briscola_151" and number > 20 - DEALT[self.card_game]

    def pair(self, suit: str) -> tuple[str, str]:
        return self.ranks[2] + suit, self.ranks[3] + suit


def any_club(random: Random, card_game: str, **fixed: Any) -> Club:
    """Return a club with a random profile of the given game."""
    profile: JSON = {
        "targets": [random.choice([100, 151, 200, 250, 400])],
        "pack": random.choice(["french", "latin", "neapolitan"]),
    }
    if card_game == "briscola_151":
        profile |= {"finish": random.choice(["claim", "end_of_deal"]), "ace_exchange": random.random() < 0.6}
    if card_game == "mariagio":
        profile |= {"ten_card": random.choice(["seven", "three"]), "captured": random.random() < 0.6}
    return Club(card_game, profile | fixed)


@dataclass
class PlayedHand:
    """A hand that has been played."""

    dealer: int
    trump: str
    # Side, suit and trick; `captured` if the marriage was captured.
    declared: list[JSON] = field(default_factory=list)
    play: list[JSON] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    # The winner of the last trick, if that is worth points.
    last: int | None = None
    claimant: int | None = None
    # The trick of the breach, from 0; its second card was illegal.
    cheated: int | None = None

    def declared_points(self, side: int) -> int:
        return sum(40 if each["suit"] == self.trump else 20 for each in self.declared if each["side"] == side)

    @property
    def score(self) -> list[int]:
        """The score of each player; in a claimed hand only the claimant's cards count."""
        counted = [self.points[side] if self.claimant in (None, side) else 0 for side in (0, 1)]
        return [counted[side] + self.declared_points(side) + 20 * (self.last == side) for side in (0, 1)]

    def written(self, random: Random | None = None) -> JSON:
        """Return the hand as it would be on a sheet; with `random`, some optional entries are left out."""
        declared = [dict(each) for each in self.declared]
        play = [dict(trick) for trick in self.play]
        if random and random.random() < 0.5:
            for declaration in declared:
                declaration.pop("trick", None)
        for key in ("winner", "drawn"):
            if random and random.random() < 0.5:
                for trick in play:
                    trick.pop(key, None)
        hand: JSON = {"dealer": self.dealer, "trump": self.trump, "declarations": declared}
        if self.claimant is not None:
            claim = {"side": self.claimant, "card_points": self.points[self.claimant]}
            return {**hand, "state": "claimed", "claim": claim, "play": play}
        hand |= {"card_points": self.points, "play": play}
        return hand if self.last is None else {**hand, "last_trick": self.last}


# Returns the player who stops the play after a trick to claim the game, or None.
Stop = Callable[[PlayedHand], int | None]


def nobody_claims(_hand: PlayedHand) -> None:
    """Return None, because nobody claims the game."""


@dataclass
class Table:
    """The state of a hand in play; the turned-up card is the first of the stock and is drawn last."""

    random: Random
    club: Club
    hand: PlayedHand
    hands: list[list[str]]
    stock: list[str]
    stop: Stop
    cheat: str

    def play_out(self) -> PlayedHand:
        """Play twenty tricks, unless a player stops the hand."""
        leader = 1 - self.hand.dealer
        for number in range(1, 21):
            leader = self.play_a_trick(number, leader)
            self.hand.claimant = self.stop(self.hand)
            if self.hand.claimant is not None:
                return self.hand
        self.hand.last = leader if self.club.card_game == "mariagio" else None
        return self.hand

    def play_a_trick(self, number: int, leader: int) -> int:
        trick: JSON = {"leader": leader, "cards": []}
        self.hand.play.append(trick)
        game = self.club.card_game
        for seat in (leader, 1 - leader):
            if game == "briscola_151" or (game == "mariagio" and seat == leader):
                self.think_of_exchanging(trick, seat)
                self.think_of_declaring(number, trick, seat)
            card = self.choose(number, seat, trick["cards"])
            self.hands[seat].remove(card)
            trick["cards"].append(card)
        winner = (leader + winning(trick["cards"], self.hand.trump, self.club.ranks)) % 2
        trick["winner"] = winner
        self.hand.points[winner] += worth(trick["cards"], self.club.values)
        self.look_for_a_capture(number, trick)
        if self.stock:
            trick["drawn"] = [self.stock.pop() for _seat in range(2)]
            self.hands[winner].append(trick["drawn"][0])
            self.hands[1 - winner].append(trick["drawn"][1])
        if game == "mariaggia":
            self.think_of_declaring(number, trick, winner)
        return winner

    def think_of_exchanging(self, trick: JSON, seat: int) -> None:
        """At random, exchange a trump for the turned-up card, if the rules allow the exchange.

        The player gives the Two of trumps. In Briscola 151 the player gives the Ace of trumps, and only if
        the turned-up card completes a marriage.
        """
        ace = self.club.card_game == "briscola_151"
        mine = ("A" if ace else "2") + self.hand.trump
        if not self.stock or mine not in self.hands[seat] or (ace and not self.club.profile["ace_exchange"]):
            return
        turned, pair = self.stock[0], self.club.pair(self.hand.trump)
        completes = turned in pair and any(card in self.hands[seat] for card in pair if card != turned)
        if (not ace or completes) and self.random.random() < 0.7:
            self.stock[0] = mine
            self.hands[seat] = [turned if card == mine else card for card in self.hands[seat]]
            trick["exchanged"] = {"player": seat, "card": turned}

    def think_of_declaring(self, number: int, trick: JSON, seat: int) -> None:
        """At random, declare marriages in the hand that have not been declared yet."""
        if number not in MAY_DECLARE[self.club.card_game]:
            return
        for suit in self.random.sample(self.club.suits, 4):
            holds_pair = set(self.club.pair(suit)) <= set(self.hands[seat])
            if holds_pair and self.is_new(suit) and self.random.random() < 0.6:
                self.declare(number, trick, {"side": seat, "suit": suit})

    def look_for_a_capture(self, number: int, trick: JSON) -> None:
        """Declare a captured marriage if the King has taken the Queen of its suit."""
        if not self.club.profile.get("captured") or len({suit_of(card) for card in trick["cards"]}) == 2:
            return
        suit = suit_of(trick["cards"][0])
        if {rank_of(card) for card in trick["cards"]} == set(self.club.ranks[2:4]) and self.is_new(suit):
            self.declare(number, trick, {"side": trick["winner"], "suit": suit, "captured": True})

    def is_new(self, suit: str) -> bool:
        return all(each["suit"] != suit for each in self.hand.declared)

    def declare(self, number: int, trick: JSON, declaration: JSON) -> None:
        trick.setdefault("declared", []).append(declaration)
        self.hand.declared.append({**declaration, "trick": number})

    def choose(self, number: int, seat: int, lying: list[str]) -> str:
        """Return any legal card, usually one that belongs to no marriage."""
        cards = self.hands[seat]
        allowed = self.owed(cards, lying[0]) if lying and self.club.is_strict(number) else cards
        wrong = self.wrong(cards, allowed, lying[0]) if lying and self.club.is_strict(number) else []
        if wrong and self.hand.cheated is None:
            self.hand.cheated = number - 1
            return self.random.choice(wrong)
        plain = [card for card in allowed if rank_of(card) not in self.club.ranks[2:4]]
        return self.random.choice(plain if plain and self.random.random() < 0.8 else allowed)

    def owed(self, cards: list[str], led: str) -> list[str]:
        """Return the cards that a player may play after the card `led`.

        The player plays a higher card of the suit led. Without a higher card, the player plays any card of
        this suit; without this suit, a trump; without trumps, any card.
        """
        same = [card for card in cards if suit_of(card) == suit_of(led)]
        higher = [card for card in same if self.height(card) > self.height(led)]
        trumps = [card for card in cards if suit_of(card) == self.hand.trump]
        return higher or same or trumps or cards

    def wrong(self, cards: list[str], allowed: list[str], led: str) -> list[str]:
        """Return the cards that break the duty named by `cheat`."""
        follows = suit_of(allowed[0]) == suit_of(led)
        same = [card for card in cards if suit_of(card) == suit_of(led)]
        breaches = {
            "revoke": [card for card in cards if suit_of(card) != suit_of(led)] if same else [],
            "must_beat": [card for card in same if card not in allowed] if follows else [],
            "must_trump": [card for card in cards if card not in allowed] if not same else [],
        }
        return breaches.get(self.cheat, [])

    def height(self, card: str) -> int:
        return -self.club.ranks.index(rank_of(card))


def play_a_hand(
    random: Random, club: Club, dealer: int, stop: Stop = nobody_claims, cheat: str = ""
) -> PlayedHand:
    """Deal the cards, turn up a card for the trump suit, and play the hand."""
    deck, dealt = shuffled(random, club.ranks, club.suits), DEALT[club.card_game]
    hands, stock = [deck[:dealt], deck[dealt : 2 * dealt]], deck[2 * dealt :]
    return Table(random, club, PlayedHand(dealer, suit_of(stock[0])), hands, stock, stop, cheat).play_out()


@dataclass
class PlayedGame:
    """A game played to its end, or stopped after many hands."""

    club: Club
    hands: list[PlayedHand] = field(default_factory=list)
    running: list[list[int]] = field(default_factory=lambda: [[0, 0]])
    winner: int | None = None


def play_a_game(random: Random, club: Club, most: int = 40) -> PlayedGame:
    """Play hands until a player wins by a correct claim, by the opponent's wrong claim, or at the end of a
    hand.
    """
    game = PlayedGame(club)
    dealer = random.randrange(2)

    def somebody_claims(hand: PlayedHand) -> int | None:
        for side in random.sample([0, 1], 2) if club.claims else ():
            at_target = game.running[-1][side] + hand.points[side] + hand.declared_points(side) >= club.target
            if random.random() < (0.5 if at_target else 0.002):
                return side
        return None

    while game.winner is None and len(game.hands) < most:
        hand = play_a_hand(random, club, dealer, somebody_claims)
        game.hands.append(hand)
        total = [before + gain for before, gain in zip(game.running[-1], hand.score, strict=True)]
        game.running.append(total)
        if hand.claimant is not None:
            game.winner = hand.claimant if total[hand.claimant] >= club.target else 1 - hand.claimant
        elif max(total) >= club.target and total[0] != total[1]:
            game.winner = int(total[1] > total[0])
        dealer = 1 - dealer
    return game
