"""Tests of the comparison of two persons, which counts only matches that both of them played."""

import re
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, draw, drawn_tournament, play_out
from tests.people.test_person_page import over, page_of, person, read, reader  # noqa: F401
from tournaments.competition.names import Showing
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import Match, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.people.services.register import merge_persons
from tournaments.values.visibility import Visibility

pytestmark = pytest.mark.django_db
AGAINST = "Matches won by Anna Primu1: 2 of 2."


def against(name: str) -> str:
    """Return the query string for a person's matches against the opponent `name`."""
    return f"?contro={person(name).pk}"


def test_link_to_an_opponent_leads_to_the_matches_between_the_two_persons(reader: Client) -> None:  # noqa: F811
    first = over(2024)
    over(2025)
    page = page_of(reader, person())
    link = (
        f'<a href="{against("Anna Primu2")}#contro"><b class="flare">2 of 2</b><span>Anna Primu2</span></a>'
    )
    assert link in page
    assert AGAINST not in page
    page = page_of(reader, person(), against("Anna Primu2"))
    assert AGAINST in page
    partner = reverse("person", args=[person("Bachisio Segundu1").pk])
    assert f'<a href="{partner}">' in page  # the partner's page is linked in the comparison too
    assert page.index("Coppa 2025", page.index(AGAINST)) < page.index("Coppa 2024", page.index(AGAINST))
    assert (
        reverse(
            "match_sheet", args=[first.slug, Match.objects.filter(tournament=first).order_by("-round")[0].pk]
        )
        in page
    )
    other = page_of(reader, person("Anna Primu2"), against("Anna Primu1"))
    assert "Matches won by Anna Primu2: 0 of 2." in other
    assert AGAINST.partition(":")[0] not in page_of(reader, person(), against("Bachisio Segundu1"))


def test_matches_are_grouped_by_the_pairs_that_played_them(reader: Client) -> None:  # noqa: F811
    for name in ("Coppa 2024", "Coppa 2025"):
        play_out(drawn_tournament(2, name=name))
    third = drawn_tournament(2, name="Coppa 2026", options={"substitutes": 2})
    author, team = Author(third.owner_id), third.teams.get(number=2)
    replace_player(team, 1, "Dora Piga", "ill", author=author, at=timezone.now())
    play_out(third)
    page = words_of(page_of(reader, person(), against("Anna Primu2")))
    first_pair, second_pair = "Anna Primu1 – Bachisio Segundu1", "Anna Primu2 – Bachisio Segundu2"
    assert f"2 of 2 {first_pair} against {second_pair}" in page
    assert f"1 of 1 {first_pair} against Anna Primu2 – Dora Piga" in page


def words_of(page: str) -> str:
    """Return the text of a page with collapsed whitespace."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_substitute_who_played_a_match_counts_as_the_opponent(reader: Client) -> None:  # noqa: F811
    tournament = drawn_tournament(2, options={"substitutes": 2})
    author, team = Author(tournament.owner_id), tournament.teams.get(number=2)
    replace_player(team, 0, "Dora Piga", "ill", author=author, at=timezone.now())
    play_out(tournament)
    assert "Anna Primu1: 1 of 1." in page_of(reader, person(), against("Dora Piga"))
    assert "Matches won by" not in page_of(reader, person(), against("Anna Primu2"))


def test_matches_of_a_merged_person_count_for_the_remaining_person(reader: Client) -> None:  # noqa: F811
    over(2024)
    second = a_tournament(name="Altra sera")
    author = Author(second.owner_id)
    pairs = (("Anna Primu1", "Tore Loi"), ("Anna Primua", "Lia Usai"))
    teams = [Entry(pair, seed=seed) for seed, pair in enumerate(pairs, start=1)]
    enter_teams(second, teams, author=author, at=timezone.now())
    draw(second)
    play_out(second)
    former = against("Anna Primua")
    assert "Matches won by Anna Primu1: 1 of 1." in page_of(reader, person(), former)
    merge_persons(person("Anna Primua"), person("Anna Primu2"), author=author, at=timezone.now())
    for link in (former, against("Anna Primu2")):
        assert AGAINST in page_of(reader, person(), link)


@pytest.mark.parametrize("text", ["", "x", "9" * 3_000, str(UUID(int=7))])
def test_no_comparison_is_shown_with_an_unknown_or_identical_opponent(reader: Client, text: str) -> None:  # noqa: F811
    over(2025)
    assert "Matches won by" not in page_of(reader, person(), f"?contro={text}")
    assert "Matches won by" not in page_of(reader, person(), against("Anna Primu1"))


def test_comparison_with_an_opponent_shows_an_alias_but_no_erased_name(reader: Client) -> None:  # noqa: F811
    tournament = over(2025)
    author, player = Author(tournament.owner_id), person("Anna Primu2")
    link = against("Anna Primu2")
    show_person(player, Showing.ALIAS, alias="La Rossa", author=author, at=timezone.now())
    page = page_of(reader, person(), link)
    assert "Anna Primu1 against La Rossa" in page
    assert "Primu2" not in page
    erase_person(player, author=author, at=timezone.now())
    page = page_of(reader, person(), link)
    assert "Matches won by" not in page
    assert f'href="?contro={player.pk}' not in page


def test_comparison_with_an_opponent_leaves_out_matches_of_a_hidden_tournament(reader: Client) -> None:  # noqa: F811
    over(2024)
    hidden = over(2025)
    Tournament.objects.filter(pk=hidden.pk).update(visibility=Visibility.UNPUBLISHED)
    assert "Matches won by Anna Primu1: 1 of 1." in page_of(reader, person(), against("Anna Primu2"))


def test_match_not_yet_played_is_left_out_of_the_comparison_with_an_opponent(reader: Client) -> None:  # noqa: F811
    drawn_tournament(2)
    assert "Matches won by" not in page_of(reader, person(), against("Anna Primu2"))


def test_comparison_with_an_opponent_needs_no_more_queries_for_large_tournaments(reader: Client) -> None:  # noqa: F811
    counts = []
    for size in (2, 8):
        over(2025, size, tables=16)
        with CaptureQueriesContext(connection) as queries:
            read(reader, reverse("person", args=[person().pk]) + against("Anna Primu2"))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 28
