"""The matches that wait for a table or for the result of another match."""

from dataclasses import dataclass

from django.db.models import Count, F, Q, Window

from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.matches.selectors.matches import (
    MatchNow,
    SideNow,
    byes_of,
    first_by_state,
)
from tournaments.models import Match, Slot, Stage
from tournaments.models.match import WAITS_FOR_TABLE

MAX_WAITING = 24


@dataclass(frozen=True)
class Waiting:
    """A match that waits for a table or for the result of another match."""

    match: MatchNow
    # Its place in the queue for a table, from 1; None if it waits for another match.
    place: int | None
    # The matches that its sides come from, by label.
    sources: dict[str, Match]
    # The number of matches of the stage that wait for a table, of which the list has at most MAX_WAITING.
    queue_length: int = 0

    def comes_from(self, side: SideNow) -> Match | None:
        """Return the match whose result decides a side of this match, or None."""
        return None if side.resolved else self.sources.get(side.source_label)


def waiting_list(stage: Stage) -> list[Waiting]:
    """Return the waiting matches; those that wait only for a table come first. Three queries.

    The list has at most MAX_WAITING matches that wait for a table, and at most MAX_WAITING that wait for the
    result of another match. The other match must be ready or in play. Postponed matches and byes are not
    listed.
    """
    played = Slot.objects.filter(stage=stage, source_match__state__in=AT_A_TABLE).values("match")
    line = WAITS_FOR_TABLE | Q(state="waiting", pk__in=played)
    waiting = stage.matches.filter(line, postponed_to=None).exclude(pk__in=byes_of(stage).values("pk"))
    waiting = waiting.annotate(queue_length=Window(Count("pk", filter=WAITS_FOR_TABLE)))
    in_order = waiting.order_by(F("ready_at").asc(nulls_last=True), "round", "number")
    lined_up, coming = first_by_state(in_order, (AT_A_TABLE, {"waiting"}), MAX_WAITING)
    return [
        Waiting(match, place, {}, match.match.queue_length)  # type: ignore[attr-defined]  # annotated above
        for place, match in enumerate(lined_up, start=1)
    ] + [Waiting(match, None, _sources(match)) for match in coming]


def _sources(match: MatchNow) -> dict[str, Match]:
    slots = match.match.slots.all()
    return {slot.source_match.label: slot.source_match for slot in slots if slot.source_match}
