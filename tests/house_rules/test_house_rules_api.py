"""The API of a club's house rules: reading and saving them, and their use in new tournaments."""

from typing import Any

import pytest

from scoring.games import CARD_GAMES
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS
from tournaments.house_rules.selectors import house_rules_now, is_by_house_rules
from tournaments.models import ClubMove, HouseRules, Stage

pytestmark = pytest.mark.django_db
WHERE = "/api/v1/house-rules/mariglia/"
RULES: dict[str, Any] = {
    "profile": {"targets": [35], "deal_style": "three"},
    "tie_breaks": ["point_difference", "direct", "lot"],
    "match_points": {"win": 2, "level": 1, "loss": 0, "bye": 2},
    "corrections": {"published winner": "stays"},
}
TOURNAMENT: dict[str, Any] = {"name": "Sera", "card_game": "mariglia", "stages": [{"format": "swiss"}]}


def saved(desk: Any, **more: Any) -> Any:
    return desk.put(WHERE, {key: value for key, value in {**RULES, **more}.items() if value is not None})


@pytest.fixture(autouse=True)
def an_option_that_is_there() -> None:
    """Change the deal style in `RULES` from its default to another choice."""
    option = CARD_GAMES["mariglia"].options_by_key["deal_style"]
    RULES["profile"]["deal_style"] = next(word for word in option.choices if word != option.default)


def test_house_rules_that_were_never_saved_are_the_defaults(desk: Any) -> None:
    answer = desk.get(WHERE)
    assert (answer.json()["version"], answer["ETag"]) == (0, '"0"')
    assert answer.json()["tie_breaks"] == list(DEFAULT_TIE_BREAKS)
    assert answer.json()["match_points"] == {"win": 1, "level": "1/2", "loss": 0, "bye": 1}
    assert answer.json()["corrections"] == {}


def test_house_rules_are_saved_and_read_back(desk: Any) -> None:
    answer = saved(desk)
    assert (answer.status_code, answer.json()["version"]) == (200, 1)
    assert answer.json() == desk.get(WHERE).json()
    assert answer.json()["tie_breaks"] == RULES["tie_breaks"]
    assert answer.json()["profile"]["targets"] == [35]


def test_house_rules_response_can_be_sent_back_as_a_request(desk: Any) -> None:
    saved(desk)
    rules = desk.get(WHERE).json() | {"tie_breaks": ["wins"]}
    assert desk.put(WHERE, rules).json()["version"] == 2
    for key in CARD_GAMES:
        where = f"/api/v1/house-rules/{key}/"
        assert desk.put(where, desk.get(where).json()).status_code == 200


def test_saving_unchanged_house_rules_changes_nothing(desk: Any) -> None:
    saved(desk)
    assert saved(desk).json()["version"] == 1
    assert ClubMove.objects.filter(kind="house_rules_set").count() == 1


def test_house_rules_with_an_outdated_version_are_refused(desk: Any) -> None:
    saved(desk)
    late = saved(desk, tie_breaks=["wins"], version=0)
    assert (late.status_code, late.json()["code"]) == (409, "house_rules_changed")
    assert saved(desk, tie_breaks=["wins"], version=1).json()["version"] == 2
    by_header = desk.put(WHERE, RULES, headers={"If-Match": '"2"'})
    assert (by_header.status_code, by_header.json()["version"]) == (200, 3)


def test_house_rules_sent_without_a_version_overwrite_any_version(desk: Any) -> None:
    saved(desk)
    assert saved(desk, tie_breaks=["wins"]).json()["version"] == 2


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"tie_breaks": ["coin"]}, "/tie_breaks/0", "unknown_tie_break"),
        ({"tie_breaks": ["lot", "lot"]}, "/tie_breaks/1", "tie_break_twice"),
        ({"match_points": {"win": 0.3}}, "/match_points/win", "bad_match_points"),
        ({"match_points": {"win": 0}}, "/match_points/win", "bad_match_points"),
        ({"match_points": {"win": 1, "level": 2}}, "/match_points/win", "bad_match_points"),
        ({"match_points": {"win": 3, "level": 0, "loss": 1}}, "/match_points/win", "bad_match_points"),
        ({"match_points": {"draw": 1}}, "/match_points", "unknown_match_points"),
        (
            {"corrections": {"started winner": "moves"}},
            "/corrections/started winner",
            "correction_moves_played",
        ),
        ({"corrections": {"soon": "stays"}}, "/corrections/soon", "unknown_correction"),
        ({"profile": {"jokers": 2}}, "/profile/jokers", "unknown_option"),
        ({"prizes": 1}, "/prizes", "unknown_field"),
        ({"version": -1}, "/version", "min_value"),
    ],
)
def test_api_error_for_invalid_house_rules_names_the_field(
    desk: Any, change: Any, where: str, code: str
) -> None:
    answer = saved(desk, **change)
    assert answer.status_code == 400
    assert {problem["where"]: problem["code"] for problem in answer.json()["problems"]}[where] == code
    assert not HouseRules.objects.exists()


def test_card_game_ranked_by_net_score_has_no_match_points(desk: Any) -> None:
    where = "/api/v1/house-rules/manni/"
    assert desk.get(where).json()["match_points"] == {}
    refused = desk.put(where, {"match_points": {"win": 2}})
    assert {each["code"] for each in refused.json()["problems"]} == {"match_points_by_net"}
    assert desk.put(where, {"tie_breaks": ["wins"]}).json()["match_points"] == {}


def test_house_rules_of_an_unknown_game_return_404(desk: Any) -> None:
    assert desk.get("/api/v1/house-rules/bridge/").status_code == 404


def test_new_tournament_gets_the_house_rules(desk: Any) -> None:
    saved(desk)
    tournament = desk.post("/api/v1/tournaments/", TOURNAMENT).json()
    stage = tournament["stages"][0]
    assert tournament["profile"]["targets"] == stage["profile"]["targets"] == [35]
    assert stage["profile"]["deal_style"] == RULES["profile"]["deal_style"]
    assert {key: stage[key] for key in ("tie_breaks", "match_points", "corrections")} == {
        key: RULES[key] for key in ("tie_breaks", "match_points", "corrections")
    }
    assert is_by_house_rules(Stage.objects.get(), house_rules_now(CARD_GAMES["mariglia"]))


def test_rules_in_the_request_override_the_house_rules(desk: Any) -> None:
    saved(desk)
    stage = {"format": "swiss", "tie_breaks": ["buchholz"], "match_points": {"win": 3}}
    tournament = desk.post(
        "/api/v1/tournaments/", TOURNAMENT | {"profile": {"targets": [35, 35, 45]}, "stages": [stage]}
    ).json()
    assert tournament["profile"]["targets"] == [35, 35, 45]
    assert tournament["profile"]["deal_style"] == RULES["profile"]["deal_style"]
    assert tournament["stages"][0]["tie_breaks"] == ["buchholz"]
    assert tournament["stages"][0]["match_points"] == {"win": 3, "level": 1, "loss": 0, "bye": 2}
    assert not is_by_house_rules(Stage.objects.get(), house_rules_now(CARD_GAMES["mariglia"]))


def test_default_correction_policy_in_the_request_overrides_the_house_rules(desk: Any) -> None:
    saved(desk)
    stages = [{"format": "swiss", "corrections": {}}, {"format": "knockout"}]
    tournament = desk.post("/api/v1/tournaments/", TOURNAMENT | {"stages": stages}).json()
    assert [stage["corrections"] for stage in tournament["stages"]] == [{}, RULES["corrections"]]


def test_copy_of_a_tournament_keeps_its_correction_policy(desk: Any) -> None:
    """The copy keeps even a default policy if the club has changed its house rules in the meantime."""
    tournament = desk.post("/api/v1/tournaments/", TOURNAMENT).json()
    saved(desk)
    again = desk.post(
        f"/api/v1/tournaments/{tournament['slug']}/again/", {"name": "Altra sera", "entrants": "none"}
    )
    assert again.json()["stages"][0]["corrections"] == {}


def test_existing_tournament_is_not_changed_by_new_house_rules(desk: Any) -> None:
    tournament = desk.post("/api/v1/tournaments/", TOURNAMENT).json()
    saved(desk)
    assert desk.get(f"/api/v1/tournaments/{tournament['slug']}/").json()["stages"] == tournament["stages"]


def test_house_rules_of_one_game_do_not_affect_other_games(desk: Any) -> None:
    saved(desk)
    tournament = desk.post("/api/v1/tournaments/", TOURNAMENT | {"card_game": "maniglia"}).json()
    assert tournament["stages"][0]["tie_breaks"] == list(DEFAULT_TIE_BREAKS)


def test_house_rule_incompatible_with_a_requested_option_is_dropped(desk: Any) -> None:
    game = CARD_GAMES["mariglia"]
    decks = [deck for deck in game.court_orders if deck[0] != game.pack.key]
    pack, order = decks[0]
    other = next(deck for deck in game.court_orders if deck[1] != order and deck[0] != pack)
    key = game.order_option[0]
    saved(desk, profile={"pack": pack, key: order})
    response = desk.post("/api/v1/tournaments/", TOURNAMENT | {"profile": {"pack": other[0], key: other[1]}})
    assert response.status_code == 201
    assert (response.json()["profile"]["pack"], response.json()["profile"][key]) == other


def test_house_rules_are_read_with_one_query(desk: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        desk.get(WHERE)
