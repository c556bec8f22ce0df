"""An independent random player of Marianna and Cinquecento, written without the code of the rules.

Four players deal, draw, make random declarations where allowed, and count. Some hands are dealt from a
stacked pack, because four Queens in one hand are very rare.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.games.players.clubs_of_marianne import Club
from tests.games.players.table import shuffled, winning, worth

JSON = dict[str, Any]
FIXED = {"mariannino": 250, "mariannone": 500, "copri": 20}


@dataclass
class PlayedHand:
    """A hand that has been played."""

    dealer: int
    # Complete declarations: side, player, kind, suit and trick.
    declared: list[JSON] = field(default_factory=list)
    play: list[JSON] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    score: list[int] = field(default_factory=lambda: [0, 0])
    ended: bool = False

    def written(self, random: Random | None = None) -> JSON:
        """Return the hand as it would be on a sheet; with `random`, some optional entries are left out."""
        declared = [dict(each) for each in self.declared]
        play = [dict(trick) for trick in self.play]
        if random:
            forget_some(random, declared, play)
        hand: JSON = {"dealer": self.dealer, "declarations": declared}
        if self.ended:
            return {**hand, "state": "ended_on_declaration", "play": play}
        return {**hand, "card_points": self.points, "play": play}


def forget_some(random: Random, declared: list[JSON], play: list[JSON]) -> None:
    """Remove some optional entries from a recorded hand."""
    for each in declared:
        spare = ["player", "trick"] + ["suit"] * (each["kind"] in ("mariannino", "mariannone"))
        for key in random.sample(spare, random.randint(0, len(spare))):
            del each[key]
    for key in random.sample(["winner", "drawn"], random.randint(0, 2)):
        for trick in play:
            trick.pop(key, None)
    for trick in play:
        if not trick["declared"]:
            del trick["declared"]


@dataclass
class Table:
    """The state of a hand in play."""

    random: Random
    club: Club
    hand: PlayedHand
    before: list[int]
    hands: list[list[str]]
    stock: list[str]
    trump: str | None = None

    def play_out(self) -> PlayedHand:
        """Play ten tricks, or fewer if a declaration ends the game; return the hand."""
        leader = (self.hand.dealer + 1) % 4
        for number in range(1, 11):
            leader = self.play_a_trick(number, leader)
            if self.hand.ended:
                break
        if self.hand.ended:
            self.hand.points = [0, 0]
        self.hand.score = [a + b for a, b in zip(self.hand.points, self.declared_points(), strict=True)]
        return self.hand

    def play_a_trick(self, number: int, leader: int) -> int:
        turns = [(leader + place) % 4 for place in range(4)]
        trick: JSON = {"leader": leader, "cards": [], "declared": []}
        self.hand.play.append(trick)
        cover = self.ask_for_cover(leader)
        if self.club.profile.get("who_may") == "any_before_lead":
            for seat in turns:
                self.think_of_declaring(number, trick, seat)
        for seat in turns:
            for speaker in self.speakers(turns, seat):
                self.think_of_declaring(number, trick, speaker)
            if self.hand.ended:
                return leader
            card = cover.get(seat) or self.choose(seat)
            self.hands[seat].remove(card)
            trick["cards"].append(card)
        return self.take(number, trick, leader, cover)

    def take(self, number: int, trick: JSON, leader: int, cover: dict[int, str]) -> int:
        """Give the trick to its winner; if there is a stock, all players draw."""
        winner: int = (leader + winning(trick["cards"], self.trump, self.club.ranks)) % 4
        if cover and self.trump is None and winner % 2 == leader % 2:
            self.trump = cover[leader][1]
            self.declare(number, trick, leader, "copri", self.trump, first=True)
        trick["winner"] = winner
        self.hand.points[winner % 2] += worth(trick["cards"], self.club.values)
        if self.stock:
            trick["drawn"] = [self.stock.pop() for _seat in range(4)]
            for place, card in enumerate(trick["drawn"]):
                self.hands[(winner + place) % 4].append(card)
        return winner

    def speakers(self, turns: list[int], seat: int) -> list[int]:
        """Return the players who may declare before the given seat plays; in Cinquecento all players may."""
        if self.club.sicilian:
            return self.random.sample(turns, 4)
        may = {
            "any_at_turn": [seat],
            "any_before_lead": [],
            "leader_only": [seat] if seat == turns[0] else [],
        }
        return may[self.club.profile["who_may"]]

    def think_of_declaring(self, number: int, trick: JSON, seat: int) -> None:
        """At random, make one allowed declaration, unless the player has already declared in this trick."""
        if self.hand.ended or any(each["player"] == seat for each in trick["declared"]):
            return
        kings = [card[1] for card in self.hands[seat] if card[0] == self.club.king]
        queens = [card[1] for card in self.hands[seat] if card[0] == self.club.queen]
        can = [("marianna", suit) for suit in kings if suit in queens]
        if not self.club.sicilian:
            can += [
                ("mariannino", suit) for suit in kings if len(queens) == 4 and self.plays("mariannino", True)
            ]
            can += [
                ("mariannone", suit)
                for suit in queens
                if len(kings) == 4 and self.plays("mariannone", "win", "points")
            ]
        can = [
            (kind, suit)
            for kind, suit in can
            if number <= self.club.last_trick(kind) and self.is_new(kind, suit)
        ]
        if can and self.random.random() < 0.75:
            self.declare(number, trick, seat, *self.random.choice(can))

    def plays(self, option: str, *words: object) -> bool:
        return self.club.profile[option] in words

    def is_new(self, kind: str, suit: str) -> bool:
        """Return True if nobody has made this declaration in the hand yet.

        A marianna can be declared once in each suit, every other kind once in a hand.
        """
        if kind == "marianna":
            return all(each["kind"] != kind or each["suit"] != suit for each in self.hand.declared)
        return all(each["kind"] != kind for each in self.hand.declared)

    def declare(
        self, number: int, trick: JSON, seat: int, kind: str, suit: str, *, first: bool = False
    ) -> None:
        declaration = {"player": seat, "kind": kind, "suit": suit}
        earlier = len(self.hand.declared) - len(trick["declared"])
        trick["declared"].insert(0 if first else len(trick["declared"]), declaration)
        entry = {"side": seat % 2, **declaration, "trick": number}
        self.hand.declared.insert(earlier if first else len(self.hand.declared), entry)
        if kind == "marianna" and (self.trump is None or self.club.profile.get("trump_changes", False)):
            self.trump = suit
        self.hand.ended = (
            kind == "mariannone" and self.club.profile["mariannone"] == "win"
        ) or self.reached()

    def reached(self) -> bool:
        """Return True if a side reaches the target and leads, counting the declarations of this hand.

        Card points of this hand do not count. Return False if the profile does not end a game immediately.
        """
        if not self.club.profile.get("immediate"):
            return False
        one, other = (a + b for a, b in zip(self.before, self.declared_points(), strict=True))
        return one != other and max(one, other) >= self.club.profile["targets"][0]

    def declared_points(self) -> list[int]:
        """Return the declared points of both sides; the points of a marianna depend on the number of earlier
        ones.
        """
        points, place = [0, 0], 0
        for each in self.hand.declared:
            points[each["side"]] += FIXED.get(each["kind"]) or self.club.counts[place]
            place += each["kind"] == "marianna" or (
                each["kind"] == "copri" and self.club.profile.get("copri_counts", True)
            )
        return points

    def ask_for_cover(self, leader: int) -> dict[int, str]:
        """Return the King and Queen of a suit, one held by the leader and one by the partner.

        The result is a dictionary {seat: card}. It is empty if they hold no King and Queen in this way, if
        the profile does not allow covers, if there are trumps already, and sometimes at random.
        """
        if not self.club.profile["copri"] or self.trump or self.random.random() < 0.3:
            return {}
        king, queen, partner = self.club.king, self.club.queen, (leader + 2) % 4
        for suit in self.random.sample(self.club.suits, 4):
            for mine, his in ((king, queen), (queen, king)):
                if mine + suit in self.hands[leader] and his + suit in self.hands[partner]:
                    return {leader: mine + suit, partner: his + suit}
        return {}

    def choose(self, seat: int) -> str:
        """Return a card of the hand, usually one that belongs to no marriage."""
        plain = [card for card in self.hands[seat] if card[0] not in (self.club.king, self.club.queen)]
        return self.random.choice(plain if plain and self.random.random() < 0.9 else self.hands[seat])


def play_a_hand(random: Random, club: Club, dealer: int, before: list[int]) -> PlayedHand:
    """Deal five cards each and play the hand."""
    deck = shuffled(random, club.ranks, club.suits)
    if random.random() < 0.2:
        four, one = random.choice([(club.queen, club.king), (club.king, club.queen)])
        front = [four + suit for suit in club.suits] + [one + random.choice(club.suits)]
        deck = front + [card for card in deck if card not in front]
        turn = 5 * random.randrange(4)
        deck = deck[5 : 5 + turn] + deck[:5] + deck[5 + turn :]
    hands = [deck[seat * 5 : seat * 5 + 5] for seat in range(4)]
    return Table(random, club, PlayedHand(dealer), before, hands, deck[20:]).play_out()


@dataclass
class PlayedGame:
    """A game played to its end, or stopped after many hands."""

    club: Club
    hands: list[PlayedHand] = field(default_factory=list)
    running: list[list[int]] = field(default_factory=lambda: [[0, 0]])
    winner: int | None = None


def play_a_game(random: Random, club: Club, most: int = 40) -> PlayedGame:
    """Play hands until one side has won, at the end of a hand or with a declaration."""
    game = PlayedGame(club)
    dealer = random.randrange(4)
    while game.winner is None and len(game.hands) < most:
        total = game.running[-1]
        hand = play_a_hand(random, club, dealer, total)
        game.hands.append(hand)
        one, other = (a + b for a, b in zip(total, hand.score, strict=True))
        game.running.append([one, other])
        if hand.ended:
            game.winner = hand.declared[-1]["side"]
        elif max(one, other) >= club.profile["targets"][0] and one != other:
            game.winner = int(other > one)
        dealer = (dealer + 1) % 4
    return game
