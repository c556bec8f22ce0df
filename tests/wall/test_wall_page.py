"""The wall page: table cards, pagination, and the views that the desk chooses."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tests.builders import (
    a_tournament,
    drawn_tournament,
    match_of,
    play_match,
    play_out,
)
from tests.invented import ALONE, alone_hands
from tests.markup import one_line
from tests.stages.test_rounds import draw as draw_number, entered
from tournaments.club.services.new_tournament import StageSetup
from tournaments.competition.names import Showing
from tournaments.competition.types import Scene
from tournaments.entries.services.entries import mark_presence
from tournaments.matches.services import results
from tournaments.models import Match, Person, Tournament
from tournaments.people.services.names import show_person
from tournaments.wall.services import show_on_wall
from tournaments.web.words import clock, day

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NINE = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
WON = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
LOST = {"dealer": 1, "trionfo": "AS", "card_points": [4, 66]}


@pytest.fixture
def reader() -> Client:
    """Return an anonymous test client that requests English pages."""
    return Client(headers={"accept-language": "en"})


def read(reader: Client, tournament: Tournament) -> str:
    answer = reader.get(f"/{tournament.slug}/parete/")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def a_tournament_in_play(tables: int, teams: int | None = None, **more: Any) -> Tournament:
    """Return a drawn tournament with `tables` tables; by default every table has a match."""
    return drawn_tournament(teams or 2 * tables, tables=tables, form=more.pop("form", "swiss"), **more)


def write(match: Match, *games: Sequence[dict[str, Any]]) -> None:
    author = Author(match.tournament.owner_id)
    for game, hands in enumerate(games, start=1):
        for hand, body in enumerate(hands, start=1):
            results.write_hand(match.pk, (game, hand), body, author=author, at=timezone.now())


def show(tournament: Tournament, scene: Scene) -> None:
    show_on_wall(tournament, scene, author=Author(tournament.owner_id), at=timezone.now())


def cards(page: str) -> dict[int, str]:
    """Return the text of each table card by table number."""
    card_texts = re.findall(r'<li class="table-card.*?</li>', page)
    return {int(re.search(r"</span>(\d+)</b>", card)[1]): card for card in card_texts}  # type: ignore[index]


def pages(page: str) -> list[int]:
    """Return the number of table cards on each page of the wall."""
    return [each.count('<li class="table-card') for each in re.findall(r"<ol class=.w-page.*?</ol>", page)]


@pytest.mark.parametrize(
    ("tables", "expected", "layout"),
    [
        pytest.param(1, [1], "few n1", id="one"),
        pytest.param(6, [6], "few n6", id="six large ones"),
        pytest.param(7, [7], "crowd", id="seven, four by three"),
        pytest.param(12, [12], "crowd rows3", id="twelve"),
        pytest.param(13, [12, 1], "crowd rows3", id="a second page"),
        pytest.param(40, [12, 12, 12, 4], "crowd rows3", id="forty"),
    ],
)
def test_wall_has_a_card_for_every_table(
    reader: Client, tables: int, expected: list[int], layout: str, django_assert_num_queries: Any
) -> None:
    tournament = a_tournament_in_play(tables)
    with django_assert_num_queries(10):
        page = read(reader, tournament)
    assert pages(page) == expected
    assert list(cards(page)) == list(range(1, tables + 1))
    assert re.findall(r'class="w-page ([^"]+)"', page) == [layout] * len(expected)
    labels = re.findall(r'data-label="([^"]*)"', page)
    assert labels == (
        [f"{n} of {len(expected)}" for n in range(1, len(expected) + 1)] if tables > 12 else [""]
    )


def test_many_free_tables_are_listed_by_number_only(reader: Client) -> None:
    page = read(reader, a_tournament_in_play(40, teams=28))
    assert pages(page) == [12, 2]
    assert '<h2 class="flare">Free</h2><p>15–40</p>' in page
    page = read(reader, drawn_tournament(2, tables=40, name="Finale"))
    assert pages(page) == [1]
    assert "<p>2–40</p>" in page


def test_next_and_finished_matches_are_shown_below_many_tables(reader: Client) -> None:
    tournament = drawn_tournament(16, tables=7)
    play_match(match_of(tournament, "R1.1"))
    page = read(reader, tournament)
    band = page[page.index('class="w-band"') :]
    assert "Quarter-final 1" in band[band.index(">Next<") : band.index(">Just finished<")]
    assert re.search(r'won"><span>Coppia 1</span><b>2</b>', band)


def test_wall_between_two_rounds_announces_that_all_tables_are_free(reader: Client) -> None:
    tournament = a_tournament_in_play(8)
    play_out(tournament)
    page = read(reader, tournament)
    assert "Every table is free" in page
    assert "<p>1–8</p>" in page
    assert pages(page) == []


def test_draw_on_the_wall_is_replaced_by_the_tables_after_three_minutes(
    reader: Client, django_assert_num_queries: Any
) -> None:
    """The draw stays on the wall if no table is called, or if the desk chooses the draw again after three
    minutes.
    """
    tournament = a_tournament_in_play(8)
    show(tournament, Scene.DRAW)
    api = f"/api/v1/tournaments/{tournament.slug}/wall/"
    assert ">The draw<" in read(reader, tournament)
    assert reader.get(api).json() == {"scene": "draw"}
    since = timezone.now() - timedelta(minutes=3)
    Tournament.objects.filter(pk=tournament.pk).update(wall_since=since)
    assert ">The draw<" not in read(reader, tournament)
    assert reader.get(api).json() == {"scene": "tables"}
    tournament.refresh_from_db()
    show(tournament, Scene.DRAW)
    assert ">The draw<" in read(reader, tournament)
    Tournament.objects.filter(pk=tournament.pk).update(wall_since=since)
    Match.objects.filter(tournament=tournament).update(table=None)
    assert ">The draw<" in read(reader, tournament)
    show(tournament, Scene.STANDINGS)
    Tournament.objects.filter(pk=tournament.pk).update(wall_since=since)
    assert reader.get(api).json() == {"scene": "standings"}


def test_table_card_on_the_wall_shows_the_state_of_its_match(reader: Client) -> None:
    tournament = drawn_tournament(8, tables=6)
    write(match_of(tournament, "R1.1"), [NINE])
    write(match_of(tournament, "R1.2"), [WON], [LOST], [NINE])
    write(match_of(tournament, "R1.3"), [WON], [WON])
    hours_ago = timezone.now() - timedelta(minutes=4, seconds=30)
    Match.objects.filter(pk=match_of(tournament, "R1.4").pk).update(called_at=hours_ago)
    page = read(reader, tournament)
    table_cards = cards(page)
    assert "Game 1 to 35" in table_cards[1]
    assert 'data-score="9"' in table_cards[1]
    assert 'class="table-card live"' in table_cards[1]
    assert 'class="table-card bella"' in table_cards[2]
    assert "Decider to 45" in table_cards[2]
    assert table_cards[2].count('aria-label="1 game won"') == 2
    assert 'class="table-card done"' in table_cards[3]
    assert "to be signed" in table_cards[3]
    assert 'class="table-card call"' in table_cards[4]
    assert "Waiting for you for 4 minutes" in table_cards[4]
    assert ">4 minutes ago<" in table_cards[4]
    assert [*table_cards] == [1, 2, 3, 4]
    assert '<p class="w-free">Free: <b>5–6</b></p>' in page


def test_table_card_of_a_called_match_asks_the_players_to_come_to_the_table(reader: Client) -> None:
    assert "Please come to table 1" in cards(read(reader, drawn_tournament(2)))[1]


def test_next_and_finished_matches_are_shown_beside_the_tables_if_there_are_few(reader: Client) -> None:
    tournament = drawn_tournament(8, tables=3)
    play_match(match_of(tournament, "R1.1"))
    write(match_of(tournament, "R1.2"), [NINE])
    page = read(reader, tournament)
    beside = re.search(r'<aside class="w-beside">.*?</aside>', page)
    assert beside
    assert "<small>Semifinal 1</small><span>Coppia 1</span><span>Winner of table 2</span>" in beside.group()
    assert "<span>Coppia 1</span><b>2</b>" in beside.group()
    assert "<span>Coppia 8</span><b>0</b>" in beside.group()


@pytest.mark.parametrize("teams", [8, 32])
def test_wall_needs_no_extra_queries_for_many_teams(
    reader: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, tables=3)
    play_match(match_of(tournament, "R1.1"))
    with django_assert_num_queries(17):
        read(reader, tournament)


def test_table_card_has_a_row_for_each_of_three_players(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CARD_GAMES, ALONE.key, ALONE)
    tournament = drawn_tournament(6, card_game="alone", form="table_rounds", options={"rounds": 2}, tables=7)
    write(match_of(tournament, "R1.1"), alone_hands((6, 4, 2)))
    card = cards(read(reader, tournament))[1]
    assert "many" in card
    assert re.findall(r'data-score="(-?\d+)"', card) == ["2", "0", "-2"]
    assert "\N{MINUS SIGN}2" in card


def test_single_players_on_a_crowded_wall_are_named_by_surname(reader: Client) -> None:
    tournament = a_tournament_in_play(7, card_game="mariagio", teams=6)
    author = Author(tournament.owner_id)
    initials, alias = (Person.objects.get(name=f"Anna Primu{number}") for number in (1, 2))
    show_person(initials, Showing.INITIALS, author=author, at=timezone.now())
    show_person(alias, Showing.ALIAS, alias="La Rossa", author=author, at=timezone.now())
    page = read(reader, tournament)
    assert "Anna" not in page
    assert ">Primu3<" in page
    assert ">A. P.<" in page
    assert ">La Rossa<" in page
    assert "Primu1<" not in page


def test_wall_before_the_draw_announces_the_draw(reader: Client) -> None:
    assert "The draw is to come" in read(reader, a_tournament(teams=4))


def test_wall_before_the_draw_names_the_teams_and_marks_the_teams_that_are_present(reader: Client) -> None:
    tournament = a_tournament(teams=41)
    page = read(reader, tournament)
    assert [part.count('<li class="present">') for part in page.split("data-page")[1:]] == [40, 1]
    third = tournament.teams.get(number=3)
    mark_presence(tournament, {third.pk: "present"}, author=Author(tournament.owner_id), at=timezone.now())
    page = read(reader, tournament)
    assert page.count('<li class="present">') == 1
    rest = page[page.index('<li class="present">') :]
    assert "present</span></i><span>Coppia 3<" in rest[: rest.index("</li>")]


def test_wall_before_the_draw_shows_no_team_names_when_the_team_list_is_not_public(reader: Client) -> None:
    tournament = a_tournament(teams=4)
    Tournament.objects.filter(pk=tournament.pk).update(closed_pages=["teams"])
    page = read(reader, tournament)
    assert "w-arrivals" not in page
    assert "4 pairs" in page


@pytest.mark.parametrize("form", ["knockout", "swiss", "round_robin"])
def test_wall_after_the_tournament_shows_the_champions_and_the_final_standings(
    reader: Client, form: str
) -> None:
    options = {"rounds": 1} if form == "swiss" else {}
    over = drawn_tournament(4, form=form, options=options, name="Finito")
    play_out(over)
    page = read(reader, over)
    assert re.search(r'<h2 class="flare( long)?">Coppia ', page)
    assert "Final standings" in page
    places = page[page.index("w-places") :]
    assert {f"Coppia {number}" for number in range(1, 5)} <= set(re.findall(r">(Coppia \d)<", places))


@pytest.mark.parametrize(
    ("groups", "pages"), [(2, ["Group A", "Group B"]), (9, ["Final standings"] * 2)], ids=["few", "many"]
)
def test_wall_after_groups_shows_all_groups_and_names_few_winners_at_most(
    reader: Client, groups: int, pages: list[str]
) -> None:
    over = drawn_tournament(2 * groups, form="groups", options={"groups": groups}, tables=groups)
    play_out(over)
    page = read(reader, over)
    assert re.findall(r'<h2 class="w-title flare">\s*([^<]*?)\s*<', page) == pages
    winners, places = page[: page.index("w-pages")], page[page.index("w-pages") :]
    assert len(re.findall(r">\s*Coppia \d+\s*<", winners)) == (2 if groups == 2 else 0)
    assert ("Each group has its own winners." in winners) is (groups > 2)
    assert len(re.findall(r"Coppia \d+\s*<", places)) == 2 * groups


@pytest.mark.parametrize(("teams", "pages"), [(14, [14]), (15, [15]), (30, [28, 2])])
def test_wall_after_the_tournament_shows_twenty_eight_places_per_page(
    reader: Client, teams: int, pages: list[int]
) -> None:
    over = drawn_tournament(teams, form="swiss", options={"rounds": 1}, tables=6)
    play_out(over)
    parts = read(reader, over).split("data-page")[1:]
    assert [page.count('<li><b class="flare">') for page in parts] == pages


@pytest.mark.parametrize(("third_place", "steps"), [(True, ["2", "1", "3"]), (False, ["2", "1", "3", "3"])])
def test_wall_after_a_bracket_shows_a_podium_and_the_entrants_eliminated_in_each_round(
    reader: Client, third_place: bool, steps: list[str]
) -> None:
    over = drawn_tournament(16, options={"third_place": third_place})
    play_out(over)
    page = read(reader, over)
    podium, places = page[page.index("w-podium") : page.index("w-pages")], page[page.index("w-pages") :]
    assert re.findall(r'<li class="place-(\d)">', podium) == steps
    assert "35–0 · 35–0" in podium
    assert "0 to 2 in the final" in podium
    assert ("2 to 0 against" in podium) is third_place
    assert ("in the semifinals" in podium) is not third_place
    assert "went out in the quarter-finals" in places
    assert "went out in the round of 16" in places
    assert re.findall(r'<h3><b class="flare">(\d+)</b>', places) == ["3", "5", "9"][third_place:]
    shared = re.findall(r"<ul>(.*?)</ul>", places)
    assert [block.count("<li>") for block in shared] == ([4, 8] if third_place else [2, 4, 8])


@pytest.mark.parametrize("last", ["knockout", "round_robin"])
def test_wall_after_two_stages_lists_the_entrants_eliminated_in_the_first_stage(
    reader: Client, last: str
) -> None:
    over = entered([StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup(last)], 8)
    for number in (1, 2):
        draw_number(over, number)
        play_out(over)
    page = read(reader, over)
    places = page[page.index("w-pages") :]
    assert re.findall(r'<h3><b class="flare">(\d+)</b>', places)[-1] == "5"
    assert "out after stage 1, Groups" in places
    assert {f"Coppia {number}" for number in range(1, 9)} <= set(re.findall(r">(Coppia \d)<", places))


def test_wall_after_a_large_bracket_has_the_early_rounds_on_a_second_page(reader: Client) -> None:
    over = drawn_tournament(33, tables=8)
    play_out(over)
    first, second = read(reader, over).split("data-page")[1:]
    assert "went out in the round of 16" in first
    assert "went out in the round of 32" in second
    assert "went out in the round of 64" in second


def test_wall_after_the_tournament_has_no_podium_if_several_entrants_share_the_first_place(
    reader: Client,
) -> None:
    over = drawn_tournament(8, form="swiss", options={"rounds": 1})
    play_out(over)
    assert "w-podium" not in read(reader, over)


def test_wall_after_the_tournament_shows_the_next_tournament_and_the_time_of_the_finish(
    reader: Client,
) -> None:
    over = drawn_tournament(4)
    play_out(over)
    page = read(reader, over)
    assert f"finished at {clock(over.stages.get().over_at)}" in page
    assert "Thanks to all. Results and score sheets are on every phone." in page
    coming = a_tournament(name="Coppa", starts_at=timezone.now() + timedelta(days=8))
    trial = a_tournament(name="Prova", starts_at=timezone.now() + timedelta(days=2))
    Tournament.objects.filter(pk=trial.pk).update(trial=True)
    assert f"<b>{day(coming.starts_at)}</b>, Coppa." in read(reader, over)


def test_wall_after_the_tournament_shows_the_final_standings_instead_of_the_draw(reader: Client) -> None:
    over = drawn_tournament(4)
    show(over, Scene.DRAW)
    play_out(over)
    Tournament.objects.filter(pk=over.pk).update(wall_since=timezone.now() - timedelta(minutes=3))
    page = read(reader, over)
    assert "Final standings" in page
    assert "The draw" not in page


def test_wall_after_the_tournament_shows_no_names_while_the_standings_are_withheld(reader: Client) -> None:
    over = drawn_tournament(4, form="round_robin")
    Tournament.objects.filter(pk=over.pk).update(standings_until=1)
    play_out(over)
    page = read(reader, over)
    assert "the champions are revealed at the prize-giving" in page
    assert "Coppia" not in page


def test_draw_view_shows_the_matches_and_the_text_of_the_lot(reader: Client) -> None:
    tournament = drawn_tournament(8, by="lots", lot="la prima riga")
    show(tournament, Scene.DRAW)
    page = read(reader, tournament)
    assert pages(page) == [4]
    assert "Lot: la prima riga" in page
    assert sorted(re.findall(r"<span>(Coppia \d)</span>", page)) == [f"Coppia {n}" for n in range(1, 9)]


def test_draw_view_shows_a_bye(reader: Client) -> None:
    tournament = drawn_tournament(3)
    show(tournament, Scene.DRAW)
    assert read(reader, tournament).count(">bye<") == 1


def test_standings_view_of_a_bracket_shows_the_current_round(reader: Client) -> None:
    tournament = drawn_tournament(8)
    show(tournament, Scene.STANDINGS)
    play_match(match_of(tournament, "R1.1"))
    page = read(reader, tournament)
    assert "Quarter-finals" in page
    assert pages(page) == [4]
    assert 'Coppia 1</span><b class="flare">2</b>' in page


@pytest.mark.parametrize(("tables", "expected"), [(4, [8]), (6, [10, 2])])
def test_standings_view_shows_ten_rows_per_page(
    reader: Client, tables: int, expected: list[int], django_assert_num_queries: Any
) -> None:
    tournament = a_tournament_in_play(tables)
    show(tournament, Scene.STANDINGS)
    play_match(match_of(tournament, "R1.1"))
    with django_assert_num_queries(8):
        page = read(reader, tournament)
    rows = [each.count('<th scope="row">') for each in re.findall(r"<tbody>.*?</tbody>", page)]
    assert rows == expected
    assert ("1 of 2" in page) is (len(expected) == 2)


def test_standings_view_has_separate_pages_for_groups(reader: Client) -> None:
    tournament = drawn_tournament(8, form="groups", options={"groups": 2})
    show(tournament, Scene.STANDINGS)
    page = read(reader, tournament)
    assert re.findall(r"<small>(Group \w)</small>", page) == ["Group A", "Group B"]


def test_champions_view_shows_only_the_champions(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    tournament.refresh_from_db()
    show(tournament, Scene.CHAMPIONS)
    page = read(reader, tournament)
    assert '<h1 class="flare">Coppia 1</h1>' in page
    assert "<span>Anna Primu1</span><span>Bachisio Segundu1</span>" in page
    assert "2 to 0 against Coppia 2" in page
    assert "w-clock" not in page


def test_champions_view_of_a_round_robin_names_the_champion(reader: Client) -> None:
    tournament = a_tournament_in_play(2, form="round_robin")
    play_out(tournament)
    tournament.refresh_from_db()
    show(tournament, Scene.CHAMPIONS)
    assert '<h1 class="flare">Coppia 1</h1>' in read(reader, tournament)


def test_reopened_tournament_shows_no_champions(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    tournament.refresh_from_db()
    show(tournament, Scene.CHAMPIONS)
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    assert "w-champions" not in read(reader, tournament)


@pytest.mark.parametrize(
    ("host", "has_code"),
    [
        pytest.param("192.168.1.7:8000", True, id="in the room"),
        pytest.param("torneo.example", True, id="a name"),
        pytest.param("127.0.0.1:8000", False, id="this machine"),
        pytest.param("localhost:8000", False, id="this machine by name"),
        pytest.param("[::1]:8000", False, id="this machine, version six"),
    ],
)
@pytest.mark.parametrize("tables", [6, 7])
def test_wall_shows_the_site_address_unless_it_is_a_loopback_address(
    reader: Client, settings: Any, host: str, has_code: bool, tables: int
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    tournament = drawn_tournament(4, tables=tables)
    page = one_line(reader.get(f"/{tournament.slug}/parete/", headers={"host": host}).content.decode())
    assert page.count('class="w-qr"') == has_code
    assert (f"{host}/{tournament.slug}</span>" in page) is has_code


def test_draft_tournament_has_no_wall_page(reader: Client) -> None:
    tournament = a_tournament(teams=4, visibility="draft")
    assert reader.get(f"/{tournament.slug}/parete/").status_code == 404


def test_wall_is_translated_into_italian() -> None:
    tournament = drawn_tournament(4)
    page = read(Client(headers={"accept-language": "it"}), tournament)
    for words in ("Liberi: <b>3–4</b>", "Venite al tavolo 1", "Lo schermo in sala"):
        assert words in page


def test_desk_chooses_the_wall_view_with_a_button(client: Client) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    evening, english = f"/regia/{tournament.slug}/", {"accept-language": "en"}
    answer = client.post(f"{evening}parete/", {"scene": "draw"}, follow=True, headers=english)
    page = one_line(answer.content.decode())
    assert "Screen in the hall: Draw" in page
    assert 'value="draw" aria-pressed="true"' in page
    assert "Screen: Draw" in page
    refused = client.post(f"{evening}parete/", {"scene": "champions"}, follow=True, headers=english)
    assert "The champions are shown once every match is over." in refused.content.decode()
    refused = client.post(f"{evening}parete/", {"scene": "films"}, follow=True, headers=english)
    assert "Choose what the big screen is to show." in refused.content.decode()
    tournament.refresh_from_db()
    assert tournament.wall == "draw"
