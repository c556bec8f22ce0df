"""The desk page of the house rules: display, editing, saving, and conflicts between two editors."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from tests.builders import an_organiser
from tests.forms import filled
from tests.tiers import sampled
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS
from tournaments.house_rules.selectors import house_rules_now
from tournaments.models import ClubMove, HouseRules

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
EVERY_GAME = pytest.mark.parametrize("game", sampled(CARD_GAMES.values(), 3), ids=CARD_GAMES)


@pytest.fixture
def desk_page(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def where(key: str = "mariglia") -> str:
    return reverse("desk_house_game", args=[key])


def as_it_stands(client: Client, key: str = "mariglia") -> dict[str, str]:
    """Return the form data that a browser submits if the user changes nothing."""
    context = client.get(where(key)).context
    return filled(context["form"]) | {"version": str(context["version"])}


def test_card_games_are_listed_and_games_with_saved_rules_are_marked(desk_page: Client) -> None:
    desk_page.post(where(), as_it_stands(desk_page))
    games = desk_page.get(reverse("desk_house_rules")).context["games"]
    assert {game.key for game in games} == set(CARD_GAMES)
    assert [game.key for game in games if game.has_rules] == ["mariglia"]


@EVERY_GAME
def test_unchanged_form_of_every_game_saves_equal_rules(desk_page: Client, game: CardGame) -> None:
    before = house_rules_now(game)
    answer = desk_page.post(where(game.key), as_it_stands(desk_page, game.key))
    after = house_rules_now(game)
    assert (answer.status_code, after.version) == (302, 1)
    assert (after.profile, tuple(after.tie_breaks)) == (before.profile, tuple(before.tie_breaks))
    assert (after.match_points, after.corrections) == (before.match_points, before.corrections)


def test_match_points_use_the_italian_decimal_comma(desk_page: Client) -> None:
    italian = {"accept-language": "it"}
    page = desk_page.get(where(), headers=italian)
    assert not re.search(r'value="[0-9]+\.[0-9]+"', page.text)
    assert 'value="0,5"' in page.text
    sent = as_it_stands(desk_page) | {"level": "1,5", "win": "3", "move": "show"}
    before = example_points(page)
    assert example_points(desk_page.post(where(), sent, headers=italian)) != before
    del sent["move"]
    assert desk_page.post(where(), sent, headers=italian).status_code == 302
    assert house_rules_now(CARD_GAMES["mariglia"]).match_points["level"] == "3/2"
    assert 'value="1.5"' in desk_page.get(where(), headers={"accept-language": "en"}).text


def example_points(answer: Any) -> list[str]:
    return [row.points for row in answer.context["example"].rows]


def test_moving_a_tie_break_saves_nothing(desk_page: Client) -> None:
    sent = as_it_stands(desk_page) | {"move": "up game_difference", "win": "3"}
    answer = desk_page.post(where(), sent)
    form = answer.context["form"]
    assert answer.status_code == 200
    assert form.chain[:2] == ("game_difference", "direct")
    assert form["win"].value() == "3"
    assert not HouseRules.objects.exists()
    response = desk_page.post(where(), filled(form) | {"version": "0"})
    assert response.status_code == 302
    assert house_rules_now(CARD_GAMES["mariglia"]).tie_breaks[0] == "game_difference"


@pytest.mark.parametrize(
    ("move", "more", "chain"),
    [
        pytest.param("drop lot", {}, DEFAULT_TIE_BREAKS[:-1], id="taken away"),
        pytest.param("add", {"added": "buchholz"}, (*DEFAULT_TIE_BREAKS, "buchholz"), id="added"),
        pytest.param("add", {"added": "nonsense"}, DEFAULT_TIE_BREAKS, id="none is added"),
        pytest.param("up nonsense", {}, DEFAULT_TIE_BREAKS, id="none is moved"),
        pytest.param("up direct", {}, DEFAULT_TIE_BREAKS, id="the first stays"),
    ],
)
def test_tie_break_is_removed_and_added_again(
    desk_page: Client, move: str, more: dict[str, str], chain: tuple[str, ...]
) -> None:
    answer = desk_page.post(where(), as_it_stands(desk_page) | more | {"move": move})
    assert answer.context["form"].chain == tuple(chain)


def test_worked_example_shows_the_effect_of_form_values_that_are_not_saved_yet(desk_page: Client) -> None:
    first = desk_page.get(where()).context["example"]
    turned = desk_page.post(
        where(), as_it_stands(desk_page) | {"tie_breaks": "point_difference", "move": "x"}
    )
    assert first.rows[0].name == "Canu – Tola"
    assert "+4" in first.because
    assert turned.context["example"].rows[0].name == "Piras – Sanna"
    assert "+61" in turned.context["example"].because


@pytest.mark.parametrize(("key", "words"), [("mariglia", "ci sarebbero"), ("manni", "ci sarebbe ")])
def test_example_is_worded_in_the_singular_for_players_and_in_the_plural_for_pairs(
    desk_page: Client, key: str, words: str
) -> None:
    assert words in desk_page.get(where(key)).context["example"].instead


def test_second_of_two_simultaneous_saves_is_refused_and_the_input_is_kept(desk_page: Client) -> None:
    sent = as_it_stands(desk_page)
    desk_page.post(where(), sent | {"win": "2"})
    answer = desk_page.post(where(), sent | {"win": "3"})
    assert answer.status_code == 409
    assert answer.context["form"]["win"].value() == "3"
    assert house_rules_now(CARD_GAMES["mariglia"]).match_points["win"] == 2


def test_half_match_points_are_saved_and_quarter_match_points_are_refused(desk_page: Client) -> None:
    sent = as_it_stands(desk_page)
    assert desk_page.post(where(), sent | {"win": "2", "level": "1.5"}).status_code == 302
    assert house_rules_now(CARD_GAMES["mariglia"]).match_points["level"] == "3/2"
    for wrong in ("0.75", "-1", "101", "1e3", "NaN", "x"):
        assert desk_page.post(where(), sent | {"version": "1", "level": wrong}).status_code == 400


def test_ten_match_points_for_a_win_are_saved(desk_page: Client) -> None:
    assert desk_page.post(where(), as_it_stands(desk_page) | {"win": "10"}).status_code == 302
    assert house_rules_now(CARD_GAMES["mariglia"]).match_points["win"] == 10


def test_answers_to_the_four_questions_about_corrections_are_saved_as_a_correction_policy(
    desk_page: Client,
) -> None:
    sent = as_it_stands(desk_page) | {"published": "stays", "started": "decide", "started_score": "moves"}
    assert desk_page.post(where(), sent).status_code == 302
    assert house_rules_now(CARD_GAMES["mariglia"]).corrections == {
        "published winner": "stays", "published score": "stays", "published tie": "stays",
        "started winner": "decide", "started score": "moves", "started tie": "decide",
    }  # fmt: skip
    again = as_it_stands(desk_page)
    assert (again["published"], again["started_winner"]) == ("stays", "decide")


def test_correction_policy_that_changes_started_matches_is_refused(desk_page: Client) -> None:
    sent = as_it_stands(desk_page) | {"started": "moves"}
    assert desk_page.post(where(), sent).status_code == 400


def test_card_game_ranked_by_net_score_has_no_fields_for_match_points(desk_page: Client) -> None:
    page: Any = desk_page.get(where("manni"))
    assert page.context["form"].match_worth() == []
    assert page.context["example"].by_net


def test_each_change_of_the_house_rules_is_recorded_once_in_the_club_journal(desk_page: Client) -> None:
    desk_page.post(where(), as_it_stands(desk_page) | {"win": "2"})
    desk_page.post(where(), as_it_stands(desk_page))
    line = ClubMove.objects.get(kind="house_rules_set")
    assert (line.body["card_game"], line.body["version"], line.body["match_points"]["win"]) == (
        "mariglia",
        1,
        2,
    )


def test_only_organisers_can_open_the_house_rules_page(client: Client) -> None:
    assert client.get(where()).status_code == 302
    client.force_login(an_organiser("direttore", staff=False))
    assert client.get(where()).status_code == 404
    client.force_login(an_organiser())
    assert client.get(where("bridge")).status_code == 404


def test_house_rules_page_uses_six_queries(desk_page: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(6):
        desk_page.get(where())
