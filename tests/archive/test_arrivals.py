"""Tests of uploaded archives: a job imports the whole tournament or stores the reason for the refusal."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from scoring.models import SheetEvent
from scoring.types import BadEntry
from tests.archive.archives import archive_of, archived
from tests.archive.test_archives import half_played, nothing_came, other_zips
from tests.archive.zips import digest_of, files_of, vouched
from tests.builders import a_tournament, an_organiser, drawn_tournament, play_out
from tournaments.archive.rules import LARGEST_FILE
from tournaments.archive.selectors.archive_list import ArrivalNow, arrival_now
from tournaments.archive.services import archives, archives as arrivals
from tournaments.archive.services.archive_file import open_archive
from tournaments.archive.services.archives import ask_import, receive_archive, take_in
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import Arrival, Job, Person, Tournament
from tournaments.queue import runner
from tournaments.queue.tasks import forget
from tournaments.values.visibility import Visibility

pytestmark = pytest.mark.django_db


def brought(data: bytes, name: str = "tore") -> Arrival:
    """Upload an archive as an organiser; return the stored upload."""
    return receive_archive(data, owner=an_organiser(name), at=timezone.now())


def as_now(arrival: Arrival) -> ArrivalNow:
    return arrival_now(Arrival.objects.get(pk=arrival.pk))


def test_upload_shows_a_preview_and_writes_no_tournament() -> None:
    data = archive_of(half_played)
    a_tournament(teams=1, name="Un altro")
    now = as_now(brought(data))
    assert now.state == "looked_at"
    assert (now.summary["name"], now.summary["slug"]) == ("Torneo d’autunno", "torneo-dautunno")
    counts = {key: now.summary[key] for key in ("teams", "matches", "persons", "known")}
    assert counts == {"teams": 4, "matches": 3, "persons": 8, "known": 2}
    assert now.summary["known_names"] == ["Anna Primu1", "Bachisio Segundu1"]
    assert now.arrival.digest == digest_of(data)
    assert Tournament.objects.count() == 1
    assert not SheetEvent.objects.exists()


def test_preview_needs_no_extra_queries_for_large_tournaments(django_assert_num_queries: Any) -> None:
    for teams in (4, 16):
        owner = an_organiser(f"tore{teams}")
        data = archive_of(lambda teams=teams: drawn_tournament(teams))
        with django_assert_num_queries(6):
            receive_archive(data, owner=owner, at=timezone.now())


def test_import_job_reports_its_progress_and_keeps_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    data = archive_of(half_played)
    arrival, percentages, original_note = brought(data), [], runner.note

    def tell(job: Job, progress: int) -> None:
        original_note(job, progress)
        percentages.append(as_now(arrival).percent)

    monkeypatch.setattr(runner, "note", tell)
    ask_import(arrival)
    assert as_now(arrival).state == "coming"
    runner.drain()
    assert percentages == sorted(percentages)
    assert (percentages[0] < 60, percentages[-1]) == (True, 60)
    now = as_now(arrival)
    tournament = Tournament.objects.get()
    assert (now.state, now.arrival.tournament, bytes(now.arrival.data)) == ("in", tournament, b"")
    assert tournament.owner.get_username() == "tore"
    assert verify_tournament(tournament).digest == now.arrival.digest == digest_of(data)
    assert archived(tournament) == data


def test_repeated_import_creates_one_tournament() -> None:
    data = archive_of(half_played)
    arrival = brought(data)
    for _ in range(2):
        ask_import(arrival)
    assert Job.objects.filter(kind="import").count() == 1
    runner.drain()
    job = Job.objects.get(kind="import")
    for _ in range(2):
        Job.objects.filter(pk=job.pk).update(state="queued", attempts=0)
        runner.drain()
        assert Job.objects.get(pk=job.pk).state == "done"
    ask_import(Arrival.objects.get())
    assert Tournament.objects.count() == 1
    assert as_now(arrival).state == "in"


def test_second_import_of_an_uploaded_tournament_is_refused() -> None:
    data = archive_of(half_played)
    first, second = brought(data, "tore"), brought(data, "barore")
    for arrival in (first, second):
        ask_import(arrival)
    runner.drain()
    assert Tournament.objects.count() == 1
    assert as_now(first).state == "in"
    now = as_now(second)
    assert now.state == "refused"
    assert "here already, as “Torneo d’autunno” at /torneo-dautunno/" in str(
        now.refused and now.refused.english()
    )
    assert Job.objects.filter(kind="import", subject=second.pk).get().result == {"refused": "event_known"}
    with pytest.raises(BadEntry, match="event_known"):
        ask_import(second)


def test_error_about_an_existing_draft_shows_its_name_to_every_organiser() -> None:
    data = archive_of(half_played)
    arrival = brought(data, "tore")
    ask_import(arrival)
    runner.drain()
    Tournament.objects.update(visibility=Visibility.DRAFT)
    for username in ("barore", "tore"):
        with pytest.raises(BadEntry, match="torneo-dautunno"):
            ask_import(brought(data, username))


def test_imported_draft_stays_a_draft() -> None:
    def draft() -> Tournament:
        tournament = half_played()
        Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.DRAFT)
        return tournament

    arrival = brought(archive_of(draft))
    ask_import(arrival)
    runner.drain()
    assert Tournament.objects.get().visibility == Visibility.DRAFT


def test_ratings_include_an_imported_finished_tournament() -> None:
    def over() -> Tournament:
        tournament = drawn_tournament(4)
        play_out(tournament)
        return tournament

    ask_import(brought(archive_of(over)))
    runner.drain()
    assert Job.objects.filter(kind="ratings", tournament=Tournament.objects.get(), state="done").exists()


def test_incomplete_archive_is_refused_and_not_stored() -> None:
    data = archive_of(half_played)
    for name, (broken, code) in other_zips(data).items():
        with pytest.raises(BadEntry) as refused:
            brought(broken)
        assert refused.value.code == code, name
    with pytest.raises(BadEntry, match="too_large"):
        brought(b"P" * (LARGEST_FILE + 1))
    assert not Arrival.objects.exists()
    nothing_came()


def test_manipulated_archive_is_refused_with_a_reason() -> None:
    data = archive_of(half_played)
    arrival = brought(vouched(files_of(data), "0" * 64))
    ask_import(arrival)
    runner.drain()
    now = as_now(arrival)
    assert now.state == "refused"
    assert "do not come to the event" in str(now.refused and now.refused.english())
    assert Job.objects.get(kind="import").attempts == 1
    nothing_came()


def test_interrupted_import_leaves_no_rows_and_is_completed_by_a_retry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = archive_of(half_played)
    arrival = brought(data)
    ask_import(arrival)
    last = archives._resume_jobs

    def ended(_tournament: Tournament) -> None:
        assert SheetEvent.objects.count() == 4  # all rows are written at this point
        raise KeyboardInterrupt

    monkeypatch.setattr(archives, "_resume_jobs", ended)
    with pytest.raises(KeyboardInterrupt):
        runner.drain()
    nothing_came()
    assert as_now(arrival).state == "coming"
    monkeypatch.setattr(archives, "_resume_jobs", last)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    runner.drain()
    assert archived(Tournament.objects.get()) == data


def test_import_is_tried_again_after_an_outage_of_the_database() -> None:
    data = archive_of(half_played)
    arrival = brought(data)
    ask_import(arrival)

    def fail(execute: Any, sql: str, *more: Any) -> Any:
        if sql.startswith('INSERT INTO "scoring_sheetevent"'):
            raise OperationalError("database or disk is full")
        return execute(sql, *more)

    with connection.execute_wrapper(fail):
        runner.drain()
    nothing_came()
    assert as_now(arrival).state == "coming"
    Job.objects.update(due_at=timezone.now())
    runner.drain()
    assert archived(Tournament.objects.get()) == data


def test_worker_that_lost_its_job_to_another_worker_imports_nothing() -> None:
    ask_import(brought(archive_of(half_played)))
    job = runner.claim()
    assert job is not None
    Job.objects.filter(pk=job.pk).update(attempts=job.attempts + 1)
    runner.run(job)
    nothing_came()


def test_new_upload_replaces_a_previewed_upload_but_not_a_running_import() -> None:
    data = archive_of(half_played)
    other_arrival, first = brought(data, "barore"), brought(data)
    mine = brought(data)
    ask_import(mine)
    another = brought(data)
    assert set(Arrival.objects.values_list("pk", flat=True)) == {other_arrival.pk, mine.pk, another.pk}
    assert not Job.objects.filter(subject=first.pk).exists()
    runner.drain()
    brought(data)
    assert Arrival.objects.filter(pk=mine.pk, tournament__isnull=False).exists()


def test_uploads_are_deleted_after_a_day(django_assert_num_queries: Any) -> None:
    data = archive_of(half_played)
    finished_import, _looked_at, under_way = (brought(data, name) for name in ("tore", "barore", "gavino"))
    ask_import(finished_import)
    runner.drain()
    runner.enqueue(arrivals.IMPORT, under_way.pk, tournament_id=None)
    with django_assert_num_queries(1):
        arrivals.forget_arrivals(at=timezone.now())
    assert Arrival.objects.count() == 3
    Arrival.objects.update(sent_at=timezone.now() - arrivals.UPLOADS_KEPT_FOR - timedelta(minutes=1))
    forget()
    assert Arrival.objects.get() == under_way
    assert Tournament.objects.exists()


def test_imported_tournament_does_not_take_an_existing_slug() -> None:
    data = archive_of(half_played)
    first_tournament = a_tournament(name="Torneo d’autunno")
    ask_import(brought(data))
    runner.drain()
    first_tournament.refresh_from_db()
    slugs = set(Tournament.objects.values_list("slug", flat=True))
    assert (first_tournament.slug, slugs) == ("torneo-dautunno", {"torneo-dautunno", "torneo-dautunno-2"})


def test_database_refuses_a_tournament_that_a_concurrent_job_has_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = archive_of(half_played)
    first, second = brought(data, "tore"), brought(data, "barore")
    take_in(first, open_archive(BytesIO(data)), at=timezone.now())
    monkeypatch.setattr(archives, "refuse_known", lambda *_any: None)
    take_in(second, open_archive(BytesIO(data)), at=timezone.now())
    assert [as_now(each).state for each in (first, second)] == ["in", "refused"]
    assert Arrival.objects.get(pk=second.pk).refused["code"] == "archive_contradicts"
    assert Person.objects.count() == 8
    assert archived(Tournament.objects.get()) == data


def test_import_that_ended_after_its_row_was_read_is_shown_as_finished() -> None:
    arrival = brought(archive_of(half_played))
    ask_import(arrival)
    read = Arrival.objects.defer("data").get()
    runner.drain()
    assert arrival_now(read).state == "in"
