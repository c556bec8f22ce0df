"""Draws by seeds and by lots: commitment, one draw per stage, refusals, and query counts."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.change_poller import news_after
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NoPairing, NotNow
from tests.builders import a_tournament, drawn_tournament, entries, first_stage
from tournaments.club.services.new_tournament import StageSetup, change_stage
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import commit_draw, draw_stage
from tournaments.entries.services.entries import enter_teams, mark_presence, withdraw_team
from tournaments.models import Draw, DrawCommitment, Job, Match, Slot, Stage, Team, TeamPlayer, Tournament
from tournaments.queue import runner

pytestmark = pytest.mark.django_db


def draw(stage: Stage, by: str = "seeds", lot: str = "") -> tuple[Draw, Job]:
    return draw_stage(stage, by=by, lot=lot, author=Author(stage.tournament.owner_id), at=timezone.now())


def commit(stage: Stage) -> DrawCommitment:
    return commit_draw(stage, author=Author(stage.tournament.owner_id), at=timezone.now())


def test_draw_by_seeds_pairs_seed_1_with_seed_16() -> None:
    tournament = drawn_tournament(16)
    first = [
        tuple(slot.team.seed for slot in match.slots.select_related("team").order_by("side") if slot.team)
        for match in Match.objects.filter(tournament=tournament, round=1).order_by("number")
    ]
    assert first == [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]


@pytest.mark.databases
def test_top_seeds_get_byes_and_advance_immediately() -> None:
    tournament = drawn_tournament(6)
    byes = Slot.objects.filter(match__tournament=tournament, round=1, match__state="bye", team__isnull=False)
    assert {slot.team.seed for slot in byes.select_related("team") if slot.team} == {1, 2}
    waiting = Slot.objects.filter(match__tournament=tournament, round=2, team__isnull=False).select_related(
        "team"
    )
    assert {slot.team.seed for slot in waiting if slot.team} == {1, 2}


@pytest.mark.databases
def test_new_commitment_is_made_only_if_the_entrants_have_changed() -> None:
    stage = first_stage(a_tournament(teams=4))
    promise = commit(stage)
    assert commit(stage) == promise
    enter_teams(
        stage.tournament, entries(1, first=5), author=Author(stage.tournament.owner_id), at=timezone.now()
    )
    renewed = commit(stage)
    assert (renewed.attempt, renewed.digest) != (promise.attempt, promise.digest)
    assert draw(stage, "lots", "7D KC 4S AH QD")[0].commitment == renewed


@pytest.mark.databases
def test_stage_drawn_a_second_time_keeps_the_first_draw() -> None:
    stage = first_stage(a_tournament(teams=4))
    first, again, otherwise = draw(stage), draw(stage), draw(stage, "lots", "another lot")
    assert first == again == otherwise
    assert Draw.objects.count() == 1


@pytest.mark.databases
def test_draw_job_run_twice_creates_every_match_once() -> None:
    tournament = drawn_tournament(8, options={"third_place": True})
    job = Job.objects.get(kind="draw")
    Job.objects.filter(pk=job.pk).update(state="queued")
    runner.drain()
    labels = list(
        Match.objects.filter(tournament=tournament)
        .order_by("round", "number")
        .values_list("label", flat=True)
    )
    assert labels == ["R1.1", "R1.2", "R1.3", "R1.4", "R2.1", "R2.2", "R3.1", "P3"]


def test_draw_of_one_team_is_refused() -> None:
    with pytest.raises(NoPairing):
        draw(first_stage(a_tournament(teams=1)))


def test_draw_by_lots_without_a_lot_is_refused() -> None:
    with pytest.raises(BadEntry, match="lot_missing"):
        draw(first_stage(a_tournament(teams=4)), "lots", "  ")


def test_draw_is_refused_until_check_in_is_complete() -> None:
    tournament = a_tournament(teams=4)
    teams = list(tournament.teams.all())
    author = Author(tournament.owner_id)
    mark_presence(tournament, {teams[0].pk: "present"}, author=author, at=timezone.now())
    with pytest.raises(NotNow, match="check_in_open") as refused:
        draw(first_stage(tournament))
    assert teams[1].name in refused.value.message.english()
    presences = {team.pk: "present" for team in teams[1:3]} | {teams[3].pk: "absent"}
    mark_presence(tournament, presences, author=author, at=timezone.now())
    first_draw, _job = draw(first_stage(tournament))
    assert str(teams[3].pk) not in first_draw.lines
    assert len(first_draw.lines) == 3


@pytest.mark.databases
def test_draw_with_one_person_in_two_teams_is_refused() -> None:
    """Check that the service itself refuses the draw.

    The test drops the unique index that keeps a person from joining two teams.
    """
    tournament = a_tournament(teams=3)
    first, second, _third = tournament.teams.all()
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX team_player_once")
    TeamPlayer.objects.filter(team=second, position=0).update(person=first.seats.get(position=0).person)
    with pytest.raises(NoPairing, match="player_twice"):
        draw(first_stage(tournament))


@pytest.mark.databases
def test_entries_withdrawals_and_rule_changes_are_refused_after_the_draw() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    with pytest.raises(NotNow, match="already_drawn"):
        enter_teams(tournament, entries(1, first=9), author=author, at=timezone.now())
    with pytest.raises(NotNow, match="already_drawn"):
        withdraw_team(Team.objects.first() or Team(), author=author, at=timezone.now())
    with pytest.raises(NotNow, match="stage_drawn"):
        change_stage(first_stage(tournament), StageSetup("knockout"), author=author, at=timezone.now())


def test_draw_with_an_impossible_number_of_groups_is_refused_and_saves_nothing() -> None:
    stage = first_stage(a_tournament(teams=11))
    author = Author(stage.tournament.owner_id)
    change_stage(stage, StageSetup("groups", {"groups": 4, "size": 4}), author=author, at=timezone.now())
    with pytest.raises(NoPairing, match="groups_do_not_fit"):
        draw(Stage.objects.get(pk=stage.pk), "lots", "7D KC 4S AH QD")
    assert not Draw.objects.exists()
    assert not DrawCommitment.objects.exists()
    assert Stage.objects.get(pk=stage.pk).state == "planned"


@pytest.mark.databases
def test_draw_separates_teams_of_the_same_club_and_passes_verification() -> None:
    tournament = a_tournament()
    clubs = ("Ossi", "Ossi", "Usini", "Usini", "Tissi", "Tissi", "", "")
    with_clubs = [
        replace(entry, details={"club": club})
        for entry, club in zip(entries(8, seeded=False), clubs, strict=True)
    ]
    author = Author(tournament.owner_id)
    enter_teams(tournament, with_clubs, author=author, at=timezone.now())
    stage = first_stage(tournament)
    first_draw, _job = draw(stage, "lots", "7D KC 4S AH QD")
    runner.drain()
    assert first_draw.commitment.algorithm == "trionfo-2"
    first_round = [
        [slot.team.club for slot in match.slots.select_related("team") if slot.team and slot.team.club]
        for match in Match.objects.filter(stage=stage, round=1)
    ]
    assert all(len(set(clubs)) == len(clubs) for clubs in first_round)
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults == []


def run_draw_job() -> None:
    """Run the draw job; delete all other jobs that are due."""
    Job.objects.exclude(kind="draw").delete()
    runner.run(runner.claim() or Job())


@pytest.mark.databases
@pytest.mark.parametrize("form", ["knockout", "swiss"])
def test_query_count_of_a_draw_of_128_teams_is_close_to_that_of_a_draw_of_16_teams(form: str) -> None:
    """The queries of the draw request and of its job are counted together."""
    costs = []
    for teams in (16, 128):
        tournament = a_tournament(teams=teams, form=form, tables=teams, name=f"Torneo di {teams}")
        with CaptureQueriesContext(connection) as captured:
            draw(first_stage(tournament))
            run_draw_job()
        costs.append(len(captured))
        assert Match.objects.filter(tournament=tournament, table__isnull=False).count() == teams // 2
    assert abs(costs[1] - costs[0]) <= 10
    assert max(costs) < 90


@pytest.mark.databases
def test_draw_job_publishes_a_few_matches_one_by_one_and_many_matches_as_one_reload() -> None:
    for teams, matches in ((16, 8), (256, 0)):
        tournament = a_tournament(teams=teams, tables=teams, name=f"Torneo di {teams}")
        draw(first_stage(tournament))
        tournament.refresh_from_db()
        before = tournament.version
        run_draw_job()
        tournament.refresh_from_db()
        assert tournament.version == before + teams // 2 + 1
        news = news_after(tournament.pk, before).news
        assert [each.topic for each in news] == (["match"] * matches + ["bracket"] if matches else ["reload"])
        assert news[-1].version == tournament.version
