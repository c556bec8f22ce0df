"""The form for a tournament of several stages: adding and removing stages, preview, field errors."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import a_tournament, an_organiser, drawn_tournament, play_out
from tests.forms import filled
from tests.markup import one_line
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

EVENING = {"card_game": "mariglia", "preset": "35_35_45", "name": "Memorial", "tables": "6"}
GROUPS = {"format": "groups", "groups_groups": "2", "groups_advance": "4", "groups_best_next": "0"}
KNOCKOUT = {"s2-preset": "same", "s2-format": "knockout", "s2-knockout_third_place": "on"}
COURSE = {**EVENING, "stages": "2", **GROUPS, **KNOCKOUT}


@pytest.fixture
def desk() -> Client:
    """Return the test client of an organiser, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


def sent_back(page: Any) -> dict[str, str]:
    """Return the form fields of a page, as a browser submits them."""
    course = page.context["course"]
    sent = {"card_game": course.card_game.key, "stages": str(len(course.stages)), **filled(course.first)}
    for form in course.later:
        sent |= {f"{form.prefix}-{name}": value for name, value in filled(form).items()}
    return sent


def errors(page: Any) -> list[dict[str, list[str]]]:
    """Return the form errors of each stage, by field."""
    return [
        {name: list(messages) for name, messages in form.errors.items()}
        for form in page.context["course"].stages
    ]


def test_tournament_with_a_group_stage_and_then_a_knockout_is_created(desk: Client) -> None:
    assert desk.post("/regia/", COURSE).status_code == 302
    first, second = Tournament.objects.get().stages.all()
    assert (first.format, first.options["groups"], first.options["advance"]) == ("groups", 2, 4)
    assert (second.format, second.options["third_place"]) == ("knockout", True)
    assert first.profile == second.profile


def test_second_stage_can_have_another_preset(desk: Client) -> None:
    desk.post("/regia/", {**COURSE, "s2-preset": "70"})
    first, second = Tournament.objects.get().stages.all()
    assert (first.profile["targets"], second.profile["targets"]) == ([35, 35, 45], [70])


def test_new_stage_is_added_before_a_single_bracket_and_the_bracket_keeps_its_options(desk: Client) -> None:
    fields = {**EVENING, "name": "", "stages": "1", "format": "knockout", "knockout_third_place": "on"}
    page = desk.post("/regia/", {**fields, "add_stage": "1"})
    assert page.status_code == 200
    sent = sent_back(page)
    assert (sent["stages"], sent["format"], sent["s2-format"]) == ("2", "groups", "knockout")
    assert sent["s2-knockout_third_place"] == "on"
    assert (sent["groups_best_next"], sent["groups_advance"]) == ("0", "2")
    assert not {"groups_size", "groups_groups"} & set(sent), "left to themselves: empty fields"
    assert not any(errors(page))
    assert not Tournament.objects.exists()
    assert desk.post("/regia/", {**sent, "name": "Memorial"}).status_code == 302
    assert [stage.format for stage in Tournament.objects.get().stages.all()] == ["groups", "knockout"]


def test_stage_added_after_a_swiss_stage_is_a_knockout(desk: Client) -> None:
    page = desk.post("/regia/", {**EVENING, "stages": "1", "format": "swiss", "add_stage": "1"})
    assert [form["format"].value() for form in page.context["course"].stages] == ["swiss", "knockout"]


def test_third_stage_is_added_before_the_last_bracket(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "add_stage": "1"})
    forms = page.context["course"].stages
    assert [form["format"].value() for form in forms] == ["groups", "groups", "knockout"]


def test_form_has_at_most_five_stages(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "stages": "5", "add_stage": "1"})
    assert len(page.context["course"].stages) == 5
    assert "add_stage" not in page.text


@pytest.mark.parametrize(
    ("number", "formats"),
    [("1", ["knockout"]), ("2", ["groups"]), ("3", ["groups", "knockout"]), ("x", ["groups", "knockout"])],
)
def test_stage_is_removed_by_its_number(desk: Client, number: str, formats: list[str]) -> None:
    page = desk.post("/regia/", {**COURSE, "remove_stage": number})
    assert [form["format"].value() for form in page.context["course"].stages] == formats


def test_field_values_are_kept_when_a_stage_is_added(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "starts_at": "2026-11-21T20:30", "add_stage": "1"})
    assert sent_back(page).items() >= {"name": "Memorial", "starts_at": "2026-11-21T20:30"}.items()
    assert sent_back(page)["groups_advance"] == "4"


def test_preview_describes_the_stages_for_the_expected_number_of_teams(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "name": "", "expected": "12", "show_plan": "1"})
    assert "Two groups of six: 30 matches in 5 rounds; the first four of each qualify." in page.text
    assert "Knock-out of 8: 8 matches in 3 rounds." in page.text
    assert not any(errors(page))


@pytest.mark.parametrize(
    ("wrong", "stage", "field", "words"),
    [
        ({"expected": "7"}, 0, "format", "go on"),
        ({"format": "knockout"}, 0, "format", "no stage can follow it"),
        ({"s2-format": "double_knockout", "groups_advance": "1", "expected": "8"}, 1, "format", "at least 3"),
        ({"s2-format": "groups", "s2-groups_groups": "999"}, 1, "groups_groups", ""),
        ({"s2-preset": "36"}, 1, "preset", ""),
        ({"s2-knockout_placing": "on", "s2-knockout_consolation": "on"}, 1, "knockout_placing", "Choose one"),
        ({"expected": "1"}, 0, "expected", ""),
    ],
    ids=[
        "too few for the groups",
        "a bracket is not last",
        "too few go on",
        "an option out of bounds",
        "no such preset",
        "options contradict each other",
        "a tournament of one",
    ],
)
@pytest.mark.parametrize("act", [{}, {"show_plan": "1"}], ids=["made", "told"])
def test_invalid_stage_is_refused_with_an_error_beside_the_field(
    desk: Client, wrong: dict[str, str], stage: int, field: str, words: str, act: dict[str, str]
) -> None:
    page = desk.post("/regia/", {**COURSE, **wrong, **act})
    assert page.status_code == (200 if act else 400)
    stage_errors = errors(page)
    assert words in " ".join(stage_errors[stage][field])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("stages", ["", "0", "6", "-1", "x", "٣", "99999"])
def test_invalid_number_of_stages_does_not_cause_a_server_error(desk: Client, stages: str) -> None:
    assert desk.post("/regia/", {**COURSE, "stages": stages}).status_code in (302, 400)


# --- on the page of rules ---------------------------------------------------------------------------


def kinds(tournament: Tournament) -> list[str]:
    return list(tournament.stages.order_by("number").values_list("format", flat=True))


def change(desk: Client, tournament: Tournament, number: int, **sent: str) -> Any:
    return desk.post(f"/regia/{tournament.slug}/regole/fasi/?fase={number}", sent, follow=True)


def test_rules_of_a_later_stage_are_changed_before_its_draw(desk: Client) -> None:
    desk.post("/regia/", COURSE)
    tournament = Tournament.objects.get()
    where = f"/regia/{tournament.slug}/regole/?fase=2"
    sent = {"part": "rules", **filled(desk.get(where).context["form"]), "stage_placing": "on", "preset": "70"}
    assert desk.post(where, sent).status_code == 302
    first, second = tournament.stages.all()
    assert (second.options["placing"], second.profile["targets"]) == (True, [70])
    assert first.profile["targets"] == [35, 35, 45]


def test_stages_are_added_changed_and_removed_on_the_page_of_rules(desk: Client) -> None:
    tournament = a_tournament()
    page = change(desk, tournament, 1, part="add", format="groups")
    assert kinds(tournament) == ["groups", "knockout"]
    assert "Stage 2: Knock-out" in one_line(page.text)
    change(desk, tournament, 1, part="format", format="swiss")
    assert kinds(tournament) == ["swiss", "knockout"]
    change(desk, tournament, 1, part="remove")
    assert kinds(tournament) == ["knockout"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"part": "add", "format": "double_knockout"}, "no stage can follow it"),
        ({"part": "remove"}, "A tournament needs one stage at least"),
    ],
)
def test_impossible_change_to_the_stages_is_refused_with_an_explanation(
    desk: Client, sent: dict[str, str], words: str
) -> None:
    tournament = a_tournament()
    assert words in change(desk, tournament, 1, **sent).text
    assert kinds(tournament) == ["knockout"]


@pytest.mark.parametrize("number", ["0", "9", "x", "٣", "99999"])
def test_unknown_stage_number_opens_the_current_stage(desk: Client, number: str) -> None:
    tournament = a_tournament()
    page = desk.get(f"/regia/{tournament.slug}/regole/?fase={number}")
    assert page.context["stage"].number == 1


# --- from stage to stage ----------------------------------------------------------------------------


def test_draw_page_draws_the_next_stage_once_no_result_is_missing(desk: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"advance": 2})
    change(desk, tournament, 1, part="add", format="knockout")
    where = f"/regia/{tournament.slug}/sorteggio/"
    assert "Knock-out follows once this stage is over: 6 results are missing." in desk.get(where).text
    play_out(tournament)
    page = desk.get(where)
    assert "2 qualify from stage 1" in page.text
    assert [item.icon for item in page.context["check"].items] == ["check", "check"]
    assert desk.post(where, {"by": "seeds"}).status_code == 302
    assert len(tournament.stages.get(number=2).draws.get().lines) == 2


def test_draw_page_shows_why_a_later_stage_cannot_be_drawn(desk: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"advance": 2})
    change(desk, tournament, 1, part="add", format="double_knockout")
    play_out(tournament)
    page = desk.get(f"/regia/{tournament.slug}/sorteggio/")
    assert "Stage 2 needs at least 3 teams; qualified: 2." in page.text
    change(desk, tournament, 2, part="format", format="knockout")
    assert desk.post(f"/regia/{tournament.slug}/sorteggio/", {"by": "seeds"}).status_code == 302
