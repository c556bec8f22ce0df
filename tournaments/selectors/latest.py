"""The results of a tournament, the latest first."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from tournaments.models import Match, Tournament
from tournaments.rules.lifecycle import OVER
from tournaments.selectors.matches import MatchNow, match_now, rounds_by_stage, with_sides


@dataclass(frozen=True)
class LatestResult:
    """A match that is over, when it first was, and when its result was last put right."""

    match: MatchNow
    first_at: datetime
    latest_at: datetime
    rounds: int


def latest_results(tournament: Tournament, most: int) -> list[LatestResult]:
    """Return the results written or corrected last: four queries, however many there are."""
    over = Match.objects.filter(tournament=tournament, state__in=OVER - {"bye"}, outcomes__isnull=False)
    rows = over.annotate(latest=Max("outcomes__made_at")).order_by("-latest", "pk")
    rounds = rounds_by_stage(tournament)
    return [_latest(match, rounds, tournament) for match in with_sides(rows)[:most]]


def _latest(match: Match, rounds: dict[UUID, int], tournament: Tournament) -> LatestResult:
    times = [outcome.made_at for outcome in match.outcomes.all()]
    match.stage.tournament = tournament
    return LatestResult(match_now(match), times[0], times[-1], rounds[match.stage_id])
