"""Tests of adding and removing planned stages; only the last stage can be a bracket."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadSetup, NotNow
from tests.builders import a_tournament, drawn_tournament, first_stage, play_out
from tests.markup import one_line
from tests.stages.test_rounds import draw as draw_first, entered, faults, states
from tournaments.club.services.new_tournament import StageSetup, change_stage
from tournaments.club.services.stages import add_stage, remove_stage
from tournaments.draws.services.draws import commit_draw, draw_stage
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import Stage, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = pytest.mark.django_db


def add(tournament: Tournament, form: str) -> Stage:
    return add_stage(tournament, StageSetup(form), author=Author(tournament.owner_id), at=timezone.now())


def remove(tournament: Tournament, number: int) -> None:
    stage = tournament.stages.get(number=number)
    remove_stage(stage, author=Author(tournament.owner_id), at=timezone.now())


def formats(tournament: Tournament) -> list[str]:
    return list(tournament.stages.order_by("number").values_list("format", flat=True))


def test_stage_is_added_before_the_bracket_or_at_the_end() -> None:
    tournament = a_tournament()
    assert add(tournament, "groups").number == 1
    assert add(tournament, "swiss").number == 2
    assert formats(tournament) == ["groups", "swiss", "knockout"]
    other = a_tournament(form="swiss", name="Altro")
    assert add(other, "knockout").number == 2
    assert formats(other) == ["swiss", "knockout"]


def test_second_bracket_stage_is_refused() -> None:
    tournament = a_tournament()
    with pytest.raises(BadSetup) as refused:
        add(tournament, "double_knockout")
    assert refused.value.code == "bracket_not_last"
    assert formats(tournament) == ["knockout"]


@pytest.mark.databases
def test_stage_is_removed_and_later_stages_are_renumbered() -> None:
    tournament = a_tournament()
    add(tournament, "groups")
    add(tournament, "swiss")
    remove(tournament, 1)
    assert formats(tournament) == ["swiss", "knockout"]
    assert list(tournament.stages.values_list("number", flat=True)) == [1, 2]


def test_stage_cannot_be_removed_if_it_is_the_only_stage() -> None:
    with pytest.raises(NotNow) as refused:
        remove(a_tournament(), 1)
    assert refused.value.code == "only_stage"


def test_stages_cannot_change_once_a_draw_is_committed_or_made() -> None:
    promised = a_tournament(teams=4)
    commit_draw(first_stage(promised), author=Author(promised.owner_id), at=timezone.now())
    other = drawn_tournament(4, name="Altro", form="round_robin")
    add(other, "knockout")
    for tournament, act in ((promised, lambda: add(promised, "groups")), (other, lambda: remove(other, 1))):
        before = formats(tournament)
        with pytest.raises(NotNow) as refused:
            act()
        assert refused.value.code == "stage_drawn"
        assert formats(tournament) == before


def test_stage_cannot_be_removed_once_teams_have_qualified_for_the_stage() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    add(tournament, "knockout")
    play_out(tournament)
    with pytest.raises(NotNow) as refused:
        remove(tournament, 2)
    assert refused.value.code == "stage_awaited"


def test_stage_cannot_be_added_after_the_tournament_is_over() -> None:
    tournament = drawn_tournament(3, form="round_robin")
    play_out(tournament)
    with pytest.raises(NotNow) as refused:
        add(tournament, "knockout")
    assert refused.value.code == "tournament_over"


def test_stage_before_another_stage_cannot_become_a_bracket() -> None:
    tournament = a_tournament()
    first = add(tournament, "groups")
    with pytest.raises(BadSetup) as refused:
        change_stage(first, StageSetup("knockout"), author=Author(tournament.owner_id), at=timezone.now())
    assert refused.value.code == "bracket_not_last"
    assert formats(tournament) == ["groups", "knockout"]


@pytest.mark.databases
def test_stage_added_during_play_is_drawn_from_the_qualified_teams() -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"advance": 2})
    stage = add(tournament, "knockout")
    play_out(tournament)
    draw_stage(stage, by="seeds", author=Author(tournament.owner_id), at=timezone.now())
    assert len(stage.draws.get().lines) == 2


TOO_FEW = [
    pytest.param([StageSetup("round_robin", {"advance": 2}), StageSetup("knockout")], 1, id="knockout"),
    pytest.param([StageSetup("swiss", {"rounds": 1, "advance": 2}), StageSetup("swiss")], 1, id="swiss"),
    pytest.param(
        [StageSetup("round_robin", {"advance": 3}), StageSetup("double_knockout")], 2, id="double_knockout"
    ),
]


def leave(tournament: Tournament, seed: int) -> None:
    team = tournament.teams.get(seed=seed)
    leave_stage(team, "withdrawal", "Gone home", author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()


def too_few_qualified(stages: Sequence[StageSetup], remaining: int) -> Tournament:
    """Return a tournament of three teams whose first stage is over and has only `remaining` teams left."""
    tournament = entered(stages, 3)
    draw_first(tournament)
    for seed in range(3, remaining, -1):
        leave(tournament, seed)
    play_out(tournament)
    return tournament


@pytest.mark.databases
@pytest.mark.parametrize(("stages", "remaining"), TOO_FEW)
def test_removing_a_last_stage_with_too_few_teams_ends_the_tournament(
    stages: list[StageSetup], remaining: int
) -> None:
    tournament = too_few_qualified(stages, remaining)
    assert states(tournament) == ["playing", "over", "planned"]
    remove(tournament, 2)
    assert states(tournament) == ["over", "over"]
    assert faults(tournament) == []
    assert standings_now(first_stage(tournament)).rows[0].place == 1


def test_removing_a_stage_with_too_few_teams_keeps_the_following_stage() -> None:
    stages = [StageSetup("round_robin", {"advance": 2}), StageSetup("swiss"), StageSetup("knockout")]
    tournament = too_few_qualified(stages, 1)
    remove(tournament, 2)
    assert states(tournament) == ["playing", "over", "planned"]
    remove(tournament, 2)
    assert states(tournament) == ["over", "over"]


def test_draw_page_with_too_few_qualified_teams_offers_to_remove_the_stage(client: Client) -> None:
    tournament = too_few_qualified([StageSetup("round_robin", {"advance": 2}), StageSetup("knockout")], 1)
    client.force_login(tournament.owner)
    address, english = reverse("desk_draw", args=[tournament.slug]), {"accept-language": "en"}
    page = client.get(address, headers=english)
    assert page.status_code == 200
    assert "Stage 2 needs at least 2 teams; qualified: 1." in one_line(page.text)
    assert client.post(address, {"by": "seeds"}, headers=english).status_code == 409
    client.post(f"{reverse('desk_stages', args=[tournament.slug])}?fase=2", {"part": "remove"})
    assert states(tournament) == ["over", "over"]
    evening = client.get(reverse("desk_evening", args=[tournament.slug]), headers=english)
    assert "The tournament is over." in one_line(evening.text)
