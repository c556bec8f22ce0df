"""The cost of one hand's PUT in a tournament of 16 and of 1,024 teams, in queries and in time."""

import os
import tempfile
import time
from statistics import median
from typing import Any

ROUNDS = 40
SIZES = (16, 1_024)


def run() -> dict[str, object]:
    """Write hands through the whole API stack, in turns, into a small and a large tournament."""
    set_up()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    clients = {size: _Table(size) for size in SIZES}
    times: dict[int, list[float]] = {size: [] for size in SIZES}
    queries: dict[int, set[int]] = {size: set() for size in SIZES}
    floor: list[float] = []
    for number in range(ROUNDS):
        for size, table in clients.items():
            with CaptureQueriesContext(connection) as captured:
                started = time.perf_counter()
                table.write(number)
                times[size].append(time.perf_counter() - started)
            if number:
                queries[size].add(len(captured))
        floor.append(_bare_insert())
    small, large = (median(times[size]) * 1000 for size in SIZES)
    return {
        "queries at 16 and at 1,024": [sorted(queries[size]) for size in SIZES],
        "ms at 16 and at 1,024 (median)": [round(small, 2), round(large, 2)],
        "ratio": round(large / small, 3),
        "times a bare insert in a transaction": round(small / (median(floor) * 1000), 1),
    }


def set_up() -> None:
    """A site of its own in a folder of its own."""
    os.environ["TRIONFO_DATA"] = tempfile.mkdtemp(prefix="bench-")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)


class _Table:
    """One client writing one hand at a time, each into a match of its own."""

    def __init__(self, size: int) -> None:
        from rest_framework.authtoken.models import Token
        from rest_framework.test import APIClient

        from tests.builders import an_organiser, drawn_tournament
        from tournaments.models import Match

        owner = an_organiser()
        tournament = drawn_tournament(size, owner=owner, name=f"Torneo di {size}", tables=512)
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.get_or_create(user=owner)[0].key}")
        ready = Match.objects.filter(tournament=tournament, state="ready").order_by("number")
        self.matches = [str(match.pk) for match in ready[:8]]

    def write(self, number: int) -> None:
        match, hand = self.matches[number % len(self.matches)], number // len(self.matches) + 1
        body: dict[str, Any] = {"dealer": (hand - 1) % 4, "trionfo": "2C", "card_points": [36, 34]}
        answer = self.client.put(f"/api/v1/matches/{match}/games/1/hands/{hand}/", body, format="json")
        assert answer.status_code == 201, answer.content


def _bare_insert() -> float:
    from django.db import transaction
    from django.utils import timezone

    from scoring.models import CodeTry

    started = time.perf_counter()
    with transaction.atomic():
        CodeTry.objects.create(visitor="bench", tried_at=timezone.now())
    return time.perf_counter() - started
