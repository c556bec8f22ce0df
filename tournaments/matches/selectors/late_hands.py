"""Queries for late hands that the director has not dismissed."""

from uuid import UUID

from scoring.models import LateHand
from tournaments.models import Tournament


def inbox(tournament: Tournament) -> dict[UUID, tuple[LateHand, ...]]:
    """Return a tournament's late hands, by match, that the director has not dismissed. One query."""
    late = LateHand.objects.filter(sheet__match__tournament=tournament, seen_at=None)
    of_match = [f"sheet__match__{name}" for name in ("stage__number", "round", "number")]
    by_sheet: dict[UUID, list[LateHand]] = {}
    for each in late.order_by(*of_match, "received_at", "game", "hand"):
        by_sheet.setdefault(each.sheet_id, []).append(each)
    return {sheet_id: tuple(hands) for sheet_id, hands in by_sheet.items()}


def late_hands(match_id: UUID) -> list[LateHand]:
    """Return the late hands of a match that the director has not dismissed. One query."""
    return list(LateHand.objects.filter(sheet_id=match_id, seen_at=None).order_by("game", "hand"))
