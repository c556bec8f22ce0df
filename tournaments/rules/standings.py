"""The ordered result of a stage: match points, then each tie-break in turn, then a shared place.

Entrants nothing separates share the place and are listed in the order of their lines.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.rules.stage import StageState
from tournaments.rules.tally import Tally
from tournaments.rules.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from tournaments.rules.types import EntrantId, Points

Group = tuple[EntrantId, ...]


class Row(NamedTuple):
    """One line of the standings."""

    place: int
    entrant: EntrantId
    match_points: Points
    tie_breaks: tuple[tuple[str, Points], ...]
    tally: Tally


def standings(stage: StageState, tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS) -> tuple[Row, ...]:
    """Order the entrants of a stage; each tie-break is asked only about groups still level."""
    values: dict[EntrantId, list[tuple[str, Points]]] = {who: [] for who in stage.entrants}
    groups = _split(stage.entrants, stage.match_points)
    for key in tie_breaks:
        groups = [part for group in groups for part in _break_level(group, key, stage, values)]
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(stage, who, place, values[who]) for who in group]
    return tuple(rows)


def _row(stage: StageState, who: EntrantId, place: int, values: Iterable[tuple[str, Points]]) -> Row:
    return Row(place, who, stage.match_points(who), tuple(values), stage.tally(who))


def _break_level(
    group: Group, key: str, stage: StageState, values: dict[EntrantId, list[tuple[str, Points]]]
) -> list[Group]:
    level = frozenset(group)
    worth = {who: TIE_BREAKS[key].value(who, level, stage) for who in group}
    for who in group:
        values[who].append((key, worth[who]))
    return _split(group, worth.__getitem__)


def _split(group: Iterable[EntrantId], worth: Callable[[EntrantId], Points]) -> list[Group]:
    """Best first; equals stay together in the order they had."""
    ordered = sorted(group, key=worth, reverse=True)
    return [tuple(equals) for _worth, equals in groupby(ordered, key=worth)]
