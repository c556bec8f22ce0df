"""Stages with options that no longer exist can be read and verified, and keep their digests."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.builders import a_tournament, draw, drawn_tournament, first_stage, play_out
from tests.forms import filled
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import Slot, Stage, Tournament

pytestmark = pytest.mark.django_db


def test_removed_option_with_its_default_value_does_not_change_the_digest() -> None:
    """COP-2, COM-7: Cinquecento had an option to count covered marriages, which was true by default."""
    tournament = drawn_tournament(4, card_game="cinquecento", profile={"copri": True})
    before = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    stage = first_stage(tournament)
    stage.profile = {**stage.profile, "copri_counts": True}
    stage.save()
    after = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    assert (after.faults, after.digest) == ([], before.digest)
    stage.profile = {**stage.profile, "copri_counts": False}
    stage.save()
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).digest != before.digest


GROUP = {"groups": 1, "advance": 1}


def with_former_turns(teams: int, **more: Any) -> Tournament:
    """Return a tournament with a group stage whose former option selects the circle method."""
    tournament = a_tournament(teams=teams, form="groups", options=GROUP, **more)
    stage = first_stage(tournament)
    Stage.objects.filter(pk=stage.pk).update(options={**stage.options, "turns": "seeds_last"})
    return tournament


def seats(tournament: Tournament) -> dict[int | None, str]:
    """Return the sides of each seed in all rounds as text: F for the first side, S for the second."""
    sides: dict[int | None, str] = {}
    slots = Slot.objects.filter(match__tournament=tournament).order_by("match__round")
    for seed, side in slots.values_list("team__seed", "side"):
        sides[seed] = sides.get(seed, "") + "FS"[side]
    return sides


def test_new_draw_of_groups_gives_no_team_the_same_side_four_times_in_a_row() -> None:
    sides = seats(drawn_tournament(12, form="groups", options=GROUP, tables=8))
    assert not [each for each in sides.values() if re.search("F{4}|S{4}", each)]


def test_stage_with_the_former_turns_option_keeps_its_seats_and_digest() -> None:
    tournament = with_former_turns(6)
    draw(tournament)
    play_out(tournament)
    before = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    assert before.faults == []
    stage = first_stage(tournament)
    Stage.objects.filter(pk=stage.pk).update(options={**stage.options, "turns": "strongest_last"})
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).digest == before.digest
    former = with_former_turns(12, name="Un altro", tables=8)
    draw(former)
    assert seats(former)[2] == "FFFFFSSSSSS"
    assert verify_tournament(Tournament.objects.get(pk=former.pk)).faults == []


def test_saving_the_rules_form_replaces_the_former_value_of_the_turns_option(client: Client) -> None:
    tournament = with_former_turns(6)
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "The strongest meet last" in client.get(f"/regia/{tournament.slug}/sorteggio/").text
    rules = f"/regia/{tournament.slug}/regole/"
    client.post(rules, {"part": "rules", **filled(client.get(rules).context["form"])})
    assert first_stage(tournament).options["turns"] == "strongest_last"
