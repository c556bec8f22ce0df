"""Withdrawal, disqualification and return of a team: outcomes, empty sides, and verification."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Acting, Author
from scoring.types import BadEntry, NotNow
from tests.builders import WINS_FOR_FIRST, draw, drawn_tournament, first_stage, match_of, play_match, play_out
from tests.invented import ALONE
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.selectors.withdrawals import RosterPreview
from tournaments.entries.services.withdrawals import come_back, leave_stage, preview_leaving, preview_return
from tournaments.matches.services import results
from tournaments.models import JournalEntry, Match, RosterChange, Slot, Stage, Team, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = pytest.mark.django_db


def seeded(tournament: Tournament, seed: int) -> Team:
    return Team.objects.get(tournament=tournament, seed=seed)


def leave(tournament: Tournament, seed: int, kind: str = "withdrawal") -> RosterPreview:
    author = Author(tournament.owner_id)
    preview = leave_stage(seeded(tournament, seed), kind, "si ritira", author=author, at=timezone.now())
    runner.drain()
    return preview


def back(tournament: Tournament, seed: int) -> RosterPreview:
    author = Author(tournament.owner_id)
    preview = come_back(seeded(tournament, seed), "era un errore", author=author, at=timezone.now())
    runner.drain()
    return preview


def faults(tournament: Tournament) -> list[str]:
    return verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults


def entrants_in(tournament: Tournament, label: str) -> list[int | str | None]:
    slots = Slot.objects.filter(match__tournament=tournament, match__label=label).order_by("side")
    return [slot.team.seed if slot.team else slot.reason for slot in slots.select_related("team")]


def ended(tournament: Tournament) -> dict[str, tuple[str, int | None]]:
    matches = Match.objects.filter(tournament=tournament, outcomes__isnull=False).distinct()
    return {
        match.label: match.outcomes.order_by("-version").values_list("kind", "winner")[0] for match in matches
    }


def of_team(tournament: Tournament, seed: int) -> set[str | None]:
    """Return the kinds of the latest outcomes of a team's matches, except byes."""
    matches = Match.objects.filter(tournament=tournament, slots__team__seed=seed).exclude(state="bye")
    return {match.outcomes.order_by("-version").values_list("kind", flat=True).first() for match in matches}


def states(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return [tournament.state, *tournament.stages.values_list("state", flat=True)]


@pytest.mark.databases
@pytest.mark.parametrize("kind", ["withdrawal", "disqualification"])
def test_next_match_of_a_withdrawn_team_in_a_bracket_is_awarded_to_the_opponent(kind: str) -> None:
    tournament = drawn_tournament(4)
    preview = leave(tournament, 1, kind)
    assert [(each.label, each.kind, each.winner) for each in preview.endings] == [("R1.1", kind, 1)]
    assert (match_of(tournament).state, entrants_in(tournament, "R2.1")[0]) == ("walkover", 4)
    assert ended(tournament) == {"R1.1": (kind, 1)}
    assert faults(tournament) == []
    entry = JournalEntry.objects.latest("at")
    assert (entry.kind, entry.reason) == (
        {"withdrawal": "team_left", "disqualification": "team_sent_away"}[kind],
        "si ritira",
    )


def test_withdrawal_of_a_team_that_waits_for_an_opponent_leaves_an_empty_side() -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    play_match(match_of(tournament, "R1.1"))
    leave(tournament, 1)
    assert entrants_in(tournament, "R2.1") == ["withdrawal", ""]
    play_match(match_of(tournament, "R1.2"))
    assert (match_of(tournament, "R2.1").state, entrants_in(tournament, "R2.1")) == ("bye", ["withdrawal", 2])
    assert entrants_in(tournament, "P3") == [4, 3]
    play_match(match_of(tournament, "P3"))
    assert states(tournament) == ["over", "over"]
    assert faults(tournament) == []
    rows = standings_now(first_stage(tournament)).rows
    assert [seeded_of(tournament, row.entrant) for row in rows] == [2, 1, 4, 3]


def seeded_of(tournament: Tournament, entrant: str) -> int | None:
    return Team.objects.get(tournament=tournament, pk=entrant).seed


@pytest.mark.databases
def test_match_in_play_of_a_withdrawn_team_is_awarded_and_keeps_its_hands() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    first = match_of(tournament)
    results.write_hand(first.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())
    leave(tournament, 1)
    assert (match_of(tournament).state, match_of(tournament).sheet.summary["hands"]) == ("walkover", 1)
    assert faults(tournament) == []
    back(tournament, 1)
    assert match_of(tournament).state == "playing"
    assert faults(tournament) == []


@pytest.mark.databases
def test_final_lost_by_both_sides_has_no_champion() -> None:
    tournament = drawn_tournament(4)
    for label in ("R1.1", "R1.2"):
        leave(tournament, {"R1.1": 4, "R1.2": 3}[label], "disqualification")
    leave(tournament, 1, "disqualification")
    assert states(tournament) == ["over", "over"]
    with pytest.raises(NotNow, match="tournament_over"):
        leave(tournament, 2, "disqualification")
    author = Author(tournament.owner_id)
    both = Correction(outcome="double_disqualification")
    correct_match(match_of(tournament, "R2.1").pk, both, "anche l'altra", author=author, at=timezone.now())
    runner.drain()
    placing = standings_now(first_stage(tournament)).placing
    assert sorted((place.first, place.last) for place in placing.values()) == [(2, 2), (2, 2), (3, 4), (3, 4)]
    assert faults(tournament) == []


def test_last_remaining_team_wins_when_all_other_teams_withdraw() -> None:
    tournament = drawn_tournament(8)
    for seed in range(8, 1, -1):
        leave(tournament, seed)
        assert faults(tournament) == []
    assert states(tournament) == ["over", "over"]
    assert standings_now(first_stage(tournament)).rows[0].entrant == str(seeded(tournament, 1).pk)


def test_two_waiting_teams_that_withdraw_leave_a_match_with_two_empty_sides() -> None:
    tournament = drawn_tournament(8)
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
        leave(tournament, {"R1.1": 1, "R1.2": 4}[label])
    play_out(tournament)
    assert states(tournament) == ["over", "over"]
    assert faults(tournament) == []


@pytest.mark.databases
@pytest.mark.parametrize(
    ("options", "played", "kinds"),
    [
        pytest.param({}, 1, {"annulled"}, id="under half played: annulled"),
        pytest.param({}, 2, {"result", "withdrawal"}, id="more than half: they stay, the rest is given"),
        pytest.param({"leavers": "keep"}, 1, {"result", "withdrawal"}, id="keep"),
        pytest.param({"leavers": "annul"}, 2, {"annulled"}, id="annul"),
    ],
)
def test_withdrawal_policy_determines_the_outcome_of_all_matches_of_a_team_in_a_group(
    options: dict[str, Any], played: int, kinds: set[str]
) -> None:
    tournament = drawn_tournament(4, form="round_robin", options=options)
    for _turn in range(played):
        play_match(Match.objects.filter(tournament=tournament, state="ready", slots__team__seed=1)[0].pk)
        play_ready(tournament, without=1)
    leave(tournament, 1)
    assert of_team(tournament, 1) == kinds
    assert not Match.objects.filter(tournament=tournament, slots__team__seed=1, state="waiting").exists()
    assert faults(tournament) == []
    play_out(tournament)
    assert states(tournament) == ["over", "over"]
    assert faults(tournament) == []


def play_ready(tournament: Tournament, *, without: int) -> None:
    ready = Match.objects.filter(tournament=tournament, state="ready").exclude(slots__team__seed=without)
    for match in list(ready.order_by("round", "number"))[:1]:
        play_match(match.pk)


def test_remaining_teams_can_play_without_waiting_for_an_awarded_match() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    leave(tournament, 1)
    for match in Match.objects.filter(tournament=tournament, state="ready").order_by("round"):
        assert 1 not in entrants_in(tournament, match.label)
    waiting = Match.objects.filter(tournament=tournament, state="waiting").order_by("round")
    play_match(Match.objects.filter(tournament=tournament, state="ready").order_by("round")[0].pk)
    assert waiting.count() < 2
    assert faults(tournament) == []


@pytest.mark.databases
def test_return_of_a_team_restores_all_its_matches() -> None:
    tournament = drawn_tournament(6, form="round_robin")
    play_match(Match.objects.filter(tournament=tournament, state="ready", slots__team__seed=1)[0].pk)
    before = picture(tournament)
    assert leave(tournament, 1).annulled
    assert picture(tournament) != before
    back(tournament, 1)
    assert {**picture(tournament), "tables": None} == {**before, "tables": None}
    assert faults(tournament) == []


def picture(tournament: Tournament) -> dict[str, Any]:
    matches = Match.objects.filter(tournament=tournament)
    match_states: dict[str, Any] = {match.label: entrants_in(tournament, match.label) for match in matches}
    for match in matches:
        latest = match.outcomes.order_by("-version").first()
        kind = latest.kind if latest and latest.kind != "reopened" else None
        state = "over" if match.state in ("signed", "confirmed") else match.state
        match_states[match.label] = (match_states[match.label], kind, state)
    return match_states


@pytest.mark.databases
def test_return_of_a_team_to_a_bracket_undoes_the_advancement_of_its_opponent() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.2"))
    leave(tournament, 1)
    assert match_of(tournament, "R2.1").state == "ready"
    back(tournament, 1)
    assert (match_of(tournament, "R2.1").state, match_of(tournament).state) == ("waiting", "ready")
    assert faults(tournament) == []


def test_return_of_a_team_to_a_bracket_is_refused_once_the_next_match_has_been_played() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.2"))
    leave(tournament, 1)
    play_match(match_of(tournament, "R2.1"), sign=False)
    with pytest.raises(NotNow, match="too_late_to_return"):
        back(tournament, 1)


@pytest.mark.databases
def test_withdrawn_team_of_a_swiss_stage_is_not_paired_again() -> None:
    tournament = drawn_tournament(7, form="swiss", options={"rounds": 4})
    play_match(match_of(tournament, "R1.1"))
    leave(tournament, 2)
    play_out(tournament)
    draw(tournament)
    second = Slot.objects.filter(match__tournament=tournament, match__round=2, team__isnull=False)
    assert set(second.values_list("team__seed", flat=True)) == {1, 3, 4, 5, 6, 7}
    assert faults(tournament) == []
    with pytest.raises(NotNow, match="too_late_to_return"):
        back(tournament, 2)


def test_swiss_stage_with_one_remaining_team_is_over() -> None:
    tournament = drawn_tournament(4, form="swiss", options={"rounds": 3})
    for seed in (1, 2, 3):
        leave(tournament, seed)
    assert states(tournament) == ["over", "over"]
    assert faults(tournament) == []


@pytest.mark.databases
def test_withdrawal_at_a_table_of_three_gives_the_other_two_teams_a_bye(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CARD_GAMES, "alone", ALONE)
    tournament = drawn_tournament(6, form="table_rounds", card_game="alone", options={"rounds": 2}, tables=8)
    stage = first_stage(tournament)
    leave(tournament, 1)
    label = Match.objects.filter(stage=stage, round=1, state="bye").get().label
    assert "withdrawal" in entrants_in(tournament, label)
    assert faults(tournament) == []
    back(tournament, 1)
    assert not Match.objects.filter(stage=stage, state="bye").exists()
    assert faults(tournament) == []


@pytest.mark.databases
def test_preview_of_a_withdrawal_saves_nothing_and_equals_the_actual_effects() -> None:
    tournament = drawn_tournament(4)
    preview = preview_leaving(seeded(tournament, 1), "withdrawal")
    assert ended(tournament) == {}
    effects = leave(tournament, 1)
    assert (preview.endings, preview.slots, preview.places) == (
        effects.endings,
        effects.slots,
        effects.places,
    )
    assert preview_return(seeded(tournament, 1), at=timezone.now()).endings[0].kind == "reopened"


def test_withdrawal_with_an_outdated_preview_is_refused_and_saves_nothing() -> None:
    tournament = drawn_tournament(4)
    team, act = seeded(tournament, 1), Acting(author=Author(tournament.owner_id), at=timezone.now())
    seal = preview_leaving(team, "withdrawal").seal
    play_match(match_of(tournament))
    with pytest.raises(NotNow, match="preview_changed"):
        leave_stage(team, "withdrawal", "si ritira", seal=seal, **act)
    assert not RosterChange.objects.exists()
    leave_stage(team, "withdrawal", "si ritira", seal=preview_leaving(team, "withdrawal").seal, **act)
    runner.drain()
    with pytest.raises(NotNow, match="preview_changed"):
        come_back(team, "era un errore", seal=seal, **act)
    come_back(team, "era un errore", seal=preview_return(team, at=timezone.now()).seal, **act)
    assert RosterChange.objects.count() == 2


def test_invalid_withdrawals_and_returns_of_teams_and_invalid_corrections_are_refused() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    with pytest.raises(BadEntry, match="reason_missing"):
        leave_stage(seeded(tournament, 1), "withdrawal", " ", author=author, at=timezone.now())
    with pytest.raises(BadEntry, match="unknown_leaving"):
        leave(tournament, 1, "annoyed")
    with pytest.raises(NotNow, match="not_gone"):
        back(tournament, 1)
    leave(tournament, 1)
    with pytest.raises(NotNow, match="left_already"):
        leave(tournament, 1)
    with pytest.raises(NotNow, match="team_has_left"):
        correct_match(
            match_of(tournament).pk, Correction(outcome="reopened"), "x", author=author, at=timezone.now()
        )
    play_match(match_of(tournament, "R1.2"))
    with pytest.raises(NotNow, match="nothing_to_leave"):
        leave(tournament, 3)


@pytest.mark.databases
def test_walkover_in_a_waiting_match_does_not_block_the_stage() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    waiting = Match.objects.filter(tournament=tournament, state="waiting").order_by("round")[0]
    author = Author(tournament.owner_id)
    results.award_walkover(waiting.pk, 0, "assenti", author=author, at=timezone.now())
    runner.drain()
    assert faults(tournament) == []
    play_out(tournament)
    assert states(tournament) == ["over", "over"]
    assert faults(tournament) == []


@pytest.mark.databases
def test_withdrawn_team_of_a_group_does_not_qualify() -> None:
    tournament = drawn_tournament(4, form="groups", options={"groups": 1, "advance": 2})
    stage = Stage.objects.get(tournament=tournament)
    Stage.objects.create(tournament=tournament, number=2, format="knockout", state="planned")
    play_out(tournament)
    stage.refresh_from_db()
    leave(tournament, 1)
    draw_stage(
        Stage.objects.select_related("tournament").get(tournament=tournament, number=2),
        by="seeds", author=Author(tournament.owner_id), at=timezone.now(),
    )  # fmt: skip
    runner.drain()
    final = Match.objects.get(tournament=tournament, stage__number=2)
    before = [
        row.entrant for row in standings_now(stage).rows if row.entrant != str(seeded(tournament, 1).pk)
    ]
    assert {str(slot.team_id) for slot in final.slots.all()} == set(before[:2])
    assert faults(tournament) == []


def by_nobody(tournament: Tournament, label: str) -> None:
    author = Author(tournament.owner_id)
    results.award_walkover(match_of(tournament, label).pk, None, "nessuno", author=author, at=timezone.now())
    runner.drain()


def finish_without_first() -> Tournament:
    """Return a finished knock-out: team 1 reached the final but withdrew, so team 2 is the champion."""
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    leave(tournament, 1)
    play_match(match_of(tournament, "R1.2"))
    return tournament


def test_return_of_a_team_after_the_results_are_official_is_refused() -> None:
    with time_machine.travel(datetime(2026, 11, 21, 20, tzinfo=UTC), tick=False) as clock:
        tournament = finish_without_first()
        clock.shift(timedelta(hours=3))
        with pytest.raises(NotNow, match="event_frozen"):
            back(tournament, 1)
        with pytest.raises(NotNow, match="event_frozen"):
            preview_return(seeded(tournament, 1), at=timezone.now())
        assert match_of(tournament, "R2.1").state == "bye"


@pytest.mark.databases
@pytest.mark.parametrize("third_place", [False, True])
def test_return_of_a_finalist_reopens_the_tournament(third_place: bool) -> None:
    tournament = drawn_tournament(4, options={"third_place": third_place})
    play_match(match_of(tournament, "R1.1"))
    leave(tournament, 1)
    play_match(match_of(tournament, "R1.2"))
    if third_place:
        play_match(match_of(tournament, "P3"))
    assert states(tournament) == ["over", "over"]
    back(tournament, 1)
    assert (match_of(tournament, "R2.1").state, states(tournament)) == ("ready", ["playing", "playing"])
    assert faults(tournament) == []


@pytest.mark.parametrize(
    ("form", "game", "entrants"),
    [
        ("individual", "mariglia", 4),
        ("danish", "manni", 3),
        ("table_rounds", "manni", 3),
        ("progressive_tables", "manni", 3),
    ],
)
def test_return_of_a_team_reopens_a_tournament_with_one_table(form: str, game: str, entrants: int) -> None:
    tournament = drawn_tournament(entrants, form=form, card_game=game)
    leave(tournament, 2)
    back(tournament, 2)
    assert (states(tournament), faults(tournament)) == (["playing", "playing"], [])


def test_match_with_recorded_hands_is_in_play_again_after_the_return_of_a_player() -> None:
    tournament = drawn_tournament(8, form="individual")
    author = Author(tournament.owner_id)
    results.write_hand(match_of(tournament).pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())
    leave(tournament, 1)
    back(tournament, 1)
    assert (match_of(tournament).state, faults(tournament)) == ("playing", [])


@pytest.mark.parametrize(
    ("options", "form", "played", "last", "by"),
    [
        ({}, "knockout", ["R1.2"], "R2.1", "hands"),
        ({}, "knockout", ["R1.2"], "R2.1", "nobody"),
        ({"placing": True}, "knockout", ["R1.2"], "R2.1", "hands"),
        ({"third_place": True}, "knockout", ["R1.2"], "R2.1", "hands"),
    ],
)
def test_return_of_a_team_after_a_later_match_is_over_is_refused(
    options: dict[str, Any], form: str, played: list[str], last: str, by: str
) -> None:
    tournament = drawn_tournament(8, form=form, options=options)
    leave(tournament, 1)
    for label in played:
        play_match(match_of(tournament, label))
    if by == "nobody":
        by_nobody(tournament, last)
    else:
        play_match(match_of(tournament, last))
    with pytest.raises(NotNow, match="too_late_to_return"):
        preview_return(seeded(tournament, 1), at=timezone.now())
    with pytest.raises(NotNow, match="too_late_to_return"):
        back(tournament, 1)
    assert faults(tournament) == []


@pytest.mark.parametrize("third_place", [False, True])
def test_return_of_a_finalist_after_the_final_is_over_is_refused(third_place: bool) -> None:
    tournament = drawn_tournament(4, options={"third_place": third_place})
    leave(tournament, 1)
    for label in ("R1.2", "R2.1"):
        play_match(match_of(tournament, label))
    with pytest.raises(NotNow, match="too_late_to_return"):
        back(tournament, 1)


def test_withdrawal_page_explains_why_a_return_is_too_late(client: Client) -> None:
    tournament = drawn_tournament(8)
    leave(tournament, 1)
    for label in ("R1.2", "R2.1"):
        play_match(match_of(tournament, label))
    client.force_login(tournament.owner)
    team = seeded(tournament, 1)
    page = client.get(
        f"/regia/{tournament.slug}/iscrizioni/{team.pk}/uscita/", headers={"accept-language": "en"}
    )
    assert page.status_code == 200
    assert f"{team.name} cannot come back" in page.text
