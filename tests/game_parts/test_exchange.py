"""Tests of the turned-up card under the stock: its draw, and its exchange (B51-DEAL-1, MGO-EXCH-1)."""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable
from typing import Any

import pytest

from scoring.cards.packs import LATIN
from scoring.cards.stock import CardShown
from scoring.cards.tricks import Trick, TrickPlay
from scoring.game_parts.marriages import turned_fault
from scoring.games.mariaggia import MARIAGGIA
from scoring.referee.referee import case_of
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from tests.games.deals import JSON, ProblemKey, problems_of
from tests.games.hands_of_two import a_game

PROFILE = {"mariagio": {"captured": True}, "briscola_151": {"ace_exchange": True}}
Change = Callable[[JSON], object]


def put(*where: Any, value: Any) -> Change:
    """Return a function that sets a value in the recorded play of a hand."""

    def change(hand: JSON) -> None:
        place: Any = hand["play"]
        for step in where[:-1]:
            place = place[step]
        place[where[-1]] = value

    return change


def moved(trick: int, to: int, **other: Any) -> Change:
    """Return a function that moves the exchange to another trick, counted from 1."""

    def change(hand: JSON) -> None:
        exchange = hand["play"][trick - 1].pop("exchanged")
        hand["play"][to - 1]["exchanged"] = {**exchange, **other}

    return change


def without_draws(hand: JSON) -> None:
    """Remove the drawn cards from all tricks."""
    for trick in hand["play"]:
        trick.pop("drawn", None)


def both(*changes: Change) -> Change:
    """Return a function that applies the changes one after the other."""

    def change(hand: JSON) -> None:
        for each in changes:
            each(hand)

    return change


def problems_after(card_game: str, change: Change, **profile: Any) -> list[ProblemKey]:
    """Return the problems reported for the sample hand after the given change."""
    hand = a_game(card_game)
    change(hand)
    return [
        (code, rule, where.removeprefix("/0/play"))
        for code, rule, where in problems_of(card_game, hand, **PROFILE[card_game] | profile)
    ]


@pytest.mark.parametrize("card_game", PROFILE)
@pytest.mark.parametrize("change", [both(), without_draws])
def test_legal_exchange_is_accepted(card_game: str, change: Change) -> None:
    """B51-DEAL-1, MGO-EXCH-1: the hand is legal with and without its drawn cards."""
    assert problems_after(card_game, change) == []


@pytest.mark.parametrize(
    ("change", "code", "rule", "where"),
    [
        pytest.param(both(without_draws, moved(4, 13, card="QD")), None, None, None, id="MGO-EXCH-1 the last trick with drawing"),
        pytest.param(moved(4, 14), "exchanged_too_late", "MGO-EXCH-1", "/13/exchanged", id="MGO-EXCH-1 the stock is gone"),
        pytest.param(moved(4, 4, player=1), "exchanged_off_lead", "MGO-EXCH-1", "/3/exchanged", id="MGO-EXCH-1 not on lead"),
        pytest.param(moved(4, 8), "exchanged_off_lead", "MGO-EXCH-1", "/7/exchanged", id="MGO-EXCH-1 the other leads"),
        pytest.param(put(4, "exchanged", value={"player": 0, "card": "5D"}), "exchanged_twice", "MGO-EXCH-1", "/4/exchanged", id="MGO-EXCH-1 twice"),
        pytest.param(moved(4, 4, card="5C"), "not_for_this_card", "MGO-EXCH-1", "/3/exchanged/card", id="MGO-EXCH-1 no trump"),
        pytest.param(moved(4, 4, card="2D"), "not_for_this_card", "MGO-EXCH-1", "/3/exchanged/card", id="MGO-EXCH-1 the Two for itself"),
        pytest.param(moved(4, 4, card="6D"), "taken_by_another", "MGO-EXCH-1", "/3/exchanged/card", id="MGO-EXCH-1 the other plays it"),
        pytest.param(moved(4, 4, card="AD"), "taken_by_another", "MGO-EXCH-1", "/3/exchanged/card", id="MGO-EXCH-1 it was played before"),
        pytest.param(moved(4, 4, card="JD"), None, None, None, id="MGO-EXCH-1 another trump that nobody drew"),
        pytest.param(moved(4, 2), "drawn_by_another", "MGO-DEAL-1", "/2/drawn/0", id="MGO-EXCH-1 and MGO-DEAL-1 before he drew the Two"),
        pytest.param(both(put(5, "drawn", value=["QS", "2H"]), put(12, "drawn", value=["QD", "KD"])), "turned_card_elsewhere", "MGO-DEAL-1", "/12", id="MGO-EXCH-1 another trump drawn in the place of the Two"),
        pytest.param(moved(4, 4, seat=0), "bad_exchange", "MGO-DEAL-1", "/3/exchanged", id="MGO-DEAL-1 more than an exchange"),
    ],
)  # fmt: skip
def test_illegal_exchange_in_mariagio_is_refused(
    change: Change, code: str | None, rule: str | None, where: str | None
) -> None:
    assert problems_after("mariagio", change) == ([(code, rule, where)] if code else [])


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        pytest.param(moved(9, 5), "drawn_by_another", "/7/drawn/1", id="B51-DEAL-1 before he drew the Ace"),
        pytest.param(both(without_draws, moved(9, 15), lambda hand: hand["declarations"].pop(), put(8, "declared", value=[])), None, None, id="B51-DEAL-1 as long as the stock lasts"),
        pytest.param(moved(9, 16), "exchanged_too_late", "/15/exchanged", id="B51-DEAL-1 the stock is gone"),
        pytest.param(moved(9, 9, card="JC"), "not_for_this_card", "/8/exchanged/card", id="B51-DEAL-1 no King and no Horse"),
        pytest.param(moved(9, 9, card="KD"), "not_for_this_card", "/8/exchanged/card", id="B51-DEAL-1 no trump"),
        pytest.param(moved(9, 9, player=0), "taken_by_another", "/8/exchanged/card", id="B51-DEAL-1 the other plays it"),
    ],
)  # fmt: skip
def test_illegal_exchange_in_briscola_151_is_refused(
    change: Change, code: str | None, where: str | None
) -> None:
    assert problems_after("briscola_151", change) == ([(code, "B51-DEAL-1", where)] if code else [])


@pytest.mark.parametrize(
    ("shown_in", "fault"),
    [
        pytest.param(1, ("turned_card_elsewhere", "T", "/play/1"), id="B51-DEAL-1 in hand before the last card was drawn"),
        pytest.param(2, None, id="B51-DEAL-1 the stock is gone, so it may be the card just drawn"),
    ],
)  # fmt: skip
def test_trump_shown_before_the_last_draw_is_not_the_turned_up_card(
    shown_in: int, fault: tuple[str, str, str] | None
) -> None:
    """Two of four tricks are followed by draws. Seat 1 draws last and has only one trump, the Two."""
    play = tuple(
        Trick(0, tuple(LATIN.cards[name] for name in names.split()))
        for names in ("AD 5S", "KC 4C", "HC 2D", "2S 4S")
    )
    rules = TrickPlay(4, 1, 0, (), {"turned": "T"}, drawing=2)
    case = case_of(read_profile(MARIAGGIA, {}), rules, play, 1, trumps="D")
    finding = turned_fault(case, [CardShown(1, shown_in, ((LATIN.cards["2D"],),), "")], None)
    assert (finding and (finding.code, finding.rule, finding.at)) == fault


def test_exchange_of_the_ace_is_refused_if_the_option_ace_exchange_is_off() -> None:
    """The Ace can be exchanged only with the option `ace_exchange` (B51-DEAL-1)."""
    assert problems_after("briscola_151", both(), ace_exchange=False) == [
        ("exchange_not_played", "B51-DEAL-1", "/8/exchanged")
    ]


def test_marriage_is_refused_if_one_of_its_cards_is_taken_in_a_later_exchange() -> None:
    """B51-DECL-1, B51-DEAL-1: in trick 8, the King of the marriage is still under the stock."""
    hand = a_game("briscola_151")
    moved_to = hand["play"][8].pop("declared")
    hand["play"][7]["declared"] = moved_to
    hand["declarations"][1]["trick"] = 8
    assert problems_of("briscola_151", hand, ace_exchange=True) == [
        ("not_held", "B51-DECL-1", "/0/play/7/declared/0")
    ]


def test_message_about_an_illegal_exchange_lists_the_ranks_of_cards_that_can_be_taken() -> None:
    """B51-DEAL-1: the Ace can be exchanged for a King or a Horse."""
    hand = a_game("briscola_151")
    hand["play"][8]["exchanged"]["card"] = "JC"
    (problem,) = check_sheet(
        {"card_game": "briscola_151", "profile": {"ace_exchange": True}, "games": [{"hands": [hand]}]}
    ).problems
    assert "K, H" in problem.message.english()


def test_ace_can_be_exchanged_for_the_king_only_with_the_horse_in_hand() -> None:
    """B51-DEAL-1: player 1 plays the Horse in trick 9 and may therefore not take the King later."""
    hand = a_game("briscola_151")
    swap_cards(hand, "HC", "6C")
    hand["declarations"].pop()
    del hand["play"][8]["declared"]
    assert problems_of("briscola_151", hand, ace_exchange=True) == []
    moved(9, 10)(hand)
    assert problems_of("briscola_151", hand, ace_exchange=True) == [
        ("not_held", "B51-DEAL-1", "/0/play/9/exchanged")
    ]


def swap_cards(hand: JSON, one: str, other: str) -> None:
    """Swap two cards in all tricks and draws of a hand."""
    places = {one: other, other: one}
    for trick in hand["play"]:
        for key in {"cards", "drawn"} & trick.keys():
            trick[key] = [places.get(card, card) for card in trick[key]]
