"""What waits in the director's inbox: hands that came when their sheet could take them no more."""

from uuid import UUID

from scoring.models import LateHand
from tournaments.models import Match, Tournament
from tournaments.results.selectors.matches import MatchNow, match_now, with_sides


def inbox(tournament: Tournament) -> list[tuple[MatchNow, tuple[LateHand, ...]]]:
    """Return each match with the late hands nobody has looked at: one query, one more if there are any."""
    late = LateHand.objects.filter(sheet__match__tournament=tournament, seen_at=None)
    by_sheet: dict[UUID, list[LateHand]] = {}
    for each in late.order_by("received_at", "game", "hand"):
        by_sheet.setdefault(each.sheet_id, []).append(each)
    rows = with_sides(Match.objects.filter(pk__in=by_sheet)) if by_sheet else []
    return [(match_now(match), tuple(by_sheet[match.pk])) for match in rows]


def late_hands(match_id: UUID) -> list[LateHand]:
    """Return the late hands of one match that nobody has looked at: one query."""
    return list(LateHand.objects.filter(sheet_id=match_id, seen_at=None).order_by("game", "hand"))
