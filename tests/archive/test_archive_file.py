"""Tests of the archive file: an organiser requests it at the desk, a job writes it, it is downloaded."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import ScoreSheet
from scoring.sheet.services.log import Author
from tests.archive.archives import archived
from tests.archive.zips import digest_of
from tests.builders import an_account, drawn_tournament, match_of, play_match, play_out
from tests.markup import one_line
from tests.printing.test_pack import ADDRESS, desk_of
from tournaments.archive.export import PARTS
from tournaments.competition.names import Showing
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import FileKind, Job, MadeFile, Person, Tournament
from tournaments.people.services.names import show_person
from tournaments.queue import runner
from tournaments.queue.selectors import FileNow, file_now
from tournaments.queue.services import ask_archive, ask_pack

pytestmark = pytest.mark.django_db


def now_of(tournament: Tournament) -> FileNow:
    tournament.refresh_from_db()
    return file_now(tournament, FileKind.ARCHIVE)


def address(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def made_of(tournament: Tournament) -> bytes:
    ask_archive(tournament)
    runner.drain()
    return bytes(MadeFile.objects.get(tournament=tournament, kind=FileKind.ARCHIVE).data)


def test_archive_job_reports_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn_tournament(4)
    percentages: list[int | None] = []
    original_note = runner.note

    def tell(job: Job, progress: int) -> None:
        original_note(job, progress)
        percentages.append(now_of(tournament).percent)

    monkeypatch.setattr(runner, "note", tell)
    data = made_of(tournament)
    assert data == archived(tournament)
    assert percentages == sorted(percentages, key=lambda each: each or 0)
    assert (len(percentages), percentages[-1]) == (PARTS, 95)
    now = now_of(tournament)
    assert (now.percent, now.failed, now.stale, now.size) == (None, False, False, len(data))
    assert now.digest == digest_of(data) == verify_tournament(tournament).digest


def test_archive_is_outdated_after_a_match_and_can_be_written_again() -> None:
    tournament = drawn_tournament(4)
    first = made_of(tournament)
    ask_archive(tournament)  # no change: the bytes would be equal
    assert not Job.objects.filter(kind="export", state="queued").exists()
    play_match(match_of(tournament))
    assert now_of(tournament).stale
    second = made_of(tournament)
    assert not now_of(tournament).stale
    assert first != second == archived(tournament)
    assert MadeFile.objects.count() == 1


def test_printable_pdf_and_archive_of_a_tournament_are_both_stored() -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=ADDRESS)
    ask_archive(tournament)
    runner.drain()
    first_bytes = {file.kind: bytes(file.data)[:4] for file in MadeFile.objects.all()}
    assert first_bytes == {"pack": b"%PDF", "archive": b"PK\x03\x04"}


def test_inconsistent_data_is_reported_and_the_old_archive_is_kept() -> None:
    tournament = drawn_tournament(4)
    first = made_of(tournament)
    play_match(match_of(tournament))
    ScoreSheet.objects.filter(match__tournament=tournament).update(head_seq=3)
    assert made_of(tournament) == first
    assert "manage.py verify" in str(now_of(tournament).refused)
    assert Job.objects.get(kind="export").state == "done"
    page = one_line(desk_of(tournament).get(address("desk_archive", tournament)).content.decode())
    assert "is not what its facts say" in page


def test_archive_file_is_deleted_when_the_name_of_a_player_is_hidden() -> None:
    tournament = drawn_tournament(4)
    made_of(tournament)
    ask_pack(tournament, address=ADDRESS)
    author = Author(tournament.owner_id)
    show_person(Person.objects.get(name="Anna Primu1"), Showing.INITIALS, author=author, at=timezone.now())
    assert not MadeFile.objects.exists()
    assert not Job.objects.filter(kind="export", state="queued").exists()
    assert b"Anna Primu1" not in made_of(tournament)


def test_archive_is_requested_and_downloaded_at_the_desk(django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    client = desk_of(tournament)
    ask, file = address("desk_archive", tournament), address("desk_archive_zip", tournament)
    assert client.get(file).status_code == 302
    assert client.post(ask)["Location"].endswith("/fogli/#archive")
    with django_assert_num_queries(6):
        page = one_line(client.get(ask).content.decode())
    assert "Being made: 0" in page
    assert "hx-trigger" in page
    runner.drain()
    page = one_line(client.get(address("desk_sheets", tournament)).content.decode())
    digest = verify_tournament(tournament).digest
    assert file in page
    assert f"{digest[:8]} {digest[8:16]} {digest[16:24]}" in page
    answer = client.get(file)
    assert answer.content == archived(tournament)
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.trionfo.zip"'
    assert "no-store" in answer["Cache-Control"]
    assert "Make it again" not in client.get(ask).content.decode()
    play_match(match_of(tournament))
    page = one_line(client.get(ask).content.decode())
    assert "Make it again" in page
    assert "has gone on since" in page


def test_archive_is_offered_on_the_evening_page_after_the_tournament() -> None:
    tournament = drawn_tournament(4)
    client, evening = desk_of(tournament), address("desk_evening", tournament)
    assert "Make the archive" not in client.get(evening).content.decode()
    play_out(tournament)
    assert "Make the archive" in client.get(evening).content.decode()


def test_archive_is_available_to_organisers_only() -> None:
    tournament = drawn_tournament(4)
    made_of(tournament)
    play_out(tournament)
    another, director = Client(), Client(headers={"accept-language": "en"})
    another.force_login(an_account("efisio"))
    helper = an_account("caterina", "director", tournament)
    director.force_login(helper)
    for name in ("desk_archive", "desk_archive_zip"):
        assert Client().get(address(name, tournament)).status_code == 302
        assert another.get(address(name, tournament)).status_code == 404
        assert director.get(address(name, tournament)).status_code == 403
    for name in ("desk_sheets", "desk_evening"):
        assert "Archive of the event" not in director.get(address(name, tournament)).content.decode()
    assert "night’s pack" in director.get(address("desk_sheets", tournament)).content.decode()


def test_page_offers_a_retry_after_an_archive_job_has_failed() -> None:
    tournament = drawn_tournament(4)
    ask_archive(tournament)
    Job.objects.filter(kind="export").update(state="failed", over_at=timezone.now())
    client = desk_of(tournament)
    assert "Ask for it again" in client.get(address("desk_archive", tournament)).content.decode()
    assert "A file for the desk" in client.get(address("desk_evening", tournament)).content.decode()
    ask_archive(tournament)
    assert now_of(tournament).failed is False
