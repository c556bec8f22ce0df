"""How a name is shown, alone and in the name of a team."""

import pytest

from tournaments.people.names import FORGOTTEN, Named, Showing, initials, shown_name, shown_team_name


@pytest.mark.parametrize(
    ("showing", "alias", "shown"),
    [
        pytest.param(Showing.FULL, "", "Maria Piras", id="in full"),
        pytest.param(Showing.INITIALS, "", "M. P.", id="by initials"),
        pytest.param(Showing.ALIAS, "La Rossa", "La Rossa", id="by another name"),
        pytest.param(Showing.FULL, "La Rossa", "Maria Piras", id="an alias that is not used"),
    ],
)
def test_a_name_is_shown_as_its_owner_wants(showing: Showing, alias: str, shown: str) -> None:
    assert shown_name("Maria Piras", showing, alias) == shown


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
def test_initials_are_the_first_letters(name: str, letters: str) -> None:
    assert initials(name) == letters


FULL = Named("Anna Serra", "Anna Serra")
HIDDEN = Named("Maria Piras", "M. P.")
ALONE = Named("Maria Piras", "La Rossa")


@pytest.mark.parametrize(
    ("written", "players", "shown"),
    [
        pytest.param("Serra – Piras", [FULL, FULL], "Serra – Piras", id="nobody is hidden"),
        pytest.param("Serra – Piras", [FULL, HIDDEN], "Serra – M. P.", id="one of two"),
        pytest.param("Le Piras", [FULL, HIDDEN], "Serra – M. P.", id="a name of their own with hers in it"),
        pytest.param("I PÌRAS", [FULL, HIDDEN], "Serra – M. P.", id="spelt another way"),
        pytest.param("Le Gazze", [FULL, HIDDEN], "Le Gazze", id="a name of their own that tells nothing"),
        pytest.param("Maria Piras", [ALONE], "La Rossa", id="who plays alone"),
    ],
)
def test_a_team_is_shown_without_the_words_of_a_hidden_name(
    written: str, players: list[Named], shown: str
) -> None:
    assert shown_team_name(written, players) == shown


def test_a_shown_team_name_is_never_too_long() -> None:
    long = Named("Maria Piras", "x" * 80)
    assert len(shown_team_name("Piras – Piras", [long, long])) == 80
