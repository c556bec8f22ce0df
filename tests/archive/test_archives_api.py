"""API of archives: export, download, import, and error codes."""

from typing import Any
from uuid import uuid4

from tests.archive.archives import archive_of, archived
from tests.archive.test_archives import half_played, other_zips
from tests.archive.zips import digest_of
from tests.builders import a_tournament, an_organiser, drawn_tournament
from tournaments.archive.rules import LARGEST_FILE
from tournaments.models import Arrival, Job, Tournament
from tournaments.queue import runner

ARCHIVES = "/api/v1/archives/"
ONE = "/api/v1/tournaments/torneo-dautunno/archive/"


def test_archive_is_made_and_downloaded_over_the_api(desk: Any, django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    nothing = {"made_at": None, "up_to_date": False, "bytes": 0, "digest": "", "progress": None}
    assert desk.get(ONE).json() == nothing | {"failed": False, "refused": None}
    early = desk.get(f"{ONE}file/")
    assert (early.status_code, early.json()["code"]) == (409, "archive_not_made")
    response = desk.post(ONE, {})
    assert (response.status_code, response.json()["progress"]) == (202, 0)
    runner.drain()
    data = archived(tournament)
    with django_assert_num_queries(3):
        status = desk.get(ONE).json()
    assert (status["up_to_date"], status["bytes"], status["digest"]) == (True, len(data), digest_of(data))
    assert desk.get(f"{ONE}file/").getvalue() == data


def send(desk: Any, data: bytes) -> Any:
    return desk.post(ARCHIVES, data, content_type="application/zip")


def test_tournament_is_uploaded_previewed_and_imported(desk: Any, django_assert_num_queries: Any) -> None:
    data = archive_of(half_played)
    a_tournament(teams=1, name="Torneo d’autunno", owner=an_organiser("barore"))
    looked = send(desk, data)
    assert looked.status_code == 201
    arrival = looked.json()
    expected = {"state": "looked_at", "teams": 4, "matches": 3, "persons": 8, "known": 2, "progress": None}
    assert {key: arrival[key] for key in expected} == expected
    assert (arrival["slug"], arrival["address"]) == ("torneo-dautunno", "torneo-dautunno-2")
    assert (arrival["digest"], arrival["tournament"]) == (digest_of(data), None)
    one = f"{ARCHIVES}{arrival['id']}/"
    with django_assert_num_queries(4):
        assert desk.get(one).json() == arrival
    response = desk.post(f"{one}take-in/", {})
    assert (response.status_code, response.json()["state"], response.json()["progress"]) == (202, "coming", 0)
    runner.drain()
    now = desk.get(one).json()
    assert (now["state"], now["tournament"], now["address"]) == ("in", *("torneo-dautunno-2",) * 2)
    again = desk.post(f"{one}take-in/", {})
    assert (again.status_code, again.json()["state"]) == (202, "in")
    assert Tournament.objects.count() == 2
    twice = desk.post(f"{ARCHIVES}{send(desk, data).json()['id']}/take-in/", {})
    assert (twice.status_code, twice.json()["code"]) == (400, "event_known")


def test_invalid_archive_is_refused_by_the_api(desk: Any) -> None:
    data = archive_of(half_played)
    for name, (broken, code) in other_zips(data).items():
        answer = send(desk, broken)
        assert (answer.status_code, answer.json()["code"]) == (400, code), name
    large = send(desk, b"P" * (LARGEST_FILE + 1))
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    assert desk.post(ARCHIVES, {}).status_code == 415
    assert desk.get(f"{ARCHIVES}{uuid4()}/").status_code == 404
    assert not Arrival.objects.exists()


def test_import_job_is_not_readable_over_the_api(desk: Any) -> None:
    arrival = send(desk, archive_of(half_played)).json()["id"]
    desk.post(f"{ARCHIVES}{arrival}/take-in/", {})
    assert desk.get(f"/api/v1/jobs/{Job.objects.get().pk}/").status_code == 404
