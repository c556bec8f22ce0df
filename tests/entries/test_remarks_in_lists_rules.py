"""Emoji, other symbols and remarks beside the names in a list."""

import pytest

from tournaments.competition.names import name_key, team_name
from tournaments.entries.rules.import_rows import ReadTable, read_table
from tournaments.entries.rules.list_lines import CHANGE, KEEP
from tournaments.entries.rules.list_text import rows_of_text

PINNA_SANNA = ("Gavino Pinna", "Tore Sanna")


def read(text: str, size: int = 2, **answers: str) -> ReadTable:
    """Read pasted text as a list, with the given answers to questions about it."""
    return read_table(rows_of_text(text), size, answers=answers)


def players(table: ReadTable) -> list[tuple[str, ...]]:
    return [row.players for row in table.rows]


SIGNS = [
    pytest.param("Gavino Pinna e Tore Sanna ✅", id="a check mark"),
    pytest.param("Gavino Pinna e Tore Sanna✅✅", id="two check marks without a space"),
    pytest.param("Gavino Pinna e Tore Sanna 👍🏽", id="a skin tone"),
    pytest.param("Gavino Pinna - Tore Sanna ❤️", id="a variation selector"),
    pytest.param("Gavino Pinna / Tore Sanna 👨‍👩‍👧", id="joined emoji"),
    pytest.param(
        "Gavino Pinna + Tore Sanna 🏴\U000e0067\U000e0062\U000e0065\U000e007f", id="the flag of a region"
    ),
    pytest.param("Gavino Pinna & Tore Sanna 🇮🇹", id="a flag"),
    pytest.param("Gavino Pinna con Tore Sanna 2️⃣", id="a keycap"),
    pytest.param("Gavino Pinna e Tore Sanna ✓ ✔ ☑", id="dingbats"),
    pytest.param("Gavino Pinna e Tore Sanna ‼️", id="a double exclamation mark"),
    pytest.param("Gavino Pinna 😂 e Tore Sanna", id="after the first player"),
    pytest.param("Gavino 😂 Pinna e Tore🌸Sanna", id="within the names"),
    pytest.param("🔴 Gavino Pinna e 🔵 Tore Sanna", id="before the names"),
    pytest.param("Gavino Pinna!! e Tore Sanna !!", id="exclamation marks"),
    pytest.param("Gavino Pinna ? e Tore Sanna?", id="question marks"),
    pytest.param("Gavino Pinna\tTore Sanna 👍", id="in a column of its own"),
    pytest.param("Giocatore 1;Giocatore 2\nGavino Pinna ✅;Tore Sanna ✅!", id="below headings"),
    pytest.param("Nome;Cognome;Nome;Cognome\nGavino;Pinna 👍;Tore;Sanna", id="after a surname"),
    pytest.param("*Gavino Pinna*;Tore Sanna", id="bold words of a messenger"),
    pytest.param("*Gavino Pinna - Tore Sanna*", id="a bold line"),
    pytest.param("_Gavino Pinna_ - ~Tore Sanna~", id="slanted and struck-out words"),
    pytest.param("@Gavino Pinna e @Tore Sanna", id="mentions"),
]


@pytest.mark.parametrize("text", SIGNS)
def test_symbol_next_to_a_name_is_removed_with_a_note(text: str) -> None:
    table = read(text)
    assert (players(table), table.faults, table.doubts) == ([PINNA_SANNA], (), ())
    assert team_name(table.rows[0].players) == "Pinna – Sanna"
    assert len(table.notes) == 1


def test_note_about_symbols_has_an_example() -> None:
    (note,) = read("Ada Fois 👍", 1).notes
    assert note.english() == "Signs beside the names are left out: “Ada Fois 👍” is Ada Fois."


@pytest.mark.parametrize(
    "text", ["✅;Tore Sanna", "Gavino Pinna;👍🏽", "✅ e Tore Sanna", "Gavino Pinna e ❤️ ✅"]
)
def test_name_that_consists_only_of_symbols_is_treated_as_missing(text: str) -> None:
    assert [fault.code for fault in read(text).faults] == ["player_missing"]


@pytest.mark.parametrize(
    "name",
    [
        "Nicol? Lai",
        "Ada Fois (Pedru)",
        "Ada Fois (Nuoro)",
        '"Ninni" Cossu',
        "Ada Fois 3°",
        "Zoë D’Angelo",
        "李 明",
    ],
)
def test_name_with_brackets_quotation_marks_or_foreign_letters_is_kept(name: str) -> None:
    table = read(name, 1)
    assert (players(table), table.notes) == ([(name,)], ())


@pytest.mark.parametrize("text", ["Ada ❤;Nino Murgia", "Ada ❤ - Nino Murgia"])
def test_symbol_in_a_name_that_is_already_entered_is_kept(text: str) -> None:
    table = read_table(rows_of_text(text), 2, entered_names={name_key("Ada ❤")})
    assert (players(table), table.notes) == ([("Ada ❤", "Nino Murgia")], ())


def test_symbols_in_the_name_of_a_team_are_kept() -> None:
    table = read("Giocatore 1;Giocatore 2;Coppia\nGavino Pinna;Tore Sanna;I Fiori 🌸")
    assert (table.rows[0].name, table.notes) == ("I Fiori 🌸", ())


LATE = [
    pytest.param("Gavino Pinna e Tore Sanna (forse in ritardo)", id="at the end"),
    pytest.param(
        "Gavino Pinna (arriva con Ada, alle 9 e mezza) e Tore Sanna ✅", id="after the first player"
    ),
    pytest.param("Gavino Pinna;Tore Sanna [da confermare]", id="in a column of its own"),
    pytest.param("Gavino Pinna 333 1234567;Tore Sanna", id="a telephone number"),
    pytest.param("Gavino Pinna - Tore Sanna tel. +39 079/123456", id="a number with a sign"),
    pytest.param("+39 333 123 4567: Gavino Pinna - Tore Sanna", id="a number before the names"),
]


@pytest.mark.parametrize("text", LATE)
def test_question_is_asked_about_a_remark_or_telephone_number(text: str) -> None:
    table = read(text)
    assert [doubt.key for doubt in table.doubts] == ["remark"]
    assert (players(table), table.faults) == ([PINNA_SANNA], ())
    assert "Remarks left out of the names: 1 " in table.notes[0].english()
    assert not read(text, remark=CHANGE).doubts


def test_remark_in_brackets_is_kept_if_the_answer_is_to_keep_the_remark() -> None:
    table = read("Gavino Pinna (figlio) - Tore Sanna", remark=KEEP)
    assert players(table) == [("Gavino Pinna (figlio)", "Tore Sanna")]
    assert (table.doubts, table.notes) == ((), ())


def test_first_line_with_a_pair_and_a_conjunction_is_not_read_as_headings() -> None:
    table = read("Gavino Pinna con Tore Sanna (forse)\nAda Fois - Ugo Cau")
    assert [doubt.key for doubt in table.doubts] == ["remark"]
    assert len(table.rows) == 2


@pytest.mark.parametrize("sign", [", ", "; ", "\t", " | "])
def test_question_is_asked_whether_text_after_a_pair_and_a_separator_is_the_club(sign: str) -> None:
    text = f"Ada Fois e Ugo Cau\nGavino Pinna e Tore Sanna{sign}Nuoro"
    table = read(text)
    assert [doubt.question.english() for doubt in table.doubts] == ["Row 2: is “Nuoro” the club of the team?"]
    assert (players(table)[1], table.rows[1].details, table.faults) == (PINNA_SANNA, {"club": "Nuoro"}, ())
    kept_table = read(text, club=KEEP)
    assert (players(kept_table)[1], kept_table.doubts) == (("Gavino Pinna", "Tore Sanna, Nuoro"), ())


SURNAMES = [
    pytest.param("Nino e Billia Canu 😂", 2, ("Nino Canu", "Billia Canu"), id="a sign at the end"),
    pytest.param("Nino & Billia De Luca", 2, ("Nino De Luca", "Billia De Luca"), id="a particle"),
    pytest.param("Nino ed Ugo Maria Canu", 2, ("Nino Canu", "Ugo Maria Canu"), id="two first names"),
    pytest.param("Nino, Tore e Ada Canu", 3, ("Nino Canu", "Tore Canu", "Ada Canu"), id="three players"),
]


@pytest.mark.parametrize(("text", "size", "names"), SURNAMES)
def test_question_is_asked_about_a_surname_after_several_first_names(
    text: str, size: int, names: tuple[str, ...]
) -> None:
    table = read(text, size)
    (doubt,) = table.doubts
    assert doubt.key == "surname_1"
    assert [words.english() for _key, words in doubt.choices] == [
        f"Yes: {', '.join(names)}",
        "No: the names as written",
    ]
    assert players(table) == [names]
    assert players(read(text, size, surname_1=KEEP))[0][0] == "Nino"
    assert not read(text, size, surname_1=KEEP).doubts


@pytest.mark.parametrize(
    "text", ["Sanna e Piras", "Gavino Pinna e Tore Sanna", "Nino - Tore Sanna", "Nino;Tore Sanna"]
)
def test_no_question_is_asked_about_a_pair_without_a_clearly_shared_surname(text: str) -> None:
    assert not read(text).doubts


BETWEEN = ["🎴", "❤️", "♠", "→", "🎴🎴", "*", "~", "=>", "•", "_", "--", "\\", "=", "."]


@pytest.mark.parametrize("sign", BETWEEN)
@pytest.mark.parametrize("headings", ["", "Giocatore 1;Giocatore 2\n", "Giocatori\n"])
def test_question_is_asked_about_a_symbol_between_two_players(sign: str, headings: str) -> None:
    text = f"{headings}Gavino Pinna {sign} Tore Sanna"
    table = read(text)
    assert [doubt.key for doubt in table.doubts] == ["sign"]
    assert (players(table), table.faults) == ([PINNA_SANNA], ())
    kept_table = read(text, sign=KEEP)
    assert [fault.code for fault in kept_table.faults] == ["player_missing"]


@pytest.mark.parametrize("sign", ["-", " -", "- ", "–"])
def test_question_is_asked_about_a_hyphen_without_spaces_between_two_full_names(sign: str) -> None:
    table = read(f"Gavino Pinna{sign}Tore Sanna")
    assert [doubt.key for doubt in table.doubts] == ["sign"]
    assert players(table) == [PINNA_SANNA]
    (fault,) = read("Anna-Maria Lai").faults
    assert fault.code == "player_missing"


def test_question_is_asked_about_a_symbol_between_players_in_only_one_line() -> None:
    table = read("Ada Fois - Ugo Cau\nGavino Pinna 🎴 Tore Sanna\nLia Lai e Nino Canu")
    assert [doubt.key for doubt in table.doubts] == ["sign"]
    assert (players(table)[1], table.faults) == (PINNA_SANNA, ())


def test_question_is_asked_about_a_symbol_between_players_in_a_list_with_clubs() -> None:
    table = read("Gavino Pinna 🎴 Tore Sanna;Nuoro\nAda Fois 🎴 Ugo Cau;Bosa")
    assert [doubt.key for doubt in table.doubts] == ["sign"]
    assert [(row.players, row.details) for row in table.rows] == [
        (PINNA_SANNA, {"club": "Nuoro"}),
        (("Ada Fois", "Ugo Cau"), {"club": "Bosa"}),
    ]


def test_symbol_in_the_name_of_a_single_player_is_not_a_separator() -> None:
    table = read("Gavino 🎴 Pinna", 1)
    assert (players(table), table.doubts) == ([("Gavino Pinna",)], ())


UNKNOWN = ["?", "-", "...", "n.d.", "da definire", "DA DEFINIRE", "xxx", "cerca compagno", "TBD"]


@pytest.mark.parametrize("text", UNKNOWN)
@pytest.mark.parametrize("sign", [";", " / ", " e "])
def test_placeholder_for_an_unknown_player_is_read_as_missing(text: str, sign: str) -> None:
    table = read(
        f"Ada Fois;Ugo Cau\nGavino Pinna{sign}{text}" if sign == ";" else f"Gavino Pinna{sign}{text}"
    )
    assert [fault.code for fault in table.faults] == ["player_missing"]
    assert players(table)[-1] == ("Gavino Pinna",)


MESSAGES = [
    "[20/12/26, 21:04:11] Ada Lai: Gavino Pinna - Tore Sanna",
    "\u200e[20/12/2026, 21:04] Ada Lai: Gavino Pinna - Tore Sanna",
    "[21:04, 20/12/2026] +39 333 123 4567: Gavino Pinna - Tore Sanna",
    "20/12/26, 21:04 - Ada Lai: Gavino Pinna - Tore Sanna",
    "12/20/26, 9:04 PM - Ada Lai: Gavino Pinna - Tore Sanna",
]


@pytest.mark.parametrize("text", MESSAGES)
def test_time_and_sender_of_a_pasted_message_are_removed(text: str) -> None:
    table = read(f"{text}\n{text.replace('Gavino', 'Ugo')}")
    assert (players(table), table.doubts) == ([PINNA_SANNA, ("Ugo Pinna", "Tore Sanna")], ())


def test_question_is_asked_about_a_row_crossed_out_in_a_message() -> None:
    table = read("~Ada Fois~;~Ugo Cau~\nGavino Pinna;Tore Sanna")
    assert [doubt.key for doubt in table.doubts] == ["row_1"]
    assert players(table) == [PINNA_SANNA]
    assert players(read("~Ada Fois - Ugo Cau~\nGavino Pinna - Tore Sanna", row_1=KEEP))[0] == (
        "Ada Fois",
        "Ugo Cau",
    )
