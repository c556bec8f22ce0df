"""Tests of withheld standings: every public page shows the standings after an earlier round."""

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from python_calamine import CalamineWorkbook

from scoring.sheet.services.log import Author
from tests.builders import an_organiser, drawn_tournament, first_stage, play_match
from tests.markup import one_line
from tests.publishing.test_embeds_page import embeddable
from tournaments.club.services.new_tournament import change_tournament
from tournaments.competition.types import Scene
from tournaments.corrections.services import reopen_event
from tournaments.models import CircuitLine, Job, JournalEntry, Match, Stage, Tournament
from tournaments.printing.poster import poster_data, preview_data
from tournaments.queue import runner
from tournaments.season.services import create_circuit
from tournaments.standings.selectors import overall_now, standings_now, standings_of, why_ahead

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NOTICE = "Standings after round 2: the last ones are revealed at the prize-giving."


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def desk() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


def play_round(tournament: Tournament, turn: int, *, upset: bool = False) -> None:
    """Play a round in which every better seed wins, or loses if `upset` is true."""
    for match in Match.objects.filter(tournament=tournament, round=turn).exclude(state="bye"):
        first, second = match.slots.order_by("side").values_list("team__number", flat=True)
        play_match(match, int((first > second) != upset))
    runner.drain()


def hold(tournament: Tournament, until: int | None) -> Tournament:
    return change_tournament(
        tournament, author=Author(tournament.owner_id), at=timezone.now(), standings_until=until
    )


def an_evening(form: str = "round_robin", **more: Any) -> Tournament:
    """Return a finished stage of three rounds, with a new leader after the third round."""
    tournament = drawn_tournament(4, form=form, **more)
    for turn in (1, 2, 3):
        play_round(tournament, turn, upset=turn == 3)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    return embeddable(tournament)


def order(tournament: Tournament, after: int | None = None) -> list[str]:
    """Return the team names in the order of the current standings, including withheld results."""
    now = standings_now(first_stage(tournament), after, withheld_too=True)
    names = {str(team.pk): team.name for team in tournament.teams.all()}
    return [names[row.entrant] for row in now.rows]


def points(tournament: Tournament, **more: Any) -> list[tuple[str, str]]:
    return [
        (row.entrant, str(row.match_points)) for row in standings_now(first_stage(tournament), **more).rows
    ]


def names_in(page: str, tournament: Tournament) -> list[str]:
    """Return the team names in the row order of a table."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    names = list(tournament.teams.values_list("name", flat=True))
    return [name for row in rows for name in names if f">{name}<" in row]


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return one_line(answer.content.decode())


def test_standings_selectors_leave_out_withheld_results_by_default() -> None:
    tournament = hold(an_evening(), 2)
    stage = first_stage(tournament)
    then, now = points(tournament, after=2, withheld_too=True), points(tournament, withheld_too=True)
    assert then != now
    assert points(tournament) == then
    assert points(tournament, after=3) == then
    assert [(row.entrant, str(row.match_points)) for row in standings_of([stage])[stage.pk].rows] == then
    assert [(row.entrant, str(row.match_points)) for row in overall_now([stage]).rows] == then
    assert overall_now([stage]).withheld_after == 2
    assert standings_now(stage, withheld_too=True).withheld_after is None
    first, second = (row.entrant for row in standings_now(stage, withheld_too=True).rows[:2])
    both = [
        [(str(step.first), str(step.second)) for step in why_ahead([stage], first, second, **more)]
        for more in ({}, {"after": 2, "withheld_too": True}, {"withheld_too": True})
    ]
    assert both[0] == both[1] != both[2]


def test_standings_are_withheld_only_from_the_first_result_after_the_last_public_round() -> None:
    tournament = hold(drawn_tournament(4, form="round_robin"), 2)
    play_round(tournament, 1)
    play_round(tournament, 2)
    assert standings_now(first_stage(tournament)).withheld_after is None
    play_match(Match.objects.filter(tournament=tournament, round=3)[0])
    assert standings_now(first_stage(tournament)).withheld_after == 2


def test_public_pages_show_the_standings_before_the_withheld_rounds(reader: Client, desk: Client) -> None:
    tournament = an_evening()
    then, now = order(tournament, 2), order(tournament)
    assert then[0] != now[0]
    hold(tournament, 2)
    slug = tournament.slug
    for address in (f"/{slug}/", f"/{slug}/classifica/", f"/{slug}/classifica/?dopo=3"):
        page = read(reader, address)
        assert NOTICE in page, address
        assert names_in(page, tournament)[:4] == then, address
        assert "After round 3" not in page
        mine = read(desk, address)
        assert NOTICE not in mine
        assert "everybody else sees the standings up to round 2" in mine
        assert names_in(mine, tournament)[:4] == now
    page = read(reader, f"/{slug}/incorpora/classifica/")
    assert NOTICE in page
    assert names_in(page, tournament) == then


def test_exports_contain_only_the_public_standings_for_every_reader(reader: Client, desk: Client) -> None:
    tournament = hold(an_evening(), 2)
    then, slug = order(tournament, 2), tournament.slug
    for client in (reader, desk):
        answer = client.get(f"/{slug}/classifica.csv")
        lines = answer.content.decode("utf-8-sig").splitlines()
        assert [next(name for name in then if name in line) for line in lines[1:]] == then
        assert f'filename="{slug}-standings-round-2.csv"' in answer["Content-Disposition"]
        book = CalamineWorkbook.from_filelike(BytesIO(client.get(f"/{slug}/classifica.xlsx").content))
        assert book.sheet_names == ["after round 2 Round robin"]
        assert [row[1] for row in book.get_sheet_by_index(0).to_python()[1:]] == then
    poster = poster_data(tournament, "http://testserver/")
    assert [row["name"] for row in poster["standings"][0]["rows"]] == then
    assert poster["words"]["standings"] == "Standings after round 2"


def test_champion_is_hidden_while_standings_are_withheld(reader: Client) -> None:
    tournament = an_evening()
    champion = order(tournament)[0]
    assert champion in read(reader, "/")
    hold(tournament, 2)
    sentence = "the champions are revealed at the prize-giving"
    assert sentence in read(reader, "/")
    assert "at the prize-giving" in read(reader, "/archivio/")
    for address in ("/", "/archivio/"):
        assert f"<b>{champion}</b>" not in read(reader, address)
        assert f"Champions: {champion}" not in read(reader, address)
    picture = preview_data(tournament)
    assert picture["large"] == []
    assert picture["heading"] == "Over: the champions are revealed at the prize-giving"
    for scene in (Scene.CHAMPIONS, Scene.STANDINGS):
        Tournament.objects.update(wall=scene)
        wall = read(reader, f"/{tournament.slug}/parete/")
        if scene is Scene.CHAMPIONS:
            assert sentence in wall
            assert champion not in wall
        else:
            assert "Standings after round 2" in wall
            assert names_in(wall, tournament) == order(tournament, 2)


def test_pages_of_teams_and_players_show_the_place_before_the_withheld_rounds(reader: Client) -> None:
    tournament = an_evening()
    team = tournament.teams.get(name=order(tournament)[0])
    person = team.players.all()[0]
    place = order(tournament, 2).index(team.name) + 1
    hold(tournament, 2)
    for address in (f"/{tournament.slug}/coppie/{team.pk}/", f"/giocatori/{person.pk}/"):
        assert f"place {place} of 4 · after round 2" in read(reader, address), address
    hold(tournament, None)
    assert "place 1 of 4" in read(reader, f"/{tournament.slug}/coppie/{team.pk}/")


def test_withheld_results_change_neither_group_standings_nor_explanations_of_places(reader: Client) -> None:
    tournament = drawn_tournament(4, form="groups", options={"groups": 1})
    for turn in (1, 2):
        play_round(tournament, turn)
    first, second = (
        row.entrant for row in standings_now(first_stage(tournament), withheld_too=True).rows[:2]
    )
    path = f"/{tournament.slug}/classifica/?perche={second}"
    then = read(reader, path)
    play_round(tournament, 3, upset=True)
    assert standings_now(first_stage(tournament), withheld_too=True).rows[0].entrant != first
    now = read(reader, path)
    hold(tournament, 2)
    page = read(reader, path)
    assert NOTICE in page
    assert names_in(page, tournament) == names_in(then, tournament) != names_in(now, tournament)
    assert why_box(page) == why_box(then) != why_box(now)
    assert 'class="vh">, goes on' not in page


def why_box(page: str) -> str:
    """Return the text of the box that explains why a team is ahead of another."""
    return page.partition('class="whybox')[2].partition("</section>")[0]


def test_api_returns_the_standings_before_the_withheld_rounds(reader: Client, desk: Client) -> None:
    tournament = an_evening()
    slug, stage = tournament.slug, first_stage(tournament)
    address = f"/api/v1/tournaments/{slug}"
    before = reader.get(f"{address}/standings/")
    hold(tournament, 2)
    answer = reader.get(f"{address}/standings/", headers={"if-none-match": before["ETag"]})
    assert answer.status_code == 200
    then = [row.entrant for row in standings_now(stage, 2, withheld_too=True).rows]
    now = [row.entrant for row in standings_now(stage, withheld_too=True).rows]
    for route in ("standings/", "standings/overall/", "standings/?after=2"):
        body = reader.get(f"{address}/{route}").json()
        assert [row["team"] for row in body["rows"]] == then
        assert body["held_after"] == (None if "after" in route and not body["held_after"] else 2)
        mine = desk.get(f"{address}/{route}").json()
        assert mine["held_after"] is None
        assert [row["team"] for row in mine["rows"]] == (then if "after" in route else now)
    refused = reader.get(f"{address}/standings/?after=3")
    assert refused.status_code == 400
    assert "held back after round 2" in str(refused.json())
    assert desk.get(f"{address}/standings/?after=3").status_code == 200


def test_lots_needed_in_withheld_standings_are_shown_only_to_the_desk(reader: Client, desk: Client) -> None:
    tournament = an_evening()
    Stage.objects.update(tie_breaks=["lot"])
    address = f"/api/v1/tournaments/{tournament.slug}/lots/"
    assert desk.get(address).json()["asked"] == reader.get(address).json()["asked"] != []
    hold(tournament, 2)
    assert reader.get(address).json()["asked"] == []
    assert desk.get(address).json()["asked"] != []


def test_standings_are_no_longer_withheld_once_results_are_official(reader: Client) -> None:
    tournament = hold(an_evening(), 2)
    address = f"/{tournament.slug}/classifica.csv"
    etag = reader.get(address)["ETag"]
    Stage.objects.update(over_at=timezone.now() - timedelta(minutes=31))
    assert standings_now(first_stage(tournament)).withheld_after is None
    assert NOTICE not in read(reader, f"/{tournament.slug}/classifica/")
    later = timezone.now() + timedelta(minutes=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.web.page_cache.timezone.now", lambda: later)
        assert reader.get(address, headers={"if-none-match": etag}).status_code == 200
    reopen_event(tournament, "un errore", author=Author(tournament.owner_id), at=timezone.now())
    assert tournament.standings_until is None  # the results were public already
    assert standings_now(first_stage(tournament)).withheld_after is None


def test_circuit_does_not_count_withheld_standings() -> None:
    tournament = hold(an_evening(), 2)
    author = Author(tournament.owner_id)
    create_circuit(
        name="Circuito", points=[3, 2, 1], tournaments=[tournament], author=author, at=timezone.now()
    )
    runner.drain()
    assert not CircuitLine.objects.exists()
    waiting = Job.objects.get(kind="circuit", state="queued")
    over_at = Stage.objects.get(tournament=tournament).over_at
    assert over_at
    assert waiting.due_at == over_at + timedelta(minutes=30)
    hold(tournament, None)
    runner.drain()
    assert CircuitLine.objects.count() == 8


def test_organiser_can_withhold_standings_at_the_desk(desk: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin")
    address = f"/regia/{tournament.slug}/vetrina/"
    assert 'name="standings_until"' in read(desk, address)
    assert address in read(desk, f"/regia/{tournament.slug}/regole/")
    assert desk.post(address, {"standings_until": "2"}).status_code == 302
    before = tournament.version
    tournament.refresh_from_db()
    assert tournament.standings_until == 2
    assert tournament.version > before
    assert desk.post(address, {"standings_until": "0"}).status_code == 400
    assert desk.post(address, {"standings_until": ""}).status_code == 302
    assert Tournament.objects.get().standings_until is None
    kinds = JournalEntry.objects.filter(kind__startswith="standings").order_by("at")
    assert list(kinds.values_list("kind", flat=True)) == ["standings_held", "standings_freed"]


def test_standings_of_a_bracket_cannot_be_withheld(desk: Client, reader: Client) -> None:
    tournament = drawn_tournament(4)
    assert 'name="standings_until"' not in read(desk, f"/regia/{tournament.slug}/vetrina/")
    hold(tournament, 1)
    play_round(tournament, 1)
    play_round(tournament, 2)
    assert standings_now(first_stage(tournament)).withheld_after is None
    assert "prize-giving" not in read(reader, "/")


def test_organiser_can_withhold_standings_over_the_api(desk: Client) -> None:
    address = f"/api/v1/tournaments/{drawn_tournament(4, form='round_robin').slug}/"
    json = "application/json"
    assert desk.patch(address, {"standings_until": 2}, json).json()["standings_until"] == 2
    refused = desk.patch(address, {"standings_until": 0}, json)
    assert (refused.status_code, refused.json()["code"]) == (400, "standings_until_range")
    assert desk.patch(address, {"standings_until": "two"}, json).status_code == 400
    assert Client().patch(address, {"standings_until": None}, json).status_code == 401
    assert desk.patch(address, {"standings_until": None}, json).json()["standings_until"] is None


@pytest.mark.parametrize(
    ("teams", "queries"),
    [pytest.param(4, 13, id="over: are there prizes?"), pytest.param(8, 12, id="playing")],
)
def test_withheld_standings_need_the_same_number_of_queries_for_any_number_of_teams(
    reader: Client, teams: int, queries: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, form="round_robin")
    for turn in (1, 2, 3):
        play_round(tournament, turn)
    hold(tournament, 2)
    with django_assert_num_queries(queries):
        read(reader, f"/{tournament.slug}/classifica/")


# The modules that pass `withheld_too`: desk pages, and decisions of the rules. All others see public
# standings.
READERS = {
    "tournaments/standings/api.py",
    "tournaments/tables/desk/evening.py",
    "tournaments/standings/public/final.py",
    "tournaments/standings/public/page.py",
    "tournaments/prizes/selectors.py",  # for finished events, and shown only when results are official
    "tournaments/corrections/selectors/preview.py",
    "tournaments/standings/selectors.py",
    "tournaments/standings/public/groups.py",
    "tournaments/spectators/pages.py",
}


def test_only_the_listed_modules_read_withheld_results() -> None:
    root = settings.BASE_DIR
    readers = {
        path.relative_to(root).as_posix()
        for path in (root / "tournaments").rglob("*.py")
        if re.search(r"\bwithheld_too=(?!=)", path.read_text())
    }
    assert readers == READERS
    folds = re.compile(
        r"^from tournaments\.competition\.standings\.tables import (\([^)]*|.*)\b(standings|group_tables)\b",
        re.MULTILINE,
    )
    folded = [path for path in (root / "tournaments").rglob("*.py") if folds.search(path.read_text())]
    outside = [path for path in folded if path.parent.name != "formats"]
    example = root / "tournaments" / "house_rules" / "rules" / "example.py"  # an example with invented pairs
    assert sorted(outside) == [example, root / "tournaments" / "standings" / "selectors.py"]
