"""The queue for tables, matches that wait for other matches, and the grace period for late teams."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant
from scoring.sheet.devices import know_device
from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, first_stage, match_of, play_match
from tests.markup import one_line
from tournaments.corrections.services import Correction, correct_match
from tournaments.matches.services.results import write_hand
from tournaments.models import Match, Outcome, Slot, Tournament
from tournaments.queue import runner
from tournaments.tables.selectors.waiting_list import MAX_WAITING, waiting_list

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}


def page(client: Client, name: str, tournament: Tournament) -> str:
    return one_line(client.get(reverse(name, args=[tournament.slug]), headers=ENGLISH).content.decode())


def lines(client: Client, tournament: Tournament) -> list[tuple[str, str]]:
    """Return the names of the matches that wait on the tables page, each with the reason for the wait."""
    client.force_login(tournament.owner)
    text = page(client, "tables", tournament)
    assert re.findall(r'<ol class="sheet list gap queue">.*?</ol>', text) == re.findall(
        r'<ol class="sheet list gap queue">.*?</ol>', page(client, "desk_evening", tournament)
    )
    return re.findall(
        r'<span class="small muted">([^<]*)</span></span><span class="small">([^<]*)</span>', text
    )


def test_waiting_match_shows_its_place_in_the_queue(client: Client) -> None:
    tournament = drawn_tournament(8, tables=2)
    waits = [re.sub(r"\d\d:\d\d", "21:00", words) for _name, words in lines(client, tournament)]
    assert waits[:2] == [
        "waits for a table since 21:00: the next that is free is theirs",
        "waits for a table since 21:00, number 2 in the queue",
    ]


def test_waiting_match_that_can_begin_is_shown_with_the_free_table(client: Client) -> None:
    tournament = drawn_tournament(8, tables=2)
    Match.objects.filter(table=2).update(table=None)
    assert "can begin: table 2 is free" in dict(lines(client, tournament)).values()


def test_reopened_match_is_first_in_the_queue_for_a_table(client: Client) -> None:
    tournament = drawn_tournament(8, tables=1)
    match = match_of(tournament, "R1.1")
    play_match(match)
    correction, author = Correction(outcome="reopened"), Author(tournament.owner_id)
    correct_match(match.pk, correction, "segnato male", author=author, at=timezone.now())
    runner.drain()
    waits = [re.sub(r"\d\d:\d\d", "21:00", words) for _name, words in lines(client, tournament)]
    assert waits[:3] == [
        "open again: number 1 in the queue for a table",
        "waits for a table since 21:00, number 2 in the queue",
        "waits for a table since 21:00, number 3 in the queue",
    ]
    order = [each.match.match.label for each in waiting_list(first_stage(tournament)) if each.place]
    assert order == ["R1.1", "R1.3", "R1.4"]


def test_waiting_match_names_the_matches_that_must_be_played_first(client: Client) -> None:
    tournament = drawn_tournament(8, tables=3)
    play_match(match_of(tournament, "R1.1"))
    write_hand(match_of(tournament, "R1.2").pk, (1, 1), WINS_FOR_FIRST[0], author=Author(), at=timezone.now())
    waits = dict(lines(client, tournament))
    assert waits["Semifinal 1"] == "waits for the winner of quarter-final 2 (now at table 2)"
    assert waits["Semifinal 2"] == "winner of table 3 against winner of table 1"


def test_match_that_waits_for_a_result_is_listed_behind_a_long_queue() -> None:
    waiting = waiting_list(first_stage(drawn_tournament(128, tables=4)))
    places = [each.place for each in waiting]
    assert places == [*range(1, MAX_WAITING + 1), *[None] * MAX_WAITING]
    assert [each.match.match.label for each in waiting if not each.place][:2] == ["R2.1", "R2.2"]


def test_match_between_two_unknown_winners_names_both_matches(client: Client) -> None:
    waits = dict(lines(client, drawn_tournament(8, tables=1)))
    assert waits["Semifinal 1"] == "winner of table 1 against winner of quarter-final 2"
    assert waits["Semifinal 2"] == "winner of quarter-final 3 against winner of quarter-final 4"


def test_match_waiting_for_two_teams_shows_the_table_at_which_each_team_plays(client: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin", tables=2)
    words = dict(lines(client, tournament)).values()
    assert "Coppia 4: first at table 1; Coppia 3: first at table 2" in words


@pytest.mark.parametrize("teams", [3, 5])
def test_bye_is_not_listed_as_a_waiting_match(teams: int) -> None:
    stage = first_stage(drawn_tournament(teams, form="round_robin", tables=4))
    rests = {slot.match_id for slot in Slot.objects.filter(stage=stage, resolved=True, team=None)}
    assert len(rests) == teams
    waiting = {each.match.match.pk for each in waiting_list(stage)}
    assert waiting
    assert not waiting & rests


def test_match_waiting_for_four_players_at_one_table_names_the_table_once(client: Client) -> None:
    tournament = drawn_tournament(
        4, form="table_rounds", card_game="maniglia_auction", profile={"players": 4}, tables=1
    )
    ((_name, waits), *_other_lines) = lines(client, tournament)
    assert waits.count("table 1") == 1


def test_queue_is_empty_if_all_matches_are_at_tables(client: Client) -> None:
    tournament = drawn_tournament(2, tables=4)
    assert lines(client, tournament) == []


def aged(match: Match, minutes: int) -> None:
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=minutes))


def sits(match: Match, side: int) -> None:
    device, _secret = know_device(None, at=timezone.now())
    Grant.objects.create(device=device, sheet_id=match.pk, side=side, made_at=timezone.now())


def evening(client: Client, tournament: Tournament) -> Any:
    client.force_login(tournament.owner)
    return client.get(reverse("desk_evening", args=[tournament.slug]), headers=ENGLISH)


@pytest.mark.parametrize(
    ("grace", "called", "proposed"),
    [
        pytest.param(15, 14, False, id="a minute is left"),
        pytest.param(15, 15, True, id="run out"),
        pytest.param(30, 20, False, id="a club that waits longer"),
        pytest.param(5, 6, True, id="a club that waits less"),
    ],
)
def test_walkover_is_proposed_but_not_awarded_when_the_grace_period_ends(
    client: Client, grace: int, called: int, proposed: bool
) -> None:
    tournament = drawn_tournament(4)
    Tournament.objects.update(grace_minutes=grace)
    aged(match_of(tournament), called)
    response = evening(client, tournament)
    assert [task.kind for task in response.context["evening"].tasks] == ["late"]
    assert ("A walkover is proposed" in response.content.decode()) is proposed
    assert not Outcome.objects.exists()
    assert match_of(tournament).state == "ready"


def test_walkover_is_proposed_for_the_side_at_the_table(client: Client) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    aged(match, 20)
    sits(match, 1)
    text = one_line(evening(client, tournament).content.decode())
    team = match.slots.get(side=1).team
    assert team is not None
    assert f"At the table: {team.name}." in text
    assert "A walkover is proposed; you decide." in text
    where = reverse("desk_match", args=[tournament.slug, match.pk])
    assert f"{where}?vince=1#walkover" in text
    form = client.get(f"{where}?vince=1", headers=ENGLISH).context["walkover"]
    assert form["winner"].value() == "1"


def test_late_team_is_shown_with_the_remaining_grace_period(client: Client) -> None:
    tournament = drawn_tournament(4)
    aged(match_of(tournament), 8)
    text = one_line(evening(client, tournament).content.decode())
    assert re.search(r"Forfeit from \d\d:\d\d, in 7 minutes\.", text)
    assert "forfeit in 7 minutes" in text


def test_grace_period_can_be_changed_on_the_rules_page(client: Client) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    sent = {"part": "about", "name": tournament.name, "tables": "4", "grace_minutes": "20"}
    sent |= {"starts_at": "", "correction_minutes": "30"}
    client.post(reverse("desk_rules", args=[tournament.slug]), sent)
    tournament.refresh_from_db()
    assert tournament.grace_minutes == 20
