"""Tests of the match API: public read access, signatures at the table, decisions of the director."""

from typing import Any

import pytest

from tests import builders
from tests.club.test_tournaments_api import places
from tournaments.models import Match, Tournament
from tournaments.queue import runner


@pytest.fixture
def tournament(desk: Any) -> Tournament:
    """Return a tournament of four teams, drawn by seeds."""
    return builders.drawn_tournament(4)


# The representation of an empty side in a bracket of three.
NOBODY: dict[str, Any] = {"team": None, "teams": [], "from": "seed 4"}


def listed(client: Any, tournament: Tournament, query: str = "") -> Any:
    return client.get(f"/api/v1/tournaments/{tournament.slug}/matches/{query}")


def address(tournament: Tournament, label: str = "R1.1") -> str:
    return f"/api/v1/matches/{builders.match_of(tournament, label).pk}/"


def test_match_response_has_the_documented_fields(desk: Any, tournament: Tournament) -> None:
    match = builders.match_of(tournament)
    first, last = (str(tournament.teams.get(seed=seed).pk) for seed in (1, 4))
    assert desk.get(address(tournament)).json() == {
        "id": str(match.pk),
        "label": "R1.1",
        "stage": 1,
        "round": 1,
        "state": "ready",
        "sides": [
            {"team": first, "teams": [first], "from": "seed 1"},
            {"team": last, "teams": [last], "from": "seed 4"},
        ],
        "table": 1,
        "games_won": [0, 0],
        "winner": None,
        "version": 0,
    }


def test_side_without_a_team_names_the_match_that_decides_its_team(desk: Any, tournament: Tournament) -> None:
    sides = desk.get(address(tournament, "R2.1")).json()["sides"]
    assert sides == [{"team": None, "teams": [], "from": f"winner of R1.{number}"} for number in (1, 2)]


@pytest.mark.databases
def test_match_list_is_paginated_in_playing_order(desk: Any) -> None:
    tournament = builders.drawn_tournament(16, options={"third_place": True})
    labels, query = [], "?page_size=3"
    while query:
        page = listed(desk, tournament, query).json()
        labels += [row["label"] for row in page["results"]]
        query = "?" + page["next"].partition("?")[2] if page["next"] else ""
    expected = Match.objects.order_by("stage__number", "round", "number").values_list("label", flat=True)
    assert labels == list(expected)
    assert (labels[0], labels[-2:]) == ("R1.1", ["R4.1", "P3"])


@pytest.mark.databases
def test_previous_link_of_the_second_page_returns_the_first_page_of_matches(
    desk: Any, tournament: Tournament
) -> None:
    first = listed(desk, tournament, "?page_size=2").json()
    second = desk.get(first["next"]).json()
    assert desk.get(second["previous"]).json()["results"] == first["results"]


@pytest.mark.databases
@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ("?stage=1", ["R1.1", "R1.2", "R2.1"]),
        ("?stage=2", []),
        ("?round=2", ["R2.1"]),
        ("?state=ready", ["R1.1", "R1.2"]),
        ("?stage=1&round=1&state=waiting", []),
    ],
)
def test_match_list_can_be_filtered_by_stage_round_and_state(
    desk: Any, tournament: Tournament, query: str, labels: list[str]
) -> None:
    assert [row["label"] for row in listed(desk, tournament, query).json()["results"]] == labels


@pytest.mark.parametrize(
    "query", ["stage=one", "stage=1.0", "round=١", "round=1e3", "state=lost", "round=999999"]
)
def test_error_for_an_invalid_filter_names_the_parameter(
    desk: Any, tournament: Tournament, query: str
) -> None:
    answer = listed(desk, tournament, f"?{query}")
    assert answer.status_code == 400
    assert list(places(answer)) == ["/" + query.split("=", maxsplit=1)[0]]


@pytest.mark.databases
def test_match_list_contains_only_matches_of_its_tournament(desk: Any, tournament: Tournament) -> None:
    other = builders.drawn_tournament(4, name="Altro")
    ids = {row["id"] for row in listed(desk, tournament).json()["results"]}
    assert ids == {str(match.pk) for match in tournament.matches.all()}
    assert not ids & {str(match.pk) for match in other.matches.all()}


def test_team_without_an_opponent_wins_by_a_bye(desk: Any) -> None:
    tournament = builders.drawn_tournament(3)
    row = desk.get(address(tournament)).json()
    assert (row["state"], row["winner"], row["sides"][1]) == ("bye", 0, NOBODY)


@pytest.mark.databases
def test_sheet_contains_hands_scores_and_the_next_hand(desk: Any, tournament: Tournament) -> None:
    url = address(tournament)
    hand = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29], "tricks": [6, 4]}
    desk.put(f"{url}games/1/hands/1/", hand)
    answer = desk.get(f"{url}sheet/")
    sheet = answer.json()
    assert answer.headers["ETag"] == '"1-en"'
    assert sheet["games"][0]["hands"] == [hand | {"version": 1, "score": [9, 0], "running": [9, 0]}]
    assert (sheet["card_game"], sheet["profile"]["targets"]) == ("mariglia", [35, 35, 45])
    assert sheet["next"] == {"game": 1, "hand": 2, "dealer": 1}
    assert (sheet["valid"], sheet["version"], sheet["signed"], sheet["confirmed"]) == (True, 1, [], False)


def test_empty_sheet_is_returned_before_the_first_hand(desk: Any, tournament: Tournament) -> None:
    sheet = desk.get(f"{address(tournament)}sheet/").json()
    assert (sheet["games"], sheet["winner"], sheet["next"]) == (
        [],
        None,
        {"game": 1, "hand": 1, "dealer": None},
    )


def test_request_for_an_unchanged_sheet_returns_304(desk: Any, tournament: Tournament) -> None:
    url = f"{address(tournament)}sheet/"
    etag = desk.get(url).headers["ETag"]
    again = desk.get(url, headers={"if-none-match": f'"other", {etag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert desk.get(url, headers={"if-none-match": f"W/{etag}"}).status_code == 304
    assert desk.get(url, headers={"if-none-match": "nonsense"}).status_code == 200
    desk.put(f"{address(tournament)}games/1/hands/1/", builders.WINS_FOR_FIRST[0])
    assert desk.get(url, headers={"if-none-match": etag}).status_code == 200


def test_etag_of_a_sheet_depends_on_the_language(desk: Any, tournament: Tournament) -> None:
    url = f"{address(tournament)}sheet/"
    etag = desk.get(url).headers["ETag"]
    assert desk.get(url, headers={"if-none-match": etag, "accept-language": "it"}).status_code == 200


@pytest.mark.databases
def test_result_counts_after_the_second_signature(desk: Any, tournament: Tournament) -> None:
    url = address(tournament)
    builders.play_match(builders.match_of(tournament), sign=False)
    first = desk.post(f"{url}sign/", {"side": 0}).json()
    assert (first["state"], first["winner"], first["games_won"]) == ("playing", 0, [2, 0])
    assert desk.get(f"{url}sheet/").json()["signed"] == [0]
    assert desk.post(f"{url}sign/", {"side": 0}).json() == first
    assert desk.post(f"{url}sign/", {"side": 1}).json()["state"] == "signed"
    runner.drain()
    final = desk.get(address(tournament, "R2.1")).json()
    first = str(tournament.teams.get(seed=1).pk)
    assert final["sides"][0] == {"team": first, "teams": [first], "from": "winner of R1.1"}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, {"/side": "required"}),
        ({"side": True}, {"/side": "invalid"}),
        ({"side": "0"}, {"/side": "invalid"}),
        ({"side": -1}, {"/side": "min_value"}),
        ({"side": 2}, {"/side": "no_such_side"}),
        ({"side": 0, "name": "Tore"}, {"/name": "unknown_field"}),
    ],
)
def test_signature_for_an_invalid_side_is_refused(
    desk: Any, tournament: Tournament, sent: Any, expected: Any
) -> None:
    answer = desk.post(f"{address(tournament)}sign/", sent)
    assert (answer.status_code, places(answer)) == (400, expected)


def test_undecided_match_can_be_neither_signed_nor_confirmed(desk: Any, tournament: Tournament) -> None:
    url = address(tournament)
    for answer in (desk.post(f"{url}sign/", {"side": 0}), desk.post(f"{url}confirm/", {})):
        assert (answer.status_code, answer.json()["code"]) == (409, "match_not_decided")


def test_sheet_with_a_disputed_hand_cannot_be_signed(desk: Any, tournament: Tournament) -> None:
    url = address(tournament)
    builders.play_match(builders.match_of(tournament), sign=False)
    desk.put(f"{url}games/1/hands/1/", builders.WINS_FOR_FIRST[0] | {"card_points": [65, 5]})
    assert desk.get(url).json()["state"] == "disputed"
    answer = desk.post(f"{url}sign/", {"side": 0})
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_disputed")


def test_director_can_confirm_a_sheet_with_or_without_signatures(desk: Any, tournament: Tournament) -> None:
    builders.play_match(builders.match_of(tournament), sign=False)
    builders.play_match(builders.match_of(tournament, "R1.2"))
    for label in ("R1.1", "R1.2"):
        assert desk.post(f"{address(tournament, label)}confirm/").json()["state"] == "confirmed"
    assert desk.get(f"{address(tournament)}sheet/").json()["confirmed"]
    assert places(desk.post(f"{address(tournament)}confirm/", {"sure": True})) == {"/sure": "unknown_field"}


@pytest.mark.databases
@pytest.mark.parametrize("winner", [0, 1, None])
def test_walkover_can_be_awarded_to_one_side_or_to_no_side(
    desk: Any, tournament: Tournament, winner: int | None
) -> None:
    answer = desk.post(f"{address(tournament)}walkover/", {"winner": winner, "reason": "Non si sono visti."})
    assert (answer.status_code, answer.json()["state"], answer.json()["winner"]) == (200, "walkover", winner)
    runner.drain()
    final = desk.get(address(tournament, "R2.1")).json()
    assert (final["sides"][0]["team"] is None) == (winner is None)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"reason": "Assenti"}, {"/winner": "required"}),
        ({"winner": 0}, {"/reason": "required"}),
        ({"winner": 0, "reason": " "}, {"/reason": "blank"}),
        ({"winner": "0", "reason": "Assenti"}, {"/winner": "invalid"}),
        ({"winner": 2, "reason": "Assenti"}, {"/winner": "no_such_side"}),
        ({"winner": 0, "reason": "a\u0000"}, None),
    ],
)
def test_error_for_an_invalid_walkover_names_the_field(
    desk: Any, tournament: Tournament, sent: Any, expected: Any
) -> None:
    answer = desk.post(f"{address(tournament)}walkover/", sent)
    assert answer.status_code == 400
    assert expected is None or places(answer) == expected
    assert builders.match_of(tournament).state == "ready"


def test_walkover_in_a_match_in_play_is_refused(desk: Any, tournament: Tournament) -> None:
    url = address(tournament)
    desk.put(f"{url}games/1/hands/1/", builders.WINS_FOR_FIRST[0])
    answer = desk.post(f"{url}walkover/", {"winner": 0, "reason": "Sono andati via"})
    assert (answer.status_code, answer.json()["code"]) == (409, "match_being_played")


@pytest.mark.databases
def test_table_calls_the_director_and_the_director_answers_the_call(
    desk: Any, tournament: Tournament
) -> None:
    url = address(tournament)
    assert desk.post(f"{url}call/", {"side": 1}).json()["state"] == "disputed"
    assert desk.get(f"{url}sheet/").json()["objection"]
    assert desk.post(f"{url}answer/", {}).json()["state"] == "ready"
    assert not desk.get(f"{url}sheet/").json()["objection"]
    assert desk.post(f"{url}call/").status_code == 200
    assert places(desk.post(f"{url}call/", {"side": 7})) == {"/side": "no_such_side"}


@pytest.mark.parametrize(
    "act",
    [
        "",
        "sheet/",
        "sign/",
        "confirm/",
        "walkover/",
        "call/",
        "answer/",
        "corrections/",
        "corrections/preview/",
    ],
)
def test_every_action_on_an_unknown_match_returns_404(desk: Any, act: str) -> None:
    method = desk.get if act in ("", "sheet/") else desk.post
    assert method(f"/api/v1/matches/00000000-0000-0000-0000-000000000000/{act}").status_code == 404


def test_invalid_match_id_returns_404(desk: Any) -> None:
    assert desk.get("/api/v1/matches/R1.1/").status_code == 404


@pytest.mark.databases
@pytest.mark.parametrize("teams", [4, 64])
def test_reading_matches_needs_a_constant_number_of_queries(
    desk: Any, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = builders.drawn_tournament(teams)
    url = address(tournament)
    with django_assert_num_queries(4):
        listed(desk, tournament)
    with django_assert_num_queries(4):  # one of the queries checks the visibility of the tournament
        desk.get(url)
    with django_assert_num_queries(1):  # no hand is written yet
        desk.get(f"{url}sheet/")
    with django_assert_num_queries(1):
        desk.get(f"{url}sheet/", headers={"if-none-match": '"0-en"'})


@pytest.mark.databases
@pytest.mark.parametrize("teams", [4, 32])
def test_signing_needs_a_constant_number_of_queries(
    desk: Any, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = builders.drawn_tournament(teams)
    builders.play_match(builders.match_of(tournament), sign=False)
    url = address(tournament)
    with django_assert_num_queries(13):
        desk.post(f"{url}sign/", {"side": 0})
