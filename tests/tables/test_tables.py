"""Tournaments of single players from the entries to the champion, with two or more players per table."""

from typing import Any

import pytest
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, BadSetup, NoPairing, NotNow
from tests.builders import (
    a_tournament,
    an_organiser,
    drawn_tournament,
    entries,
    first_stage,
    match_of,
    play_sheet,
)
from tests.invented import ALONE, DUEL, alone_hands, duel_hand
from tournaments.club.selectors.tournaments import champions_of, evenings
from tournaments.club.services.new_tournament import StageSetup, change_stage, create_tournament
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.imports import import_teams
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.services import results
from tournaments.models import Match, Outcome, Slot, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register two invented card games for the duration of a test."""
    for card_game in (ALONE, DUEL):
        monkeypatch.setitem(CARD_GAMES, card_game.key, card_game)


def tables(players: int = 9, *, rounds: int = 2, **more: Any) -> Tournament:
    """Return a drawn tournament with three players per table, ranked by net score."""
    options = {"rounds": rounds}
    return drawn_tournament(players, card_game="alone", form="table_rounds", options=options, **more)


def names(tournament: Tournament, label: str) -> list[str]:
    return [side.team.name if side.team else "-" for side in one_match(match_of(tournament, label).pk).sides]


def test_team_of_a_single_player_has_the_name_of_the_player() -> None:
    tournament = a_tournament(teams=3, card_game="alone", form="table_rounds")
    assert list(tournament.teams.values_list("name", flat=True)) == [
        "Anna Primu1",
        "Anna Primu2",
        "Anna Primu3",
    ]


@pytest.mark.databases
def test_entering_the_same_player_twice_gives_one_error() -> None:
    tournament = a_tournament(teams=3, card_game="alone", form="table_rounds")
    with pytest.raises(BadEntry) as refused:
        enter_teams(tournament, entries(1, size=1), author=Author(tournament.owner_id), at=timezone.now())
    problems = [
        (problem.code, problem.where) for problem in refused.value.problems if problem.code != "seed_taken"
    ]
    assert problems == [("player_twice", "/0/players/0/name")]
    assert "entered already" in refused.value.problems[0].message.english()


def test_two_names_for_a_single_player_are_refused() -> None:
    tournament = a_tournament(card_game="duel")
    with pytest.raises(BadEntry) as refused:
        enter_teams(
            tournament, [Entry(["Ada", "Nino"])], author=Author(tournament.owner_id), at=timezone.now()
        )
    assert [problem.code for problem in refused.value.problems] == ["team_size"]


def test_list_of_single_players_is_imported() -> None:
    tournament = a_tournament(card_game="duel")
    rows = [["Cognome", "Nome", "Circolo"], ["Fois", "Ada", "Nuoro"], ["Manca", "Tore", ""]]
    plan = import_teams(tournament, rows, author=Author(tournament.owner_id), at=timezone.now())
    assert not plan.faults
    assert set(tournament.teams.values_list("name", "club")) == {("Ada Fois", "Nuoro"), ("Tore Manca", "")}


@pytest.mark.parametrize(
    ("card_game", "form", "profile", "code"),
    [
        pytest.param("alone", "knockout", {}, "format_sides", id="a bracket is for two"),
        pytest.param("alone", "knockout", {"players": 5}, "format_sides", id="and not for five"),
        pytest.param("alone", "table_rounds", {"players": 5}, None, id="tables of five"),
        pytest.param("duel", "table_rounds", {}, None, id="tables of two"),
        pytest.param("duel", "knockout", {}, None, id="a bracket of two"),
    ],
)
def test_format_that_cannot_seat_the_players_of_the_card_game_is_refused(
    card_game: str, form: str, profile: dict[str, Any], code: str | None
) -> None:
    def create() -> Tournament:
        return create_tournament(
            an_organiser(),
            name="Torneo",
            card_game=card_game,
            stages=[StageSetup(form)],
            profile=profile,
            at=timezone.now(),
        )

    if code is None:
        assert create().stages.get().format == form
        return
    with pytest.raises(BadSetup) as refused:
        create()
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        (code, "/stages/0/format")
    ]
    assert "table_rounds" in refused.value.message.english()


def test_unsuitable_format_or_custom_match_points_are_refused_in_a_stage_ranked_by_net_score() -> None:
    tournament = a_tournament(card_game="alone", form="table_rounds")
    stage, author = first_stage(tournament), Author(tournament.owner_id)
    for setup, code in (
        (StageSetup("knockout"), "format_sides"),
        (StageSetup("table_rounds", match_points={"win": 2}), "match_points_by_net"),
    ):
        with pytest.raises(BadSetup) as refused:
            change_stage(stage, setup, author=author, at=timezone.now())
        assert refused.value.code == code
    changed = change_stage(
        stage,
        StageSetup("table_rounds", match_points=stage.match_points, profile={"players": 4}),
        author=author,
        at=timezone.now(),
    )
    assert changed.profile["players"] == 4


def test_draw_is_refused_if_the_entrants_do_not_fill_one_table() -> None:
    tournament = a_tournament(teams=2, card_game="alone", form="table_rounds")
    with pytest.raises(NoPairing, match="too_few_entrants"):
        draw_stage(first_stage(tournament), by="seeds", author=Author(tournament.owner_id), at=timezone.now())


@pytest.mark.databases
def test_draw_creates_every_round_and_later_matches_wait_for_their_players() -> None:
    tournament = tables(12)
    states = {match.label: match.state for match in Match.objects.filter(tournament=tournament)}
    assert [states[f"R1.{number}"] for number in (1, 2, 3, 4)] == ["ready"] * 4
    assert [states[f"R2.{number}"] for number in (1, 2, 3, 4)] == ["waiting"] * 4
    assert names(tournament, "R2.1") == ["Anna Primu1", "Anna Primu6", "Anna Primu11"]
    with pytest.raises(NotNow, match="match_waiting"):
        play_sheet(match_of(tournament, "R2.1"), alone_hands((6, 4, 2)))
    for label in ("R1.1", "R1.2", "R1.3"):
        assert match_of(tournament, "R2.1").state == "waiting"
        play_sheet(match_of(tournament, label), alone_hands((6, 4, 2), (5, 4, 3)))
    assert match_of(tournament, "R2.1").state == "ready"
    assert not Slot.objects.filter(match=match_of(tournament, "R2.1"), resolved=False).exists()
    assert match_of(tournament, "R1.4").state == "ready"
    assert verify_tournament(tournament).faults == []


@pytest.mark.databases
def test_result_needs_the_signatures_of_all_sides_or_the_confirmation_of_the_desk() -> None:
    tournament = tables(6, rounds=1)
    author = Author(tournament.owner_id)
    match = play_sheet(match_of(tournament), alone_hands((6, 4, 2), (5, 4, 3)), sign=False)
    for side in (2, 0):
        results.sign_sheet(match.pk, side, author=author, at=timezone.now())
        assert match_of(tournament).state == "playing"
    with pytest.raises(BadEntry, match="no_such_side"):
        results.sign_sheet(match.pk, 3, author=author, at=timezone.now())
    results.sign_sheet(match.pk, 1, author=author, at=timezone.now())
    assert match_of(tournament).state == "signed"
    other = play_sheet(match_of(tournament, "R1.2"), alone_hands((4, 4, 4), (4, 4, 4)), sign=False)
    assert results.confirm_match(other.pk, author=author, at=timezone.now()).state == "confirmed"


def test_unfinished_match_cannot_be_signed() -> None:
    tournament = tables(3, rounds=1)
    match = play_sheet(match_of(tournament), alone_hands((9, 2, 1)), sign=False)
    with pytest.raises(NotNow, match="match_not_decided"):
        results.sign_sheet(match.pk, 0, author=Author(tournament.owner_id), at=timezone.now())


def test_equal_net_scores_at_a_table_of_three_give_a_result_without_a_winner() -> None:
    tournament = tables(3, rounds=1)
    play_sheet(match_of(tournament), alone_hands((6, 6, 0), (4, 4, 4)))
    outcome = Outcome.objects.get(stage__tournament=tournament)
    assert (outcome.kind, outcome.winner, outcome.games, outcome.game_winners) == (
        "result",
        None,
        [[2, 2, -4]],
        [None],
    )
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert [team.number for team in champions_of([tournament])[tournament.pk]] == [1, 2]
    assert verify_tournament(tournament).faults == []


@pytest.mark.databases
def test_tournament_by_net_score_is_played_to_its_champion() -> None:
    tournament = tables(7, rounds=3)
    played = play_everything(tournament)
    assert played == 6
    tournament.refresh_from_db()
    assert (tournament.state, first_stage(tournament).state) == ("over", "over")
    rows = standings_now(first_stage(tournament)).rows
    nets = [int(row.match_points) for row in rows]
    assert nets == sorted(nets, reverse=True)
    assert sum(nets) == 0
    assert [row.tally.points_for for row in rows] == nets
    assert sorted(row.tally.byes + row.tally.played for row in rows) == [3] * 7
    (evening,) = evenings()
    assert [team.pk.hex for team in evening.champions] == [rows[0].entrant.replace("-", "")]
    assert verify_tournament(tournament).faults == []


def play_everything(tournament: Tournament) -> int:
    """Play every match and return their number; side 0 wins the most tricks or ties with the others."""
    played = 0
    while (
        match := Match.objects.filter(tournament=tournament, state="ready")
        .order_by("round", "number")
        .first()
    ):
        more = (played % 3, 0, -(played % 3))
        play_sheet(match, alone_hands(*[tuple(4 + each for each in more)] * 2))
        played += 1
    return played


@pytest.mark.databases
def test_walkover_at_a_table_of_three_counts_as_a_win_with_net_score_zero() -> None:
    tournament = tables(3, rounds=2)
    author = Author(tournament.owner_id)
    results.award_walkover(
        match_of(tournament).pk, 2, "the others went home", author=author, at=timezone.now()
    )
    runner.drain()
    assert match_of(tournament, "R2.1").state == "ready"
    results.award_walkover(
        match_of(tournament, "R2.1").pk, None, "nobody came", author=author, at=timezone.now()
    )
    runner.drain()
    rows = standings_now(first_stage(tournament)).rows
    assert [(row.place, int(row.match_points), row.tally.won, row.tally.walkovers) for row in rows] == [
        (1, 0, 1, 2),
        (2, 0, 0, 2),
        (2, 0, 0, 2),
    ]
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert verify_tournament(tournament).faults == []


@pytest.mark.parametrize("players", [4, 5])
def test_tables_of_four_and_five_players_are_seated_and_scored(players: int) -> None:
    tournament = tables(players * 2, rounds=2, profile={"players": players})
    assert len(names(tournament, "R1.1")) == players
    first = [*range(4, 4 + players - 2), 0]
    hand = {"dealer": 0, "tricks": [*first, 4 * players - sum(first)]}
    match = play_sheet(match_of(tournament), [hand, hand | {"dealer": 1}])
    assert match.state == "signed"
    assert sum(match.sheet.summary["games"][0]["score"]) == 0


def test_bracket_of_single_players_is_played_to_its_champion() -> None:
    tournament = drawn_tournament(4, card_game="duel")
    for label in ("R1.1", "R1.2", "R2.1"):
        assert play_sheet(match_of(tournament, label), [duel_hand(0, 65)]).state == "signed"
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert [team.name for team in champions_of([tournament])[tournament.pk]] == ["Anna Primu1"]
    assert verify_tournament(tournament).faults == []


@pytest.mark.databases
def test_verification_of_a_tournament_reports_a_damaged_match_result() -> None:
    tournament = tables(3, rounds=1)
    match = play_sheet(match_of(tournament), alone_hands((6, 4, 2), (5, 4, 3)))
    match.sheet.summary["games"][0] |= {"score": [9, 0, -9], "winner": 2}
    match.sheet.save(update_fields=["summary"])
    problems = verify_tournament(tournament).faults
    assert "R1.1: the outcome's scores are not the sheet's" in problems
    assert "R1.1: the outcome's games are not won as on the sheet" in problems
