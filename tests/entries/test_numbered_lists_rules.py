"""Numbers and bullets before the names of a list."""

import pytest

from tests.entries.test_lists_as_written_rules import FOIS_MURGIA, SANNA_PIRAS, players, read
from tournaments.entries.rules.list_lines import KEEP


@pytest.mark.parametrize(
    "text",
    [
        *("2) Ada Fois", "- Ada Fois", "• Ada Fois", "12 Ada Fois", "(3) Ada Fois", "[4] Ada Fois"),
        *("#5 Ada Fois", "n. 6 Ada Fois", "N° 7 Ada Fois", "a) Ada Fois", "ii) Ada Fois", "> Ada Fois"),
        "Giocatore 8: Ada Fois",
    ],
)
def test_numbers_and_bullets_before_a_player_are_removed_with_a_note(text: str) -> None:
    table = read(text, 1)
    assert (players(table), len(table.notes)) == ([("Ada Fois",)], 1)


@pytest.mark.parametrize("text", ["-Nuoro\nAda", "3ª C\nAda\nUgo", "Ada\nUgo\nIda\n1. Nino"])
def test_hyphen_or_number_that_belongs_to_a_name_is_kept(text: str) -> None:
    assert players(read(text, 1, numbering=KEEP)) == [(line,) for line in text.split("\n")]


@pytest.mark.parametrize(
    "text", ["1) Ada Lai;Ugo Cau", "• Ada Lai;Ugo Cau", "Ada Lai;2. Ugo Cau", "3 Ada Lai;Ugo Cau"]
)
def test_question_is_asked_about_a_number_before_only_a_few_names(text: str) -> None:
    other_rows = "\nGavino Sanna;Tore Piras\nAda Fois;Nino Murgia"
    table = read(text + other_rows)
    assert [doubt.key for doubt in table.doubts] == ["numbering"]
    assert players(table) == [("Ada Lai", "Ugo Cau"), SANNA_PIRAS, FOIS_MURGIA]
    kept_table = read(text + other_rows, numbering=KEEP)
    assert ([*kept_table.rows[0].players], kept_table.doubts) == (text.split(";"), ())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1. Gavino Sanna;2. Tore Piras\n3. Ada Fois;4. Nino Murgia", id="both columns"),
        pytest.param("1. Gavino Sanna - 2. Tore Piras\n3. Ada Fois - 4. Nino Murgia", id="within a line"),
        pytest.param(
            "1) *Gavino Sanna* - Tore Piras\n2) 🔴 Ada Fois - Nino Murgia", id="signs after the number"
        ),
    ],
)
def test_numbers_before_each_player_are_removed(text: str) -> None:
    table = read(text)
    assert (players(table), table.doubts) == ([SANNA_PIRAS, FOIS_MURGIA], ())


def test_numbers_before_team_names_are_removed_only_if_they_count_from_one() -> None:
    table = read(
        "Coppia;Giocatore 1;Giocatore 2\n1) I Soliti;Ada Lai;Ugo Cau\n2) 4 Assi;Ada Fois;Nino Murgia"
    )
    assert [row.name for row in table.rows] == ["I Soliti", "4 Assi"]
    table = read("Coppia;Giocatore 1;Giocatore 2\n3 Assi;Ada Lai;Ugo Cau\n4 Gatti;Ada Fois;Nino Murgia")
    assert [row.name for row in table.rows] == ["3 Assi", "4 Gatti"]
