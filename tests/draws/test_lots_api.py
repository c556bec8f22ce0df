"""The lot endpoints of the API: ties to break, commitments, and lots drawn by cards or by hand."""

from typing import Any

import pytest

from tests import builders
from tournaments.models import Tournament


@pytest.fixture
def tournament(desk: Any) -> Tournament:
    """Return a tournament after one round: both winners are tied, and both losers are tied."""
    options = {"rounds": 1, "one_standings": True}
    tournament = builders.drawn_tournament(4, form="mitchell", options=options)
    builders.play_out(tournament)
    return tournament


def test_api_lists_ties_and_publishes_commitments_and_draws_lots(desk: Any, tournament: Tournament) -> None:
    where = f"/api/v1/tournaments/{tournament.slug}/lots/"
    levels = desk.get(where).json()["asked"]
    assert [(each["stage"], each["group"], each["places"]) for each in levels] == [(1, "", 1), (1, "", 1)]
    teams = levels[0]["teams"]
    promise = desk.post(f"{where}promise/", {"teams": teams})
    assert (promise.status_code, promise.json()["salt"]) == (201, None)
    lot = desk.post(where, {"teams": teams, "by": "lots", "lot": "7C AH 10S"})
    assert (lot.status_code, lot.json()["digest"]) == (201, promise.json()["digest"])
    assert sorted(lot.json()["lines"]) == sorted(teams)
    by_hand = desk.post(where, {"teams": levels[1]["teams"][::-1], "by": "hand"})
    assert by_hand.json()["lines"] == levels[1]["teams"][::-1]
    assert desk.get(where).json()["asked"] == []
    rounds = [
        each["round"] for each in desk.get(f"/api/v1/tournaments/{tournament.slug}/draws/").json()["results"]
    ]
    assert sorted(rounds) == [0, 0, 1]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        pytest.param({"by": "lots", "lot": "x"}, 409, "no_lot_asked", id="they are not level"),
        pytest.param({"by": "dice", "lot": "x"}, 400, "bad_request", id="no such way"),
    ],
)
def test_lot_for_untied_teams_or_by_an_unknown_method_is_refused(
    desk: Any, tournament: Tournament, sent: dict[str, Any], status: int, code: str
) -> None:
    where = f"/api/v1/tournaments/{tournament.slug}/lots/"
    first, second = (each["teams"][0] for each in desk.get(where).json()["asked"])
    answer = desk.post(where, {"teams": [first, second], **sent})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
