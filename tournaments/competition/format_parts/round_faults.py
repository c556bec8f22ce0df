"""Faults in the pairings of a round, found from only these pairings and the earlier matches.

The checks do not depend on a format or on its way of pairing, and do not decide whether a fault was
avoidable. Faults of seating apply to every format; rematches, byes, club mates and floats only to formats
that guarantee to avoid them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from scoring.types import Sentence, _
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import Annulled, Bye, EntrantId, Pairing, Result

# The user text of each breach, by code.
TEXTS: Mapping[str, str] = {
    "left_out": _("Has no table and no bye in this round. Find a place."),
    "seated_twice": _("Sits at two tables in this round. Take one away."),
    "gone_seated": _("Has left the stage, and is seated. Take the place away."),
    "unknown_seated": _("Is not in this stage, and is seated. Take the place away."),
    "table_size": _("Seated at this table: %(count)s; it should be %(sides)s."),
    "needless_bye": _("Byes in this round: %(count)s; %(over)s would do. Seat the others at tables."),
    "rematch": _("They have met before."),
    "second_bye": _("Has had a bye before, or a win without play."),
    "bye_not_lowest": _("Has the bye, though somebody with fewer match points has had none."),
    "float_too_far": _("They are %(groups)s score groups apart; a neighbouring one is near enough."),
    "float_again": _("Floats the same way in two rounds running."),
    "club_mates": _("They are of the same club: %(club)s."),
}


class Breach(NamedTuple):
    """A breach of a rule: its code, the entrants concerned, and the values inserted into its message."""

    code: str
    entrants: Pairing
    values: tuple[tuple[str, int | str], ...] = ()

    @property
    def sentence(self) -> Sentence:
        """The message about this breach for the user."""
        return Sentence(TEXTS[self.code], dict(self.values))


# The faults of seating: they apply to every round, and each is avoidable.
SEATING = frozenset(
    {"left_out", "seated_twice", "gone_seated", "unknown_seated", "table_size", "needless_bye"}
)

Rule = Callable[[StageState, Sequence[Pairing]], Iterator[Breach]]

# The maximum distance in score groups between opponents.
FAR = 1


def breaches(stage: StageState, pairings: Sequence[Pairing]) -> tuple[Breach, ...]:
    """Return all breaches of a round; `stage` is the state of the stage when the round was paired."""
    return tuple(chain.from_iterable(rule(stage, pairings) for rule in RULES))


def _breach(code: str, *entrants: EntrantId, **values: int | str) -> Breach:
    return Breach(code, entrants, tuple(values.items()))


def _seated(pairings: Sequence[Pairing]) -> Counter[EntrantId]:
    return Counter(chain.from_iterable(pairings))


def _present(stage: StageState) -> list[EntrantId]:
    return [entrant for entrant in stage.entrants if entrant not in stage.out]


def seats(stage: StageState, pairings: Sequence[Pairing]) -> Iterator[Breach]:
    """Yield a breach for each entrant that has no seat, two seats or a wrong seat."""
    times = _seated(pairings)
    entrants = set(stage.entrants)
    for entrant in _present(stage):
        if not times[entrant]:
            yield _breach("left_out", entrant)
    for entrant in times:
        if times[entrant] > 1:
            yield _breach("seated_twice", entrant)
        if entrant in stage.out:
            yield _breach("gone_seated", entrant)
        if entrant not in entrants:
            yield _breach("unknown_seated", entrant)


def tables(stage: StageState, pairings: Sequence[Pairing]) -> Iterator[Breach]:
    """Yield a breach for each table with a wrong number of entrants, and for more byes than necessary."""
    for pairing in pairings:
        if len(pairing) not in (1, stage.seats):
            yield _breach("table_size", *pairing, count=len(pairing), sides=stage.seats)
    alone = _alone(pairings)
    over = len(_present(stage)) % stage.seats
    if len(alone) > over:
        yield _breach("needless_bye", *alone, count=len(alone), over=over)


def rematches(stage: StageState, pairings: Sequence[Pairing]) -> Iterator[Breach]:
    """Yield a breach for each pair that meets more often than allowed: once, or once in each leg."""
    often = int(str(stage.options.get("legs", 1)))
    for first, second in _pairs(pairings):
        if stage.opponents(first).count(second) >= often:
            yield _breach("rematch", first, second)


def byes(stage: StageState, pairings: Sequence[Pairing]) -> Iterator[Breach]:
    """Yield a breach for each second bye, and for each bye that did not go to the lowest possible entrant.

    Only entrants that have had no bye are compared, by match points. A win without play counts as a bye.
    """
    had = Counter(entrant for meeting in stage.meetings for entrant in _rested(stage, meeting))
    resting = [entrant for entrant in _alone(pairings) if entrant in stage.entrants]
    lower = [entrant for entrant in _present(stage) if not had[entrant] and entrant not in resting]
    for entrant in resting:
        if had[entrant]:
            yield _breach("second_bye", entrant)
        if any(stage.match_points(other) < stage.match_points(entrant) for other in lower):
            yield _breach("bye_not_lowest", entrant)


def _rested(stage: StageState, meeting: Meeting) -> Pairing:
    """Return the entrants (with partners) that have a bye or a win without play in this match."""
    if isinstance(meeting.outcome, Bye):
        return meeting.entrants
    if isinstance(meeting.outcome, Result) or meeting.outcome.winner is None:
        return ()
    return tuple(entrant for side, entrant in stage.seated(meeting) if side == meeting.outcome.winner)


def floats(stage: StageState, pairings: Sequence[Pairing]) -> Iterator[Breach]:
    """Yield a breach for opponents whose score groups are too far apart, and for each repeated float."""
    group, before = score_groups(stage), floated(stage)
    for pair in _pairs(pairings):
        if not set(pair) <= group.keys():
            continue
        apart = abs(group[pair[0]] - group[pair[1]])
        if apart > FAR:
            yield _breach("float_too_far", *pair, groups=apart)
    for entrant, way in _ways([pairing for pairing in pairings if len(pairing) > 1], group).items():
        if way and before.get(entrant) == way:
            yield _breach("float_again", entrant)


def floated(stage: StageState) -> Mapping[EntrantId, int]:
    """Return each entrant's float in the last round, including floats against withdrawn opponents.

    The float is -1 for a downfloat or a bye, 1 for an upfloat, and 0 for neither. An entrant without a
    match in that round, or with an annulled match, is not in the mapping.
    """
    last = max((meeting.round for meeting in stage.meetings), default=0)
    earlier = tuple(meeting for meeting in stage.meetings if meeting.round < last)
    then = replace(stage, meetings=earlier, out=frozenset())
    counted = [meeting for meeting in stage.meetings if not isinstance(meeting.outcome, Annulled)]
    pairings = [meeting.entrants for meeting in counted if meeting.round == last]
    return _ways(pairings, score_groups(then))


def score_groups(stage: StageState) -> Mapping[EntrantId, int]:
    """Return the score group of each entrant that is still in the stage, counted from 0 at the top."""
    scores = sorted({stage.match_points(entrant) for entrant in _present(stage)}, reverse=True)
    return {entrant: scores.index(stage.match_points(entrant)) for entrant in _present(stage)}


def _ways(pairings: Sequence[Pairing], group: Mapping[EntrantId, int]) -> Mapping[EntrantId, int]:
    """Return the float of each entrant: -1 for a downfloat or a bye, 1 for an upfloat, 0 for neither."""
    ways: dict[EntrantId, int] = {}
    for pairing in pairings:
        at = [group.get(entrant, 0) for entrant in pairing]
        for entrant, own_group in zip(pairing, at, strict=True):
            ways[entrant] = (own_group > min(at)) - (own_group < max(at)) if len(pairing) > 1 else -1
    return ways


def club_mates(stage: StageState, pairings: Sequence[Pairing]) -> Iterator[Breach]:
    """Yield a breach for each pair of opponents from the same club."""
    for first, second in _pairs(pairings):
        club = stage.clubs.get(first, "")
        if club and club == stage.clubs.get(second):
            yield _breach("club_mates", first, second, club=club)


def _pairs(pairings: Sequence[Pairing]) -> Iterator[tuple[EntrantId, EntrantId]]:
    return (pair for pairing in pairings for pair in combinations(pairing, 2))


def _alone(pairings: Sequence[Pairing]) -> Pairing:
    return tuple(pairing[0] for pairing in pairings if len(pairing) == 1)


RULES: tuple[Rule, ...] = (seats, tables, rematches, byes, floats, club_mates)
