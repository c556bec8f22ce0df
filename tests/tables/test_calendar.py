"""The calendar of a league: deadlines of rounds, and postponed matches that do not block other matches."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import drawn_tournament, first_stage, match_of, play_match, play_out
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import Match, RoundPlan, Tournament
from tournaments.queue import runner
from tournaments.tables.selectors.calendar import postponed_matches, round_dates
from tournaments.tables.services.calendar import plan_round, postpone_match

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
WEEK = timedelta(days=7)


def desk(tournament: Tournament) -> dict[str, Any]:
    return {"author": Author(tournament.owner_id), "at": MONDAY}


def postpone(match: Match, to: datetime = MONDAY + WEEK, reason: str = "una coppia via") -> Match:
    postponed = postpone_match(match.pk, to, reason, **desk(match.tournament))
    runner.drain()
    return postponed


def ready(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(tournament=tournament, state="ready").order_by("round", "number"))


@pytest.fixture
def league() -> Tournament:
    return drawn_tournament(4, form="round_robin", tables=2)


@pytest.mark.databases
def test_round_is_overdue_after_the_deadline_of_its_latest_plan(
    league: Tournament,
) -> None:
    stage = first_stage(league)
    plan_round(stage, 2, starts_at=MONDAY, minutes=90, deadline=MONDAY + WEEK, **desk(league))
    plan_round(stage, 2, starts_at=MONDAY, deadline=MONDAY + 2 * WEEK, **desk(league))
    assert RoundPlan.objects.count() == 1
    dates = {each.round: each for each in round_dates(league)}
    assert sorted(dates) == [1, 2, 3]
    assert dates[2].deadline == MONDAY + 2 * WEEK
    assert not dates[2].overdue(MONDAY)
    assert dates[2].overdue(MONDAY + 2 * WEEK)
    assert not dates[1].overdue(MONDAY + 9 * WEEK)


@pytest.mark.parametrize(
    ("plan", "place"),
    [
        pytest.param({"starts_at": MONDAY, "deadline": MONDAY}, "/deadline", id="over before it begins"),
        pytest.param({"minutes": 0}, "/minutes", id="no minutes"),
        pytest.param({"minutes": 721}, "/minutes", id="too many"),
    ],
)
def test_error_for_an_invalid_round_plan_names_the_field(
    league: Tournament, plan: dict[str, Any], place: str
) -> None:
    with pytest.raises(BadEntry) as refusal:
        plan_round(first_stage(league), 1, **plan, **desk(league))
    assert [problem.where for problem in refusal.value.problems] == [place]


@pytest.mark.databases
def test_postponed_match_does_not_block_the_next_round(league: Tournament) -> None:
    first, second = ready(league)
    play_match(second)
    assert {match.round for match in ready(league)} == {1}
    postpone(first)
    coming = {match.label: match.state for match in Match.objects.filter(tournament=league, round=2)}
    assert set(coming.values()) == {"ready"}
    assert Match.objects.get(pk=first.pk).table is None
    assert verify_tournament(league).faults == []


@pytest.mark.databases
def test_postponed_match_is_called_to_a_table_on_its_date_but_not_before(league: Tournament) -> None:
    with time_machine.travel(MONDAY, tick=False) as now:
        Tournament.objects.update(tables=9)
        first, second = ready(league)
        postpone(first)
        play_match(second)
        assert Match.objects.get(pk=first.pk).table is None
        now.shift(WEEK + timedelta(minutes=1))
        runner.drain()
        assert Match.objects.get(pk=first.pk).table is not None


def test_tournament_ends_when_the_postponed_match_is_played(league: Tournament) -> None:
    first = ready(league)[0]
    postpone(first)
    play_out(league)
    league.refresh_from_db()
    assert league.state == "over"
    assert verify_tournament(league).faults == []


@pytest.mark.databases
def test_postponed_matches_are_listed_by_date(league: Tournament) -> None:
    first, second = ready(league)
    postpone(first, MONDAY + 3 * WEEK)
    postpone(second, MONDAY + WEEK)
    assert [each.match.pk for each in postponed_matches(league)] == [second.pk, first.pk]
    postpone(first, MONDAY + timedelta(days=1))
    assert [each.match.pk for each in postponed_matches(league)] == [first.pk, second.pk]
    assert first.outcomes.count() == 1


@pytest.mark.parametrize(
    ("to", "reason", "code"),
    [
        pytest.param(MONDAY, "via", "date_past", id="a date that has passed"),
        pytest.param(MONDAY + WEEK, " ", "reason_missing", id="without a reason"),
    ],
)
def test_postponement_to_a_past_date_or_without_a_reason_is_refused(
    league: Tournament, to: datetime, reason: str, code: str
) -> None:
    with pytest.raises(BadEntry) as refusal:
        postpone(ready(league)[0], to, reason)
    assert refusal.value.code == code


def test_match_in_play_cannot_be_postponed(league: Tournament) -> None:
    match = ready(league)[0]
    play_match(match, sign=False)
    with pytest.raises(NotNow) as refusal:
        postpone(match)
    assert refusal.value.code == "match_not_ready"


def test_match_of_a_swiss_round_cannot_be_postponed() -> None:
    swiss = drawn_tournament(4, form="swiss", options={"rounds": 2})
    with pytest.raises(NotNow) as refusal:
        postpone(ready(swiss)[0])
    assert refusal.value.code == "round_waits"


@pytest.mark.databases
def test_postponed_match_of_a_bracket_blocks_only_the_next_match_of_its_winner() -> None:
    cup = drawn_tournament(8, tables=4)
    postpone(match_of(cup, "R1.1"))
    play_out_but(cup, "R1.1")
    assert Match.objects.get(tournament=cup, round=2, number=2).state == "signed"
    assert Match.objects.get(tournament=cup, round=2, number=1).state == "waiting"
    assert verify_tournament(cup).faults == []


def play_out_but(tournament: Tournament, label: str) -> None:
    while waiting := [match for match in ready(tournament) if match.label != label]:
        for match in waiting:
            play_match(match, drain=False)
        runner.drain()
