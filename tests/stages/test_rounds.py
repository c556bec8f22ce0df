"""Tests of stages paired round by round and of successive stages."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadSetup, NotNow
from tests.builders import an_organiser, entries, match_of, play_match, play_out
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import commit_draw, draw_stage
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services.bracket import bring_bracket_up
from tournaments.models import (
    DrawCommitment,
    Job,
    JournalEntry,
    Match,
    PairedRound,
    Slot,
    Stage,
    Tournament,
)
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = pytest.mark.django_db

SWISS = [StageSetup("swiss", {"rounds": 3})]
GROUPS = [
    StageSetup("groups", {"groups": 2, "advance": 2}),
    StageSetup("knockout", {"third_place": True}, profile={"targets": [45]}),
]


def entered(stages: Sequence[StageSetup], teams: int) -> Tournament:
    owner = an_organiser()
    tournament = create_tournament(
        owner, name="Torneo a turni", card_game="mariglia", stages=stages, at=timezone.now(), tables=8
    )
    enter_teams(tournament, entries(teams), author=Author(owner.pk), at=timezone.now())
    return tournament


def draw(tournament: Tournament, stage: int = 1) -> Job:
    drawn_stage = Stage.objects.select_related("tournament").get(tournament=tournament, number=stage)
    author = Author(tournament.owner_id)
    _draw, job = draw_stage(drawn_stage, by="seeds", author=author, at=timezone.now())
    runner.drain()
    return Job.objects.get(pk=job.pk)


def states(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return [tournament.state, *tournament.stages.values_list("state", flat=True)]


def faults(tournament: Tournament) -> list[str]:
    return verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults


def seeds(tournament: Tournament, stage: int, turn: int = 1) -> list[tuple[int | None, ...]]:
    matches = Match.objects.filter(tournament=tournament, stage__number=stage, round=turn).order_by("number")
    return [
        tuple(slot.team.seed if slot.team else None for slot in match.slots.select_related("team"))
        for match in matches
    ]


def test_unavoidable_rematch_is_explained_on_the_page_of_the_round(client: Client) -> None:
    two = entered([StageSetup("swiss", {"rounds": 3})], 2)
    for _round in range(3):
        draw(two)
        play_out(two)
    again = PairedRound.objects.filter(stage__tournament=two).order_by("round")
    assert [[code for code, *_rest in paired.breaches] for paired in again] == [[], ["rematch"], ["rematch"]]
    page = client.get(f"/{two.slug}/turni/?turno=2", headers={"accept-language": "en"}).text
    assert "They have met before." in page
    assert "would have broken more" in page
    assert "would have broken more" not in client.get(f"/{two.slug}/turni/?turno=1").text


@pytest.mark.databases
def test_standings_after_an_earlier_round_are_still_available(client: Client) -> None:
    tournament = entered(SWISS, 6)
    draw(tournament)
    play_out(tournament)
    first = [(row.entrant, row.place) for row in standings_now(one(tournament)).rows]
    draw(tournament)
    play_out(tournament)
    now = [(row.entrant, row.place) for row in standings_now(one(tournament)).rows]
    then = [(row.entrant, row.place) for row in standings_now(one(tournament), after=1).rows]
    assert then == first != now
    page = client.get(f"/{tournament.slug}/?dopo=1", headers={"accept-language": "en"})
    assert "Standings after round 1" in page.text
    assert [str(row.team.pk) for row in page.context["rows"]] == [entrant for entrant, _place in first]
    assert "dopo=" in client.get(f"/{tournament.slug}/").text
    answer = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/?after=1").json()
    assert [row["team"] for row in answer["rows"]] == [entrant for entrant, _place in first]


@pytest.mark.databases
def test_next_round_is_paired_only_when_the_previous_round_is_over() -> None:
    tournament = entered(SWISS, 6)
    first = draw(tournament)
    assert (first.kind, Match.objects.filter(tournament=tournament).count()) == ("draw", 3)
    assert draw(tournament).pk == first.pk
    play_match(match_of(tournament, "R1.1"))
    assert draw(tournament).pk == first.pk
    play_out(tournament)
    assert states(tournament) == ["playing", "playing"]
    second = draw(tournament)
    assert (second.kind, second.state, second.result["round"]) == ("round", "done", 2)
    assert draw(tournament).pk == second.pk
    assert PairedRound.objects.count() == 2
    first_pairs = {frozenset(pair) for pair in seeds(tournament, 1, 1)}
    assert not first_pairs & {frozenset(pair) for pair in seeds(tournament, 1, 2)}
    assert faults(tournament) == []


@pytest.mark.databases
def test_bracket_job_does_not_create_the_matches_of_a_round_that_has_its_own_job() -> None:
    tournament = entered(SWISS, 6)
    draw(tournament)
    play_out(tournament)
    stage = one(tournament)
    draw_stage(stage, by="seeds", author=Author(tournament.owner_id), at=timezone.now())
    bring_bracket_up(Job(kind="bracket", subject=stage.pk, tournament_id=tournament.pk))
    page = Client(headers={"accept-language": "en"}).get(f"/{tournament.slug}/").content.decode()
    assert "The draw is being made" not in page
    runner.drain()
    assert Match.objects.filter(tournament=tournament, round=2, state="ready").count() == 3
    assert states(tournament) == ["playing", "playing"]


@pytest.mark.databases
def test_end_of_the_last_round_ends_the_stage_and_the_tournament() -> None:
    tournament = entered(SWISS, 5)
    for _turn in range(3):
        draw(tournament)
        play_out(tournament)
    assert states(tournament) == ["over", "over"]
    byes = Slot.objects.filter(stage__tournament=tournament, match__state="bye", team__isnull=False)
    assert len(set(byes.values_list("team", flat=True))) == byes.count() == 3
    assert faults(tournament) == []


@pytest.mark.databases
def test_verify_command_reports_a_round_with_changed_pairings() -> None:
    tournament = entered(SWISS, 6)
    draw(tournament)
    play_out(tournament)
    draw(tournament)
    paired = PairedRound.objects.get(round=2)
    paired.pk, paired.version = None, 2
    (first, second), (third, fourth), *rest = paired.pairings
    paired.pairings = [[first, third], [second, fourth], *rest]
    paired.save(force_insert=True)
    assert "round 2, paired again, has other pairings" in faults(tournament)


@pytest.mark.databases
def test_correction_after_the_next_round_is_published_keeps_the_pairings() -> None:
    tournament = entered(SWISS, 6)
    draw(tournament)
    play_out(tournament)
    draw(tournament)
    before, places = seeds(tournament, 1, 2), [row.entrant for row in standings_now(one(tournament)).rows]
    corrected = match_of(tournament, "R1.3")
    author = Author(tournament.owner_id)
    effects = correct_match(
        corrected.pk, Correction(outcome="walkover", winner=1), "scambiati", author=author, at=timezone.now()
    )
    runner.drain()
    assert (effects.following, effects.verdict, effects.slots) == ("published", "stays", ())
    assert seeds(tournament, 1, 2) == before
    assert [row.entrant for row in standings_now(one(tournament)).rows] != places
    assert faults(tournament) == []


def one(tournament: Tournament) -> Stage:
    return Stage.objects.select_related("tournament").get(tournament=tournament, number=1)


@pytest.mark.databases
def test_first_two_of_each_group_meet_crosswise_in_the_semifinals() -> None:
    tournament = entered(GROUPS, 8)
    draw(tournament)
    assert set(Match.objects.filter(tournament=tournament).values_list("group", flat=True)) == {"A", "B"}
    play_out(tournament)
    assert states(tournament) == ["playing", "over", "planned"]
    draw(tournament, 2)
    assert states(tournament) == ["playing", "over", "playing"]
    groups = standings_now(one(tournament)).groups
    teams = {str(team.pk): team.seed for team in tournament.teams.all()}
    winner_a, second_a = (teams[row.entrant] for row in groups["A"][:2])
    winner_b, second_b = (teams[row.entrant] for row in groups["B"][:2])
    assert seeds(tournament, 2) == [(winner_a, second_b), (winner_b, second_a)]
    assert match_of(tournament, "R1.1").sheet.profile["targets"] == [45]
    assert faults(tournament) == []


@pytest.mark.databases
def test_commitment_to_a_drawn_later_stage_is_refused() -> None:
    tournament = entered([GROUPS[0], StageSetup("knockout")], 8)
    draw(tournament)
    play_out(tournament)
    second = Stage.objects.select_related("tournament").get(tournament=tournament, number=2)
    draw(tournament, 2)
    for _moment in ("during play", "after the end"):
        versions = [Tournament.objects.get(pk=tournament.pk).version]
        with pytest.raises(NotNow, match="already_drawn"):
            commit_draw(second, author=Author(tournament.owner_id), at=timezone.now())
        versions.append(Tournament.objects.get(pk=tournament.pk).version)
        assert versions[0] == versions[1]
        play_out(tournament)
    assert DrawCommitment.objects.count() == 2
    assert not JournalEntry.objects.filter(kind="draw_committed").exists()


@pytest.mark.databases
def test_next_stage_is_refused_while_results_are_missing() -> None:
    tournament = entered(GROUPS, 8)
    draw(tournament)
    play_match(match_of(tournament, "A1.1"))
    with pytest.raises(NotNow, match="11 results are missing"):
        draw(tournament, 2)
    assert states(tournament) == ["playing", "playing", "planned"]


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("swiss", {"rounds": 3}),
        ("danish", {"rounds": 3}),
        ("round_robin", {}),
        ("mitchell", {"one_standings": True}),
        ("table_rounds", {}),
    ],
)
def test_chosen_number_of_teams_qualifies_from_every_format_with_standings(
    form: str, options: dict[str, object]
) -> None:
    tournament = entered([StageSetup(form, {"advance": 2, **options}), StageSetup("knockout")], 4)
    while states(tournament)[1] != "over":
        draw(tournament)
        play_out(tournament)
    draw(tournament, 2)
    going_on = [row.entrant for row in standings_now(one(tournament)).rows[:2]]
    finalists = Slot.objects.filter(stage__tournament=tournament, stage__number=2).order_by("side")
    assert [str(slot.team_id) for slot in finalists] == going_on
    assert faults(tournament) == []


def test_tie_across_the_qualifying_line_needs_a_lot_before_the_next_stage() -> None:
    """In a Mitchell stage of one round, R1.1 and R1.2 have the same score, so both losers are tied for one
    place.
    """
    stages = [
        StageSetup("mitchell", {"rounds": 1, "advance": 3, "one_standings": True}),
        StageSetup("round_robin"),
    ]
    tournament = entered(stages, 4)
    draw(tournament)
    play_out(tournament)
    with pytest.raises(NotNow, match="2 are level, and only 1 of them can go on") as refused:
        draw(tournament, 2)
    assert refused.value.code == "lot_needed"
    assert states(tournament) == ["playing", "over", "planned"]


def test_list_of_stages_cannot_be_empty_or_have_a_bracket_before_another_stage() -> None:
    with pytest.raises(BadSetup, match="bracket_not_last"):
        entered([StageSetup("knockout"), StageSetup("swiss")], 4)
    with pytest.raises(BadSetup, match="no_stage"):
        entered([], 4)
