"""Tests of the machine page: make, list, verify, download, upload and restore backups."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import PASSWORD, an_organiser, drawn_tournament, match_of, play_match, play_out
from tests.copies.conftest import open_any
from tests.markup import one_line
from tournaments.copies.rules import Reason, broken_copy, fault_json
from tournaments.copies.selectors import copies, copy_folder, second_folder
from tournaments.copies.services.state import REQUEST, read_state, write_json
from tournaments.machine import services
from tournaments.machine.services import ask_copies, ask_copy, ask_restore, make_copy
from tournaments.models import ClubMove, Job, Match, Tournament
from tournaments.queue import runner
from tournaments.roles.services import give_role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.embedded, pytest.mark.alike]

PAGE = "/regia/macchina/"


@pytest.fixture(autouse=True)
def folder(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Path:
    from django.db.backends.base.base import BaseDatabaseWrapper

    settings.TRIONFO_DATA = tmp_path
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", open_any)
    return tmp_path


@pytest.fixture
def organiser() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.login(username=an_organiser().get_username(), password=PASSWORD)
    return client


def make() -> None:
    """Run the due jobs, except trial runs of backups, which need a separate process."""
    while (job := runner.claim()) is not None:
        if job.kind != "trial":
            runner.run(job)


def text(answer: Any) -> str:
    return one_line(answer.content.decode())


def test_machine_page_gives_advice_if_there_is_no_backup(organiser: Client) -> None:
    drawn_tournament(2)
    page = text(organiser.get(PAGE))
    assert "There is no copy yet." in page
    assert "The worker in the background is not running." in page


def test_requested_backup_is_made_and_listed(organiser: Client) -> None:
    drawn_tournament(2)
    assert organiser.post(PAGE, {"act": "copy"}).status_code == 302
    make()
    (copy,) = copies()
    assert copy.reason == Reason.DESK
    page = text(organiser.get(PAGE))
    assert f"{copy.facts.rows} rows" in page
    assert copy.name in page


def test_automatic_backups_are_made_only_after_changes() -> None:
    assert ask_copies(at=timezone.now()) == 0  # there is no data worth a backup
    tournament = drawn_tournament(2)
    assert ask_copies(at=timezone.now()) == 1
    make()
    assert ask_copies(at=timezone.now()) == 0
    assert [copy.reason for copy in copies()] == [Reason.NIGHT]
    before = copies()[0].as_of
    ask_copy()
    make()
    assert [copy.reason for copy in copies()] == [Reason.NIGHT]
    assert copies()[0].as_of > before
    play_out(tournament)
    Job.objects.filter(kind="backup", state="queued").update(due_at=timezone.now())
    make()
    assert {copy.facts.about for copy in copies()} == {"", str(tournament.pk)}


def test_backup_request_refers_to_the_previous_backup_if_nothing_has_changed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = an_organiser()
    drawn_tournament(2)
    for minute in (34, 35):
        at = datetime(2036, 11, 28, 14, minute, tzinfo=UTC)
        monkeypatch.setattr("django.utils.timezone.now", lambda at=at: at)
        ask_copy()
        make()
    assert len(copies()) == 1
    client.force_login(user)
    page = text(client.get(PAGE, headers={"accept-language": "it"}))
    sentence = "Dalle 15:34 non è cambiato niente: quella copia vale ancora (controllato alle 15:35)."
    assert sentence in page
    rest = page.replace(sentence, "")
    assert "15:35" not in rest.partition('id="jobs"')[0]
    for part in (
        "venerdì 28 novembre, 15:34",
        "<b>venerdì 28 novembre</b> 15:34",
        "Copia di sicurezza 15:34",
    ):
        assert part in rest.replace("\N{NO-BREAK SPACE}", " ")
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2036, 11, 29, 15, tzinfo=UTC))
    later = text(client.get(PAGE, headers={"accept-language": "en"}))
    assert "since Friday 28 November, 15:34: that backup still holds (checked: Friday 28" in later


def test_nightly_backup_made_in_the_afternoon_is_labelled_automatic(organiser: Client) -> None:
    drawn_tournament(2)
    assert ask_copies(at=timezone.now()) == 1
    make()
    page = text(organiser.get(PAGE))
    assert '<span class="muted">automatic</span>' in page
    assert "at night" not in page


def test_machine_page_shows_technical_names_only_in_a_collapsed_section(organiser: Client) -> None:
    drawn_tournament(2)
    ask_copy()
    make()
    (copy,) = copies()
    services.write_facts(
        copy.file, replace(copy.facts, tried_at=timezone.now().isoformat(), trial="296cbc8bf82a" * 5)
    )
    page = text(organiser.get(PAGE))
    before, fold, folded = page.partition('<details class="fold">')
    assert fold
    assert "SECOND_BACKUPS" in folded
    for name in ("SECOND_BACKUPS", "</code>", str(copy_folder())):
        assert name not in before
    assert "ends in .jsonl.gz" not in page


def test_backup_is_made_and_a_warning_is_shown_if_the_second_backup_folder_fails(
    organiser: Client, tmp_path: Path, settings: Any
) -> None:
    drawn_tournament(2)
    settings.SECOND_BACKUPS = str(tmp_path / "stick")
    ask_copy()
    make()
    assert "The last copy is not in the second folder." in text(organiser.get(PAGE))
    (tmp_path / "stick").mkdir()
    play_match(match_of(drawn_tournament(2, name="Altro")))
    ask_copy()
    make()
    assert copies()[0].second
    assert "The last copy is not in the second folder." not in text(organiser.get(PAGE))


def test_password_is_required_to_download_a_backup(organiser: Client) -> None:
    ask_copy()
    make()
    address = f"{PAGE}copie/{copies()[0].name}/"
    response = organiser.get(address)
    assert (response.status_code, response["Location"].split("?")[0]) == (302, "/accounts/reauthenticate/")
    organiser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer: Any = organiser.get(address)
    assert answer["Cache-Control"] == "no-store, private"
    assert b"".join(answer.streaming_content) == copies()[0].file.read_bytes()


def test_machine_page_starts_a_backup_download_after_the_password_is_confirmed(organiser: Client) -> None:
    ask_copy()
    make()
    name = copies()[0].name
    address = f"{PAGE}?scarica={name}"
    assert f'href="{address}"' in text(organiser.get(PAGE))
    response = organiser.get(address)
    assert response["Location"] == f"/accounts/reauthenticate/?{urlencode({'next': address})}"
    back = organiser.post(response["Location"], {"password": PASSWORD})
    assert back["Location"] == address
    page = organiser.get(address)
    assert "The download has begun." in text(page)
    assert page["Refresh"] == f"0; url={PAGE}copie/{name}/"
    assert organiser.get(f"{PAGE}?scarica=nothing").status_code == 404


def test_restore_page_explains_the_data_loss_and_writes_a_restore_request(
    organiser: Client, tmp_path: Path
) -> None:
    tournament = drawn_tournament(2)
    ask_copy()
    make()
    play_match(match_of(tournament))
    address = f"{PAGE}rimetti/{copies()[0].name}/"
    page = text(organiser.get(address))
    assert "Everybody has to log in again, you too." in page
    assert organiser.post(address)["Location"].startswith("/accounts/reauthenticate/")
    assert not (tmp_path / REQUEST).exists()
    organiser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert organiser.post(address)["Location"] == f"{PAGE}rimetti/"
    assert (tmp_path / REQUEST).stat().st_mode & 0o777 == 0o600
    assert read_state()["step"] == "waiting"
    again = organiser.post(address, follow=True)
    assert "A copy is being put back already." in text(again)
    assert "js/reload" in again.text
    assert {move.kind for move in ClubMove.objects.all()} == {"role_given", "restore_ordered"}


def test_restore_request_is_refused_on_a_site_of_several_processes(
    organiser: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_copy()
    make()
    monkeypatch.setattr("tournaments.machine.selectors.is_embedded", lambda: False)
    monkeypatch.setattr("tournaments.machine.services.is_embedded", lambda: False)
    address = f"{PAGE}rimetti/{copies()[0].name}/"
    organiser.post(address)
    organiser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert "Only the site’s owner puts back a copy" in text(organiser.post(address, follow=True))
    assert not (tmp_path / REQUEST).exists()


def test_refused_restore_is_explained_on_the_restore_page(organiser: Client, tmp_path: Path) -> None:
    fault = {"text": "%(file)s is no whole backup of Trionfo. Nothing was changed.", "values": {"file": "x"}}
    write_json(tmp_path / "restoring.json", {"step": "refused", "fault": fault})
    assert "x is no whole backup of Trionfo. Nothing was changed." in text(organiser.get(f"{PAGE}rimetti/"))


def test_downtime_in_seconds_has_a_decimal_comma_in_italian(organiser: Client, tmp_path: Path) -> None:
    write_json(tmp_path / "restoring.json", {"step": "over", "seconds": "7.6", "tournaments": 1})
    page = organiser.get(f"{PAGE}rimetti/", headers={"accept-language": "it"})
    assert "Il sito si è fermato per 7,6 secondi." in text(page)


def test_uploaded_backup_can_be_restored(organiser: Client) -> None:
    sent = SimpleUploadedFile("c.jsonl.gz", b"abc")
    answer = organiser.post(f"{PAGE}invia/", {"file": sent})
    assert answer["Location"] == f"{PAGE}rimetti/sent/"
    assert (copy_folder() / "sent.jsonl.gz").read_bytes() == b"abc"
    assert organiser.get(f"{PAGE}rimetti/sent/").status_code == 200


def test_time_of_the_last_backup_is_shown_below_the_navigation(organiser: Client) -> None:
    tournament = drawn_tournament(2)
    ask_copy()
    make()
    clock = timezone.localtime(copies()[0].as_of).strftime("%H:%M")
    for page in ("/regia/", f"/regia/{tournament.slug}/"):
        assert f"Backup {clock}" in text(organiser.get(page)).replace("\N{NO-BREAK SPACE}", " ")


def test_backup_is_late_after_fifteen_minutes_only_during_play(organiser: Client) -> None:
    tournament = drawn_tournament(2)
    ask_copy()
    make()
    (copy,) = copies()
    before = timezone.now() - timedelta(minutes=20)
    Tournament.objects.update(made_at=before)
    services.write_facts(copy.file, replace(copy.facts, same_at=before.isoformat()))
    for state, playing in (("ready", False), ("playing", True), ("signed", False)):
        Match.objects.update(state=state)
        assert ('<p class="late">' in text(organiser.get(f"/regia/{tournament.slug}/"))) is playing
        assert ("The last backup is too old." in text(organiser.get(PAGE))) is playing
    services.write_facts(copy.file, replace(copy.facts, same_at=(before - timedelta(days=2)).isoformat()))
    assert '<p class="late">' in text(organiser.get("/regia/"))


def test_backups_made_within_one_second_have_different_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = drawn_tournament(2), drawn_tournament(2, name="Altro")
    at = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
    for tournament in (first, first, second):
        if tournament == second:
            play_match(match_of(second))
        job = Job(kind="backup", subject=tournament.pk, state="running")
        assert make_copy(job, lambda _progress: None).copy.file.is_file()
    assert [copy.facts.about for copy in copies()] == [str(second.pk), str(first.pk)]


def test_backup_button_is_disabled_while_a_backup_is_made(
    organiser: Client,
) -> None:
    button = '<button type="submit" class="btn primary" name="act" value="copy">'
    play_out(drawn_tournament(2))
    assert Job.objects.filter(kind="backup", state="queued", due_at__gt=timezone.now()).exists()
    assert button in one_line(organiser.get(PAGE).text)
    ask_copy()
    page = one_line(organiser.get(PAGE).text)
    assert (button in page, "A copy is being made" in page) == (False, True)
    make()
    assert button in one_line(organiser.get(PAGE).text)


def test_successful_backup_deletes_earlier_finished_backup_jobs() -> None:
    drawn_tournament(2)
    now = timezone.now()
    for kind in ("backup", "trial", "export"):
        Job.objects.create(
            kind=kind, subject=services.trial_id(kind), state="failed", made_at=now, due_at=now
        )
    ask_copy()
    make()
    over = Job.objects.filter(state__in=["failed", "done"]).exclude(kind="draw")
    assert set(over.values_list("kind", "state")) == {
        ("backup", "done"), ("trial", "failed"), ("export", "failed"),
    }  # fmt: skip


def test_error_found_while_testing_a_backup_is_shown_in_the_language_of_the_user(organiser: Client) -> None:
    drawn_tournament(2)
    ask_copy()
    make()
    (copy,) = copies()
    fault = fault_json(broken_copy("x.gz").message)
    services.write_facts(copy.file, replace(copy.facts, tried_at=timezone.now().isoformat(), fault=fault))
    assert "x.gz is no whole backup of Trionfo." in text(organiser.get(PAGE))
    italian = text(organiser.get(PAGE, headers={"accept-language": "it"}))
    assert "x.gz" in italian
    assert "no whole backup" not in italian


def test_incomplete_restore_request_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_tournament(2)
    ask_copy()
    make()
    order = partial(ask_restore, copies()[0].name, author=Author(), at=timezone.now(), username="antonella")
    with monkeypatch.context() as full:
        full.setattr(services, "write_json", Mock(side_effect=OSError("No space left")))
        with pytest.raises(OSError, match="No space"):
            order()
    assert not (tmp_path / REQUEST).exists()
    order()
    assert (tmp_path / REQUEST).exists()


def test_second_backup_folder_of_a_club_is_created_if_the_disk_is_mounted(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_tournament(2)
    settings.SECOND_BACKUPS = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    monkeypatch.setattr("tournaments.copies.selectors.current_club", lambda: "olbia")
    monkeypatch.setattr("tournaments.copies.selectors.folder_of", lambda club: tmp_path / "clubs" / club)
    ask_copy()
    make()
    assert [file.name for file in second_folder().iterdir()] == [copies()[0].name]  # type: ignore[union-attr]


def test_failed_backup_leaves_no_partial_file(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    ask_copy()
    job = runner.claim()
    assert job is not None
    with pytest.raises(OSError, match="backups"):
        make_copy(job, lambda _progress: None)


def test_machine_page_uses_a_fixed_number_of_queries(
    organiser: Client, django_assert_num_queries: Any
) -> None:
    drawn_tournament(2)
    ask_copy()
    make()
    organiser.get(PAGE)
    with django_assert_num_queries(9):
        organiser.get(PAGE)


@pytest.mark.parametrize("page", [PAGE, f"{PAGE}rimetti/", "/regia/giornale/", "/regia/giornale.csv"])
def test_machine_pages_are_for_organisers_only(page: str) -> None:
    director = Client()
    director.force_login(an_organiser("arbitro", staff=False))
    assert director.get(page).status_code == 404
    assert Client().get(page).status_code == 302


def test_link_to_the_list_of_clubs_is_shown_only_to_the_site_owner(organiser: Client) -> None:
    link = 'href="/regia/circoli/"'
    assert link in organiser.get("/regia/macchina/").text
    owner = get_user_model().objects.get(username="antonella")
    second = get_user_model().objects.create_user("bruno", password=PASSWORD)
    give_role(second, "organiser", author=Author(owner.pk), at=timezone.now())
    other = Client()
    other.force_login(second)
    page = other.get("/regia/macchina/")
    assert (page.status_code, link in page.text) == (200, False)
