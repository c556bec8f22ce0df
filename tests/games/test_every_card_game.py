"""Tests of every card game in the registry; a new card game is covered automatically."""

import json
from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, strategies as st

from scoring.game_parts.card_game import CardGame, nothing_turned
from scoring.game_parts.description import describe, faces, hand_schema
from scoring.games import CARD_GAMES
from scoring.games.maniglia import MANIGLIA
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.sheet.rules.sheet import check_sheet, fold_sheet
from scoring.types import HandState
from tests.sheet.builders import a_hand, hands_to, turned_hand
from tests.sheet.samples import hand_of, sample_matches

EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)


@EVERY
def test_defaults_and_presets_of_every_card_game_are_valid(card_game: CardGame) -> None:
    profile = read_profile(card_game, {})
    assert read_profile(card_game, profile.as_json()) == profile
    assert all(read_profile(card_game, preset.profile) for preset in card_game.presets)


def test_names_of_card_games_are_unique() -> None:
    """MGG-NAME-1: users choose a game by its name."""
    names = [card_game.name for card_game in CARD_GAMES.values()]
    assert sorted(set(names)) == sorted(names)


@EVERY
def test_options_of_every_card_game_accept_the_values_of_their_schema(card_game: CardGame) -> None:
    for option in card_game.all_options:
        jsonschema.validate(
            describe(card_game)["options"][card_game.all_options.index(option)]["default"], option.schema
        )
        for word in option.choices:
            assert option.read(word) == word


@EVERY
def test_description_of_every_card_game_is_json_with_a_valid_schema(card_game: CardGame) -> None:
    description = describe(card_game, lambda sentence: sentence.english().upper())
    assert json.loads(json.dumps(description)) == description
    assert description["name"] == card_game.name.upper()
    assert {field for step in description["entry_steps"] for field in step["fields"]} <= set(
        description["hand"]["properties"]
    )
    for deck in description["decks"]:
        assert [rank["value"] for rank in deck["ranks"]] == list(card_game.card_values)
    jsonschema.Draft202012Validator.check_schema(description["hand"])


@EVERY
def test_empty_sheet_of_every_card_game_waits_for_its_first_hand(card_game: CardGame) -> None:
    verdict = check_sheet({"card_game": card_game.key, "games": []}).as_json()
    assert verdict["next"] == {"game": 1, "hand": 1, "dealer": None}
    assert verdict["games_won"] == [0] * read_profile(card_game, {}).sides


@EVERY
def test_seats_of_every_card_game_alternate_between_the_sides(card_game: CardGame) -> None:
    profile = read_profile(card_game, {})
    assert {profile.side(seat) for seat in range(profile.seats)} == set(range(profile.sides))
    assert card_game.players_a_side * profile.sides == profile.seats == card_game.seats


@EVERY
def test_score_sheet_checks_of_every_card_game_include_the_card_by_card_check(card_game: CardGame) -> None:
    assert card_game.card_by_card
    assert card_game.card_by_card.fault in card_game.range_checks


def test_ranks_of_mariglia_are_described_from_high_to_low() -> None:
    ranks = [(face.rank, face.name, face.value) for face in faces(read_profile(MARIGLIA, {"pack": "latin"}))]
    assert ranks[:5] == [
        ("7", "Mariglia", 5),
        ("A", "Ace", 4),
        ("K", "King", 3),
        ("H", "Horse", 2),
        ("J", "Jack", 1),
    ]


def test_sample_hands_are_valid_according_to_the_hand_schema() -> None:
    schema = jsonschema.Draft202012Validator(hand_schema(MARIGLIA))
    hands = [hand for match in sample_matches() for game in match["games"] for hand in game["hands"]]
    assert all(schema.is_valid(hand_of(hand)) for hand in hands[::7])


@given(
    keys=st.sets(st.sampled_from(["dealer", "trionfo", "card_points", "tricks", "play", "note", "other"])),
    state=st.sampled_from([None, *HandState]),
)
def test_hand_schema_and_reader_require_the_same_fields(keys: set[str], state: str | None) -> None:
    """COM-4, MAR-TRI-3: the published schema agrees with the reader of hands."""
    good = {
        "dealer": 0,
        "trionfo": "2C",
        "card_points": [35, 35],
        "tricks": [5, 5],
        "play": [],
        "note": "n",
        "other": 1,
    }
    raw = {key: good[key] for key in keys} | ({"state": state.value} if isinstance(state, HandState) else {})
    _hand, problems = read_hand(MARIGLIA, read_profile(MARIGLIA, {}), raw)
    form = {"missing_field", "unknown_field", "after_the_end", "unknown_state", "state_not_in_this_game"}
    fits = not any(problem.code in form for problem in problems)
    assert jsonschema.Draft202012Validator(hand_schema(MARIGLIA)).is_valid(raw) is fits


@pytest.mark.parametrize(
    ("before", "trionfo", "after"),
    [
        pytest.param((29, 0), "7C", 34, id="MAN-TRI-1 at 29 the seven counts"),
        pytest.param((30, 0), "7C", 30, id="MAN-TRI-1 at 30 it does not"),
        pytest.param((30, 0), "MC", 30, id="MAN-TRI-1 not even the Maid"),
    ],
)
def test_rule_for_the_turned_up_card_can_be_replaced_in_a_copy_of_a_game(
    before: Any, trionfo: str, after: int
) -> None:
    profile = read_profile(MANIGLIA, {})
    raw = [*hands_to(before), a_hand(0, trionfo)]
    hands = [read_hand(MANIGLIA, profile, hand)[0] for hand in raw]
    assert fold_sheet(MANIGLIA, profile, [hands]).games[0].score == (after, 0)
    assert profile.as_json()["pack"] == "neapolitan"


def test_error_for_a_hand_state_that_a_game_excludes_names_the_rule_of_the_game() -> None:
    _hand, problems = read_hand(MANIGLIA, read_profile(MANIGLIA, {}), turned_hand(0, "7C"))
    assert [problem.rule for problem in problems] == ["MAN-TRI-2"]


def test_game_without_a_turned_up_card_has_no_points_for_a_turned_up_card() -> None:
    plain = replace(MARIGLIA, trionfo_points=nothing_turned)
    profile = read_profile(plain, {})
    assert fold_sheet(plain, profile, [[read_hand(plain, profile, a_hand(0, "7C"))[0]]]).games[0].score == (
        0,
        0,
    )
    assert (describe(plain)["trionfo"], describe(MARIGLIA)["trionfo"]) == (False, True)


def test_game_with_one_pack_and_one_court_order_has_no_options_for_pack_and_order() -> None:
    plain = replace(
        MARIGLIA, court_orders={("french", "jack_high"): MARIGLIA.court_orders["french", "jack_high"]}
    )
    assert {"pack", "court_order"}.isdisjoint(option.key for option in plain.all_options)
    assert describe(plain)["decks"][0]["pack"] == "french"
