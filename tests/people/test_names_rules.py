"""Tests of player and team names: the stored form, the comparison key and the displayed form."""

import pytest

from scoring.types import BadEntry
from tournaments.competition.names import (
    FORGOTTEN,
    Named,
    Showing,
    clean_name,
    initials,
    is_made_of,
    name_key,
    shown_name,
    shown_team_name,
    surname,
    team_name,
)


@pytest.mark.parametrize(
    ("showing", "alias", "display_name"),
    [
        pytest.param(Showing.FULL, "", "Maria Piras", id="in full"),
        pytest.param(Showing.INITIALS, "", "M. P.", id="by initials"),
        pytest.param(Showing.ALIAS, "La Rossa", "La Rossa", id="by another name"),
        pytest.param(Showing.FULL, "La Rossa", "Maria Piras", id="an alias that is not used"),
    ],
)
def test_name_is_shown_in_the_form_its_owner_chose(showing: Showing, alias: str, display_name: str) -> None:
    assert shown_name("Maria Piras", showing, alias) == display_name


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        pytest.param("Maria Rosa De Luca", "M. R. D. L.", id="every word"),
        pytest.param("èvelina", "È.", id="one word, with an accent"),
        pytest.param("D’Angelo (il biondo)", "D. A. I. B.", id="signs between the words"),
        pytest.param("??", FORGOTTEN, id="no letter at all"),
        pytest.param("a " * 40, " ".join(["A."] * 27), id="no longer than a name"),
    ],
)
def test_initials_are_the_first_letters_of_all_words(name: str, letters: str) -> None:
    assert initials(name) == letters


FULL = Named("Anna Serra", "Anna Serra")
HIDDEN = Named("Maria Piras", "M. P.")
ALONE = Named("Maria Piras", "La Rossa")


@pytest.mark.parametrize(
    ("written_name", "players", "display_name"),
    [
        pytest.param("Serra – Piras", [FULL, FULL], "Serra – Piras", id="nobody is hidden"),
        pytest.param("Serra – Piras", [FULL, HIDDEN], "Serra – M. P.", id="one of two"),
        pytest.param("Le Piras", [FULL, HIDDEN], "Serra – M. P.", id="a name of their own with hers in it"),
        pytest.param("I PÌRAS", [FULL, HIDDEN], "Serra – M. P.", id="spelt another way"),
        pytest.param("Le Gazze", [FULL, HIDDEN], "Le Gazze", id="a name of their own that tells nothing"),
        pytest.param("Maria Piras", [ALONE], "La Rossa", id="who plays alone"),
    ],
)
def test_hidden_player_name_is_also_hidden_in_the_team_name(
    written_name: str, players: list[Named], display_name: str
) -> None:
    assert shown_team_name(written_name, players) == display_name


def test_shown_team_name_is_never_too_long() -> None:
    long = Named("Maria Piras", "x" * 80)
    assert len(shown_team_name("Piras – Piras", [long, long])) == 80


@pytest.mark.parametrize(
    "spellings",
    [
        pytest.param(
            ["Maria D'Angelo", "Maria D’Angelo", "Maria DʼAngelo", "Maria D`Angelo", "Maria D´Angelo"],
            id="apostrophes of every shape",
        ),
        pytest.param(
            ["Ines D'Angelo", "Ines D' Angelo", "Ines D’  Angelo"], id="a space after an apostrophe"
        ),
        pytest.param(["Sean O'Brien", "Sean O' Brien"], id="an apostrophe after a vowel that is a word"),
        pytest.param(["Niccolò Lai", "Niccolo' Lai", "Niccolo’ Lai", "NICCOLO` LAI"], id="an accent apart"),
        pytest.param(["Lia De' Medici", "Lia De Medici"], id="an apostrophe at the end of a particle"),
        pytest.param(["Anna-Maria", "Anna‐Maria", "Anna‑Maria", "Anna－Maria"], id="hyphens of every shape"),
        pytest.param(
            ["Anna Sanna", "Anna  Sanna", "Anna\u00a0Sanna", " Anna\u202fSanna "], id="spaces of every shape"
        ),
        pytest.param(["Łukasz Łoś", "Lukasz Los"], id="letters with a stroke"),
        pytest.param(["Søren Æble", "Soren Aeble"], id="letters of the North"),
        pytest.param(["Straße", "STRASSE"], id="letters that change their number"),
        pytest.param(["\u06cc\u200c\u06a9", "\u06cc\u06a9"], id="joiners"),
    ],
)
def test_all_spellings_of_a_name_have_the_same_name_key(spellings: list[str]) -> None:
    assert len({name_key(each) for each in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Anna-Maria Lai", "Anna Maria Lai", id="a hyphen and a space"),
        pytest.param("D'Angelo", "Angelo", id="an elided particle"),
        pytest.param("Ugo Rossi 1", "Ugo Rossi 2", id="figures"),
    ],
)
def test_different_names_have_different_name_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    ("written_name", "stored_name"),
    [
        pytest.param("\u200eGavino Sanna", "Gavino Sanna", id="a direction mark"),
        pytest.param("Tore Piras\u200b", "Tore Piras", id="a space without a width"),
        pytest.param("Tore\u2800Piras", "Tore Piras", id="a Braille pattern without dots"),
        pytest.param("Tore\u3164Piras\u3164", "Tore Piras", id="the filler of Hangul"),
        pytest.param("Tore\u115f\u1160 Pi\u034fras", "Tore Piras", id="fillers and a joiner without a look"),
        pytest.param("Tore\ufe0f Piras", "Tore Piras", id="a variation selector after a letter"),
        pytest.param("Tore \u2660\ufe0f", "Tore \u2660\ufe0f", id="a variation selector of a sign"),
        pytest.param("To\u180ere Piras", "Tore Piras", id="a vowel separator"),
        pytest.param("\u2068Ada Fois\u2069", "Ada Fois", id="isolates"),
        pytest.param("\u202aAda Fois\u202c", "Ada Fois", id="an embedding"),
        pytest.param("Nino\u00ad Mur\u00adgia", "Nino Murgia", id="soft hyphens"),
        pytest.param("\ufeffIna\u2060 Satta", "Ina Satta", id="a byte order mark, a word joiner"),
        pytest.param("An\u200dna \u200cSat\u200cta\u200d", "Anna Satta", id="joiners that join nothing"),
        pytest.param(f"{FAMILY} Lai", f"{FAMILY} Lai", id="joiners within an emoji"),
        pytest.param(f"{ENGLAND} Lai", f"{ENGLAND} Lai", id="the tags of a flag"),
        pytest.param("Lai\U000e0067\U000e007f", "Lai", id="tags of no flag"),
        pytest.param("\u0646\u06cc\u200c\u06a9", "\u0646\u06cc\u200c\u06a9", id="a Persian name"),
        pytest.param("\u2764\ufe0f Lai", "\u2764\ufe0f Lai", id="the look of an emoji"),
    ],
)
def test_meaningless_invisible_character_is_removed_from_a_name(written_name: str, stored_name: str) -> None:
    assert clean_name(written_name) == stored_name


@pytest.mark.parametrize("sign", ["\u202e", "\u202d", "\u0007", "\ue000", "\U000f0000"])
def test_name_with_a_misleading_character_is_refused(sign: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        clean_name(f"Ada{sign} Fois")
    assert refusal.value.code == "name_invisible"


def test_name_of_only_invisible_characters_is_refused_as_missing() -> None:
    with pytest.raises(BadEntry) as refusal:
        clean_name("\u200e\u200b")
    assert refusal.value.code == "name_missing"


SURNAMES = {
    "Marco Dal Pozzo": "Dal Pozzo",
    "Anna De La Cruz": "De La Cruz",
    "Paolo Delle Piane": "Delle Piane",
    "Rita Degli Esposti": "Degli Esposti",
    "Ines D' Angelo": "D' Angelo",
    "Ines D'Angelo": "D'Angelo",
    "Ugo Van Der Meer": "Van Der Meer",
    "Lia Li Causi": "Li Causi",
    "Pia De Luca": "De Luca",
    "Ada Lo Verde": "Lo Verde",
    "Carlo Alberto Dalla Chiesa": "Dalla Chiesa",
    "Ada Dei Rossi": "Dei Rossi",
    "Ugo Dell’ Orto": "Dell’ Orto",
    "Pia Le Rose": "Le Rose",
    "Lorenzo De' Medici": "De' Medici",
    "Omar El Fassi": "El Fassi",
    "Ada Dello Russo": "Dello Russo",
    "Ida Dagli Orti": "Dagli Orti",
    "Ursula von der Leyen": "von der Leyen",
    "Ugo San Martino": "San Martino",
    "Ana Santa Cruz": "Santa Cruz",
    "Nino Sanna jr.": "Sanna",
    "Nino Sanna, Jr": "Sanna",
    "Nino Pinna Junior": "Pinna",
    "Ugo Rossi (capitano)": "Rossi",
    "Ugo Rossi (il biondo) 2": "Rossi",
    "Ugo Rossi 2": "Rossi",
    "Ugo Rossi 3º": "Rossi",
    "Ugo Rossi n. 2": "Rossi",
    "Ugo Rossi [Tissi]": "Rossi",
    "Ugo Rossi *": "Rossi",
    "Ugo Rossi ♠": "Rossi",
    "Ugo Rossi dott.": "Rossi",
    "Ian Mc Leod": "Mc Leod",
    "Tore Manca “Ninni”": "Manca",
    "Sanna, Gavino": "Sanna",
    "De Luca, Pia": "De Luca",
    "Di Maria": "Maria",
    "Piras": "Piras",
    "Junior": "Junior",
    "12": "12",
    "李伟": "李伟",
}


@pytest.mark.parametrize(("name", "last"), SURNAMES.items())
def test_surname_includes_particles_but_not_suffixes(name: str, last: str) -> None:
    assert surname(name) == last


SANNA_PIRAS = ["Gavino Sanna", "Tore Piras"]


@pytest.mark.parametrize(
    ("taken_names", "name"),
    [
        pytest.param([], "Sanna – Piras", id="the surnames"),
        pytest.param(["Sanna – Piras"], "G. Sanna – T. Piras", id="with initials"),
        pytest.param(["SÀNNA - PIRAS"], "G. Sanna – T. Piras", id="a name spelt otherwise"),
        pytest.param(
            ["Sanna – Piras", "G. Sanna – T. Piras"], "Gavino Sanna – Tore Piras", id="with first names"
        ),
        pytest.param(
            ["Sanna – Piras", "G. Sanna – T. Piras", "Gavino Sanna – Tore Piras"],
            "Sanna – Piras 2",
            id="with a number",
        ),
    ],
)
def test_generated_team_name_differs_from_existing_team_names(taken_names: list[str], name: str) -> None:
    generated_name = team_name(SANNA_PIRAS, {name_key(each) for each in taken_names})
    assert generated_name == name
    assert is_made_of(generated_name, SANNA_PIRAS)


def test_team_name_chosen_by_the_players_is_not_mistaken_for_a_generated_name() -> None:
    assert not is_made_of("Gli Ostinati", SANNA_PIRAS)
    assert not is_made_of("Sanna – Piras bis", SANNA_PIRAS)
