"""Tests of substitutes: limit of a stage, stored names of both players, unchanged finished sheets."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import an_organiser, drawn_tournament, entries, match_of, play_match, play_out
from tests.entries.test_withdrawals import faults, leave, seeded
from tests.markup import one_line
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.selectors.seats import seated
from tournaments.models import JournalEntry, Match, Person, RosterChange, Stage, Team, TeamPlayer, Tournament
from tournaments.queue import runner
from tournaments.rosters.selectors.roster import substitutions, who_entered, with_seats

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def replace(tournament: Tournament, seed: int, name: str = "Carla Nieddu", position: int = 1) -> TeamPlayer:
    author = Author(tournament.owner_id)
    team = seeded(tournament, seed)
    return replace_player(team, position, name, "si è fatta male", author=author, at=timezone.now())


def players(team: Team) -> list[str]:
    return [seat.person.name for seat in team.seats.select_related("person")]


def test_substitute_joins_the_team_and_the_name_of_the_replaced_player_is_kept() -> None:
    tournament = drawn_tournament(4)
    team, name = seeded(tournament, 1), seeded(tournament, 1).name
    replace(tournament, 1)
    assert (players(team), seeded(tournament, 1).name) == (["Anna Primu1", "Carla Nieddu"], name)
    (change,) = substitutions(team)
    assert (change.out, change.coming, change.reason) == (
        "Bachisio Segundu1",
        "Carla Nieddu",
        "si è fatta male",
    )
    entry = JournalEntry.objects.get(kind="player_replaced")
    assert entry.reason == "si è fatta male"
    assert not any("Carla" in str(value) for value in entry.body.values())
    assert faults(tournament) == []


def test_finished_sheet_keeps_the_players_who_played() -> None:
    tournament = drawn_tournament(4, options={"substitutes": 2})
    play_match(match_of(tournament))
    replace(tournament, 1)
    replace(tournament, 1, "Dora Piga")
    over, to_come = match_of(tournament), Match.objects.get(tournament=tournament, label="R2.1")
    assert sorted(seated(one_match(over.pk)).values())[2:] == ["Bachisio Segundu1", "Bachisio Segundu4"]
    assert "Dora Piga" in seated(one_match(to_come.pk)).values()


@pytest.mark.parametrize(
    ("options", "played", "code"),
    [
        pytest.param({"substitutes": 0}, 0, "no_substitutes", id="never"),
        pytest.param({"substitutes_until": 1}, 1, "too_late_for_substitutes", id="until round 1"),
    ],
)
def test_substitute_is_refused_if_the_stage_does_not_allow_substitutes(
    options: dict[str, Any], played: int, code: str
) -> None:
    tournament = drawn_tournament(4, options=options)
    if played:
        play_match(match_of(tournament))
    with pytest.raises(NotNow, match=code):
        replace(tournament, 1)
    assert not RosterChange.objects.exists()


def test_more_substitutes_than_allowed_are_refused() -> None:
    tournament = drawn_tournament(4)
    replace(tournament, 1)
    with pytest.raises(NotNow, match="too_many_substitutes"):
        replace(tournament, 1, "Dora Piga", position=0)


@pytest.mark.parametrize("name", ["Anna Primu2", "Anna Primu1", "Bachisio Segundu3"])
def test_player_of_another_team_cannot_be_a_substitute(name: str) -> None:
    tournament = drawn_tournament(4)
    replace(tournament, 3)  # Bachisio Segundu3 has played and is replaced
    with pytest.raises(BadEntry, match="player_twice"):
        replace(tournament, 1, name)


def test_substitute_without_a_reason_or_for_an_unknown_player_is_refused() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    with pytest.raises(BadEntry, match="no_such_player"):
        replace(tournament, 1, position=7)
    with pytest.raises(BadEntry, match="reason_missing"):
        replace_player(seeded(tournament, 1), 0, "Carla", " ", author=author, at=timezone.now())
    leave(tournament, 2)
    with pytest.raises(NotNow, match="plays_no_more"):
        replace(tournament, 2)


def test_desk_and_public_lists_show_the_substitute_and_the_replaced_player(client: Client) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("desk_substitute", args=[tournament.slug, seeded(tournament, 1).pk])
    sent = {"position": "1", "name": "Carla Nieddu", "reason": "Si è fatta male"}
    answer = client.post(where, sent, follow=True)
    assert "Carla Nieddu (for Bachisio Segundu1)" in answer.content.decode()
    assert "Carla Nieddu (for" in client.get(reverse("teams", args=[tournament.slug])).content.decode()
    page = one_line(client.get(where).content.decode())
    assert "has had its substitutes" in page
    assert "Carla Nieddu for Bachisio Segundu1" in page
    other = Person.objects.get(written_name="Anna Primu2")
    again = client.post(where, {**sent, "name": "Anna Primu2", "which_0": str(other.pk)})
    assert again.status_code == 409


def test_original_players_of_a_team_are_known_after_substitutions_in_two_stages() -> None:
    """The numbers of roster changes begin again in each stage."""
    owner, stages = an_organiser(), [StageSetup(form, {"substitutes": 2}) for form in ("swiss", "knockout")]
    tournament = create_tournament(
        owner, name="Due fasi", card_game="mariglia", stages=stages, at=timezone.now()
    )
    enter_teams(tournament, entries(2), author=Author(owner.pk), at=timezone.now())
    for number, positions in ((1, (0, 1)), (2, (1,))):
        stage = Stage.objects.select_related("tournament").get(tournament=tournament, number=number)
        draw_stage(stage, by="seeds", author=Author(owner.pk), at=timezone.now())
        runner.drain()
        for position in positions:
            replace(tournament, 1, f"Sostituto {number}{position}", position)
        if number == 1:
            play_out(tournament)
    team = Team.objects.prefetch_related(with_seats()).get(pk=seeded(tournament, 1).pk)
    (original,) = who_entered([team])
    assert players(team) == ["Sostituto 10", "Sostituto 21"]
    assert [person.name for person in original] == ["Anna Primu1", "Bachisio Segundu1"]
