"""The Atom feed of results, parsed as XML."""

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match, play_out
from tests.corrections.test_corrections import correct
from tests.markup import one_line
from tournaments.corrections.services import Correction
from tournaments.lifecycle.services.undo import undo_move
from tournaments.matches.services.results import award_walkover, write_hand
from tournaments.models import Club, JournalEntry, Team, Tournament
from tournaments.publishing import subscriptions as feed
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

EVENING = datetime(2026, 11, 21, 20, tzinfo=UTC)
LEVEL_HAND = {"dealer": 0, "trionfo": "AS", "card_points": [35, 35]}
ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def read(reader: Client, tournament: Tournament) -> ET.Element:
    answer = reader.get(f"/{tournament.slug}/risultati.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ET.fromstring(answer.content)


def texts_of(element: ET.Element, name: str) -> list[str]:
    return [child.text or "" for child in element.iterfind(f"a:{name}", ATOM)]


def entries(reader: Client, tournament: Tournament) -> list[ET.Element]:
    return read(reader, tournament).findall("a:entry", ATOM)


def test_feed_lists_results_latest_first(reader: Client) -> None:
    Club.objects.create(pk=1, name="La Mariglia", town="Sassari")
    tournament = drawn_tournament(4)
    for label in ("R1.2", "R1.1"):
        play_match(match_of(tournament, label))
    document = read(reader, tournament)
    assert texts_of(document, "title") == ["Results: Torneo d’autunno"]
    assert texts_of(document, "id") == [f"urn:uuid:{tournament.pk}"]
    assert texts_of(document.find("a:author", ATOM), "name") == ["La Mariglia"]  # type: ignore[arg-type]
    first, second = document.findall("a:entry", ATOM)
    assert texts_of(first, "title") == ["Semifinal 1: Coppia 1 · Coppia 4"]
    assert texts_of(first, "summary") == ["Coppia 1 won · 2–0 · 35–0, 35–0"]
    assert texts_of(first, "id") == [f"urn:uuid:{match_of(tournament).pk}"]
    link = first.find("a:link", ATOM)
    assert link is not None
    assert link.get("href") == f"http://testserver/{tournament.slug}/incontri/{match_of(tournament).pk}/"
    assert texts_of(second, "title") == ["Semifinal 2: Coppia 2 · Coppia 3"]


def test_byes_are_not_listed_in_the_feed(reader: Client) -> None:
    assert entries(reader, drawn_tournament(3)) == []


def test_feed_entry_of_a_walkover_contains_the_word_walkover(reader: Client) -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    award_walkover(match_of(tournament).pk, 1, "non sono venuti", author=author, at=timezone.now())
    (entry,) = entries(reader, tournament)
    assert texts_of(entry, "summary") == ["Coppia 4 won · walkover · 0–2"]


def test_feed_entry_of_an_annulled_match_has_no_score(reader: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin")
    correct(play_match(match_of(tournament)), Correction(outcome="annulled"))
    (entry,) = entries(reader, tournament)
    assert texts_of(entry, "summary") == ["annulled"]


def test_corrected_result_is_listed_first_with_the_same_id(reader: Client) -> None:
    tournament = drawn_tournament(4)
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    before = {texts_of(each, "id")[0]: each for each in entries(reader, tournament)}
    match = match_of(tournament)
    correct(match, Correction(outcome="disqualification", winner=1))
    after = entries(reader, tournament)
    key = f"urn:uuid:{match.pk}"
    assert texts_of(after[0], "id") == [key]
    assert texts_of(after[0], "published") == texts_of(before[key], "published")
    assert texts_of(after[0], "updated") > texts_of(before[key], "updated")
    assert "Coppia 4 won" in texts_of(after[0], "summary")[0]


def updated(reader: Client, tournament: Tournament) -> str:
    return texts_of(read(reader, tournament), "updated")[0]


def test_update_time_of_a_feed_without_results_is_the_creation_time_of_the_tournament(reader: Client) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        tournament = drawn_tournament(4)
        address = f"/{tournament.slug}/risultati.atom"
        first = reader.get(address)
        clock.shift(60)
        later = reader.get(address)
        assert updated(reader, tournament) == "2026-11-21T20:00:00+00:00"
        assert (later["ETag"], later.content) == (first["ETag"], first.content)


def test_hand_that_does_not_end_a_match_does_not_change_the_feed(reader: Client) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        tournament = drawn_tournament(4)
        play_match(match_of(tournament, "R1.1"))
        match, author = match_of(tournament, "R1.2"), Author(tournament.owner_id)
        write_hand(match.pk, (1, 1), LEVEL_HAND, author=author, at=timezone.now())
        address = f"/{tournament.slug}/risultati.atom"
        first = reader.get(address)
        clock.shift(60)
        write_hand(match.pk, (1, 2), LEVEL_HAND | {"dealer": 1}, author=author, at=timezone.now())
        later = reader.get(address)
        assert (later["ETag"], later.content) == (first["ETag"], first.content)


def test_update_time_of_the_feed_never_decreases_when_matches_are_reopened(reader: Client) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        tournament = drawn_tournament(4)
        times = [updated(reader, tournament)]
        for label in ("R1.1", "R1.2"):
            clock.shift(60)
            play_match(match_of(tournament, label))
            times.append(updated(reader, tournament))
        for label in ("R1.2", "R1.1"):
            clock.shift(60)
            correct(match_of(tournament, label), Correction(outcome="reopened"))
            times.append(updated(reader, tournament))
        assert times == [f"2026-11-21T20:0{minute}:00+00:00" for minute in range(5)]
        assert entries(reader, tournament) == []


def test_update_time_of_the_feed_never_decreases_when_a_walkover_is_undone(reader: Client) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        tournament = drawn_tournament(4)
        author = Author(tournament.owner_id)
        play_match(match_of(tournament, "R1.2"))
        clock.shift(60)
        award_walkover(match_of(tournament).pk, 1, "non sono venuti", author=author, at=timezone.now())
        clock.shift(60)
        entry = JournalEntry.objects.filter(tournament=tournament, kind="walkover").latest("at")
        undo_move(entry, "sono venuti", author=author, at=timezone.now())
        assert updated(reader, tournament) == "2026-11-21T20:02:00+00:00"


def test_feed_of_a_long_tournament_contains_only_the_latest_results(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "MAX_RESULTS", 3)
    tournament = drawn_tournament(8)
    play_out(tournament)
    titles = [texts_of(each, "title")[0] for each in entries(reader, tournament)]
    assert [title.partition(":")[0] for title in titles] == ["Final", "Semifinal 2", "Semifinal 1"]


@pytest.mark.parametrize(
    ("name", "display_name"),
    [
        pytest.param("Murgia\x01\x0b\x1fFois", "Murgia Fois", id="what XML cannot hold"),
        pytest.param("<b>Murgia</b> & Fois", "<b>Murgia</b> & Fois", id="a tag"),
        pytest.param("Murgia ]]> Fois", "Murgia ]]> Fois", id="the end of a section"),
        pytest.param("Murgia\u202esiof", "Murgia siof", id="letters that turn the line round"),
    ],
)
def test_feed_with_special_characters_in_a_name_is_valid_xml(
    reader: Client, name: str, display_name: str
) -> None:
    tournament = drawn_tournament(2)
    play_match(match_of(tournament))
    Team.objects.filter(tournament=tournament, number=1).update(name=name)
    Tournament.objects.update(name=name)
    document = read(reader, tournament)
    assert texts_of(document, "title") == [f"Results: {display_name}"]
    assert texts_of(document.findall("a:entry", ATOM)[0], "title") == [f"Final: {display_name} · Coppia 2"]


@pytest.mark.parametrize("teams", [4, 16])
def test_feed_needs_no_extra_queries_for_many_teams(
    reader: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams)
    play_out(tournament)
    with django_assert_num_queries(8):
        read(reader, tournament)


def test_unchanged_feed_returns_304_unless_the_tournament_is_unpublished(reader: Client) -> None:
    tournament = drawn_tournament(2)
    address = f"/{tournament.slug}/risultati.atom"
    first = reader.get(address)
    headers = {"if-none-match": first["ETag"]}
    assert reader.get(address, headers=headers).status_code == 304
    play_match(match_of(tournament))
    assert reader.get(address, headers=headers).status_code == 200
    Tournament.objects.update(visibility=Visibility.UNPUBLISHED)
    assert reader.get(address, headers=headers).status_code == 404


@pytest.mark.parametrize("page", ["", "classifica/", "coppie/", "tavoli/"])
def test_public_pages_link_to_the_feed_in_the_html_head(reader: Client, page: str) -> None:
    tournament = drawn_tournament(2)
    read_page = one_line(reader.get(f"/{tournament.slug}/{page}").content.decode())
    assert f'type="application/atom+xml" title="Results: {tournament.name}"' in read_page
    assert f'href="/{tournament.slug}/risultati.atom"' in read_page
