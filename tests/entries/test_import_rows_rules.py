"""Reading the rows of an imported list: headings, columns, and errors."""

import pytest

from scoring.types import BadEntry
from tournaments.entries.rules.import_rows import MOST_ROWS, column_letter, place_of, read_table
from tournaments.values.spreadsheet_cells import unquoted


@pytest.mark.parametrize(
    ("index", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")]
)
def test_column_number_is_converted_to_spreadsheet_letters(index: int, letters: str) -> None:
    assert column_letter(index) == letters


HEADINGS = [
    pytest.param(["Giocatore 1", "Giocatore 2"], id="Italian"),
    pytest.param(["player_1", "player_2"], id="as the API has it"),
    pytest.param(["1° giocatore", "2° giocatore"], id="ordinals in figures"),
    pytest.param(["PRIMO GIOCATORE", "Secondo giocatore:"], id="ordinals in words, case and colon"),
    pytest.param(["First player", "Second player"], id="English"),
]


@pytest.mark.parametrize("heads", HEADINGS)
def test_headings_of_player_columns_are_recognised(heads: list[str]) -> None:
    (row,) = read_table([heads, ["Tore Manca", "Antonella Usai"]], 2).rows
    assert (row.number, row.players) == (2, ("Tore Manca", "Antonella Usai"))


@pytest.mark.parametrize(
    "table",
    [
        pytest.param([["Giocatore", "Circolo"], ["Ada Fois", "Nuoro"]], id="one heading"),
        pytest.param([["NOME", "Circolo"], ["Ada Fois", "Nuoro"]], id="name"),
        pytest.param([["Giocatori", "Circolo"], ["Ada Fois", "Nuoro"]], id="players: one of them"),
        pytest.param([["Cognome", "Nome", "Circolo"], ["Fois", "Ada", "Nuoro"]], id="two columns"),
        pytest.param([["Ada Fois", "Nuoro"]], id="no headings: the name, then the club"),
    ],
)
def test_list_of_single_players_is_read_from_one_column(table: list[list[str]]) -> None:
    read = read_table(table, 1)
    (row,) = read.rows
    assert (row.players, row.name, row.details) == (("Ada Fois",), None, {"club": "Nuoro"})
    assert (read.faults, read.ignored) == ((), ())


def test_missing_player_name_is_an_error() -> None:
    (fault,) = read_table([["Giocatore", "Circolo"], ["", "Nuoro"]], 1).faults
    assert (fault.row, fault.column, fault.message.english()) == (2, "A", "The name is missing: write it.")


def test_columns_are_read_in_any_order_and_unknown_headings_are_listed() -> None:
    read = read_table(
        [
            ["Quota", "TdS", "Città", "Coppia", "Giocatori"],
            ["20", "1", "Nuoro", "I Soliti", "Ada Fois, Nino Murgia"],
        ],
        2,
    )
    (row,) = read.rows
    assert (row.players, row.name, row.details, row.seed) == (
        ("Ada Fois", "Nino Murgia"),
        "I Soliti",
        {"town": "Nuoro"},
        1,
    )
    assert read.ignored == ("Quota",)
    assert not read.faults


def test_first_columns_of_a_list_without_headings_are_the_players() -> None:
    (row,) = read_table(
        [["Tore Manca", "Antonella Usai", "Li Punti", "Sassari", "Gli Ostinati", "3"]], 2
    ).rows
    assert (row.number, row.players, row.name, row.details, row.seed) == (
        1, ("Tore Manca", "Antonella Usai"), "Gli Ostinati", {"club": "Li Punti", "town": "Sassari"}, 3,
    )  # fmt: skip


def test_rows_keep_their_row_numbers_if_empty_rows_are_skipped() -> None:
    read = read_table([[], ["Giocatore 1", "Giocatore 2"], ["", ""], ["Ada Fois", "Nino Murgia"]], 2)
    assert [row.number for row in read.rows] == [4]


@pytest.mark.parametrize("text", ["", "-", "–", "/", "...", "--"])
def test_cell_that_is_empty_or_has_only_dashes_is_read_as_missing(text: str) -> None:
    heads = ["Player 1", "Player 2", "Club", "Seed"]
    (row,) = read_table([heads, ["Ada Fois", "Nino Murgia", text, text]], 2).rows
    assert (row.details, row.seed) == ({}, None)


FAULTS = [
    pytest.param([["Ada Fois", ""]], [(1, "B", "player_missing")], id="second player missing"),
    pytest.param(
        [["", "", "I Soliti"]], [(1, "A", "player_missing"), (1, "B", "player_missing")], id="both missing"
    ),
    pytest.param(
        [["Giocatori", "Circolo"], ["Ada Fois", "Nuoro"]],
        [(2, "A", "player_missing")],
        id="one name in the players' column",
    ),
    pytest.param([["Ada Fois", "Nino Murgia", "", "", "", "1.5"]], [(1, "F", "bad_seed")], id="half a seed"),
    pytest.param([["Ada Fois", "Nino Murgia", "", "", "", "0"]], [(1, "F", "bad_seed")], id="seed nought"),
    pytest.param([["Ada Fois", "Nino Murgia", "", "", "", "١٢"]], [(1, "F", "bad_seed")], id="other figures"),
    pytest.param(
        [["Ada Fois", "Nino Murgia", "", "", "", "1e3"]], [(1, "F", "bad_seed")], id="a power of ten"
    ),
]


@pytest.mark.parametrize(("table", "faults"), FAULTS)
def test_every_error_names_its_row_and_column(
    table: list[list[str]], faults: list[tuple[int, str, str]]
) -> None:
    assert [(fault.row, fault.column, fault.code) for fault in read_table(table, 2).faults] == faults


REFUSED = [
    pytest.param([], "no_rows", id="nothing"),
    pytest.param([["", " "]], "no_rows", id="only blanks"),
    pytest.param([["Giocatore 1", "Giocatore 2"]], "no_rows", id="headings alone"),
    pytest.param([["a", "b"]] * (MOST_ROWS + 1), "too_many_rows", id="one row too many"),
]


@pytest.mark.parametrize(("table", "code"), REFUSED)
def test_empty_or_too_long_list_is_refused(table: list[list[str]], code: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        read_table(table, 2)
    assert refusal.value.code == code


def test_list_of_ten_thousand_rows_is_read() -> None:
    assert len(read_table([["a", "b"]] * MOST_ROWS, 2).rows) == MOST_ROWS


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("'=SUM(A1)", "=SUM(A1)"),
        ("=SUM(A1)", "=SUM(A1)"),
        ("'+39", "+39"),
        ("'", "'"),
        ("'Ndria", "'Ndria"),
    ],
)
def test_text_like_a_formula_is_read_as_text(cell: str, text: str) -> None:
    assert unquoted(cell) == text


def test_json_pointer_of_a_problem_is_converted_to_row_and_column() -> None:
    rows = read_table([["Circolo", "Giocatore 1", "Giocatore 2"], ["x", "Ada Fois", "Nino Murgia"]], 2).rows
    assert place_of("/0/players/1/name", rows) == (2, "C")
    assert place_of("/0/club", rows) == (2, "A")
    assert place_of("/0/name", rows) == (2, "B")
    assert place_of("", rows) == (0, "")
