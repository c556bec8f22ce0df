"""Builders for cash tests: a tournament with an entry fee, its teams, and the arguments of services."""

from typing import Any

from django.utils import timezone

from scoring.sheet.services.log import Author
from tests import builders
from tournaments.models import Notice, Team, Tournament

FEE = 1000


def an_evening(teams: int = 4, fee: int = FEE, **more: Any) -> Tournament:
    """Return a tournament with an entry fee."""
    tournament = builders.a_tournament(teams=teams, **more)
    Notice.objects.create(tournament=tournament, fee=fee)
    return tournament


def acting(username: str = "antonella") -> Any:
    """Return the keyword arguments `author` and `at` for a service call."""
    return {"author": Author(builders.an_organiser(username).pk), "at": timezone.now()}


def team(tournament: Tournament, number: int = 1) -> Team:
    """Return the team with the given number of a tournament."""
    return tournament.teams.get(number=number)
