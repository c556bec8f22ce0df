"""Tests that the bracket job updates later matches and the state of the stage after a correction."""

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match, play_out
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def correct(match: Match, correction: Correction) -> None:
    author = Author(match.tournament.owner_id)
    correct_match(match.pk, correction, "scritto al contrario", author=author, at=timezone.now())
    runner.drain()


def test_round_robin_match_can_be_annulled_after_later_matches_have_begun() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    for label in ("R1.1", "R1.2", "R2.1"):
        play_match(match_of(tournament, label))
    correct(match_of(tournament, "R1.1"), Correction(outcome="annulled"))
    stage = Stage.objects.get(tournament=tournament)
    assert stage.bracket_seq == stage.outcome_seq
    assert sorted(row.tally.played for row in standings_now(stage).rows) == [0, 1, 1, 2]
    assert match_of(tournament, "R2.2").state == "ready"
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults == []


def test_stage_is_over_once_a_reopened_match_of_an_early_round_has_ended() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    play_out(tournament)
    correct(match_of(tournament, "R1.1"), Correction(outcome="reopened"))
    assert Stage.objects.get(tournament=tournament).state == "playing"
    results.confirm_match(
        match_of(tournament, "R1.1").pk, author=Author(tournament.owner_id), at=timezone.now()
    )
    runner.drain()
    assert Stage.objects.get(tournament=tournament).state == "over"
    assert Tournament.objects.get(pk=tournament.pk).state == "over"


def test_stage_is_reopened_when_a_correction_turns_the_bye_of_the_final_into_a_match() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    author = Author(tournament.owner_id)
    results.award_walkover(match_of(tournament, "R1.2").pk, None, "assenti", author=author, at=timezone.now())
    runner.drain()
    assert Stage.objects.get(tournament=tournament).state == "over"
    correct(match_of(tournament, "R1.2"), Correction(outcome="walkover", winner=1))
    assert match_of(tournament, "R2.1").state == "ready"
    assert Stage.objects.get(tournament=tournament).state == "playing"
    assert Tournament.objects.get(pk=tournament.pk).state == "playing"
