"""Who of a tournament has left, for lists of teams."""

from uuid import UUID

from tournaments.models import RosterChange, Tournament
from tournaments.rules.roster import LEAVING, RETURN


def teams_gone(tournament: Tournament) -> dict[UUID, str]:
    """Return how each team that has left did so, by its id."""
    rows = RosterChange.objects.filter(stage__tournament=tournament, kind__in=(*LEAVING, RETURN))
    latest = dict(rows.order_by("stage__number", "seq").values_list("team", "kind"))
    return {team: kind for team, kind in latest.items() if kind in LEAVING}
