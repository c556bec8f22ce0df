"""Lists with different separators between the players in different lines."""

import pytest

from tournaments.entries.rules.import_rows import ReadTable, read_table
from tournaments.entries.rules.list_text import rows_of_text, text_of_rows

LINES = [
    "Gavino Pinna e Tore Sanna",
    "Ada Fois - Ugo Cau",
    "Ida Lai / Nino Murgia",
    "Luca Serra & Pina Meloni",
    "Franco Piga + Gianni Puddu",
    "Mario Deiana con Lello Usai",
    "Anna Solinas e Rita Mura",
    "Tore Marras e Bachisio Melis",
    "Peppe Loi – Gigi Zara",
    "Salvatore Dessì e Ninni Corda",
]
MANCA_CARTA, LODDO_MELE = ("Pietro Manca", "Efisio Carta"), ("Gino Loddo", "Pia Mele")


def read(text: str, size: int = 2, **answers: str) -> ReadTable:
    """Read pasted text as a list, with the given answers to questions about it."""
    return read_table(rows_of_text(text), size, answers=answers)


def players(table: ReadTable) -> list[tuple[str, ...]]:
    return [row.players for row in table.rows]


@pytest.mark.parametrize("sign", [", ", "; ", "\t", " | ", ","])
@pytest.mark.parametrize("place", [0, 5, 10])
def test_separator_used_in_only_a_few_lines_separates_the_players(sign: str, place: int) -> None:
    other_lines = [sign.join(MANCA_CARTA), sign.join(LODDO_MELE)]
    table = read("\n".join([*LINES[:place], *other_lines, *LINES[place:]]))
    assert (players(table)[place : place + 2], table.faults, table.doubts) == (
        [MANCA_CARTA, LODDO_MELE],
        (),
        (),
    )
    assert {len(row.players) for row in table.rows} == {2}
    assert len(table.rows) == 12


def test_conjunction_used_in_only_a_few_lines_separates_the_players() -> None:
    text = "Ada Fois, Ugo Cau\nIda Lai, Nino Murgia\nPietro Manca e Efisio Carta\nGino Loddo\tPia Mele"
    table = read(text)
    assert (players(table)[2:], table.faults, table.doubts) == ([MANCA_CARTA, LODDO_MELE], (), ())


def test_column_next_to_the_pairs_is_read_as_the_club() -> None:
    table = read("Pietro Manca e Efisio Carta;Nuoro\nGino Loddo - Pia Mele;Bosa")
    assert (players(table), table.faults) == ([MANCA_CARTA, LODDO_MELE], ())
    assert [row.details for row in table.rows] == [{"club": "Nuoro"}, {"club": "Bosa"}]


def test_question_is_asked_about_headings_with_a_comma_above_lines_of_pairs() -> None:
    table = read("\n".join(["Giocatore 1, Giocatore 2", *LINES]))
    assert [doubt.key for doubt in table.doubts] == ["row_1"]
    assert len(table.rows) == len(LINES)


def test_correction_box_keeps_the_rows_of_a_list_with_several_separators() -> None:
    rows = rows_of_text("\n".join([*LINES, "Pietro Manca, Efisio Carta", "Gino Loddo\tPia Mele"]))
    assert {len(row) for row in rows} == {1}
    assert rows_of_text(text_of_rows(rows)) == rows


def test_error_in_a_list_with_several_separators_names_the_line() -> None:
    table = read("\n".join([*LINES, "Pietro Manca, Efisio Carta", "Gino Loddo"]))
    assert [(fault.row, fault.code) for fault in table.faults] == [(12, "player_missing")]
