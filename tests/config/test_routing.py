"""Who reads everybody's pages has threads of their own; whoever writes never waits behind them."""

from typing import Any

import pytest

from config.databases import READERS, THREADS
from config.server.routing import only_reads


@pytest.mark.parametrize(
    ("method", "path", "reads"),
    [
        ("GET", "/", True),
        ("GET", "/torneo-dautunno/", True),
        ("HEAD", "/torneo-dautunno/classifica/", True),
        ("GET", "/static/css/public.css", True),
        ("GET", "/torneo-t/tavoli/", True),
        ("POST", "/torneo-dautunno/", False),
        ("POST", "/tema/", False),
        ("GET", "/api/v1/tournaments/", False),
        ("PUT", "/api/v1/matches/1/games/1/hands/1/", False),
        ("GET", "/tavolo/1/", False),
        ("GET", "/t/", False),
        ("GET", "/regia/", False),
        ("GET", "/accounts/login/", False),
    ],
)
def test_a_reader_is_told_by_the_first_words(method: str, path: str, reads: bool) -> None:
    scope: Any = {"method": method, "path": path}
    assert only_reads(scope) is reads


def test_readers_leave_most_threads_to_those_who_write() -> None:
    assert 0 < READERS < THREADS / 2
