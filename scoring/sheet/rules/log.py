"""The log of a sheet: the kinds of its entries, their hash chain, and the state computed from them.

Independent of card games: the body of a hand is not read here. Hands are scored by `sheet.py` and the card
game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from scoring.sheet.rules.time_called import TimeCall
from scoring.strict_json import digest

T = TypeVar("T")

GENESIS = "0" * 64

# The body of a ruling that gives a whole sheet back to its table, to be signed or confirmed again.
REOPENED: Mapping[str, Any] = {"sheet": "reopened"}

# (game, hand), both counted from 1.
Place = tuple[int, int]


class EventKind(StrEnum):
    """The kinds of entries in the log of a sheet."""

    HAND = "hand"
    CORRECTION = "correction"
    STRIKE = "strike"
    DISPUTE = "dispute"
    RULING = "ruling"
    SIGNATURE = "signature"
    OBJECTION = "objection"
    CONFIRMATION = "confirmation"
    TIME_CALLED = "time_called"
    NONE_BEGUN = "none_begun"
    TIME_TAKEN_BACK = "time_taken_back"


WRITES_A_HAND = frozenset({EventKind.HAND, EventKind.CORRECTION})
CHANGES_A_HAND = WRITES_A_HAND | {EventKind.STRIKE}
SETTLES_A_HAND = CHANGES_A_HAND | {EventKind.RULING}


@dataclass(frozen=True)
class Event:
    """One log entry; `body` is the hand in a new hand or a correction, and {"side": n} in a signature.

    The body of a dispute contains `hand`, the hand that was sent, and `against`, the version of the valid
    hand. The body of a call of time contains the number of hands before the call, whether a tie is a draw,
    and whether a table made the call.
    """

    seq: int
    kind: EventKind
    game: int | None = None
    hand: int | None = None
    version: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """The (game, hand) numbers of the entry's hand; (0, 0) if the entry concerns the whole sheet."""
        return (self.game or 0, self.hand or 0)


@dataclass(frozen=True)
class StandingHand:
    """The valid version of a hand: its body, its version number, and the number of its log entry."""

    body: Mapping[str, Any]
    version: int
    seq: int


@dataclass(frozen=True)
class SheetLog:
    """The state of a sheet after its log entries; `seq` is the number of the last entry."""

    seq: int = 0
    hands: Mapping[Place, StandingHand] = field(default_factory=dict)
    next_version: Mapping[Place, int] = field(default_factory=dict)
    disputes: Mapping[Place, tuple[Event, ...]] = field(default_factory=dict)
    signatures: Mapping[int, int] = field(default_factory=dict)
    objection: Event | None = None
    confirmed: bool = False
    # How often the sheet was given back to its table
    reopenings: int = 0
    time: TimeCall | None = None
    # The number of the fact that called time
    time_seq: int = 0
    time_by_table: bool = False
    # Whether a hand was written or struck after time was called; the call can then not be taken back
    written_since: bool = False

    def games(self, before: Place | None = None) -> list[list[Mapping[str, Any]]]:
        """Return the valid hands of each game; with `before`, only the hands before that place."""
        games: list[list[Mapping[str, Any]]] = []
        for place in sorted(self.hands):
            if before is not None and place >= before:
                break
            while len(games) < place[0]:
                games.append([])
            games[place[0] - 1].append(self.hands[place].body)
        return games

    def last_place(self) -> Place | None:
        """Return the place of the sheet's last hand, or None if there are no hands."""
        return max(self.hands, default=None)

    def vacant_version(self, place: Place) -> int:
        """Return the version number for a new hand at a place.

        The number is 1 if no hand was removed there. Otherwise it is 2 more than the version of the last
        removed hand, because the removal has the number between the two.
        """
        return self.next_version.get(place, 1)

    def latest_version(self, place: Place) -> int:
        """Return the version of the hand at a place, or of its removal; 0 if no hand was ever there."""
        standing = self.hands.get(place)
        return standing.version if standing else self.vacant_version(place) - 1


EMPTY = SheetLog()


def fold_log(events: Iterable[Event], log: SheetLog = EMPTY) -> SheetLog:
    """Return the log with more entries added, in the order of their numbers.

    An entry that writes, corrects or removes a hand removes all signatures and the confirmation. Objections,
    calls of time and their withdrawals remove all signatures. A dispute ends when its hand is corrected,
    removed or ruled on. A call for the director ends when he answers the call or confirms the sheet.
    """
    for event in events:
        changes: dict[str, Any] = {"seq": event.seq}
        if event.kind in SETTLES_A_HAND and event.place in log.disputes:
            changes["disputes"] = _without(log.disputes, event.place)
        if event.kind in CHANGES_A_HAND:
            changes |= {"signatures": {}, "confirmed": False, "written_since": log.time is not None}
        log = replace(log, **changes, **_STEP[event.kind](log, event))
    return log


def _without(standing: Mapping[Place, T], place: Place) -> dict[Place, T]:
    return {other: value for other, value in standing.items() if other != place}


def _write(log: SheetLog, event: Event) -> dict[str, Any]:
    hand = StandingHand(event.body, event.version or 1, event.seq)
    return {"hands": {**log.hands, event.place: hand}}


def _strike(log: SheetLog, event: Event) -> dict[str, Any]:
    following = {**log.next_version, event.place: (event.version or 1) + 1}
    return {"hands": _without(log.hands, event.place), "next_version": following}


def _dispute(log: SheetLog, event: Event) -> dict[str, Any]:
    return {"disputes": {**log.disputes, event.place: (*log.disputes.get(event.place, ()), event)}}


def _sign(log: SheetLog, event: Event) -> dict[str, Any]:
    return {"signatures": {**log.signatures, int(event.body["side"]): event.seq}}


def _object(_log: SheetLog, event: Event) -> dict[str, Any]:
    return {"objection": event, "signatures": {}}


def _confirm(_log: SheetLog, _event: Event) -> dict[str, Any]:
    return {"confirmed": True, "objection": None}


def _rule(log: SheetLog, event: Event) -> dict[str, Any]:
    """End the dispute about a hand, or the objection to the sheet; a ruling may also reopen the sheet."""
    ended = {"objection": None} if event.game is None else {}
    if event.body != REOPENED:
        return ended
    return ended | {"signatures": {}, "confirmed": False, "reopenings": log.reopenings + 1}


def _call_time(_log: SheetLog, event: Event) -> dict[str, Any]:
    return {
        "time": TimeCall(event.body["hands"], draws=event.body["draws"]),
        "time_seq": event.seq,
        "time_by_table": bool(event.body.get("table")),
        "signatures": {},
        "written_since": False,
    }


def _none_begun(log: SheetLog, _event: Event) -> dict[str, Any]:
    return {"time": log.time and replace(log.time, begun=False)}


def _take_time_back(_log: SheetLog, _event: Event) -> dict[str, Any]:
    return {"time": None, "time_seq": 0, "time_by_table": False, "signatures": {}}


_STEP = {
    EventKind.HAND: _write,
    EventKind.CORRECTION: _write,
    EventKind.STRIKE: _strike,
    EventKind.DISPUTE: _dispute,
    EventKind.RULING: _rule,
    EventKind.SIGNATURE: _sign,
    EventKind.OBJECTION: _object,
    EventKind.CONFIRMATION: _confirm,
    EventKind.TIME_CALLED: _call_time,
    EventKind.NONE_BEGUN: _none_begun,
    EventKind.TIME_TAKEN_BACK: _take_time_back,
}


def chained(prev_hash: str, fact: Sequence[Any]) -> str:
    """Return the hash of a log entry, which also covers the hash of the previous entry."""
    return digest([prev_hash, *fact])
