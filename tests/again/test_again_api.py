"""Repeating a tournament over the API: copied settings and teams, idempotency key."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, drawn_tournament, match_of, play_match
from tournaments.club.services.deletion import mark_deleted
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import CreationKey, Person, Stage, Team, TeamPlayer, Tournament
from tournaments.people.services.names import erase_person
from tournaments.season.services import create_circuit
from tournaments.values.details import DETAILS

pytestmark = pytest.mark.django_db

NEXT = {"name": "Torneo d’autunno 2", "starts_at": "2026-11-28T20:30:00+01:00"}


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def again(desk: Client, source: Tournament, key: str = "", **sent: Any) -> Any:
    address = f"/api/v1/tournaments/{source.slug}/again/"
    headers = {"Idempotency-Key": key} if key else {}
    return desk.post(address, {**NEXT, **sent}, content_type="application/json", headers=headers)


def tournament_of(answer: Any) -> Tournament:
    assert answer.status_code == 201, answer.content
    return Tournament.objects.get(slug=answer.json()["slug"])


def persons_of(tournament: Tournament) -> list[list[Any]]:
    teams = tournament.teams.order_by("number")
    return [[seat.person_id for seat in team.seats.order_by("position")] for team in teams]


def test_repeated_tournament_copies_stages_tables_rules_pages_and_circuit(desk: Client) -> None:
    source = a_tournament(form="groups", options={"groups": 2, "advance": 1}, teams=6)
    changes = {"closed_pages": ["teams"], "standings_until": 2, "grace_minutes": 7, "embeddable": True}
    Tournament.objects.filter(pk=source.pk).update(**changes)
    Stage.objects.filter(tournament=source).update(tie_breaks=["wins"], match_points={"win": 3})
    moment = {"author": Author(source.owner_id), "at": timezone.now()}
    circuit = create_circuit(name="Campionato", points=[3, 1], tournaments=[source], **moment)  # type: ignore[arg-type]
    new = tournament_of(again(desk, source))
    for column in ("card_game", "profile", "tables", "partners", "shows_odds", *changes):
        assert getattr(new, column) == getattr(Tournament.objects.get(pk=source.pk), column)
    stage, source_stage = new.stages.get(), source.stages.get()
    assert (stage.options, stage.tie_breaks, stage.match_points["win"]) == (source_stage.options, ["wins"], 3)
    assert stage.state == "planned"
    assert set(circuit.tournaments.all()) == {source, new}
    assert (new.name, new.state, new.teams.count()) == (NEXT["name"], "entries", 0)
    assert new.starts_at is not None


def test_repeated_tournament_enters_all_teams_with_the_same_persons(desk: Client) -> None:
    source = drawn_tournament(4)
    play_match(match_of(source))
    person = TeamPlayer.objects.filter(tournament=source)[0].person
    Person.objects.filter(pk=person.pk).update(name_key="nobody writes it so any more")
    before = Person.objects.count()
    new = tournament_of(again(desk, source, entrants="all"))
    assert persons_of(new) == persons_of(source)
    assert Person.objects.count() == before
    assert set(new.teams.values_list("presence", flat=True)) == {"expected"}
    assert list(new.teams.values_list("name", "seed")) == list(source.teams.values_list("name", "seed"))


def test_only_the_chosen_teams_are_entered_in_the_repeated_tournament(desk: Client) -> None:
    source = a_tournament(teams=4)
    chosen = [str(team.pk) for team in source.teams.all()][1:3]
    new = tournament_of(again(desk, source, entrants=chosen))
    assert [team.name for team in new.teams.all()] == ["Coppia 2", "Coppia 3"]
    assert sorted(new.teams.values_list("number", flat=True)) == [1, 2]


def test_team_with_an_erased_person_is_not_entered_again(desk: Client) -> None:
    source = a_tournament(teams=3)
    seat = TeamPlayer.objects.filter(tournament=source).order_by("team__number")[0]
    erase_person(seat.person, author=Author(source.owner_id), at=timezone.now())
    assert tournament_of(again(desk, source, entrants="all")).teams.count() == 2
    answer = again(desk, source, entrants=[str(seat.team_id)])
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_team")


@pytest.mark.parametrize(
    "entrants",
    ["some", 3, None, {}, ["no id"], [3], [True], ["00000000-0000-4000-8000-000000000000"]],
    ids=lambda each: repr(each)[:9],
)
def test_invalid_choice_of_teams_is_refused(desk: Client, entrants: object) -> None:
    source = a_tournament(teams=2)
    assert again(desk, source, entrants=entrants).status_code == 400
    assert Tournament.objects.count() == 1


def test_unknown_field_is_refused(desk: Client) -> None:
    assert again(desk, a_tournament(), circuit="x").status_code == 400


def test_tournament_being_deleted_cannot_be_repeated(desk: Client) -> None:
    source = a_tournament(teams=2)
    mark_deleted(source, author=Author(source.owner_id), at=timezone.now())
    answer = again(desk, source)
    assert (answer.status_code, answer.json()["code"]) == (409, "being_deleted")
    assert source.name in answer.json()["detail"]


def test_all_details_of_a_team_are_copied(desk: Client) -> None:
    source = a_tournament(teams=1)
    details = {key: f"{key} di prova" for key in DETAILS}
    source.teams.update(**details)
    assert tournament_of(again(desk, source, entrants="all")).teams.get().details == details


def test_requests_with_the_same_key_create_one_tournament(desk: Client) -> None:
    source = a_tournament(teams=2)
    slugs = {again(desk, source, key="un-clic", entrants="all").json()["slug"] for _time in range(50)}
    assert len(slugs) == 1
    assert (Tournament.objects.count(), CreationKey.objects.count()) == (2, 1)
    assert again(desk, source, key="altro", entrants="all").json()["slug"] not in slugs


def test_idempotency_key_of_a_different_request_is_refused(desk: Client) -> None:
    source = a_tournament(teams=2)
    again(desk, source, key="un-clic")
    answer = again(desk, source, key="un-clic", name="Un altro")
    assert (answer.status_code, answer.json()["code"]) == (409, "key_used")


def test_idempotency_key_of_a_refused_request_can_be_used_again(desk: Client) -> None:
    source = a_tournament(teams=2)
    assert again(desk, source, key="un-clic", entrants=[str(uuid4())]).status_code == 400
    assert again(desk, source, key="un-clic").status_code == 201


def test_withdrawn_team_can_be_chosen_by_id(desk: Client) -> None:
    source = drawn_tournament(4)
    team = Team.objects.filter(tournament=source)[0]
    leave_stage(team, "withdrawal", "raffreddore", author=Author(source.owner_id), at=timezone.now())
    assert tournament_of(again(desk, source, entrants=[str(team.pk)])).teams.count() == 1


def test_repeating_a_tournament_needs_a_bounded_number_of_queries(
    desk: Client, django_assert_max_num_queries: Any
) -> None:
    for teams in (4, 40):
        source = a_tournament(teams=teams, name=f"Torneo di {teams}")
        with django_assert_max_num_queries(75):
            tournament_of(again(desk, source, entrants="all"))
