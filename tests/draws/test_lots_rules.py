"""Rules of draws by lots. The commitments and results of each algorithm must never change."""

import json
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from scoring.types import BadEntry
from tests.format_parts.builders import some_entrants
from tournaments.competition.format_parts.matching import bracket_parts
from tournaments.competition.lots import (
    ALGORITHMS,
    LONGEST_LOT,
    algorithm_for,
    below,
    commitment,
    entrants_as_json,
    lines_by_lot,
    numbers,
    read_entrants,
    read_lot,
    shuffled,
)
from tournaments.competition.types import Entrant, EntrantId

SCRIPT = Path(__file__).parents[2] / "docs" / "repeat_draw.py"
GOLDEN = Path(__file__).parent / "golden_draws.json"

visible = st.characters(exclude_categories=("Cc", "Cf", "Co", "Cs"))
# Short enough that Unicode normalisation, which can turn one letter into three, exceeds no limit.
texts = st.text(visible, min_size=1, max_size=LONGEST_LOT // 3).filter(lambda text: bool(text.split()))
entrant_lists = st.lists(st.uuids().map(str), min_size=2, max_size=12, unique=True).flatmap(
    lambda ids: st.integers(0, len(ids)).map(
        lambda seeded: [
            Entrant(EntrantId(name), line if line <= seeded else None) for line, name in enumerate(ids, 1)
        ]
    )
)


def golden_draws() -> list[dict[str, object]]:
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("draw", golden_draws(), ids=lambda draw: draw["id"])
def test_recomputed_draw_has_the_recorded_commitment_and_bracket_lines(draw: dict) -> None:
    entrants, apart = read_entrants(draw["entrants"]), draw.get("apart", ())
    assert commitment(entrants, draw["algorithm"], draw["salt"], apart) == draw["commitment"]
    lines = lines_by_lot(entrants, draw["algorithm"], draw["salt"], draw["lot"], apart)
    assert list(lines) == draw["lines"]


@pytest.mark.parametrize("draw", golden_draws(), ids=lambda draw: draw["id"])
def test_repeat_draw_script_reproduces_a_recorded_draw(draw: dict, tmp_path: Path) -> None:
    script = repeat(draw, tmp_path)
    assert script.returncode == 0, script.stderr
    assert script.stdout.split() == draw["lines"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"salt": "other"}, "NOT what was promised"),
        ({"lot": "other"}, "NOT the lines"),
        ({"algorithm": "trionfo-0"}, "trionfo-1 and trionfo-2 only"),
    ],
    ids=["another salt", "another lot", "another algorithm"],
)
def test_repeat_draw_script_reports_a_draw_with_changed_data(
    change: dict, words: str, tmp_path: Path
) -> None:
    script = repeat({**golden_draws()[0], **change}, tmp_path)
    assert script.returncode == 1
    assert words in script.stderr


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"apart": [[[1, 2], [3, 4]]]}, "NOT what was promised"),
        ({"algorithm": "trionfo-1"}, "NOT what was promised"),
        ({"lines": []}, "NOT the lines"),
    ],
    ids=["other parts", "as if clubs did not count", "other lines"],
)
def test_repeat_draw_script_reports_a_different_separation_of_clubs(
    change: dict, words: str, tmp_path: Path
) -> None:
    golden = next(draw for draw in golden_draws() if draw["algorithm"] == "trionfo-2")
    script = repeat({**golden, **change}, tmp_path)
    assert script.returncode == 1
    assert words in script.stderr


def repeat(draw: dict, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "draw.json"
    file.write_text(json.dumps(draw), encoding="utf-8")
    return subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=False)


def test_every_draw_algorithm_has_a_recorded_example_draw() -> None:
    assert {draw["algorithm"] for draw in golden_draws()} == ALGORITHMS.keys()


@given(entrant_lists, texts, texts)
def test_draw_with_the_same_entrants_salt_and_lot_gives_the_same_bracket_lines(
    entrants: list[Entrant], salt: str, lot: str
) -> None:
    lines = lines_by_lot(entrants, "trionfo-1", salt, lot)
    again = read_entrants(json.loads(json.dumps(entrants_as_json(entrants))))
    assert lines_by_lot(again, "trionfo-1", salt, f"  {lot} ") == lines
    assert sorted(lines) == sorted(entrant.id for entrant in entrants)


@given(entrant_lists, texts, texts)
def test_seeded_entrants_keep_their_bracket_lines(entrants: list[Entrant], salt: str, lot: str) -> None:
    seeded = [entrant.id for entrant in entrants if entrant.seed]
    assert list(lines_by_lot(entrants, "trionfo-1", salt, lot)[: len(seeded)]) == seeded


@given(entrant_lists, texts, texts)
def test_commitment_depends_on_entrants_order_seeds_algorithm_and_salt(
    entrants: list[Entrant], salt: str, other: str
) -> None:
    promised = commitment(entrants, "trionfo-1", salt)
    unseeded = [entrant._replace(seed=None) for entrant in entrants]
    assert promised == commitment(list(entrants), "trionfo-1", salt)
    assert (promised == commitment(entrants, "trionfo-1", other)) is (salt == other)
    assert promised != commitment(entrants, "trionfo-2", salt)
    assert promised != commitment([*entrants[1:], entrants[0]], "trionfo-1", salt)
    assert promised != commitment(entrants[1:], "trionfo-1", salt)
    assert (promised == commitment(unseeded, "trionfo-1", salt)) is (entrants == unseeded)


clubs = st.sampled_from(["", "Rosello", "Limbara", "Sa Domo"])


@given(entrant_lists, st.lists(clubs, min_size=12, max_size=12), texts, texts)
def test_draw_that_separates_clubs_can_be_repeated_and_keeps_the_bracket_lines_of_seeds(
    entrants: list[Entrant], members: list[str], salt: str, lot: str
) -> None:
    entered = [entrant._replace(club=club) for entrant, club in zip(entrants, members, strict=False)]
    apart = bracket_parts(len(entered))
    lines = lines_by_lot(entered, "trionfo-2", salt, lot, apart)
    again = read_entrants(json.loads(json.dumps(entrants_as_json(entered, "trionfo-2"))))
    assert lines_by_lot(again, "trionfo-2", salt, lot, json.loads(json.dumps(apart))) == lines
    assert sorted(lines) == sorted(entrant.id for entrant in entered)
    seeded = [entrant.id for entrant in entered if entrant.seed]
    assert list(lines[: len(seeded)]) == seeded


@given(entrant_lists, texts, texts)
def test_algorithms_1_and_2_give_the_same_bracket_lines_for_entrants_without_clubs(
    entrants: list[Entrant], salt: str, lot: str
) -> None:
    apart = bracket_parts(len(entrants))
    assert lines_by_lot(entrants, "trionfo-2", salt, lot, apart) == lines_by_lot(
        entrants, "trionfo-1", salt, lot
    )


def test_commitment_of_algorithm_2_depends_on_clubs_and_on_the_lines_that_are_kept_apart() -> None:
    entrants = [Entrant(EntrantId("a"), None, "Rosello"), Entrant(EntrantId("b"))]
    promised = commitment(entrants, "trionfo-2", "salt", [[(1, 2)]])
    assert promised == commitment(entrants, "trionfo-2", "salt", [[[1, 2]]])
    assert promised != commitment(entrants, "trionfo-2", "salt", [[(1,), (2,)]])
    assert promised != commitment(
        [entrants[0]._replace(club=""), entrants[1]], "trionfo-2", "salt", [[(1, 2)]]
    )
    assert commitment(entrants, "trionfo-1", "salt") == commitment(
        [entrants[0]._replace(club=""), entrants[1]], "trionfo-1", "salt", [[(1, 2)]]
    )


def test_each_lot_and_each_salt_gives_different_bracket_lines() -> None:
    entrants = [Entrant(entrant) for entrant in some_entrants(64)]
    draws = {
        lines_by_lot(entrants, "trionfo-1", salt, lot)
        for salt in ("s", "t")
        for lot in ("7C AH", "7C AS", "È")
    }
    assert len(draws) == 6


def test_all_orders_of_four_entrants_are_equally_likely() -> None:
    """Use a chi-square test with 23 degrees of freedom.

    A fair shuffle stays below 49.7 in 999 of 1,000 cases. The lots are fixed, so the result does not vary.
    """
    draws = 4_800
    counted = Counter(shuffled(some_entrants(4), "salt", str(lot)) for lot in range(draws))
    assert counted.keys() == set(permutations(some_entrants(4)))
    fair = draws / 24
    assert sum((times - fair) ** 2 / fair for times in counted.values()) < 49.7


def test_random_numbers_that_would_bias_the_shuffle_are_skipped() -> None:
    assert below(3, iter([2**64 - 1, 7])) == 1


def test_random_stream_is_hmac_in_counter_mode() -> None:
    """The HMAC key is the result of test case 2 in RFC 4231; openssl computed the expected numbers."""
    stream = numbers("Jefe", "what do ya want for nothing?")
    blocks = "a69238384800abda1bc45e7cd1ce61bb262554e30423733a8048b36b17c867540b1cf1a8dd6b2207"
    assert "".join(f"{next(stream):016x}" for _number in range(5)) == blocks


@pytest.mark.parametrize(
    ("text", "read"),
    [("  7C   AH\t10S KD 2C\n", "7C AH 10S KD 2C"), ("E\u0300 l'ora", "È l'ora"), ("x" * 200, "x" * 200)],
    ids=["spaces", "one spelling of each letter", "as long as may be"],
)
def test_different_spellings_of_a_lot_are_normalised_to_the_same_text(text: str, read: str) -> None:
    assert read_lot(text) == read


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "lot_missing"),
        (" \n", "lot_missing"),
        ("x" * 201, "lot_too_long"),
        ("7C\u202eAH", "lot_invisible"),
        ("7C\u200bAH", "lot_invisible"),
    ],
)
def test_lot_is_refused_if_it_is_empty_or_too_long_or_has_invisible_characters(text: str, code: str) -> None:
    with pytest.raises(BadEntry) as refused:
        read_lot(text)
    assert refused.value.code == code
    assert refused.value.message.english()


@pytest.mark.parametrize(
    ("clubs", "apart", "expected"),
    [
        pytest.param(("Ossi", "Ossi"), [[(1, 2)]], "trionfo-2", id="clubs, and parts to use"),
        pytest.param(("", ""), [[(1, 2)]], "trionfo-1", id="nobody has a club"),
        pytest.param(("Ossi", ""), [], "trionfo-1", id="no line is nearer to another"),
    ],
)
def test_algorithm_2_is_used_if_clubs_can_be_separated(
    clubs: tuple[str, str], apart: list[list[tuple[int, ...]]], expected: str
) -> None:
    entrants = [Entrant(EntrantId(str(number)), None, club) for number, club in enumerate(clubs)]
    assert algorithm_for(entrants, apart) == expected
