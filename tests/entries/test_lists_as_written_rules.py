"""Lists as people type them: separators, titles, numbering, quotation marks, and questions."""

import pytest

from scoring.types import BadEntry
from tournaments.competition.names import name_key
from tournaments.entries.rules.import_rows import ReadTable, read_table
from tournaments.entries.rules.list_lines import CHANGE, KEEP, TWO
from tournaments.entries.rules.list_text import rows_of_text, text_of_rows

SANNA_PIRAS = ("Gavino Sanna", "Tore Piras")
FOIS_MURGIA = ("Ada Fois", "Nino Murgia")


def read(text: str, size: int = 2, **answers: str) -> ReadTable:
    """Read pasted text as a list, with the given answers to questions about it."""
    return read_table(rows_of_text(text), size, answers=answers)


def players(table: ReadTable) -> list[tuple[str, ...]]:
    return [row.players for row in table.rows]


SEPARATORS = [
    pytest.param('"Sanna (a, b, c)";"Piras, d"\n"Fois, e";"Murgia"', 2, id="commas within quotes"),
    pytest.param('"Circolo a; b; c",Ada Fois\nx,y', 2, id="semicolons within quotes"),
    pytest.param('"Rossi, Bianchi, Verdi";x', 2, id="a single row"),
    pytest.param("Sanna, Gavino\tPiras, Tore", 2, id="a tab before commas"),
    pytest.param("Sanna, Gavino;Piras, Tore\nFois, Ada;Murgia, Nino", 2, id="semicolons before commas"),
    pytest.param("Titolo di tre parole\nAda;Nino;Nuoro\nUgo;Ida;Nuoro", 3, id="a title without a separator"),
    pytest.param("Coppia;Giocatori\nA;Ada, Nino\nB;Ugo, Ida", 2, id="commas between the players"),
    pytest.param("Ada|Nino\nUgo|Ida", 2, id="bars"),
    pytest.param('Ada; "Murgia; Nino"\nUgo; Ida', 2, id="a space before quotes"),
]


@pytest.mark.parametrize(("text", "width"), SEPARATORS)
def test_separator_that_gives_all_rows_the_same_number_of_cells_is_chosen(text: str, width: int) -> None:
    assert len(rows_of_text(text)[-1]) == width


@pytest.mark.parametrize(
    "line",
    ["sep=;\r\n", "\ufeffsep=;\n", '"sep=;"\n', "sep=;;\n", "SEP=;\r", "sep=\t\n", "sep=|\n", "sep=,\n"],
)
def test_line_that_declares_the_separator_is_not_read_as_a_row(line: str) -> None:
    sign = next(sign for sign in "\t|,;" if sign in line)
    text = line + sign.join(["Giocatore 1", "Giocatore 2"]) + "\n" + sign.join(FOIS_MURGIA)
    assert players(read(text)) == [FOIS_MURGIA]


NICKNAMES = [
    pytest.param('"Ninni" Cossu\tTore\nAda "la Rossa" Fois\tNino', [['"Ninni" Cossu', "Tore"]], id="tabs"),
    pytest.param('"Ninni" Cossu;Tore\nAda;Nino', [['"Ninni" Cossu', "Tore"]], id="semicolons"),
    pytest.param('"I Soliti" e basta\tAda', [['"I Soliti" e basta', "Ada"]], id="a team"),
    pytest.param('"""Ninni"" Cossu"\tTore', [['"Ninni" Cossu', "Tore"]], id="as a spreadsheet copies them"),
    pytest.param('Tore "Ninni"\tAda', [['Tore "Ninni"', "Ada"]], id="at the end"),
]


@pytest.mark.parametrize(("text", "rows"), NICKNAMES)
def test_nickname_in_quotation_marks_is_part_of_the_name(text: str, rows: list[list[str]]) -> None:
    assert rows_of_text(text)[:1] == rows


@pytest.mark.parametrize(
    ("text", "row"),
    [
        pytest.param('Ada\tNino\n"Ninni Cossu\tTore', 2, id="never closed"),
        pytest.param('"Ninni Cossu\tTore\nAda\tNino"\nx\ty', 1, id="closed two rows below"),
    ],
)
def test_error_for_an_unclosed_quotation_mark_names_the_row(text: str, row: int) -> None:
    with pytest.raises(BadEntry) as refusal:
        rows_of_text(text)
    assert (refusal.value.code, f"row {row} " in refusal.value.message.english()) == ("quotes_open", True)


BOXES = [
    pytest.param([["Ada Fois\nNino Murgia", "x"]], id="a line break in a cell"),
    pytest.param([['"Ninni" Cossu', 'Ada "la Rossa"'], ['"', '""']], id="quotation marks"),
    pytest.param([["a\tb", "c, d; e"]], id="separators"),
    pytest.param([["=1+1", "'=1", "''+x", "＝y", "'Ndria", "-"]], id="formulas and apostrophes"),
    pytest.param([["Ada, Nino"], ["Ugo; Ida"], ["a|b"]], id="one column"),
    pytest.param([["a", "", ""], ["", "", ""], ["", "b", "c"]], id="empty cells and rows"),
    pytest.param([[f"{number}", "x"] for number in range(500)], id="five hundred rows"),
]


@pytest.mark.parametrize("rows", BOXES)
def test_correction_box_contains_every_row_as_it_was_read(rows: list[list[str]]) -> None:
    assert rows_of_text(text_of_rows(rows)) == rows


@pytest.mark.parametrize(
    "heads",
    [
        ["Nome 1", "Cognome 1", "Nome 2", "Cognome 2"],
        ["Nome", "Cognome", "Nome", "Cognome"],
        ["First name 1", "Last name 1", "First name 2", "Last name 2"],
        ["Nome giocatore 1", "Cognome giocatore 1", "Nome giocatore 2", "Cognome giocatore 2"],
        ["Giocatore 1 nome", "Giocatore 1 cognome", "Giocatore 2 nome", "Giocatore 2 cognome"],
        ["Player 1 first name", "Player 1 last name", "Player 2 first name", "Player 2 last name"],
        ["Nome1", "Cognome1", "Nome2", "Cognome2"],
        ["1° nome", "1° cognome", "2° nome", "2° cognome"],
        ["Nome A", "Cognome A", "Nome B", "Cognome B"],
        ["primo nome", "primo cognome", "secondo nome", "secondo cognome"],
        ["name", "surname", "name", "surname"],
    ],
    ids=lambda heads: heads[0],
)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 3, 2)], ids=["name first", "surname first"])
def test_columns_of_first_names_and_surnames_are_joined(heads: list[str], order: list[int]) -> None:
    cells = ["Gavino", "Sanna", "Tore", "Piras"]
    table = [[row[place] for place in order] + [more] for row, more in ((heads, "Circolo"), (cells, "Nuoro"))]
    (row,) = read_table(table, 2).rows
    assert (row.players, row.details) == (SANNA_PIRAS, {"club": "Nuoro"})


def test_surname_columns_without_first_names_are_read_as_players() -> None:
    assert players(read("Cognome 1;Cognome 2\nSanna;Piras")) == [("Sanna", "Piras")]


@pytest.mark.parametrize(
    "heads",
    [
        pytest.param("Nome;Cognome\nAda;Fois", id="first name and surname"),
        pytest.param("Cognome;Nome\nFois;Ada", id="surname and first name"),
        pytest.param("first_name,last_name\nAda,Fois", id="as programs write them"),
        pytest.param("api_id,name,first_name,last_name\ng1,Ada Fois,Ada,Fois", id="the full name besides"),
        pytest.param("Full name,First name,Last name\nAda Fois,Ada,Fois", id="English"),
        pytest.param("Nome e cognome;Cognome\nAda Fois;Fois", id="a surname besides"),
        pytest.param("name,last_name\nAda Fois,Fois", id="a surname that the name ends with"),
        pytest.param("Name,Surname\nAda Fois,FOIS", id="a surname in capitals"),
    ],
)
def test_full_name_is_read_once_if_first_name_and_surname_are_also_in_columns(heads: str) -> None:
    assert players(read(heads, 1)) == [("Ada Fois",)]


TITLES = [
    pytest.param("Torneo di Natale 2026;;\nAggiornato al 20/12;;\n;;\n", id="a title and a date"),
    pytest.param("Torneo di Natale;20/12/2026\n", id="a title of two cells"),
    pytest.param("Elenco\n", id="a word"),
]


@pytest.mark.parametrize("title", TITLES)
def test_title_above_the_headings_is_omitted_with_a_note(title: str) -> None:
    table = read(f"{title}Giocatore 1;Giocatore 2;Circolo\nAda Fois;Nino Murgia;Nuoro")
    assert (players(table), table.faults) == ([FOIS_MURGIA], ())
    assert table.notes
    assert table.rows[0].number == title.count("\n") + 2


@pytest.mark.parametrize(
    ("text", "size"),
    [
        pytest.param("Torneo di Natale;20/12/2026\nAda Fois;Nino Murgia", 2, id="a title of two cells"),
        pytest.param("Torneo di Natale 2026\nAda Fois", 1, id="a title of a list of players"),
        pytest.param("Chi gioca;Con chi\nAda Fois;Nino Murgia", 2, id="headings that nobody knows"),
        pytest.param("Quota;Data\nAda Fois;Nino Murgia", 2, id="headings of other columns"),
    ],
)
def test_question_is_asked_about_a_first_row_that_is_possibly_not_a_team(text: str, size: int) -> None:
    table = read(text, size)
    assert [doubt.key for doubt in table.doubts] == ["row_1"]
    assert players(table) == [FOIS_MURGIA[:size]]
    assert len(read(text, size, row_1=KEEP).rows) == 2
    assert not read(text, size, row_1=KEEP).doubts


def test_question_is_asked_about_rows_above_the_headings_that_are_possibly_teams() -> None:
    text = "Ugo Cau;Ida Lai\nGiocatore 1;Giocatore 2\nAda Fois;Nino Murgia"
    assert [doubt.key for doubt in read(text).doubts] == ["row_1"]
    assert players(read(text, row_1=KEEP)) == [("Ugo Cau", "Ida Lai"), FOIS_MURGIA]


@pytest.mark.parametrize("heads", ["Partner A;Partner B", "Nominativo 1;Nominativo 2", "Compagno;Compagno"])
def test_synonyms_of_player_are_recognised_as_headings(heads: str) -> None:
    table = read(f"{heads}\nAda Fois;Nino Murgia")
    assert (players(table), table.doubts) == ([FOIS_MURGIA], ())


def test_first_column_of_numbers_is_ignored() -> None:
    assert players(read("1;Gavino Sanna;Tore Piras\n2;Ada Fois;Nino Murgia")) == [SANNA_PIRAS, FOIS_MURGIA]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1. Gavino Sanna - Tore Piras\n2) Ada Fois e Nino Murgia", id="dash and word"),
        pytest.param("1 Gavino Sanna / Tore Piras\n- Ada Fois – Nino Murgia", id="figure, bullet, long dash"),
        pytest.param("1️⃣ Gavino Sanna + Tore Piras\n2️⃣ Ada Fois & Nino Murgia", id="keycaps"),
        pytest.param("• Gavino Sanna con Tore Piras\n• Ada Fois and Nino Murgia", id="bullets"),
        pytest.param("1. Gavino Sanna, Tore Piras\n2. Ada Fois, Nino Murgia", id="commas"),
        pytest.param("1. Gavino Sanna\tTore Piras\n2. Ada Fois\tNino Murgia", id="two columns"),
        pytest.param("Coppia\n1. Gavino Sanna - Tore Piras\n2. Ada Fois - Nino Murgia", id="a heading"),
        pytest.param("Nome\nGavino Sanna / Tore Piras\nAda Fois / Nino Murgia", id="a heading of one"),
        pytest.param("Giocatori\nGavino Sanna, Tore Piras\nAda Fois, Nino Murgia", id="a heading of all"),
    ],
)
def test_line_that_names_a_pair_is_read_as_two_players(text: str) -> None:
    table = read(text)
    assert (players(table), table.faults) == ([SANNA_PIRAS, FOIS_MURGIA], ())


def test_hyphen_within_a_name_does_not_separate_two_players() -> None:
    assert players(read("Anna-Maria Lai - Pier-Luigi Cau")) == [("Anna-Maria Lai", "Pier-Luigi Cau")]


def test_conjunction_in_capital_letters_separates_two_players_in_capital_letters() -> None:
    table = read("GAVINO SANNA E TORE PIRAS\nADA FOIS CON NINO MURGIA")
    assert players(table) == [("GAVINO SANNA", "TORE PIRAS"), ("ADA FOIS", "NINO MURGIA")]
    assert players(read("Vittorio E. Sanna - Maria E Lai")) == [("Vittorio E. Sanna", "Maria E Lai")]


@pytest.mark.parametrize(
    ("first", "size"),
    [
        pytest.param("BURRACO SOLIDALE", 1, id="the only row in capitals"),
        pytest.param("Ore 20:30", 1, id="the only row with figures"),
        pytest.param("Nord;Sud", 2, id="the only row of single words"),
        pytest.param("Uno;Due", 2, id="ordinals"),
    ],
)
def test_question_is_asked_about_a_first_row_that_differs_from_all_other_rows(first: str, size: int) -> None:
    other_rows = "\n".join(["Gavino Sanna;Tore Piras", "Ada Fois;Nino Murgia"][:2])
    table = read(f"{first}\n{other_rows}" if size == 2 else f"{first}\nGavino Sanna\nAda Fois", size)
    assert [doubt.key for doubt in table.doubts] == ["row_1"]
    assert len(table.rows) == 2


def test_headings_repeated_on_every_printed_page_are_omitted() -> None:
    table = read(
        "Giocatore 1;Giocatore 2\nGavino Sanna;Tore Piras\nGiocatore 1;Giocatore 2\nAda Fois;Nino Murgia"
    )
    assert (players(table), table.doubts) == ([SANNA_PIRAS, FOIS_MURGIA], ())
    assert [note.english() for note in table.notes] == ["Row 3 is not read: “Giocatore 1 · Giocatore 2”."]


@pytest.mark.parametrize(
    "last", ["Totale;2", "TOTALE COPPIE: 2", "Riserve", "44561;Ada Fois", "Ada Fois;20:30"]
)
def test_question_is_asked_about_a_doubtful_row_below_the_teams(last: str) -> None:
    table = read(f"Gavino Sanna;Tore Piras\nAda Fois;Nino Murgia\n{last}")
    assert [doubt.key for doubt in table.doubts] == ["row_3"]
    assert (players(table), table.faults) == ([SANNA_PIRAS, FOIS_MURGIA], ())


@pytest.mark.parametrize("sign", [", ", ";", ","])
@pytest.mark.parametrize("quotes", ["“”", "«»", "„“"])
def test_typographic_quotation_marks_enclose_a_cell(sign: str, quotes: str) -> None:
    cells = (f"{quotes[0]}{name}{quotes[1]}" for name in ("Sanna, Gavino", "Piras, Tore"))
    table = read(sign.join(cells))
    assert [doubt.key for doubt in table.doubts] == ["comma"]
    assert players(table) == [SANNA_PIRAS]


COMMAS = "Sanna, Gavino;Piras, Tore\nFois, Ada;Murgia, Nino"


def test_only_one_question_is_asked_about_several_names_with_a_comma() -> None:
    table = read(COMMAS)
    (doubt,) = table.doubts
    assert doubt.question.english() == "Is “Sanna, Gavino” one player?"
    assert [words.english() for _key, words in doubt.choices] == [
        "Yes: Gavino Sanna",
        "Yes, written as it stands",
    ]
    assert players(table) == [SANNA_PIRAS, FOIS_MURGIA]
    assert players(read(COMMAS, comma=KEEP))[0] == ("Sanna, Gavino", "Piras, Tore")
    assert not read(COMMAS, comma=KEEP).doubts


TWO_PLAYERS = [
    pytest.param("Sanna, Gavino\tNuoro\nPiras, Tore\tOristano", {"club": "Nuoro"}, id="a club beside them"),
    pytest.param('Giocatore 1;Giocatore 2\n"Sanna, Gavino";\nPiras;Tore', {}, id="nobody beside them"),
    pytest.param('Giocatore 1;Giocatore 2\n;"Sanna, Gavino"\nPiras;Tore', {}, id="in the second cell"),
    pytest.param(
        "Giocatore 1;Giocatore 2;Circolo\nSanna, Gavino;Nuoro;Lodè\nPiras, Tore;Bosa;Orune",
        {"club": "Lodè", "town": "Nuoro"},
        id="a known club",
    ),
]


@pytest.mark.parametrize(("text", "details"), TWO_PLAYERS)
def test_question_about_a_cell_with_a_comma_offers_to_read_two_players(
    text: str, details: dict[str, str]
) -> None:
    (doubt,) = read(text).doubts
    assert doubt.choices[-1][0] == TWO
    assert doubt.choices[-1][1].english() == "No: two players"
    table = read(text, comma=TWO)
    assert players(table) == [("Sanna", "Gavino"), ("Piras", "Tore")]
    assert (table.rows[0].details, table.faults, table.doubts) == (details, (), ())


@pytest.mark.parametrize(
    ("text", "size"),
    [
        pytest.param(COMMAS, 2, id="two such cells in a row"),
        pytest.param("Sanna, Gavino\tTore Piras\nAda Fois\tUgo Cau", 2, id="a player beside them"),
        pytest.param('"Sanna, Gavino"', 1, id="players who play alone"),
    ],
)
def test_question_about_a_comma_offers_no_split_if_the_cell_cannot_contain_two_players(
    text: str, size: int
) -> None:
    (doubt,) = read(text, size).doubts
    assert [key for key, _words in doubt.choices] == [CHANGE, KEEP]
    assert players(read(text, size, comma=TWO)) == players(read(text, size, comma=KEEP))


def test_no_question_is_asked_about_a_name_with_a_comma_that_is_already_entered() -> None:
    entered_names = {name_key(name) for name in ("Sanna, Gavino", "Piras, Tore", "Nino Sanna, jr.")}
    table = read_table(
        rows_of_text("Sanna, Gavino;Piras, Tore\nNino Sanna, jr.;Ada"), 2, entered_names=entered_names
    )
    assert (players(table)[0], table.doubts) == (("Sanna, Gavino", "Piras, Tore"), ())


def test_question_is_asked_about_text_that_was_encoded_twice() -> None:
    text = "NiccolÃ² Lai;JosÃ© Cossu"
    assert [doubt.key for doubt in read(text).doubts] == ["letters"]
    assert players(read(text)) == [("Niccolò Lai", "José Cossu")]
    assert players(read(text, letters=KEEP)) == [("NiccolÃ² Lai", "JosÃ© Cossu")]


@pytest.mark.parametrize(
    "cell", ["#N/D", "#N/A", "#RIF!", "#REF!", "#NOME?", "#NAME?", "#VALORE!", "#DIV/0!", "#####", "Err:502"]
)
@pytest.mark.parametrize("column", ["A", "C", "D"])
def test_error_value_in_a_cell_is_quoted_in_the_error_message(cell: str, column: str) -> None:
    cells = {"A": "Ada Fois", "B": "Nino Murgia", "C": "Nuoro", "D": "1"} | {column: cell}
    table = read_table([["Giocatore 1", "Giocatore 2", "Circolo", "Testa di serie"], list(cells.values())], 2)
    (fault,) = table.faults
    assert (fault.row, fault.column, fault.code) == (2, column, "cell_error")
    assert cell in fault.message.english()


def test_error_value_in_the_first_row_is_reported() -> None:
    table = read("#N/D;Ada\n#NOME?;Ugo")
    assert [(fault.row, fault.code) for fault in table.faults] == [(1, "cell_error"), (2, "cell_error")]


def test_error_for_an_unreadable_letter_names_the_cell() -> None:
    table = read("Niccolò Lai;Nino M\ufffdrgia")
    assert [(fault.row, fault.column, fault.code) for fault in table.faults] == [
        (1, "B", "letter_unreadable")
    ]


@pytest.mark.parametrize("sign", ["\r", "\n", "\r\n", "\v", "\u2028", "\x85"])
def test_line_break_in_a_cell_separates_the_players(sign: str) -> None:
    rows = [["Coppia", "Giocatori"], ["I Soliti", f"Ada Fois{sign}Nino Murgia"]]
    assert players(read_table(rows, 2)) == [FOIS_MURGIA]


@pytest.mark.parametrize("mark", ["\u200e", "\u200b", "\u2068", "\u00ad", "\ufeff", "\u2060"])
def test_invisible_marks_are_ignored_in_headings_and_cells(mark: str) -> None:
    heads = [f"{mark}Giocatore 1", f"Giocatore 2{mark}", f"{mark}Circolo"]
    (row,) = read_table([heads, [f"{mark}Ada Fois", f"Nino{mark} Murgia", f"Nuoro{mark}"]], 2).rows
    assert (row.players, row.details) == (FOIS_MURGIA, {"club": "Nuoro"})
