"""Tests that a changed or erased name is changed or erased in all tournaments of a person."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, drawn_tournament, match_of, play_match
from tournaments.competition.names import Showing
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.entries.services.entries import Entry, change_team, enter_teams
from tournaments.models import Change, JournalEntry, MadeFile, Person, Team, Tournament
from tournaments.people.services.names import erase_person, show_person

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def entered(*players: str, tournament: Tournament | None = None, name: str = "") -> Team:
    """Enter a team in `tournament` or in a new tournament, and return the team."""
    tournament = tournament or a_tournament()
    (team,) = enter_teams(
        tournament, [Entry(players, name)], author=Author(tournament.owner_id), at=timezone.now()
    )
    return team


def show(name: str, showing: Showing, alias: str = "") -> Person:
    """Choose how the name of a person is shown."""
    person = Person.objects.get(written_name=name)
    author = Author(Tournament.objects.all()[0].owner_id)
    show_person(person, showing, alias=alias, author=author, at=timezone.now())
    return person


def names(*teams: Team) -> list[tuple[str, str]]:
    """Return the public name and the entered name of each team."""
    stored_teams = Team.objects.in_bulk([team.pk for team in teams])
    return [(stored_teams[team.pk].name, stored_teams[team.pk].written_name) for team in teams]


def test_new_display_form_of_a_name_is_used_in_every_tournament() -> None:
    one, two = entered("Anna Serra", "Maria Piras"), entered("Maria Piras", "Ugo Fois")
    show("Maria Piras", Showing.INITIALS)
    assert names(one, two) == [("Serra – M. P.", "Serra – Piras"), ("M. P. – Fois", "Piras – Fois")]
    show("Maria Piras", Showing.FULL)
    assert names(one, two) == [("Serra – Piras", "Serra – Piras"), ("Piras – Fois", "Piras – Fois")]


def test_new_display_form_of_a_name_stores_a_change_event_and_deletes_generated_files() -> None:
    one, two = entered("Anna Serra", "Maria Piras"), entered("Maria Piras", "Ugo Fois")
    MadeFile.objects.create(tournament=one.tournament, kind="pack", data=b"%PDF")
    before = {team.tournament_id: team.tournament.changes.count() for team in (one, two)}
    show("Maria Piras", Showing.INITIALS)
    assert not MadeFile.objects.exists()
    for tournament, count in before.items():
        assert Change.objects.filter(tournament=tournament).count() == count + 1
        entry = JournalEntry.objects.get(tournament=tournament, kind="name_shown")
        assert entry.body == {"person": str(Person.objects.get(written_name="Maria Piras").pk)}


def test_hidden_person_stays_hidden_in_the_next_tournament() -> None:
    entered("Anna Serra", "Maria Piras")
    show("Maria Piras", Showing.ALIAS, alias="La Rossa")
    assert names(entered("Maria Piras", "Ugo Fois")) == [("La Rossa – Fois", "Piras – Fois")]


def test_team_shows_the_public_names_of_its_players_after_a_change() -> None:
    team = entered("Anna Serra", "Maria Piras")
    show("Maria Piras", Showing.INITIALS)
    author = Author(team.tournament.owner_id)
    change_team(team, Entry(["Anna Serra", "Ugo Fois"]), author=author, at=timezone.now())
    assert names(team) == [("Serra – Fois", "Serra – Fois")]
    change_team(team, Entry(["Ugo Fois", "Maria Piras"]), author=author, at=timezone.now())
    assert names(team) == [("Fois – M. P.", "Fois – Piras")]


def test_display_by_alias_is_refused_without_an_alias() -> None:
    entered("Anna Serra", "Maria Piras")
    with pytest.raises(BadEntry) as refused:
        show("Maria Piras", Showing.ALIAS, alias="  ")
    assert [problem.where for problem in refused.value.problems] == ["/alias"]
    assert names(*Team.objects.all()) == [("Serra – Piras", "Serra – Piras")]


def test_erased_name_is_removed_everywhere_and_cannot_be_shown_again() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    person = Person.objects.get(written_name="Anna Primu1")
    author, at = Author(tournament.owner_id), timezone.now() + timedelta(minutes=1)
    erase_person(person, author=author, at=at)
    person.refresh_from_db()
    assert (person.name, person.written_name, person.erased_at) == ("N. N.", "", at)
    assert "primu1" not in person.name_key
    assert verify_tournament(tournament).faults == []
    with pytest.raises(NotNow):
        show_person(person, Showing.FULL, author=author, at=at)


def test_erasing_one_player_name_of_a_team_keeps_the_other_player_name_as_entered() -> None:
    team = entered("Anna Serra", "Maria Piras")
    show("Maria Piras", Showing.INITIALS)
    author = Author(team.tournament.owner_id)
    erase_person(Person.objects.get(written_name="Anna Serra"), author=author, at=timezone.now())
    assert names(team) == [("N. N. – M. P.", "N. N. – Piras")]


def test_new_person_with_the_same_name_as_an_erased_person_can_enter() -> None:
    team = entered("Anna Serra", "Maria Piras")
    author = Author(team.tournament.owner_id)
    erased = Person.objects.get(written_name="Anna Serra")
    erase_person(erased, author=author, at=timezone.now())
    entered("Anna Serra", "Maria Piras", tournament=a_tournament(name="Un altro"))
    assert Person.objects.get(written_name="Anna Serra") != erased
