"""What the pairing of a next round looks back at: who is in, who has met whom, byes, floats, first seats."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

from scoring.errors import NoPairing
from scoring.sentences import Sentence, _
from tournaments.rules.stage import StageState
from tournaments.types import Annulled, Bye, EntrantId, Points, Result


def present(stage: StageState) -> tuple[EntrantId, ...]:
    """Everybody still in, in the order of their lines; raise NoPairing when they do not fill a table."""
    still_in = tuple(who for who in stage.entrants if who not in stage.gone)
    if len(still_in) < stage.seats:
        text = _("Another round needs at least %(fewest)s teams; still in: %(count)s. End the stage.")
        raise NoPairing("too_few_left", Sentence(text, {"fewest": stage.seats, "count": len(still_in)}))
    return still_in


def rounds_played(stage: StageState) -> int:
    """The last round any match of which is over."""
    return max((meeting.round for meeting in stage.meetings), default=0)


def before(stage: StageState, turn: int) -> StageState:
    """The stage as it stood when that round was paired, but for who has left since."""
    return replace(stage, meetings=tuple(meeting for meeting in stage.meetings if meeting.round < turn))


def times_met(stage: StageState) -> Mapping[EntrantId, Counter[EntrantId]]:
    """To each entrant, how often it has met the others at a table."""
    return {who: Counter(stage.opponents(who)) for who in stage.entrants}


def partners_had(stage: StageState) -> Mapping[EntrantId, Counter[EntrantId]]:
    """To each entrant, how often it has had the others as its partner at a table."""
    had: dict[EntrantId, Counter[EntrantId]] = {who: Counter() for who in stage.entrants}
    for meeting in stage.meetings:
        seated = list(stage.seated(meeting)) if isinstance(meeting.outcome, Result) else []
        for (side, who), (beside, other) in permutations(seated, 2):
            had[who][other] += side == beside
    return had


def byes_had(stage: StageState) -> Counter[EntrantId]:
    """How often each had a bye, or a win without play, which counts as one."""
    had: Counter[EntrantId] = Counter()
    for meeting in stage.meetings:
        if isinstance(meeting.outcome, Bye):
            had.update(meeting.entrants)
        elif not isinstance(meeting.outcome, Result) and meeting.outcome.winner is not None:
            had.update(who for side, who in stage.seated(meeting) if side == meeting.outcome.winner)
    return had


def last_floats(stage: StageState) -> Mapping[EntrantId, int]:
    """Who was paired outside its score group in the last round: -1 with a lower one, 1 with a higher.

    A bye is a float down, as in the Swiss rules of FIDE; a match taken out of the standings is none.
    """
    last = rounds_played(stage)
    then = before(stage, last)
    floats: dict[EntrantId, int] = {}
    for meeting in stage.meetings:
        if meeting.round < last or isinstance(meeting.outcome, Annulled):
            continue
        scores = [then.match_points(who) for who in meeting.entrants]
        for who, score in zip(meeting.entrants, scores, strict=True):
            floats[who] = -1 if isinstance(meeting.outcome, Bye) else _float(score, scores)
    return floats


def _float(score: Points, scores: list[Points]) -> int:
    return int(max(scores) > score) - int(min(scores) < score)


def first_seats(stage: StageState) -> Mapping[EntrantId, tuple[int, int]]:
    """How much oftener each sat first than second of two, and where it sat last: 1 first, -1 second."""
    seats = dict.fromkeys(stage.entrants, (0, 0))
    for meeting in sorted(stage.meetings, key=lambda meeting: meeting.round):
        if isinstance(meeting.outcome, Result):
            for who, seat in zip(meeting.entrants, (1, -1), strict=False):
                seats[who] = (seats[who][0] + seat, seat)
    return seats
