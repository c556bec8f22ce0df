"""Tests of the notice services: changes, PDF regulations, copies for later tournaments."""

import zlib
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Acting, Author
from scoring.types import BadEntry
from tests.builders import a_tournament
from tests.notice.test_notice_page import noticed
from tests.printing.test_sheets import codes_on, sizes
from tournaments.again.services.again import hold_again, make_from_model, save_model
from tournaments.club.services.deletion import delete_tournament
from tournaments.models import Notice, PrivacyText, RegulationsFile, Tournament
from tournaments.notice import services
from tournaments.notice.selectors import notice_of, privacy_version
from tournaments.printing.notice import NOTICE_TEMPLATE, notice_data, notice_pdf
from tournaments.web.typesetting import pictures

pytestmark = pytest.mark.django_db

ROME = ZoneInfo("Europe/Rome")
PAGES = b"<< /Type /Pages /Count 3 >>" + b"<< /Type /Page /Parent 1 >> " * 3
PDF = b"%PDF-1.4\n" + PAGES + b"\n%%EOF\n"
PACKED = b"%PDF-1.5\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n" + zlib.compress(PAGES) + b"\n%%EOF"


def acting(tournament: Tournament) -> Acting:
    return {"author": Author(tournament.owner_id), "at": timezone.now()}


def test_change_of_capacity_or_fee_updates_the_schedule_and_is_recorded_in_the_journal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, plans = a_tournament(), []
    monkeypatch.setattr(services, "follow_up", lambda occasion, _tournament: plans.append(occasion))
    for values, count in (({"place": "Qui"}, 0), ({"fee": 500}, 1), ({"fee": 500}, 1), ({"places": 8}, 2)):
        services.write_notice(tournament, values, **acting(tournament))
        assert plans == ["plan"] * count
    assert tournament.version == 3
    services.write_notice(tournament, None, **acting(tournament))
    assert (notice_of(tournament), plans) == (None, ["plan"] * 3)
    moves = tournament.journal.exclude(kind__startswith="t").order_by("at")
    assert [(each.kind, each.body["fields"]) for each in moves][:2] == [
        ("notice_changed", ["place"]),
        ("notice_changed", ["fee"]),
    ]
    assert moves.last().kind == "notice_removed"  # type: ignore[union-attr]


@pytest.mark.parametrize("data", [PDF, PACKED])
def test_number_of_pages_of_the_regulations_is_counted(data: bytes) -> None:
    tournament = a_tournament()
    notice = services.set_regulations(tournament, data, **acting(tournament))
    assert RegulationsFile.objects.get(name=notice.regulations).pages == 3
    answer = Client().get(f"/{tournament.slug}/regolamento.pdf")
    assert (answer.content, answer["Content-Type"]) == (data, "application/pdf")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]
    services.set_regulations(tournament, None, **acting(tournament))
    assert not RegulationsFile.objects.exists()
    assert Client().get(f"/{tournament.slug}/regolamento.pdf").status_code == 404


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_pdf"),
        (b"GIF89a", "not_pdf"),
        (PDF[:-8], "not_pdf"),
        (PDF + b" " * services.LARGEST_FILE, "file_too_large"),
    ],
)
def test_file_that_is_not_a_pdf_is_refused(data: bytes, code: str) -> None:
    tournament = a_tournament()
    with pytest.raises(BadEntry) as refused:
        services.set_regulations(tournament, data, **acting(tournament))
    assert refused.value.code == code
    assert not Notice.objects.exists()


def test_decompressed_size_of_a_pdf_is_limited() -> None:
    bomb = b"%PDF-1.5\n/ObjStm stream\n" + zlib.compress(b"/Type /Page " * 4_000_000) + b"\n%%EOF"
    assert services.count_pages(bomb) == services.MOST_PAGES


def test_notice_is_copied_to_a_repeated_tournament_and_to_a_tournament_from_a_saved_setup() -> None:
    tournament = noticed(closes_at=datetime(2026, 11, 20, 22, 0, tzinfo=ROME), text="Venite.")
    services.set_regulations(tournament, PDF, **acting(tournament))
    assert tournament.starts_at
    week = tournament.starts_at + timedelta(days=7)
    model = save_model(tournament, "Sabato", **acting(tournament))
    now, owner = timezone.now(), tournament.owner
    again = hold_again(tournament, owner=owner, name="Due", at=now, starts_at=week)
    other = make_from_model(model, owner=owner, name="Tre", at=now, starts_at=week)
    for new_tournament in (again, other):
        notice = notice_of(Tournament.objects.get(pk=new_tournament.pk))
        assert notice
        assert (notice.text, notice.fee, notice.places) == ("Venite.", 1000, 16)
        assert notice.closes_at == datetime(2026, 11, 27, 22, 0, tzinfo=ROME)
        assert notice.regulations
    without = hold_again(a_tournament(name="Senza"), owner=owner, name="Quattro", at=now)
    assert notice_of(without) is None


def test_latest_version_of_the_privacy_text_is_used() -> None:
    assert privacy_version() == 1
    PrivacyText.objects.create(version=4, text="…", made_at=timezone.now())
    assert privacy_version() == 4


@pytest.mark.parametrize(
    ("values", "pages"),
    [
        ({}, 1),
        ({"text": "Una riga.\n\n" * 8}, 1),
        ({"text": ("parola " * 40 + "\n\n") * 14, "prizes": "p" * 400, "contact": "c" * 240}, 2),
        ({"text": "y" * 4000}, 2),
    ],
)
def test_printed_notice_has_all_texts_and_a_readable_qr_code(values: dict[str, Any], pages: int) -> None:
    tournament, address = noticed(**values), "http://192.168.1.20:8000/torneo/"
    Tournament.objects.filter(pk=tournament.pk).update(name="W" * 60)
    tournament.refresh_from_db()
    pdf = notice_pdf(tournament, address)
    assert sizes(pdf)[:pages] == [(210, 297)] * pages
    page_pictures = pictures(NOTICE_TEMPLATE, notice_data(tournament, address), dots_per_inch=120)
    assert address in [code.text for page in page_pictures for code in codes_on(page)]


def test_desk_form_saves_a_notice_and_redisplays_invalid_input() -> None:
    tournament, desk_client = a_tournament(name="Altro"), Client()
    desk_client.force_login(tournament.owner)
    address = f"/regia/{tournament.slug}/locandina/"
    assert desk_client.get(address).status_code == 200
    form = {"part": "notice", "accepts": "one_by_one", "fee": "10,50", "place": "Bar", "places": "16"}
    assert desk_client.post(address, form).status_code == 302
    assert Notice.objects.get().fee == 1050
    bad = form | {"fee": "dieci", "accepts": "code", "closes_at": "2026-11-20T22:00"}
    page = desk_client.post(address, bad)
    assert page.status_code == 400
    assert 'value="dieci"' in page.content.decode()
    assert desk_client.post(address, bad | {"fee": "10"}).status_code in (400, 422)
    assert Notice.objects.get().fee == 1050
    file = SimpleUploadedFile("regole.pdf", PDF, "application/pdf")
    assert desk_client.post(address, {"part": "regulations", "regulations": file}).status_code == 302
    assert RegulationsFile.objects.count() == 1
    assert desk_client.post(address, {"part": "remove"}).status_code == 302
    assert not Notice.objects.exists()
    assert not RegulationsFile.objects.exists()


def test_regulations_are_deleted_with_the_last_tournament_that_uses_them() -> None:
    one, two, three = a_tournament(), a_tournament(name="Altro"), a_tournament(name="Terzo")
    for tournament, data in ((one, PDF), (two, PACKED), (three, PDF)):
        services.set_regulations(tournament, data, **acting(tournament))
    delete_tournament(one, **acting(one))
    assert RegulationsFile.objects.count() == 2  # another tournament has the same file
    delete_tournament(two, **acting(two))
    assert RegulationsFile.objects.get().name == Notice.objects.get().regulations
    assert Client().get(f"/{two.slug}/regolamento.pdf").status_code == 404
    delete_tournament(three, **acting(three))
    assert not RegulationsFile.objects.exists()
