"""The setup and the teams of a tournament that are copied when the tournament is repeated."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Prefetch

from tournaments.extras import parts_of
from tournaments.models import Team, TeamPlayer, Tournament, TournamentModel
from tournaments.notice.selectors import remember_notice
from tournaments.rosters.selectors.roster import teams_gone

# The columns of a tournament that are copied.
SETTINGS = (
    "tables",
    "shows_odds",
    "correction_minutes",
    "grace_minutes",
    "embeddable",
    "standings_until",
    "closed_pages",
    "visibility",
)
# The key of the notice among the data of the extras.
NOTICE = "notice"
OF_STAGE = ("format", "options", "match_points", "tie_breaks", "corrections", "profile")


class TournamentSetup(NamedTuple):
    """The setup of a tournament: all its settings except the name, the date and the teams."""

    card_game: str
    profile: Mapping[str, Any]
    stages: Sequence[Mapping[str, Any]]
    settings: Mapping[str, Any]
    # The data that the extras store, and the notice.
    extras: Mapping[str, Any]


def setup_of(tournament: Tournament) -> TournamentSetup:
    """Return the setup of a tournament, with its notice and the data that optional extras store."""
    stages = [{key: getattr(stage, key) for key in OF_STAGE} for stage in tournament.stages.all()]
    settings = {key: getattr(tournament, key) for key in SETTINGS}
    memory: dict[str, Any] = {NOTICE: remember_notice(tournament)}
    for remember in parts_of("remembers"):
        memory |= remember(tournament)
    return TournamentSetup(tournament.card_game, tournament.profile, stages, settings, memory)


def setup_of_model(model: TournamentModel) -> TournamentSetup:
    """Return the setup stored in a tournament template."""
    return TournamentSetup(model.card_game, model.profile, model.stages, model.settings, model.extras)


class EnteredTeam(NamedTuple):
    """A team of the previous tournament that can enter again; `left_early` is true if it left early."""

    team: Team
    left_early: bool


def teams_to_enter(tournament: Tournament) -> list[EnteredTeam]:
    """Return the teams by seed and then by number, except those with an erased name. Three queries.

    Teams without a seed come last.
    """
    seats = TeamPlayer.objects.select_related("person").order_by("position")
    rows = tournament.teams.prefetch_related(Prefetch("seats", seats))
    withdrawn = teams_gone(tournament)
    return [
        EnteredTeam(team, team.pk in withdrawn or team.presence == "absent")
        for team in rows
        if all(seat.person.erased_at is None for seat in team.seats.all())
    ]
