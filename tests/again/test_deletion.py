"""Deletion of trial tournaments and of tournaments without a draw; lists and circuits ignore trials."""

from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.facts import Fact, delete_facts, missing
from scoring.models import Grant, ReleasedFact, ScoreSheet, SheetEvent
from scoring.sheet.services.log import Author
from scoring.types import NotNow
from tests.builders import a_tournament, an_organiser, draw, drawn_tournament, match_of, play_match
from tournaments.club.selectors.facts import facts_of_tournament
from tournaments.club.services import deletion
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import (
    ClubMove,
    Job,
    JournalEntry,
    Match,
    Person,
    Rating,
    RatingList,
    Team,
    Tournament,
)
from tournaments.people.selectors.history import player_history
from tournaments.queue import runner
from tournaments.queue.kinds import kinds
from tournaments.rosters.selectors.roster import substitutions
from tournaments.season.selectors.circuits import tournaments_of
from tournaments.season.selectors.ratings import played_matches
from tournaments.season.services import ask_at_once, create_circuit

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def delete(desk: Client, tournament: Tournament) -> Any:
    return desk.delete(f"/api/v1/tournaments/{tournament.slug}/")


def a_trial(teams: int = 2, **more: Any) -> Tournament:
    """Return a trial tournament in which one match was played."""
    tournament = drawn_tournament(teams, trial=True, name="Serata di prova", **more)
    play_match(match_of(tournament))
    return Tournament.objects.get(pk=tournament.pk)


def rows_left() -> dict[str, int]:
    """Return the number of rows that are left in each database table."""
    models = [model for model in apps.get_models() if model._meta.app_label in ("scoring", "tournaments")]
    return {model.__name__: model._base_manager.count() for model in models}


# Tables of the club, not of one tournament; their number of rows may grow.
CLUB_S = {"ClubMove", "Job", "Device", "RatingList"}


def test_list_of_tournaments_offers_deletion_only_for_trial_tournaments(desk: Client) -> None:
    trial, other = a_trial(), a_tournament(teams=2, name="Torneo del sabato")
    page = desk.get(reverse("desk")).text
    assert reverse("desk_delete", args=[trial.slug]) in page
    assert reverse("desk_delete", args=[other.slug]) not in page


def test_trial_tournament_is_deleted_with_all_its_rows(desk: Client) -> None:
    before = rows_left()
    trial = a_trial()
    assert SheetEvent.objects.exists()
    assert delete(desk, trial).status_code == 204
    after = rows_left()
    assert {
        name: count for name, count in after.items() if count != before[name] and name not in CLUB_S
    } == {}
    assert not Job.objects.filter(tournament=trial.pk).exists()
    body = {"tournament": str(trial.pk), "trial": True}
    assert ClubMove.objects.get(kind="tournament_deleted").body == body
    runner.drain()
    for address in (f"/{trial.slug}/", f"/regia/{trial.slug}/", f"/api/v1/tournaments/{trial.slug}/"):
        assert desk.get(address).status_code == 404
    assert missing(connection) == []


def test_draft_tournament_can_be_deleted_before_the_draw(desk: Client) -> None:
    draft = a_tournament(teams=3, visibility="draft")
    assert delete(desk, draft).status_code == 204
    assert not Team.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.parametrize("visibility", ["draft", "published"])
def test_tournament_of_any_visibility_cannot_be_deleted_after_the_draw(desk: Client, visibility: str) -> None:
    tournament = drawn_tournament(4, visibility=visibility)
    answer = delete(desk, tournament)
    assert (answer.status_code, answer.json()["code"]) == (409, "has_facts")
    assert Tournament.objects.get(pk=tournament.pk).deleting_at is None


def test_players_of_another_tournament_are_kept_when_a_trial_tournament_is_deleted(desk: Client) -> None:
    elsewhere = a_tournament(teams=2, name="Sul serio")
    trial = a_trial(4)
    assert delete(desk, trial).status_code == 204
    assert Person.objects.count() == 4
    assert elsewhere.teams.count() == 2


def test_player_replaced_in_another_tournament_is_kept_when_a_trial_tournament_is_deleted(
    desk: Client,
) -> None:
    trial = a_trial(4)
    elsewhere = drawn_tournament(4, name="Sul serio", options={"substitutes": 1})
    team = elsewhere.teams.get(number=1)
    replaced = team.seats.get(position=0).person
    replace_player(team, 0, "Nina Pau", "malata", author=Author(), at=timezone.now())
    assert delete(desk, trial).status_code == 204
    assert Person.objects.filter(pk=replaced.pk).exists()
    assert [each.out for each in substitutions(team)] == [replaced.name]


def test_data_of_other_tournaments_is_kept_when_a_trial_tournament_is_deleted(desk: Client) -> None:
    other = drawn_tournament(2, name="Sul serio")
    play_match(match_of(other))
    facts = {rows.model.__name__: rows.count() for rows in facts_of_tournament(other.pk)}
    assert facts["SheetEvent"]
    assert facts["JournalEntry"]
    delete(desk, a_trial())
    assert {rows.model.__name__: rows.count() for rows in facts_of_tournament(other.pk)} == facts
    assert Match.objects.filter(tournament=other).count() == ScoreSheet.objects.count()


@pytest.mark.parametrize("model", [model for model in apps.get_models() if issubclass(model, Fact)])
def test_append_only_row_cannot_be_deleted_unless_it_is_released_for_deletion(model: type[Fact]) -> None:
    tournament = drawn_tournament(2, name="Sul serio")
    play_match(match_of(tournament))
    with transaction.atomic():
        named = SheetEvent.objects.filter(sheet__match__tournament=a_trial().pk)
        assert delete_facts(named)
    table = model._meta.db_table
    if not model._base_manager.exists():
        return
    with transaction.atomic(), connection.cursor() as cursor:
        ReleasedFact.objects.create(fact_table="another_table", fact_row="1")
        with pytest.raises(DatabaseError, match="only ever grows"), transaction.atomic():
            cursor.execute(f"DELETE FROM {table}")
        ReleasedFact.objects.all().delete()


def test_append_only_row_cannot_be_changed_after_it_is_released_for_deletion() -> None:
    play_match(match_of(drawn_tournament(2)))
    line = JournalEntry.objects.all()[0]
    key = line.pk.hex if connection.vendor == "sqlite" else str(line.pk)
    ReleasedFact.objects.create(fact_table=JournalEntry._meta.db_table, fact_row=key)
    with pytest.raises(DatabaseError, match="only ever grows"), transaction.atomic():
        JournalEntry.objects.filter(pk=line.pk).update(kind="x")


def test_tournament_that_is_not_marked_as_deleted_is_not_erased() -> None:
    trial = a_trial()
    deletion.erase_tournament(trial.pk)
    assert Tournament.objects.filter(pk=trial.pk).exists()


def test_interrupted_deletion_is_completed_by_the_deletion_job() -> None:
    trial = a_trial()
    deletion.mark_deleted(trial, author=Author(trial.owner_id), at=timezone.now())
    assert Tournament.objects.filter(pk=trial.pk).exists()
    runner.drain()
    assert not Tournament.objects.filter(pk=trial.pk).exists()


def test_running_job_of_a_deleted_trial_tournament_writes_nothing(desk: Client) -> None:
    trial = a_trial()
    runner.enqueue("bracket", trial.stages.get().pk, tournament_id=trial.pk)
    job = runner.claim()
    assert job
    delete(desk, trial)
    runner.run(job)
    runner.drain()
    assert not Job.objects.filter(tournament=trial.pk).exists()


@pytest.mark.parametrize("begun", [False, True], ids=["queued", "running"])
def test_ratings_of_other_tournaments_are_computed_after_the_deletion_of_a_trial_tournament(
    desk: Client, begun: bool
) -> None:
    trial, other = a_trial(), drawn_tournament(2, name="Sul serio")
    play_match(match_of(other))
    RatingList.objects.all().delete()
    Job.objects.filter(kind="ratings").delete()
    for tournament in (trial, other):
        ask_at_once(tournament)
    job = Job.objects.get(kind="ratings", tournament=trial)
    claimed = runner.claim(kinds()["ratings"]) if begun else None
    delete(desk, trial)
    if claimed:
        runner.run(claimed)
    runner.drain()
    assert Job.objects.get(pk=job.pk).state == "done"
    assert Rating.objects.count() == 6


def test_circuit_is_computed_after_the_deletion_of_its_first_tournament(desk: Client) -> None:
    draft, other = a_tournament(teams=2), drawn_tournament(2, name="Sul serio")
    play_match(match_of(other))
    runner.drain()
    author, at = Author(other.owner_id), timezone.now()
    circuit = create_circuit(name="Estate", points=[3], tournaments=[draft, other], author=author, at=at)
    delete(desk, draft)
    runner.drain()
    assert circuit.lines.count() == 4


def test_access_grants_of_phones_are_deleted_with_the_trial_tournament(desk: Client) -> None:
    delete(desk, a_trial())
    assert not Grant.objects.exists()


def test_trial_tournament_is_not_counted_in_lists_histories_or_circuits(desk: Client) -> None:
    trial = a_trial()
    person = Person.objects.all()[0]
    assert player_history(person.pk, None) is None
    assert not list(played_matches("mariglia"))
    for address in ("/", "/archivio/", "/circuiti/", f"/giocatori/{person.pk}/"):
        assert trial.name not in desk.get(address, follow=True).content.decode()
    assert Client().get("/api/v1/tournaments/").json()["results"] == []
    assert [each["trial"] for each in desk.get("/api/v1/tournaments/").json()["results"]] == [True]
    answer = desk.post(
        "/api/v1/circuits/",
        {"name": "Campionato", "points": [3], "tournaments": [trial.slug]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "trial_counts_nowhere")
    archive = desk.post(f"/api/v1/tournaments/{trial.slug}/archive/")
    assert (archive.status_code, archive.json()["code"]) == (409, "trial_counts_nowhere")


def test_tournament_cannot_be_marked_as_a_trial_tournament_after_the_draw(desk: Client) -> None:
    tournament = a_tournament(teams=2)
    address = f"/api/v1/tournaments/{tournament.slug}/"
    for trial in (True, False):
        answer = desk.patch(address, {"trial": trial}, content_type="application/json")
        assert (answer.status_code, answer.json()["trial"]) == (200, trial)
    draw(tournament)
    answer = desk.patch(address, {"trial": True}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "trial_settled")
    assert desk.patch(address, {"trial": False}, content_type="application/json").status_code == 200


def test_trial_tournament_in_a_circuit_neither_counts_nor_blocks_changes_to_the_circuit(
    desk: Client,
) -> None:
    first, second = a_tournament(name="Estate"), a_tournament(name="Autunno")

    def send(address: str, **values: Any) -> int:
        return desk.patch(f"/api/v1/{address}/", values, content_type="application/json").status_code

    author, at = Author(first.owner_id), timezone.now()
    circuit = create_circuit(name="Campionato", points=[3], tournaments=[first, second], author=author, at=at)
    assert send(f"tournaments/{first.slug}", trial=True) == 200
    assert send(f"circuits/{circuit.slug}", name="Campionato d’inverno") == 200
    assert tournaments_of(circuit) == [second]
    assert send(f"circuits/{circuit.slug}", tournaments=[second.slug]) == 200
    assert send(f"circuits/{circuit.slug}", tournaments=[first.slug]) == 400


def test_tournament_is_created_as_a_trial_tournament(desk: Client) -> None:
    sent = {"name": "Prova", "card_game": "mariglia", "stages": [{"format": "knockout"}], "trial": True}
    answer = desk.post("/api/v1/tournaments/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["trial"]) == (201, True)


def test_service_refuses_to_delete_a_played_tournament() -> None:
    tournament = drawn_tournament(2)
    with pytest.raises(NotNow):
        deletion.delete_tournament(tournament, author=Author(tournament.owner_id), at=timezone.now())
