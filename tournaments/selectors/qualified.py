"""Who goes on from a stage to the next one, on the lines of its draw."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import cast

from scoring.errors import NotNow
from scoring.sentences import Sentence, _
from tournaments.formats import FORMATS
from tournaments.lifecycle.rules import OVER
from tournaments.models import Stage
from tournaments.rules.qualifying import (
    LevelAtTheCut,
    Terms,
    crossed,
    level_at_the_cut,
    places_next,
    qualifiers,
)
from tournaments.rules.standings import Row
from tournaments.rules.tiebreaks import read_tie_breaks
from tournaments.selectors.as_rules import match_points_of
from tournaments.selectors.matches import byes_of
from tournaments.selectors.standings import StandingsNow, standings_now
from tournaments.types import EntrantId

BY_LOT = "lot"
"""The tie-break that asks for a lot where nothing else separates."""


def qualified(stage: Stage) -> tuple[EntrantId, ...]:
    """Return who goes on, in the order of the next stage's lines.

    Raise NotNow while results are missing, or where only a lot can say who goes on.
    """
    if stage.state != "over":
        _refuse_missing(stage)
    now = standings_now(stage, whole=True)
    tables = now.groups or {"": now.rows}
    going_on = qualifiers(tables, terms_of(stage, now))
    return crossed(going_on) if now.groups else tuple(each.entrant for each in going_on)


def levels_of(stage: Stage) -> tuple[LevelAtTheCut, ...]:
    """Return those only a lot can separate, once the stage is over: at the cut, then on each shared place.

    A shared place is asked about where the club has the lot among its tie-breaks.
    """
    if stage.state != "over":
        return ()
    now = standings_now(stage, whole=True)
    tables: Mapping[str, Sequence[Row]] = now.groups or {"": now.rows}
    cut = level_at_the_cut(tables, terms_of(stage, now))
    chain = read_tie_breaks(stage.tie_breaks)
    bracket = FORMATS[stage.format].bracket
    shared = _shared(tables) if BY_LOT in chain and not bracket else ()
    asked = {frozenset(each.entrants) for each in cut}
    return (*cut, *(each for each in shared if frozenset(each.entrants) not in asked))


def _shared(tables: Mapping[str, Sequence[Row]]) -> Iterator[LevelAtTheCut]:
    for group, rows in tables.items():
        for _place, level in groupby(rows, key=attrgetter("place")):
            entrants = tuple(row.entrant for row in level)
            if len(entrants) > 1:
                yield LevelAtTheCut(entrants, 1, group)


def terms_of(stage: Stage, now: StandingsNow) -> Terms:
    """Return on what terms one goes on from a stage: its options say how many; without them all do."""
    options = stage.options
    advance = cast(int, options.get("advance", 0)) or len(now.rows)
    groups = max(1, len(now.groups))
    return Terms(
        advance=advance,
        best_next=places_next(groups, advance, options.get("best_next", 0)),
        nobody_without_a_win=bool(options.get("nobody_without_a_win", False)),
        bye=match_points_of(stage).bye,
        gone=frozenset(now.gone),
        lots=now.lots,
    )


def results_missing(stage: Stage) -> int:
    """Return how many matches of a stage are still to be decided; who rests has none: one query."""
    to_come = stage.matches.exclude(state__in=OVER)
    return to_come.exclude(pk__in=byes_of(stage).values("pk")).count()


def _refuse_missing(stage: Stage) -> None:
    missing = results_missing(stage)
    text = _("Stage %(stage)s is not over: %(count)s results are missing. Finish it, then draw the next.")
    raise NotNow("stage_not_over", Sentence(text, {"stage": stage.number, "count": missing}))
