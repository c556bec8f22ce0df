"""Tests of the definition of a card game: its defaults, and the values derived from them."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.cards.packs import FRENCH, LATIN
from scoring.field_kinds.base import Field, NotAsked
from scoring.game_parts.card_game import CardGame, EntryStep, FinalScore, Pace, at_the_target, nothing_turned
from scoring.game_parts.fields import COMMON_STATES, Effect, StateRule, dealer_field
from scoring.game_parts.profile import switch
from scoring.games import CARD_GAMES
from scoring.games.mariglia import MARIGLIA
from scoring.types import Finding, GameState, HandState, Sentence, SheetState, Step, Verdict

ORDER = tuple(FRENCH.ranks)
# A game with only the required values.
PLAIN = CardGame(
    key="plain",
    name="Plain",
    rules={"deal": "P-1", "misdeal": "P-2", "courts": "P-3", "targets": "P-4", "long": "P-5"},
    pack=FRENCH,
    court_orders={("french", "usual"): ORDER},
    order_names={"usual": "Usual", "queen": "Queen high"},
    card_values=(0,) * 10,
    fields=(dealer_field("P-1"),),
    states=COMMON_STATES,
    entry_steps=(),
    parts={},
    score=lambda _hand, _moment: {},
)
NOTHING_SAID: dict[str, Any] = {
    "seats": 4,
    "players_a_side": 2,
    "by_net": False,
    "first_dealer": "drawn by lot",
    "order_option": ("court_order", "Order of the court cards"),
    "rank_names": {},
    "deck_names": {},
    "ranks_left_out": {},
    "fixed_total": None,
    "even_split": None,
    "card_unit": 1,
    "targets": (),
    "target_range": range(10, 201),
    "presets": (),
    "options": (),
    "refused_states": {},
    "checks": (),
    "range_checks": (),
    "moment_checks": (),
    "final_checks": (),
    "net_checks": (),
    "profile_checks": (),
    "former_options": {},
    "defaults": {},
    "trionfo_points": nothing_turned,
    "ending": at_the_target,
    "hand_table": None,
    "card_by_card": None,
    "card_means": None,
    "long_game": {},
    "pace": Pace(hand_seconds=240, game_hands=5, counted_by=""),
}


@pytest.mark.parametrize(("name", "value"), NOTHING_SAID.items(), ids=NOTHING_SAID)
def test_optional_attribute_of_a_card_game_has_the_expected_default(name: str, value: Any) -> None:
    assert getattr(PLAIN, name) == value


def test_tests_list_the_expected_default_of_every_optional_attribute_of_a_card_game() -> None:
    attributes = {"key", "name", "rules", "pack", "court_orders", "order_names", "card_values"}
    attributes |= {"fields", "states", "entry_steps", "parts", "score"}
    assert set(CardGame.__dataclass_fields__) == attributes | set(NOTHING_SAID)


@pytest.mark.parametrize(
    ("game", "sides", "turns_a_card"),
    [
        (PLAIN, 2, False),
        (MARIGLIA, 2, True),
        (replace(PLAIN, seats=3, players_a_side=1), 3, False),
        (replace(PLAIN, seats=2, players_a_side=1), 2, False),
    ],
    ids=["pairs", "mariglia", "three alone", "two alone"],
)
def test_number_of_sides_follows_from_seats_and_players_per_side(
    game: CardGame, sides: int, turns_a_card: bool
) -> None:
    assert (game.sides, game.turns_a_card) == (sides, turns_a_card)
    assert nothing_turned(5, 0, 35) == 0


TWO_ORDERS = {("french", "usual"): ORDER, ("french", "queen"): ORDER}
TWO_PACKS = {("french", "usual"): ORDER, ("latin", "usual"): ORDER}
OWN_OPTION = switch("own", "Own", "P-6")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(PLAIN, [], id="no choice, no option"),
        pytest.param(replace(PLAIN, options=(OWN_OPTION,)), [("own", "P-6", False)], id="its own option"),
        pytest.param(replace(PLAIN, targets=(50,)), [("targets", "P-4", (50,))], id="MAR-MATCH-1 a target"),
        pytest.param(
            replace(PLAIN, court_orders=TWO_ORDERS),
            [("court_order", "P-3", "usual")],
            id="MAR-CARD-2 two orders",
        ),
        pytest.param(
            replace(PLAIN, court_orders=TWO_PACKS), [("pack", "P-3", "french")], id="MAN-CARD-1 two packs"
        ),
        pytest.param(
            replace(PLAIN, court_orders=TWO_PACKS, pack=LATIN),
            [("pack", "P-3", "latin")],
            id="its own pack first",
        ),
        pytest.param(
            replace(PLAIN, court_orders=TWO_ORDERS, order_option=("ten_card", "Ten")),
            [("ten_card", "P-3", "usual")],
            id="MGO-CARD-1 the order by another name",
        ),
        pytest.param(
            replace(PLAIN, court_orders={**TWO_ORDERS, **TWO_PACKS}, targets=(50,), options=(OWN_OPTION,)),
            [
                ("targets", "P-4", (50,)),
                ("pack", "P-3", "french"),
                ("court_order", "P-3", "usual"),
                ("own", "P-6", False),
            ],
            id="all of them, in this order",
        ),
    ],
)
def test_options_shared_by_all_games_are_derived_from_targets_packs_and_court_orders(
    game: CardGame, options: Any
) -> None:
    assert [(option.key, option.rule, option.default) for option in game.all_options] == options
    assert list(game.options_by_key) == [key for key, _rule, _default in options]


def test_choices_of_the_pack_and_court_order_options_have_names() -> None:
    game = replace(PLAIN, court_orders={**TWO_ORDERS, **TWO_PACKS})
    options = {key: (option.label, dict(option.choices)) for key, option in game.options_by_key.items()}
    assert options == {
        "pack": ("Pack", {"french": "French", "latin": "Latin"}),
        "court_order": ("Order of the court cards", {"usual": "Usual", "queen": "Queen high"}),
    }


def test_schema_of_a_target_has_the_range_of_the_game() -> None:
    game = replace(PLAIN, targets=(500,), target_range=range(300, 701, 100))
    schema = game.options_by_key["targets"].schema
    assert schema["oneOf"][0]["items"]["minimum"] == 300  # type: ignore[index]


def test_checks_and_hand_keys_are_derived_from_the_definition_of_a_game() -> None:
    def one(_hand: Any, _profile: Any) -> None: ...

    def other(_hand: Any, _profile: Any) -> None: ...

    assert replace(PLAIN, checks=(one,), range_checks=(other,)).all_checks == (one, other)
    assert PLAIN.hand_keys == {"dealer", "state", "note"}


def test_optional_attributes_of_helper_dataclasses_have_the_expected_defaults() -> None:
    """Check the defaults of EntryStep, FinalScore, Finding and Field."""
    assert EntryStep("k", "l", ()).state is None
    assert FinalScore((1, 2)).hand_count is None
    assert Finding("c", "r", Sentence("m")) == Finding("c", "r", Sentence("m"), "", "error")
    assert Field("k", "l", Step.COUNT, "r", NotAsked(lambda raw, _profile: raw, {})).required is True


def test_hand_state_needs_a_deal_and_counts_for_the_score_by_default() -> None:
    """A hand in any state except annulled requires the deal and scores by default (COM-4)."""
    plain = StateRule("Plain")
    assert plain == StateRule("Plain", frozenset({Step.DEAL}), frozenset(), "COM-4", Effect.SCORES, True)
    assert plain.scores
    assert not COMMON_STATES[HandState.ANNULLED].scores


@pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
def test_only_the_director_can_enter_adjusted_and_late_hands(card_game: CardGame) -> None:
    """COM-4, MAU-P-1: only the director enters adjusted and late hands; players enter all other hands."""
    ruled = {state for state, rule in card_game.states.items() if rule.ruling}
    late = {state for state, rule in card_game.states.items() if rule.effect is Effect.LATE}
    assert ruled == {HandState.ADJUSTED} | late


def test_json_of_a_game_contains_quick_only_if_the_game_is_marked_as_quick() -> None:
    """A quick game is one that was entered as a final score only (COM-8)."""
    game = GameState(35, (0, 0), None, ())
    assert (game.quick, game.over, game.parts) == (False, False, {})
    assert game.as_json() == {"target": 35, "score": [0, 0], "winner": None, "hands": []}
    assert GameState(35, (0, 0), None, (), quick=True).as_json()["quick"] is True


def test_state_of_a_new_sheet_is_valid_and_not_over() -> None:
    state = SheetState((), (0, 0), None, None)
    assert (state.problems, state.over) == ((), False)
    assert Verdict((), state).as_json() == {
        "valid": True,
        "problems": [],
        "games": [],
        "games_won": [0, 0],
        "winner": None,
        "next": None,
    }
