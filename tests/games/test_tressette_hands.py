"""Tests with random games of Tressette: valid games get the right scores, and errors are reported (TRE)."""

from collections.abc import Callable
from random import Random

import pytest

from tests.games.players.beating import cheating
from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.faults_of_beating import one_point_more, one_point_off, where_it_was_played
from tests.games.players.judge import JSON, Fault, agree, find
from tests.games.players.tressette import NAMES, PACKS, dealt_hands, declarable, play_a_game, rules_of
from tests.tiers import sampled

EVERYTHING = {"napoletane": True, "bongiochi": True}
Declarer = Callable[[Random, JSON, JSON], list[JSON]]


def declared(declarer: Declarer) -> Callable[[Random, JSON, JSON], bool]:
    """Return a function that replaces the declarations of a hand and removes its tricks."""

    def plant(random: Random, hand: JSON, profile: JSON) -> bool:
        hand.pop("play", None)
        hand["declarations"] = declarer(random, hand, profile)
        return bool(hand["declarations"])

    return plant


def where_all_is_played(declarer: Declarer) -> Declarer:
    """Return a function that calls `declarer` only if the options of the game allow all declarations."""
    return lambda random, hand, profile: (
        declarer(random, hand, profile) if profile | EVERYTHING == profile else []
    )


def napoletana(side: int, suit: str) -> JSON:
    return {"side": side, "kind": "napoletana", "suit": suit}


def the_ace_in_two_hands(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    """Declare one card twice: in a napoletana of one pair, and in three of a rank of its opponents."""
    side, (suit, missing) = random.randrange(2), random.sample(PACKS[profile["pack"]][1], 2)
    kind = f"three_{random.choice([*NAMES.values()])}"
    return [napoletana(side, suit), {"side": 1 - side, "kind": kind, "suit": missing}]


def between_partners(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    """Declare a napoletana for one player and four of a rank for the partner."""
    player, kind = random.randrange(4), f"four_{random.choice([*NAMES.values()])}"
    suit = random.choice(PACKS[profile["pack"]][1])
    return [
        {"side": player % 2, "player": player, "kind": "napoletana", "suit": suit},
        {"side": player % 2, "player": (player + 2) % 4, "kind": kind},
    ]


def twelve_cards_in_a_hand(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    """Declare all four napoletane and four of a rank for one side.

    The player with the four cards of a rank would hold all twelve cards of the napoletane, but a hand has ten
    cards.
    """
    side = random.randrange(2)
    all_suits = [napoletana(side, suit) for suit in PACKS[profile["pack"]][1]]
    return [*all_suits, {"side": side, "kind": f"four_{random.choice([*NAMES.values()])}"}]


def a_suit_twice(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    """Declare the same napoletana twice, each time for a random pair."""
    suit = random.choice(PACKS[profile["pack"]][1]) if profile["napoletane"] else ""
    return [napoletana(random.randrange(2), suit) for _time in range(2)] if suit else []


def a_rank_twice(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    """Declare three of a rank, and also three or four of the same rank, each for a random pair."""
    name, suits = random.choice([*NAMES.values()]), PACKS[profile["pack"]][1]
    three = {"side": random.randrange(2), "kind": f"three_{name}", "suit": random.choice(suits)}
    again = {"side": random.randrange(2), "kind": f"three_{name}", "suit": random.choice(suits)}
    four = {"side": random.randrange(2), "kind": f"four_{name}"}
    return random.sample([three, random.choice([again, four])], 2) if profile["bongiochi"] else []


def a_napoletana_where_none_is_played(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    suit = random.choice(PACKS[profile["pack"]][1])
    return [] if profile["napoletane"] else [napoletana(random.randrange(2), suit)]


def a_rank_where_none_is_played(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    name, suit = random.choice([*NAMES.values()]), random.choice(PACKS[profile["pack"]][1])
    each = random.choice([{"kind": f"three_{name}", "suit": suit}, {"kind": f"four_{name}"}])
    return [] if profile["bongiochi"] else [{"side": random.randrange(2), **each}]


def in_a_later_trick(random: Random, _hand: JSON, profile: JSON) -> list[JSON]:
    each = napoletana(random.randrange(2), random.choice(PACKS[profile["pack"]][1]))
    return [{**each, "trick": random.randint(2, 10)}] if profile["napoletane"] else []


def one_of_nobody(random: Random, hand: JSON, profile: JSON) -> bool:
    """Replace all declarations by a combination that the player does not hold.

    The declarations are replaced in the play and on the sheet. Return False if the player holds every
    combination.
    """
    player, suits = random.randrange(4), PACKS[profile["pack"]][1]
    three = [{"kind": f"three_{name}", "suit": suit} for name in NAMES.values() for suit in suits]
    four = [{"kind": f"four_{name}"} for name in NAMES.values()]
    napoletane = [{"kind": "napoletana", "suit": suit} for suit in suits]
    had = declarable(dealt_hands(hand["play"])[player], profile)
    every = [
        *(napoletane if profile["napoletane"] else ()),
        *([*three, *four] if profile["bongiochi"] else ()),
    ]
    # a player with all four also had three
    ranks = {each["kind"].partition("_")[2] for each in had if each["kind"].startswith("four")}
    new = [
        each for each in every if each not in had and each["kind"] not in {f"three_{rank}" for rank in ranks}
    ]
    if not new:
        return False
    one = random.choice(new)
    hand["play"][0]["declared"] = [{"player": player, **one}]
    hand["declarations"] = [{"side": player % 2, **one}]
    return True


def by_the_next(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record the next player as the player who made a declaration, in the play and on the sheet."""
    declarations = hand["play"][0].get("declared", [])
    if len(declarations) != 1:
        return False
    declarations[0]["player"] = (declarations[0]["player"] + 1) % 4
    hand["declarations"] = [{"side": declarations[0]["player"] % 2, **declarations[0]}]
    return True


def one_left_out(random: Random, hand: JSON, _profile: JSON) -> bool:
    """Remove from the sheet a declaration that was made in the play."""
    if not hand["declarations"]:
        return False
    del hand["declarations"][random.randrange(len(hand["declarations"]))]
    return True


def another_suit(random: Random, hand: JSON, profile: JSON) -> bool:
    """Change the suit of the only declaration on the sheet."""
    if len(hand["declarations"]) != 1 or "suit" not in hand["declarations"][0]:
        return False
    suits = [suit for suit in PACKS[profile["pack"]][1] if suit != hand["declarations"][0]["suit"]]
    hand["declarations"][0]["suit"] = random.choice(suits)
    return True


def for_the_other_pair(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record the only declaration on the sheet for the opponents of the declaring pair."""
    if len(hand["declarations"]) != 1:
        return False
    hand["declarations"][0].pop("player", None)
    hand["declarations"][0]["side"] = 1 - hand["declarations"][0]["side"]
    return True


def in_the_second_trick(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Move all declarations to the second trick, on the sheet and in the play."""
    if not hand["declarations"]:
        return False
    hand["play"][1]["declared"] = hand["play"][0].pop("declared")
    for each in hand["declarations"]:
        each["trick"] = 2
    return True


def last_trick_of_the_others(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record the last trick for the pair that did not win it, if that pair has enough points."""
    hand["last_trick"] = 1 - hand["last_trick"]
    return 0 not in hand["card_points"]


def nothing_for_the_last_trick(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Give no points to the pair that won the last trick."""
    hand.pop("play", None)
    hand["card_points"] = [11, 11]
    hand["card_points"][hand["last_trick"]] = 0


def a_revoke(random: Random, hand: JSON, profile: JSON) -> bool:
    """Add a revoke to the play without changing the declarations."""
    declarations = hand["play"][0].get("declared")
    revoked = cheating(random, hand, rules_of(hand, profile), "revoke")
    if declarations:
        hand["play"][0]["declared"] = declarations
    return revoked


def another_dealer(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Record a dealer who does not sit before the first leader."""
    hand["dealer"] = (hand["dealer"] + 1) % 4


IN_THE_TRICKS = tuple(
    Fault(name, code, rule, where_it_was_played(plant))
    for name, code, rule, plant in (
        ("one card point goes over", "card_points_not_as_played", "TRE-SCORE-1", one_point_off),
        (
            "the others have the last trick",
            "last_trick_not_as_played",
            "TRE-SCORE-2",
            last_trick_of_the_others,
        ),
        ("nine tricks", "deal_not_whole", "TRE-DEAL-1", lost_trick),
        ("a card twice", "doubled_card", "TRE-CARD-1", doubled_card),
        ("another leads", "wrong_leader", "TRE-PLAY-1", wrong_leader),
        ("another dealt", "wrong_leader", "TRE-PLAY-1", another_dealer),
        ("another wins", "wrong_trick_winner", "TRE-PLAY-1", wrong_winner),
        ("the suit is not followed", "revoke", "TRE-PLAY-1", a_revoke),
        ("declared what nobody had", "not_held", "TRE-ACC-1", one_of_nobody),
        ("the neighbour declares", "not_held", "TRE-ACC-1", by_the_next),
        ("one is not on the sheet", "not_as_declared", "TRE-SCORE-1", one_left_out),
        ("another suit on the sheet", "not_as_declared", "TRE-SCORE-1", another_suit),
        ("the other pair on the sheet", "not_as_declared", "TRE-SCORE-1", for_the_other_pair),
        ("declared in the second trick", "declared_too_late_or_early", "TRE-ACC-2", in_the_second_trick),
    )
)
ON_THE_SHEET = tuple(
    Fault(name, code, rule, declared(declarer))
    for name, code, rule, declarer in (
        (
            "a napoletana is not played",
            "declaration_not_played",
            "TRE-ACC-1",
            a_napoletana_where_none_is_played,
        ),
        ("a rank is not played", "declaration_not_played", "TRE-ACC-1", a_rank_where_none_is_played),
        ("a suit twice", "suit_declared_twice", "TRE-ACC-2", a_suit_twice),
        ("a rank twice", "rank_declared_twice", "TRE-ACC-2", a_rank_twice),
        ("declared later", "declared_too_late_or_early", "TRE-ACC-2", in_a_later_trick),
        ("in two hands", "not_held_together", "COM-HELD-1", where_all_is_played(the_ace_in_two_hands)),
        ("between partners", "not_held_together", "COM-HELD-1", where_all_is_played(between_partners)),
        ("twelve cards", "not_held_together", "COM-HELD-1", where_all_is_played(twelve_cards_in_a_hand)),
    )
)
FAULTS = (
    *IN_THE_TRICKS,
    *ON_THE_SHEET,
    Fault("one card point too many", "card_points_sum", "TRE-SCORE-1", one_point_more),
    Fault(
        "nothing for the last trick", "last_trick_without_points", "TRE-SCORE-2", nothing_for_the_last_trick
    ),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """TRE-SCORE-1, TRE-ACC-1, TRE-GAME-1: players declare combinations, and a tie is followed by further
    hands.
    """
    agree("tressette", play_a_game)


@pytest.mark.parametrize("fault", sampled(FAULTS, 6), ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks TRE-CARD-1, TRE-DEAL-1, TRE-PLAY-1, TRE-SCORE-1, TRE-SCORE-2, TRE-ACC-1, TRE-ACC-2 or
    COM-HELD-1.
    """
    find("tressette", play_a_game, fault)
