"""The next step on the evening page when a round or a stage is over."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import NoPairing, Sentence
from tests.builders import (
    a_tournament,
    an_account,
    an_organiser,
    draw,
    drawn_tournament,
    entries,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tests.markup import one_line
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.services.draws import commit_draw
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Tournament
from tournaments.queue import runner
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def evening(client: Client, tournament: Tournament) -> Any:
    return client.get(reverse("desk_evening", args=[tournament.slug]))


def press(client: Client, tournament: Tournament, step: Any) -> Any:
    """Press the button of the next step, and run all due jobs."""
    answer = client.post(reverse("desk_draw", args=[tournament.slug]), {"seen": step.seal})
    runner.drain()
    return answer


def seated(tournament: Tournament, number: int, *, stage: int = 1) -> list[list[str]]:
    """Return the team names in each match of a round, without byes."""
    matches = Match.objects.filter(tournament=tournament, stage__number=stage, round=number)
    rows = []
    for match in matches.exclude(state="bye").order_by("group", "number"):
        names = [slot.team.name for slot in match.slots.order_by("side") if slot.team]
        rows.append(names)
    return rows


def with_two_stages(first: str, options: dict[str, Any], teams: int = 8) -> Tournament:
    """Return a tournament whose first stage is drawn and whose second stage is a knock-out."""
    owner = an_organiser()
    stages = [StageSetup(first, options), StageSetup("knockout", {})]
    tournament = create_tournament(
        owner, name="Coppa", card_game="mariglia", stages=stages, at=timezone.now(), tables=4
    )
    enter_teams(tournament, entries(teams), author=Author(owner.pk), at=timezone.now())
    draw(tournament)
    return tournament


# The card games of the formats that do not seat two sides at a table.
GAMES = {"progressive_tables": "manni"}


def give_matches(tournament: Tournament) -> None:
    """Award every ready match to its first side, and run the jobs that follow."""
    for match in Match.objects.filter(tournament=tournament, state="ready"):
        author = Author(tournament.owner_id)
        results.award_walkover(match.pk, 0, "assenti", author=author, at=timezone.now())
    runner.drain()


@pytest.mark.parametrize("teams", [6, 7])
@pytest.mark.parametrize("form", sorted(ROUND_BY_ROUND))
def test_next_round_is_paired_as_proposed_on_the_page_in_every_format(
    client: Client, form: str, teams: int
) -> None:
    tournament = drawn_tournament(teams, form=form, card_game=GAMES.get(form, "mariglia"), tables=4)
    client.force_login(tournament.owner)
    give_matches(tournament)
    page = evening(client, tournament)
    assert page.context["evening"].tasks[0].kind == "next"
    step = page.context["step"]
    assert step.title == "1º turno finito: abbina il 2º"
    press(client, tournament, step)
    matches = Match.objects.filter(tournament=tournament, round=2).exclude(state="bye").order_by("number")
    sides = [[side.name for side in one_match(match.pk).sides] for match in matches]
    assert [list(line.sides) for line in step.matches] == sides
    assert [line.table for line in step.matches] == [str(match.table) for match in matches]
    assert evening(client, tournament).context["step"] is None


def test_next_round_is_not_proposed_if_a_match_is_still_open(client: Client) -> None:
    tournament = drawn_tournament(6, form="swiss")
    client.force_login(tournament.owner)
    play_match(match_of(tournament, Match.objects.filter(tournament=tournament, state="ready")[0].label))
    page = evening(client, tournament)
    assert page.context["step"] is None
    assert "Tutto in ordine." in page.text


def test_next_round_is_not_proposed_after_the_last_round(client: Client) -> None:
    tournament = drawn_tournament(4, form="swiss", options={"rounds": 1})
    client.force_login(tournament.owner)
    play_out(tournament)
    page = evening(client, tournament)
    assert page.context["step"] is None
    assert "Il torneo è finito." in page.text


def test_proposal_for_the_next_round_names_the_team_with_the_bye(client: Client) -> None:
    tournament = drawn_tournament(5, form="swiss")
    client.force_login(tournament.owner)
    play_out(tournament)
    step = evening(client, tournament).context["step"]
    assert any(check.text.startswith("Riposa: Coppia") for check in step.checks)


def test_progress_strip_between_rounds_marks_the_next_round(client: Client) -> None:
    tournament = drawn_tournament(6, form="swiss", options={"rounds": 3})
    client.force_login(tournament.owner)
    play_out(tournament)
    phases = evening(client, tournament).context["phases"]
    assert [phase.state for phase in phases] == ["done", "done", "done", "next", ""]
    assert phases[3].text == "tocca a te"


def test_next_round_is_not_paired_from_a_page_loaded_before_a_correction(client: Client) -> None:
    tournament = drawn_tournament(6, form="swiss")
    client.force_login(tournament.owner)
    play_out(tournament)
    step = evening(client, tournament).context["step"]
    author = Author(tournament.owner_id)
    match = Match.objects.filter(tournament=tournament, state="signed").order_by("number")[0]
    lost = Correction(outcome="walkover", winner=1)
    correct_match(match.pk, lost, "al contrario", author=author, at=timezone.now())
    runner.drain()
    press(client, tournament, step)
    assert seated(tournament, 2) == []
    assert "cambiato" in one_line(evening(client, tournament).text)


def test_stage_after_groups_is_proposed_with_team_names_and_drawn_with_one_button(client: Client) -> None:
    tournament = with_two_stages("groups", {"groups": 2, "advance": 2})
    client.force_login(tournament.owner)
    play_out(tournament)
    page = evening(client, tournament)
    step = page.context["step"]
    assert page.context["evening"].tasks[0].kind == "next"
    assert step.title == "Fase 1 finita: prepara la fase 2, Eliminazione diretta"
    assert len(step.matches) == 2
    press(client, tournament, step)
    assert [list(line.sides) for line in step.matches] == seated(tournament, 1, stage=2)


def test_proposal_for_a_stage_with_a_draw_commitment_links_to_the_draw_page(client: Client) -> None:
    tournament = with_two_stages("groups", {"groups": 2, "advance": 2})
    client.force_login(tournament.owner)
    play_out(tournament)
    second = Stage.objects.select_related("tournament").get(tournament=tournament, number=2)
    commit_draw(second, author=Author(tournament.owner_id), at=timezone.now())
    step = evening(client, tournament).context["step"]
    assert (step.matches, step.seal) == ((), "")
    assert reverse("desk_draw", args=[tournament.slug]) in evening(client, tournament).text


def test_outdated_proposal_is_refused_if_the_first_stage_is_not_drawn(client: Client) -> None:
    tournament = a_tournament(teams=4, form="swiss")
    client.force_login(tournament.owner)
    where = reverse("desk_draw", args=[tournament.slug])
    page = client.post(where, {"seen": "0"}, follow=True)
    assert page.status_code == 200
    assert "Questa fase non è ancora sorteggiata" in page.text
    assert not Match.objects.exists()


def test_proposal_for_the_next_round_of_a_large_stage_shows_a_button_but_no_matches(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.draws.selectors.proposed_rounds.MAX_PROPOSED", 4)
    tournament = drawn_tournament(6, form="swiss")
    client.force_login(tournament.owner)
    play_out(tournament)
    step = evening(client, tournament).context["step"]
    assert (step.matches, bool(step.seal)) == ((), True)
    press(client, tournament, step)
    assert len(seated(tournament, 2)) == 3


def test_proposal_for_the_next_round_has_no_button_for_a_helper_at_the_tables(client: Client) -> None:
    tournament = drawn_tournament(6, form="swiss")
    play_out(tournament)
    client.force_login(an_account("tavoli", "tables"))
    page = evening(client, tournament)
    assert page.context["step"].matches
    assert 'name="seen"' not in page.text


def test_page_shows_the_reason_why_the_next_round_cannot_be_paired(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> object:
        raise NoPairing("none", Sentence("Nobody is left."))

    tournament = drawn_tournament(6, form="swiss")
    client.force_login(tournament.owner)
    play_out(tournament)
    monkeypatch.setattr("tournaments.draws.selectors.proposed_rounds.paired_by", refuse)
    page = evening(client, tournament)
    assert page.status_code == 200
    assert page.context["step"].refusal == "Nobody is left."


@pytest.mark.parametrize("teams", [6, 16])
def test_proposal_for_the_next_round_needs_the_same_number_of_queries_for_any_number_of_teams(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, form="swiss", tables=8)
    play_out(tournament)
    assert first_stage(tournament).state == "playing"
    client.force_login(tournament.owner)
    evening(client, tournament)
    with django_assert_num_queries(39):
        evening(client, tournament)
