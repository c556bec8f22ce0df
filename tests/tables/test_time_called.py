"""Calls of time at the tables: effects on sheets, results and standings, and withdrawn calls of time."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from scoring.models import SheetEvent
from scoring.sheet.devices import know_device, open_by_token, table_token
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests import builders
from tests.builders import drawn_tournament, first_stage, match_of, sheet_log
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.services import results
from tournaments.models import Change, JournalEntry, Match, Outcome, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_of
from tournaments.tables.services.time_called import (
    call_time,
    call_time_everywhere,
    place_call,
    say_none_begun,
    take_time_back,
)

pytestmark = pytest.mark.django_db

NINE = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
TEN_LESS = {"dealer": 1, "trionfo": "2C", "card_points": [26, 44]}
EVEN = {"dealer": 2, "trionfo": "2C", "card_points": [35, 35]}


def director(tournament: Tournament) -> dict[str, Any]:
    return {"author": Author(tournament.owner_id), "at": timezone.now()}


def a_phone(match: Match) -> dict[str, Any]:
    device, _secret = know_device(None, at=timezone.now())
    open_by_token(table_token(match.sheet.key), device, at=timezone.now())
    return {"author": Author(device_id=device.pk), "at": timezone.now()}


def write(match: Match, *hands: Mapping[str, Any], first: int = 1, game: int = 1) -> None:
    for number, hand in enumerate(hands, start=first):
        results.write_hand(match.pk, (game, number), hand, **director(match.tournament))


def sign(match: Match) -> Match:
    for side in (0, 1):
        results.sign_sheet(match.pk, side, **director(match.tournament))
    runner.drain()
    return match_of(match.tournament, match.label)


@pytest.fixture
def knockout() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def groups() -> Tournament:
    return drawn_tournament(4, form="round_robin")


def labels(tournament: Tournament) -> list[str]:
    seated = tournament.matches.filter(table__isnull=False).order_by("table")
    return list(seated.values_list("label", flat=True))


def refused_after(match: Match, hand: Mapping[str, Any], number: int) -> list[str]:
    with pytest.raises(BadEntry) as refusal:
        write(match, hand, first=number)
    return [problem.code for problem in refusal.value.problems]


def test_hand_in_play_when_time_is_called_is_the_last_hand(knockout: Tournament) -> None:
    match = match_of(knockout)
    write(match, NINE)
    call_time(match.pk, **director(knockout))
    assert match_of(knockout).sheet.summary["time"] == "finish_hand"
    write(match, {**EVEN, "dealer": 1}, first=2)
    assert match_of(knockout).sheet.summary["over"]
    assert refused_after(match, EVEN, 3) == ["hand_after_time"]


@pytest.mark.databases
def test_match_decided_by_time_is_signed_and_its_winner_advances(knockout: Tournament) -> None:
    match = match_of(knockout)
    write(match, NINE)
    call_time(match.pk, **director(knockout))
    say_none_begun(match.pk, **director(knockout))
    assert sign(match).state == "signed"
    outcome = Outcome.objects.get(match=match)
    assert (outcome.winner, outcome.games, outcome.game_winners) == (0, [[9, 0]], [0])
    final = knockout.matches.get(round=2, number=1)
    winner = match.slots.get(side=0).team
    assert final.slots.get(side=0).team == winner
    assert verify_tournament(knockout).faults == []


def test_tied_match_in_groups_is_worth_half_a_point_for_each_side(groups: Tournament) -> None:
    match = match_of(groups, labels(groups)[0])
    write(match, NINE, TEN_LESS)
    call_time(match.pk, **director(groups))
    say_none_begun(match.pk, **director(groups))
    assert sign(match).state == "signed"
    outcome = Outcome.objects.get(match=match)
    assert (outcome.winner, outcome.games, outcome.game_winners) == (None, [[9, 9]], [None])
    stage = first_stage(groups)
    rows = {row.entrant: row for row in standings_of([stage])[stage.pk].rows}
    both = [rows[str(slot.team_id)] for slot in match.slots.all()]  # type: ignore[index]
    assert [(row.tally.level, str(row.match_points)) for row in both] == [(1, "1/2")] * 2
    assert verify_tournament(groups).faults == []


def test_tied_match_in_a_bracket_is_decided_by_further_hands(knockout: Tournament) -> None:
    match = match_of(knockout)
    write(match, NINE, TEN_LESS)
    call_time(match.pk, **director(knockout))
    say_none_begun(match.pk, **director(knockout))
    assert match_of(knockout).sheet.summary["time"] == "play_on"
    write(match, EVEN, first=3)
    assert not match_of(knockout).sheet.summary["over"]
    write(match, {**NINE, "dealer": 3}, first=4)
    summary = match_of(knockout).sheet.summary
    assert (summary["over"], summary["winner"], summary["games"][0]["by_time"]) == (True, 0, "won")


@pytest.mark.databases
def test_call_of_time_at_all_tables_stops_only_unfinished_matches(knockout: Tournament) -> None:
    played = match_of(knockout, "R1.2")
    builders.play_match(played)
    write(match_of(knockout), NINE)
    stopped = call_time_everywhere(first_stage(knockout), **director(knockout))
    assert [match.label for match in stopped] == ["R1.1"]
    assert sheet_log(match_of(knockout).pk).time is not None
    assert sheet_log(played.pk).time is None
    entry = JournalEntry.objects.get(tournament=knockout, kind="time_called_all")
    assert entry.body == {"stage": 1, "round": 0, "tables": 1}
    assert {"match", "clock"} <= set(Change.objects.values_list("topic", flat=True))
    with pytest.raises(NotNow) as refusal:
        call_time_everywhere(first_stage(knockout), **director(knockout))
    assert refusal.value.code == "nothing_to_stop"


def test_time_called_for_one_round_does_not_stop_other_rounds(knockout: Tournament) -> None:
    with pytest.raises(NotNow):
        call_time_everywhere(first_stage(knockout), round_number=2, **director(knockout))
    assert not SheetEvent.objects.filter(kind="time_called").exists()


@pytest.mark.databases
def test_call_of_time_can_be_withdrawn_unless_a_hand_was_recorded_after_the_call(
    knockout: Tournament,
) -> None:
    match = match_of(knockout)
    write(match, NINE)
    call_time(match.pk, **director(knockout))
    say_none_begun(match.pk, **director(knockout))
    take_time_back(match.pk, **director(knockout))
    assert "time" not in match_of(knockout).sheet.summary
    write(match, TEN_LESS, EVEN, first=2)
    call_time(match.pk, **director(knockout))
    write(match, {**NINE, "dealer": 3}, first=4)
    with pytest.raises(NotNow) as refusal:
        take_time_back(match.pk, **director(knockout))
    assert refusal.value.code == "written_after_time"
    assert verify_tournament(knockout).faults == []


def test_phone_can_withdraw_its_own_call_of_time_but_not_the_call_of_the_director(
    knockout: Tournament,
) -> None:
    match = match_of(knockout)
    phone = a_phone(match)
    call_time(match.pk, **phone)
    take_time_back(match.pk, **phone)
    call_time(match.pk, **director(knockout))
    call_time(match.pk, **phone)
    assert SheetEvent.objects.filter(sheet=match.pk, kind="time_called").count() == 2
    with pytest.raises(NotNow) as refusal:
        take_time_back(match.pk, **phone)
    assert refusal.value.code == "time_of_the_director"


@pytest.mark.databases
def test_director_can_move_the_call_of_time_to_a_later_hand(knockout: Tournament) -> None:
    match = match_of(knockout)
    write(match, NINE)
    call_time(match.pk, **director(knockout))
    write(match, {**EVEN, "dealer": 1}, first=2)
    assert refused_after(match, EVEN, 3) == ["hand_after_time"]
    place_call(match.pk, 3, **director(knockout))
    write(match, EVEN, {**EVEN, "dealer": 3}, first=3)
    assert match_of(knockout).sheet.summary["over"]


@pytest.mark.parametrize(
    ("act", "code"),
    [
        pytest.param(
            lambda match, writer: say_none_begun(match, **writer), "time_not_called", id="none begun"
        ),
        pytest.param(lambda match, writer: place_call(match, 2, **writer), "time_not_called", id="placed"),
    ],
)
def test_action_on_a_call_of_time_is_refused_if_time_was_not_called(
    knockout: Tournament, act: Any, code: str
) -> None:
    with pytest.raises(NotNow) as refusal:
        act(match_of(knockout).pk, director(knockout))
    assert refusal.value.code == code


def test_report_that_no_hand_was_in_play_is_refused_after_a_hand_is_recorded(knockout: Tournament) -> None:
    match = match_of(knockout)
    call_time(match.pk, **director(knockout))
    write(match, NINE)
    with pytest.raises(NotNow) as refusal:
        say_none_begun(match.pk, **director(knockout))
    assert refusal.value.code == "hand_written_after_time"


def test_time_cannot_be_called_in_a_finished_match(knockout: Tournament) -> None:
    match = builders.play_match(match_of(knockout))
    with pytest.raises(NotNow) as refusal:
        call_time(match.pk, **director(knockout))
    assert refusal.value.code == "sheet_signed"


def test_call_of_time_changes_the_digest_of_the_tournament(knockout: Tournament) -> None:
    match = match_of(knockout)
    write(match, NINE)
    before = verify_tournament(knockout).digest
    call_time(match.pk, **director(knockout))
    assert verify_tournament(knockout).digest != before
    take_time_back(match.pk, **director(knockout))
    assert verify_tournament(knockout).digest == before


def test_game_made_void_by_time_counts_for_neither_side() -> None:
    tournament = drawn_tournament(4, profile={"time_unfinished": "void"}, form="round_robin")
    match = match_of(tournament, labels(tournament)[0])
    write(match, NINE)
    call_time(match.pk, **director(tournament))
    say_none_begun(match.pk, **director(tournament))
    sign(match)
    outcome = Outcome.objects.get(match=match)
    assert (outcome.winner, outcome.games) == (None, [])
    assert verify_tournament(tournament).faults == []


@pytest.mark.databases
def test_sheet_with_a_call_of_time_is_loaded_with_one_query(
    knockout: Tournament, django_assert_num_queries: Any
) -> None:
    match_id: UUID = match_of(knockout).pk
    call_time(match_id, **director(knockout))
    with django_assert_num_queries(1):
        assert sheet_log(match_id).time is not None
