"""Random corrections, reopenings and decisions, compared with a reference model after every action.

`make corrections` makes two thousand random runs; the message of a failure contains the seed of the run.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from scoring.types import NotNow
from tests.builders import a_tournament, first_stage, sheet_log
from tests.campaign.brackets import NOBODY, UNKNOWN, Bracket, Source
from tests.campaign.standing import End, Standing
from tests.tiers import sampled
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.matches.services import results
from tournaments.models import Match, Slot, Tournament
from tournaments.queue import runner
from tournaments.stages.selectors.stage_facts import can_pair
from tournaments.stages.services import next_round
from tournaments.standings.selectors import standings_now

RUNS = int(os.environ.get("CORRECTIONS", "10"))
SEED = 20261121
PARTS, ACTS = 2, 7
FORMATS: list[tuple[str, dict[str, Any]]] = [
    ("knockout", {}),
    ("knockout", {"third_place": True}),
    ("knockout", {"placing": True}),
    ("round_robin", {}),
    ("swiss", {"rounds": 3}),
]
WITHOUT_PLAY = ("walkover", "withdrawal", "disqualification")
TO_NOBODY = ("double_walkover", "double_disqualification")

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.timeout(120 + 3 * RUNS)]


class Run:
    """A tournament and its reference model; every action is applied to both, and then both are compared."""

    def __init__(self, seed: int, correct: Callable[..., Any] = correct_match) -> None:
        self.random = Random(seed)
        self.act_of_correction = correct
        self.history: list[str] = []
        form, options = self.random.choice(FORMATS)
        teams = self.random.randint(4, 9)
        lines, bracket = list(range(1, teams + 1)), Bracket() if form == "knockout" else None
        self.model = Standing(form, options, lines, seats=2, bracket=bracket)
        self.tournament = a_tournament(
            teams=teams, form=form, options=options, tables=8, profile={"targets": [35]}
        )
        self.author = Author(self.tournament.owner_id)
        self.note(form, options, teams)
        draw_stage(first_stage(self.tournament), by="seeds", author=self.author, at=timezone.now())
        self.settle()

    def note(self, *words: object) -> None:
        self.history.append(" ".join(map(str, words)))

    def settle(self) -> None:
        """Run the jobs, add new matches to the reference model, and compare it with the tournament."""
        runner.drain()
        self.learn()
        self.compare()

    def learn(self) -> None:
        """Add new matches to the reference model, each with the sources of its two entrants."""
        stage = first_stage(self.tournament)
        lines = self.lines()
        for match in stage.matches.exclude(label__in=self.model.sources).order_by("round", "number"):
            slots = match.slots.select_related("source_match").order_by("side")
            self.model.sources[match.label] = [_source(slot, lines) for slot in slots]

    def lines(self) -> list[int]:
        numbers = {str(team.pk): team.number for team in self.tournament.teams.all()}
        stage = first_stage(self.tournament)
        newest = stage.paired_rounds.order_by("-round").first()
        standing = newest or stage.draws.order_by("-version").first()
        return [numbers[line] for line in standing.lines] if standing else []

    def compare(self) -> None:
        history = "\n".join(self.history)
        rows = Match.objects.filter(tournament=self.tournament).prefetch_related("slots__team")
        states = self.model.states()
        for match in rows:
            sides = [_standing(slot) for slot in match.slots.all()]
            assert (match.label, sides, match.state) == (match.label, *states[match.label]), history

    def verify(self) -> None:
        """Check that the tournament verifies and that each entrant has as many wins as in the model."""
        history = "\n".join(self.history)
        won = {row.entrant: row.tally.won for row in standings_now(first_stage(self.tournament)).rows}
        numbers = {str(team.pk): team.number for team in self.tournament.teams.all()}
        counted = {numbers[entrant]: count for entrant, count in won.items() if count}
        assert counted == won_in(self.model), history
        assert verify_tournament(Tournament.objects.get(pk=self.tournament.pk)).faults == [], history

    def act(self) -> None:
        """Do a random action, then compare the tournament with the reference model."""
        kinds = [self.begin, self.play, self.give, self.correct, self.correct, self.next_round]
        self.random.choice(kinds)()
        self.settle()

    def any_match(self, *states: str) -> Match | None:
        matches = Match.objects.filter(tournament=self.tournament, state__in=states)
        labels = sorted(matches.values_list("label", flat=True))
        if not labels:
            return None
        rows = Match.objects.select_related("sheet", "stage", "tournament")
        return rows.get(tournament=self.tournament, label=self.random.choice(labels))

    def begin(self) -> None:
        """Record a first hand that does not decide the match."""
        match = self.any_match("ready")
        if match is None:
            return
        self.note("begin", match.label)
        hand = {"dealer": 0, "trionfo": "2C", "card_points": [40, 30]}
        results.write_hand(match.pk, (1, 1), hand, author=self.author, at=timezone.now())
        self.model.hands.add(match.label)

    def play(self) -> None:
        """Play a match to its end and confirm it; hands recorded before are kept."""
        match = self.any_match("ready", "playing")
        if match is None:
            return
        winner = self.random.randrange(2)
        self.note("play", match.label, winner)
        place, version = _last_hand(match)
        if match.sheet.summary.get("over"):
            hand = won_by(winner, place)
            results.write_hand(match.pk, place, hand, author=self.author, at=timezone.now(), based_on=version)
        else:
            following = (1, place[1] + 1)
            hand = won_by(winner, following)
            results.write_hand(match.pk, following, hand, author=self.author, at=timezone.now())
        results.confirm_match(match.pk, author=self.author, at=timezone.now())
        self.model.play(match.label, End("result", winner))

    def give(self) -> None:
        """Award a match to one side or to nobody."""
        match = self.any_match("ready")
        if match is None:
            return
        winner = self.random.choice([0, 1, None])
        self.note("give", match.label, winner)
        results.award_walkover(match.pk, winner, "assenti", author=self.author, at=timezone.now())
        self.model.play(match.label, End("walkover" if winner is not None else "double_walkover", winner))

    def correct(self) -> None:
        """Correct a confirmed result: change hands, set another outcome, or reopen the match."""
        match = self.any_match("confirmed", "walkover")
        if match is None:
            return
        ending, correction = self.any_correction(match)
        self.note("correct", match.label, ending, "stays" if correction.stays else "")
        expected = self.model.correct(match.label, ending, stays=correction.stays)
        assert self.correct_for_real(match, correction) == expected, "\n".join(self.history)

    def correct_for_real(self, match: Match, correction: Correction) -> bool:
        """Correct the match; return False if the director must first decide whether its entrants stay."""
        at, history = timezone.now(), "\n".join(self.history)
        try:
            with transaction.atomic():
                self.act_of_correction(match.pk, correction, "scritto male", author=self.author, at=at)
        except NotNow as refusal:
            if refusal.code == "director_decides":
                return False
            raise AssertionError(history) from refusal
        except ValueError as error:
            raise AssertionError(history) from error
        return True

    def any_correction(self, match: Match) -> tuple[End | None, Correction]:
        stays = self.random.random() < 0.4
        place, version = _last_hand(match)
        kind = self.random.choice(["hands", "without play", "nobody", "reopened"])
        if kind == "hands" and match.sheet.summary.get("over"):
            winner = self.random.randrange(2)
            change = HandChange(place, version, won_by(winner, place, self.random.choice(["2C", "3C"])))
            return End("result", winner), Correction(hands=[change], stays=stays)
        if kind == "reopened":
            return None, Correction(outcome="reopened", stays=stays)
        if kind == "nobody":
            outcome = self.random.choice(TO_NOBODY)
            return End(outcome), Correction(outcome=outcome, stays=stays)
        outcome, winner = self.random.choice(WITHOUT_PLAY), self.random.randrange(2)
        return End(outcome, winner), Correction(outcome=outcome, winner=winner, stays=stays)

    def next_round(self) -> None:
        """Pair the next round if the current round is over and the format pairs rounds from results."""
        stage = first_stage(self.tournament)
        if can_pair(stage):
            self.note("next round")
            next_round(stage, author=self.author, at=timezone.now())


def won_in(model: Standing) -> dict[int, int]:
    """Return the number of matches that each entrant has won, not counting byes."""
    sides = model.fold()[0]
    winners = [sides[label][end.winner] for label, end in model.counts.items() if end.winner is not None]
    return {entrant: winners.count(entrant) for entrant in winners if isinstance(entrant, int)}


def won_by(winner: int, place: tuple[int, int], trionfo: str = "2C") -> dict[str, Any]:
    """Return a hand with so many points that side `winner` wins the game, regardless of the score so far."""
    dealer = (place[1] - 1) % 4
    return {"dealer": dealer, "trionfo": trionfo, "card_points": [70, 0] if winner == 0 else [0, 70]}


def _last_hand(match: Match) -> tuple[tuple[int, int], int]:
    """Return the position (game, number) and version of the last hand.

    If there is no hand, number and version are 0.
    """
    log = sheet_log(match.pk)
    place = log.last_place() or (1, 0)
    return place, log.hands[place].version if place in log.hands else 0


def _source(slot: Slot, lines: list[int]) -> Source:
    entrant = lines[slot.source_line - 1] if slot.source_line and slot.source_line <= len(lines) else None
    if slot.source in ("line", "after"):
        assert entrant is not None or slot.source == "line"
        return slot.source, entrant or NOBODY, slot.source_match.label if slot.source_match else ""
    assert slot.source_match
    return slot.source, 0, slot.source_match.label


def _standing(slot: Slot) -> int | str:
    if slot.team:
        return slot.team.number
    return NOBODY if slot.resolved else UNKNOWN


def run(seed: int, **more: Any) -> None:
    with transaction.atomic():
        running = Run(seed, **more)
        for _part in range(PARTS):
            for _act in range(ACTS):
                running.act()
            running.verify()
        transaction.set_rollback(True)


@pytest.mark.parametrize("seed", sampled(range(SEED, SEED + RUNS), 5))
def test_random_corrections_agree_with_the_reference_model(seed: int) -> None:
    run(seed)


def test_corrections_that_always_keep_the_entrants_disagree_with_the_reference_model() -> None:
    """Check that a run fails if every correction keeps the entrants without a decision of the director."""

    def ask_nobody(match_id: UUID, correction: Correction, *words: str, **more: Any) -> None:
        correct_match(match_id, replace(correction, stays=True), *words, **more)

    def many() -> None:
        for seed in range(SEED, SEED + 10):
            run(seed, correct=ask_nobody)

    with pytest.raises(AssertionError, match="correct"):
        many()
