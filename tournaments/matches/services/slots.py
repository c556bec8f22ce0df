"""Services that create, fill and empty the slots of matches.

No other module writes a slot (tests/test_architecture.py).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from scoring.statements import store
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.types import (
    Expected,
    KnownEntrant,
    LineAfter,
    Occupant,
    PlannedMatch,
    Unknown,
)
from tournaments.models import Match, Slot, Stage, Tournament

BATCH = 200
COLUMNS = ("team", "resolved", "reason")
EMPTY: Mapping[str, Any] = {"team": None, "resolved": False, "reason": ""}


def new_slots(
    planned: Sequence[PlannedMatch], matches: Mapping[str, Match], bracket: Bracket
) -> Iterator[Slot]:
    """Yield unsaved slots for new matches, with the entrants and byes that are already known."""
    for match in planned:
        for side, source in enumerate(match.sources):
            yield Slot(
                match=matches[match.label],
                stage=matches[match.label].stage,
                round=match.round,
                side=side,
                source=source.kind,
                source_line=getattr(source, "number", None),
                source_match=matches.get(getattr(source, "match", "")),
                **_columns(bracket.matches[match.label].sides[side]),
            )


def fill_slot(slot: Slot, occupant: Occupant) -> None:
    """Set the occupant of a slot without saving it; an unknown occupant leaves the slot unchanged."""
    for column, value in _columns(occupant).items():
        setattr(slot, column, value)


def _columns(occupant: Occupant) -> dict[str, Any]:
    """Return the column values of a slot for the given occupant."""
    if isinstance(occupant, Unknown):
        return {}
    if isinstance(occupant, KnownEntrant | Expected):
        return {"team_id": UUID(str(occupant.entrant)), "resolved": isinstance(occupant, KnownEntrant)}
    return {"resolved": True, "reason": occupant.reason}


def save_slots(slots: Sequence[Slot]) -> None:
    """Save the occupants of slots."""
    if slots:
        store(slots, *COLUMNS)


def refill_slots(occupants: Collection[tuple[Slot, Occupant]]) -> None:
    """Replace the occupants of slots.

    All slots are emptied first, because a team may have only one slot per round.
    """
    slots = [slot for slot, _occupant in occupants]
    Slot.objects.filter(pk__in=[slot.pk for slot in slots]).update(**EMPTY)
    for slot, occupant in occupants:
        slot.team_id, slot.resolved, slot.reason = None, False, ""
        fill_slot(slot, occupant)
    Slot.objects.bulk_update(slots, COLUMNS, batch_size=BATCH)


def empty_slot(match: Match, side: int) -> None:
    """Empty one side of a match until the bracket job fills it again."""
    Slot.objects.filter(match=match, side=side).update(**EMPTY)


def empty_slots_after(matches: Collection[UUID]) -> None:
    """Empty the slots filled with winners or losers of the given matches; keep slots filled by the draw."""
    Slot.objects.filter(source_match__in=matches).exclude(source=LineAfter.kind).update(**EMPTY)


def write_reason(stage: Stage, label: str, side: int, reason: str) -> None:
    """Store the reason why a side of a match stays empty."""
    Slot.objects.filter(stage=stage, match__label=label, side=side).update(reason=reason)


def delete_slots(tournament: Tournament) -> None:
    """Delete all slots of a tournament that is being deleted."""
    Slot.objects.filter(match__tournament=tournament).delete()
