"""The tournament endpoints of the API: create, read, list, change."""

from typing import Any

import pytest

from tests import builders
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS
from tournaments.models import Tournament

TOURNAMENTS = "/api/v1/tournaments/"
SETUP: dict[str, Any] = {
    "name": "Torneo di San Martino",
    "card_game": "mariglia",
    "profile": {"targets": [35, 35, 45]},
    "stages": [{"format": "knockout", "options": {"third_place": True}}],
    "starts_at": "2026-11-11T20:30:00+01:00",
    "tables": 8,
}


def places(answer: Any) -> dict[str, str]:
    """Return the error code of each problem in a response, by JSON Pointer."""
    return {problem["where"]: problem["code"] for problem in answer.json()["problems"]}


def test_tournament_is_created_with_all_fields(desk: Any) -> None:
    answer = desk.post(TOURNAMENTS, SETUP)
    tournament = answer.json()
    assert (answer.status_code, tournament["slug"], tournament["state"]) == (
        201,
        "torneo-di-san-martino",
        "entries",
    )
    assert tournament["profile"]["court_order"] == "jack_high"
    assert tournament["stages"][0]["match_points"] == {"win": 1, "level": "1/2", "loss": 0, "bye": 1}
    assert tournament["stages"][0]["tie_breaks"] == list(DEFAULT_TIE_BREAKS)
    assert tournament["starts_at"].startswith("2026-11-11T")
    assert desk.get(f"{TOURNAMENTS}{tournament['slug']}/").json()["id"] == tournament["id"]


def test_tournament_needs_only_name_card_game_and_stages(desk: Any) -> None:
    answer = desk.post(TOURNAMENTS, {key: SETUP[key] for key in ("name", "card_game", "stages")})
    assert (answer.status_code, answer.json()["tables"], answer.json()["starts_at"]) == (201, 1, None)


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"name": 7}, "/name", "invalid"),
        ({"name": ""}, "/name", "blank"),
        ({"name": None}, "/name", "null"),
        ({"name": "a" * 81}, "/name", "max_length"),
        ({"name": "to\u0007rneo"}, "/name", "invisible"),
        ({"card_game": "bridge"}, "/card_game", "unknown_card_game"),
        ({"profile": []}, "/profile", "invalid"),
        ({"profile": {"targets": [3]}}, "/profile/targets/0", "bad_target"),
        ({"profile": {"targets": [35, 35]}}, "/profile/targets", "bad_targets"),
        ({"profile": {"jokers": 2}}, "/profile/jokers", "unknown_option"),
        ({"stages": []}, "/stages", "empty"),
        ({"stages": {}}, "/stages", "not_a_list"),
        ({"stages": [7]}, "/stages/0", "invalid"),
        ({"stages": [{}]}, "/stages/0/format", "required"),
        ({"stages": [{"format": "ladder"}]}, "/stages/0/format", "unknown_format"),
        ({"stages": [{"format": "knockout", "rounds": 3}]}, "/stages/0/rounds", "unknown_field"),
        (
            {"stages": [{"format": "knockout", "options": {"legs": 2}}]},
            "/stages/0/options/legs",
            "unknown_option",
        ),
        (
            {"stages": [{"format": "knockout", "match_points": {"win": 0.3}}]},
            "/stages/0/match_points/win",
            "bad_match_points",
        ),
        (
            {"stages": [{"format": "knockout", "tie_breaks": ["beauty"]}]},
            "/stages/0/tie_breaks/0",
            "unknown_tie_break",
        ),
        (
            {
                "stages": [
                    {"format": "knockout", "profile": {"pack": "neapolitan", "court_order": "sardinian"}}
                ]
            },
            "/stages/0/profile/court_order",
            "pack_and_court_order",
        ),
        ({"starts_at": "2026-11-11T20:30:00"}, "/starts_at", "invalid"),
        ({"starts_at": "11/11/2026"}, "/starts_at", "invalid"),
        ({"starts_at": 1_800_000_000}, "/starts_at", "invalid"),
        ({"tables": True}, "/tables", "invalid"),
        ({"tables": 4.0}, "/tables", "invalid"),
        ({"tables": "4"}, "/tables", "invalid"),
        ({"tables": "١٢"}, "/tables", "invalid"),
        ({"tables": 2**63}, "/tables", "tables_range"),
        ({"tables": 0}, "/tables", "tables_range"),
        ({"colour": "red"}, "/colour", "unknown_field"),
        ({"a/b~c": 1}, "/a~1b~0c", "unknown_field"),
    ],
)
def test_error_for_an_invalid_setup_names_the_field(desk: Any, change: Any, where: str, code: str) -> None:
    answer = desk.post(TOURNAMENTS, SETUP | change)
    assert (answer.status_code, places(answer)) == (400, {where: code})
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("body", [None, 7, [], "name"])
def test_request_body_that_is_not_a_json_object_is_refused(desk: Any, body: Any) -> None:
    answer = desk.post(TOURNAMENTS, body)
    assert (answer.status_code, places(answer).get("", "required")) in ((400, "invalid"), (400, "required"))


def test_all_problems_of_a_setup_are_reported_in_one_response(desk: Any) -> None:
    answer = desk.post(TOURNAMENTS, {"name": 7, "stages": [{}, {"format": 3}], "colour": "red"})
    assert places(answer) == {
        "/name": "invalid",
        "/card_game": "required",
        "/stages/0/format": "required",
        "/stages/1/format": "invalid",
        "/colour": "unknown_field",
    }


def test_problem_messages_are_in_the_language_of_the_request(desk: Any) -> None:
    answer = desk.post(TOURNAMENTS, {}, headers={"accept-language": "it"})
    assert "Campo obbligatorio." in {problem["message"] for problem in answer.json()["problems"]}


def test_tournaments_are_listed_newest_first_in_pages(desk: Any) -> None:
    for number in range(3):
        builders.a_tournament(name=f"Torneo {number}")
    first = desk.get(f"{TOURNAMENTS}?page_size=2").json()
    second = desk.get(first["next"]).json()
    assert [row["name"] for row in (*first["results"], *second["results"])] == [
        "Torneo 2",
        "Torneo 1",
        "Torneo 0",
    ]
    assert second["next"] is None
    assert desk.get(second["previous"]).json()["results"] == first["results"]


@pytest.mark.parametrize("cursor", ["x", "cD14", "bz0tMQ==", "cD0xMjM=", "é"])
def test_invalid_cursor_returns_404(desk: Any, cursor: str) -> None:
    answer = desk.get(TOURNAMENTS, {"cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_name_start_time_and_tables_can_be_changed(desk: Any) -> None:
    slug = desk.post(TOURNAMENTS, SETUP).json()["slug"]
    changed = desk.patch(
        f"{TOURNAMENTS}{slug}/", {"name": "Torneo nuovo", "tables": 3, "starts_at": None}
    ).json()
    assert (changed["name"], changed["tables"], changed["starts_at"]) == ("Torneo nuovo", 3, None)
    assert changed["slug"] == slug


@pytest.mark.parametrize(
    ("change", "where"), [({"slug": "x"}, "/slug"), ({"tables": 513}, "/tables"), ({"name": None}, "/name")]
)
def test_error_for_an_invalid_change_names_the_field(desk: Any, change: Any, where: str) -> None:
    slug = desk.post(TOURNAMENTS, SETUP).json()["slug"]
    answer = desk.patch(f"{TOURNAMENTS}{slug}/", change)
    assert (answer.status_code, list(places(answer))) == (400, [where])


def test_profile_and_tie_breaks_of_a_stage_can_be_changed_before_the_draw(desk: Any) -> None:
    slug = desk.post(TOURNAMENTS, SETUP).json()["slug"]
    changed = desk.patch(
        f"{TOURNAMENTS}{slug}/stages/1/", {"profile": {"targets": [45]}, "tie_breaks": ["wins"]}
    ).json()
    assert (changed["profile"]["targets"], changed["tie_breaks"]) == ([45], ["wins"])
    assert changed["options"]["third_place"] is True
    assert desk.get(f"{TOURNAMENTS}{slug}/stages/1/").json() == changed


def test_error_for_an_invalid_profile_of_a_stage_names_the_field(desk: Any) -> None:
    slug = desk.post(TOURNAMENTS, SETUP).json()["slug"]
    answer = desk.patch(f"{TOURNAMENTS}{slug}/stages/1/", {"profile": {"targets": [5]}})
    assert (answer.status_code, places(answer)) == (400, {"/profile/targets/0": "bad_target"})


def test_rules_of_a_stage_cannot_be_changed_after_its_draw(desk: Any) -> None:
    slug = builders.drawn_tournament(4).slug
    answer = desk.patch(f"{TOURNAMENTS}{slug}/stages/1/", {"options": {"third_place": True}})
    assert (answer.status_code, answer.json()["code"]) == (409, "stage_drawn")


@pytest.mark.parametrize("address", ["nobody/", "nobody/stages/1/", "nobody/matches/", "nobody/bracket/"])
def test_unknown_tournament_returns_404(desk: Any, address: str) -> None:
    assert desk.get(TOURNAMENTS + address).status_code == 404


def test_tournament_endpoints_need_a_fixed_number_of_queries(
    desk: Any, django_assert_num_queries: Any
) -> None:
    for number in range(3):
        builders.a_tournament(name=f"Torneo {number}")
    with django_assert_num_queries(3):
        desk.get(TOURNAMENTS)
    with django_assert_num_queries(2):
        desk.get(f"{TOURNAMENTS}torneo-1/")
    with django_assert_num_queries(2):
        desk.get(f"{TOURNAMENTS}torneo-1/stages/1/")
    with django_assert_num_queries(14):
        desk.patch(f"{TOURNAMENTS}torneo-1/", {"tables": 3})
    with django_assert_num_queries(11):
        desk.post(TOURNAMENTS, SETUP)
