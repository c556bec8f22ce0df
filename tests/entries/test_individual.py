"""Withdrawals and late entries in individual tournaments."""

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import draw, drawn_tournament, entries, first_stage, match_of, play_out
from tests.entries.test_withdrawals import entrants_in, faults, leave
from tournaments.entries.services.late_entries import enter
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.selectors.seats import seated
from tournaments.models import Match, Slot, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def eight(rounds: int = 3) -> Tournament:
    return drawn_tournament(8, form="individual", options={"rounds": rounds, "late": "level"})


def test_withdrawn_player_is_not_paired_again_and_the_remaining_players_at_the_table_get_a_bye() -> None:
    tournament = eight()
    first = entrants_in(tournament, "R1.1")
    leaving = next(seed for seed in first if isinstance(seed, int))
    leave(tournament, leaving)
    assert match_of(tournament).state == "bye"
    assert [seed for seed in entrants_in(tournament, "R1.1") if isinstance(seed, int)] == first[1:]
    play_out(tournament)
    assert faults(tournament) == []
    rows = standings_now(first_stage(tournament)).rows
    assert sum(row.tally.byes for row in rows) == 3
    draw(tournament)
    second = Slot.objects.filter(match__tournament=tournament, match__round=2, team__isnull=False)
    assert len(second) == 7
    assert leaving not in {slot.team.seed for slot in second.select_related("team") if slot.team}
    assert faults(tournament) == []


def test_late_player_has_a_partner_from_the_next_round() -> None:
    tournament = eight()
    stored_tournament = Tournament.objects.get(pk=tournament.pk)
    late = entries(1, seeded=False, first=9, size=1)
    (team,) = enter(stored_tournament, late, author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()
    for _turn in (2, 3):
        play_out(tournament)
        draw(tournament)
    play_out(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert Slot.objects.filter(match__tournament=tournament, team=team).count() == 2
    assert faults(tournament) == []


def test_players_at_a_table_sit_opposite_their_partners() -> None:
    tournament = eight()
    match = one_match(Match.objects.get(tournament=tournament, label="R1.1").pk)
    names = seated(match)
    assert sorted(names) == [0, 1, 2, 3]
    for side in match.sides:
        assert [team.name for team in side.teams] == [names[side.side], names[side.side + 2]]
