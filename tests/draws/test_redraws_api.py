"""Withdrawing a draw over the API, with a reason, before the first hand is recorded."""

from typing import Any

from tests import builders
from tests.club.test_tournaments_api import places

REASON = {"reason": "Mancava una coppia."}


def test_draw_is_withdrawn_and_made_again_over_the_api(desk: Any) -> None:
    tournament = builders.drawn_tournament(4)
    where = f"/api/v1/tournaments/{tournament.slug}/draw/"
    assert desk.post(f"{where}take-back/", REASON).status_code == 204
    assert desk.get(f"/api/v1/tournaments/{tournament.slug}/").json()["stages"][0]["state"] == "planned"
    again = desk.post(where, {"by": "lots", "lot": "altra sorte"})
    assert (again.status_code, again.json()["draw"]["attempt"]) == (202, 2)
    draws = desk.get(f"/api/v1/tournaments/{tournament.slug}/draws/").json()["results"]
    assert [each["by"] for each in draws] == ["seeds", "lots"]


def test_withdrawing_a_draw_is_refused_without_a_reason_and_after_the_first_hand(desk: Any) -> None:
    tournament = builders.drawn_tournament(4)
    where = f"/api/v1/tournaments/{tournament.slug}/draw/take-back/"
    assert set(places(desk.post(where, {}))) == {"/reason"}
    builders.play_match(builders.match_of(tournament))
    answer = desk.post(where, REASON)
    assert (answer.status_code, answer.json()["code"]) == (409, "draw_stands")
