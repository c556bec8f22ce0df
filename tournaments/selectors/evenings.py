"""The tournaments of the club at a glance, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q

from tournaments.models import Match, Stage, Team, Tournament
from tournaments.selectors.matches import match_now, with_sides

SHOWN = 24


@dataclass(frozen=True)
class EveningNow:
    """One tournament: how many entered, how many are here, how much is being played, who won."""

    tournament: Tournament
    teams: int
    present: int
    live: int
    champion: Team | None


def evenings(shown: int = SHOWN) -> tuple[EveningNow, ...]:
    """Return the latest tournaments, the newest first: seven queries."""
    tournaments = list(Tournament.objects.all()[:shown])
    ids = [each.pk for each in tournaments]
    entered, live, champions = _entered(ids), _live(ids), champions_of(tournaments)
    return tuple(
        EveningNow(each, *entered.get(each.pk, (0, 0)), live.get(each.pk, 0), champions.get(each.pk))
        for each in tournaments
    )


def _entered(ids: Sequence[UUID]) -> dict[UUID, tuple[int, int]]:
    rows = Team.objects.filter(tournament__in=ids).order_by().values("tournament")
    counted = rows.annotate(entered=Count("pk"), here=Count("pk", filter=Q(presence="present")))
    return {row["tournament"]: (row["entered"], row["here"]) for row in counted}


def _live(ids: Sequence[UUID]) -> dict[UUID, int]:
    playing = Match.objects.filter(tournament__in=ids, state__in=["playing", "disputed"])
    counted = playing.order_by().values("tournament").annotate(live=Count("pk"))
    return {row["tournament"]: row["live"] for row in counted}


def champions_of(tournaments: Sequence[Tournament]) -> dict[UUID, Team]:
    """Return who won each tournament that is over: the winner of the match that leads to no other."""
    over = [each.pk for each in tournaments if each.state == "over"]
    finals = Match.objects.filter(tournament__in=over, number=1, feeds__isnull=True).order_by("stage__number")
    won = {}
    for final in map(match_now, with_sides(finals)):
        alone = final.match.state == "bye"
        winner = next((side.team for side in final.sides if side.team and (side.won or alone)), None)
        if winner:
            won[final.match.tournament_id] = winner
    return won


def shown_stage(tournament: Tournament) -> Stage:
    """Return the stage its pages are about: the latest one begun, else the first."""
    stages = list(tournament.stages.all())
    begun = [stage for stage in stages if stage.state != "planned"]
    stage = begun[-1] if begun else stages[0]
    stage.tournament = tournament
    return stage
