"""Tests of the fields shared by several games (COM-6): accepted values, refused values, and schema."""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import CardOf, Dealer, Shares, Side, Suit, read_side, read_suit
from scoring.field_kinds.number import Number
from scoring.game_parts.fields import (
    card_field,
    dealer_field,
    number_field,
    shared_field,
    side_field,
    suit_field,
)
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.strict_json import whole_number
from scoring.types import Step, Unreadable

# Four players, two sides.
FOUR = read_profile(MARIGLIA, {})
# Three players, each alone.
THREE = replace(FOUR, seats=3, sides=3)
LONG = 10**400

Make = Callable[[], Field[Any]]


def points() -> Field[Any]:
    return shared_field("card_points", "Card points", "MAR-VAL-1", 70)


def tricks_of_three() -> Field[Any]:
    return shared_field("tricks", "Tricks", "MNI-DEAL-1", 12, sides=3)


def bidders_points() -> Field[Any]:
    """Return a field for the card points of bidder and opponents; their sum is 60 plus the number of seats."""
    return shared_field("card_points", "Card points", "MAU-CARD-1", lambda profile: 60 + profile.seats, owners=("bidder", "others"))  # fmt: skip


def bid() -> Field[Any]:
    return number_field("bid", "Bid", Step.BEFORE, "MAU-BID-1", lambda profile: profile.seats * 5, lambda profile: profile.seats * 20, most=80)  # fmt: skip


def dealer() -> Field[Any]:
    return dealer_field("MAR-DEAL-2")


def side() -> Field[Any]:
    return side_field("last_trick", "Last trick", Step.COUNT, "MGO-LAST-1")


def card() -> Field[Any]:
    return card_field("trionfo", "Trump card", Step.BEFORE, "MAR-TRI-1")


def suit() -> Field[Any]:
    return suit_field("trumps", "Trumps", "MGO-SCORE-1")


SHARES = "Card points: write two whole numbers from 0 to 70, or one and leave the other empty."
EACH = "Tricks: write a whole number from 0 to 12 for each; one of them may be left empty."
SEAT = "The dealer is a seat from 0 to 3, in the order of play."
SIDE = "A side is a number from 0 to 1."
BID = "Bid: write a whole number from 20 to 80."


@pytest.mark.parametrize(
    ("make", "profile", "raw", "read"),
    [
        pytest.param(dealer, FOUR, 0, 0, id="MAR-DEAL-2 the first seat"),
        pytest.param(dealer, FOUR, 3, 3, id="MAR-DEAL-2 the last seat"),
        pytest.param(dealer, THREE, 2, 2, id="MNI-DEAL-1 the last of three"),
        pytest.param(side, FOUR, 0, 0, id="MGO-LAST-1 the first side"),
        pytest.param(side, FOUR, 1, 1, id="MGO-LAST-1 the second side"),
        pytest.param(card, FOUR, "7C", ("7", "C"), id="MAR-TRI-1 a card"),
        pytest.param(suit, FOUR, "H", "H", id="MGO-SCORE-1 a suit"),
        pytest.param(bid, FOUR, 20, 20, id="MAU-BID-1 the lowest bid"),
        pytest.param(bid, FOUR, 80, 80, id="MAU-BID-1 the highest bid"),
        pytest.param(points, FOUR, [41, 29], (41, 29), id="COM-6 both"),
        pytest.param(points, FOUR, [41, None], (41, 29), id="COM-6 the second derived"),
        pytest.param(points, FOUR, [None, 70], (0, 70), id="COM-6 the first derived"),
        pytest.param(points, FOUR, [0, 70], (0, 70), id="MAR-VAL-1 nothing and everything"),
        pytest.param(tricks_of_three, THREE, [3, 4, 5], (3, 4, 5), id="COM-6 all three"),
        pytest.param(tricks_of_three, THREE, [12, None, 0], (12, 0, 0), id="COM-6 one of three derived"),
        pytest.param(bidders_points, THREE, [63, None], (63, 0), id="MAU-CARD-1 the total of three players"),
        pytest.param(bidders_points, FOUR, [None, 4], (60, 4), id="MAU-CARD-1 the total of four players"),
    ],
)  # fmt: skip
def test_field_reads_a_valid_value(make: Make, profile: Any, raw: Any, read: Any) -> None:
    field = make()
    assert field.read(raw, profile) == read
    jsonschema.validate(raw, field.schema)


@pytest.mark.parametrize(
    ("make", "profile", "raw", "code", "message"),
    [
        pytest.param(dealer, FOUR, 4, "bad_dealer", SEAT, id="MAR-DEAL-2 no such seat"),
        pytest.param(dealer, FOUR, -1, "bad_dealer", SEAT, id="MAR-DEAL-2 below the first"),
        pytest.param(dealer, FOUR, True, "bad_dealer", SEAT, id="MAR-DEAL-2 true"),
        pytest.param(dealer, FOUR, None, "bad_dealer", SEAT, id="MAR-DEAL-2 nobody"),
        pytest.param(side, FOUR, 2, "bad_side", SIDE, id="MGO-LAST-1 no such side"),
        pytest.param(side, FOUR, -1, "bad_side", SIDE, id="MGO-LAST-1 below the first"),
        pytest.param(side, FOUR, "0", "bad_side", SIDE, id="MGO-LAST-1 a text"),
        pytest.param(suit, FOUR, "X", "not_a_suit", "A suit is one of: S H D C.", id="MGO-SCORE-1 no suit at all"),
        pytest.param(suit, FOUR, None, "not_a_suit", "A suit is one of: S H D C.", id="MGO-SCORE-1 nothing"),
        pytest.param(suit, FOUR, ["S"], "not_a_suit", "A suit is one of: S H D C.", id="MGO-SCORE-1 a list"),
        pytest.param(bid, FOUR, -1, "bid_range", BID, id="MAU-BID-1 below nothing"),
        pytest.param(bid, FOUR, 81, "bid_range", BID, id="MAU-BID-1 more than there is"),
        pytest.param(bid, FOUR, LONG, "bid_range", BID, id="MAU-BID-1 400 digits"),
        pytest.param(bid, FOUR, "20", "bid_range", BID, id="MAU-BID-1 a text"),
        pytest.param(points, FOUR, [71, -1], "card_points_range", SHARES, id="MAR-VAL-1 below nothing"),
        pytest.param(points, FOUR, [71, None], "card_points_range", SHARES, id="MAR-VAL-1 more than there is"),
        pytest.param(points, FOUR, [35], "card_points_range", SHARES, id="MAR-VAL-1 one number"),
        pytest.param(points, FOUR, [35, 35, 0], "card_points_range", SHARES, id="MAR-VAL-1 three numbers"),
        pytest.param(points, FOUR, {"0": 35}, "card_points_range", SHARES, id="MAR-VAL-1 no list"),
        pytest.param(points, FOUR, [True, 69], "card_points_range", SHARES, id="COM-1 true"),
        pytest.param(points, FOUR, ["35", 35], "card_points_range", SHARES, id="COM-1 a text"),
        pytest.param(tricks_of_three, THREE, [13, None, 0], "tricks_range", EACH, id="MNI-DEAL-1 thirteen tricks"),
    ],
)  # fmt: skip
def test_field_and_schema_refuse_an_invalid_value(
    make: Make, profile: Any, raw: Any, code: str, message: str
) -> None:
    field = make()
    assert not jsonschema.Draft202012Validator(field.schema).is_valid(raw)
    assert refused(field, raw, profile) == (code, field.rule, "", message)


@pytest.mark.parametrize(
    ("make", "profile", "raw", "code", "rule", "message"),
    [
        pytest.param(dealer, THREE, 3, "bad_dealer", "MAR-DEAL-2", "The dealer is a seat from 0 to 2, in the order of play.", id="MNI-DEAL-1 nobody sits there"),
        pytest.param(bid, FOUR, 19, "bid_range", "MAU-BID-1", BID, id="MAU-BID-1 too low a bid"),
        pytest.param(bid, THREE, 61, "bid_range", "MAU-BID-1", "Bid: write a whole number from 15 to 60.", id="MAU-BID-1 both bounds follow from the profile"),
        pytest.param(card, FOUR, "8C", "not_a_card", "MAR-TRI-1", "There is no such card in the French pack. Write rank (A K Q J 7 6 5 4 3 2), then suit (S H D C).", id="MAR-TRI-1 not in this pack"),
        pytest.param(suit, FOUR, "B", "not_a_suit", "MGO-SCORE-1", "A suit is one of: S H D C.", id="MGO-SCORE-1 a suit of another pack"),
        pytest.param(points, FOUR, [None, None], "card_points_missing", "COM-6", SHARES, id="COM-6 nothing to derive from"),
        pytest.param(points, FOUR, [38, 31], "card_points_sum", "MAR-VAL-1", "Card points: together they make 69, not 70. Count again before the cards are mixed.", id="MAR-VAL-1 sum 69"),
        pytest.param(points, FOUR, [40, 31], "card_points_sum", "MAR-VAL-1", "Card points: together they make 71, not 70. Count again before the cards are mixed.", id="MAR-VAL-1 sum 71"),
        pytest.param(tricks_of_three, THREE, [None, None, 4], "tricks_missing", "COM-6", EACH, id="COM-6 one of three is not enough"),
        pytest.param(tricks_of_three, THREE, [6, 4, 3], "tricks_sum", "MNI-DEAL-1", "Tricks: together they make 13, not 12. Count again before the cards are mixed.", id="MNI-DEAL-1 thirteen together"),
        pytest.param(tricks_of_three, THREE, [9, 4, None], "tricks_sum", "MNI-DEAL-1", "Tricks: together they make 13, not 12. Count again before the cards are mixed.", id="COM-6 nothing is left to derive"),
        pytest.param(tricks_of_three, FOUR, [3, 4, 5], "tricks_range", "MNI-DEAL-1", "Tricks: write two whole numbers from 0 to 12, or one and leave the other empty.", id="MNI-DEAL-1 three numbers for two"),
        pytest.param(bidders_points, THREE, [64, None], "card_points_range", "MAU-CARD-1", "Card points: write two whole numbers from 0 to 63, or one and leave the other empty.", id="MAU-CARD-1 more than three players have"),
    ],
)  # fmt: skip
def test_field_refuses_a_value_that_the_profile_excludes(
    make: Make, profile: Any, raw: Any, code: str, rule: str, message: str
) -> None:
    assert refused(make(), raw, profile) == (code, rule, "", message)


def refused(field: Field[Any], raw: Any, profile: Any) -> tuple[str, str, str, str]:
    with pytest.raises(Unreadable) as refusal:
        field.read(raw, profile)
    finding = refusal.value.finding
    return finding.code, finding.rule, finding.at, finding.message.english()


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (dealer(), ("dealer", "Dealer", Step.DEAL, "MAR-DEAL-2", True, Dealer)),
        (side(), ("last_trick", "Last trick", Step.COUNT, "MGO-LAST-1", True, Side)),
        (card(), ("trionfo", "Trump card", Step.BEFORE, "MAR-TRI-1", True, CardOf)),
        (suit(), ("trumps", "Trumps", Step.BEFORE, "MGO-SCORE-1", True, Suit)),
        (suit_field("t", "T", "R", step=Step.PLAY, required=False), ("t", "T", Step.PLAY, "R", False, Suit)),
        (bid(), ("bid", "Bid", Step.BEFORE, "MAU-BID-1", True, Number)),
        (points(), ("card_points", "Card points", Step.COUNT, "MAR-VAL-1", True, Shares)),
        (shared_field("t", "T", "R", 10, required=False), ("t", "T", Step.COUNT, "R", False, Shares)),
    ],
    ids=lambda value: value.key if isinstance(value, Field) else "",
)  # fmt: skip
def test_field_has_key_label_step_rule_and_kind(field: Field[Any], expected: Any) -> None:
    attributes = (field.key, field.label, field.step, field.rule, field.required, type(field.kind))
    assert attributes == expected


def test_bounds_and_totals_of_a_field_depend_on_the_profile() -> None:
    wanted, shares = bid().kind, bidders_points().kind
    assert isinstance(wanted, Number)
    assert (wanted.lowest(THREE), wanted.highest(THREE), wanted.highest(FOUR)) == (15, 60, 80)
    assert isinstance(shares, Shares)
    assert (shares.total(FOUR), shares.total(THREE), shares.owners) == (64, 63, ("bidder", "others"))
    of_points = points().kind
    assert isinstance(of_points, Shares)
    assert (of_points.total(FOUR), of_points.owners) == (70, ())


@pytest.mark.parametrize("seats", [3, 5])
def test_schema_of_a_dealer_is_limited_by_the_number_of_seats(seats: int) -> None:
    valid = jsonschema.Draft202012Validator(dealer_field("R", seats).schema).is_valid
    assert valid(seats - 1)
    assert not valid(seats)


def test_schema_of_a_side_is_limited_by_the_number_of_sides() -> None:
    valid = jsonschema.Draft202012Validator(side_field("k", "K", Step.COUNT, "R", sides=3).schema).is_valid
    assert valid(2)
    assert not valid(3)


@pytest.mark.parametrize("raw", ["7C", "10S", "QH", "MB"])
def test_schema_of_a_card_accepts_cards_of_every_pack(raw: str) -> None:
    jsonschema.validate(raw, card().schema)


@pytest.mark.parametrize("raw", ["1C", "7", "C7", "7X", " 7C", "7CC", 7])
def test_schema_of_a_card_refuses_other_values(raw: Any) -> None:
    assert not jsonschema.Draft202012Validator(card().schema).is_valid(raw)


@pytest.mark.parametrize(
    ("raw", "is_whole"),
    [(1, True), (3, True), (0, False), (4, False), (True, False), (2.0, False), ("2", False)],
)
def test_whole_number_accepts_only_integers_in_the_range(raw: Any, is_whole: bool) -> None:
    """Booleans, floats and strings are refused (COM-1)."""
    assert whole_number(raw, 1, 3) is is_whole


def test_invalid_side_or_suit_is_refused_with_its_json_pointer() -> None:
    with pytest.raises(Unreadable) as refusal:
        read_side(2, FOUR, "R", "/0/side")
    assert refusal.value.finding.at == "/0/side"
    with pytest.raises(Unreadable) as refusal:
        read_suit("B", FOUR.pack, "R", "/0/suit")
    assert refusal.value.finding.at == "/0/suit"
