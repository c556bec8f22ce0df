"""Tests that a correction of a result changes neither the players nor the end of play of a match."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from tests.builders import (
    WINS_FOR_FIRST,
    WINS_FOR_SECOND,
    drawn_tournament,
    first_stage,
    match_of,
    play_match,
)
from tests.corrections.test_corrections import correct, score_of
from tests.entries.test_substitutes import replace
from tests.entries.test_withdrawals import back, faults, leave, seeded
from tests.publishing.test_ical import the_event
from tournaments.corrections.services import Correction
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.selectors.seats import seated
from tournaments.matches.services import results
from tournaments.matches.services.tables import move_match
from tournaments.models import Match, Person, Tournament
from tournaments.people.selectors.history import player_history
from tournaments.queue import runner
from tournaments.season.selectors.ratings import played_matches
from tournaments.wall.selectors import just_finished

pytestmark = pytest.mark.django_db

OPTIONS = {"substitutes": 2}
BACHISIO, DORA = "Bachisio Segundu1", "Dora Piga"


def at(hour: int, minute: int = 0) -> datetime:
    """Return the given time of day on the date of the tournament, in UTC."""
    return datetime(2026, 11, 27, hour, minute, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Freeze the time at 20:00 and yield a `time_machine` traveller."""
    with time_machine.travel(at(20), tick=False) as traveller:
        yield traveller


def desk(tournament: Tournament) -> dict[str, Any]:
    """Return the author and the time, as keyword arguments of a desk action."""
    return {"author": Author(tournament.owner_id), "at": timezone.now()}


def sign(match: Match) -> None:
    """Sign the sheet for both sides."""
    for side in (0, 1):
        results.sign_sheet(match.pk, side, **desk(match.tournament))
    runner.drain()


def strike_all(match: Match) -> None:
    """Delete both hands of the match, the last hand first."""
    for game in (2, 1):
        results.strike_hand(match.pk, (game, 1), based_on=1, **desk(match.tournament))


def give_back(match: Match) -> None:
    """Reopen the match, so that its table can continue."""
    correct(match, Correction(outcome="reopened"))


def correct_score(match: Match) -> None:
    """Correct one hand without changing the winner."""
    correct(match, score_of(68, version=1))


def give_back_and_sign(match: Match) -> None:
    """Reopen the match at its table, and sign its sheet unchanged."""
    give_back(match)
    sign(match)


def give_away_and_take_back(match: Match) -> None:
    """Change the result to a walkover, and then back to the original result."""
    correct(match, Correction(outcome="walkover", winner=1))
    correct_score(match)


def leave_and_return(match: Match) -> None:
    """Withdraw the team, which annuls the match, and let the team return."""
    leave(match.tournament, 1)
    back(match.tournament, 1)


def disqualify_and_sign(match: Match) -> None:
    """Disqualify the team by a correction, reopen the match, and sign its sheet unchanged."""
    correct(match, Correction(outcome="disqualification", winner=1))
    give_back_and_sign(match)


def call_again_and_sign(match: Match) -> None:
    """Reopen the match, call it to its table again, and sign its sheet unchanged."""
    give_back(match)
    move_match(match_of(match.tournament), 4, **desk(match.tournament))
    sign(match)


def nothing(_match: Match) -> None:
    """Leave the match unchanged."""


LATER_ACTS = [
    pytest.param("knockout", nothing, id="nothing"),
    pytest.param("knockout", correct_score, id="corrected"),
    pytest.param("knockout", give_back_and_sign, id="given back"),
    pytest.param("knockout", give_away_and_take_back, id="walkover, then the result"),
    pytest.param("knockout", disqualify_and_sign, id="disqualified, then given back"),
    pytest.param("knockout", call_again_and_sign, id="called again"),
    pytest.param("round_robin", correct_score, id="corrected in a round robin"),
    pytest.param("round_robin", leave_and_return, id="annulled, then back"),
]


def sitting(match: Match) -> list[str]:
    """Return the names of the first side's players, as the score sheet shows them."""
    names = seated(one_match(match.pk))
    return [names[0], names[2]]


def rated() -> list[str]:
    """Return the players of the first side of the only rated match."""
    (match,) = played_matches("mariglia")
    return [Person.objects.get(pk=pk).name for pk in match.sides[0]]


def partners(name: str) -> list[tuple[str, int]]:
    """Return the partners shown on the page of a person, each with the number of matches."""
    history = player_history(Person.objects.get(written_name=name).pk, None)
    assert history is not None
    return [(each.person.name, each.played) for each in history.partners]


def opponents(name: str) -> set[str]:
    """Return the opponents shown on the page of a person."""
    history = player_history(Person.objects.get(written_name=name).pk, None)
    assert history is not None
    return {each.person.name for each in history.opponents}


def substituted(clock: time_machine.Traveller, form: str) -> Match:
    """Return a match that Bachisio played; Dora replaced him in the team afterwards."""
    tournament = drawn_tournament(4, form=form, options=OPTIONS)
    clock.move_to(at(20, 45))
    match = play_match(match_of(tournament))
    clock.move_to(at(21, 30))
    replace(tournament, 1, DORA)
    return match


@pytest.mark.databases
@pytest.mark.parametrize(("form", "act"), LATER_ACTS)
def test_match_played_before_a_substitution_counts_for_the_original_player(
    clock: time_machine.Traveller, form: str, act: Callable[[Match], None]
) -> None:
    match = substituted(clock, form)
    clock.move_to(at(22, 30))
    act(match)
    assert sitting(match) == rated() == ["Anna Primu1", BACHISIO]
    assert partners(BACHISIO) == [("Anna Primu1", 1)]
    assert partners("Anna Primu1") == [(BACHISIO, 1)]
    assert partners(DORA) == []
    assert opponents("Anna Primu4") == {"Anna Primu1", BACHISIO}
    assert faults(match.tournament) == []


@pytest.mark.parametrize(("form", "act"), LATER_ACTS)
def test_end_of_play_of_a_match_is_the_time_of_its_last_hand(
    clock: time_machine.Traveller, form: str, act: Callable[[Match], None]
) -> None:
    tournament = drawn_tournament(4, form=form, options=OPTIONS)
    clock.move_to(at(20, 45))
    match = play_match(match_of(tournament))
    clock.move_to(at(20, 55))
    play_match(match_of(tournament, "R1.2"))
    clock.move_to(at(22, 30))
    act(match)
    assert match_of(tournament).over_at == at(20, 45)
    event = the_event(tournament, match, seeded(tournament, 1))
    assert (event.start, event.end) == (at(20), at(20, 45))
    latest = [each.match.label for each in just_finished(first_stage(tournament), 2)]
    assert latest == ["R1.2", "R1.1"]


@pytest.mark.databases
def test_match_played_before_and_confirmed_after_a_substitution_keeps_its_players(
    clock: time_machine.Traveller,
) -> None:
    tournament = drawn_tournament(4, options=OPTIONS)
    clock.move_to(at(20, 45))
    match = play_match(match_of(tournament), sign=False)
    clock.move_to(at(21))
    replace(tournament, 1, DORA)
    assert sitting(match) == ["Anna Primu1", BACHISIO]
    clock.move_to(at(22))
    results.confirm_match(match.pk, **desk(tournament))
    assert sitting(match) == rated() == ["Anna Primu1", BACHISIO]
    assert match_of(tournament).over_at == at(20, 45)


@pytest.mark.databases
def test_match_replayed_after_a_substitution_counts_for_the_substitute(clock: time_machine.Traveller) -> None:
    match = substituted(clock, "knockout")
    clock.move_to(at(22))
    give_back(match)
    assert sitting(match) == ["Anna Primu1", BACHISIO]
    strike_all(match)
    assert sitting(match) == ["Anna Primu1", DORA]
    clock.move_to(at(22, 30))
    play_match(match)
    assert sitting(match) == rated() == ["Anna Primu1", DORA]
    assert partners("Anna Primu1") == [(DORA, 1)]
    assert partners(BACHISIO) == []
    assert match_of(match.tournament).over_at == at(22, 30)


@pytest.mark.databases
def test_hand_added_by_a_correction_does_not_change_the_end_of_play(clock: time_machine.Traveller) -> None:
    match = substituted(clock, "knockout")
    clock.move_to(at(22))
    lost = HandChange((1, 1), 1, WINS_FOR_SECOND[0])
    third = (HandChange((3, number), 0, hand) for number, hand in enumerate(WINS_FOR_FIRST, start=1))
    correct(match, Correction(hands=[lost, *third]))
    assert sitting(match) == ["Anna Primu1", BACHISIO]
    assert match_of(match.tournament).over_at == at(20, 45)


@pytest.mark.databases
def test_end_of_play_is_the_time_of_the_first_result_if_all_hands_are_struck(
    clock: time_machine.Traveller,
) -> None:
    tournament = drawn_tournament(4)
    clock.move_to(at(20, 45))
    match = play_match(match_of(tournament), sign=False)
    clock.move_to(at(20, 50))
    sign(match)
    clock.move_to(at(22))
    give_back(match)
    strike_all(match)
    clock.move_to(at(22, 30))
    results.award_walkover(match.pk, 1, "non si sono presentati", **desk(tournament))
    assert match_of(tournament).over_at == at(20, 50)


@pytest.mark.databases
def test_end_of_play_of_a_corrected_walkover_is_the_time_at_which_the_walkover_was_awarded(
    clock: time_machine.Traveller,
) -> None:
    tournament = drawn_tournament(4)
    clock.move_to(at(20, 15))
    results.award_walkover(match_of(tournament).pk, 0, "assenti", **desk(tournament))
    clock.move_to(at(22))
    changes = [HandChange((game, 1), 0, hand) for game, hand in enumerate(WINS_FOR_FIRST, start=1)]
    correct(match_of(tournament), Correction(hands=changes))
    assert match_of(tournament).over_at == at(20, 15)
