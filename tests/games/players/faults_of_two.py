"""Functions that insert deliberate errors into hands of the games for two.

A function returns False if the hand does not allow the error.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.games.players.table import rank_of, suit_of, winning, worth
from tests.games.players.two_players import DEALT, MAY_DECLARE, Club

JSON = dict[str, Any]
Fault = Callable[[Random, JSON, Club], bool]


def miscounted(random: Random, hand: JSON, _club: Club) -> bool:
    """Move two points to the other player."""
    mine, other = hand["card_points"]
    hand["card_points"] = [mine + 2, other - 2]
    return other > 3 and mine > 1


def wrong_sum(_random: Random, hand: JSON, _club: Club) -> bool:
    """Add one card point to the first player, so that the sum is wrong."""
    hand["card_points"] = [hand["card_points"][0] + 1, hand["card_points"][1]]
    return hand["card_points"][0] <= 120


def anywhere(plant: Callable[[Random, JSON, JSON], None]) -> Fault:
    """Return a version of `plant` for hands of the games for two.

    `plant` inserts an error into a hand of any card game, and takes a profile as its last argument. The new
    function takes a club instead and returns True.
    """

    def planted(random: Random, hand: JSON, club: Club) -> bool:
        plant(random, hand, club.profile)
        return True

    return planted


def other_trumps(random: Random, hand: JSON, club: Club) -> bool:
    """Record another suit as trumps."""
    hand["trump"] = random.choice([suit for suit in club.suits if suit != hand["trump"]])
    return True


def forgotten(random: Random, hand: JSON, _club: Club) -> bool:
    """Remove a declaration from the sheet but not from the play."""
    declared = hand["declarations"]
    if declared:
        declared.pop(random.randrange(len(declared)))
    return len(declared) > 0


def in_another_suit(random: Random, hand: JSON, club: Club) -> bool:
    """Record on the sheet a suit that was not declared."""
    free = [
        suit
        for suit in club.suits
        if suit not in {declaration["suit"] for declaration in hand["declarations"]}
    ]
    announced = [declaration for declaration in hand["declarations"] if "captured" not in declaration]
    if free and announced:
        random.choice(announced)["suit"] = random.choice(free)
    return bool(free and announced)


def twice(_random: Random, hand: JSON, _club: Club) -> bool:
    """Repeat the last declaration, in the play and on the sheet."""
    if not hand["declarations"] or "captured" in hand["declarations"][-1]:
        return False
    last = hand["declarations"][-1]
    tell(hand, last["trick"], {"side": last["side"], "suit": last["suit"]})
    return True


def at_trick(number: int) -> Fault:
    """Return a function that moves the last declaration to trick `number`.

    `number` is the number of the first trick or of the last trick.
    """

    def move(_random: Random, hand: JSON, _club: Club) -> bool:
        if not hand["declarations"] or "captured" in hand["declarations"][-1]:
            return False
        if number < 20 and len(hand["declarations"]) > 1:
            return False
        declaration = hand["declarations"].pop()
        hand["play"][declaration["trick"] - 1]["declared"].pop()
        tell(hand, number, {"side": declaration["side"], "suit": declaration["suit"]})
        return True

    return move


def by_the_other(random: Random, hand: JSON, _club: Club) -> bool:
    """Record a declaration for the wrong player."""
    announced = [declaration for declaration in hand["declarations"] if "captured" not in declaration]
    if not announced:
        return False
    declaration = random.choice(announced)
    for each in hand["play"][declaration["trick"] - 1]["declared"]:
        if each["suit"] == declaration["suit"]:
            each["side"] = 1 - declaration["side"]
    declaration["side"] = 1 - declaration["side"]
    return True


def not_held(random: Random, hand: JSON, club: Club) -> bool:
    """Declare a marriage whose King or Queen the player does not hold."""
    number = random.choice(MAY_DECLARE[club.card_game])
    trick = hand["play"][number - 1]
    side = trick["winner"] if club.card_game == "mariaggia" else trick["leader"]
    first = number if club.card_game == "mariaggia" else number - 1
    later = {later["cards"][(side - later["leader"]) % 2] for later in hand["play"][first:]}
    free = [
        suit
        for suit in club.suits
        if suit not in {declaration["suit"] for declaration in hand["declarations"]}
    ]
    suits = [suit for suit in free if not set(club.pair(suit)) <= later]
    if suits:
        tell(hand, number, {"side": side, "suit": random.choice(suits)})
    return bool(suits)


def tell(hand: JSON, number: int, declaration: JSON) -> None:
    """Insert a declaration in the play and on the sheet, in order of tricks."""
    hand["play"][number - 1].setdefault("declared", []).append(declaration)
    place = sum(each["trick"] <= number for each in hand["declarations"])
    hand["declarations"].insert(place, {**declaration, "trick": number})


def draws_changed(random: Random, hand: JSON, club: Club) -> bool:
    """Swap the two cards drawn after a trick."""
    trick = hand["play"][random.randrange(20 - DEALT[club.card_game])]
    trick["drawn"] = trick["drawn"][::-1]
    return True


def draw_forgotten(random: Random, hand: JSON, club: Club) -> bool:
    """Remove the drawn cards of one trick."""
    del hand["play"][random.randrange(20 - DEALT[club.card_game])]["drawn"]
    return True


def drawn_before_the_last(random: Random, hand: JSON, club: Club) -> bool:
    """Swap the turned-up card with a card of another suit that the same player drew earlier."""
    drawing = 20 - DEALT[club.card_game]
    loser = 1 - hand["play"][drawing - 1]["winner"]
    places = [(trick["drawn"], (loser - trick["winner"]) % 2) for trick in hand["play"][:drawing]]
    shown_cards = {card for declaration in hand["declarations"] for card in club.pair(declaration["suit"])}
    late = hand_after_the_stock(hand, club, loser) - shown_cards
    plain = [
        (draw, place)
        for draw, place in places
        if draw[place] in late and suit_of(draw[place]) != hand["trump"]
    ]
    if not plain or any("exchanged" in trick for trick in hand["play"]):
        return False
    draw, place = random.choice(plain)
    last = places[-1][0]
    draw[place], last[1] = last[1], draw[place]
    return True


def turned_card_moved(beside: bool) -> Fault:
    """Return a function that swaps the turned-up card with a plain card of the other player.

    The last player to draw then has no trumps or, if `beside` is true, only trumps that were shown before.
    """

    def move(_random: Random, hand: JSON, club: Club) -> bool:
        drawing = 20 - DEALT[club.card_game]
        loser = 1 - hand["play"][drawing - 1]["winner"]
        turned = hand["play"][drawing - 1]["drawn"][1]
        shown_cards = {
            card
            for declaration in hand["declarations"]
            if declaration["side"] == loser
            for card in club.pair(declaration["suit"])
        }
        trumps = {
            card for card in hand_after_the_stock(hand, club, loser) if suit_of(card) == hand["trump"]
        } - {turned}
        if (
            any("exchanged" in trick for trick in hand["play"])
            or bool(trumps) is not beside
            or not trumps <= shown_cards
        ):
            return False
        for trick in hand["play"]:
            trick.pop("drawn", None)
        other_cards = hand_after_the_stock(hand, club, 1 - loser) - {
            card for declaration in hand["declarations"] for card in club.pair(declaration["suit"])
        }
        plain = sorted(card for card in other_cards if suit_of(card) != hand["trump"])
        return any(changed_places(hand, club, turned, card) for card in plain)

    return move


def changed_places(hand: JSON, club: Club, one: str, other: str) -> bool:
    """Swap two cards and recount the points; return False if the winner of a trick would change."""
    change = {one: other, other: one}
    tricks = [[change.get(card, card) for card in trick["cards"]] for trick in hand["play"]]
    for trick, cards in zip(hand["play"], tricks, strict=True):
        if (trick["leader"] + winning(cards, hand["trump"], club.ranks)) % 2 != trick["winner"]:
            return False
    points = [0, 0]
    for trick, cards in zip(hand["play"], tricks, strict=True):
        trick["cards"] = cards
        points[trick["winner"]] += worth(cards, club.values)
    hand["card_points"] = points
    return True


def hand_after_the_stock(hand: JSON, club: Club, side: int) -> set[str]:
    """Return the cards that a player holds when the stock is used up."""
    tricks = hand["play"][20 - DEALT[club.card_game] :]
    return {trick["cards"][(side - trick["leader"]) % 2] for trick in tricks}


def exchange_without_the_card(_random: Random, hand: JSON, club: Club) -> bool:
    """Record an exchange, although the card to be given was played before the stock was used up."""
    given_card = ("A" if club.card_game == "briscola_151" else "2") + hand["trump"]
    drawing = 20 - DEALT[club.card_game]
    early = any(given_card in trick["cards"] for trick in hand["play"][:drawing])
    if not early or any("exchanged" in trick for trick in hand["play"]):
        return False
    takes = club.ranks[2:4] if club.card_game == "briscola_151" else club.ranks.replace("2", "")
    for trick in hand["play"][:drawing]:
        for card in sorted(hand_after_the_stock(hand, club, trick["leader"])):
            if suit_of(card) == hand["trump"] and rank_of(card) in takes:
                trick["exchanged"] = {"player": trick["leader"], "card": card}
                return True
    return False


def exchange_in(_random: Random, hand: JSON, club: Club) -> bool:
    """Record an exchange for the turned-up card in a trick."""
    trick = hand["play"][0]
    trick["exchanged"] = {"player": trick["leader"], "card": club.ranks[2] + hand["trump"]}
    return not club.profile.get("ace_exchange")


def moved_exchange(number: int) -> Fault:
    """Return a function that moves the exchange `number` tricks later."""

    def move(_random: Random, hand: JSON, _club: Club) -> bool:
        for place, trick in enumerate(hand["play"][:-number]):
            if "exchanged" in trick:
                hand["play"][place + number]["exchanged"] = trick.pop("exchanged")
                return place + number >= 15
        return False

    return move


def exchanged_again(_random: Random, hand: JSON, _club: Club) -> bool:
    """Record the same exchange twice."""
    for place, trick in enumerate(hand["play"][:-1]):
        if "exchanged" in trick:
            hand["play"][place + 1]["exchanged"] = trick["exchanged"]
            return True
    return False


def exchanged_by_the_other(_random: Random, hand: JSON, _club: Club) -> bool:
    """Record an exchange for the player who did not lead the trick."""
    for trick in hand["play"]:
        if "exchanged" in trick:
            trick["exchanged"]["player"] = 1 - trick["exchanged"]["player"]
            return True
    return False


def took_a_low_card(_random: Random, hand: JSON, club: Club) -> bool:
    """Record the card that was given in an exchange as the card that was taken."""
    for trick in hand["play"]:
        if "exchanged" in trick:
            trick["exchanged"]["card"] = ("A" if club.card_game == "briscola_151" else "2") + hand["trump"]
            return True
    return False


def last_to_the_other(_random: Random, hand: JSON, _club: Club) -> bool:
    """Record the loser of the last trick as its winner."""
    hand["last_trick"] = 1 - hand["last_trick"]
    return True


def last_to_both(_random: Random, hand: JSON, _club: Club) -> bool:
    """Record both players as winners of the last trick."""
    hand["last_trick"] = [0, 1]
    return True


def said_to_be_taken(_random: Random, hand: JSON, _club: Club) -> bool:
    """Mark a declared marriage as captured."""
    for declaration in hand["declarations"]:
        if "captured" not in declaration:
            declaration["captured"] = True
            each = next(
                each
                for each in hand["play"][declaration["trick"] - 1]["declared"]
                if each["suit"] == declaration["suit"]
            )
            each["captured"] = True
            return True
    return False


def claimed_and_counted(_random: Random, hand: JSON, _club: Club) -> bool:
    """Record a claim in a hand that was played to its end."""
    hand["claim"] = {"side": 0, "card_points": 40}
    return True
