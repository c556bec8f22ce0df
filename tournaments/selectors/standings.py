"""The standings of a stage, folded from its draw and outcomes, stamped with what they were computed from.

They are what everybody may see: where the organiser holds them back after a round (`rules/holding.py`), as
they were after it. `whole` is for the desk, and for what the rules decide by them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from tournaments.format_parts.format import Placing
from tournaments.formats import FORMATS
from tournaments.models import Job, Stage
from tournaments.rules.holding import holds_back
from tournaments.rules.lots import Lot
from tournaments.rules.official import Settled
from tournaments.rules.overall import joined
from tournaments.rules.stage import StageState
from tournaments.rules.standings import Row, group_tables, standings
from tournaments.rules.tiebreaks import read_tie_breaks
from tournaments.selectors.folding import StageFacts, facts_of
from tournaments.selectors.held import held_now
from tournaments.selectors.official import settled_now
from tournaments.types import Bye, EntrantId


@dataclass(frozen=True)
class Stamp:
    """What an answer was computed from: how many results, when, whether more wait, if it is official."""

    results_counted: int
    up_to_date: bool
    computed_at: datetime | None
    settled: Settled


@dataclass(frozen=True)
class StandingsNow:
    """The rows of a stage in order, and the places that are certain already, by entrant.

    Where a stage has groups, the rows are those of one group after the other, each with its own places.
    """

    rows: tuple[Row, ...]
    placing: Mapping[str, Placing] = field(default_factory=dict)
    groups: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    gone: Mapping[EntrantId, str] = field(default_factory=dict)
    """Who has left the stage, and how."""
    lots: tuple[Lot, ...] = ()
    """What was drawn between those whom nothing else separates."""
    held: int | None = None
    """The round after which these are the standings, where those since then are held back."""
    results: int = 0
    """How many matches are counted in them: a bye is none."""


def stamp_of(stage: Stage) -> Stamp:
    """Return what the bracket and the standings of a stage stand on: one query."""
    made = Q(kind="draw", subject__in=stage.draws.values("pk"))
    jobs = Job.objects.filter(made | Q(kind__in=("bracket", "round"), subject=stage.pk), state="done")
    computed_at = jobs.order_by("-over_at").values_list("over_at", flat=True).first()
    up_to_date = stage.bracket_seq == stage.outcome_seq
    return Stamp(stage.bracket_seq, up_to_date, computed_at, settled_now(stage, timezone.now()))


def standings_now(stage: Stage, after: int | None = None, *, whole: bool = False) -> StandingsNow:
    """Return the standings of a stage, now or after a round, empty before its draw: two queries."""
    facts = facts_of([stage]).get(stage.pk)
    return standings_from(facts, after, whole=whole) if facts else StandingsNow(())


def standings_of(stages: Sequence[Stage], *, whole: bool = False) -> dict[UUID, StandingsNow]:
    """Return the standings of several stages at once: two queries or three, however many they are."""
    drawn, nothing = facts_of(stages), StandingsNow(())
    return {
        stage.pk: standings_from(drawn[stage.pk], whole=whole) if stage.pk in drawn else nothing
        for stage in stages
    }


def standings_from(facts: StageFacts, after: int | None = None, *, whole: bool = False) -> StandingsNow:
    """Fold the standings of a drawn stage from its facts."""
    state, held = state_seen(facts, whole=whole)
    state = state.after(after)
    told = StandingsNow((), gone=facts.roster.gone, lots=state.lots, held=held, results=_results(state))
    if state.groups:
        groups = group_tables(state, state.tie_breaks)
        return replace(told, rows=tuple(chain(*groups.values())), groups=groups)
    rows = standings(state, state.tie_breaks)
    placing = {str(place.entrant): place for place in FORMATS[facts.stage.format].placing(facts.bracket)}
    return replace(told, rows=_by_placing(rows, placing, state.entrants), placing=placing)


def _results(state: StageState) -> int:
    return sum(not isinstance(meeting.outcome, Bye) for meeting in state.meetings)


def state_seen(facts: StageFacts, *, whole: bool = False) -> tuple[StageState, int | None]:
    """Return a stage as far as it is seen, and the round after which it is held back, if it is.

    A lot tells who was level at the end: what is held back goes without.
    """
    state = facts.state()
    until = None if whole else held_now(facts.stage)
    held = holds_back(until, (meeting.round for meeting in state.meetings))
    return (replace(state.after(held), lots=()) if held else state), held


def overall_now(stages: Sequence[Stage], *, whole: bool = False) -> StandingsNow:
    """Return all stages counted together, as far as drawn, by the tie-breaks of the last: three queries.

    `held` is the round of whichever stage is held back.
    """
    drawn = facts_of(stages)
    seen = [state_seen(drawn[stage.pk], whole=whole) for stage in stages if stage.pk in drawn]
    if not seen:
        return StandingsNow(())
    rows = standings(joined([state for state, _held in seen]), read_tie_breaks(stages[-1].tie_breaks))
    held = next((held for _state, held in seen if held), None)
    return StandingsNow(rows, held=held, results=sum(_results(state) for state, _held in seen))


def _by_placing(
    rows: tuple[Row, ...], placing: Mapping[str, Placing], lines: Sequence[EntrantId]
) -> tuple[Row, ...]:
    """Those still in first, as the rules order them; then by how far each came, sharing a place by the draw.

    Nothing but how far they came ranks those who share a place: they stand in the order of their lines.
    """
    line = {who: number for number, who in enumerate(lines)}

    def level(row: Row) -> tuple[int, int]:
        return (placing[row.entrant].first, 0) if row.entrant in placing else (0, row.place)

    def order(row: Row) -> tuple[tuple[int, int], int]:
        return level(row), line[row.entrant]

    ordered = sorted(rows, key=order)
    firsts = {level(row): place for place, row in reversed(list(enumerate(ordered, start=1)))}
    return tuple(row._replace(place=firsts[level(row)]) for row in ordered)
