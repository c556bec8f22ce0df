"""Builders for tests: finished tournaments with prizes."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from scoring.sheet.services.log import Acting, Author
from tests.builders import drawn_tournament, play_out
from tournaments.competition.standings.prize_kinds import PrizeFor
from tournaments.models import Prize, Tournament
from tournaments.prizes.rules import PrizeTerms
from tournaments.prizes.services import add_prize


def acting(tournament: Tournament) -> Acting:
    """Return the keyword arguments `author` and `at` for a service call."""
    return {"author": Author(tournament.owner_id), "at": timezone.now()}


def played(teams: int = 8, *, official: bool = True, **more: Any) -> Tournament:
    """Return a finished tournament; its results are official unless `official` is False."""
    tournament = drawn_tournament(teams, **more)
    play_out(tournament)
    if official:
        tournament.stages.update(over_at=timezone.now() - timedelta(days=2))
    tournament.refresh_from_db()
    assert tournament.state == "over"
    return tournament


def a_prize(tournament: Tournament, text: str = "Prosciutto e vino", place: int = 1, **more: Any) -> Prize:
    return add_prize(tournament, PrizeTerms(text, PrizeFor.PLACE, place, **more), **acting(tournament))


def a_category(tournament: Tournament, text: str = "Una torta", **more: Any) -> Prize:
    terms = PrizeTerms(text, PrizeFor.CATEGORY, category="I più anziani", **more)
    return add_prize(tournament, terms, **acting(tournament))
