"""Rows of a stage as the values its rules speak in: the structure, who stands where, how a match ended."""

from tournaments.models import Draw, Slot
from tournaments.models import Outcome as OutcomeRow
from tournaments.rules.formats import FORMATS
from tournaments.rules.plan import Plan
from tournaments.rules.types import EntrantId, Occupant, Outcome, read_occupant, read_outcome


def planned(draw: Draw) -> Plan:
    """Return the structure that follows from the draw and the stage's settled options."""
    return FORMATS[draw.stage.format].plan(tuple(draw.lines), draw.stage.options)


def as_rule(outcome: OutcomeRow) -> Outcome:
    """Return a stored outcome as the rules know it."""
    return read_outcome(outcome.kind, outcome.winner, games=outcome.games, reason=outcome.reason)


def occupant_of(slot: Slot) -> Occupant:
    """Return who stands in a slot, as the rules know it."""
    entrant = EntrantId(str(slot.team_id)) if slot.team_id else None
    return read_occupant(slot.resolved, entrant, slot.reason)
