"""Deletion of old technical database rows and expired sessions; rows still referenced are kept."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from config.change_poller import news_after
from scoring.models import CodeTry, Device, Grant
from scoring.sheet.devices import shown_code
from tests.builders import a_tournament, drawn_tournament, match_of, play_out
from tournaments.again.services.again import hold_again, once
from tournaments.draws.selectors.verify import seal_of, verify_tournament
from tournaments.draws.services.draws import standing_draw
from tournaments.models import Change, CreationKey, Job, Tournament
from tournaments.queue.tasks import forget
from tournaments.retention.selectors import terms_now
from tournaments.retention.services import prune
from tournaments.standings.selectors import stamp_of
from tournaments.tables.selectors.calendar import changed_at

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

LATER = timedelta(days=2)


def seated(tournament: Tournament) -> Client:
    phone = Client()
    phone.post("/t/", {"code": shown_code(match_of(tournament).sheet.key)})
    phone.post(f"/tavolo/{match_of(tournament).pk}/chi/", {"side": "0"})
    return phone


def test_old_unused_rows_are_deleted_and_referenced_rows_are_kept() -> None:
    tournament = drawn_tournament(4)
    phone = seated(tournament)
    for _stranger in range(3):
        Client().post("/t/", {"code": "AAA AAA"})
    play_out(tournament)
    stage = tournament.stages.get()
    stamp, draw = stamp_of(stage), standing_draw(stage)
    seal, now = seal_of(tournament), timezone.now()
    changed = changed_at(tournament)
    assert (CodeTry.objects.count(), Device.objects.count()) == (6, 4)
    assert prune(at=now) == 0
    job_count = Job.objects.filter(state="done").count()
    while prune(at=now + LATER, most=5):
        pass
    assert CodeTry.objects.count() == 0
    tournament.refresh_from_db()
    assert list(Change.objects.values_list("version", flat=True)) == [tournament.version]
    assert changed_at(tournament) == changed
    assert list(Device.objects.values_list("pk", flat=True)) == list(
        Grant.objects.values_list("device", flat=True)
    )
    assert phone.get(f"/tavolo/{match_of(tournament).pk}/").status_code == 200
    assert 0 < Job.objects.filter(state="done").count() < job_count
    remaining_jobs = Job.objects.filter(state="done").values_list("kind", "subject")
    assert len(remaining_jobs) == len(set(remaining_jobs))
    stage.refresh_from_db()
    assert (stamp_of(stage), standing_draw(stage)) == (stamp, draw)
    assert seal_of(tournament) == seal
    assert verify_tournament(tournament).faults == []


def test_failed_and_waiting_jobs_are_not_deleted() -> None:
    drawn_tournament(4)
    Job.objects.update(state="failed", over_at=timezone.now())
    before = Job.objects.count()
    prune(at=timezone.now() + LATER)
    assert Job.objects.count() == before


def test_page_that_was_offline_for_a_day_receives_a_reload_event() -> None:
    tournament = drawn_tournament(4)
    prune(at=timezone.now() + LATER)
    assert [news.topic for news in news_after(tournament.pk, 1).news] == ["reload"]


def test_idempotency_key_of_a_new_tournament_is_deleted_after_a_day() -> None:
    source, at = a_tournament(), timezone.now()
    owner = source.owner
    make = partial(hold_again, source, owner=owner, name="Ancora", at=at)
    once(owner, "un-clic", "Ancora", make, at=at)
    prune(at=at)
    assert CreationKey.objects.count() == 1
    prune(at=at + LATER)
    assert (CreationKey.objects.count(), Tournament.objects.count()) == (0, 2)


def test_expired_sessions_are_deleted_on_a_site_that_never_erases_names() -> None:
    now = timezone.now()
    for key, days in (("old", -1), ("older", -2), ("new", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=days))
    assert terms_now() is None
    assert forget() == 2
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


def test_pruning_without_old_rows_uses_one_query_per_kind_of_row(django_assert_num_queries: Any) -> None:
    drawn_tournament(4)
    with django_assert_num_queries(6):
        prune(at=timezone.now())
