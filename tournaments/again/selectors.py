"""What of a tournament is taken over when it is made again, and whether anything was played in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.db import models
from django.db.models import Prefetch, QuerySet

from scoring.facts import Fact
from scoring.models import ScoreSheet
from tournaments.entries.selectors.roster import teams_gone
from tournaments.extras import parts_of
from tournaments.models import JournalEntry, Match, Stage, Team, TeamPlayer, Tournament, TournamentModel
from tournaments.notice.selectors import remember_notice

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
"""The columns of a tournament that the next one has as well."""
NOTICE = "notice"
"""Under this key stands the notice, beside what the extras remember under theirs."""
OF_STAGE = ("format", "options", "match_points", "tie_breaks", "corrections", "profile")
_TO_TOURNAMENT: Mapping[type[models.Model], str] = {
    Tournament: "",
    Stage: "__tournament",
    Match: "__tournament",
    Team: "__tournament",
    ScoreSheet: "__match__tournament",
}
"""From what a fact refers to, the way on to its tournament."""


class TournamentSetup(NamedTuple):
    """Everything a tournament is made of but its name, its day and who enters."""

    card_game: str
    profile: Mapping[str, Any]
    stages: Sequence[Mapping[str, Any]]
    settings: Mapping[str, Any]
    extras: Mapping[str, Any]
    """What the extras remember, and the notice."""


def setup_of(tournament: Tournament) -> TournamentSetup:
    """Return what a tournament is made of, with its notice and what the extras remember of it."""
    stages = [{key: getattr(stage, key) for key in OF_STAGE} for stage in tournament.stages.all()]
    settings = {key: getattr(tournament, key) for key in SETTINGS}
    memory: dict[str, Any] = {NOTICE: remember_notice(tournament)}
    for remember in parts_of("remembers"):
        memory |= remember(tournament)
    return TournamentSetup(tournament.card_game, tournament.profile, stages, settings, memory)


def setup_of_model(model: TournamentModel) -> TournamentSetup:
    """Return the same of a model."""
    return TournamentSetup(model.card_game, model.profile, model.stages, model.settings, model.extras)


def models_saved() -> list[TournamentModel]:
    """Return the models of the club by their names: one query."""
    return list(TournamentModel.objects.all())


class EnteredTeam(NamedTuple):
    """A team that may enter again, and whether it left the tournament before its end."""

    team: Team
    left_early: bool


def teams_to_enter(tournament: Tournament) -> list[EnteredTeam]:
    """Return the teams whose players' names are all still known, in their order: three queries."""
    seats = TeamPlayer.objects.select_related("person").order_by("position")
    rows = tournament.teams.prefetch_related(Prefetch("seats", seats))
    gone = teams_gone(tournament)
    return [
        EnteredTeam(team, team.pk in gone or team.presence == "absent")
        for team in rows
        if all(seat.person.erased_at is None for seat in team.seats.all())
    ]


def facts_of_tournament(tournament_id: UUID) -> Iterator[QuerySet[Any]]:
    """Yield the facts of a tournament, a kind at a time: of whatever model that leads to one."""
    for model in apps.get_models():
        if issubclass(model, Fact) and (way := _way(model)):
            yield model._base_manager.filter(**{way: tournament_id})


def _way(model: type[models.Model]) -> str:
    """Return how a fact leads to its tournament; nothing where it is of the club or of the site."""
    for field in model._meta.concrete_fields:
        other = field.related_model
        if isinstance(other, type) and other in _TO_TOURNAMENT:
            return field.name + _TO_TOURNAMENT[other]
    return ""


def has_facts(tournament: Tournament) -> bool:
    """Return whether anything was drawn or played; what was entered and set up can be done again."""
    kinds = facts_of_tournament(tournament.pk)
    return any(rows.exists() for rows in kinds if rows.model is not JournalEntry)


def may_be_deleted(tournament: Tournament) -> bool:
    """Return whether a tournament can be deleted: a trial, or one in which nothing was drawn or played."""
    return tournament.trial or not has_facts(tournament)
