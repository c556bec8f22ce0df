"""The correction policy of a stage: the effect of a corrected result on later matches.

Every correction is recorded with its reason and the previous result. The policy table only decides whether
later matches change too. A match with a recorded hand keeps its entrants under every policy.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from scoring.types import BadSetup, Problem, Sentence, _


class Family(StrEnum):
    """A group of formats in which later rounds depend on earlier results in the same way."""

    # As in groups: all matches are known at the draw; only the next stage depends on the results.
    FIXED = "fixed"
    # As in a Swiss stage: each round is paired from the match points so far.
    BY_SCORE = "by_score"
    # As in a Danish stage: each round is paired from the standings so far.
    BY_PLACE = "by_place"
    # As in a knock-out: the winner of a match advances to the next one.
    WINNERS = "winners"


class Following(StrEnum):
    """The progress of the matches that follow a corrected match: unpaired, published, started or finished."""

    UNPAIRED = "unpaired"
    PUBLISHED = "published"
    STARTED = "started"
    FINISHED = "finished"


class CorrectionEffect(StrEnum):
    """The effect of a correction: another winner, only another score, or another order after tie-breaks."""

    WINNER = "winner"
    SCORE = "score"
    TIE = "tie"


class FollowUp(StrEnum):
    """The consequence of a correction for later matches."""

    # The matches that follow are changed with the correction.
    MOVES = "moves"
    # Existing pairings are kept; the correction only affects rounds that are paired later.
    STAYS = "stays"
    # The director either confirms that the entrants of the next match stay, or does not correct.
    DECIDE = "decide"


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

# The default policy of each family. Corrections are possible in every cell; a club may choose other values.
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


def furthest(reached: Iterable[Following]) -> Following:
    """Return the most advanced of the given states of progress; UNPAIRED if there is none."""
    order = list(Following)
    return max(reached, key=order.index, default=Following.UNPAIRED)


def read_policy(raw: Mapping[str, object], family: Family, where: str = "/corrections") -> Policy:
    """Return a policy such as {"started winner": "decide"}, completed by the default policy of the family.

    Raise BadSetup with all problems: unknown keys, unknown values, and cells that would change the entrants
    of a played match.
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
    """The status of the results of a stage or tournament."""

    OPEN = "open"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"


class Settled(NamedTuple):
    """The status of results, and the time at which they become official (in the future if provisional)."""

    standing: SettledState
    official_at: datetime | None


def settled(
    over_at: datetime | None, minutes: int, now: datetime, reopened_at: datetime | None = None
) -> Settled:
    """Return the status of results at the time `now`.

    `over_at` is the time of the last result, or None while results are missing. `minutes` is the number of
    minutes from the last result until results are official. `reopened_at` is the time at which the results
    were reopened, or None.
    """
    if over_at is None:
        return Settled(SettledState.OPEN, None)
    official_at = latest([over_at, reopened_at]) + timedelta(minutes=minutes)
    return Settled(SettledState.OFFICIAL if now >= official_at else SettledState.PROVISIONAL, official_at)


def latest(instants: Iterable[datetime | None]) -> datetime:
    """Return the latest of the given times, ignoring None; at least one must not be None."""
    return max(instant for instant in instants if instant is not None)
