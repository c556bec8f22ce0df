"""Tests of the public page of a person, and of the archive page of the club."""

import re
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, draw, drawn_tournament, match_of, play_match, play_out
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tournaments.competition.names import Showing
from tournaments.entries.services.entries import mark_presence
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import Match, Person, RatingList, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def reader() -> Client:
    """Return a test client of an anonymous visitor who reads English."""
    return Client(headers={"accept-language": "en"})


def person(name: str = "Anna Primu1") -> Person:
    return Person.objects.get(written_name=name)


def read(reader: Client, url: str) -> str:
    """Return the HTML of a page with collapsed whitespace."""
    answer = reader.get(url)
    assert answer.status_code == 200
    return one_line(answer.text)


def page_of(reader: Client, player: Person, query: str = "") -> str:
    return read(reader, reverse("person", args=[player.pk]) + query)


def over(year: int, teams: int = 4, **more: Any) -> Tournament:
    """Return a finished tournament of the given year, won by the first team."""
    begins = datetime(year, 10, 3, 20, tzinfo=UTC)
    tournament = drawn_tournament(teams, name=f"Coppa {year}", starts_at=begins, **more)
    play_out(tournament)
    return tournament


def test_person_page_shows_the_last_computed_rating(reader: Client) -> None:
    over(2024)
    assert "One dot a tournament" not in page_of(reader, person())  # a curve needs two tournaments
    over(2025)
    page = page_of(reader, person())
    assert "Rating of Anna Primu1 over 2 tournaments" in page
    assert "One dot a tournament" in page
    address = reverse("person", args=[person().pk])
    etag = reader.get(address)["ETag"]
    RatingList.objects.update(computed_at=timezone.now())
    assert reader.get(address)["ETag"] != etag


def test_person_page_without_a_rating_has_no_rating_chart(reader: Client) -> None:
    drawn_tournament(4)
    assert "One dot a tournament" not in page_of(reader, person())


def test_person_page_shows_the_tournaments_of_each_year(reader: Client) -> None:
    over(2024)
    latest = over(2025)
    page = page_of(reader, person())
    assert "Tournaments of 2025" in page
    assert "Coppa 2025" in page
    assert "Coppa 2024" not in page.partition("<figure")[0]  # the rating curve covers all years
    assert "place 1 of 4" in page
    assert '<dd class="flare">2</dd>' in page  # tournaments
    assert '<dt>matches won of 4</dt><dd class="flare">4</dd>' in page
    assert re.findall(r'href="\?anno=(\d+)"', page) == ["2025", "2024"]
    assert reverse("team", args=[latest.slug, latest.teams.get(number=1).pk]) in page
    assert "Coppa 2024" in page_of(reader, person(), "?anno=2024")
    assert "Coppa 2025" in page_of(reader, person(), "?anno=1999")
    loser = page_of(reader, person("Anna Primu4"))
    assert "place 3–4 of 4" in loser
    assert "0 of 1" in loser


def test_person_page_does_not_count_an_annulled_match(reader: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"leavers": "annul"})
    for round_number in (1, 2, 3):
        for match in Match.objects.filter(tournament=tournament, round=round_number, state="ready"):
            play_match(match)
        if round_number == 2:
            leave(tournament, 4)
    page = page_of(reader, person())
    assert '<dt>match won of 2</dt><dd class="flare">1</dd>' in page
    assert '<b class="flare">1 of 2</b><span>Bachisio Segundu1</span>' in page
    assert "Anna Primu4" not in page
    leaver_page = page_of(reader, person("Anna Primu4"))
    assert "won of" not in leaver_page
    assert '<td class="num"></td>' in leaver_page
    assert 'id="partners"' not in leaver_page


def without_the_last(year: int, form: str) -> Tournament:
    """Return a finished tournament of the given year in which the sixth pair did not take part."""
    begins = datetime(year, 10, 3, 20, tzinfo=UTC)
    tournament = a_tournament(teams=6, name=f"Senza {year}", starts_at=begins, form=form)
    presence = {team.pk: "absent" if team.number == 6 else "present" for team in tournament.teams.all()}
    mark_presence(tournament, presence, author=Author(tournament.owner_id), at=timezone.now())
    draw(tournament)
    play_out(tournament)
    return tournament


@pytest.mark.parametrize("form", ["knockout", "round_robin"])
def test_person_page_does_not_count_a_tournament_that_the_team_did_not_attend(
    reader: Client, form: str
) -> None:
    over(2024, teams=6)
    without_the_last(2025, form)
    page = page_of(reader, person("Anna Primu6"), "?anno=2025")
    assert "Tournaments of 2024" in page
    assert "Senza 2025" not in page
    assert '<dt>tournament</dt><dd class="flare">1</dd>' in page
    assert 'href="?anno=' not in page
    assert "Senza 2025" in page_of(reader, person("Anna Primu5"))


def test_page_of_a_person_who_attended_no_tournament_lists_no_tournament(reader: Client) -> None:
    tournament = without_the_last(2025, "knockout")
    absent = person("Anna Primu6")
    team = tournament.teams.get(number=6)
    assert reverse("person", args=[absent.pk]) in read(
        reader, reverse("team", args=[tournament.slug, team.pk])
    )
    page = page_of(reader, absent)
    assert '<dt>tournaments</dt><dd class="flare">0</dd>' in page
    assert "Tournaments of" not in page
    assert "<table>" not in page


def test_person_page_shows_the_best_hands_and_links_to_the_partners(reader: Client) -> None:
    over(2025)
    page = page_of(reader, person())
    partner = reverse("person", args=[person("Bachisio Segundu1").pk])
    assert f'<a href="{partner}"><b class="flare">2 of 2</b><span>Bachisio Segundu1</span></a>' in page
    assert '<b class="flare">70</b><span>Mariglia' in page
    assert "against Coppia" in page


def test_person_page_counts_only_matches_the_person_played(reader: Client) -> None:
    tournament = drawn_tournament(4, options={"substitutes": 2})
    play_match(match_of(tournament))
    author, team = Author(tournament.owner_id), tournament.teams.get(number=1)
    replace_player(team, 0, "Dora Piga", "ill", author=author, at=timezone.now())
    play_out(tournament)
    leaver_page, substitute_page = page_of(reader, person()), page_of(reader, person("Dora Piga"))
    for page in (leaver_page, substitute_page):
        assert '<dt>match won of 1</dt><dd class="flare">1</dd>' in page
        assert tournament.name in page


@pytest.mark.parametrize("names", [["Dora Piga"], ["Dora Piga", "Elsa Sini"]], ids=["once", "twice"])
def test_person_page_lists_a_partner_who_was_later_replaced(reader: Client, names: list[str]) -> None:
    tournament = drawn_tournament(4, options={"substitutes": 2})
    play_match(match_of(tournament))
    author, team = Author(tournament.owner_id), tournament.teams.get(number=1)
    for name in names:
        replace_player(team, 1, name, "ill", author=author, at=timezone.now())
    partner = '<b class="flare">1 of 1</b><span>Bachisio Segundu1</span></a>'
    assert partner in page_of(reader, person())
    assert partner.replace("1 of 1", "0 of 1") in page_of(reader, person("Anna Primu4"))
    play_out(tournament)
    page = page_of(reader, person())
    assert partner in page
    assert partner.replace("Bachisio Segundu1", names[-1]) in page


def test_hidden_name_is_shown_in_the_form_chosen_by_its_owner(reader: Client) -> None:
    tournament = over(2025)
    author, player = Author(tournament.owner_id), person()
    show_person(player, Showing.ALIAS, alias="La Rossa", author=author, at=timezone.now())
    for page in (page_of(reader, player), page_of(reader, person("Bachisio Segundu1"))):
        assert "La Rossa" in page
        assert "Primu1" not in page


def test_page_of_a_person_with_an_erased_name_returns_410_and_is_not_linked(reader: Client) -> None:
    tournament = over(2025)
    player, partner = person(), person("Bachisio Segundu1")
    erase_person(player, author=Author(tournament.owner_id), at=timezone.now())
    url = reverse("person", args=[player.pk])
    response = reader.get(url)
    assert (response.status_code, response["Cache-Control"]) == (410, "no-cache, private")
    assert "This name was forgotten" in response.content.decode()
    assert url not in page_of(reader, partner)
    assert url not in read(reader, reverse("team", args=[tournament.slug, tournament.teams.get(number=1).pk]))


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.UNPUBLISHED])
def test_page_of_an_erased_person_who_played_only_in_a_hidden_tournament_returns_404(
    reader: Client, visibility: Visibility
) -> None:
    tournament = over(2025)
    erase_person(person(), author=Author(tournament.owner_id), at=timezone.now())
    Tournament.objects.update(visibility=visibility)
    url = reverse("person", args=[Person.objects.exclude(erased_at=None).get().pk])
    assert reader.get(url).status_code == 404


def test_pages_show_placeholders_when_the_names_of_most_players_are_erased(reader: Client) -> None:
    tournament = over(2025)
    remaining_player, *other_players = Person.objects.order_by("written_name")
    for each in other_players:
        erase_person(each, author=Author(tournament.owner_id), at=timezone.now())
    assert "N. N." in page_of(reader, remaining_player)
    assert remaining_player.name in read(reader, "/punteggi/mariglia/")  # the page leaves out erased players
    for url in ("/archivio/", f"/{tournament.slug}/", f"/{tournament.slug}/coppie/"):
        assert "N. N." in read(reader, url) or "Coppia" in read(reader, url)


def test_page_of_an_unknown_person_returns_404(reader: Client) -> None:
    assert reader.get(reverse("person", args=[uuid4()])).status_code == 404


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.UNPUBLISHED])
def test_hidden_tournament_is_not_shown_on_person_and_archive_pages(
    reader: Client, visibility: Visibility
) -> None:
    public_tournament, hidden = over(2024), over(2025, teams=6)
    Tournament.objects.filter(pk=hidden.pk).update(visibility=visibility)
    page = page_of(reader, person())
    assert "Coppa 2025" not in page
    assert "<dt>matches won of 2</dt>" in page
    assert reader.get(reverse("person", args=[person("Anna Primu6").pk])).status_code == 404
    archive = read(reader, reverse("archive"))
    assert "Coppa 2025" not in archive
    assert public_tournament.name in archive


def test_substitute_who_played_only_in_a_hidden_tournament_has_no_page(reader: Client) -> None:
    tournament = drawn_tournament(4, options={"substitutes": 2})
    author, team = Author(tournament.owner_id), tournament.teams.get(number=1)
    replace_player(team, 0, "Dora Piga", "ill", author=author, at=timezone.now())
    Tournament.objects.update(visibility=Visibility.UNPUBLISHED)
    for name in ("Dora Piga", "Anna Primu1"):
        assert reader.get(reverse("person", args=[person(name).pk])).status_code == 404


def test_archive_page_shows_the_finished_tournaments_of_a_year(reader: Client) -> None:
    over(2024)
    latest = over(2025, card_game="mariglia")
    drawn_tournament(4, name="In corso")
    page = read(reader, reverse("archive"))
    assert "Coppa 2025" in page
    assert "<b>Coppia 1</b>" in page
    assert "4 pairs" in page
    assert "In corso" not in page
    assert "Coppa 2024" not in page
    assert re.findall(r'href="\?anno=(\d+)"', page) == ["2025", "2024"]
    assert "The longest game" in page
    assert "The widest victory" in page
    assert reverse("match_sheet", args=[latest.slug, match_of(latest).pk]) in page
    assert "Coppa 2024" in read(reader, reverse("archive") + "?anno=2024")
    assert reverse("archive") in read(reader, "/")


def test_records_name_the_card_game_if_several_card_games_were_played(reader: Client) -> None:
    over(2025)
    second = drawn_tournament(
        3, name="Manni", card_game="manni", form="table_rounds", options={"rounds": 1},
        starts_at=datetime(2025, 3, 1, tzinfo=UTC),
    )  # fmt: skip
    Tournament.objects.filter(pk=second.pk).update(state="over")
    page = read(reader, reverse("archive"))
    assert "The longest game of Mariglia" in page
    assert "3 players" in page


def test_archive_page_is_empty_until_a_tournament_ends(reader: Client) -> None:
    a_tournament(teams=2)
    assert "No tournament is over yet" in read(reader, reverse("archive"))


@pytest.mark.parametrize("word", ["Archivio", "Giocatori"])
def test_tournament_with_the_same_name_as_a_site_page_gets_a_different_slug(word: str) -> None:
    assert a_tournament(name=word).slug == f"{word.lower()}-2"


@pytest.mark.parametrize("path", ["archivio", "person"])
def test_archive_and_person_page_need_no_more_queries_for_large_tournaments(
    reader: Client, path: str
) -> None:
    counts = []
    for year, sizes in ((2024, (2,)), (2025, (2, 32))):
        for size in sizes:
            over(year, size, tables=16, owner=None)
        url = reverse("archive") if path == "archivio" else reverse("person", args=[person().pk])
        with CaptureQueriesContext(connection) as queries:
            read(reader, f"{url}?anno={year}")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 18
