"""Services of the check-in page: open, close, check in, undo, and the limit per minute."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.sheet.devices import hashed
from scoring.sheet.services.log import Author
from scoring.types import NotNow
from tests.builders import a_tournament, draw
from tournaments.door import rules, services
from tournaments.door.selectors import door_page_of
from tournaments.entries.services.entries import mark_presence, withdraw_team
from tournaments.lifecycle.services.undo import undo_move
from tournaments.models import DoorPage, JournalEntry, Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

NOW = timezone.now() + timedelta(hours=1)


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament(teams=4)


@pytest.fixture
def desk(tournament: Tournament) -> Author:
    return Author(tournament.owner_id)


@pytest.fixture
def door(tournament: Tournament, desk: Author) -> DoorPage:
    return services.open_door(tournament, author=desk, at=NOW)


def team_of(tournament: Tournament, number: int = 1) -> Team:
    return tournament.teams.get(number=number)


def presence(team: Team) -> str:
    team.refresh_from_db()
    return team.presence


def last_line(tournament: Tournament) -> JournalEntry:
    return JournalEntry.objects.filter(tournament=tournament).order_by("-at", "-pk")[0]


def test_check_in_opened_twice_has_one_page_that_stores_a_hash_and_is_found_only_by_its_secret(
    door: DoorPage, desk: Author
) -> None:
    secret = services.door_secret(door)
    assert services.open_door(door.tournament, author=desk, at=NOW) == door
    assert door.token_hash == hashed(str(secret))
    assert door_page_of(secret) == door
    assert door_page_of(uuid4()) is None


def test_check_in_marks_the_team_as_present_and_is_recorded_in_the_journal(door: DoorPage) -> None:
    team = team_of(door.tournament)
    assert services.arrive(door, team.pk, at=NOW + timedelta(seconds=1)) == "expected"
    assert presence(team) == "present"
    line = last_line(door.tournament)
    assert (line.kind, line.user, line.device) == ("presence_marked", None, None)
    assert line.body == {
        "teams": 1, "presence": "present", "team": str(team.pk), "before": "expected", "place": "door",
    }  # fmt: skip


def test_second_check_in_is_not_recorded_in_the_journal(door: DoorPage) -> None:
    team = team_of(door.tournament)
    services.arrive(door, team.pk, at=NOW)
    lines = JournalEntry.objects.count()
    assert services.arrive(door, team.pk, at=NOW) == "present"
    assert JournalEntry.objects.count() == lines


def test_check_in_of_an_absent_team_can_be_undone(door: DoorPage, desk: Author) -> None:
    team = team_of(door.tournament)
    mark_presence(door.tournament, {team.pk: "absent"}, author=desk, at=NOW)
    assert services.arrive(door, team.pk, at=NOW) == "absent"
    services.take_back(door, team.pk, "absent", at=NOW)
    assert presence(team) == "absent"


def test_mistaken_check_in_can_be_undone_on_the_tablet_and_at_the_desk(door: DoorPage, desk: Author) -> None:
    team = team_of(door.tournament)
    services.arrive(door, team.pk, at=NOW)
    services.take_back(door, team.pk, "expected", at=NOW)
    assert presence(team) == "expected"
    services.take_back(door, team.pk, "absent", at=NOW)
    assert presence(team) == "expected"
    services.arrive(door, team.pk, at=NOW + timedelta(seconds=1))
    undo_move(last_line(door.tournament), "", author=desk, at=NOW)
    assert presence(team) == "expected"


def refused(door: DoorPage, team_id: object, at: datetime = NOW) -> str:
    with pytest.raises(NotNow) as refusal:
        services.arrive(door, team_id, at=at)  # type: ignore[arg-type]
    return refusal.value.code


def test_check_in_on_a_closed_check_in_page_is_refused(door: DoorPage, desk: Author) -> None:
    services.close_door(door.tournament, author=desk, at=NOW)
    assert refused(door, team_of(door.tournament).pk) == "door_closed"


def test_check_in_after_the_draw_is_refused(door: DoorPage, desk: Author) -> None:
    tournament = door.tournament
    mark_presence(tournament, {team.pk: "present" for team in tournament.teams.all()}, author=desk, at=NOW)
    draw(tournament)
    assert refused(door, team_of(tournament).pk) == "already_drawn"
    with pytest.raises(NotNow):
        services.open_door(tournament, author=desk, at=NOW)


def test_check_in_of_a_withdrawn_team_or_of_a_team_in_another_tournament_is_refused(
    door: DoorPage, desk: Author
) -> None:
    team = team_of(door.tournament)
    withdraw_team(Team.objects.get(pk=team.pk), author=desk, at=NOW)
    assert refused(door, team.pk) == "team_gone"
    other = a_tournament(teams=1, name="Altro torneo")
    assert refused(door, team_of(other).pk) == "team_gone"
    assert presence(team_of(other)) == "expected"


def test_number_of_check_ins_per_minute_is_limited(desk: Author) -> None:
    tournament = a_tournament(teams=rules.MOST_A_MINUTE + 1, name="Torneo grande")
    door = services.open_door(tournament, author=desk, at=NOW)
    *teams, last = tournament.teams.order_by("number")
    for second, team in enumerate(teams):
        services.arrive(door, team.pk, at=NOW + timedelta(seconds=second))
    later = NOW + timedelta(seconds=len(teams))
    assert refused(door, last.pk, later) == "too_many_arrivals"
    assert services.arrive(door, teams[0].pk, at=later) == "present"
    services.arrive(door, last.pk, at=NOW + rules.A_MINUTE + timedelta(seconds=1))


def test_desk_undoes_only_recent_check_ins_made_on_the_check_in_page(door: DoorPage, desk: Author) -> None:
    tournament = door.tournament
    early, late, at_desk, again = tournament.teams.order_by("number")
    long_ago = NOW - rules.LOOK_BACK - timedelta(minutes=1)
    services.arrive(door, early.pk, at=long_ago)
    services.arrive(door, late.pk, at=NOW)
    mark_presence(tournament, {at_desk.pk: "present"}, author=desk, at=NOW)
    services.arrive(door, again.pk, at=NOW)
    mark_presence(tournament, {again.pk: "absent"}, author=desk, at=NOW + timedelta(seconds=1))
    mark_presence(tournament, {again.pk: "present"}, author=desk, at=NOW + timedelta(seconds=2))
    assert services.take_back_lately(tournament, author=desk, at=NOW + timedelta(minutes=1)) == 1
    assert [presence(team) for team in (early, late, at_desk, again)] == [
        "present", "expected", "present", "present",
    ]  # fmt: skip
    assert services.take_back_lately(tournament, author=desk, at=NOW + timedelta(minutes=1)) == 0


def test_reopened_check_in_page_has_a_new_secret(door: DoorPage, desk: Author) -> None:
    tournament, old = door.tournament, services.door_secret(door)
    opened = last_line(tournament)
    undo_move(opened, "", author=desk, at=NOW + timedelta(seconds=1))
    closed = last_line(tournament)
    with pytest.raises(NotNow):
        undo_move(opened, "", author=desk, at=NOW)
    undo_move(closed, "", author=desk, at=NOW + timedelta(seconds=2))
    (new,) = tournament.door_pages.filter(closed_at=None)
    assert services.door_secret(new) != old
