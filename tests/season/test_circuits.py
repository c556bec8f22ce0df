"""Tests of the services and the job of circuits: creation, change, and computation of the standings."""

from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, BadSetup
from tests.builders import (
    WINS_FOR_SECOND,
    a_tournament,
    an_organiser,
    drawn_tournament,
    entries,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tournaments.club.services.new_tournament import StageSetup, change_tournament, create_tournament
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import enter_teams
from tournaments.models import Circuit, CircuitLine, CircuitMove, Job, RosterChange, Stage, Tournament
from tournaments.queue import runner
from tournaments.season.selectors.circuits import computed, lines_now, lines_of, tournaments_of
from tournaments.season.services import change_circuit, create_circuit
from tournaments.standings.selectors import standings_now
from tournaments.values.visibility import Visibility

pytestmark = pytest.mark.django_db

POINTS = [100, 80, 60, 40]


def author() -> Author:
    return Author(an_organiser().pk)


def an_evening(name: str, teams: int = 4, **more: Any) -> Tournament:
    """Return a finished knock-out in which the better seed won every match."""
    tournament = drawn_tournament(teams, name=name, **more)
    play_out(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    return tournament


def a_circuit(*tournaments: Tournament, **more: Any) -> Circuit:
    """Create a circuit of the given tournaments and compute its standings."""
    more = {"name": "Circuito d’inverno", "points": POINTS} | more
    circuit = create_circuit(tournaments=tournaments, author=author(), at=timezone.now(), **more)
    runner.drain()
    circuit.refresh_from_db()
    return circuit


def places_and_totals(circuit: Circuit) -> dict[str, Any]:
    """Return the stored standings of a circuit as a dict {names: (place, total)}."""
    rows = lines_now(lines_of(circuit), tournaments_of(circuit))
    return {", ".join(person.name for person in row.people): (row.place, row.total) for row in rows}


def correct_the_final(tournament: Tournament) -> None:
    """Correct the result of the final so that its loser wins."""
    hands = [HandChange((game, 1), 1, hand) for game, hand in enumerate(WINS_FOR_SECOND, start=1)]
    final = match_of(tournament, "R2.1")
    correct_match(final.pk, Correction(hands=hands), "al contrario", author=author(), at=timezone.now())
    runner.drain()


def test_each_player_of_a_team_gets_the_points_of_the_team() -> None:
    summer, autumn = an_evening("Estate"), an_evening("Autunno")
    circuit = a_circuit(summer, autumn)
    assert circuit.slug == "circuito-dinverno"
    assert circuit.computed_at
    rows = places_and_totals(circuit)
    assert len(rows) == 8
    assert rows["Anna Primu1"] == rows["Bachisio Segundu1"] == (1, 200)
    assert rows["Anna Primu2"] == (3, 160)


def test_points_of_a_circuit_follow_the_final_standings_of_a_tournament() -> None:
    tournament = an_evening("Estate", teams=8)
    places = {row.entrant: row.place for row in standings_now(first_stage(tournament)).rows}
    (circuit,) = [a_circuit(tournament, points=[64, 32, 16, 8, 4, 2, 1], sharing="full")]
    for line in CircuitLine.objects.filter(circuit=circuit):
        ((_tournament, place, _points, counts),) = line.results
        team = tournament.teams.get(players=line.person)
        assert (place, counts) == (places[str(team.pk)], True)  # type: ignore[index]


def test_tournament_without_a_champion_awards_no_points_for_the_first_place() -> None:
    tournament = an_evening("Estate")
    final = match_of(tournament, "R2.1")
    both_out = Correction(outcome="double_disqualification")
    correct_match(final.pk, both_out, "lite", author=author(), at=timezone.now())
    runner.drain()
    tournament.refresh_from_db()
    rows = places_and_totals(a_circuit(tournament))
    assert [rows[f"Anna Primu{number}"] for number in (1, 2, 3, 4)] == [(1, 80), (1, 80), (5, 50), (5, 50)]


def test_circuit_of_pairs_adds_up_the_points_of_the_same_two_players() -> None:
    circuit = a_circuit(an_evening("Estate"), an_evening("Autunno"), counted="pairs")
    assert places_and_totals(circuit)["Anna Primu1, Bachisio Segundu1"] == (1, 200)
    assert len(places_and_totals(circuit)) == 4


def test_correction_of_a_tournament_recomputes_the_circuit() -> None:
    tournament = an_evening("Estate")
    circuit = a_circuit(tournament)
    before = circuit.computed_at
    assert places_and_totals(circuit)["Anna Primu1"] == (1, 100)
    correct_the_final(tournament)
    circuit.refresh_from_db()
    assert places_and_totals(circuit)["Anna Primu1"] == (3, 80)
    assert places_and_totals(circuit)["Anna Primu2"] == (1, 100)
    assert before
    assert circuit.computed_at
    assert circuit.computed_at > before


def test_tournament_counts_in_a_circuit_only_if_it_is_finished() -> None:
    tournament = drawn_tournament(4)
    circuit = a_circuit(tournament)
    assert places_and_totals(circuit) == {}
    play_out(tournament)
    assert places_and_totals(circuit)["Anna Primu1"] == (1, 100)
    final = match_of(tournament, "R2.1")
    correct_match(
        final.pk, Correction(outcome="reopened"), "da rigiocare", author=author(), at=timezone.now()
    )
    runner.drain()
    assert places_and_totals(circuit) == {}


@pytest.mark.parametrize("hidden", [Visibility.UNPUBLISHED])
def test_unpublished_tournament_does_not_count_in_a_circuit(hidden: Visibility) -> None:
    summer, autumn = an_evening("Estate"), an_evening("Autunno")
    circuit = a_circuit(summer, autumn)
    change_tournament(summer, author=author(), at=timezone.now(), visibility=hidden)
    assert tournaments_of(circuit) == [autumn]  # before the job has run
    assert all(
        [each.tournament for each in line.results.values()] == [autumn]
        for line in lines_now(lines_of(circuit), tournaments_of(circuit))
    )
    runner.drain()
    assert places_and_totals(circuit)["Anna Primu1"] == (1, 100)
    change_tournament(summer, author=author(), at=timezone.now(), visibility=Visibility.PUBLISHED)
    runner.drain()
    assert places_and_totals(circuit)["Anna Primu1"] == (1, 200)


def test_entrants_eliminated_in_the_first_stage_rank_behind_all_entrants_who_advanced() -> None:
    stages = [StageSetup("groups", {"groups": 2, "advance": 1}), StageSetup("knockout")]
    tournament = create_tournament(
        an_organiser(), name="A gironi", card_game="mariglia", stages=stages, at=timezone.now(), tables=6
    )
    enter_teams(tournament, entries(4), author=author(), at=timezone.now())
    for number in (1, 2):
        stage = Stage.objects.select_related("tournament").get(tournament=tournament, number=number)
        draw_stage(stage, by="seeds", author=author(), at=timezone.now())
        runner.drain()
        play_out(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    circuit = a_circuit(tournament, points=[60, 50, 40, 30], counted="pairs")
    assert sorted(places_and_totals(circuit).values()) == [(1, 60), (2, 50), (3, 35), (3, 35)]


@pytest.mark.parametrize(
    ("seed", "lines"),
    [(4, [(1, 100), (2, 80), (3, 60)]), (2, [(1, 100), (2, 70), (2, 70)]), (1, [(1, 100), (2, 70), (2, 70)])],
)
def test_disqualified_team_has_no_place_and_earns_no_points(seed: int, lines: list[tuple[int, int]]) -> None:
    tournament = an_evening("Estate")
    circuit = a_circuit(tournament, counted="pairs")
    stage, last = first_stage(tournament), tournament.teams.get(seed=seed)
    RosterChange.objects.create(
        stage=stage, team=last, version=1, first_seq=0, seq=0, kind="disqualification", made_at=timezone.now()
    )
    Stage.objects.filter(pk=stage.pk).update(roster_changes=1)
    assert [(row.place, int(row.total)) for row in computed(circuit)] == lines


def test_changed_circuit_is_recorded_in_the_journal() -> None:
    summer, autumn = an_evening("Estate"), an_evening("Autunno")
    circuit = a_circuit(summer)
    change_circuit(
        circuit,
        name="Coppa",
        points=[10],
        best=1,
        tournaments=[summer, autumn],
        author=author(),
        at=timezone.now(),
    )
    runner.drain()
    circuit.refresh_from_db()
    assert (circuit.name, circuit.slug, circuit.best) == ("Coppa", "circuito-dinverno", 1)
    assert places_and_totals(circuit)["Anna Primu1"] == (1, 10)
    moves = list(CircuitMove.objects.filter(circuit=circuit).order_by("at"))
    assert [move.kind for move in moves] == ["circuit_created", "circuit_changed"]
    assert moves[1].body["tournaments"] == [str(summer.pk), str(autumn.pk)]
    assert (moves[1].body["points"], moves[1].user) == ([10], an_organiser())


def test_last_tournament_of_a_circuit_can_be_removed() -> None:
    circuit = a_circuit(an_evening("Estate"))
    change_circuit(circuit, tournaments=[], author=author(), at=timezone.now())
    runner.drain()
    assert places_and_totals(circuit) == {}


def test_circuits_with_equal_names_get_different_urls() -> None:
    assert [a_circuit().slug, a_circuit().slug] == ["circuito-dinverno", "circuito-dinverno-2"]


def test_tournament_for_single_players_is_refused_in_a_circuit_of_pairs() -> None:
    singles = a_tournament(form="individual", options={"rounds": 1}, name="Singoli")
    with pytest.raises(BadSetup) as refused:
        a_circuit(singles, counted="pairs")
    assert [(each.code, each.where) for each in refused.value.problems] == [
        ("tournament_of_singles", "/tournaments/0")
    ]
    circuit = a_circuit(singles)
    with pytest.raises(BadSetup):
        change_circuit(circuit, counted="pairs", author=author(), at=timezone.now())
    circuit.refresh_from_db()
    assert circuit.counted == "players"


def test_invalid_circuit_is_refused_and_not_created() -> None:
    with pytest.raises(BadEntry):
        a_circuit(name=" ")
    with pytest.raises(BadSetup):
        a_circuit(points=[1, 2])
    assert not Circuit.objects.exists()


def test_repeated_computation_gives_the_same_standings() -> None:
    tournament = an_evening("Estate")
    circuit = a_circuit(tournament)
    before = places_and_totals(circuit)
    for _again in range(3):
        runner.enqueue("circuit", circuit.pk, tournament_id=tournament.pk)
        runner.drain()
    assert places_and_totals(circuit) == before
    assert not Job.objects.filter(kind="circuit").exclude(state="done").exists()


def test_circuit_needs_no_extra_queries_for_many_tournaments(django_assert_num_queries: Any) -> None:
    one = a_circuit(an_evening("Estate"))
    three = a_circuit(*(an_evening(name, teams=8) for name in ("Uno", "Due", "Tre")))
    for circuit in (one, three):
        with django_assert_num_queries(5):
            computed(circuit)


def test_result_in_a_running_tournament_does_not_queue_a_circuit_job() -> None:
    tournament = drawn_tournament(4)
    a_circuit(tournament)
    Job.objects.filter(kind="circuit").delete()
    play_match(match_of(tournament, "R1.1"))
    assert not Job.objects.filter(kind="circuit").exists()
