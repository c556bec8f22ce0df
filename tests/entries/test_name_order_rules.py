"""Lists with the surname first, or with first name and surname in two columns."""

import pytest

from tournaments.competition.names import name_key
from tournaments.entries.rules.import_rows import ReadTable, read_table
from tournaments.entries.rules.list_lines import CHANGE, KEEP
from tournaments.entries.rules.list_text import rows_of_text
from tournaments.entries.rules.name_order import given_name_first, given_names_of

GIVEN_NAMES = {"gavino", "tore", "ada", "ugo"}
PAIRS = [("Gavino Sanna", "Tore Piras"), ("Ada Fois", "Ugo Maria De Luca")]


def read(text: str, size: int = 2, given_names: set[str] | None = None, **answers: str) -> ReadTable:
    """Read pasted text as a list, with known given names and the given answers to questions about it."""
    return read_table(rows_of_text(text), size, answers=answers, given_names=given_names or ())


def players(table: ReadTable) -> list[tuple[str, ...]]:
    return [row.players for row in table.rows]


SURNAMES_FIRST = [
    pytest.param("Sanna Gavino;Piras Tore\nFois Ada;De Luca Ugo Maria", id="a column a player"),
    pytest.param("Sanna Gavino / Piras Tore\nFois Ada / De Luca Ugo Maria", id="a pair a line"),
    pytest.param("SANNA GAVINO;PIRAS TORE\nFOIS ADA;DE LUCA UGO MARIA", id="capitals"),
    pytest.param("1. Sanna Gavino - Piras Tore\n2. Fois Ada - De Luca Ugo Maria", id="numbered lines"),
]


@pytest.mark.parametrize("text", SURNAMES_FIRST)
def test_question_is_asked_about_names_that_end_with_a_known_given_name(text: str) -> None:
    table = read(text, given_names=GIVEN_NAMES)
    assert [doubt.key for doubt in table.doubts] == ["order"]
    pairs = [tuple(map(name_key, pair)) for pair in PAIRS]
    assert [tuple(map(name_key, row)) for row in players(table)] == pairs
    kept_table = read(text, given_names=GIVEN_NAMES, order=KEEP)
    assert (name_key(players(kept_table)[0][0]), kept_table.doubts) == ("sanna gavino", ())
    assert not read(text, given_names=GIVEN_NAMES, order=CHANGE).doubts


def test_question_about_surnames_first_shows_an_example() -> None:
    (doubt,) = read("Sanna Gavino;Piras Tore", given_names=GIVEN_NAMES).doubts
    assert doubt.question.english() == "Do the surnames stand first? “Sanna Gavino”"
    assert [words.english() for _answer, words in doubt.choices] == [
        "Yes: Gavino Sanna",
        "No: the names as written",
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Gavino Sanna;Tore Piras\nAda Fois;Ugo Cau", id="given names first"),
        pytest.param("Sanna Gavino;Piras Tore\nAda Fois;Ugo Cau", id="both orders"),
        pytest.param("Sanna Gavino;Piras Lucia", id="one known given name"),
        pytest.param("Sanna Bachisio;Piras Lucia\nFois Pina;Cau Efisio", id="no known given name"),
        pytest.param("Gavino;Tore\nAda;Ugo", id="single words"),
    ],
)
def test_no_question_is_asked_unless_surnames_clearly_come_first(text: str) -> None:
    table = read(text, given_names=GIVEN_NAMES)
    assert (table.doubts, players(table)[0][0]) == ((), text.partition(";")[0])


@pytest.mark.parametrize(
    "heading",
    ["Cognome e nome", "Cognome Nome", "COGNOME e NOME", "Giocatore (cognome e nome)", "Surname and name"],
)
def test_question_about_the_name_order_is_asked_if_the_heading_has_the_surname_first(heading: str) -> None:
    table = read(f"{heading};Tessera\nSanna Gavino;12\nDe Luca Ugo Maria (Bosa);13", 1)
    assert [doubt.key for doubt in table.doubts] == ["order"]
    assert players(table) == [("Gavino Sanna",), ("Ugo Maria De Luca (Bosa)",)]


@pytest.mark.parametrize("heading", ["Nome e cognome", "Giocatore", "Nominativo", "Name"])
def test_no_question_is_asked_if_the_heading_does_not_have_the_surname_first(heading: str) -> None:
    assert not read(f"{heading}\nSanna Gavino\nFois Ada", 1).doubts


def test_known_given_names_at_the_start_of_names_overrule_a_heading_with_the_surname_first() -> None:
    assert not read("Cognome e nome\nGavino Sanna\nAda Fois", 1, given_names=GIVEN_NAMES).doubts


def test_name_of_an_entered_player_is_never_reordered() -> None:
    rows = rows_of_text("Sanna Gavino;Piras Tore\nFois Ada;Cau Ugo")
    table = read_table(rows, 2, entered_names={"sanna gavino"}, given_names=GIVEN_NAMES)
    assert players(table) == [("Sanna Gavino", "Tore Piras"), ("Ada Fois", "Ugo Cau")]


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Sanna Gavino", "Gavino Sanna"),
        ("De Luca Anna", "Anna De Luca"),
        ("De La Cruz Maria Rosa", "Maria Rosa De La Cruz"),
        ("D'Angelo Ugo jr.", "Ugo D'Angelo jr."),
        ("Sanna", "Sanna"),
        ("De Luca", "De Luca"),
    ],
)
def test_moving_the_given_name_first_keeps_the_particles_with_the_surname(name: str, right: str) -> None:
    assert given_name_first(name) == right


def test_given_names_are_first_words_that_are_never_the_last_word_of_a_name() -> None:
    assert given_names_of(["gavino sanna", "tore gavino", "ada fois", "piras", "fois lia"]) == {"tore", "ada"}


IN_TWO_COLUMNS = [
    pytest.param("Gavino;Sanna;Tore;Piras\nAda;Fois;Ugo;De Luca", id="without headings"),
    pytest.param("1;Gavino;Sanna;Tore;Piras\n2;Ada;Fois;Ugo;De Luca", id="numbered rows"),
    pytest.param(
        "Giocatore 1;;Giocatore 2;\nGavino;Sanna;Tore;Piras\nAda;Fois;Ugo;De Luca", id="headings across"
    ),
]  # fmt: skip


@pytest.mark.parametrize("text", IN_TWO_COLUMNS)
def test_question_is_asked_about_pairs_with_first_names_and_surnames_in_separate_columns(text: str) -> None:
    table = read(text)
    assert [doubt.key for doubt in table.doubts] == ["halves"]
    assert players(table) == [("Gavino Sanna", "Tore Piras"), ("Ada Fois", "Ugo De Luca")]
    answered = read(text, halves=CHANGE)
    assert (players(answered), answered.doubts) == (players(table), ())
    assert players(read(text, halves=KEEP))[0][0] == "Gavino"


def test_question_is_asked_about_single_players_with_names_in_two_columns() -> None:
    table = read("Gavino;Sanna;Nuoro\nAda;Fois;Bosa", 1)
    assert [doubt.key for doubt in table.doubts] == ["halves"]
    assert [(row.players, row.details) for row in table.rows] == [
        (("Gavino Sanna",), {"club": "Nuoro"}),
        (("Ada Fois",), {"club": "Bosa"}),
    ]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        pytest.param("Gavino;Sanna\nAda;Fois", 2, id="two columns for two players"),
        pytest.param("Gavino Sanna;Tore Piras;Nuoro;Bosa", 2, id="full names, club and town"),
        pytest.param("Gavino Sanna;Nuoro\nAda Fois;Bosa", 1, id="a full name and a club"),
        pytest.param("Giocatore 1;Giocatore 2;Circolo;Luogo\nGavino;Tore;Nuoro;Bosa", 2, id="headings"),
    ],
)
def test_no_question_is_asked_about_columns_that_are_not_first_name_and_surname(text: str, size: int) -> None:
    assert not read(text, size).doubts


HEADINGS = [
    "Nome giocatore uno;Cognome giocatore uno;Nome giocatore due;Cognome giocatore due",
    "Nome I;Cognome I;Nome II;Cognome II",
    "Nome del primo;Cognome del primo;Nome del secondo;Cognome del secondo",
    "Prénom;Nom;Prénom;Nom",
    "Vorname;Nachname;Vorname;Nachname",
    "Nombre;Apellidos;Nombre;Apellidos",
    "Nome capitano;Cognome capitano;Nome compagno;Cognome compagno",
    "Giocatore 1;;Giocatore 2;\nNome;Cognome;Nome;Cognome",
]


@pytest.mark.parametrize("headings", HEADINGS)
def test_headings_of_first_name_and_surname_columns_are_recognised(headings: str) -> None:
    table = read(f"{headings}\nGavino;Sanna;Tore;Piras")
    assert (players(table), table.doubts, table.faults) == ([("Gavino Sanna", "Tore Piras")], (), ())
