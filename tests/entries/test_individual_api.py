"""Individual tournaments over the API, with a new partner in each round, from entry to final standings."""

from collections import Counter
from typing import Any

import pytest

from scoring.games import CARD_GAMES
from tests import builders
from tests.builders import WINS_FOR_FIRST, WINS_FOR_SECOND
from tests.club.test_tournaments_api import places
from tests.invented import ALONE, DUEL
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import Match, Stage, Tournament
from tournaments.queue import runner

NINE = [
    *("Ada Fois", "Bore Sanna", "Cina Loi", "Dino Pes", "Ema Cau"),
    *("Fara Deiana", "Gino Usai", "Ilia Mura", "Lia Oro"),
]
ROOT = "/api/v1/tournaments"


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register two invented card games that are played without a partner."""
    for card_game in (ALONE, DUEL):
        monkeypatch.setitem(CARD_GAMES, card_game.key, card_game)


def set_up(desk: Any, *stages: dict[str, Any], card_game: str = "mariglia") -> Any:
    body = {"name": "Individuale", "card_game": card_game, "stages": list(stages), "tables": 4}
    return desk.post(f"{ROOT}/", body)


def of_single_players(desk: Any, players: list[str], **options: Any) -> str:
    slug = set_up(desk, {"format": "individual", "options": options}).json()["slug"]
    entered = desk.post(f"{ROOT}/{slug}/teams/", [{"players": [{"name": name}]} for name in players])
    assert (entered.status_code, [team["name"] for team in entered.json()]) == (201, players)
    return f"{ROOT}/{slug}"


def draw(desk: Any, root: str) -> None:
    assert desk.post(f"{root}/draw/", {"by": "seeds"}).status_code == 202
    runner.drain()


def play(desk: Any, match: str, winner: int) -> None:
    """Record two hands that win both games for side `winner`, then sign the sheet for both sides."""
    for game, hand in enumerate((WINS_FOR_FIRST, WINS_FOR_SECOND)[winner], start=1):
        assert desk.put(f"/api/v1/matches/{match}/games/{game}/hands/1/", hand).status_code == 201
    for side in (0, 1):
        assert desk.post(f"/api/v1/matches/{match}/sign/", {"side": side}).status_code == 200


def of_round(desk: Any, root: str, turn: int) -> list[dict[str, Any]]:
    return list(desk.get(f"{root}/matches/", {"round": turn}).json()["results"])


def test_individual_tournament_is_run_over_the_api_to_the_final_standings(desk: Any) -> None:
    """Nine players, three rounds: each round has a bye, and the second match of round 2 is a walkover."""
    root = of_single_players(desk, NINE, rounds=3, drop_worst=1)
    partners: Counter[frozenset[str]] = Counter()
    resting: list[str] = []
    for turn in (1, 2, 3):
        draw(desk, root)
        matches = of_round(desk, root, turn)
        for match in matches:
            if match["state"] == "bye":
                resting += match["sides"][0]["teams"]
                continue
            assert [(side["team"], len(side["teams"])) for side in match["sides"]] == [(None, 2), (None, 2)]
            partners.update(frozenset(side["teams"]) for side in match["sides"])
            if turn == 2 and match["label"] == "R2.2":
                response = desk.post(
                    f"/api/v1/matches/{match['id']}/walkover/", {"winner": 1, "reason": "assenti"}
                )
                assert (response.json()["winner"], response.json()["games_won"]) == (1, [0, 2])
            else:
                play(desk, match["id"], winner=0)
        runner.drain()
    assert set(partners.values()) == {1}
    assert len(set(resting)) == len(resting) == 3
    tournament = Tournament.objects.get(slug=root.rpartition("/")[2])
    assert tournament.state == "over"
    assert verify_tournament(tournament).faults == []
    rows = desk.get(f"{root}/standings/").json()["rows"]
    assert len(rows) == 9
    assert [row["match_points"] for row in rows] == sorted(
        (row["match_points"] for row in rows), reverse=True
    )
    assert sum(row["games_won"] for row in rows) > 0


def test_corrected_result_counts_for_all_four_players_of_the_match(desk: Any) -> None:
    root = of_single_players(desk, NINE[:4], rounds=1)
    draw(desk, root)
    (match,) = of_round(desk, root, 1)
    play(desk, match["id"], winner=0)
    runner.drain()
    winners = {row["team"] for row in desk.get(f"{root}/standings/").json()["rows"][:2]}
    assert winners == set(match["sides"][0]["teams"])
    correction = {"outcome": "walkover", "winner": 1}
    address = f"/api/v1/matches/{match['id']}/corrections/"
    assert desk.post(f"{address}preview/", correction).status_code == 200
    assert desk.post(address, correction | {"reason": "scambiati"}).status_code == 201
    runner.drain()
    winners = {row["team"] for row in desk.get(f"{root}/standings/").json()["rows"][:2]}
    assert winners == set(match["sides"][1]["teams"])
    assert verify_tournament(Tournament.objects.get()).faults == []


def test_seats_of_a_table_alternate_between_two_pairs(desk: Any) -> None:
    """Seats 0 and 2 are partners, as are seats 1 and 3."""
    root = of_single_players(desk, NINE[:4])
    draw(desk, root)
    (match,) = of_round(desk, root, 1)
    seats = Match.objects.get(pk=match["id"]).slots.order_by("side").values_list("side", "team_id")
    teams = [team for side in match["sides"] for team in side["teams"]]
    assert [str(team) for _seat, team in sorted(seats, key=lambda each: (each[0] % 2, each[0]))] == teams
    assert match["sides"][0]["from"].startswith("seed 1, seed ")


def test_pair_cannot_enter_an_individual_tournament(desk: Any) -> None:
    slug = set_up(desk, {"format": "individual"}).json()["slug"]
    pair = {"players": [{"name": "Ada Fois"}, {"name": "Bore Sanna"}]}
    refused = desk.post(f"{ROOT}/{slug}/teams/", [pair])
    assert (refused.status_code, places(refused)) == (400, {"/0/players": "team_size"})
    assert refused.json()["problems"][0]["message"] == "Everybody enters alone here: write one player."


@pytest.mark.parametrize("card_game", ["duel", "alone"])
def test_individual_format_is_refused_for_a_card_game_without_partners(desk: Any, card_game: str) -> None:
    refused = set_up(desk, {"format": "individual"}, card_game=card_game)
    assert (refused.status_code, places(refused)) == (400, {"/stages/0/format": "format_sides"})
    assert "gives everybody a partner" in refused.json()["problems"][0]["message"]
    assert "individual" not in refused.json()["problems"][0]["message"]


def test_stage_of_pairs_cannot_follow_an_individual_stage(desk: Any) -> None:
    refused = set_up(desk, {"format": "individual"}, {"format": "knockout"})
    assert (refused.status_code, places(refused)) == (400, {"/stages/1/format": "partners_differ"})
    assert Stage.objects.count() == 0


def test_individual_format_cannot_be_changed_after_a_player_has_entered(desk: Any) -> None:
    tournament = builders.a_tournament(teams=0, owner=builders.an_organiser())
    address = f"{ROOT}/{tournament.slug}/stages/1/"
    assert desk.patch(address, {"format": "individual", "options": {}}).status_code == 200
    tournament.refresh_from_db()
    assert tournament.partners == 2
    player = {"players": [{"name": "Ada Fois"}]}
    assert desk.post(f"{ROOT}/{tournament.slug}/teams/", [player]).status_code == 201
    refused = desk.patch(address, {"format": "knockout", "options": {}})
    assert (refused.status_code, refused.json()["code"]) == (409, "partners_entered")
    tournament.refresh_from_db()
    assert (tournament.partners, tournament.stages.get().format) == (2, "individual")
