"""Changes between the computation and the storage of a draw or a round are not lost."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from scoring.types import NotNow
from tests.builders import WINS_FOR_SECOND, a_tournament, drawn_tournament, first_stage, match_of, play_out
from tournaments.corrections import services
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services import draws, rounds
from tournaments.entries.services.entries import withdraw_team
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import Draw, Job, Match, PairedRound, Team, Tournament
from tournaments.queue import kinds, runner
from tournaments.stages.selectors import stage_facts
from tournaments.stages.selectors.pairing import given_to_pair, paired_by
from tournaments.stages.services import next_round

pytestmark = pytest.mark.django_db

Act = Callable[[], object]


@pytest.fixture
def tournament() -> Tournament:
    """A Swiss tournament of eight teams; its first round is over, and its second round is requested but not
    paired.
    """
    tournament = drawn_tournament(8, form="swiss", options={"rounds": 3})
    play_out(tournament)
    next_round(first_stage(tournament), author=Author(tournament.owner_id), at=timezone.now())
    return tournament


def correct(tournament: Tournament, label: str = "R1.1") -> None:
    """Correct a match of the first round so that the other side wins it."""
    hands = [HandChange((game, 1), 1, hand) for game, hand in enumerate(WINS_FOR_SECOND, start=1)]
    services.correct_match(
        match_of(tournament, label).pk,
        services.Correction(hands=hands),
        "scritto al contrario",
        author=Author(tournament.owner_id),
        at=timezone.now(),
    )


def after_computing(monkeypatch: pytest.MonkeyPatch, *acts: Act) -> list[str]:
    """Run one of the functions `acts`, in their order, after each computation of a round.

    Return a list; each computation appends one item to the list.
    """
    compute, remaining_acts, times = rounds.round_ahead, list(acts), []

    def ahead(job: Job, note: Any) -> Any:
        new = compute(job, note)
        times.append("ahead")
        if remaining_acts:
            remaining_acts.pop(0)()
        return new

    slow_round = replace(kinds.kinds()["round"], ahead=ahead)
    monkeypatch.setitem(kinds.KINDS, "round", slow_round)
    return times


def second_round(tournament: Tournament) -> PairedRound:
    """Run the jobs; return the second round after its pairing."""
    runner.drain()
    return PairedRound.objects.get(stage__tournament=tournament, round=2)


def paired_now(tournament: Tournament) -> list[list[str]]:
    """Return the pairings of the second round as computed from the present results."""
    stage = first_stage(tournament)
    facts = stage_facts.facts_of([stage], up_to="outcome_seq")[stage.pk]
    facts = replace(facts, rounds=facts.rounds[:1])
    return paired_by(facts, given_to_pair(facts))


def test_result_corrected_after_the_pairing_is_used_in_the_round(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = after_computing(monkeypatch, lambda: correct(tournament))
    paired = second_round(tournament)
    assert len(times) == 2
    assert paired.pairings == paired_now(tournament)
    assert paired.after_seq == first_stage(tournament).outcome_seq
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults == []


def test_pairing_ignores_a_later_correction_if_data_are_not_checked_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_current", lambda _stage, ahead: ahead)
    after_computing(monkeypatch, lambda: correct(tournament))
    paired = second_round(tournament)
    assert paired.pairings != paired_now(tournament)
    assert paired.after_seq < first_stage(tournament).outcome_seq


def test_round_is_paired_under_the_lock_if_its_data_keep_changing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = ("R1.1", "R1.2", "R1.3", "R1.4")
    acts = [lambda label=label: correct(tournament, label) for label in labels]
    times = after_computing(monkeypatch, *acts)
    paired = second_round(tournament)
    assert len(times) == runner.AHEAD_TRIES
    assert paired.pairings == paired_now(tournament)
    assert Job.objects.get(kind="round").state == "done"


def test_team_club_changed_after_the_pairing_is_used_in_the_round(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = Team.objects.filter(tournament=tournament).first() or Team()
    times = after_computing(monkeypatch, lambda: Team.objects.filter(pk=team.pk).update(club="Ossi"))
    assert second_round(tournament).given["clubs"] == {str(team.pk): "Ossi"}
    assert len(times) == 2


def test_table_taken_after_the_pairing_is_not_assigned_twice(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the second round is paired and avoids table 1, where a match of the first round is played
    again.
    """
    match = Match.objects.filter(tournament=tournament, round=1)[:1].get()
    row = Match.objects.filter(pk=match.pk)
    after_computing(monkeypatch, lambda: row.update(state="playing", table=1))
    second_round(tournament)
    tables = Match.objects.filter(tournament=tournament, round=2).order_by("number")
    assert list(tables.values_list("table", flat=True)) == [2, 3, 4, None]


def test_withdrawal_between_the_computation_and_the_storage_of_a_pairing_is_refused(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals: list[str] = []

    def leave() -> None:
        team = Team.objects.filter(tournament=tournament).first() or Team()
        try:
            leave_stage(team, "withdrawal", "malato", author=Author(tournament.owner_id), at=timezone.now())
        except NotNow as refusal:
            refusals.append(refusal.code)

    after_computing(monkeypatch, leave)
    assert second_round(tournament).given["gone"] == []
    assert refusals == ["being_drawn"]


def draw_while(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[Tournament], object]
) -> tuple[Draw, Tournament]:
    """Draw eight teams by lot; run `act` between the computation and the storage of the draw."""
    tournament, compute = a_tournament(teams=8, seeded=False), draws._ahead

    def ahead(*what: Any) -> Any:
        promise = compute(*what)
        act(tournament)
        return promise

    monkeypatch.setattr(draws, "_ahead", ahead)
    author = Author(tournament.owner_id)
    draw, _job = draws.draw_stage(
        first_stage(tournament), by="lots", lot="7D KC 4S AH QD", author=author, at=timezone.now()
    )
    return draw, tournament


def withdraw(tournament: Tournament) -> None:
    """Withdraw one of the eight teams."""
    team = Team.objects.filter(tournament=tournament).first() or Team()
    withdraw_team(team, author=Author(tournament.owner_id), at=timezone.now())


def test_team_withdrawn_after_the_draw_was_computed_is_not_in_the_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw, tournament = draw_while(monkeypatch, withdraw)
    assert sorted(draw.lines) == sorted(str(team.pk) for team in tournament.teams.all())
    assert draw.lines == draws.lines_of(draw.commitment, "lots", draw.lot)


def test_commitment_made_after_the_draw_was_computed_is_used_for_the_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def promise(tournament: Tournament) -> None:
        draws.commit_draw(first_stage(tournament), author=Author(tournament.owner_id), at=timezone.now())

    draw, tournament = draw_while(monkeypatch, promise)
    assert first_stage(tournament).commitments.get() == draw.commitment
    assert draw.lines == draws.lines_of(draw.commitment, "lots", draw.lot)


def test_withdrawn_team_is_drawn_if_the_data_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "_is_same_commitment", lambda _ahead, _now: True)
    draw, tournament = draw_while(monkeypatch, withdraw)
    assert len(draw.lines) == 8 > tournament.teams.count()
