"""Tests of drawing from a stock: the player who drew each card, and the cards held before a trick.

Every case is a small hand of two players: two cards each, four in the stock, four tricks without trumps. Seat
0 wins the first three tricks.

    seat 0   AD  KC  HC  2S
    seat 1   5S  4C  2D  4S
"""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Sequence

import pytest

from scoring.cards.packs import LATIN, Card
from scoring.cards.stock import CardShown, Swap, stock_fault
from scoring.cards.tricks import Trick, TrickPlay
from scoring.games.mariaggia import MARIAGGIA
from scoring.referee.referee import Case, case_of, first_fault
from scoring.sheet.rules.reader import read_profile

DEALT = 2
RULES = TrickPlay(
    tricks=4,
    leads_after_dealer=1,
    trick_point=0,
    duties=(),
    articles={"deal": "D", "pack": "P", "play": "R", "stock": "S", "declare": "M", "exchange": "X"},
    drawing=2,
)
PLAYED = (("AD", "5S"), ("KC", "4C"), ("HC", "2D"), ("2S", "4S"))


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(LATIN.cards[name] for name in names)


def a_case(*draws: Sequence[str]) -> Case:
    """Return the sample hand with the given cards drawn after each trick, the winner's card first."""
    lists = [*draws, *[()] * (len(PLAYED) - len(draws))]
    play = tuple(
        Trick(0, cards(*played), drawn_cards=cards(*names))
        for played, names in zip(PLAYED, lists, strict=True)
    )
    return case_of(read_profile(MARIAGGIA, {}), RULES, play, 1, trumps=None)


def shown(trick: int, *ways: str, player: int = 0) -> CardShown:
    """Return a CardShown: before this trick, the player held all cards of at least one set in `ways`."""
    return CardShown(player, trick, tuple(cards(*way.split()) for way in ways), f"/{trick}")


def fault_of(case: Case, *cards_shown: CardShown, swap: Swap | None = None) -> tuple[str, str, str] | None:
    """Return the code, rule and JSON Pointer of the fault, or None if the hand is legal."""
    fault = stock_fault(case, DEALT, cards_shown, swap)
    return (fault.code, fault.rule, fault.at) if fault else None


def test_legal_hand_is_accepted() -> None:
    case = a_case(["HC", "2D"], ["2S", "4S"])
    assert first_fault(case) is None
    assert fault_of(case) is None


@pytest.mark.parametrize(
    ("draws", "fault"),
    [
        pytest.param([], None, id="nothing written"),
        pytest.param([["2S", "4S"], ["HC", "2D"]], None, id="in another order"),
        pytest.param([["HC", "2D"]], ("cards_not_drawn", "S", "/play/1/drawn"), id="only once"),
        pytest.param([["HC", "2D"], ["2S"]], ("cards_not_drawn", "S", "/play/1/drawn"), id="only the winner"),
        pytest.param(
            [["HC", "2D"], ["2S", "4S"], ["AD", "5S"]],
            ("cards_not_drawn", "S", "/play/2/drawn"),
            id="when the stock was gone",
        ),
        pytest.param(
            [["2D", "HC"], ["2S", "4S"]], ("drawn_by_another", "S", "/play/0/drawn/0"), id="by the other"
        ),
        pytest.param(
            [["HC", "2D"], ["KC", "4S"]],
            ("drawn_by_another", "S", "/play/1/drawn/0"),
            id="after it was played",
        ),
        pytest.param(
            [["HC", "2D"], ["2S", "2D"]], ("drawn_by_another", "S", "/play/0/drawn/1"), id="drawn twice"
        ),
        pytest.param(
            [["HC", "2D"], ["2S", "7B"]], ("drawn_by_another", "S", "/play/1/drawn/1"), id="never played"
        ),
    ],
)
def test_cards_must_be_drawn_in_turn_and_before_they_are_played(
    draws: list[list[str]], fault: tuple[str, str, str] | None
) -> None:
    assert fault_of(a_case(*draws)) == fault


NOT_HELD = ("not_held", "M")


@pytest.mark.parametrize(
    ("draws", "cards_shown", "possible"),
    [
        pytest.param([], [shown(1, "KC HC")], True, id="two and one drawn"),
        pytest.param([], [shown(0, "KC HC")], False, id="three before anybody drew"),
        pytest.param([], [shown(2, "HC 2S")], True, id="all that is left"),
        pytest.param([], [shown(1, "KC HC 2S")], False, id="four, and three were to be had"),
        pytest.param([], [shown(1, "KC HC"), shown(1, "2S")], False, id="four, said one after the other"),
        pytest.param([], [shown(1, "KC HC"), shown(2, "2S")], True, id="four, the last a trick later"),
        pytest.param([], [shown(2, "KC HC")], False, id="a card played before"),
        pytest.param([], [shown(1, "KC 4C")], False, id="a card of the other"),
        pytest.param([], [shown(1, "4C 2D", player=1)], True, id="the other's own"),
        pytest.param([], [shown(1, "KC 4C", "KC HC")], True, id="one way of two"),
        pytest.param([], [shown(1, "KC HC", "KC 2S"), shown(1, "2S")], True, id="the way that fits the next"),
        pytest.param([["HC", "2D"], ["2S", "4S"]], [shown(1, "KC HC")], True, id="drawn in time"),
        pytest.param([["2S", "2D"], ["HC", "4S"]], [shown(1, "KC HC")], False, id="drawn too late"),
        pytest.param([["2S", "2D"], ["HC", "4S"]], [shown(2, "HC 2S")], True, id="drawn by then"),
    ],
)
def test_cards_shown_by_a_player_must_have_been_held(
    draws: list[list[str]], cards_shown: list[CardShown], possible: bool
) -> None:
    assert fault_of(a_case(*draws), *cards_shown) == (None if possible else (*NOT_HELD, cards_shown[-1].at))


# Seat 0 gives the Two and takes the turned King before the second trick; seat 1 draws the Two last.
SWAP = Swap(0, 1, Card("2", "D"), Card("K", "C"))


@pytest.mark.parametrize(
    ("draws", "cards_shown", "fault"),
    [
        pytest.param([], [shown(1, "2D")], None, id="the Two was in hand"),
        pytest.param([], [shown(1, "KC HC")], None, id="the King from then on"),
        pytest.param([], [shown(0, "KC")], ("not_held", "M", "/0"), id="the King before"),
        pytest.param([], [shown(2, "2D")], ("not_held", "M", "/2"), id="the Two after"),
        pytest.param([], [shown(1, "HC 2S")], ("not_held", "M", "/1"), id="four with the Two, which was held too"),
        pytest.param([], [shown(1, "2D", player=1)], ("not_held", "M", "/1"), id="the Two before it was drawn last"),
        pytest.param([["HC", "4S"], ["2S", "2D"]], [shown(1, "2D")], None, id="the Two dealt, then drawn last"),
        pytest.param([["2D", "4S"], ["2S", "2D"]], [shown(1, "2D")], None, id="the Two drawn, given, and drawn last"),
        pytest.param([["2D", "4S"], ["2S", "2D"]], [shown(0, "2D")], ("not_held", "M", "/0"), id="but not dealt"),
        pytest.param([["HC", "2D"], ["2S", "2D"]], [], ("drawn_by_another", "S", "/play/0/drawn/1"), id="the Two drawn by seat 1 twice"),
        pytest.param([["HC", "4S"], ["KC", "2D"]], [], ("drawn_by_another", "S", "/play/1/drawn/0"), id="the King drawn"),
        pytest.param([["2D", "4S"], ["2D", "2S"]], [], ("drawn_by_another", "S", "/play/1/drawn/0"), id="the Two drawn last by who gave it"),
    ],
)  # fmt: skip
def test_card_given_in_an_exchange_is_drawn_last(
    draws: list[list[str]], cards_shown: list[CardShown], fault: tuple[str, str, str] | None
) -> None:
    """The card given in an exchange becomes the last card of the stock (B51-DEAL-1, MGO-EXCH-1)."""
    assert fault_of(a_case(*draws), *cards_shown, swap=SWAP) == fault


def test_exchange_of_a_card_that_was_not_held_is_reported_with_the_exchange_rule() -> None:
    card_shown = shown(0, "KC HC")._replace(article="exchange")
    assert fault_of(a_case(), card_shown) == ("not_held", "X", "/0")
