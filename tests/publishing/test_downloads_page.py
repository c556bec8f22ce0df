"""Downloads of standings, results and entrants have the same data as the API."""

import csv
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from python_calamine import load_workbook

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tests.builders import (
    a_tournament,
    an_organiser,
    draw,
    drawn_tournament,
    entries,
    first_stage,
    match_of,
    play_match,
    play_out,
    play_sheet,
)
from tests.entries.test_withdrawals import leave
from tests.invented import ALONE, alone_hands
from tests.tiers import sampled
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.format_parts.format import Format
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import Showing, team_name
from tournaments.competition.standings.tables import CUTS
from tournaments.competition.standings.tiebreaks import TIE_BREAKS
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import enter_teams, mark_presence
from tournaments.models import Match, Person, Team, Tournament
from tournaments.people.services.names import show_person
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

FILES = tuple(
    f"{name}.{kind}" for name in ("classifica", "risultati", "iscritti") for kind in ("csv", "xlsx")
)
NAMES = {each.key: each.name for each in (*CUTS, *TIE_BREAKS.values())}
# The headings of counted columns, and their names in the API.
TALLY = {
    "Played": "played",
    "Without play": "walkovers",
    "Won": "won",
    "Level": "level",
    "Lost": "lost",
    "Byes": "byes",
    "Games won": "games_won",
    "Games lost": "games_lost",
    "Points made": "points_for",
    "Points conceded": "points_against",
}
READERS = {"it": ";", "en": ","}
MILLION = 1_000_000


def opened(tournament: Tournament, name: str, language: str = "en", **query: str) -> list[list[Any]]:
    """Return the rows of a downloaded CSV or XLSX file; numbers are rounded as in the CSV file."""
    answer = Client(headers={"accept-language": language}).get(f"/{tournament.slug}/{name}", query)
    assert answer.status_code == 200, name
    if name.endswith("xlsx"):
        sheet = load_workbook(BytesIO(answer.content)).get_sheet_by_index(0)
        return [[rounded(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
    text = answer.content.decode("utf-8-sig")
    rows = csv.reader(text.splitlines(), delimiter=READERS[language])
    return [[number_of(cell, language) for cell in row] for row in rows]


def number_of(cell: str, language: str) -> str | Fraction:
    """Return a CSV cell as a number, or as text if it is not a number."""
    try:
        return Fraction(cell.replace(",", ".") if language == "it" else cell)
    except ValueError:
        return cell


def rounded(cell: Any) -> Any:
    """Return a number rounded to six decimal places, or text unchanged."""
    return cell if isinstance(cell, str) else Fraction(round(Fraction(cell) * MILLION), MILLION)


def api_response(tournament: Tournament, call: str, **query: int) -> Any:
    answer = Client().get(f"/api/v1/tournaments/{tournament.slug}/{call}/", query)
    assert answer.status_code == 200
    return answer.json()


def as_the_api(tournament: Tournament, stage: int) -> list[dict[str, Any]]:
    """Return the standings of the API with team names instead of ids, and with numbers instead of strings."""
    names = dict(Team.objects.filter(tournament=tournament).values_list("pk", "name"))
    by_id = {str(pk): name for pk, name in names.items()}
    return [
        {
            "place": Fraction(row["place"]),
            "team": by_id[row["team"]],
            "group": row["group"],
            "worth": {
                ("Net" if row["net"] is not None else "Match points"): rounded(Fraction(row["match_points"])),
                **{NAMES[each["key"]]: rounded(Fraction(each["value"])) for each in row["tie_breaks"]},
            },
            "placing": list(map(Fraction, row["placing"] or ())),
            "tally": {head: Fraction(row[key]) for head, key in TALLY.items()},
        }
        for row in api_response(tournament, "standings", stage=stage)["rows"]
    ]


def as_the_file(rows: list[list[Any]], count: int) -> list[dict[str, Any]]:
    """Convert the rows of a standings file to the format of `as_the_api`."""
    heads, *lines = rows
    team = next(number for number, head in enumerate(heads) if head in ("Pair", "Player"))
    placing = heads.index("From place") if "From place" in heads else None
    first = heads.index("Played") - count
    return [
        {
            "place": line[0],
            "team": line[team],
            "group": line[heads.index("Group")] if "Group" in heads else "",
            "worth": dict(zip(heads[first : first + count], line[first : first + count], strict=True)),
            "placing": [cell for cell in line[placing : placing + 2] if cell != ""] if placing else [],
            "tally": {head: line[heads.index(head, first + count)] for head in TALLY},
        }
        for line in lines
    ]


def check_standings(tournament: Tournament) -> None:
    """Assert that the CSV and XLSX standings equal the standings of the API."""
    expected = as_the_api(tournament, 1)
    count = len(expected[0]["worth"]) if expected else 0
    for name in ("classifica.csv", "classifica.xlsx"):
        file_rows = as_the_file(opened(tournament, name), count)
        assert file_rows == expected, name


def check_results(tournament: Tournament) -> None:
    """Assert that the sides and games in the CSV and XLSX results equal the matches of the API."""
    names = {str(team.pk): team.name for team in tournament.teams.all()}
    matches = api_response(tournament, "matches", page_size=100)["results"]
    expected = [
        (
            Fraction(match["stage"]),
            [team_name([names[team] for team in side["teams"]]) for side in match["sides"] if side["teams"]],
            list(map(Fraction, match["games_won"])),
        )
        for match in matches
    ]
    for name in ("risultati.csv", "risultati.xlsx"):
        heads, *lines = opened(tournament, name)
        sides = [number for number, head in enumerate(heads) if str(head).startswith("Side ")]
        won = [number for number, head in enumerate(heads) if str(head).startswith("Games of side ")]
        file_rows = [(line[0], [line[n] for n in sides], [line[n] for n in won]) for line in lines]
        assert len(file_rows) == len(expected)
        for line, (stage, teams, games) in zip(file_rows, expected, strict=True):
            assert (line[0], line[2]) == (stage, games)
            assert [side for side in line[1] if side in teams] == teams


EVERY = pytest.mark.parametrize(
    "form", sampled((form for form in FORMATS.values() if 2 in form.sides), 3), ids=lambda form: form.key
)


@EVERY
def test_downloads_of_every_format_contain_the_data_of_the_api(form: Format) -> None:
    tournament = a_tournament(teams=7, form=form.key)
    check_standings(tournament)
    for turn in range(12):
        draw(tournament)
        if turn == 0:
            label = Match.objects.filter(tournament=tournament, state="ready").values_list("label", flat=True)
            play_match(match_of(tournament, label[0]))
            check_standings(tournament)
            check_results(tournament)
        play_out(tournament)
        tournament.refresh_from_db()
        if tournament.state == "over":
            break
    check_standings(tournament)
    check_results(tournament)


def test_downloads_contain_net_scores_for_tables_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CARD_GAMES, ALONE.key, ALONE)
    tournament = a_tournament(teams=6, form="table_rounds", card_game="alone")
    draw_stage(first_stage(tournament), by="seeds", author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()
    match = Match.objects.filter(tournament=tournament, state="ready")[0]
    play_sheet(match, alone_hands((6, 4, 2), (5, 4, 3)))
    check_standings(tournament)
    check_results(tournament)
    heads, *lines = opened(tournament, "classifica.csv")
    nets = {row["net"] for row in api_response(tournament, "standings")["rows"]}
    assert {line[heads.index("Net")] for line in lines} == nets
    assert len(opened(tournament, "iscritti.csv")[0]) == 7


def two_stages() -> Tournament:
    """Return a tournament with a half-played group stage and a knockout stage that has not started."""
    owner = an_organiser()
    stages = [StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout")]
    tournament = create_tournament(
        owner, name="Due fasi", card_game="mariglia", stages=stages, at=timezone.now(), tables=8
    )
    enter_teams(tournament, entries(8), author=Author(owner.pk), at=timezone.now())
    draw_stage(first_stage(tournament), by="seeds", author=Author(owner.pk), at=timezone.now())
    runner.drain()
    for match in Match.objects.filter(tournament=tournament, round=1):
        play_match(match, drain=False)
    runner.drain()
    return tournament


def test_standings_file_contains_every_stage_every_group_and_the_overall_standings() -> None:
    tournament = two_stages()
    check_standings(tournament)
    heads, *lines = opened(tournament, "classifica.csv", fase="1")
    assert [line[heads.index("Group")] for line in lines] == ["A"] * 4 + ["B"] * 4
    _heads, *overall = opened(tournament, "classifica.csv", fase="tutte")
    rows = api_response(tournament, "standings/overall")["rows"]
    assert [line[0] for line in overall] == [row["place"] for row in rows]
    assert len(opened(tournament, "classifica.csv", fase="2")) == 1
    answer = Client(headers={"accept-language": "it"}).get(f"/{tournament.slug}/classifica.xlsx")
    book = load_workbook(BytesIO(answer.content))
    assert book.sheet_names == ["1. Gironi", "2. Eliminazione diretta", "3. Tutte insieme"]
    for stage in ("3", "0", "x", "=1"):
        assert Client().get(f"/{tournament.slug}/classifica.csv", {"fase": stage}).status_code == 404


def test_results_file_contains_the_points_of_each_game() -> None:
    tournament = drawn_tournament(4)
    match = play_match(match_of(tournament))
    sheet = Client().get(f"/api/v1/matches/{match.pk}/sheet/").json()
    heads, first, second, final = opened(tournament, "risultati.csv")
    scores = [score for game in sheet["games"] if game["hands"] for score in game["score"]]
    assert first[heads.index("Game 1, side 1") :] == scores
    assert second[heads.index("Game 1, side 1") :] == [""] * len(scores)
    named = {head: first[heads.index(head)] for head in ("Match", "How it stands", "Winner", "Side 1")}
    assert named == {
        "Match": "Semifinal 1",
        "How it stands": "finished",
        "Winner": "Coppia 1",
        "Side 1": "Coppia 1",
    }
    assert final[heads.index("How it stands")] == "to be played"


def test_downloads_show_names_as_the_public_pages_do() -> None:
    tournament = drawn_tournament(4)
    person = Person.objects.get(name="Anna Primu1")
    person.written_name = person.written_name or person.name
    show_person(person, Showing.INITIALS, author=Author(tournament.owner_id), at=timezone.now())
    for name in FILES:
        rows = opened(tournament, name)
        assert "Primu1" not in str(rows), name
    heads, first, *_other_rows = opened(tournament, "iscritti.csv")
    assert heads == ["Number", "Seed", "Pair", "Player 1", "Player 2", "Club", "Town", "Remarks"]
    assert first == [1, 1, "Coppia 1", "A. P.", "Bachisio Segundu1", "", "", ""]


def test_results_file_has_no_games_and_no_winner_of_an_annulled_match() -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"leavers": "annul"})
    play_match(match_of(tournament))
    leave(tournament, 4)
    heads, line, *_other_rows = opened(tournament, "risultati.csv")
    cells = dict(zip(heads, line, strict=True))
    wanted = ("How it stands", "Games of side 1", "Games of side 2", "Winner")
    assert [cells[head] for head in wanted] == ["annulled", "", "", ""]


def test_entrants_file_marks_an_absent_team_in_its_remarks() -> None:
    tournament = a_tournament(teams=5)
    presence = {team.pk: "absent" if team.number == 5 else "present" for team in tournament.teams.all()}
    mark_presence(tournament, presence, author=Author(tournament.owner_id), at=timezone.now())
    draw(tournament)
    leave(tournament, 2)
    for name in ("iscritti.csv", "iscritti.xlsx"):
        assert [row[-1] for row in opened(tournament, name)[1:]] == ["", "has left", "", "", "absent"]


def test_name_that_looks_like_a_formula_is_exported_as_text() -> None:
    tournament = drawn_tournament(4)
    evil = '=HYPERLINK("http://x","y")'
    Team.objects.filter(tournament=tournament, number=1).update(name=evil, club="\u202e+39 079", town="@")
    for name in FILES:
        cells = [cell for row in opened(tournament, name) for cell in row]
        quote = "'" if name.endswith("csv") else ""
        assert f"{quote}{evil}" in cells, name
        assert not any(str(cell)[:1] in "=+@" and quote for cell in cells if cell != ""), name
        assert "\u202e" not in str(cells)


@pytest.mark.sweep
def test_standings_and_entrants_files_of_two_thousand_players_can_be_downloaded() -> None:
    """A query with one parameter per player would exceed SQLite's limit."""
    tournament = a_tournament(teams=1024)
    for name in ("classifica.csv", "iscritti.csv"):
        assert Client().get(f"/{tournament.slug}/{name}").status_code == 200


@pytest.mark.parametrize("name", sampled(FILES, 2))
def test_downloads_need_no_extra_queries_for_large_tournaments(
    name: str, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for teams in (4, 16):
        tournament = drawn_tournament(teams, name=f"Torneo {teams}")
        play_out(tournament)
        with django_assert_max_num_queries(9) as queries:
            opened(tournament, name)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", FILES)
def test_unchanged_download_returns_304(name: str, django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    reader, address = Client(headers={"accept-language": "it"}), f"/{tournament.slug}/{name}"
    answer = reader.get(address)
    assert set(answer["Cache-Control"].split(", ")) == {"no-cache", "public"}
    assert f'filename="{tournament.slug}-' in answer["Content-Disposition"]
    had = {"if-none-match": answer["ETag"]}
    with django_assert_num_queries(1):
        assert reader.get(address, headers=had).status_code == 304
    assert reader.get(address, headers=had | {"accept-language": "en"}).status_code == 200
    play_match(match_of(tournament))
    assert reader.get(address, headers=had).status_code == 200
    reader.force_login(tournament.owner)
    Tournament.objects.filter(pk=tournament.pk).update(visibility="unpublished")
    taken_off = reader.get(address)
    assert set(taken_off["Cache-Control"].split(", ")) == {"no-store", "private"}
    assert "ETag" not in taken_off


def test_public_pages_link_to_the_downloads() -> None:
    bracket, rounds = drawn_tournament(4), drawn_tournament(4, form="round_robin", name="Girone")
    for tournament, page, name in (
        (bracket, "", "risultati"),
        (bracket, "classifica/", "classifica"),
        (bracket, "coppie/", "iscritti"),
        (rounds, "", "classifica"),
        (rounds, "turni/", "risultati"),
    ):
        text = Client().get(f"/{tournament.slug}/{page}").content.decode()
        for kind in ("csv", "xlsx"):
            assert f'href="/{tournament.slug}/{name}.{kind}' in text, page
    assert ".csv" not in Client().get(f"/{bracket.slug}/coppie/", {"cerca": "anna"}).content.decode()
    empty = a_tournament(name="Vuoto")
    assert ".csv" not in Client().get(f"/{empty.slug}/classifica/").content.decode()
