"""Tests of the signing API: a phone signs for its side; for the opponents it needs the code of the sheet."""

from typing import Any

import pytest

from scoring.models import Grant
from scoring.sheet.devices import table_code
from tests import builders
from tournaments.models import Job, Match
from tournaments.queue import runner

pytestmark = pytest.mark.databases


@pytest.fixture
def match(db: None) -> Match:
    """Return a match that a side has won and nobody has signed."""
    return builders.play_match(builders.match_of(builders.drawn_tournament(4)), sign=False)


def sign(call: Any, match: Match, side: int, **more: str) -> Any:
    """Sign the sheet for a side with the table code."""
    table = {"authorization": f"Table {table_code(match.sheet.key)}"}
    return call.post(f"/api/v1/matches/{match.pk}/sign/", {"side": side, **more}, headers=table)


def test_phone_can_sign_only_for_the_side_it_signed_for_first(call: Any, match: Match) -> None:
    assert sign(call, match, 1).status_code == 200
    assert Grant.objects.get(sheet_id=match.pk).side == 1
    answer = sign(call, match, 0)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_side")
    assert "Pass it on" in answer.json()["detail"]
    assert sign(call, match, 1).status_code == 200
    assert builders.match_of(match.tournament).state == "playing"


def test_phone_that_sends_the_sheet_code_again_can_sign_for_the_other_side(call: Any, match: Match) -> None:
    sign(call, match, 1)
    assert sign(call, match, 0, code=table_code(match.sheet.key)).json()["state"] == "signed"


def test_wrong_code_does_not_sign_for_the_other_side(call: Any, match: Match) -> None:
    sign(call, match, 1)
    neighbour = builders.match_of(match.tournament, "R1.2")
    for code in ("AAAAAA", table_code(neighbour.sheet.key)):
        answer = sign(call, match, 0, code=code)
        assert (answer.status_code, answer.json()["code"]) == (401, "code_wrong")
    assert builders.match_of(match.tournament).state == "playing"


def test_organiser_signs_for_both_sides_without_a_code(desk: Any, match: Match) -> None:
    for side in (0, 1):
        assert desk.post(f"/api/v1/matches/{match.pk}/sign/", {"side": side}).status_code == 200
    assert builders.match_of(match.tournament).state == "signed"


def test_signing_by_code_needs_a_fixed_number_of_queries(
    call: Any, match: Match, django_assert_num_queries: Any
) -> None:
    sign(call, match, 1)
    with django_assert_num_queries(9):
        sign(call, match, 0)


def test_result_that_makes_the_next_match_ready_needs_at_most_36_queries(
    desk: Any, django_assert_max_num_queries: Any
) -> None:
    tournament = builders.drawn_tournament(8)
    builders.play_match(builders.match_of(tournament, "R1.1"))
    match = builders.play_match(builders.match_of(tournament, "R1.2"), sign=False)
    desk.post(f"/api/v1/matches/{match.pk}/sign/", {"side": 0}, format="json")
    runner.drain()
    with django_assert_max_num_queries(36):
        answer = desk.post(f"/api/v1/matches/{match.pk}/sign/", {"side": 1}, format="json")
        runner.run(claimed_bracket_job())
    assert answer.json()["state"] == "signed"
    assert builders.match_of(tournament, "R2.1").table is not None


def claimed_bracket_job() -> Job:
    """Run all jobs that are due before the bracket job, then claim the bracket job."""
    while True:
        job = runner.claim()
        assert job is not None
        if job.kind == "bracket":
            return job
        runner.run(job)
