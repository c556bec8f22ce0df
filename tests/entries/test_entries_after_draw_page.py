"""The entries page after the draw: the status of each team and the number of teams."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, match_of, play_match, play_out
from tests.entries.test_withdrawals import leave
from tests.stages.test_rounds import draw as draw_number, entered
from tests.tiers import sampled
from tournaments.club.services.new_tournament import StageSetup
from tournaments.matches.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def test_entries_page_after_the_draw_shows_the_status_of_each_team(client: Client) -> None:
    tournament = drawn_tournament(8, tables=2)
    play_match(match_of(tournament, "R1.1"))
    results.write_hand(
        match_of(tournament, "R1.2").pk, (1, 1), WINS_FOR_FIRST[0], author=Author(), at=timezone.now()
    )
    leave(tournament, 7)
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("desk_entries", args=[tournament.slug]))
    now = {team.seed: where for team, _players, _departure, _cells, where in page.context["rows"]}
    assert (now[8].kind, now[8].words) == ("out", "Out in the quarter-finals")
    assert (now[4].kind, now[4].words) == ("live", "Now at table 2")
    assert now[3].kind == "called"
    assert now[3].words.startswith("Called to table 1 at ")
    assert now[7] is None
    assert [team.seed for team, *_row in page.context["rows"]] == list(range(1, 9))
    playing = client.get(f"{reverse('desk_entries', args=[tournament.slug])}?mostra=in-gara")
    assert [team.seed for team, *_row in playing.context["rows"]] == [1, 2, 3, 4, 5, 6]
    assert "8 teams entered" in " ".join(re.sub("<[^>]*>", " ", page.text).split())


def test_team_eliminated_in_the_groups_is_listed_as_eliminated(client: Client) -> None:
    tournament = entered([StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout")], 8)
    for number in (1, 2):
        draw_number(tournament, number)
        if number == 1:
            play_out(tournament)
    client.force_login(tournament.owner)
    page = client.get(reverse("desk_entries", args=[tournament.slug]))
    kinds = [where.kind for _team, _players, _departure, _cells, where in page.context["rows"]]
    assert sorted(kinds) == ["called"] * 4 + ["out"] * 4


@pytest.mark.parametrize("teams", sampled([16, 32, 128], 2))
def test_entries_page_after_the_draw_has_a_fixed_number_of_queries(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, tables=4)
    client.force_login(tournament.owner)
    address = reverse("desk_entries", args=[tournament.slug])
    client.get(address)
    with django_assert_num_queries(22):
        client.get(address)
