"""The desk page for importing a tournament: preview, import, progress, error messages."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.archive.archives import archive_of
from tests.archive.test_archives import added, half_played, read
from tests.archive.zips import digest_of, files_of, packed, vouched
from tests.builders import a_tournament, an_organiser
from tournaments.archive import rules
from tournaments.archive.rules import LARGEST_FILE, MANIFEST
from tournaments.archive.services import archive_file
from tournaments.models import Arrival, Job, Tournament
from tournaments.queue import runner
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

BRING = "/regia/porta-qui/"


@pytest.fixture
def desk() -> Client:
    return client_of("tore")


def client_of(name: str, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(an_organiser(name))
    return client


def send(client: Client, data: bytes) -> Any:
    return client.post(BRING, {"file": SimpleUploadedFile("event.trionfo.zip", data)})


def page_of(client: Client, address: str, **more: Any) -> str:
    answer = client.get(address, **more)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_archive_is_previewed_and_imported_with_progress_at_the_desk(
    desk: Client, django_assert_num_queries: Any
) -> None:
    data = archive_of(half_played)
    a_tournament(teams=1, name="Torneo d’autunno")
    assert BRING in page_of(desk, "/regia/")
    looked = send(desk, data)
    address = looked["Location"]
    with django_assert_num_queries(10):
        page = page_of(desk, address)
    digest = digest_of(data)
    for words in ("Mariglia", "4 entered", "3 matches", "2 persons are known", "6 are new", "Anna Primu1"):
        assert words in page, words
    assert f"{digest[:8]} {digest[8:16]}" in page
    assert "The address /torneo-dautunno/ is taken here: it gets /torneo-dautunno-2/." in page
    assert Tournament.objects.count() == 1
    assert desk.post(address)["Location"] == address
    page = page_of(desk, address)
    assert "Being checked: 0" in page
    assert "Import the tournament" not in page
    part = page_of(desk, address, headers={"hx-request": "true"})
    assert "hx-trigger" in part
    assert "<html" not in part
    runner.drain()
    part = page_of(desk, address, headers={"hx-request": "true"})
    assert "hx-trigger" not in part
    assert "the same fingerprint came out" in part
    assert reverse("desk_evening", args=["torneo-dautunno-2"]) in part
    assert desk.get("/torneo-dautunno-2/").status_code == 200


def refused() -> dict[str, tuple[bytes, str, str]]:
    """Return invalid uploads, each with its error message in English and Italian."""
    data = archive_of(half_played)
    files = files_of(data)
    manifest = read(data).replace(b'"version": 1', b'"version": 2')
    members = [*files.items(), (MANIFEST, manifest)]
    changed = bytearray(data)
    changed[len(data) // 3] ^= 1
    climbing = dict(files)
    added("../../evil.py")(climbing)
    another_game = dict(files)
    another_game["facts/tournament.jsonl"] = files["facts/tournament.jsonl"].replace(b"mariglia", b"whist")
    return {
        "nothing": (b"", "no archive of an event", "non è l’archivio"),
        "no zip": (b"Sanna;Piras\n" * 99, "no archive of an event", "non è l’archivio"),
        "truncated": (data[: len(data) // 2], "only a part of one", "solo una parte"),
        "a byte changed": (bytes(changed), "is not as it was written", "non è come è stato scritto"),
        "another version": (packed(members), "is of version 2", "versione 2"),
        "a path": (vouched(climbing, digest_of(data)), "does not belong", "non c’entra"),
        "too large": (b"P" * (LARGEST_FILE + 1), "larger than 16 MB", "supera i 16 MB"),
        "another game": (
            vouched(another_game, digest_of(data)),
            "does not know “whist”",
            "non conosce «whist»",
        ),
    }


def test_invalid_upload_is_explained_in_both_languages(subtests: pytest.Subtests) -> None:
    clients = client_of("tore"), client_of("tore", "it")
    for name, (data, *words) in refused().items():
        for client, message in zip(clients, words, strict=True):
            with subtests.test(name=name, message=message):
                answer = send(client, data)
                assert answer.status_code == (413 if name == "too large" else 400)
                assert message in answer.content.decode()
    assert not Arrival.objects.exists()
    assert not Tournament.objects.exists()


def test_zip_bomb_is_refused_at_the_desk_before_unpacking(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = archive_of(half_played)
    bomb = vouched(files_of(data) | {"README.txt": b"\0" * 2**20}, digest_of(data))
    monkeypatch.setattr(rules, "MOST_BYTES", 2**20)
    monkeypatch.setattr(archive_file, "_measure", lambda *_any: pytest.fail("unpacked"))
    answer = send(desk, bomb)
    assert answer.status_code == 400
    assert "has more than 1 MB, which no event has" in answer.content.decode()


def test_form_without_a_file_shows_an_error(desk: Client) -> None:
    answer = desk.post(BRING, {})
    assert answer.status_code == 400
    assert 'class="field bad"' in answer.content.decode()


def test_existing_tournament_is_reported_and_not_offered_for_import(desk: Client) -> None:
    data = archive_of(half_played)
    first = send(desk, data)["Location"]
    desk.post(first)
    runner.drain()
    second = send(desk, data)["Location"]
    page = page_of(desk, second)
    assert "here already, as “Torneo d’autunno” at /torneo-dautunno/" in page
    assert "Import the tournament" not in page
    answer = desk.post(second)
    assert answer.status_code == 400
    assert "here already" in answer.content.decode()
    assert desk.post(first)["Location"] == first


def test_failed_and_refused_imports_are_explained(desk: Client) -> None:
    data = archive_of(half_played)
    address = send(desk, data)["Location"]
    desk.post(address)
    Job.objects.filter(kind="import").update(state="failed")
    page = page_of(desk, address)
    assert "Tried five times in vain" in page
    assert "Import the tournament" in page
    address = send(desk, vouched(files_of(data), "0" * 64))["Location"]
    desk.post(address)
    runner.drain()
    page = page_of(desk, address)
    assert "Nothing was imported." in page
    assert "do not come to the event it tells of" in page


def test_preview_states_that_an_imported_draft_stays_a_draft(desk: Client) -> None:
    def draft() -> Tournament:
        tournament = half_played()
        Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.DRAFT)
        return tournament

    assert "It is not published" in page_of(desk, send(desk, archive_of(draft))["Location"])


def test_upload_is_visible_only_to_the_organiser_who_uploaded_it(desk: Client) -> None:
    address = send(desk, archive_of(half_played))["Location"]
    nobody, helper = Client(), Client()
    helper.force_login(an_organiser("caterina", staff=False))
    for client, get_status, sent in ((nobody, 302, 403), (helper, 404, 404), (client_of("barore"), 404, 404)):
        assert client.get(address).status_code == get_status
        assert client.post(address).status_code == sent
    for client, status in ((nobody, 302), (helper, 404)):
        assert client.get(BRING).status_code == status
    assert not Job.objects.exists()
