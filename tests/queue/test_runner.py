"""Tests of the job queue in the database: duplicate jobs, leases, failures and retries."""

from datetime import timedelta
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, drawn_tournament, match_of, play_match
from tournaments.matches.services import results
from tournaments.models import Job, Slot, Stage, Tournament
from tournaments.queue import kinds, runner
from tournaments.queue.kinds import JobKind, Work

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


def declare_kind(monkeypatch: pytest.MonkeyPatch, work: Work) -> None:
    """Declare a job kind `note` whose jobs call the given function."""
    monkeypatch.setitem(kinds.KINDS, "note", JobKind("note", task=mock.Mock(), work=work))


@pytest.fixture
def subjects(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Declare a job kind whose jobs append their subjects to a list; return this list."""
    ran: list[UUID] = []

    def note(job: Job) -> dict[str, Any]:
        ran.append(job.subject)
        return {"ran": len(ran)}

    declare_kind(monkeypatch, note)
    return ran


def queue(tournament: Tournament, subject: UUID | None = None, wanted: int = 1) -> None:
    runner.enqueue("note", subject or uuid4(), tournament_id=tournament.pk, wanted=wanted)


def test_queued_jobs_for_the_same_subject_become_one_job_for_the_highest_version(
    tournament: Tournament, subjects: list[UUID]
) -> None:
    subject = uuid4()
    for wanted in (3, 7, 5):
        queue(tournament, subject, wanted)
    assert list(Job.objects.values_list("wanted", flat=True)) == [7]
    assert runner.drain() == 1
    assert subjects == [subject]


def test_claimed_job_cannot_be_claimed_again(tournament: Tournament) -> None:
    queue(tournament)
    assert runner.claim() is not None
    assert runner.claim() is None


def test_job_of_a_dead_worker_is_due_again_when_its_lease_ends(
    tournament: Tournament, subjects: list[UUID]
) -> None:
    queue(tournament)
    dead = runner.claim()
    assert dead is not None
    assert runner.drain() == 0
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert runner.drain() == 1
    assert Job.objects.get().attempts == 2


def test_worker_with_an_expired_lease_does_not_overwrite_a_newer_result(
    tournament: Tournament, subjects: list[UUID]
) -> None:
    queue(tournament)
    late = runner.claim()
    assert late is not None
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    runner.drain()
    finished = Job.objects.get()
    runner.run(late)
    assert Job.objects.get().over_at == finished.over_at
    assert Job.objects.get().result == {"ran": 1}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """Return a list with one element: the difference between the simulated clock and the real time."""
    wrong, right = [timedelta()], timezone.now
    monkeypatch.setattr("django.utils.timezone.now", lambda: right() + wrong[0])
    return wrong


BACK = [pytest.param(timedelta(hours=-hours), id=f"{hours} h back") for hours in (1, 2)]


@pytest.mark.parametrize("back", BACK)
def test_clock_set_back_does_not_delay_a_due_job(
    back: timedelta, tournament: Tournament, subjects: list[UUID], clock: list[timedelta]
) -> None:
    queue(tournament)
    clock[0] = back
    assert runner.drain() == 1


@pytest.mark.parametrize("back", BACK)
def test_clock_set_back_does_not_delay_a_job_due_in_a_few_seconds(
    back: timedelta, tournament: Tournament, subjects: list[UUID], clock: list[timedelta]
) -> None:
    soon = timezone.now() + timedelta(seconds=3)
    runner.enqueue("note", uuid4(), tournament_id=tournament.pk, due_at=soon)
    assert runner.drain() == 0
    clock[0] = back
    assert runner.drain() == 1


@pytest.mark.parametrize("back", BACK)
def test_clock_set_back_does_not_delay_a_failed_or_running_job(
    back: timedelta, tournament: Tournament, subjects: list[UUID], clock: list[timedelta]
) -> None:
    clock[0] = back
    for _each in range(2):
        queue(tournament)
    clock[0] = timedelta()
    failed, dead = runner.claim(), runner.claim()
    assert failed
    assert dead
    runner._put_off(failed, "failed")
    clock[0] = back
    assert runner.drain() == 2
    assert set(subjects) == {failed.subject, dead.subject}


def test_clock_set_back_does_not_start_a_scheduled_job_early(
    tournament: Tournament, subjects: list[UUID], clock: list[timedelta]
) -> None:
    at_nine = timezone.now() + timedelta(seconds=3)
    runner.enqueue("clock", uuid4(), tournament_id=tournament.pk, due_at=at_nine)
    clock[0] = timedelta(hours=-1)
    assert runner.drain() == 0


def test_job_is_quarantined_after_five_failures_and_does_not_block_other_jobs(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = uuid4(), uuid4()
    ran: list[UUID] = []

    def work(job: Job) -> dict[str, Any]:
        if job.subject == bad:
            raise RuntimeError("cannot be done")
        ran.append(job.subject)
        return {}

    declare_kind(monkeypatch, work)
    queue(tournament, bad)
    queue(tournament, good)
    for _attempt in range(6):
        runner.drain()
        Job.objects.filter(state="queued").update(due_at=timezone.now())
    assert ran == [good]
    failed = Job.objects.get(subject=bad)
    assert (failed.state, failed.attempts) == ("failed", 5)
    assert "cannot be done" in failed.error
    runner.retry(failed)
    assert Job.objects.get(subject=bad).state == "queued"


def test_retry_of_a_failed_job_adds_no_job_if_the_same_job_is_queued(tournament: Tournament) -> None:
    subject = uuid4()
    queue(tournament, subject)
    Job.objects.update(state="failed", over_at=timezone.now())
    failed = Job.objects.get()
    queue(tournament, subject)
    runner.retry(failed)
    (job,) = Job.objects.all()
    assert (job.state, job.subject) == ("queued", subject)
    assert job != failed


def test_job_whose_lease_ends_five_times_is_quarantined(tournament: Tournament) -> None:
    queue(tournament)
    for _attempt in range(5):
        assert runner.claim() is not None
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert runner.claim() is None
    assert Job.objects.get().state == "failed"


def test_database_changes_of_a_failed_job_are_rolled_back(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(_job: Job) -> dict[str, Any]:
        Tournament.objects.update(name="half done")
        raise RuntimeError

    declare_kind(monkeypatch, work)
    queue(tournament)
    runner.drain()
    assert Tournament.objects.get().name != "half done"


def test_two_jobs_with_the_same_subject_never_run_at_the_same_time(tournament: Tournament) -> None:
    subject = uuid4()
    queue(tournament, subject)
    assert runner.claim() is not None
    queue(tournament, subject)
    assert runner.claim() is None


def test_job_queued_again_with_unless_sooner_keeps_the_earlier_due_time(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    subject, now = uuid4(), timezone.now()
    hours = [now + timedelta(hours=hour) for hour in (2, 3, 1)]
    for due_at, expected in zip(hours, (hours[0], hours[0], hours[2]), strict=True):
        with django_assert_num_queries(1):
            runner.enqueue("note", subject, tournament_id=tournament.pk, due_at=due_at, unless_sooner=True)
        assert Job.objects.get(subject=subject).due_at == expected
    runner.enqueue("note", subject, tournament_id=tournament.pk, due_at=hours[1])
    assert Job.objects.get(subject=subject).due_at == hours[1]


def test_bracket_job_is_idempotent() -> None:
    tournament = drawn_tournament(8)
    play_match(match_of(tournament))
    before = list(Slot.objects.order_by("pk").values())
    for _again in range(5):
        runner.enqueue("bracket", Stage.objects.get().pk, tournament_id=tournament.pk)
        runner.drain()
    assert list(Slot.objects.order_by("pk").values()) == before


def test_bracket_job_needs_the_same_number_of_queries_for_stages_of_any_size(
    django_assert_num_queries: Any,
) -> None:
    for teams in (8, 64):
        tournament = drawn_tournament(teams, tables=teams, name=f"Torneo di {teams}")
        play_match(match_of(tournament), drain=False)
        job = runner.claim()
        assert job is not None
        with django_assert_num_queries(15):
            runner.run(job)


def test_second_signature_and_bracket_job_need_at_most_36_queries() -> None:
    tournament = drawn_tournament(8, tables=2)
    for label in ("R1.1", "R1.2", "R1.3", "R1.4"):  # the second makes the next match ready, which is called
        match = play_match(match_of(tournament, label), sign=False)
        results.sign_sheet(match.pk, 0, author=Author(tournament.owner_id), at=timezone.now())
        client = APIClient()
        client.force_authenticate(tournament.owner)
        with CaptureQueriesContext(connection) as captured:
            assert (
                client.post(f"/api/v1/matches/{match.pk}/sign/", {"side": 1}, format="json").status_code
                == 200
            )
            job = runner.claim()
            assert job is not None
            runner.run(job)
        # plus one query for the account of a token, minus two queries that look for the job in the queue
        assert len(captured) + 1 - 2 <= 36
        runner.drain()
