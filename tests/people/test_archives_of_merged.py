"""Tests of a tournament's archive and digest before and after actions in the register of persons.

Merges, splits and their undo do not change the digest, and an undo restores the archive exactly. A changed
result changes the digest, and a changed name changes the archive.
"""

from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.archive.archives import archive_of, archived
from tests.archive.test_archives import taken_in
from tests.archive.zips import digest_of, files_of
from tests.builders import a_tournament, draw, play_match, play_out
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import Match, Person, PersonMove, Tournament
from tournaments.people.services.register import change_person, merge_persons, split_person
from tournaments.people.services.undoing import undo_move

pytestmark = pytest.mark.django_db

PAIRS = (("Gio Maria Carta", "Ugo Fois"), ("Ada Piras", "Rita Murgia"))
# The files that contain names or ids of persons.
OF_NAMES = {"facts/persons.jsonl", "facts/teams.jsonl", "facts/players.jsonl"}


def an_evening(winner: int = 0) -> Tournament:
    """Return a finished tournament of one match; one player was replaced before the match."""
    tournament = a_tournament(name="Coppa di Pasqua", options={"substitutes": 1})
    teams = enter_teams(tournament, [Entry(pair) for pair in PAIRS], **writer())
    draw(tournament)
    replace_player(teams[0], 0, "Nina Pau", "malato", **writer())
    play_match(Match.objects.get(tournament=tournament), winner)
    tournament.refresh_from_db()
    return tournament


def others_evening() -> None:
    """Play another tournament, with other players who have similar names."""
    tournament = a_tournament(name="Memorial")
    enter_teams(
        tournament, [Entry(("Giommaria Carta", "Nina Paus")), Entry(("Lia Usai", "Tore Loi"))], **writer()
    )
    draw(tournament)
    play_out(tournament)


def writer() -> dict[str, Any]:
    """Return the keyword arguments `author` and `at` for a service call."""
    return {"author": Author(), "at": timezone.now()}


def person(name: str) -> Person:
    return Person.objects.get(written_name=name)


def of_names_alone(first: bytes, second: bytes) -> set[str]:
    """Return the names of the files that differ between two archives, except files with player names."""
    one, two = files_of(first), files_of(second)
    return (
        {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)}
        - OF_NAMES
        - {name for name in one if name.startswith("tables/")}
    )


@pytest.mark.parametrize("name", ["Gio Maria Carta", "Nina Pau", "Ugo Fois"])
def test_archive_digest_is_the_same_before_and_after_a_merge(name: str) -> None:
    tournament = an_evening()
    others_evening()
    into = {"Gio Maria Carta": "Giommaria Carta", "Nina Pau": "Nina Paus"}.get(name, "Tore Loi")
    before = archived(tournament)
    move = merge_persons(person(name), person(into), **writer())
    after = archived(tournament)
    assert before != after
    assert digest_of(after) == digest_of(before) == verify_tournament(tournament).digest
    assert verify_tournament(tournament).faults == []
    assert not of_names_alone(before, after)
    undo_move(move, **writer())
    assert archived(tournament) == before


def test_archive_is_identical_to_the_original_after_a_split_undoes_a_merge() -> None:
    tournament = an_evening()
    others_evening()
    before, one, two = archived(tournament), person("Gio Maria Carta"), person("Giommaria Carta")
    merge_persons(one, two, **writer())
    split_person(two, [tournament.pk], name="Gio Maria Carta", **writer())
    assert archived(tournament) == before
    undo_move(PersonMove.objects.get(kind="split"), **writer())
    merged = archived(tournament)
    assert (digest_of(merged), merged == before) == (digest_of(before), False)


def test_archive_digest_does_not_change_when_a_tournament_moves_to_another_person() -> None:
    tournament = an_evening()
    second = a_tournament(name="Memorial")
    enter_teams(second, [Entry(("Ugo Fois", "Lia Usai"))], **writer())
    before = archived(tournament)
    move = split_person(person("Ugo Fois"), [tournament.pk], name="Ugo Fois", note="1956", **writer())
    after = archived(tournament)
    assert (digest_of(after), after == before) == (digest_of(before), False)
    undo_move(move, **writer())
    assert archived(tournament) == before


def test_archive_of_a_merged_person_is_imported_with_the_same_digest() -> None:
    def merged() -> Tournament:
        tournament = an_evening()
        others_evening()
        merge_persons(person("Gio Maria Carta"), person("Giommaria Carta"), **writer())
        return tournament

    data = archive_of(merged)
    tournament = taken_in(data)
    assert verify_tournament(tournament).digest == digest_of(data)
    assert verify_tournament(tournament).faults == []


def test_archive_digest_does_not_change_when_a_person_is_renamed() -> None:
    tournament = an_evening()
    before = archived(tournament)
    move = change_person(person("Ugo Fois"), name="Ugo Foist", **writer())
    after = archived(tournament)
    assert (digest_of(after), after == before) == (digest_of(before), False)
    assert move is not None
    undo_move(move, **writer())
    assert archived(tournament) == before


def test_archive_digest_changes_when_a_result_changes() -> None:
    assert digest_of(archive_of(lambda: an_evening(0))) != digest_of(archive_of(lambda: an_evening(1)))
    assert digest_of(archive_of(lambda: an_evening(0))) == digest_of(archive_of(lambda: an_evening(0)))
