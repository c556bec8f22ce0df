"""Corrections over the API: the preview, the correction, and errors with code and field."""

# ruff: noqa: E501  (tables with one row per line)

from typing import Any

import pytest

from tests import builders
from tests.builders import WINS_FOR_SECOND
from tests.club.test_tournaments_api import places
from tournaments.models import Outcome, Tournament
from tournaments.queue import runner

OTHER_WINNER = {
    "hands": [
        {"game": game, "number": 1, "version": 1, "hand": hand}
        for game, hand in enumerate(WINS_FOR_SECOND, start=1)
    ]
}
REASON = {"reason": "Scritto al contrario."}


@pytest.fixture
def tournament(desk: Any) -> Tournament:
    """Return a tournament of four teams in which the first match is over."""
    tournament = builders.drawn_tournament(4)
    builders.play_match(builders.match_of(tournament))
    return tournament


def address(tournament: Tournament, call: str = "corrections/") -> str:
    return f"/api/v1/matches/{builders.match_of(tournament).pk}/{call}"


def test_correction_is_previewed_and_made_over_the_api(desk: Any, tournament: Tournament) -> None:
    first, last = (str(tournament.teams.get(seed=seed).pk) for seed in (1, 4))
    preview = desk.post(address(tournament, "corrections/preview/"), OTHER_WINNER)
    effects = preview.json()
    assert preview.status_code == 200
    assert (effects["change"], effects["following"], effects["verdict"]) == ("winner", "unpaired", "moves")
    assert effects["matches"] == [{"label": "R2.1", "side": 0, "from": first, "to": last, "played": False}]
    assert {"team": last, "from": 4, "to": 1} in effects["standings"]
    assert effects["sheets"] == ["R2.1"]
    response = desk.post(address(tournament), OTHER_WINNER | REASON)
    assert (response.status_code, response.json()) == (201, effects)
    runner.drain()
    final = desk.get(f"/api/v1/matches/{builders.match_of(tournament, 'R2.1').pk}/").json()
    assert final["sides"][0]["team"] == last


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        pytest.param(REASON, 400, "bad_correction", id="nothing"),
        pytest.param({**OTHER_WINNER, "outcome": "walkover", "winner": 0} | REASON, 400, "bad_correction", id="both"),
        pytest.param({"outcome": "walkover"} | REASON, 400, "bad_winner", id="nobody named"),
        pytest.param({"outcome": "walkover", "winner": 2} | REASON, 400, "no_such_side", id="a third side"),
        pytest.param({"outcome": "walkover", "winner": 10**30} | REASON, 400, "bad_request", id="a huge side"),
        pytest.param({"outcome": "beaten"} | REASON, 400, "unknown_outcome", id="no such outcome"),
        pytest.param({"outcome": "annulled"} | REASON, 400, "bracket_annulled", id="in a bracket"),
        pytest.param({"hands": [OTHER_WINNER["hands"][0] | {"version": 3}]} | REASON, 409, "hand_changed", id="another version"),
        pytest.param({"hands": [OTHER_WINNER["hands"][0] | {"hand": None}]} | REASON, 400, "hand_out_of_order", id="not the last hand"),
        pytest.param({"hands": [OTHER_WINNER["hands"][0] | {"hand": {"dealer": 7}}]} | REASON, 400, "bad_hand", id="a seat too many"),
    ],
)  # fmt: skip
def test_invalid_correction_is_refused_with_its_code(
    desk: Any, tournament: Tournament, sent: dict[str, Any], status: int, code: str
) -> None:
    answer = desk.post(address(tournament), sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_error_for_an_invalid_correction_names_the_field(desk: Any, tournament: Tournament) -> None:
    sent = {"hands": [{"game": 0, "number": 1, "version": 1, "hand": {}}], "stay": True}
    problem_places = places(desk.post(address(tournament), sent))
    assert set(problem_places) == {"/hands/0/game", "/stay", "/reason"}
    bad = {"hands": [OTHER_WINNER["hands"][0] | {"hand": {"dealer": 0, "trionfo": "1X"}}]} | REASON
    assert any(where.startswith("/hands/0/hand/") for where in places(desk.post(address(tournament), bad)))


def test_correction_needs_a_decision_if_the_next_match_has_begun(desk: Any, tournament: Tournament) -> None:
    builders.play_match(builders.match_of(tournament, "R1.2"))
    builders.play_match(builders.match_of(tournament, "R2.1"), sign=False)
    answer = desk.post(address(tournament), OTHER_WINNER | REASON)
    assert (answer.status_code, answer.json()["code"]) == (409, "director_decides")
    assert desk.post(address(tournament), OTHER_WINNER | REASON | {"stays": True}).status_code == 201


def test_preview_of_a_correction_needs_a_bounded_number_of_queries(
    desk: Any, tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    larger = builders.drawn_tournament(16, name="Più grande", owner=tournament.owner)
    builders.play_match(builders.match_of(larger))
    for each in (tournament, larger):
        with django_assert_max_num_queries(20):
            desk.post(address(each, "corrections/preview/"), OTHER_WINNER)


def outcomes(tournament: Tournament) -> int:
    return Outcome.objects.filter(match=builders.match_of(tournament)).count()


WALKOVER = {"outcome": "walkover", "winner": 1} | REASON
NOBODYS = {"outcome": "double_walkover"} | REASON


@pytest.mark.parametrize("sent", [WALKOVER, OTHER_WINNER | REASON], ids=["an outcome", "hands"])
def test_correction_based_on_an_outdated_preview_is_refused(
    desk: Any, tournament: Tournament, sent: dict[str, Any]
) -> None:
    preview = {key: value for key, value in sent.items() if key != "reason"}
    seal = desk.post(address(tournament, "corrections/preview/"), preview).json()["seal"]
    assert desk.post(address(tournament), NOBODYS).status_code == 201
    runner.drain()
    refused = desk.post(address(tournament), sent | {"seal": seal})
    assert (refused.status_code, refused.json()["code"]) == (409, "preview_changed")
    assert outcomes(tournament) == 2
    again = desk.post(address(tournament, "corrections/preview/"), preview).json()["seal"]
    assert desk.post(address(tournament), sent | {"seal": again}).status_code == 201


def test_correction_without_the_digest_of_a_preview_is_accepted(desk: Any, tournament: Tournament) -> None:
    assert [desk.post(address(tournament), each).status_code for each in (WALKOVER, NOBODYS)] == [201, 201]
    assert outcomes(tournament) == 3


def test_correction_sent_twice_stores_one_new_outcome(desk: Any, tournament: Tournament) -> None:
    seal = desk.post(
        address(tournament, "corrections/preview/"), {"outcome": "walkover", "winner": 1}
    ).json()["seal"]
    for sent in (WALKOVER, WALKOVER, WALKOVER | {"seal": seal}):
        assert desk.post(address(tournament), sent).status_code == 201
        runner.drain()
    assert outcomes(tournament) == 2
    assert desk.post(address(tournament), WALKOVER | {"reason": "Un altro motivo."}).status_code == 201
    assert outcomes(tournament) == 3


def test_correction_that_keeps_the_entrants_of_the_next_match_is_stored_once_if_sent_twice(
    desk: Any, tournament: Tournament
) -> None:
    builders.play_match(builders.match_of(tournament, "R1.2"))
    builders.play_match(builders.match_of(tournament, "R2.1"), sign=False)
    for _time in range(2):
        assert desk.post(address(tournament), WALKOVER | {"stays": True}).status_code == 201
        runner.drain()
    assert outcomes(tournament) == 2
