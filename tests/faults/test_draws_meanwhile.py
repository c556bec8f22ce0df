"""No page fails if a draw is made or undone between two of the page's queries.

`make draws` does this before each query of every page; `make test-all` before two queries of some pages.
"""

import contextlib
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import a_tournament, draw, drawn_tournament
from tests.draws.test_redraws import take_back
from tests.test_hidden_names import addresses_of
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

# The number of queries of each page before which the change happens.
MOMENTS = int(os.environ.get("MOMENTS", "2"))
# The maximum number of pages.
PAGES = 1000 if "MOMENTS" in os.environ else 6


class Before:
    """An execute wrapper that calls a function just before one query of a page.

    The function makes a change, as if another process had made it at this moment.
    """

    def __init__(self, number: int, happens: Callable[[], None]) -> None:
        self.left, self.happens = number, happens

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            self.happens()
        return execute(sql, params, many, context)


@contextlib.contextmanager
def nothing_lasts() -> Iterator[None]:
    """Roll back all changes made in the `with` block, and clear the cache."""
    with transaction.atomic():
        cache.clear()
        yield
        transaction.set_rollback(True)


def queries(client: Client, address: str) -> int:
    """Return the number of queries that a page makes."""
    with nothing_lasts(), CaptureQueriesContext(connection) as captured:
        client.get(address).getvalue()
    return len(captured)


def faults(tournament: Tournament, happens: Callable[[Tournament], None]) -> list[str]:
    client, chance, errors = Client(raise_request_exception=False), random.Random(17), []
    client.force_login(tournament.owner)
    addresses = addresses_of(tournament, tournament.matches.first() or Match())
    for address in chance.sample(addresses, min(PAGES, len(addresses))):
        every = range(1, queries(client, address) + 1)
        for number in sorted(chance.sample(every, min(MOMENTS, len(every)))):
            before = Before(number, lambda: happens(Tournament.objects.get(pk=tournament.pk)))
            with nothing_lasts(), connection.execute_wrapper(before):
                answer = client.get(address)
                answer.getvalue()  # read the whole response, which closes it
            if answer.status_code >= 500:
                errors.append(f"{address} before query {number}: {answer.status_code}")
    return errors


@pytest.mark.parametrize("form", ["knockout", "groups", "round_robin", "swiss"])
def test_pages_respond_when_a_draw_is_undone_between_two_of_their_queries(form: str) -> None:
    assert faults(drawn_tournament(8, form=form), take_back) == []


@pytest.mark.parametrize("form", ["knockout", "swiss"])
def test_pages_respond_when_a_draw_is_made_between_two_of_their_queries(form: str) -> None:
    assert faults(a_tournament(teams=8, form=form), draw) == []


def test_page_fails_while_a_draw_is_undone_unless_the_request_is_repeated(settings: Any) -> None:
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if each != "config.middleware.TornReads"]
    tournament = drawn_tournament(8)
    page, client = f"/{tournament.slug}/manifesto.pdf", Client(raise_request_exception=False)
    statuses = set()
    for number in range(1, queries(client, page) + 1):
        with nothing_lasts(), connection.execute_wrapper(Before(number, lambda: take_back(tournament))):
            statuses.add(client.get(page).status_code)
    assert statuses == {200, 500}
