"""Tests of the rules form of a stage: presets and options of every card game, and the lock after the draw."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from tests.builders import a_tournament, an_organiser, drawn_tournament, first_stage
from tests.forms import as_shown, filled, seating
from tests.tiers import sampled
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def at_home(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def rules(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_rules", args=[tournament.slug])
    return client.post(where, sent) if sent else client.get(where)


def as_they_stand(client: Client, tournament: Tournament) -> dict[str, str]:
    """Return the field values that a browser submits if the rules form is not changed."""
    return filled(rules(client, tournament).context["form"])


def test_rules_submitted_unchanged_are_kept(client: Client) -> None:
    tournament = a_tournament()
    at_home(client)
    before = first_stage(tournament).profile
    answer = rules(client, tournament, part="rules", **as_they_stand(client, tournament))
    assert answer.status_code == 302
    assert first_stage(tournament).profile == before


EVERY_GAME = pytest.mark.parametrize("game", sampled(CARD_GAMES.values(), 3), ids=CARD_GAMES)


@EVERY_GAME
def test_rules_of_every_card_game_submitted_unchanged_are_kept(client: Client, game: CardGame) -> None:
    tournament = a_tournament(card_game=game.key, form=seating(game.sides))
    at_home(client)
    before = first_stage(tournament).profile
    answer = rules(client, tournament, part="rules", **as_they_stand(client, tournament))
    assert answer.status_code == 302
    assert first_stage(tournament).profile == before


OTHERWISE = [
    pytest.param("maniglia_auction", {"preset": "players_5"}, {"players": 5, "deals": 15}, id="deals follow"),
    pytest.param("maniglia_auction", {"deals": "24"}, {"players": 4, "deals": 24}, id="own deals"),
    pytest.param("manni", {"preset": "own", "length": "30"}, {"length": 30, "tie": "shared"}, id="a number"),
    pytest.param("manni", {"preset": "9", "length": "30"}, {"length": 9}, id="the preset counts"),
    pytest.param("marianna", {"values": "[20, 40, 60, 80]"}, {"values": [20, 40, 60, 80]}, id="a list"),
    pytest.param("mariagio", {"preset": "200_captured"}, {"captured": True}, id="a preset with a switch"),
]


@pytest.mark.parametrize(("key", "sent", "played_by"), OTHERWISE)
def test_options_of_a_card_game_are_saved(
    client: Client, key: str, sent: dict[str, str], played_by: dict[str, object]
) -> None:
    tournament = a_tournament(card_game=key, form=seating(CARD_GAMES[key].sides))
    at_home(client)
    answer = rules(client, tournament, part="rules", **{**as_they_stand(client, tournament), **sent})
    assert answer.status_code == 302
    assert first_stage(tournament).profile.items() >= played_by.items()


CHANGED = [
    pytest.param({"preset": "70"}, "targets", [70], id="a preset"),
    pytest.param({"preset": "own", "targets": "40, 40, 50"}, "targets", [40, 40, 50], id="own targets"),
    pytest.param({"court_order": "queen_high"}, "court_order", "queen_high", id="the order of the courts"),
]


@pytest.mark.parametrize(("sent", "key", "value"), CHANGED)
def test_rules_are_changed_before_the_draw(
    client: Client, sent: dict[str, str], key: str, value: object
) -> None:
    tournament = a_tournament()
    at_home(client)
    answer = rules(client, tournament, part="rules", **{**as_they_stand(client, tournament), **sent})
    assert answer.status_code == 302
    assert first_stage(tournament).profile[key] == value


WRONG = [
    pytest.param({"preset": "own", "targets": "35, 35"}, "targets", id="two games"),
    pytest.param({"preset": "own", "targets": "5"}, "targets", id="a target too low"),
    pytest.param({"preset": "own", "targets": "trentacinque"}, "targets", id="a target in letters"),
    pytest.param(
        {"pack": "latin", "court_order": "queen_high"}, "court_order", id="courts that are not in the pack"
    ),
]


@pytest.mark.parametrize(("sent", "field"), WRONG)
def test_contradictory_rules_are_refused_with_an_error_beside_the_field(
    client: Client, sent: dict[str, str], field: str
) -> None:
    tournament = a_tournament()
    at_home(client)
    answer = rules(client, tournament, part="rules", **{**as_they_stand(client, tournament), **sent})
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert {name: answer.context["form"][name].value() for name in sent} == sent


def test_third_place_match_is_switched_off(client: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    at_home(client)
    sent = as_they_stand(client, tournament)
    del sent["stage_third_place"]
    rules(client, tournament, part="rules", **sent)
    assert first_stage(tournament).options["third_place"] is False


def test_rules_of_a_stage_cannot_be_changed_after_its_draw(client: Client) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    response = rules(client, tournament)
    assert response.context["settled"]
    assert all(field.disabled for field in response.context["form"].fields.values())
    answer = rules(client, tournament, part="rules", preset="70", targets="")
    assert answer.status_code in (400, 409)
    assert first_stage(tournament).profile["targets"] == [35, 35, 45]


def test_name_start_time_and_tables_can_be_changed_after_the_draw(client: Client) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    sent = {"part": "about", "name": "Altro nome", "tables": "8", "starts_at": "", "correction_minutes": "45"}
    assert rules(client, tournament, **sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.tables, tournament.correction_minutes) == ("Altro nome", 8, 45)
    assert rules(client, tournament, **{**sent, "tables": "0"}).status_code == 400


def test_change_of_preset_replaces_the_defaults_of_the_previous_preset(client: Client) -> None:
    three = a_tournament(card_game="maniglia_auction", form="table_rounds", profile={"players": 3})
    assert first_stage(three).profile["deals"] == 9
    at_home(client)
    answer = rules(client, three, part="rules", **as_they_stand(client, three) | {"preset": "players_5"})
    assert answer.status_code == 302
    assert first_stage(three).profile["deals"] == 15


STARTS = [
    pytest.param("2026-11-21T20:30:15.25+01:00", id="seconds and parts of them"),
    pytest.param("2026-10-25T02:10:00+02:00", id="the first of two hours"),
    pytest.param("2026-10-25T02:10:00+01:00", id="the second of two hours"),
    pytest.param("2026-03-29T03:10:00+02:00", id="after the hour that does not exist"),
]


@pytest.mark.parametrize("start", STARTS)
def test_rules_form_keeps_the_start_time_when_only_the_tables_change(client: Client, start: str) -> None:
    tournament = a_tournament(starts_at=datetime.fromisoformat(start))
    at_home(client)
    sent = as_shown(rules(client, tournament).context["about"])
    answer = rules(client, tournament, part="about", **{**sent, "tables": "7"})
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.tables, tournament.starts_at) == (7, datetime.fromisoformat(start))


def test_rules_form_changes_and_clears_the_start_time_when_it_is_edited(client: Client) -> None:
    tournament = a_tournament(starts_at=datetime(2026, 11, 21, 19, 30, 15, tzinfo=UTC))
    at_home(client)
    sent = as_shown(rules(client, tournament).context["about"])
    rules(client, tournament, part="about", **{**sent, "starts_at": "2026-11-21T20:31"})
    tournament.refresh_from_db()
    assert tournament.starts_at == datetime(2026, 11, 21, 19, 31, tzinfo=UTC)
    rules(client, tournament, part="about", **{**sent, "starts_at": ""})
    tournament.refresh_from_db()
    assert tournament.starts_at is None
