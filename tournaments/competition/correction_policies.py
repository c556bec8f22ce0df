"""What a correction may move: the policy of a stage, as a table, and how far a correction reaches.

A correction is always written down, with its reason, beside what stood before. The table only says what of
that which follows moves with it. What is played is never given to others: a match with a hand on its sheet
keeps its entrants, whatever the cell says.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from scoring.types import BadSetup, Problem, Sentence, _


class Family(StrEnum):
    """How the rounds of a stage hang together, as far as a correction goes."""

    FIXED = "fixed"
    """As in groups: everybody's matches are known at the draw, only the next stage looks at the results."""
    BY_SCORE = "by_score"
    """As in a Swiss: each round is paired from the match points so far."""
    BY_PLACE = "by_place"
    """As in a Danish: each round is paired from the standings so far."""
    WINNERS = "winners"
    """As in a knock-out: who wins goes on."""


class Following(StrEnum):
    """How far that is which follows from the match: its next match, or the next round or stage."""

    UNPAIRED = "unpaired"
    PUBLISHED = "published"
    STARTED = "started"
    FINISHED = "finished"


class CorrectionEffect(StrEnum):
    """What becomes different: who won, only the score, or whom a tie-break puts first."""

    WINNER = "winner"
    SCORE = "score"
    TIE = "tie"


class FollowUp(StrEnum):
    """What becomes of that which follows."""

    MOVES = "moves"
    """It moves with the correction."""
    STAYS = "stays"
    """What is paired stays as it is; only rounds paired later see the correction."""
    DECIDE = "decide"
    """The director says explicitly that who plays on stays, or does not correct."""


Cell = tuple[Following, CorrectionEffect]
Policy = Mapping[Cell, FollowUp]


def _row(winner: str, score: str, tie: str) -> dict[CorrectionEffect, FollowUp]:
    return {
        CorrectionEffect.WINNER: FollowUp(winner),
        CorrectionEffect.SCORE: FollowUp(score),
        CorrectionEffect.TIE: FollowUp(tie),
    }


def _policy(rows: Mapping[Following, Mapping[CorrectionEffect, FollowUp]]) -> Policy:
    return {
        (following, change): verdict for following, row in rows.items() for change, verdict in row.items()
    }


_WHAT_IS_PAIRED_STAYS = _policy(
    {
        Following.UNPAIRED: _row("moves", "moves", "moves"),
        Following.PUBLISHED: _row("stays", "stays", "stays"),
        Following.STARTED: _row("stays", "stays", "stays"),
        Following.FINISHED: _row("stays", "stays", "stays"),
    }
)

POLICIES: Mapping[Family, Policy] = {
    Family.FIXED: _WHAT_IS_PAIRED_STAYS,
    Family.BY_SCORE: _WHAT_IS_PAIRED_STAYS,
    Family.BY_PLACE: _WHAT_IS_PAIRED_STAYS,
    Family.WINNERS: _policy(
        {
            Following.UNPAIRED: _row("moves", "moves", "moves"),
            Following.PUBLISHED: _row("moves", "moves", "moves"),
            Following.STARTED: _row("decide", "moves", "moves"),
            Following.FINISHED: _row("decide", "moves", "moves"),
        }
    ),
}
"""The usual policy of each family. A correction is possible in every cell; a club may choose otherwise."""


def furthest(reached: Iterable[Following]) -> Following:
    """Of several things that follow, the one that is furthest on; nothing follows from a last match."""
    order = list(Following)
    return max(reached, key=order.index, default=Following.UNPAIRED)


def read_policy(raw: Mapping[str, object], family: Family, where: str = "/corrections") -> Policy:
    """Complete a policy written {"started winner": "decide"} with the usual one of its family.

    Raise BadSetup with everything wrong in it: an unknown cell or word, or a played match given to others.
    """
    problems, chosen = [], {}
    for key, value in raw.items():
        cell = _cell(key)
        if cell is None:
            problems.append(_problem("unknown_correction", f"{where}/{key[:40]}", _UNKNOWN_CELL))
        elif value not in list(FollowUp):
            problems.append(_problem("bad_correction", f"{where}/{key}", _UNKNOWN_VERDICT))
        elif value == FollowUp.MOVES and POLICIES[family][cell] is FollowUp.DECIDE:
            problems.append(_problem("correction_moves_played", f"{where}/{key}", _NEVER_MOVED))
        else:
            chosen[cell] = FollowUp(str(value))
    if problems:
        text = _("These corrections cannot be allowed so. Look at each one marked.")
        raise BadSetup("bad_corrections", Sentence(text), tuple(problems))
    return {**POLICIES[family], **chosen}


_UNKNOWN_CELL = _("Write how far the next round is and what changes, such as “started winner”.")
_UNKNOWN_VERDICT = _("Write moves, stays or decide.")
_NEVER_MOVED = _("A match that has begun is never given to others. Write stays or decide.")


def _cell(key: str) -> Cell | None:
    words = key.split(" ")
    if len(words) != 2 or words[0] not in list(Following) or words[1] not in list(CorrectionEffect):
        return None
    return Following(words[0]), CorrectionEffect(words[1])


def _problem(code: str, where: str, text: str) -> Problem:
    return Problem(code, "", "error", where, Sentence(text))


USUAL_MINUTES = 30
MOST_MINUTES = 7 * 24 * 60


class SettledState(StrEnum):
    """How far the results of a stage, or of an event, are from being settled."""

    OPEN = "open"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"


class Settled(NamedTuple):
    """How results stand, and from when on they are official: an instant to come while provisional."""

    standing: SettledState
    official_at: datetime | None


def settled(
    over_at: datetime | None, minutes: int, now: datetime, reopened_at: datetime | None = None
) -> Settled:
    """Say how the results stand that were all in at `over_at`, an instant; None while there are more to come.

    `reopened_at` is when the event was opened again, if it was.
    """
    if over_at is None:
        return Settled(SettledState.OPEN, None)
    official_at = latest([over_at, reopened_at]) + timedelta(minutes=minutes)
    return Settled(SettledState.OFFICIAL if now >= official_at else SettledState.PROVISIONAL, official_at)


def latest(instants: Iterable[datetime | None]) -> datetime:
    """The last of these instants; at least one must be there."""
    return max(instant for instant in instants if instant is not None)
