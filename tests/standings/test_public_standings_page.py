"""Tests of the public standings pages (mock-ups 04, 04b, 04c): criteria, explanations, groups, and stages."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from scoring.translation import say
from scoring.types import Sentence
from tests.builders import an_organiser, entries, match_of, play_match, play_out
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.standings.tiebreaks import TIE_BREAKS
from tournaments.competition.types import Points
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services import late_entries
from tournaments.entries.services.entries import enter_teams
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Tournament
from tournaments.queue import runner
from tournaments.standings.public.numbers import value_words
from tournaments.standings.selectors import overall_now

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
expect.set_options(timeout=15_000)

HAND = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
CHAIN = ("direct", "buchholz", "game_difference", "point_difference", "lot")
SWISS = StageSetup("swiss", {"rounds": 3}, tie_breaks=CHAIN)
GROUPS = StageSetup("groups", {"groups": 2, "advance": 2})
KNOCK_OUT = StageSetup("knockout", {})


@pytest.fixture
def reader() -> Client:
    """A test client of an anonymous visitor, with pages in English."""
    return Client(headers={"accept-language": "en"})


def read(reader: Client, path: str) -> str:
    """Return the text of a page with whitespace collapsed."""
    answer = reader.get(path)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def drawn(stages: Sequence[StageSetup], teams: int) -> Tournament:
    """Return a tournament with the given stages; its first stage is drawn."""
    owner = an_organiser()
    tournament = create_tournament(
        owner, name="Campionato sociale", card_game="mariglia", stages=stages, at=timezone.now(), tables=16
    )
    enter_teams(tournament, entries(teams), author=Author(owner.pk), at=timezone.now())
    draw(tournament)
    return tournament


def draw(tournament: Tournament, stage: int = 1) -> None:
    """Draw the stage, or pair its next round."""
    drawn_stage = Stage.objects.select_related("tournament").get(tournament=tournament, number=stage)
    draw_stage(drawn_stage, by="seeds", author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()


def begin(match: Match) -> None:
    """Record the first hand of a match; the first side wins the hand."""
    author = Author(match.tournament.owner_id)
    results.write_hand(match.pk, (1, 1), HAND, author=author, at=timezone.now())


def address(tournament: Tournament, team: int | None = None, stage: str = "") -> str:
    """Return the URL of the standings page; if `team` is given, its explanation is open."""
    query = f"fase={stage}&" if stage else ""
    if team:
        query += f"perche={tournament.teams.get(number=team).pk}"
    return f"/{tournament.slug}/classifica/?{query}"


def lines(page: str) -> list[tuple[str, ...]]:
    """Return the rows of the explanation as text; "!" marks the deciding row."""
    box = page[page.index('class="whybox"') :]
    rows = re.findall(r"<tr( class=\"\w+\")?>(.*?)</tr>", box[: box.index("</table>")])[1:]
    marks = {' class="d"': "!", ' class="none"': "-"}
    return [(marks.get(kind, ""), *_words(row)) for kind, row in rows]


def _words(row: str) -> list[str]:
    return [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in re.split(r"</t[dh]>", row)[:-1]]


# --- one table --------------------------------------------------------------------------------------


def test_each_tie_break_column_shows_the_number_of_its_criterion(reader: Client) -> None:
    page = read(reader, address(drawn([SWISS], 6)))
    heads = re.findall(r'<span class="ord">(\d)</span> ([^<]*)</b>', page)
    assert heads == [("1", "Match points"), ("3", "Buchholz"), ("4", "Games"), ("5", "Points")]


def test_standings_page_lists_the_criteria_in_order_with_their_meaning(reader: Client) -> None:
    page = read(reader, address(drawn([SWISS], 6)))
    listed = re.findall(r"<li><b>([^<]*)</b><span>([^<]*)</span></li>", page)
    chain = [
        (say(Sentence(each.name)), say(Sentence(each.meaning))) for each in map(TIE_BREAKS.get, CHAIN) if each
    ]
    first = ("Match points", "A win is worth 1, a draw ½, a loss 0, a bye 1.")
    assert listed == [first, *chain]


def test_standings_show_a_chip_for_each_round_including_future_rounds(reader: Client) -> None:
    tournament = drawn([SWISS], 4)
    play_match(match_of(tournament, "R1.1"))
    begin(match_of(tournament, "R1.2"))
    page = read(reader, address(tournament))
    chips = re.findall(r'<i class="(\w+)">(?:<span aria-hidden="true">([^<]*)</span>)?<b>', page)
    assert sorted(chips) == sorted(
        [("w", "2–0"), ("p", "0–2"), ("lv", "1–0"), ("lv", "0–1")] + [("open", "")] * 8
    )
    assert "Round 1: being played, 1 to 0" in page
    assert "Round 3: to be played" in page


def test_late_team_does_not_increase_the_number_of_future_rounds(reader: Client) -> None:
    """Four teams play two rounds, five teams would play three."""
    tournament = drawn([StageSetup("swiss")], 4)
    late_entries.enter(
        Tournament.objects.get(pk=tournament.pk),
        entries(1, seeded=False, first=5),
        author=Author(tournament.owner_id),
        at=timezone.now(),
    )
    runner.drain()
    page = read(reader, address(tournament))
    assert "Round 2: to be played" in page
    assert "Round 3" not in page


def test_heading_of_the_standings_contains_the_last_finished_round(reader: Client) -> None:
    tournament = drawn([SWISS], 4)
    assert "<h1>Standings</h1>" in read(reader, address(tournament))
    play_out(tournament)
    draw(tournament)
    assert "<h1>Standings after round 1</h1>" in read(reader, address(tournament))


@pytest.mark.parametrize(
    ("key", "points", "in_english", "in_italian"),
    [
        pytest.param("match_points", Points(5, 2), "2½", "2½", id="halves"),
        pytest.param("quotient", Points(2, 3), "0.667", "0,667", id="a share"),
        pytest.param("sonneborn_berger", Points(9, 4), "2.25", "2,25", id="quarters"),
        pytest.param("points_scored", Points(-12), "−12", "−12", id="below zero"),
        pytest.param("game_difference", Points(3), "+3", "+3", id="a gain"),
        pytest.param("point_difference", Points(0), "0", "0", id="neither"),
        pytest.param("lot", Points(-1), "2", "2", id="drawn second"),
    ],
)
def test_tie_break_values_are_formatted_for_the_language(
    key: str, points: Points, in_english: str, in_italian: str
) -> None:
    for language, expected in (("en", in_english), ("it", in_italian)):
        with override(language):
            assert value_words(key, points) == expected


def test_qualifying_line_shows_the_number_of_qualifiers_and_the_next_stage(reader: Client) -> None:
    tournament = drawn([SWISS, KNOCK_OUT], 6)
    stage = tournament.stages.get(number=1)
    stage.options["advance"] = 4
    stage.save()
    assert "<span>the first 4 qualify: Knock-out</span>" not in read(reader, address(tournament))
    assert "the first 4 qualify: Knock-out" in read(reader, address(tournament))
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    play_match(match_of(tournament, "R1.3"), winner=1)
    play_out(tournament)
    draw(tournament)
    play_match(match_of(tournament, "R2.1"))
    page = read(reader, address(tournament))
    before, after = page.split("<span>the first 4 qualify: Knock-out</span>")
    assert (before.count('class="ask"'), after.count('class="ask"')) == (4, 2)
    assert "qualify" not in read(reader, address(drawn([SWISS], 4)))


# --- explanation ------------------------------------------------------------------------------------


def test_explanation_of_a_place_marks_the_first_different_tie_break_as_deciding(reader: Client) -> None:
    tournament = drawn([SWISS], 6)
    play_out(tournament)
    draw(tournament)
    play_match(match_of(tournament, "R2.1"))
    page = read(reader, address(tournament, 1))
    assert "Why is Coppia 1 ahead of Coppia " in page
    assert lines(page)[-1][:2] == ("!", "Match points")
    assert "Match points: <b>2 against 1</b>, and that decides." in page
    assert re.search(r'<tr class="sel"[^>]*>.*?<td class="num v dec">2</td>', page)
    assert '<li class="on"><b>Match points</b>' in page


def test_explanation_of_a_place_shows_that_two_teams_have_not_met(reader: Client) -> None:
    tournament = drawn([SWISS], 4)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    assert lines(read(reader, address(tournament, 1)))[:2] == [
        ("", "Match points", "1", "1"),
        ("-", "Direct match", "have not met"),
    ]


def test_explanation_of_the_last_place_compares_the_team_with_the_team_above(reader: Client) -> None:
    tournament = drawn([StageSetup("round_robin", {})], 3)
    play_out(tournament)
    page = read(reader, address(tournament))
    *_rest, above, lowest = re.findall(r'class="ask" href="([^"]*)"[^>]*>([^<]*)<', page)
    explanation = read(reader, f"/{tournament.slug}/classifica/{lowest[0]}")
    assert re.search(f"<h2>Why (is|are) {above[1]} (ahead of|and) {lowest[1]}", explanation)


def test_teams_tied_on_every_criterion_share_a_place(reader: Client) -> None:
    page = read(reader, address(drawn([SWISS], 4), 1))
    assert "Why are Coppia 1 and Coppia 2 level?" in page
    assert lines(page)[-1] == ("-", "By lot", "no lot drawn")
    assert "they share the place" in page
    assert not re.findall(r'class="[^"]* dec"', page)


@pytest.mark.parametrize("wanted", ["", "nobody", "00000000-0000-0000-0000-000000000000"])
def test_standings_page_ignores_a_request_to_explain_an_unknown_team(reader: Client, wanted: str) -> None:
    tournament = drawn([SWISS], 4)
    assert "whybox" not in read(reader, f"/{tournament.slug}/?perche={wanted}")


def test_explanation_of_a_place_can_be_opened_and_closed_by_links(reader: Client) -> None:
    tournament = drawn([SWISS, KNOCK_OUT], 4)
    page = read(reader, address(tournament, stage="1"))
    link = re.findall(r'<a class="ask" href="([^"#]*)#why"', page)[0].replace("&amp;", "&")
    box = read(reader, f"/{tournament.slug}/classifica/{link}")
    assert 'class="whybox"' in box
    assert '<a class="btn" href="?fase=1&amp;"' in box


def test_bracket_shows_places_without_tie_breaks(reader: Client) -> None:
    tournament = drawn([KNOCK_OUT], 4)
    page = read(reader, address(tournament, 1))
    assert "whybox" not in page
    assert 'class="ord"' not in page
    assert "When level" not in page
    assert "?segui=" in page


# --- groups -----------------------------------------------------------------------------------------


def test_each_group_is_shown_as_a_cross_table(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    play_match(match_of(tournament, "A1.1"))
    begin(match_of(tournament, "B1.1"))
    page = read(reader, address(tournament))
    assert "<h1>Groups</h1>" in page
    assert "Two groups of four: 12 matches in 3 rounds; the first two of each qualify." in page
    assert page.count("self") == 8
    chips = re.findall(r'<i class="(\w+)">(?:<span aria-hidden="true">([^<]*)</span>)?<b>', page)
    assert sorted(chips) == sorted(
        [("w", "2–0"), ("p", "0–2"), ("lv", "1–0"), ("lv", "0–1")] + [("open", "")] * 20
    )
    assert page.count("5 matches to be played") == 1
    assert page.count("1 match in play") == 1


def heads_of_numbers(page: str) -> list[str]:
    """Return the headings of the numeric columns of all tables on a page."""
    wide = re.sub(r'<span class="narrow-only">[^<]*</span>', "", page)
    heads = re.findall(r'<th scope="col" class="num[^"]*">(.*?)</th>', wide)
    return [" ".join(re.sub(r"<[^>]*>", " ", head).split()) for head in heads]


def test_group_table_shows_the_tie_breaks_that_separate_teams_with_equal_points(reader: Client) -> None:
    """Each of three teams wins one match; point difference decides first place, points scored the rest."""
    tournament = drawn([StageSetup("groups", {"groups": 1, "advance": 1}), KNOCK_OUT], 3)
    path = address(tournament, stage="1")
    assert heads_of_numbers(read(reader, path)) == ["Games", "Match points"]
    beaten, author = {1: 2, 2: 3, 3: 1}, Author(tournament.owner_id)
    while ready := Match.objects.filter(tournament=tournament, state="ready").first():
        first, second = (
            slot.team.number for slot in ready.slots.select_related("team").order_by("side") if slot.team
        )
        score = [35, 10 * second] if beaten[first] == second else [10 * first, 35]
        results.write_finals(ready.pk, {1: score, 2: score}, author=author, at=timezone.now())
        results.confirm_match(ready.pk, author=author, at=timezone.now())
        runner.drain()
    page = read(reader, path)
    heads = ["Games", "Points up to the target", "Points made", "Match points"]
    assert heads_of_numbers(page) == heads
    assert re.findall(r'<td class="num mut ">([^<]*)</td>', page) == [
        "+40", "130", "−20", "110", "−20", "90",
    ]  # fmt: skip
    Tournament.objects.update(embeddable=True)
    embedded = read(reader, f"/{tournament.slug}/incorpora/classifica/?fase=1")
    assert heads_of_numbers(embedded) == heads


def test_tables_of_all_groups_have_the_same_heading_for_the_difference_in_games(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    play_match(match_of(tournament, "A1.1"))
    runner.drain()
    assert heads_of_numbers(read(reader, address(tournament, stage="1"))) == 2 * ["Games", "Match points"]


def test_finished_group_shows_its_qualifiers_above_the_qualifying_line(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    play_out(tournament)
    page = read(reader, address(tournament, stage="1"))
    rows = re.findall(r'<tr class="([^"]*)" hx-get', page)
    assert [row.split() for row in rows] == [["qualifier"], ["qualifier", "last-on"], [], []] * 2
    assert page.count("Finished") == 2
    assert page.count("qualifies") == 4


def test_withdrawn_team_is_marked_and_the_next_team_qualifies_instead(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    play_out(tournament)
    first = tournament.teams.get(seed=1)
    author = Author(tournament.owner_id)
    leave_stage(first, "withdrawal", "torna a casa", author=author, at=timezone.now())
    runner.drain()
    page = read(reader, address(tournament, stage="1"))
    rows = [row.split() for row in re.findall(r'<tr class="([^"]*)" hx-get', page)]
    assert rows == [
        ["qualifier"],
        [],
        ["qualifier", "last-on"],
        [],
        ["qualifier"],
        ["qualifier", "last-on"],
        [],
        [],
    ]
    assert page.count('<span class="chip">has left</span>') == 1


def test_standings_and_rounds_do_not_show_an_annulled_match_as_a_defeat(reader: Client) -> None:
    tournament = drawn([StageSetup("round_robin", {"leavers": "annul"})], 4)
    play_match(match_of(tournament, "R1.1"))
    leave(tournament, 4)
    page = read(reader, address(tournament))
    assert page.count("Round 1: annulled") == 2
    assert "w.o." not in page
    rounds = read(reader, f"/{tournament.slug}/turni/?turno=1")
    assert rounds.count("Annulled") == 1
    assert 'class="l"' not in rounds
    assert "<strong>" not in rounds


def test_bye_in_a_group_is_not_shown_as_an_open_match_and_earns_no_points(reader: Client) -> None:
    """Twelve teams play in four groups of three, so that each team has one bye."""
    tournament = drawn([StageSetup("groups", {"groups": 4, "advance": 2}), KNOCK_OUT], 12)
    page = read(reader, address(tournament, stage="1"))
    assert page.count("3 matches to be played") == 4
    assert "12 matches in 3 rounds" in page
    assert re.findall(r'<td class="num v">([^<]*)</td>', page) == ["0"] * 12
    places = re.findall(r'<td class="pos">\s*(\d+)', page)
    assert places == ["1", "2", "3"] * 4
    assert "a loss 0; a bye is worth nothing, as everybody rests equally often." in page


def test_no_team_is_above_the_qualifying_line_before_the_first_result(reader: Client) -> None:
    tournament = drawn([StageSetup("groups", {"groups": 2, "advance": 1}), KNOCK_OUT], 6)
    page = read(reader, address(tournament, stage="1"))
    assert re.findall(r'<tr class="([^"]*)" hx-get', page) == [""] * 6
    assert ", qualifies" not in page
    assert "as things stand" not in page
    label = str(Match.objects.filter(tournament=tournament, group="A", state="ready")[0].label)
    play_match(match_of(tournament, label))
    page = read(reader, address(tournament, stage="1"))
    rows = [row.split() for row in re.findall(r'<tr class="([^"]*)" hx-get', page)]
    assert rows == [["qualifier", "last-on"], [], [], [], [], []]
    assert page.count("would qualify as things stand") == 1


def test_no_qualifying_line_is_drawn_between_tied_teams_and_the_reason_is_shown(reader: Client) -> None:
    """Each of three teams has beaten one of the others by the same score, so only a lot can decide."""
    tournament = drawn([StageSetup("groups", {"groups": 1, "advance": 1}), KNOCK_OUT], 3)
    beaten = {"1": "2", "2": "3", "3": "1"}
    while ready := Match.objects.filter(tournament=tournament, state="ready").first():
        names = [
            str(slot.team and slot.team.number)
            for slot in ready.slots.select_related("team").order_by("side")
        ]
        play_match(ready.pk, winner=0 if beaten[names[0]] == names[1] else 1)
    page = read(reader, address(tournament, stage="1"))
    assert re.findall(r'<tr class="([^"]*)" hx-get', page) == [""] * 3
    assert "Level in everything at the line: a lot decides who qualifies." in page


def test_bye_in_a_swiss_stage_is_worth_a_point(reader: Client) -> None:
    page = read(reader, address(drawn([SWISS], 5)))
    assert re.findall(r'<td class="num v">([^<]*)</td>', page) == ["1", "0", "0", "0", "0"]
    assert "a bye 1." in page


def test_last_stage_has_no_qualifying_line(reader: Client) -> None:
    assert "last-on" not in read(reader, address(drawn([GROUPS], 8)))


def test_explanation_of_a_place_compares_only_teams_of_the_same_group(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    for label in ("A1.1", "A1.2", "B1.1", "B1.2"):
        play_match(match_of(tournament, label))
    page = read(reader, address(tournament, 1))
    assert page.count('class="whybox"') == 1
    level = [line for line in lines(page) if line[1] == "Direct match"]
    assert level == [("-", "Direct match", "have not met")]


def test_many_groups_are_shown_on_several_pages(reader: Client) -> None:
    tournament = drawn([StageSetup("groups", {"groups": 9, "advance": 1})], 18)
    first, second = (read(reader, f"{address(tournament)}pagina={page}") for page in (1, 2))
    assert (first.count("Group "), second.count("Group ")) == (8, 1)


# --- several stages ---------------------------------------------------------------------------------


def test_links_to_the_stages_are_named_by_their_formats(reader: Client) -> None:
    tournament = drawn([SWISS, GROUPS, KNOCK_OUT], 8)
    page = read(reader, address(tournament))
    pills = re.findall(r'<a class="pill" href="[^"]*(\?fase=\w+)"( aria-current="true")?>([^<]*)</a>', page)
    assert [(query, name) for query, _current, name in pills] == [
        ("?fase=1", "Swiss"),
        ("?fase=2", "Groups"),
        ("?fase=3", "Knock-out"),
        ("?fase=tutte", "All together"),
    ]
    assert [name for _query, current, name in pills if current] == ["Swiss"]
    assert "No standings yet" in read(reader, address(tournament, stage="3"))


def test_links_to_stages_of_the_same_format_are_numbered(reader: Client) -> None:
    page = read(reader, address(drawn([SWISS, SWISS], 4)))
    assert ">1. Swiss</a>" in page
    assert ">2. Swiss</a>" in page


@pytest.mark.parametrize("stage", ["9", "tutte", "x&y"])
def test_request_for_an_unknown_stage_shows_the_current_stage(reader: Client, stage: str) -> None:
    tournament = drawn([SWISS], 4)
    page = read(reader, f"/{tournament.slug}/classifica/?fase={stage}")
    assert "<h1>Standings</h1>" in page
    assert 'class="pill"' not in page
    assert "fase=" not in page.replace(f"?fase={stage}".replace("&", "&amp;"), "")


def test_overall_standings_count_all_stages_together(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    play_out(tournament)
    draw(tournament, 2)
    play_out(tournament)
    page = read(reader, address(tournament, 1, "tutte"))
    assert "<h1>All stages together</h1>" in page
    assert "15 matches counted." in page
    expected = overall_now(list(tournament.stages.select_related("tournament"))).rows
    names = {str(team.pk): team.name for team in tournament.teams.all()}
    assert re.findall(r'class="ask"[^>]*>([^<]*)</a>', page) == [names[row.entrant] for row in expected]
    points = re.findall(r'<td class="num v[^"]*">([^<]*)</td>', page)
    assert points == [str(row.match_points) for row in expected]
    assert re.search(r"<h2>Why (is|are) [^<]*Coppia 1 [^<]*\?</h2>", page)
    assert "Final standings" in read(reader, address(tournament, stage="2"))


# --- number of queries ------------------------------------------------------------------------------


@pytest.mark.parametrize("teams", [8, 32])
@pytest.mark.parametrize(
    ("first", "template", "queries"),
    [
        pytest.param(SWISS, "fase=1", 13, id="one table"),
        pytest.param(SWISS, "fase=1&perche={team}", 17, id="one table, and why"),
        pytest.param(GROUPS, "fase=1", 11, id="groups"),
        pytest.param(GROUPS, "fase=1&perche={team}", 14, id="groups, and why"),
        pytest.param(GROUPS, "fase=tutte", 7, id="all stages"),
    ],
)
def test_standings_page_needs_the_same_number_of_queries_for_any_number_of_teams(
    reader: Client, first: StageSetup, template: str, queries: int, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn([first, KNOCK_OUT], teams)
    play_match(Match.objects.filter(tournament=tournament, state="ready")[0].pk)
    query = template.format(team=tournament.teams.get(number=1).pk)
    with django_assert_num_queries(queries):
        assert reader.get(f"/{tournament.slug}/classifica/?{query}").status_code == 200


# --- in a browser -----------------------------------------------------------------------------------


@pytest.fixture
def without_script(browser: Browser) -> Iterator[Page]:
    """A browser page of the size of a phone, with JavaScript switched off."""
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, locale="en-GB", java_script_enabled=False)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.fixture
def swiss(transactional_db: None) -> Tournament:
    """A Swiss stage of six teams after its first round."""
    tournament = drawn([SWISS], 6)
    play_out(tournament)
    return tournament


@pytest.mark.browser
def test_tap_on_a_row_opens_the_explanation_of_a_place_without_leaving_the_page(
    live_server: LiveServer, swiss: Tournament, page: Page
) -> None:
    page.goto(f"{live_server.url}/{swiss.slug}/")
    page.evaluate("window.stayed = true")
    page.locator("tbody .num.v").nth(1).click()
    expect(page.locator(".whybox")).to_be_visible()
    assert "?perche=" in page.url
    page.get_by_role("link", name="Ho capito").click()
    expect(page.locator(".whybox")).to_have_count(0)
    page.locator("tbody .ask").first.click()
    expect(page.locator("tr.sel .pos")).to_have_text("1")
    assert page.evaluate("window.stayed")


@pytest.mark.browser
def test_explanation_of_a_place_can_be_opened_and_closed_without_javascript(
    live_server: LiveServer, swiss: Tournament, without_script: Page
) -> None:
    without_script.goto(f"{live_server.url}/{swiss.slug}/")
    without_script.locator("tbody .ask").first.click()
    expect(without_script.locator(".whybox")).to_be_in_viewport()
    without_script.get_by_role("link", name="Understood").click()
    expect(without_script.locator(".whybox")).to_have_count(0)


def test_rows_of_a_group_are_numbered_before_the_first_result(reader: Client) -> None:
    tournament = drawn([GROUPS, KNOCK_OUT], 8)
    page = read(reader, address(tournament))
    assert re.findall(r'<td class="pos">\s*(\d+)', page) == ["1", "2", "3", "4"] * 2
