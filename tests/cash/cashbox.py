"""Builders for tests of the cash book: a tournament with a fee, its teams, common service arguments."""

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
    """Return the common arguments `author` and `at` for calls to the cash services."""
    return {"author": Author(builders.an_organiser(username).pk), "at": timezone.now()}


def team(tournament: Tournament, number: int = 1) -> Team:
    """Return the team with the given number."""
    return tournament.teams.get(number=number)
