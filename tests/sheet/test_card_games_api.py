"""Tests of the API views that need no tournament: the card games, and the check of a score sheet."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema_rs import Draft202012Validator, meta

from scoring.games import CARD_GAMES
from tests.offline.phone import words_of

CHECK = "/api/v1/sheets/check/"
HAND = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29], "tricks": [6, 4]}
SHEET = {"card_game": "mariglia", "games": [{"hands": [HAND]}]}


def test_card_game_list_contains_every_card_game(call: Any) -> None:
    assert [game["key"] for game in call.get("/api/v1/card-games/").json()] == list(CARD_GAMES)


@pytest.mark.parametrize("key", CARD_GAMES)
def test_every_card_game_returns_its_description_and_hand_schema(call: Any, key: str) -> None:
    game = call.get(f"/api/v1/card-games/{key}/").json()
    meta.validate(game["hand"])
    assert game["key"] == key
    assert {"state", "note", "dealer"} <= game["hand"]["properties"].keys()
    assert all("default" in option for option in game["options"])


def test_hand_schema_accepts_valid_hands_and_refuses_invalid_hands(call: Any) -> None:
    hand = Draft202012Validator(call.get("/api/v1/card-games/mariglia/").json()["hand"])
    assert hand.is_valid(HAND)
    assert hand.is_valid({"dealer": 1, "trionfo": "AH", "state": "ended_on_trionfo"})
    assert not hand.is_valid(
        {"dealer": 1, "trionfo": "AH", "card_points": [1, 69], "state": "ended_on_trionfo"}
    )
    assert not hand.is_valid({"dealer": 1, "trionfo": "AH"})
    assert not hand.is_valid(HAND | {"joker": True})


def test_sheet_check_returns_the_verdict_on_the_sheet(call: Any) -> None:
    verdict = call.post(CHECK, SHEET, format="json").json()
    assert verdict == {
        "valid": True,
        "problems": [],
        "games": [
            {"target": 35, "score": [9, 0], "winner": None, "hands": [{"score": [9, 0], "running": [9, 0]}]}
        ],
        "games_won": [0, 0],
        "winner": None,
        "next": {"game": 1, "hand": 2, "dealer": 1},
    }


@pytest.mark.parametrize(
    "body", [None, 7, "sheet", [], {}, {"card_game": 1}, {"card_game": "mariglia", "games": 3}]
)
def test_sheet_check_of_an_invalid_request_body_returns_problems(call: Any, body: object) -> None:
    answer = call.post(CHECK, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200
    assert not answer.json()["valid"]
    assert answer.json()["problems"]


def test_problem_messages_are_in_the_language_of_the_request(call: Any) -> None:
    wrong = {"card_game": "mariglia", "games": [{"hands": [HAND | {"card_points": [38, 31]}]}]}
    (problem,) = call.post(CHECK, wrong, format="json").json()["problems"]
    assert (problem["code"], problem["rule"]) == ("card_points_sum", "MAR-VAL-1")
    assert problem["where"] == "/games/0/hands/0/card_points"
    assert "69" in problem["message"]


DEFINITION = "/api/v1/card-games/mariglia/definition/"


def test_card_game_definition_is_in_the_language_of_the_request(call: Any) -> None:
    english, italian = (
        call.get(DEFINITION, headers={"Accept-Language": language}) for language in ("en", "it")
    )
    assert [answer.json()["language"] for answer in (english, italian)] == ["en", "it"]
    assert words_of(english.json()) == {}
    assert words_of(italian.json())["Dealer"] == "Chi dà le carte"
    assert english["ETag"] != italian["ETag"]
    assert {"Accept-Encoding", "Accept-Language"} <= {*english["Vary"].split(", ")}


def test_card_game_definition_has_an_etag_and_can_be_compressed_with_gzip(call: Any, client: Client) -> None:
    response = call.get(DEFINITION)
    packed = client.get(DEFINITION, headers={"Accept-Encoding": "br, gzip", "Accept-Language": "en"})
    assert (packed["Content-Encoding"], packed["ETag"]) == ("gzip", response["ETag"])
    assert gzip.decompress(packed.content) == response.content
    assert len(packed.content) < 30_000
    again = call.get(DEFINITION, headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", response["ETag"])


def test_definition_of_an_unknown_card_game_returns_404(call: Any) -> None:
    answer = call.get("/api/v1/card-games/bridge/definition/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_sheet_check_runs_no_database_query(call: Any, db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        call.post(CHECK, SHEET, format="json")
        call.get("/api/v1/card-games/mariglia/")
        call.get(DEFINITION)


def test_sheet_check_accepts_a_match_of_the_sample_tournament(call: Any) -> None:
    recorded = json.loads(
        (Path(__file__).parents[1] / "data/evening16/matches.json").read_text(encoding="utf-8")
    )[0]
    hands = [
        [
            {"dealer": "SENW".index(hand["dealer"]), "trionfo": hand["trionfo"]}
            | ({"card_points": hand["points"]} if hand["played"] else {"state": "ended_on_trionfo"})
            for hand in game["hands"]
        ]
        for game in recorded["games"]
    ]
    sheet = {"card_game": "mariglia", "games": [{"hands": game} for game in hands]}
    verdict = call.post(CHECK, sheet, format="json").json()
    assert [game["score"] for game in verdict["games"]] == [game["final"] for game in recorded["games"]]
