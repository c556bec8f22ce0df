"""The rules of a stage beside those of the house: the same or not, taken again, and left alone once drawn."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, draw, first_stage
from tests.forms import filled
from tournaments.house_rules.selectors import house_rules_now
from tournaments.house_rules.services import HouseSetup, save_house_rules
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
OURS = HouseSetup({"targets": [35]}, ("point_difference", "lot"), {"win": 3}, {"published winner": "stays"})


@pytest.fixture
def desk_page(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def save(setup: HouseSetup = OURS) -> None:
    game = CARD_GAMES["mariglia"]
    version = house_rules_now(game).version
    save_house_rules(game, setup, version=version, author=Author(an_organiser().pk), at=timezone.now())


def page(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_rules", args=[tournament.slug])
    return client.post(where, sent) if sent else client.get(where)


def test_a_stage_made_by_the_house_says_so(desk_page: Client) -> None:
    save()
    assert page(desk_page, a_tournament()).context["by_house"]


def test_house_rules_saved_later_leave_a_stage_which_then_differs(desk_page: Client) -> None:
    tournament = a_tournament()
    assert page(desk_page, tournament).context["by_house"]
    save()
    assert not page(desk_page, tournament).context["by_house"]
    assert first_stage(tournament).tie_breaks[0] == "direct"


def test_the_rules_of_the_house_are_taken_again(desk_page: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    save()
    assert page(desk_page, tournament, part="house").status_code == 302
    stage = first_stage(tournament)
    assert (stage.profile["targets"], stage.tie_breaks) == ([35], ["point_difference", "lot"])
    assert (stage.match_points["win"], stage.corrections) == (3, {"published winner": "stays"})
    assert stage.options["third_place"]
    assert page(desk_page, tournament).context["by_house"]


def test_a_drawn_stage_does_not_move(desk_page: Client) -> None:
    tournament = a_tournament(teams=4)
    draw(tournament)
    before = first_stage(tournament).tie_breaks
    save()
    answer = desk_page.post(reverse("desk_rules", args=[tournament.slug]), {"part": "house"}, follow=True)
    assert any("sorteggiata" in str(each) for each in answer.context["messages"])
    assert first_stage(tournament).tie_breaks == before
    assert b'value="house"' not in page(desk_page, tournament).content


def test_tie_breaks_points_and_questions_of_a_stage_are_set_on_its_page(desk_page: Client) -> None:
    tournament = a_tournament(form="swiss")
    sent = filled(page(desk_page, tournament).context["form"])
    moved = page(desk_page, tournament, **sent | {"part": "rules", "move": "up game_difference"})
    assert moved.status_code == 200
    assert first_stage(tournament).tie_breaks[0] == "direct"
    sent = filled(moved.context["form"]) | {"win": "2", "published": "decide"}
    assert page(desk_page, tournament, **sent | {"part": "rules"}).status_code == 302
    stage = first_stage(tournament)
    assert (stage.tie_breaks[0], stage.match_points["win"]) == ("game_difference", 2)
    assert stage.corrections["published tie"] == "decide"


def test_a_stage_that_is_added_is_played_by_the_house(desk_page: Client) -> None:
    tournament = a_tournament(form="swiss")
    save()
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "add", "format": "knockout"}).status_code == 302
    stage = tournament.stages.get(number=2)
    assert (stage.tie_breaks, stage.match_points["win"]) == (["point_difference", "lot"], 3)
    assert stage.corrections == {"published winner": "stays"}


def test_another_format_keeps_what_a_match_is_worth(desk_page: Client) -> None:
    save()
    tournament = a_tournament(form="swiss")
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "format", "format": "round_robin"}).status_code == 302
    stage = first_stage(tournament)
    assert (stage.format, stage.match_points["win"], stage.corrections) == (
        "round_robin", 3, {"published winner": "stays"}
    )  # fmt: skip


def test_the_same_format_chosen_again_keeps_its_options(desk_page: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "format", "format": "knockout"}).status_code == 302
    assert first_stage(tournament).options["third_place"] is True


def test_another_format_takes_no_corrections_of_the_house(desk_page: Client) -> None:
    tournament = a_tournament(form="swiss")
    save()
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "format", "format": "round_robin"}).status_code == 302
    stage = first_stage(tournament)
    assert (stage.format, stage.corrections) == ("round_robin", {})
