"""A tournament of several stages made at the desk: added, taken away, told in words, refused at its field."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import an_organiser
from tests.pages.forms import filled
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

EVENING = {"card_game": "mariglia", "preset": "35_35_45", "name": "Memorial", "tables": "6"}
GROUPS = {"format": "groups", "groups_groups": "2", "groups_advance": "4", "groups_best_next": "0"}
KNOCKOUT = {"s2-preset": "same", "s2-format": "knockout", "s2-knockout_third_place": "on"}
COURSE = {**EVENING, "stages": "2", **GROUPS, **KNOCKOUT}


@pytest.fixture
def desk() -> Client:
    """The organiser's browser, which reads English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


def sent_back(page: Any) -> dict[str, str]:
    """Return the forms of a page as a browser would send them back."""
    course = page.context["course"]
    sent = {"card_game": course.card_game.key, "stages": str(len(course.stages)), **filled(course.first)}
    for form in course.later:
        sent |= {f"{form.prefix}-{name}": value for name, value in filled(form).items()}
    return sent


def errors(page: Any) -> list[dict[str, list[str]]]:
    """Return what is wrong in each stage, by field."""
    return [
        {name: list(said) for name, said in form.errors.items()} for form in page.context["course"].stages
    ]


def test_groups_then_knockout_is_made(desk: Client) -> None:
    assert desk.post("/regia/", COURSE).status_code == 302
    first, second = Tournament.objects.get().stages.all()
    assert (first.format, first.options["groups"], first.options["advance"]) == ("groups", 2, 4)
    assert (second.format, second.options["third_place"]) == ("knockout", True)
    assert first.profile == second.profile


def test_a_stage_can_be_played_otherwise(desk: Client) -> None:
    desk.post("/regia/", {**COURSE, "s2-preset": "70"})
    first, second = Tournament.objects.get().stages.all()
    assert (first.profile["targets"], second.profile["targets"]) == ([35, 35, 45], [70])


def test_a_stage_added_to_a_bracket_stands_before_it_and_keeps_its_options(desk: Client) -> None:
    asked = {**EVENING, "name": "", "stages": "1", "format": "knockout", "knockout_third_place": "on"}
    page = desk.post("/regia/", {**asked, "add_stage": "1"})
    assert page.status_code == 200
    sent = sent_back(page)
    assert (sent["stages"], sent["format"], sent["s2-format"]) == ("2", "groups", "knockout")
    assert sent["s2-knockout_third_place"] == "on"
    assert not any(errors(page))
    assert not Tournament.objects.exists()
    assert desk.post("/regia/", {**sent, "name": "Memorial"}).status_code == 302
    assert [stage.format for stage in Tournament.objects.get().stages.all()] == ["groups", "knockout"]


def test_after_what_is_no_bracket_a_bracket_is_added(desk: Client) -> None:
    page = desk.post("/regia/", {**EVENING, "stages": "1", "format": "swiss", "add_stage": "1"})
    assert [form["format"].value() for form in page.context["course"].stages] == ["swiss", "knockout"]


def test_a_third_stage_stands_before_the_last_bracket(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "add_stage": "1"})
    forms = page.context["course"].stages
    assert [form["format"].value() for form in forms] == ["groups", "groups", "knockout"]


def test_there_is_an_end_to_adding(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "stages": "5", "add_stage": "1"})
    assert len(page.context["course"].stages) == 5
    assert "add_stage" not in page.text


@pytest.mark.parametrize(
    ("number", "left"),
    [("1", ["knockout"]), ("2", ["groups"]), ("3", ["groups", "knockout"]), ("x", ["groups", "knockout"])],
)
def test_a_stage_is_taken_away(desk: Client, number: str, left: list[str]) -> None:
    page = desk.post("/regia/", {**COURSE, "remove_stage": number})
    assert [form["format"].value() for form in page.context["course"].stages] == left


def test_what_was_written_stays_while_stages_change(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "starts_at": "2026-11-21T20:30", "add_stage": "1"})
    assert sent_back(page).items() >= {"name": "Memorial", "starts_at": "2026-11-21T20:30"}.items()
    assert sent_back(page)["groups_advance"] == "4"


def test_the_plan_is_told_for_those_expected(desk: Client) -> None:
    page = desk.post("/regia/", {**COURSE, "name": "", "expected": "12", "show_plan": "1"})
    assert "Two groups of six: 30 matches in 5 turns; the first four of each go on." in page.text
    assert "Knock-out of 8: 8 matches in 3 turns." in page.text
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
def test_what_cannot_be_is_said_at_its_field(
    desk: Client, wrong: dict[str, str], stage: int, field: str, words: str, act: dict[str, str]
) -> None:
    page = desk.post("/regia/", {**COURSE, **wrong, **act})
    assert page.status_code == (200 if act else 400)
    found = errors(page)
    assert words in " ".join(found[stage][field])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("stages", ["", "0", "6", "-1", "x", "٣", "99999"])
def test_a_count_of_stages_that_is_none_breaks_nothing(desk: Client, stages: str) -> None:
    assert desk.post("/regia/", {**COURSE, "stages": stages}).status_code in (302, 400)
