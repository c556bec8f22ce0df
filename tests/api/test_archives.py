"""Archives over the API: made, downloaded."""

from typing import Any

from tests.builders import drawn_tournament
from tests.tournaments.archives import archived, digest_of
from tournaments.jobs import runner

ONE = "/api/v1/tournaments/torneo-dautunno/archive/"


def test_the_archive_of_an_event_is_made_and_downloaded(desk: Any, django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    nothing = {"made_at": None, "up_to_date": False, "bytes": 0, "digest": "", "progress": None}
    assert desk.get(ONE).json() == nothing | {"failed": False, "refused": None}
    early = desk.get(f"{ONE}file/")
    assert (early.status_code, early.json()["code"]) == (409, "archive_not_made")
    asked = desk.post(ONE, {})
    assert (asked.status_code, asked.json()["progress"]) == (202, 0)
    runner.drain()
    data = archived(tournament)
    with django_assert_num_queries(3):
        made = desk.get(ONE).json()
    assert (made["up_to_date"], made["bytes"], made["digest"]) == (True, len(data), digest_of(data))
    assert desk.get(f"{ONE}file/").getvalue() == data
