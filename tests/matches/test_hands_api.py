"""Tests of the hand API: a hand sent twice is stored once, and each change must state the version of the
hand.
"""

from typing import Any

import pytest

from scoring.models import SheetEvent
from scoring.strict_json import digest
from tests import builders
from tests.club.test_tournaments_api import places

HAND: dict[str, Any] = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
OTHER: dict[str, Any] = {"dealer": 0, "trionfo": "KC", "card_points": [40, 30]}


class Table:
    """A client for the hand endpoints of one match."""

    def __init__(self, client: Any, match: Any) -> None:
        self.client = client
        self.address = f"/api/v1/matches/{match.pk}/"

    def hand(self, game: int = 1, hand: int = 1) -> str:
        return f"{self.address}games/{game}/hands/{hand}/"

    def put(self, body: Any = None, game: int = 1, hand: int = 1, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.put(self.hand(game, hand), HAND if body is None else body, headers=named)

    def delete(self, game: int = 1, hand: int = 1, **headers: str) -> Any:
        return self.client.delete(
            self.hand(game, hand), headers={name.replace("_", "-"): value for name, value in headers.items()}
        )

    def sheet(self) -> Any:
        return self.client.get(f"{self.address}sheet/").json()


@pytest.fixture
def table(desk: Any) -> Table:
    """Return a client for the first match of a tournament of four teams."""
    return Table(desk, builders.match_of(builders.drawn_tournament(4)))


@pytest.mark.databases
def test_new_hand_is_created_and_returned(table: Table) -> None:
    answer = table.put(idempotency_key="k-1")
    assert (answer.status_code, answer.headers["ETag"]) == (201, '"1"')
    assert answer.json() == {
        "key": "k-1",
        "digest": digest(HAND),
        "game": 1,
        "number": 1,
        "writing": "created",
        "version": 1,
        "hand": HAND,
        "warnings": [],
    }


def test_missing_card_points_are_computed_from_the_other_side(table: Table) -> None:
    answer = table.put(HAND | {"card_points": [None, 29]})
    assert answer.json()["hand"] == HAND
    assert answer.json()["digest"] == digest(HAND | {"card_points": [None, 29]})


@pytest.mark.databases
def test_same_hand_sent_again_changes_nothing(table: Table) -> None:
    table.put()
    answer = table.put()
    assert (answer.status_code, answer.json()["writing"], answer.headers["ETag"]) == (200, "same", '"1"')
    assert SheetEvent.objects.count() == 1


@pytest.mark.databases
def test_different_hand_with_the_same_number_returns_409_and_both_hands_are_kept(table: Table) -> None:
    table.put()
    answer = table.put(OTHER)
    body = answer.json()
    assert (answer.status_code, body["code"], answer.headers["ETag"]) == (409, "hand_differs", '"1"')
    assert (body["standing"], body["sent"]) == ({"version": 1, "hand": HAND}, {"hand": OTHER})
    (dispute,) = table.sheet()["disputes"]
    assert dispute["standing"] == {"version": 1, "hand": HAND}
    assert [other["hand"] for other in dispute["others"]] == [OTHER]


@pytest.mark.databases
@pytest.mark.parametrize("version", ['"1"', 'W/"1"'])
def test_correction_that_names_the_current_version_is_accepted(table: Table, version: str) -> None:
    table.put()
    answer = table.put(OTHER, if_match=version)
    assert (answer.status_code, answer.json()["writing"], answer.headers["ETag"]) == (200, "corrected", '"2"')
    assert list(SheetEvent.objects.values_list("kind", flat=True)) == ["hand", "correction"]


@pytest.mark.databases
def test_correction_that_names_an_old_version_is_refused(table: Table) -> None:
    table.put()
    table.put(OTHER, if_match='"1"')
    answer = table.put(HAND | {"card_points": [39, 31]}, if_match='"1"')
    assert (answer.status_code, answer.json()["standing"]["version"]) == (409, 2)


def test_correction_of_a_hand_that_was_never_recorded_is_refused(table: Table) -> None:
    answer = table.put(if_match='"1"')
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_missing")


@pytest.mark.parametrize("header", ["1", "*", '"one"', '"1", "2"', '"-1"', '""', '"123456"', '"١"'])
def test_invalid_version_header_is_refused(table: Table, header: str) -> None:
    table.put()
    for answer in (table.put(OTHER, if_match=header), table.delete(if_match=header)):
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_if_match")


@pytest.mark.databases
@pytest.mark.parametrize("key", ["", "a b", "x" * 65, "chiàve"])
def test_invalid_idempotency_key_is_refused(table: Table, key: str) -> None:
    answer = table.put(idempotency_key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")


@pytest.mark.databases
def test_last_hand_can_be_struck_and_recorded_again(table: Table) -> None:
    table.put()
    answer = table.delete(if_match='"1"', idempotency_key="s-1")
    assert answer.status_code == 200
    assert answer.json() == {"key": "s-1", "game": 1, "number": 1, "version": 2}
    assert table.sheet()["games"] == []
    assert table.delete(if_match='"1"').status_code == 200
    assert table.put().headers["ETag"] == '"3"'


def test_request_to_strike_a_hand_without_its_version_is_refused(table: Table) -> None:
    table.put()
    answer = table.delete()
    assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")


@pytest.mark.parametrize(("version", "code"), [('"2"', "hand_changed"), ('"1"', "not_the_last_hand")])
def test_hand_that_was_changed_or_is_not_the_last_cannot_be_struck(
    table: Table, version: str, code: str
) -> None:
    table.put()
    table.put({"dealer": 1, "trionfo": "AH", "card_points": [31, 39]}, hand=2)
    answer = table.delete(if_match=version)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert len(table.sheet()["games"][0]["hands"]) == 2


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (HAND | {"card_points": [38, 31]}, {"/card_points": "card_points_sum"}),
        (HAND | {"tricks": [9, 1], "card_points": [48, 22]}, {"/tricks": "tricks_and_points"}),
        (HAND | {"trionfo": "8C", "dealer": True}, {"/trionfo": "not_a_card", "/dealer": "bad_dealer"}),
        (HAND | {"card_points": [41.0, 29]}, {"/card_points": "card_points_range"}),
        (HAND | {"card_points": ["41", 29]}, {"/card_points": "card_points_range"}),
        (HAND | {"jolly": 1}, {"/jolly": "unknown_field"}),
        ({"dealer": 0, "trionfo": "KC"}, {"/card_points": "missing_field"}),
        ({"dealer": 0, "trionfo": "AS", "state": "ended_on_trionfo"}, {"/state": "trionfo_does_not_win"}),
        ([], {"": "not_a_hand"}),
        ("hand", {"": "not_a_hand"}),
    ],
)
def test_response_to_an_impossible_hand_lists_all_problems(table: Table, body: Any, expected: Any) -> None:
    answer = table.put(body)
    assert (answer.status_code, answer.json()["code"], places(answer)) == (400, "bad_hand", expected)
    assert all(problem["rule"] for problem in answer.json()["problems"])
    assert not SheetEvent.objects.exists()


@pytest.mark.parametrize("state", ["annulled", "void", "adjusted", "claimed", 3, None])
def test_hand_without_any_field_except_state_is_refused(table: Table, state: Any) -> None:
    assert table.put({"state": state}).status_code == 400


def test_response_warns_if_a_player_dealt_out_of_turn(table: Table) -> None:
    table.put()
    answer = table.put({"dealer": 3, "trionfo": "AH", "card_points": [31, 39]}, hand=2)
    assert answer.status_code == 201
    assert [warning["code"] for warning in answer.json()["warnings"]] == ["dealer_out_of_turn"]


@pytest.mark.parametrize("place", [(1, 2), (2, 1)])
def test_hand_that_skips_a_number_is_refused(table: Table, place: tuple[int, int]) -> None:
    answer = table.put(game=place[0], hand=place[1])
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_out_of_order")


@pytest.mark.parametrize(
    "place", ["0/hands/1", "7/hands/1", "1/hands/0", "1/hands/201", "1/hands/01", "1/hands/١"]
)
def test_impossible_game_or_hand_number_returns_404(table: Table, place: str) -> None:
    address = f"{table.address}games/{place}/"
    assert table.client.put(address, HAND).status_code == 404


def test_hand_sent_to_a_waiting_match_is_refused(desk: Any) -> None:
    final = Table(desk, builders.match_of(builders.drawn_tournament(4), "R2.1"))
    answer = final.put()
    assert (answer.status_code, answer.json()["code"]) == (409, "match_waiting")


def test_third_game_is_refused_if_one_side_has_won_two_games(desk: Any) -> None:
    match = builders.match_of(builders.drawn_tournament(4))
    builders.play_match(match, sign=False)
    answer = Table(desk, match).put(game=3)
    assert answer.status_code == 400
    assert {problem["rule"] for problem in answer.json()["problems"]} == {"COM-5"}


def test_signed_sheet_refuses_corrections_but_accepts_repeated_identical_hands(desk: Any) -> None:
    match = builders.match_of(builders.drawn_tournament(4))
    builders.play_match(match)
    signed = Table(desk, match)
    assert signed.put(builders.WINS_FOR_FIRST[0]).status_code == 200
    for answer in (signed.put(OTHER, if_match='"1"'), signed.delete(game=2, if_match='"1"')):
        assert (answer.status_code, answer.json()["code"]) == (409, "sheet_signed")


@pytest.mark.databases
def test_dispute_is_settled_by_keeping_the_stored_hand(table: Table) -> None:
    table.put()
    table.put(OTHER)
    answer = table.client.post(f"{table.hand()}settle/", {"version": 1})
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"1"')
    assert table.sheet()["disputes"] == []
    again = table.client.post(f"{table.hand()}settle/", {"version": 1})
    assert (again.status_code, again.json()["code"]) == (409, "nothing_disputed")
    assert places(table.client.post(f"{table.hand()}settle/", {"version": "1"})) == {"/version": "invalid"}


@pytest.mark.databases
def test_dispute_is_settled_by_correcting_the_stored_hand(table: Table) -> None:
    table.put()
    table.put(OTHER)
    assert table.put(OTHER, if_match='"1"').json()["writing"] == "corrected"
    assert table.sheet()["disputes"] == []


@pytest.mark.databases
@pytest.mark.parametrize("teams", [4, 64])
def test_recording_a_hand_needs_a_constant_number_of_queries(
    desk: Any, teams: int, django_assert_num_queries: Any
) -> None:
    table = Table(desk, builders.match_of(builders.drawn_tournament(teams)))
    with django_assert_num_queries(11):
        assert table.put().status_code == 201
    with django_assert_num_queries(7):
        assert table.put().status_code == 200
