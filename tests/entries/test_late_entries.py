"""Late entries after the draw: the first round of a late team, points for missed rounds, and refusals."""

from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, draw, drawn_tournament, entries, first_stage, play_out
from tests.entries.test_withdrawals import faults, leave
from tournaments.competition.types import Points
from tournaments.draws.selectors.proposed_rounds import drawn_cards
from tournaments.entries.services.late_entries import enter
from tournaments.models import JournalEntry, Match, Slot, Team, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = pytest.mark.django_db


def come_late(tournament: Tournament, number: int = 9) -> Team:
    stored_tournament = Tournament.objects.get(pk=tournament.pk)
    late = entries(1, seeded=False, first=number)
    (team,) = enter(stored_tournament, late, author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()
    return team


def points_of(tournament: Tournament, team: Team) -> Points:
    rows = standings_now(first_stage(tournament)).rows
    return next(row.match_points for row in rows if row.entrant == str(team.pk))


@pytest.mark.parametrize(
    ("late", "points"), [("nothing", Points(0)), ("level", Points(1, 2)), ("bye", Points(1))]
)
@pytest.mark.parametrize("form", ["swiss", "danish"])
def test_late_team_plays_from_the_next_round(form: str, late: str, points: Points) -> None:
    tournament = drawn_tournament(5, form=form, options={"rounds": 3, "late": late})
    team = come_late(tournament)
    assert points_of(tournament, team) == points
    assert faults(tournament) == []
    play_out(tournament)
    draw(tournament)
    second = Slot.objects.filter(match__tournament=tournament, match__round=2)
    assert second.filter(team=team).exists()
    assert not second.filter(match__state="bye").exists()
    assert faults(tournament) == []
    play_out(tournament)
    draw(tournament)
    play_out(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert faults(tournament) == []
    assert JournalEntry.objects.get(kind="team_entered_late").body["round"] == 2


@pytest.mark.databases
def test_bye_in_the_first_round_is_kept_after_a_late_entry() -> None:
    tournament = drawn_tournament(5, form="swiss", options={"rounds": 3})
    come_late(tournament)
    bye = Match.objects.get(tournament=tournament, round=1, state="bye")
    card = drawn_cards(first_stage(tournament))[bye.number - 1]
    assert [bool(side.teams) for side in card.sides] == [True, False]


@pytest.mark.databases
def test_late_team_can_withdraw() -> None:
    tournament = drawn_tournament(6, form="swiss", options={"rounds": 3})
    team = come_late(tournament)
    team.seed = 7
    team.save()
    leave(tournament, 7)
    play_out(tournament)
    draw(tournament)
    assert not Slot.objects.filter(team=team).exists()
    assert faults(tournament) == []


@pytest.mark.parametrize(
    ("form", "options", "rounds", "code"),
    [
        pytest.param("knockout", {}, 0, "already_drawn", id="a bracket"),
        pytest.param("round_robin", {}, 0, "already_drawn", id="all meet all"),
        pytest.param("swiss", {"rounds": 3, "late_until": 0}, 0, "too_late_to_enter", id="nobody late"),
        pytest.param("swiss", {"rounds": 3}, 1, "too_late_to_enter", id="round 3 is next"),
        pytest.param("swiss", {"rounds": 1}, 0, "too_late_to_enter", id="no round to come"),
    ],
)
def test_refused_late_entry_has_an_error_code(
    form: str, options: dict[str, Any], rounds: int, code: str
) -> None:
    tournament = drawn_tournament(6, form=form, options=options)
    for _round in range(rounds):
        play_out(tournament)
        draw(tournament)
    with pytest.raises(NotNow, match=code):
        come_late(tournament)
    assert tournament.teams.count() == 6


@pytest.mark.databases
def test_late_entry_of_a_person_already_entered_is_refused() -> None:
    tournament = drawn_tournament(6, form="swiss", options={"rounds": 3})
    with pytest.raises(BadEntry, match="bad_entries"):
        come_late(tournament, 3)


def test_late_entry_after_the_end_of_the_tournament_is_refused() -> None:
    tournament = drawn_tournament(2)
    play_out(tournament)
    with pytest.raises(NotNow, match="tournament_over"):
        come_late(tournament)


@pytest.mark.databases
def test_team_entered_before_the_draw_is_marked_as_expected_and_not_as_late() -> None:
    tournament = a_tournament(teams=2)
    assert come_late(tournament).presence == "expected"
