"""Builders for tests of entry requests."""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from tests.builders import a_tournament
from tournaments.models import EntryRequest, Notice, Tournament
from tournaments.requests.services import requests

NUMBERS = count(1)
PHONE = "347 000 7777"


def an_open_tournament(*, teams: int = 0, **more: Any) -> Tournament:
    """Return a tournament that accepts entry requests automatically; `more` overrides notice fields."""
    tournament = a_tournament(teams=teams, starts_at=timezone.now() + timedelta(hours=4))
    more.setdefault("accepts", "at_once")
    Notice.objects.create(tournament=tournament, **more)
    return Tournament.objects.get(pk=tournament.pk)


def a_request(tournament: Tournament, *names: str, at: datetime | None = None, **more: Any) -> EntryRequest:
    """Send an entry request for a pair with the given names, or with new names, and return it."""
    return a_request_and_token(tournament, *names, at=at, **more)[0]


def a_request_and_token(
    tournament: Tournament, *names: str, at: datetime | None = None, **more: Any
) -> tuple[EntryRequest, str]:
    """Send an entry request; return the entry request and the token of its personal link."""
    number = next(NUMBERS)
    seeks = bool(more.get("seeks_partner"))
    usual = [f"Anna Uno{number}", f"Bruno Due{number}"][: 1 if seeks else 2]
    more = {"phone": PHONE, "consent": 1, "at": at or timezone.now(), **more}
    return requests.ask(tournament, names=names or usual, **more)


def states(tournament: Tournament) -> list[str]:
    """Return the states of all entry requests for a tournament, oldest first."""
    return list(tournament.requests.order_by("number").values_list("state", flat=True))
