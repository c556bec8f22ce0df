"""Thread pools: readers of public pages have separate threads, so that writers never wait for readers."""

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
def test_public_read_request_is_recognised_by_method_and_path(method: str, path: str, reads: bool) -> None:
    scope: Any = {"method": method, "path": path}
    assert only_reads(scope) is reads


def test_writers_have_more_threads_than_readers() -> None:
    assert 0 < READERS < THREADS / 2
