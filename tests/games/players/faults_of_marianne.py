"""Random games of Marianna and Cinquecento, and functions that insert deliberate errors into their hands."""

from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any

from tests.games.players.clubs_of_marianne import PACKS, Club
from tests.games.players.faults import doubled_card, lost_trick
from tests.games.players.judge import JSON, Fault, PlayedGame
from tests.games.players.marianna import play_a_game

AnyClub = Callable[..., Club]
Plant = Callable[[Random, JSON, JSON], bool | None]


def games_of(any_club: AnyClub, *, complete: bool = False, **fixed: Any) -> Callable[[Random], PlayedGame]:
    """Return a function that plays a random game of Marianna or Cinquecento.

    If `complete` is true, the recorded hands have all optional entries. Otherwise some entries are left out
    at random.
    """

    def play(random: Random) -> PlayedGame:
        played = play_a_game(random, any_club(random, **fixed))
        return PlayedGame(
            profile=played.club.profile,
            hands=[hand.written(None if complete else random) for hand in played.hands],
            running=played.running[1:],
            over=played.winner is not None,
            winner=played.winner,
        )

    return play


def played_out(plant: Plant) -> Plant:
    """Return a variant of `plant` that changes only hands that were played to their end."""

    @wraps(plant)
    def planted(random: Random, hand: JSON, profile: JSON) -> bool | None:
        return plant(random, hand, profile) if "card_points" in hand else False

    return planted


def two_points_over(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Move two points to the other side."""
    moved = -2 if hand["card_points"][0] > 60 else 2
    hand["card_points"] = [hand["card_points"][0] + moved, hand["card_points"][1] - moved]


def nobody_makes_one(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Record 119 and 1 card points, which are impossible, and remove the play."""
    hand["card_points"] = [119, 1]
    del hand["play"]


def drawn_by_two(random: Random, hand: JSON, _profile: JSON) -> None:
    """Swap two cards that were drawn one after the other."""
    draw = random.choice(hand["play"][:5])["drawn"]
    place = random.randrange(3)
    draw[place], draw[place + 1] = draw[place + 1], draw[place]


def a_marianna_alone(hand: JSON) -> tuple[JSON, JSON] | None:
    """Return the first marianna that is the only declaration of its trick, or None.

    The result has two items: the declaration on the sheet, and the same declaration in the play.
    """
    for entry in hand["declarations"]:
        declarations = hand["play"][entry["trick"] - 1]["declared"]
        if entry["kind"] == "marianna" and len(declarations) == 1:
            return entry, declarations[0]
    return None


def last_marianna(hand: JSON, latest: int) -> JSON | None:
    """Return the last declaration if it is a marianna in trick `latest` or earlier."""
    last: JSON | None = hand["declarations"][-1] if hand["declarations"] else None
    return last if last and last["kind"] == "marianna" and last["trick"] <= latest else None


def moved_to(hand: JSON, last: JSON, trick: int) -> None:
    """Move the last declaration to another trick, on the sheet and in the play."""
    hand["play"][trick - 1]["declared"] = [hand["play"][last["trick"] - 1]["declared"].pop()]
    last["trick"] = trick


def by_the_partner(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record the partner, who holds other cards, as the player who declared."""
    declarations = a_marianna_alone(hand) or ()
    for declaration in declarations:
        declaration["player"] = (declaration["player"] + 2) % 4
    return bool(declarations)


def another_suit(_random: Random, hand: JSON, profile: JSON) -> bool:
    """Record on the sheet a suit that was not declared."""
    declarations = a_marianna_alone(hand)
    declared = {each["suit"] for each in hand["declarations"]}
    free = [suit for suit in PACKS[profile["pack"]][1] if suit not in declared]
    if not declarations or not free:
        return False
    declarations[0]["suit"] = free[0]
    return True


def without_the_cards(_random: Random, hand: JSON, profile: JSON) -> bool:
    """Move a marianna to the last trick, although a card of it was played earlier.

    The marianna is the last of several declarations, so trumps do not change. Return False if the hand has no
    suitable marianna.
    """
    last = last_marianna(hand, 9)
    if last is None or len(hand["declarations"]) < 2:
        return False
    ranks = PACKS[profile["pack"]][0]
    if {ranks[2] + last["suit"], ranks[3] + last["suit"]} <= set(hand["play"][9]["cards"]):
        return False
    moved_to(hand, last, 10)
    return True


def in_the_sixth(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Move the last marianna to the sixth trick, when the stock is used up."""
    last = last_marianna(hand, 5)
    if last:
        moved_to(hand, last, 6)
    return last is not None


def declared_again(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Declare a suit again in the next trick."""
    last = last_marianna(hand, 4)
    if last:
        hand["declarations"].append({**last, "trick": last["trick"] + 1})
        again = dict(hand["play"][last["trick"] - 1]["declared"][-1])
        hand["play"][last["trick"]]["declared"].append(again)
    return last is not None


def out_of_order(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Reverse the order of the declarations."""
    tricks = [each["trick"] for each in hand["declarations"]]
    hand["declarations"].reverse()
    return len(set(tricks)) > 1


def asked_by_the_partner(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record the partner, who covered the marriage, as the player who asked for the cover."""
    for entry in hand["declarations"]:
        declarations = hand["play"][entry["trick"] - 1]["declared"]
        if entry["kind"] == "copri" and len(declarations) == 1:
            declarations[0]["player"] = entry["player"] = (entry["player"] + 2) % 4
            return True
    return False


def while_others_lead(_random: Random, hand: JSON, profile: JSON) -> bool:
    """Change the profile so that only leaders may declare; return False if only leaders declared."""
    leaders = [trick["leader"] for trick in hand["play"]]
    if all(each["player"] == leaders[each["trick"] - 1] for each in hand["declarations"]):
        return False
    profile["who_may"] = "leader_only"
    return True


def played_on(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record a mariannone on the sheet of a hand that was played to its end."""
    if hand["declarations"]:
        return False
    hand["declarations"].append({"side": 0, "kind": "mariannone"})
    del hand["play"]
    return True


# Faults of both games.
FAULTS = tuple(
    Fault(name, code, rule, played_out(plant))
    for name, code, rule, plant in (
        ("nine tricks", "deal_not_whole", "MNA-CARD-1", lost_trick),
        ("a card twice", "doubled_card", "MNA-CARD-1", doubled_card),
        ("cards drawn by another", "drawn_by_another", "MNA-CARD-1", drawn_by_two),
        ("two points go over", "card_points_not_as_played", "MNA-SCORE-1", two_points_over),
        ("all but one point", "card_points_impossible", "MNA-CARD-2", nobody_makes_one),
        ("the partner declares", "not_held", "MNA-DECL-1", by_the_partner),
        ("another suit on the sheet", "not_as_declared", "MNA-SCORE-1", another_suit),
        ("a suit twice", "suit_declared_twice", "MNA-DECL-3", declared_again),
        ("the partner asks", "declared_out_of_turn", "COP-1", asked_by_the_partner),
    )
)
