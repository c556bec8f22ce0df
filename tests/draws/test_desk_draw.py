"""The draw pages of the desk: commitment, draw by cards, by text or by seeds, progress, and result."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import (
    a_tournament,
    an_organiser,
    draw as draw_by_seeds,
    drawn_tournament,
    entries,
    play_out,
)
from tests.markup import one_line
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.entries.services.entries import enter_teams
from tournaments.models import Draw, DrawCommitment, Job, Stage, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

FIVE = {"card_0": "7D", "card_1": "KC", "card_2": "4S", "card_3": "AH", "card_4": "QD"}


def at_desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def draw(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_draw", args=[tournament.slug])
    return client.post(where, sent) if sent else client.get(where)


def test_commitment_is_published_before_the_draw(client: Client) -> None:
    tournament = a_tournament(teams=4)
    at_desk(client, tournament)
    client.post(reverse("desk_promise", args=[tournament.slug]))
    promised = DrawCommitment.objects.get()
    assert promised.digest in draw(client, tournament).text
    assert promised.salt not in draw(client, tournament).text
    draw(client, tournament, by="lots", **FIVE)
    assert Draw.objects.get().commitment == promised


LOTS = [
    pytest.param({"by": "lots", **FIVE}, "7D KC 4S AH QD", id="five cards"),
    pytest.param({"by": "lots", "text": "  tre  parole   a caso "}, "tre parole a caso", id="words"),
    pytest.param({"by": "seeds"}, "", id="seeds"),
    pytest.param({"by": "seeds", **FIVE}, "", id="seeds, though cards were chosen"),
]


@pytest.mark.parametrize(("sent", "lot"), LOTS)
def test_lot_of_a_draw_is_entered_as_cards_or_as_text_and_is_empty_for_a_draw_by_seeds(
    client: Client, sent: dict[str, str], lot: str
) -> None:
    tournament = a_tournament(teams=5)
    answer = draw(at_desk(client, tournament), tournament, **sent)
    assert answer.status_code == 302
    assert Draw.objects.get().lot == lot


REFUSED = [
    pytest.param({"by": "lots"}, "text", id="no lot"),
    pytest.param({"by": "lots", **FIVE, "card_3": ""}, "card_3", id="four cards"),
    pytest.param({"by": "lots", **FIVE, "card_4": "7D"}, "card_4", id="the same card twice"),
    pytest.param({"by": "lots", **FIVE, "card_0": "9D"}, "card_0", id="a card that is not in this pack"),
    pytest.param({"by": "lots", **FIVE, "text": "parole"}, "text", id="cards and words"),
    pytest.param({"by": "lots", "text": "x" * 201}, "text", id="too many words"),
    pytest.param({"by": "chance"}, "by", id="another way"),
]


@pytest.mark.parametrize(("sent", "field"), REFUSED)
def test_draw_form_with_an_invalid_lot_is_redisplayed_with_an_error_and_the_input(
    client: Client, sent: dict[str, str], field: str
) -> None:
    tournament = a_tournament(teams=4)
    answer = draw(at_desk(client, tournament), tournament, **sent)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert answer.context["form"]["card_1"].value() == sent.get("card_1")
    assert not Draw.objects.exists()


def test_draw_page_warns_of_missing_check_ins_until_every_team_is_present_or_absent(client: Client) -> None:
    tournament = a_tournament(teams=4)
    first, *_rest = tournament.teams.all()
    first.presence = "present"
    first.save()
    before = one_line(draw(at_desk(client, tournament), tournament).text)
    assert "Di 3 coppie non si sa ancora se ci sono" in before
    sent = {"presence": "present", "next": "desk_draw"}
    answer = client.post(reverse("desk_presences", args=[tournament.slug]), sent)
    assert answer.headers["Location"] == reverse("desk_draw", args=[tournament.slug])
    assert "non si sa ancora" not in draw(client, tournament).text
    assert {team.presence for team in tournament.teams.all()} == {"present"}


@pytest.mark.parametrize(
    ("form", "teams", "words"),
    [
        ("individual", 10, "With 10 players 2 have a bye"),
        ("individual", 11, "With 11 players 3 have a bye"),
        ("individual", 12, "With 12 players nobody has a bye"),
        ("swiss", 10, "With 10 pairs nobody has a bye"),
        ("swiss", 11, "With 11 pairs 1 has a bye"),
    ],
)
def test_draw_page_shows_the_number_of_byes_in_a_stage_paired_round_by_round(
    client: Client, form: str, teams: int, words: str
) -> None:
    tournament = a_tournament(teams=teams, form=form)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert words in one_line(draw(at_desk(client, tournament), tournament).text)


@pytest.mark.parametrize("teams", [0, 1])
def test_draw_of_fewer_than_two_teams_is_refused(client: Client, teams: int) -> None:
    tournament = a_tournament(teams=teams)
    at_desk(client, tournament)
    answer = draw(client, tournament, by="seeds")
    assert answer.status_code == 409
    assert answer.context["form"].non_field_errors()
    promised = client.post(reverse("desk_promise", args=[tournament.slug]))
    assert promised.status_code == 409
    assert promised.context["refusal"]


def test_draw_error_names_the_team_without_a_check_in(client: Client) -> None:
    tournament = a_tournament(teams=4)
    tournament.teams.filter(number__lte=3).update(presence="present")
    answer = draw(at_desk(client, tournament), tournament, by="seeds")
    assert answer.status_code == 409
    assert "Coppia 4" in answer.context["form"].non_field_errors()[0]


def test_second_draw_request_at_the_desk_keeps_the_first_draw(client: Client) -> None:
    tournament = a_tournament(teams=4)
    at_desk(client, tournament)
    draw(client, tournament, by="lots", **FIVE)
    answer = draw(client, tournament, by="lots", text="un altro seme")
    assert answer.headers["Location"] == reverse("desk_draw", args=[tournament.slug])
    assert Draw.objects.get().lot == "7D KC 4S AH QD"


def test_draw_page_shows_the_progress_of_the_running_job(client: Client) -> None:
    tournament = a_tournament(teams=4)
    at_desk(client, tournament)
    draw(client, tournament, by="seeds")
    Job.objects.filter(kind="draw").update(progress=500, state="running")
    page = draw(client, tournament)
    assert "<progress" in page.text
    assert 'http-equiv="refresh"' in page.text
    partial = client.get(reverse("desk_draw", args=[tournament.slug]), headers={"hx-request": "true"})
    assert "<html" not in partial.text


def test_failed_draw_job_can_be_retried_from_the_draw_page(client: Client) -> None:
    tournament = a_tournament(teams=4)
    at_desk(client, tournament)
    draw(client, tournament, by="seeds")
    job = Job.objects.get(kind="draw")
    Job.objects.filter(pk=job.pk).update(state="failed")
    assert reverse("desk_retry", args=[tournament.slug, job.pk]) in draw(client, tournament).text
    client.post(reverse("desk_retry", args=[tournament.slug, job.pk]))
    runner.drain()
    assert len(draw(client, tournament).context["cards"]) == 2


def test_matches_on_the_draw_page_are_in_bracket_order_and_include_byes(client: Client) -> None:
    tournament = drawn_tournament(6)
    cards = draw(at_desk(client, tournament), tournament).context["cards"]
    names = [[side.teams[0].name if side.teams else None for side in match.sides] for match in cards]
    assert names == [
        ["Coppia 1", None],
        ["Coppia 4", "Coppia 5"],
        ["Coppia 2", None],
        ["Coppia 3", "Coppia 6"],
    ]


def test_draw_page_shows_all_teams_face_up_after_the_draw(client: Client) -> None:
    tournament = drawn_tournament(4)
    page = draw(at_desk(client, tournament), tournament)
    assert page.text.count('<div class="drawn-side">') == 4
    assert "draw-card-pair back" not in page.text
    assert "Turn the next" not in page.text


@pytest.mark.parametrize("teams", [16, 128])
def test_draw_page_has_a_constant_number_of_queries(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams)
    at_desk(client, tournament)
    draw(client, tournament)
    with django_assert_num_queries(18):
        draw(client, tournament)


def groups_and_knockout(teams: int, *, advance: int = 2) -> Tournament:
    """Return a tournament of two stages: groups, which are drawn by seeds, and an undrawn knock-out."""
    tournament = create_tournament(
        an_organiser(),
        name="Gironi",
        card_game="mariglia",
        stages=[StageSetup("groups", {"advance": advance}), StageSetup("knockout", {})],
        tables=6,
        at=timezone.now(),
    )
    author = Author(tournament.owner_id)
    enter_teams(tournament, entries(teams), author=author, at=timezone.now())
    draw_by_seeds(tournament)
    return tournament


def test_drawn_groups_list_their_teams_and_first_matches(client: Client) -> None:
    tournament = groups_and_knockout(12)
    page = one_line(draw(at_desk(client, tournament), tournament).text)
    assert "A1.1" not in page
    groups = re.findall(r"<h2>(Girone .)</h2><ol>(.*?)</ol>(.*?)</div>", page)
    assert [name for name, _teams, _matches in groups] == ["Girone A", "Girone B"]
    assert re.findall(r'"pair-name">([^<]*)<', groups[0][1]) == [
        f"Coppia {number}" for number in (1, 4, 5, 8, 9, 12)
    ]
    assert "Coppia 1</b> contro <b" in groups[0][2]
    assert "tavolo 1" in groups[0][2]
    assert "Due gironi da sei: 30 incontri in 5 turni" in page
    assert "Su 6 tavoli, partite ai 35, 35, 45" in page


def test_draw_page_of_groups_shows_which_group_places_play_each_other_in_the_next_stage(
    client: Client,
) -> None:
    tournament = groups_and_knockout(12)
    page = one_line(draw(at_desk(client, tournament), tournament).text)
    assert "Poi, a posti fissi: Semifinali" in page
    places = re.findall(r"<b>(\d[AB])</b>", page)
    assert sorted(places[:2]) == ["1A", "2B"]
    assert sorted(places[2:]) == ["1B", "2A"]


@pytest.mark.parametrize("option", [{"best_next": 1}, {"nobody_without_a_win": True}])
def test_draw_page_omits_the_next_stage_if_its_matches_are_not_determined_by_group_places(
    client: Client, option: dict[str, Any]
) -> None:
    tournament = groups_and_knockout(12)
    stage = tournament.stages.get(number=1)
    stage.options |= option
    stage.save()
    assert "a posti fissi" not in draw(at_desk(client, tournament), tournament).text


def tables_of(stage: Stage) -> dict[str, list[str]]:
    """Return the names of the teams in each group, in the order of the standings."""
    names = {str(team.pk): team.name for team in stage.tournament.teams.all()}
    return {key: [names[row.entrant] for row in rows] for key, rows in standings_now(stage).groups.items()}


def test_draw_page_of_a_later_stage_lists_the_entrants_and_has_one_button(client: Client) -> None:
    tournament = groups_and_knockout(4, advance=2)
    play_out(tournament)
    page = draw(at_desk(client, tournament), tournament).text
    assert "data-draw-card" not in page
    rows = tables_of(tournament.stages.get(number=1))["A"]
    places = re.findall(r"<b>(\d)A</b> (Coppia \d)<", one_line(page))
    assert places == [("1", rows[0]), ("2", rows[1])]
    assert "Crea gli incontri: Finale" in one_line(page)
    draw(client, tournament, by="seeds")
    assert Draw.objects.filter(stage__number=2).exists()


def test_draw_page_does_not_offer_card_lots_if_all_teams_have_seeds(client: Client) -> None:
    tournament = a_tournament(teams=5)
    page = one_line(draw(at_desk(client, tournament), tournament).text)
    assert "data-draw-card" not in page
    assert re.findall(r'"pair-name"><b>(\d)</b>', page) == ["1", "4", "5", "2", "3"]
    tournament.teams.filter(number=5).update(seed=None)
    assert "data-draw-card" in draw(client, tournament).text


def test_draw_page_shows_no_matches_of_seeded_teams_until_the_check_in_is_complete(
    client: Client,
) -> None:
    tournament = a_tournament(teams=4)
    tournament.teams.filter(number__lte=3).update(presence="present")
    assert draw(at_desk(client, tournament), tournament).context["fixed"] is None


def test_public_page_of_a_draw_by_seeds_shows_no_commitment_and_no_file(client: Client) -> None:
    tournament = drawn_tournament(4)
    page = client.get(reverse("draw_public", args=[tournament.slug])).text
    assert "Nessuna estrazione: le coppie vanno per teste di serie" in page
    assert "sigillat" not in page
    assert "draw.json" not in page
