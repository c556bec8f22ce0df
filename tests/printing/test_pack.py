"""The print pack (PDF of a whole tournament): requested at the desk, made by a job, then downloaded."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.sheet.services.log import Author
from tests.builders import an_account, drawn_tournament, first_stage, match_of, play_match
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tests.printing.test_sheets import A4_ACROSS, codes_on, sizes
from tournaments.draws.services.draws import take_back_draw
from tournaments.models import FileKind, Job, MadeFile, Tournament
from tournaments.printing.pack import TEMPLATE, pack_data, pack_pdf
from tournaments.queue import runner
from tournaments.queue.selectors import file_now
from tournaments.queue.services import ask_archive, ask_pack
from tournaments.web.typesetting import pictures

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

A4 = (210, 297)
ADDRESS = "http://192.168.1.20:8000/t/"


def desk_of(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


def parts_of(tournament: Tournament) -> dict[str, Any]:
    return pack_data(tournament, ADDRESS, lambda _part: None)


def test_print_pack_contains_entries_draw_score_sheets_and_group_tables() -> None:
    tournament = drawn_tournament(8, form="groups", options={"groups": 2, "advance": 2})
    data = parts_of(tournament)
    assert len(data["entries"]) == 8
    assert data["entries"][0]["players"] == "Anna Primu1, Bachisio Segundu1"
    assert [len(group["teams"]) for group in data["cross_tables"]] == [4, 4]
    assert sum(len(each["matches"]) for each in data["rounds"]) == 12
    pdf = pack_pdf(tournament, ADDRESS, lambda _part: None)
    pages = sizes(pdf)
    assert (pages[0], pages[-1]) == (A4, A4)
    assert pages.count(A4_ACROSS) == len(data["sheets"]) / 2
    assert pack_pdf(tournament, ADDRESS, lambda _part: None) == pdf


def test_draw_and_cross_tables_in_the_print_pack_show_the_results_so_far() -> None:
    tournament = drawn_tournament(4, form="groups", options={"groups": 1, "advance": 2})
    match = match_of(tournament, tournament.matches.order_by("round", "number")[0].label)
    first, second = match.slots.order_by("side").values_list("team__name", flat=True)
    play_match(match, winner=0)
    data = parts_of(tournament)
    (group,) = data["cross_tables"]
    row, column = group["teams"].index(first), group["teams"].index(second)
    assert (group["results"][row][column], group["results"][column][row]) == ("2–0", "0–2")
    assert [each["result"] for each in data["rounds"][0]["matches"]].count("2–0") == 1


@pytest.mark.parametrize("form", ["round_robin", "knockout"])
def test_bye_is_printed_in_the_print_pack_without_games(form: str) -> None:
    rounds = parts_of(drawn_tournament(3, form=form))["rounds"]
    results = [match["result"] for each in rounds for match in each["matches"]]
    assert results.count("bye") == (3 if form == "round_robin" else 1)
    assert set(results) == {"", "bye"}


def test_annulled_match_is_printed_in_the_print_pack_without_games() -> None:
    tournament = drawn_tournament(4, form="groups", options={"groups": 1, "advance": 2, "leavers": "annul"})
    play_match(match_of(tournament, "A1.1"))
    leave(tournament, 4)
    data = parts_of(tournament)
    (group,) = data["cross_tables"]
    assert {result for row in group["results"] for result in row} == {""}
    results = [match["result"] for each in data["rounds"] for match in each["matches"]]
    assert sorted(results) == ["", "", "", "annulled", "annulled", "annulled"]


def test_print_pack_contains_a_different_qr_code_for_every_open_match() -> None:
    tournament = drawn_tournament(8)
    pages = pictures(TEMPLATE, parts_of(tournament))
    addresses = [code.text for page in pages for code in codes_on(page)]
    assert len(addresses) == len(set(addresses)) == 4
    assert all(text.startswith(f"{ADDRESS}#") for text in addresses)


def test_print_pack_without_open_matches_has_two_blank_score_sheets() -> None:
    tournament = drawn_tournament(4)
    tournament.matches.update(state="waiting")
    assert [sheet["title"] for sheet in parts_of(tournament)["sheets"]] == ["", ""]


def test_print_pack_job_reports_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn_tournament(4)
    percentages: list[int | None] = []
    original_note = runner.note

    def tell(job: Job, progress: int) -> None:
        original_note(job, progress)
        percentages.append(file_now(tournament, FileKind.PACK).percent)

    monkeypatch.setattr(runner, "note", tell)
    ask_pack(tournament, address=ADDRESS)
    assert file_now(tournament, FileKind.PACK).percent == 0
    runner.drain()
    assert percentages == [20, 40, 60]
    now = file_now(tournament, FileKind.PACK)
    assert (now.percent, now.failed) == (None, False)
    assert now.made_at is not None
    assert bytes(MadeFile.objects.get().data).startswith(b"%PDF-")


def test_print_pack_requested_twice_is_made_by_one_job() -> None:
    tournament = drawn_tournament(4)
    for _ in range(2):
        ask_pack(tournament, address=ADDRESS)
    assert Job.objects.filter(kind="export", state="queued").count() == 1
    runner.drain()
    first = bytes(MadeFile.objects.get().data)
    play_match(match_of(tournament), winner=0)
    ask_pack(tournament, address=ADDRESS)
    runner.drain()
    assert Job.objects.filter(kind="export").count() == 1
    assert bytes(MadeFile.objects.get().data) != first


def test_print_pack_is_made_in_the_language_of_the_request() -> None:
    tournament = drawn_tournament(4)
    packs = []
    for language in ("it", "en"):
        with translation.override(language):
            ask_pack(tournament, address=ADDRESS)
        runner.drain()
        packs.append(bytes(MadeFile.objects.get().data))
    assert b"/Lang(it)" in packs[0]
    assert b"/Lang(en)" in packs[1]


def test_worker_that_lost_the_lease_of_its_job_stores_no_print_pack() -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=ADDRESS)
    job = runner.claim()
    assert job is not None
    Job.objects.filter(pk=job.pk).update(attempts=job.attempts + 1)
    runner.run(job)
    assert MadeFile.objects.get().made_at is None


def test_print_pack_is_requested_and_downloaded_at_the_desk(django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    client = desk_of(tournament)
    ask, pdf = (reverse(name, args=[tournament.slug]) for name in ("desk_pack", "desk_pack_pdf"))
    assert client.get(pdf).status_code == 302
    assert client.post(ask).status_code == 302
    with django_assert_num_queries(6):
        progress = client.get(ask).content.decode()
    assert "Being made: 0" in progress
    assert 'hx-select="#pack"' in progress
    runner.drain()
    assert pdf in client.get(reverse("desk_sheets", args=[tournament.slug])).content.decode()
    assert "hx-trigger" not in client.get(ask).content.decode()
    answer = client.get(pdf)
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]


def test_print_pack_is_available_to_permitted_roles_only() -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=ADDRESS)
    runner.drain()
    at_the_door, another = Client(), Client()
    at_the_door.force_login(an_account("porta", "door"))
    another.force_login(an_account("efisio"))
    for name in ("desk_pack", "desk_pack_pdf"):
        address = reverse(name, args=[tournament.slug])
        assert Client().get(address).status_code == 302
        assert another.get(address).status_code == 404
        assert at_the_door.get(address).status_code == 403


def test_desk_page_offers_a_retry_if_making_the_print_pack_failed() -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=ADDRESS)
    Job.objects.filter(kind="export").update(state="failed")
    assert (
        "Ask for it again"
        in desk_of(tournament).get(reverse("desk_pack", args=[tournament.slug])).content.decode()
    )
    ask_pack(tournament, address=ADDRESS)
    assert file_now(tournament, FileKind.PACK).failed is False


def test_print_pack_is_deleted_when_the_draw_is_undone() -> None:
    tournament = drawn_tournament(4)
    client, pdf = desk_of(tournament), reverse("desk_pack_pdf", args=[tournament.slug])
    ask_pack(tournament, address=ADDRESS)
    runner.drain()
    assert client.get(pdf).status_code == 200
    take_back(tournament)
    assert client.get(pdf).status_code == 302
    page = client.get(reverse("desk_sheets", args=[tournament.slug])).content.decode()
    assert "Open the pack" not in page


def test_unfinished_print_pack_is_deleted_when_the_draw_is_undone() -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=ADDRESS)
    job = runner.claim()
    assert job is not None
    take_back(tournament)
    runner.run(job)
    assert not MadeFile.objects.exists()


def take_back(tournament: Tournament) -> None:
    author = Author(tournament.owner_id)
    take_back_draw(first_stage(tournament), "One pair less", author=author, at=timezone.now())


def test_archive_is_kept_when_the_draw_is_undone() -> None:
    tournament = drawn_tournament(4)
    ask_archive(tournament)
    runner.drain()
    take_back(tournament)
    assert MadeFile.objects.get().kind == FileKind.ARCHIVE


LOOPBACK = "http://127.0.0.1:8000/t/"


@pytest.mark.parametrize(
    ("made_at", "host", "words"),
    [
        (LOOPBACK, "192.168.1.20:8000", "lead to 127.0.0.1:8000, which only this computer knows"),
        (LOOPBACK, "127.0.0.1:8000", "lead to 127.0.0.1:8000, which only this computer knows"),
        ("http://localhost/t/", "trionfo.lan", "lead to localhost, which only this computer knows"),
        (
            ADDRESS,
            "192.168.1.35:8000",
            "lead to 192.168.1.20:8000, and this page is open at 192.168.1.35:8000",
        ),
        (ADDRESS, "192.168.1.20:8000", ""),
        (ADDRESS, "127.0.0.1:8000", ""),
    ],
)
def test_print_pack_page_warns_if_the_qr_codes_point_to_another_address(
    made_at: str, host: str, words: str
) -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=made_at)
    runner.drain()
    for page in ("desk_sheets", "desk_pack"):
        address = reverse(page, args=[tournament.slug])
        text = one_line(desk_of(tournament).get(address, headers={"host": host}).text)
        assert words in text
        assert ("The QR codes in this pack lead to" in text) is bool(words)
        assert "Open the pack" in text
        assert "Make it again" in text


def test_print_pack_with_outdated_qr_codes_is_not_served_until_a_new_pack_is_ready() -> None:
    tournament = drawn_tournament(4)
    ask_pack(tournament, address=LOOPBACK)
    runner.drain()
    ask_pack(tournament, address=ADDRESS)
    pdf = reverse("desk_pack_pdf", args=[tournament.slug])
    assert desk_of(tournament).get(pdf).status_code == 302
    runner.drain()
    assert desk_of(tournament).get(pdf).status_code == 200
