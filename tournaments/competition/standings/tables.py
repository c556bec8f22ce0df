"""The standings of a stage: match points, then each tie-break in turn; entrants still tied share a place.

If each round eliminates some entrants, the round that an entrant reached comes before the match points.

Pages, draws, exports and the explanation "Why is A ahead of B?" use the same computation. A tie-break
compares the entrants that are still tied. A tie-break that counts only the matches among these entrants is
repeated for each subgroup that it leaves tied, until it separates no more entrants. Entrants that no
tie-break separates share a place, in the order of their lines. `joined` combines several stages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import lcm
from typing import NamedTuple

from scoring.types import _
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tally import Tally
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, TieBreak, duels_among
from tournaments.competition.types import Annulled, EntrantId, Points

Group = tuple[EntrantId, ...]

# The first criterion of all standings, before any tie-break.
MATCH_POINTS = TieBreak(
    "match_points",
    _("Match points"),
    _("What the matches are worth, added up."),
    lambda entrant, _level, stage: stage.match_points(entrant),
    among=False,
)


# The criteria before the match points, for formats that eliminate entrants after each round.
CUTS = (
    TieBreak(
        "through",
        _("Tables come through"),
        _("Who came through more tables is ahead of who went out before."),
        lambda entrant, _level, stage: Points(stage.reached[entrant].through),
        among=False,
    ),
    TieBreak(
        "last_table",
        _("At the last table"),
        _("How many of it one was ahead of."),
        lambda entrant, _level, stage: Points(stage.reached[entrant].ahead),
        among=False,
    ),
)


def first_questions(*, cuts: bool) -> tuple[TieBreak, ...]:
    """Return the criteria before the tie-breaks: match points; with `cuts`, first the round reached."""
    return (*(CUTS if cuts else ()), MATCH_POINTS)


class Row(NamedTuple):
    """A row of the standings. For a repeated tie-break the row contains the value of the first use."""

    place: int
    entrant: EntrantId
    match_points: Points
    tie_breaks: tuple[tuple[str, Points], ...]
    tally: Tally


def standings(
    stage: StageState, tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS, ordered: Group = ()
) -> tuple[Row, ...]:
    """Return the standings of all entrants of a stage, or only of those in `ordered`."""
    entrants = ordered or stage.entrants
    values: dict[EntrantId, list[tuple[str, Points]]] = {entrant: [] for entrant in entrants}
    groups = [entrants]
    for first in first_questions(cuts=bool(stage.reached)):
        groups = [part for group in groups for part in _ask(group, first, stage).parts]
    for key in tie_breaks:
        questions = [_ask(group, TIE_BREAKS[key], stage) for group in groups]
        for question in questions:
            for entrant, worth in question.worth.items():
                values[entrant].append((key, worth))
        groups = [part for question in questions for part in _parts(question, stage)]
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(stage, entrant, place, values[entrant]) for entrant in group]
    return tuple(rows)


def group_tables(
    stage: StageState, tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS
) -> Mapping[str, tuple[Row, ...]]:
    """Return the standings of each group, by group key; all matches of its entrants count."""
    return {group.key: standings(stage, tie_breaks, group.entrants) for group in stage.groups}


class TieBreakStep(NamedTuple):
    """One comparison of two entrants: the tie-break, both values, and the entrants tied until then."""

    key: str
    name: str
    first: Points
    second: Points
    # The entrants compared, in the order of their lines: the two and all entrants tied with them.
    level: Group
    # True if only the matches among the tied entrants count.
    among: bool
    # True if the tie-break applies: matches among tied entrants only count if all have met equally often.
    counts: bool
    # The matches among the tied entrants, if only these count.
    meetings: tuple[Meeting, ...]


def why(
    stage: StageState, tie_breaks: Sequence[str], first: EntrantId, second: EntrantId, ordered: Group = ()
) -> tuple[TieBreakStep, ...]:
    """Return the comparisons of two entrants, up to and including the first that separates them.

    `ordered` are the entrants of the group if the stage has several tables of standings.
    """
    level = ordered or stage.entrants
    steps: list[TieBreakStep] = []
    chain = (TIE_BREAKS[key] for key in tie_breaks)
    for tie_break in (*first_questions(cuts=bool(stage.reached)), *chain):
        for question in _repeated_questions(level, tie_break, stage, first):
            steps.append(_step(question, stage, first, second))
            if steps[-1].first != steps[-1].second:
                return tuple(steps)
            level = question.part_of(first)
    return tuple(steps)


def _step(question: "_Question", stage: StageState, first: EntrantId, second: EntrantId) -> TieBreakStep:
    tie_break, level = question.tie_break, frozenset(question.worth)
    among = tie_break.among
    return TieBreakStep(
        tie_break.key,
        tie_break.name,
        question.worth[first],
        question.worth[second],
        tuple(question.worth),
        among,
        not among or bool(duels_among(level, stage)),
        tuple(meeting for meeting in stage.meetings if among and _is_among(meeting, level)),
    )


def _is_among(meeting: Meeting, level: frozenset[EntrantId]) -> bool:
    present = level.intersection(meeting.entrants)
    return len(present) > 1 and not isinstance(meeting.outcome, Annulled)


class _Question(NamedTuple):
    """A tie-break applied to tied entrants: their values, and the groups of entrants still tied after it."""

    tie_break: TieBreak
    worth: Mapping[EntrantId, Points]
    parts: tuple[Group, ...]

    @property
    def again(self) -> bool:
        """True if the tie-break is repeated within each group that is still tied."""
        return self.tie_break.among and len(self.parts) > 1

    def part_of(self, entrant: EntrantId) -> Group:
        """Return the entrants that are still tied with the given entrant after this tie-break."""
        return next(part for part in self.parts if entrant in part)


def _ask(group: Group, tie_break: TieBreak, stage: StageState) -> _Question:
    level = frozenset(group)
    worth = {entrant: tie_break.value(entrant, level, stage) for entrant in group}
    return _Question(tie_break, worth, _split(group, worth.__getitem__))


def _parts(question: _Question, stage: StageState) -> Iterator[Group]:
    for part in question.parts:
        if question.again and len(part) > 1:
            yield from _parts(_ask(part, question.tie_break, stage), stage)
        else:
            yield part


def _repeated_questions(
    level: Group, tie_break: TieBreak, stage: StageState, entrant: EntrantId
) -> Iterator[_Question]:
    question = _ask(level, tie_break, stage)
    yield question
    part = question.part_of(entrant)
    if question.again and len(part) > 1:
        yield from _repeated_questions(part, tie_break, stage, entrant)


def _row(stage: StageState, entrant: EntrantId, place: int, values: Iterable[tuple[str, Points]]) -> Row:
    return Row(place, entrant, stage.match_points(entrant), tuple(values), stage.tally(entrant))


def _split(group: Group, worth: Callable[[EntrantId], Points]) -> tuple[Group, ...]:
    """Return the entrants grouped by value, best first; equal entrants keep their order."""
    if len(group) == 1:
        return (group,)
    equals: dict[tuple[int, int], list[EntrantId]] = {}
    for entrant in group:
        equals.setdefault(worth(entrant).as_integer_ratio(), []).append(entrant)
    parts = lcm(*(denominator for _numerator, denominator in equals))
    best_first = sorted(equals, key=lambda ratio: ratio[0] * (parts // ratio[1]), reverse=True)
    return tuple(tuple(equals[ratio]) for ratio in best_first)


def joined(stages: Sequence[StageState]) -> StageState:
    """Combine stages into one with all matches in order; each match counts by the rules of its own stage.

    Lines are in the order of the first stage of each entrant; round numbers continue from stage to stage.
    """
    meetings: list[Meeting] = []
    for stage in stages:
        played = max((meeting.round for meeting in meetings), default=0)
        meetings += [meeting._replace(round=played + meeting.round) for meeting in stage.meetings]
    entrants = dict.fromkeys(entrant for stage in stages for entrant in stage.entrants)
    lots = tuple(lot for stage in reversed(stages) for lot in stage.lots)
    return StageState(tuple(entrants), tuple(meetings), lots=lots, parts=tuple(stages))
