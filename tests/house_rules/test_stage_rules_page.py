"""Tests of stage rules, which are copied from the house rules and cannot be changed after the draw."""

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
CLUB_RULES = HouseSetup(
    {"targets": [35]}, ("point_difference", "lot"), {"win": 3}, {"published winner": "stays"}
)


@pytest.fixture
def desk_page(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def save(setup: HouseSetup = CLUB_RULES) -> None:
    game = CARD_GAMES["mariglia"]
    version = house_rules_now(game).version
    save_house_rules(game, setup, version=version, author=Author(an_organiser().pk), at=timezone.now())


def page(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_rules", args=[tournament.slug])
    return client.post(where, sent) if sent else client.get(where)


def test_stage_whose_rules_equal_the_house_rules_is_marked(desk_page: Client) -> None:
    save()
    assert page(desk_page, a_tournament()).context["by_house"]


def test_stage_keeps_its_rules_when_the_house_rules_change(desk_page: Client) -> None:
    tournament = a_tournament()
    assert page(desk_page, tournament).context["by_house"]
    save()
    assert not page(desk_page, tournament).context["by_house"]
    assert first_stage(tournament).tie_breaks[0] == "direct"


def test_house_rules_can_be_copied_again_to_a_stage(desk_page: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    save()
    assert page(desk_page, tournament, part="house").status_code == 302
    stage = first_stage(tournament)
    assert (stage.profile["targets"], stage.tie_breaks) == ([35], ["point_difference", "lot"])
    assert (stage.match_points["win"], stage.corrections) == (3, {"published winner": "stays"})
    assert stage.options["third_place"]
    assert page(desk_page, tournament).context["by_house"]


def test_house_rules_cannot_be_copied_to_a_stage_after_its_draw(desk_page: Client) -> None:
    tournament = a_tournament(teams=4)
    draw(tournament)
    before = first_stage(tournament).tie_breaks
    save()
    answer = desk_page.post(reverse("desk_rules", args=[tournament.slug]), {"part": "house"}, follow=True)
    assert any("sorteggiata" in str(each) for each in answer.context["messages"])
    assert first_stage(tournament).tie_breaks == before
    assert b'value="house"' not in page(desk_page, tournament).content


def test_tie_breaks_points_and_corrections_of_a_stage_are_edited(desk_page: Client) -> None:
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


def test_added_stage_gets_the_house_rules(desk_page: Client) -> None:
    tournament = a_tournament(form="swiss")
    save()
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "add", "format": "knockout"}).status_code == 302
    stage = tournament.stages.get(number=2)
    assert (stage.tie_breaks, stage.match_points["win"]) == (["point_difference", "lot"], 3)
    assert stage.corrections == {"published winner": "stays"}


def test_stage_with_a_changed_format_keeps_its_match_points(desk_page: Client) -> None:
    save()
    tournament = a_tournament(form="swiss")
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "format", "format": "round_robin"}).status_code == 302
    stage = first_stage(tournament)
    assert (stage.format, stage.match_points["win"], stage.corrections) == (
        "round_robin", 3, {"published winner": "stays"}
    )  # fmt: skip


def test_stage_keeps_its_options_when_the_same_format_is_chosen_again(desk_page: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "format", "format": "knockout"}).status_code == 302
    assert first_stage(tournament).options["third_place"] is True


def test_stage_with_a_changed_format_gets_the_default_correction_policy(desk_page: Client) -> None:
    tournament = a_tournament(form="swiss")
    save()
    where = reverse("desk_stages", args=[tournament.slug])
    assert desk_page.post(where, {"part": "format", "format": "round_robin"}).status_code == 302
    stage = first_stage(tournament)
    assert (stage.format, stage.corrections) == ("round_robin", {})
