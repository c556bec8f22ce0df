"""Tests of the list of teams on the check-in page: names, initials, order, and search by name."""

import pytest

from tournaments.competition.names import team_name
from tournaments.door.rules import DoorPair, door_name


def pair(*names: str, team: str = "", hidden: tuple[int, ...] = ()) -> DoorPair:
    door_names = [door_name(name, in_full=place not in hidden) for place, name in enumerate(names)]
    return DoorPair(door_names, team or team_name(names), names)


@pytest.mark.parametrize(
    ("name", "in_full", "text", "first", "letter"),
    [
        pytest.param("Bainzu Piras", True, "Piras", "Bainzu", "P", id="surname last"),
        pytest.param("Maria Rosa De Luca", True, "De Luca", "Maria Rosa", "D", id="with a particle"),
        pytest.param("Ugo Èmeri", True, "Èmeri", "Ugo", "E", id="an accent"),
        pytest.param("Piras", True, "Piras", "", "P", id="one word"),
        pytest.param("B. P.", False, "B. P.", "", "P", id="initials"),
        pytest.param("La Rossa", False, "La Rossa", "", "R", id="another name"),
        pytest.param("Player 12", True, "Player", "12", "P", id="a number after the name"),
        pytest.param("Tore Sanna jr.", True, "Sanna", "Tore jr.", "S", id="a word after the surname"),
        pytest.param("Sanna, Tore", True, "Sanna", "Tore", "S", id="surname first"),
        pytest.param("Tore Sanna (Nuoro)", False, "Tore Sanna (Nuoro)", "", "S", id="a remark"),
        pytest.param("12", True, "12", "", "#", id="a number"),
    ],
)
def test_name_is_listed_under_the_initial_of_the_surname(
    name: str, in_full: bool, text: str, first: str, letter: str
) -> None:
    listing = door_name(name, in_full=in_full)
    assert (listing.text, listing.first, listing.letter) == (text, first, letter)


def test_title_of_a_pair_has_both_surnames() -> None:
    door_pair = pair("Bainzu Piras", "Rosanna Sanna")
    assert (door_pair.title, door_pair.small, door_pair.letters) == ("Piras – Sanna", "Bainzu, Rosanna", "PS")
    assert door_pair.players == "Bainzu Piras, Rosanna Sanna"


def test_second_line_of_a_pair_shows_the_first_names_and_the_team_name() -> None:
    assert (
        pair("Bainzu Piras", "Rosanna Sanna", team="Gli Ostinati").small == "Bainzu, Rosanna · Gli Ostinati"
    )
    assert pair("Bainzu Piras").small == "Bainzu"


def test_hidden_person_is_shown_by_initials_on_the_check_in_page() -> None:
    door_pair = pair("B. P.", "Rosanna Sanna", team="B. P. – Sanna", hidden=(0,))
    assert (door_pair.title, door_pair.small, door_pair.letters) == ("B. P. – Sanna", "Rosanna", "PS")


@pytest.mark.parametrize(
    ("search", "answers"),
    [("pir", True), ("PIRAS ros", True), ("sanna", True), ("iras", False), ("", True), ("osti", True)],
)
def test_search_matches_the_beginnings_of_words(search: str, answers: bool) -> None:
    assert pair("Bainzu Piras", "Rosanna Sanna", team="Gli Ostinati").answers(search) is answers


def test_pairs_whose_first_surname_begins_with_the_chosen_letter_are_listed_first() -> None:
    pairs = [
        pair("Battista Cossu", "Elio Pinna"),
        pair("Salvatore Puggioni", "Ines Satta"),
        pair("Bruno Nieddu", "Lina Poddighe"),
        pair("Bainzu Piras", "Rosanna Sanna"),
    ]
    titles = [each.title for each in sorted(pairs, key=lambda each: each.place("P"))]
    assert titles == ["Piras – Sanna", "Puggioni – Satta", "Cossu – Pinna", "Nieddu – Poddighe"]
    titles = [each.title for each in sorted(pairs, key=lambda each: each.place(""))]
    assert titles == ["Cossu – Pinna", "Nieddu – Poddighe", "Piras – Sanna", "Puggioni – Satta"]
