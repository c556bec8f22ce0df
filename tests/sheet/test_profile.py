"""Tests of the game profile: defaults, options, contradictions, and the cards in the pack (COM-7)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.types import BadSetup

DEFAULTS = {
    "targets": [35, 35, 45],
    "pack": "french",
    "court_order": "jack_high",
    "deal_style": "covered",
    "next_dealer": "continue",
    "time_unfinished": "leader",
    "speaking": "leading",
    "questions": "free",
    "hide_trump_seven": False,
    "renuncio": "all_points",
}


def test_empty_profile_is_completed_with_the_defaults() -> None:
    assert read_profile(MARIGLIA, {}).as_json() == DEFAULTS


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param({}, id="COM-7 defaults"),
        pytest.param({"targets": [10]}, id="MAR-MATCH-1 lowest target"),
        pytest.param({"targets": [200] * 5}, id="MAR-MATCH-1 highest target, best of five"),
        pytest.param({"pack": "latin"}, id="MAR-CARD-2 latin"),
        pytest.param({"pack": "neapolitan"}, id="MAN-CARD-1 neapolitan"),
        pytest.param({"court_order": "queen_high"}, id="MAR-CARD-2 queen high"),
        pytest.param({"deal_style": "scoperto"}, id="MAR-DEAL-3 exposed"),
        pytest.param(
            {"speaking": "winning", "questions": "yes_no_number", "hide_trump_seven": True}, id="MAR-COMM-1"
        ),
        pytest.param(
            {"renuncio": "director_sets", "next_dealer": "redraw", "time_unfinished": "void"}, id="COM-TIME-2"
        ),
    ],
)
def test_profile_is_read_back_unchanged_from_json(raw: dict[str, Any]) -> None:
    profile = read_profile(MARIGLIA, raw)
    body = profile.as_json()
    assert read_profile(MARIGLIA, body) == profile
    assert {key: body[key] for key in raw} == raw
    assert set(body) == set(DEFAULTS)


@pytest.mark.parametrize(
    "preset", MARIGLIA.presets, ids=[f"MAR-MATCH-1 {preset.key}" for preset in MARIGLIA.presets]
)
def test_every_preset_is_a_valid_profile(preset: Any) -> None:
    assert list(read_profile(MARIGLIA, preset.profile).targets) == preset.profile["targets"]


def test_presets_of_mariglia_agree_with_the_published_rules() -> None:
    """Compare the presets with games.md (MAR-MATCH-1)."""
    assert [preset.profile["targets"] for preset in MARIGLIA.presets] == [
        [35, 35, 45], [35, 35, 35], [45, 45, 45], [35], [45], [70], [71],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "ranks", "jack_or_horse"),
    [
        pytest.param({}, "7AKJQ65432", {"J": 2, "Q": 1}, id="MAR-CARD-1 jack high"),
        pytest.param(
            {"court_order": "queen_high"}, "7AKQJ65432", {"Q": 2, "J": 1}, id="MAR-CARD-2 queen high"
        ),
        pytest.param({"court_order": "sardinian"}, "7AKHJ65432", {"H": 2, "J": 1}, id="MAR-CARD-2 sardinian"),
        pytest.param({"pack": "latin"}, "7AKHJ65432", {"H": 2, "J": 1}, id="MAR-CARD-2 latin"),
        pytest.param({"pack": "neapolitan"}, "7AKHM65432", {"H": 2, "M": 1}, id="MAN-CARD-1 neapolitan"),
    ],
)
def test_order_of_the_court_cards_determines_their_values_and_strength(
    raw: Any, ranks: str, jack_or_horse: dict[str, int]
) -> None:
    profile = read_profile(MARIGLIA, raw)
    assert "".join(profile.ranks) == ranks
    assert {rank: profile.card_values[rank] for rank in jack_or_horse} == jack_or_horse
    assert sum(profile.card_values.values()) == 15
    assert sorted(profile.strength, key=lambda rank: -profile.strength[rank]) == list(ranks)
    assert set(profile.pack.ranks) == set(ranks)


@pytest.mark.parametrize(
    ("raw", "pack"),
    [
        pytest.param({}, "french", id="MAR-CARD-2 the usual pack"),
        pytest.param({"court_order": "sardinian"}, "latin", id="MAR-CARD-2 a Horse is in the Latin pack"),
        pytest.param({"court_order": "queen_high"}, "french", id="MAR-CARD-2 a Queen in the French one"),
    ],
)
def test_card_pack_depends_on_the_order_of_the_court_cards(raw: Any, pack: str) -> None:
    profile = read_profile(MARIGLIA, raw)
    assert (profile.pack.key, profile.as_json()["pack"]) == (pack, pack)


def test_json_pointer_of_a_profile_problem_names_the_option() -> None:
    """Check that each problem points to its option (COM-7)."""
    with pytest.raises(BadSetup) as refusal:
        read_profile(MARIGLIA, {"targets": [9], "target": 35})
    assert [problem.where for problem in refusal.value.problems] == ["/targets/0", "/target"]


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param([], [("not_a_profile", "COM-7", "/p")], id="COM-7 a list"),
        pytest.param({"target": 35}, [("unknown_option", "COM-7", "/p/target")], id="COM-7 unknown option"),
        pytest.param({"targets": []}, [("bad_targets", "COM-MATCH-1", "/p/targets")], id="COM-MATCH-1 no game"),
        pytest.param({"targets": [35, 35]}, [("bad_targets", "COM-MATCH-1", "/p/targets")], id="COM-MATCH-1 two games"),
        pytest.param({"targets": 35}, [("bad_targets", "COM-MATCH-1", "/p/targets")], id="COM-MATCH-1 a number"),
        pytest.param({"targets": [9]}, [("bad_target", "MAR-MATCH-1", "/p/targets/0")], id="MAR-MATCH-1 nine"),
        pytest.param({"targets": [35, 35, 201]}, [("bad_target", "MAR-MATCH-1", "/p/targets/2")], id="MAR-MATCH-1 201"),
        pytest.param({"targets": [True]}, [("bad_target", "MAR-MATCH-1", "/p/targets/0")], id="MAR-MATCH-1 true"),
        pytest.param({"targets": [35.0]}, [("bad_target", "MAR-MATCH-1", "/p/targets/0")], id="MAR-MATCH-1 35.0"),
        pytest.param({"targets": [10**400]}, [("bad_target", "MAR-MATCH-1", "/p/targets/0")], id="MAR-MATCH-1 400 digits"),
        pytest.param({"renuncio": ["all_points"]}, [("bad_option", "MAR-IRR-2", "/p/renuncio")], id="MAR-IRR-2 a list"),
        pytest.param({"hide_trump_seven": "yes"}, [("bad_option", "MAR-COMM-1", "/p/hide_trump_seven")], id="MAR-COMM-1 a word"),
        pytest.param({"pack": "french", "court_order": "sardinian"}, [("pack_and_court_order", "MAR-CARD-2", "/p/court_order")], id="MAR-CARD-2 sardinian with French cards"),
        pytest.param({"pack": "latin", "court_order": "jack_high"}, [("pack_and_court_order", "MAR-CARD-2", "/p/court_order")], id="MAR-CARD-2 no queen in a Latin pack"),
        pytest.param({"x": 1, "targets": [1], "speaking": None}, [("unknown_option", "COM-7", "/p/x"), ("bad_target", "MAR-MATCH-1", "/p/targets/0"), ("bad_option", "MAR-COMM-1", "/p/speaking")], id="COM-7 all at once"),
    ],
)  # fmt: skip
def test_contradictory_or_unknown_options_are_refused(raw: Any, problems: list[tuple[str, str, str]]) -> None:
    with pytest.raises(BadSetup) as refusal:
        read_profile(MARIGLIA, raw, "/p")
    assert [(problem.code, problem.rule, problem.where) for problem in refusal.value.problems] == problems
    assert str(refusal.value) == "bad_profile: These options cannot be played by. Look at each one marked."
