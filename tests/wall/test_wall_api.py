"""The API of the wall page: clients read the current wall view and choose another view."""

from typing import Any

import pytest

from tests.builders import a_tournament, drawn_tournament, play_out
from tournaments.competition.types import Scene
from tournaments.models import Change, JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def address(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/wall/"


def test_wall_view_chosen_over_the_api_is_stored_and_recorded_as_a_change(desk: Any) -> None:
    tournament = drawn_tournament(4)
    before = tournament.version
    answer = desk.post(address(tournament), {"scene": "draw"})
    assert (answer.status_code, answer.json()) == (200, {"scene": "draw"})
    assert desk.get(address(tournament)).json() == {"scene": "draw"}
    line = JournalEntry.objects.get(tournament=tournament, kind="show_on_wall")
    assert (line.body, line.user) == ({"scene": "draw", "before": "tables"}, tournament.owner)
    changes = Change.objects.filter(tournament=tournament, version__gt=before)
    assert list(changes.values_list("topic", flat=True)) == ["wall"]


def test_choosing_the_current_wall_view_changes_nothing(desk: Any) -> None:
    tournament = drawn_tournament(4)
    for _time in range(2):
        assert desk.post(address(tournament), {"scene": "standings"}).status_code == 200
    assert JournalEntry.objects.filter(tournament=tournament, kind="show_on_wall").count() == 1


@pytest.mark.parametrize("scene", list(Scene))
def test_every_wall_view_can_be_chosen_after_the_end_of_the_tournament(desk: Any, scene: Scene) -> None:
    tournament = drawn_tournament(2)
    play_out(tournament)
    assert desk.post(address(tournament), {"scene": scene.value}).json() == {"scene": scene.value}


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        pytest.param({"scene": "draw"}, 409, "not_drawn", id="the draw before the draw"),
        pytest.param({"scene": "standings"}, 409, "not_drawn", id="standings before the draw"),
        pytest.param({"scene": "champions"}, 409, "no_champions", id="champions before the end"),
        pytest.param({"scene": "films"}, 400, "bad_request", id="no such scene"),
        pytest.param({}, 400, "bad_request", id="nothing said"),
        pytest.param({"scene": "draw", "for": 5}, 400, "bad_request", id="a field there is not"),
    ],
)
def test_invalid_wall_view_is_refused_with_an_error_code(
    desk: Any, sent: dict[str, Any], status: int, code: str
) -> None:
    tournament = a_tournament(teams=4)
    answer = desk.post(address(tournament), sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    tournament.refresh_from_db()
    assert tournament.wall == "tables"


def test_reading_the_wall_view_needs_three_queries(call: Any, django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    with django_assert_num_queries(3):
        call.get(address(tournament))


@pytest.mark.parametrize("teams", [4, 16])
def test_choosing_a_wall_view_needs_no_extra_queries_for_many_teams(
    desk: Any, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams)
    with django_assert_num_queries(14):
        desk.post(address(tournament), {"scene": "draw"})
