"""Views of iCalendar files: content, caching, links."""

from datetime import UTC, datetime
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django.utils.http import http_date
from icalendar import Calendar

from tests.builders import drawn_tournament, match_of, play_match
from tournaments.matches.selectors.matches import MatchNow, match_now
from tournaments.models import Match, Team, Tournament
from tournaments.tables.selectors import calendar
from tournaments.values.visibility import Visibility
from tournaments.web import page_cache

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

EVENING = datetime(2026, 11, 21, 20, tzinfo=UTC)


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def address(tournament: Tournament, team: Team | None = None) -> str:
    return f"/{tournament.slug}/" + (f"coppie/{team.pk}/" if team else "") + "calendario.ics"


def test_calendar_is_written_in_the_language_of_the_reader(reader: Client) -> None:
    tournament = drawn_tournament(4)
    team = tournament.teams.all()[0]
    answer = reader.get(address(tournament, team))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Content-Disposition"] == f'inline; filename="{tournament.slug}-1.ics"'
    ical = Calendar.from_ical(answer.content)
    assert ical["x-wr-calname"] == "Coppia 1 · Torneo d’autunno"
    assert b"SUMMARY:Table 1: against Coppia 4" in answer.content
    italian = reader.get(address(tournament, team), headers={"accept-language": "it"})
    assert b"SUMMARY:Tavolo 1: contro Coppia 4" in italian.content
    assert not answer.cookies


def test_unchanged_calendar_returns_304(reader: Client, django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(4)
    first = reader.get(address(tournament))
    headers = {"if-none-match": first["ETag"]}
    assert set(first["Cache-Control"].split(", ")) == {"no-cache", "public"}
    with django_assert_num_queries(1):
        again = reader.get(address(tournament), headers=headers)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert reader.get(address(tournament), headers=headers | {"accept-language": "it"}).status_code == 200
    play_match(match_of(tournament))
    changed = reader.get(address(tournament), headers=headers)
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


@pytest.mark.parametrize("page", ["calendario.ics", "coppie/{team}/calendario.ics", "risultati.atom"])
def test_request_with_if_modified_since_but_no_etag_returns_the_whole_file(reader: Client, page: str) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        tournament = drawn_tournament(4)
        address = f"/{tournament.slug}/{page.format(team=tournament.teams.all()[0].pk)}"
        play_match(match_of(tournament, "R1.1"))
        first = reader.get(address)
        assert "Last-Modified" not in first
        since = {"if-modified-since": http_date(EVENING.timestamp())}
        assert reader.get(address, headers=since).status_code == 200
        assert reader.get(address, headers=since | {"accept-language": "it"}).status_code == 200
        with mock.patch.object(page_cache, "release", return_value="another"):
            assert reader.get(address, headers=since).status_code == 200
        clock.shift(0.5)
        play_match(match_of(tournament, "R1.2"))
        assert reader.get(address, headers=since).status_code == 200


@pytest.mark.parametrize("page", ["calendario.ics", "risultati.atom"])
def test_etag_takes_precedence_over_if_modified_since(reader: Client, page: str) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        tournament = drawn_tournament(4)
        address = f"/{tournament.slug}/{page}"
        both = {
            "if-none-match": reader.get(address)["ETag"],
            "if-modified-since": http_date(EVENING.timestamp()),
        }
        assert reader.get(address, headers=both).status_code == 304
        assert reader.get(address, headers=both | {"accept-language": "it"}).status_code == 200
        clock.shift(0.5)
        play_match(match_of(tournament))
        assert reader.get(address, headers=both).status_code == 200


@pytest.mark.parametrize("teams", [4, 32])
def test_calendar_needs_no_extra_queries_for_many_teams(
    reader: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, starts_at=timezone.now())
    team = tournament.teams.all()[0]
    with django_assert_num_queries(12):
        reader.get(address(tournament))
    with django_assert_num_queries(13):
        reader.get(address(tournament, team))


def test_calendar_reads_the_full_data_of_postponed_matches_only(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = drawn_tournament(32)
    matches: list[Match] = []

    def read_whole(match: Match) -> MatchNow:
        matches.append(match)
        return match_now(match)

    monkeypatch.setattr(calendar, "match_now", read_whole)
    size = len(reader.get(address(tournament)).content)
    assert matches == []
    small = len(reader.get(address(drawn_tournament(8, name="Un altro"))).content)
    assert size < 2 * small, "a round of sixteen takes no more room than one of four"
    Match.objects.filter(pk=match_of(tournament).pk).update(postponed_to=timezone.now())
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    reader.get(address(tournament))
    assert [match.label for match in matches] == ["R1.1"]


def test_calendar_of_an_unknown_team_or_tournament_returns_404(reader: Client) -> None:
    tournament, other = drawn_tournament(4), drawn_tournament(2, name="Un altro")
    assert reader.get(f"/{tournament.slug}/coppie/{uuid4()}/calendario.ics").status_code == 404
    assert reader.get(f"/{tournament.slug}/coppie/nobody/calendario.ics").status_code == 404
    assert reader.get(address(tournament, other.teams.all()[0])).status_code == 404
    assert reader.get("/no-such-tournament/calendario.ics").status_code == 404


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.UNPUBLISHED])
def test_calendar_of_an_unpublished_tournament_returns_404_even_for_a_matching_etag(
    reader: Client, visibility: Visibility
) -> None:
    tournament = drawn_tournament(4)
    etag = reader.get(address(tournament))["ETag"]
    Tournament.objects.update(visibility=visibility)
    for team in (None, tournament.teams.all()[0]):
        answer = reader.get(address(tournament, team), headers={"if-none-match": etag})
        assert answer.status_code == 404


def test_follow_bar_and_team_list_link_to_the_calendar(reader: Client) -> None:
    tournament = drawn_tournament(4)
    team = tournament.teams.all()[0]
    link = f'href="{address(tournament, team)}"'
    assert link in reader.get(f"/{tournament.slug}/?segui={team.pk}").content.decode()
    listed = reader.get(f"/{tournament.slug}/coppie/").content.decode()
    assert link in listed
    assert f'href="{address(tournament)}"' in listed
