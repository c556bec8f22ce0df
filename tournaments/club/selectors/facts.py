"""The recorded data of a tournament, and whether the tournament can be deleted."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models
from django.db.models import QuerySet

from scoring.facts import Fact
from scoring.models import ScoreSheet
from tournaments.models import JournalEntry, Match, Stage, Team, Tournament

# The lookup from a model that facts refer to, to its tournament.
_TO_TOURNAMENT: Mapping[type[models.Model], str] = {
    Tournament: "",
    Stage: "__tournament",
    Match: "__tournament",
    Team: "__tournament",
    ScoreSheet: "__match__tournament",
}


def _way(model: type[models.Model]) -> str:
    for field in model._meta.concrete_fields:
        other = field.related_model
        if isinstance(other, type) and other in _TO_TOURNAMENT:
            return field.name + _TO_TOURNAMENT[other]
    return ""


def has_facts(tournament: Tournament) -> bool:
    """Return True if the tournament has any recorded data other than journal entries."""
    kinds = facts_of_tournament(tournament.pk)
    return any(rows.exists() for rows in kinds if rows.model is not JournalEntry)


def facts_of_tournament(tournament_id: UUID) -> Iterator[QuerySet[Any]]:
    """Yield, for each model of recorded data, the query set of the tournament's rows."""
    for model in apps.get_models():
        if issubclass(model, Fact) and (way := _way(model)):
            yield model._base_manager.filter(**{way: tournament_id})


def may_be_deleted(tournament: Tournament) -> bool:
    """Return True if the tournament can be deleted because it is a trial or has no recorded data."""
    return tournament.trial or not has_facts(tournament)
