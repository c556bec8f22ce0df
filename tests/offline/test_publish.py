"""Tests that the card game definitions for phones are complete, reproducible and limited in size."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from scoring.games import CARD_GAMES
from scoring.offline.publish import Graph, definition, graph_of
from scoring.offline.syntax import OutsideTheSubset
from scoring.types import Sentence
from tests.evenings import tenth
from tests.offline.phone import SCRIPTS, words_of
from tests.tiers import sampled

ROOT = Path(__file__).parents[2]
EVERY = pytest.mark.parametrize("key", CARD_GAMES)
SCRIPT = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)


def forms(data: Any) -> Iterator[list[Any]]:
    """Yield every JSON form in a definition, that is, every list at any depth."""
    if isinstance(data, list):
        yield data
        for part in data:
            yield from forms(part)


@pytest.mark.parametrize("key", sampled(CARD_GAMES, 3))
@pytest.mark.parametrize("language", ["it", "en"])
def test_size_of_a_card_game_definition_is_limited(key: str, language: str) -> None:
    with override(language):
        rules = definition(CARD_GAMES[key])
    assert len(rules.text) < 180_000
    assert len(rules.packed) < 33_000


@pytest.mark.parametrize("key", sampled(CARD_GAMES, 3))
def test_every_built_in_name_in_a_card_game_definition_exists_in_the_offline_script(key: str) -> None:
    graph, _entries = graph_of(CARD_GAMES[key])
    built = {form[1] for form in forms([graph.values, graph.codes]) if len(form) == 2 and form[0] == "b"}
    assert len(built) > 20
    assert {name for name in built if not re.search(rf"[ *]{name}\b", SCRIPT)} == set()


def test_card_game_definition_contains_texts_in_the_active_language() -> None:
    with override("it"):
        words = words_of(json.loads(definition(CARD_GAMES["mariglia"]).text))
    with override("en"):
        assert words_of(json.loads(definition(CARD_GAMES["mariglia"]).text)) == {}
    assert words["hearts"] == "cuori"
    assert words["The referee’s note has at most %(count)d character."].endswith("carattere.")
    assert words["The referee’s note has at most %(count)d characters."].endswith("caratteri.")


def test_card_game_definition_can_be_generated_for_a_new_card_game() -> None:
    text = json.loads(definition(tenth.CARD_GAME).text)
    assert text["card_game"] == "stella"
    assert ["'", "STE-6"] in list(forms([text["values"], text["codes"]]))


def test_card_game_definition_leaves_out_data_that_no_check_of_a_hand_needs() -> None:
    text = definition(CARD_GAMES["mariglia"]).text.decode()
    assert "CARD_GAMES" not in text
    assert str(CARD_GAMES["mariglia"].hand_table.seed) not in text  # type: ignore[union-attr]
    assert "35_35_45" not in text
    assert "$schema" not in text


@pytest.mark.parametrize("seed", sampled(["1", "2"], 1))
def test_card_game_definition_is_the_same_in_processes_with_different_hash_seeds(seed: str) -> None:
    program = (
        "import django; django.setup(); from scoring.games import CARD_GAMES;"
        "from scoring.offline.publish import definition;"
        "from django.utils.translation import override\n"
        "with override('en'): print(definition(CARD_GAMES['marianna']).tag)"
    )
    more = {"PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "config.settings"}
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=True,
    )
    with override("en"):
        assert run.stdout.split()[-1] == definition(CARD_GAMES["marianna"]).tag


@pytest.mark.parametrize(
    ("value", "form"),
    [
        pytest.param(None, None, id="nothing"),
        pytest.param(7, 7, id="a number"),
        pytest.param("AS", ["'", "AS"], id="a text"),
        pytest.param(len, ["b", "len"], id="a function of the library"),
        pytest.param((1,), ["[]", 1], id="a short list"),
        pytest.param([1, 2], ["g", 0], id="a longer one has its place"),
    ],
)
def test_card_game_definition_contains_small_values_inline_and_large_values_as_references(
    value: object, form: Any
) -> None:
    assert Graph(frozenset(), {}).refer(value) == form


@pytest.mark.parametrize(
    ("value", "form"),
    [
        pytest.param(range(1, 9, 2), ["(", ["b", "range"], 1, 9, 2], id="a range"),
        pytest.param(
            frozenset("ba"), ["(", ["b", "set"], ["[]", ["'", "a"], ["'", "b"]]], id="a set, in order"
        ),
        pytest.param({"a": 1}, ["(", ["b", "dict"], ["[]", ["[]", ["'", "a"], 1]]], id="a dictionary"),
        pytest.param(
            Sentence("Why", plural="Whys"),
            ["new", ["g", 1], ["'", "text"], ["'", "Why"]],
            id="fields asked for",
        ),
    ],
)
def test_python_value_is_translated_to_its_json_form(value: object, form: Any) -> None:
    graph = Graph(frozenset({"text"}), {})
    graph.place(value)
    assert graph.values[0] == form


@pytest.mark.parametrize(
    "value", [1.5, b"", Path, object(), print, os, Sentence.__init__], ids=lambda value: type(value).__name__
)
def test_python_value_that_the_phone_cannot_read_is_refused_in_a_card_game_definition(value: object) -> None:
    with pytest.raises(OutsideTheSubset):
        Graph(frozenset(), {}).refer(value)
