"""Tests of the log of a sheet: the state after each entry, and the hash chain."""

# ruff: noqa: E501  (a table reads best one row a line)

import hashlib
from typing import Any

import pytest

from scoring.sheet.rules.log import GENESIS, REOPENED, Event, EventKind, StandingHand, chained, fold_log
from scoring.sheet.rules.time_called import TimeCall

NOBODY: dict[int, int] = {}


def events(*facts: tuple[Any, ...]) -> list[Event]:
    """Return log entries, numbered from 1, from tuples of kind, game, hand, version and body."""
    return [Event(seq, EventKind(kind), *more) for seq, (kind, *more) in enumerate(facts, 1)]


def a_hand(place: tuple[int, int], version: int = 1, kind: str = "hand") -> tuple[Any, ...]:
    """Return the log entry of a hand as a tuple."""
    return (kind, *place, version, {"at": [*place, version]})


def sign(side: Any) -> tuple[Any, ...]:
    """Return the log entry of a side's signature."""
    return ("signature", None, None, None, {"side": side})


CONFIRM = ("confirmation",)
OBJECT = ("objection",)
RULE = ("ruling",)
NONE_BEGUN = ("none_begun",)
TAKEN_BACK = ("time_taken_back",)


def a_call(hands: int, **more: bool) -> tuple[Any, ...]:
    """Return the log entry of a call of time after `hands` hands."""
    return ("time_called", None, None, None, {"hands": hands, "draws": False, **more})


def test_log_has_the_latest_version_of_every_hand() -> None:
    log = fold_log(events(a_hand((1, 1)), a_hand((1, 2)), a_hand((1, 1), 2, "correction")))
    assert log.hands == {
        (1, 1): StandingHand({"at": [1, 1, 2]}, 2, 3),
        (1, 2): StandingHand({"at": [1, 2, 1]}, 1, 2),
    }
    assert log.last_place() == (1, 2)


def test_log_entry_without_a_version_counts_as_version_1() -> None:
    log = fold_log(events(("hand", 1, 1, None, {}), ("hand", 1, 2, None, {}), ("strike", 1, 2)))
    assert log.hands[1, 1].version == 1
    assert log.vacant_version((1, 2)) == 2


def test_version_numbers_continue_after_a_hand_is_removed() -> None:
    facts = [a_hand((1, 1)), a_hand((1, 2)), a_hand((1, 2), 2, "correction"), ("strike", 1, 2, 2)]
    log = fold_log(events(*facts))
    assert list(log.hands) == [(1, 1)]
    assert [log.vacant_version(place) for place in ((1, 2), (1, 3))] == [3, 1]


@pytest.mark.parametrize(
    ("facts", "games", "last"),
    [
        pytest.param([], [], None, id="nothing was written"),
        pytest.param([a_hand((1, 2)), a_hand((1, 1))], [[1, 2]], (1, 2), id="written in another order"),
        pytest.param([a_hand((1, 1)), a_hand((2, 1))], [[1], [1]], (2, 1), id="two games"),
        pytest.param([a_hand((3, 1))], [[], [], [1]], (3, 1), id="the games before are empty"),
        pytest.param([a_hand((1, 10)), a_hand((1, 9))], [[9, 10]], (1, 10), id="ten is after nine"),
    ],
)
def test_log_returns_the_hands_of_each_game(facts: Any, games: list[list[int]], last: Any) -> None:
    log = fold_log(events(*facts))
    assert [[body["at"][1] for body in game] for game in log.games()] == games
    assert log.last_place() == last


@pytest.mark.parametrize(
    ("before", "games"),
    [
        ((1, 1), []),
        ((1, 2), [[1]]),
        ((2, 1), [[1, 2]]),
        ((2, 2), [[1, 2], [1]]),
        ((9, 9), [[1, 2], [1, 2]]),
    ],
)
def test_log_returns_only_the_hands_before_a_given_hand(
    before: tuple[int, int], games: list[list[int]]
) -> None:
    log = fold_log(events(*(a_hand((game, hand)) for game in (1, 2) for hand in (1, 2))))
    assert [[body["at"][1] for body in game] for game in log.games(before)] == games


# Both sides have signed and the director has confirmed; then one more fact.
@pytest.mark.parametrize(
    ("fact", "signatures", "confirmed"),
    [
        pytest.param(a_hand((1, 2)), NOBODY, False, id="another hand"),
        pytest.param(a_hand((1, 1), 2, "correction"), NOBODY, False, id="a correction"),
        pytest.param(("strike", 1, 1, 1), NOBODY, False, id="a strike"),
        pytest.param(("dispute", 1, 1), {0: 2, 1: 3}, True, id="a dispute"),
        pytest.param(("ruling", 1, 1), {0: 2, 1: 3}, True, id="a ruling on a hand"),
        pytest.param(RULE, {0: 2, 1: 3}, True, id="a ruling on the sheet"),
        pytest.param(("ruling", None, None, None, REOPENED), NOBODY, False, id="given back to its table"),
        pytest.param(
            ("ruling", None, None, None, {"sheet": "reopened"}),
            NOBODY,
            False,
            id="given back, as it has been stored",
        ),
        pytest.param(OBJECT, NOBODY, True, id="an objection"),
        pytest.param(a_call(1), NOBODY, True, id="time called"),
        pytest.param(NONE_BEGUN, {0: 2, 1: 3}, True, id="no hand had begun"),
        pytest.param(TAKEN_BACK, NOBODY, True, id="the call of time taken back"),
        pytest.param(sign(0), {0: 5, 1: 3}, True, id="the first side signs again"),
        pytest.param(sign("1"), {0: 2, 1: 5}, True, id="a side written as a text"),
    ],
)
def test_signatures_are_removed_when_a_hand_changes(
    fact: Any, signatures: dict[int, int], confirmed: bool
) -> None:
    log = fold_log(events(a_hand((1, 1)), sign(0), sign(1), CONFIRM, fact))
    assert (log.signatures, log.confirmed) == (signatures, confirmed)


@pytest.mark.parametrize(
    ("facts", "disputed"),
    [
        pytest.param([], {(1, 1): [3], (1, 2): [4, 5]}, id="every version of it is kept"),
        pytest.param([a_hand((1, 1), 2, "correction")], {(1, 2): [4, 5]}, id="corrected"),
        pytest.param([("strike", 1, 2, 1)], {(1, 1): [3]}, id="struck"),
        pytest.param([("ruling", 1, 2)], {(1, 1): [3]}, id="ruled upon"),
        pytest.param([RULE], {(1, 1): [3], (1, 2): [4, 5]}, id="the sheet ruled upon, not the hand"),
        pytest.param([("ruling", 1, 3)], {(1, 1): [3], (1, 2): [4, 5]}, id="another hand ruled upon"),
        pytest.param([CONFIRM], {(1, 1): [3], (1, 2): [4, 5]}, id="confirmed all the same"),
    ],
)
def test_dispute_is_open_until_it_is_settled(facts: Any, disputed: Any) -> None:
    first_facts = [a_hand((1, 1)), a_hand((1, 2)), ("dispute", 1, 1), ("dispute", 1, 2), ("dispute", 1, 2)]
    log = fold_log(events(*first_facts, *facts))
    assert {place: [event.seq for event in some] for place, some in log.disputes.items()} == disputed


@pytest.mark.parametrize(
    ("facts", "standing"),
    [
        pytest.param([OBJECT], 2, id="called"),
        pytest.param([OBJECT, OBJECT], 3, id="called twice"),
        pytest.param([OBJECT, RULE], None, id="answered by a ruling on the sheet"),
        pytest.param([OBJECT, ("ruling", 1, 1)], 2, id="a ruling on a hand does not answer"),
        pytest.param([OBJECT, CONFIRM], None, id="answered by the confirmation"),
        pytest.param([OBJECT, sign(0)], 2, id="a signature does not answer"),
    ],
)
def test_call_for_the_director_is_open_until_the_director_answers(facts: Any, standing: int | None) -> None:
    log = fold_log(events(a_hand((1, 1)), *facts))
    assert (log.objection and log.objection.seq) == standing


STRUCK = ("strike", 1, 1, 1)


# One hand was written; then these facts.
@pytest.mark.parametrize(
    ("facts", "time", "more"),
    [
        pytest.param([], None, (0, False, False), id="never"),
        pytest.param([NONE_BEGUN], None, (0, False, False), id="no hand had begun, and no time was called"),
        pytest.param([a_call(1)], TimeCall(1), (2, False, False), id="by the director"),
        pytest.param([a_call(1, table=True)], TimeCall(1), (2, True, False), id="by the table"),
        pytest.param([a_call(1, draws=True)], TimeCall(1, draws=True), (2, False, False), id="level stays level"),
        pytest.param([a_call(1), NONE_BEGUN], TimeCall(1, begun=False), (2, False, False), id="no hand had begun"),
        pytest.param([a_call(1), a_hand((1, 2))], TimeCall(1), (2, False, True), id="the hand begun was written"),
        pytest.param([a_call(1), STRUCK], TimeCall(1), (2, False, True), id="a hand was struck since"),
        pytest.param([STRUCK, a_call(0)], TimeCall(0), (3, False, False), id="a hand was struck before"),
        pytest.param([a_call(1), a_hand((1, 2)), a_call(2)], TimeCall(2), (4, False, False), id="called again"),
        pytest.param([a_call(1, table=True), TAKEN_BACK], None, (0, False, False), id="taken back"),
        pytest.param([a_call(1), TAKEN_BACK, a_hand((1, 2))], None, (0, False, False), id="taken back, and played on"),
    ],
)  # fmt: skip
def test_call_of_time_is_valid_until_it_is_withdrawn(
    facts: Any, time: TimeCall | None, more: tuple[int, bool, bool]
) -> None:
    """Check who called time, and whether a hand was recorded since (COM-TIME-1)."""
    log = fold_log(events(a_hand((1, 1)), *facts))
    assert (log.time, (log.time_seq, log.time_by_table, log.written_since)) == (time, more)


@pytest.mark.parametrize(
    ("event", "place"),
    [
        (Event(1, EventKind.HAND, 2, 3), (2, 3)),
        (Event(1, EventKind.SIGNATURE), (0, 0)),
        (Event(1, EventKind.RULING, 2), (2, 0)),
    ],
)
def test_missing_game_or_hand_number_of_a_log_entry_counts_as_zero(
    event: Event, place: tuple[int, int]
) -> None:
    assert event.place == place
    assert event.body == {}


def test_log_entry_about_a_whole_sheet_has_no_game_hand_or_version() -> None:
    """Check that the game, hand and version of a log entry about the whole sheet are None, as its hash
    requires.
    """
    event = Event(1, EventKind.CONFIRMATION)
    assert (event.game, event.hand, event.version) == (None, None, None)


def test_empty_log_has_no_hands_signatures_or_calls() -> None:
    log = fold_log([])
    assert (log.hands, log.disputes, log.signatures, log.objection, log.confirmed) == (
        {},
        {},
        {},
        None,
        False,
    )
    assert (log.time, log.time_seq, log.time_by_table, log.written_since) == (None, 0, False, False)


def test_hash_of_a_log_entry_is_computed_from_its_canonical_json() -> None:
    """Check sorted keys and JSON without spaces or escapes, so that other programs can compute the hash."""
    text = f'["{GENESIS}",1,null,{{"a":"è ♠","b":[1,2]}}]'
    assert chained(GENESIS, [1, None, {"b": [1, 2], "a": "è ♠"}]) == hashlib.sha256(text.encode()).hexdigest()
    assert GENESIS == "0" * 64


def test_changed_log_entry_changes_all_later_hashes() -> None:
    first, changed = chained(GENESIS, [1, {"a": 1}]), chained(GENESIS, [1, {"a": 2}])
    assert chained(first, [2]) != chained(changed, [2])
