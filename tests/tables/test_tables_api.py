"""The API for tournaments of single players: matches of three sides, standings by net score, errors."""

from typing import Any

import pytest

from scoring.games import CARD_GAMES
from tests import builders
from tests.club.test_tournaments_api import places
from tests.invented import ALONE, DUEL, alone_hands, duel_hand
from tournaments.models import Tournament
from tournaments.queue import runner

HAND = {"dealer": 0, "tricks": [6, 4, 2]}


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register two invented card games for the duration of a test."""
    for card_game in (ALONE, DUEL):
        monkeypatch.setitem(CARD_GAMES, card_game.key, card_game)


def a_drawn_tournament(players: int = 7, rounds: int = 2, **more: Any) -> Tournament:
    """Return a drawn tournament with three players per table, ranked by net score."""
    options = {"rounds": rounds}
    return builders.drawn_tournament(players, card_game="alone", form="table_rounds", options=options, **more)


def address(tournament: Tournament, label: str = "R1.1") -> str:
    return f"/api/v1/matches/{builders.match_of(tournament, label).pk}/"


def about(tournament: Tournament, what: str) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{what}/"


def set_up(desk: Any, stage: dict[str, Any], card_game: str = "alone", **more: Any) -> Any:
    body = {"name": "Torneo", "card_game": card_game, "stages": [stage], **more}
    return desk.post("/api/v1/tournaments/", body)


@pytest.mark.databases
def test_tournament_of_players_is_run_over_the_api_from_setup_to_standings(desk: Any) -> None:
    tournament = set_up(desk, {"format": "table_rounds", "options": {"rounds": 1}}).json()
    assert tournament["stages"][0]["options"]["rounds"] == 1
    root = f"/api/v1/tournaments/{tournament['slug']}/"
    players = [{"players": [{"name": name}]} for name in ("Ada Fois", "Nino Murgia", "Tore Manca")]
    assert [team["name"] for team in desk.post(f"{root}teams/", players).json()] == [
        "Ada Fois",
        "Nino Murgia",
        "Tore Manca",
    ]
    assert desk.post(f"{root}draw/", {"by": "lots", "lot": "7C AH 10S KD 2C"}).status_code == 202
    runner.drain()
    (match,) = desk.get(f"{root}matches/").json()["results"]
    for number, hand in enumerate(alone_hands((7, 3, 2), (5, 5, 2)), start=1):
        assert desk.put(f"/api/v1/matches/{match['id']}/games/1/hands/{number}/", hand).status_code == 201
    sheet = desk.get(f"/api/v1/matches/{match['id']}/sheet/").json()
    assert (sheet["games"][0]["score"], sheet["winner"], sheet["next"]) == ([4, 0, -4], 0, None)
    states = [
        desk.post(f"/api/v1/matches/{match['id']}/sign/", {"side": side}).json()["state"] for side in range(3)
    ]
    assert states == ["playing", "playing", "signed"]
    runner.drain()
    rows = desk.get(f"{root}standings/").json()["rows"]
    assert [(row["place"], row["net"], row["match_points"], row["placing"]) for row in rows] == [
        (1, 4, 4, None),
        (2, 0, 0, None),
        (3, -4, -4, None),
    ]
    assert [row["team"] for row in rows] == [side["team"] for side in match["sides"]]
    assert desk.get(root).json()["state"] == "over"


def test_match_has_as_many_sides_as_its_table_has_seats(desk: Any) -> None:
    tournament = a_drawn_tournament()
    team = {seed: str(tournament.teams.get(seed=seed).pk) for seed in range(1, 8)}
    first = desk.get(address(tournament)).json()
    assert first["sides"] == [
        {"team": team[seed], "teams": [team[seed]], "from": f"seed {seed}"} for seed in (1, 3, 5)
    ]
    assert (first["games_won"], first["winner"], first["state"]) == ([0, 0, 0], None, "ready")
    later = desk.get(address(tournament, "R2.1")).json()
    assert later["state"] == "waiting"
    assert later["sides"][0] == {"team": team[1], "teams": [team[1]], "from": "seed 1 after R1.1"}
    rests = desk.get(address(tournament, "R1.3")).json()
    assert (rests["state"], rests["winner"]) == ("bye", 0)
    assert [side["team"] for side in rests["sides"]] == [team[7], None, None]


def test_equal_net_scores_give_a_result_without_a_winner(desk: Any) -> None:
    tournament = a_drawn_tournament(3, 1)
    builders.play_sheet(builders.match_of(tournament), alone_hands((6, 6, 0), (4, 4, 4)))
    row = desk.get(address(tournament)).json()
    assert (row["state"], row["winner"], row["games_won"]) == ("signed", None, [0, 0, 0])
    assert [row["place"] for row in desk.get(about(tournament, "standings")).json()["rows"]] == [1, 1, 3]


@pytest.mark.parametrize(
    ("card_game", "stage", "more", "expected"),
    [
        pytest.param(
            "alone", {"format": "knockout"}, {}, {"/stages/0/format": "format_sides"}, id="three in a bracket"
        ),
        pytest.param(
            "alone",
            {"format": "knockout", "profile": {"players": 4}},
            {},
            {"/stages/0/format": "format_sides"},
            id="four in a bracket",
        ),
        pytest.param(
            "alone",
            {"format": "table_rounds", "match_points": {"win": 3}},
            {},
            {"/stages/0/match_points": "match_points_by_net"},
            id="points for a win where nets count",
        ),
        pytest.param(
            "duel",
            {"format": "table_rounds", "options": {"rounds": 0}},
            {},
            {"/stages/0/options/rounds": "bad_option"},
            id="no round",
        ),
        pytest.param(
            "duel",
            {"format": "table_rounds", "options": {"rounds": "3"}},
            {},
            {"/stages/0/options/rounds": "bad_option"},
            id="rounds in words",
        ),
    ],
)
def test_error_for_an_unsuitable_format_or_option_names_the_field(
    desk: Any, card_game: str, stage: dict[str, Any], more: dict[str, Any], expected: dict[str, str]
) -> None:
    answer = set_up(desk, stage, card_game, **more)
    assert (answer.status_code, places(answer)) == (400, expected)


@pytest.mark.parametrize(
    ("act", "sent", "status", "code"),
    [
        pytest.param("sign/", {"side": 3}, 400, "no_such_side", id="a fourth signature"),
        pytest.param(
            "walkover/", {"winner": 3, "reason": "Assenti"}, 400, "no_such_side", id="a fourth winner"
        ),
        pytest.param("call/", {"side": 3}, 400, "no_such_side", id="a fourth calls"),
        pytest.param("sign/", {"side": 2}, 409, "match_not_decided", id="signed before the end"),
        pytest.param("confirm/", {}, 409, "match_not_decided", id="confirmed before the end"),
    ],
)
def test_signature_walkover_or_call_of_an_unknown_side_or_before_the_end_is_refused(
    desk: Any, act: str, sent: dict[str, Any], status: int, code: str
) -> None:
    tournament = a_drawn_tournament(3, 1)
    desk.put(f"{address(tournament)}games/1/hands/1/", HAND)
    answer = desk.post(f"{address(tournament)}{act}", sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.databases
def test_hand_in_a_match_that_waits_for_its_players_is_refused(desk: Any) -> None:
    answer = desk.put(f"{address(a_drawn_tournament(3), 'R2.1')}games/1/hands/1/", HAND)
    assert (answer.status_code, answer.json()["code"]) == (409, "match_waiting")


@pytest.mark.databases
@pytest.mark.parametrize("winner", [0, 2, None])
def test_next_match_is_ready_after_a_walkover_with_or_without_a_winner(desk: Any, winner: int | None) -> None:
    tournament = a_drawn_tournament(3)
    answer = desk.post(f"{address(tournament)}walkover/", {"winner": winner, "reason": "Non c’erano."})
    assert (answer.json()["state"], answer.json()["winner"]) == ("walkover", winner)
    runner.drain()
    assert desk.get(address(tournament, "R2.1")).json()["state"] == "ready"


def test_name_of_a_single_player_team_is_the_player_name_unless_another_name_is_chosen(desk: Any) -> None:
    tournament = builders.a_tournament(teams=2, card_game="duel")
    first, second = (about(tournament, f"teams/{team.pk}") for team in tournament.teams.all())
    assert desk.patch(first, {"players": [{"name": "Ada Fois"}]}).json()["name"] == "Ada Fois"
    assert desk.patch(second, {"name": "La Volpe"}).json()["name"] == "La Volpe"
    assert desk.patch(second, {"players": [{"name": "Nino Murgia"}]}).json()["name"] == "La Volpe"


def test_team_of_two_is_refused_in_a_tournament_of_single_players(desk: Any) -> None:
    tournament = builders.a_tournament(card_game="duel")
    answer = desk.post(about(tournament, "teams"), {"players": [{"name": "Ada"}, {"name": "Nino"}]})
    assert (answer.status_code, places(answer)) == (400, {"/players": "team_size"})


def test_bracket_of_single_players_is_played_over_the_api(desk: Any) -> None:
    tournament = builders.drawn_tournament(2, card_game="duel")
    builders.play_sheet(builders.match_of(tournament), [duel_hand(0, 8)])
    row = desk.get(address(tournament)).json()
    assert (row["state"], row["winner"], row["games_won"]) == ("signed", 1, [0, 1])
    assert [row["net"] for row in desk.get(about(tournament, "standings")).json()["rows"]] == [None, None]


@pytest.mark.databases
@pytest.mark.parametrize("players", [6, 60])
def test_bracket_standings_and_match_list_of_the_api_have_a_constant_number_of_queries(
    desk: Any, players: int, django_assert_num_queries: Any
) -> None:
    tournament = a_drawn_tournament(players, 3)
    builders.play_sheet(builders.match_of(tournament), alone_hands((6, 4, 2), (5, 4, 3)))
    for what, queries in (("bracket", 6), ("standings", 6), ("matches", 4)):
        with django_assert_num_queries(queries):
            desk.get(about(tournament, what))


@pytest.mark.databases
@pytest.mark.parametrize("players", [12, 60])
def test_result_job_has_a_constant_number_of_queries(
    desk: Any, players: int, django_assert_num_queries: Any
) -> None:
    tournament = a_drawn_tournament(players, 3, tables=20)
    match = builders.play_sheet(builders.match_of(tournament), alone_hands((6, 4, 2), (5, 4, 3)), sign=False)
    for side in range(3):
        desk.post(f"/api/v1/matches/{match.pk}/sign/", {"side": side})
    with django_assert_num_queries(18):
        runner.drain()
