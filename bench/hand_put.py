"""Benchmark of recording a hand (by PUT and by the phone's form), and of a second signature with its job.

Requests and a baseline are measured alternately. The baseline takes a lock, inserts a row and updates it,
behind the same middleware. The results are SQL statements and CPU time; `bench/writers.py` measures the time
of a hand on a running site. As a script, `python bench/hand_put.py FOLDER` also measures another source tree
(such as the previous commit), alternately; `python bench/hand_put.py --postgresql` measures this source tree
on a new PostgreSQL server.
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

ROUNDS, TURNS = 40, 3
SIZES = (16, 1_024)


def run() -> dict[str, object]:
    """Measure this source tree; return the measured values by label."""
    set_up()
    add_bare_page()
    tables = {size: _Table(size) for size in SIZES}
    collect_garbage_rarely()
    figures: dict[str, object] = {}
    for size, table in tables.items():
        table.write()
        figures[f"statements of a PUT, at {size}"] = [statements(table.write) for _hand in range(3)]
    small, large = tables.values()
    figures["statements of a form's POST"] = [statements(large.form().send) for _hand in range(3)]
    figures["statements of the second signature, of its job"] = [large.result() for _match in range(3)]
    figures |= processor(small)
    figures["CPU ms of the second signature with its job"] = round(
        median(large.price_of_result() for _match in range(8)), 2
    )
    return figures


def statements(act: Callable[[], object]) -> int:
    """Return the number of SQL statements that an action runs, including BEGIN and COMMIT."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def processor(table: "_Table") -> dict[str, object]:
    """Send PUT and baseline requests alternately; return the CPU milliseconds of each kind."""
    spent: dict[Callable[[], object], list[float]] = {table.write: [], table.bare: []}
    for _round in range(ROUNDS):
        for act, times in spent.items():
            started = time.process_time()
            act()
            times.append(1_000 * (time.process_time() - started))
    hand, floor = map(median, spent.values())
    return {
        "CPU ms of a PUT, of the floor": [round(hand, 2), round(floor, 2)],
        "CPU, times the floor": round(hand / floor, 2),
    }


def set_up() -> None:
    """Set up a new site, in the database of DATABASE_URL or else in a temporary folder."""
    os.environ["TRIONFO_DATA"] = tempfile.mkdtemp(prefix="bench-")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)


def add_bare_page() -> None:
    """Add the baseline view to the site; it is defined here because older source trees lack it."""
    from django.conf import settings
    from django.urls import include, path

    urls = ModuleType("bench_urls")
    urls.urlpatterns = [path("bare/", bare), path("", include("config.urls"))]  # type: ignore[attr-defined]
    sys.modules[urls.__name__] = urls
    settings.ROOT_URLCONF = urls.__name__


def collect_garbage_rarely() -> None:
    """Configure the garbage collector as a web process does (`config/server/processes.py`).

    With the default settings a full collection delays one hand in a hundred by 150 ms. The site's function
    for this has other names in older source trees, so it is not imported.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def bare(_request: Any) -> Any:
    """Lock a row, insert another row and update the first: the minimum work to record a hand."""
    from django.db import transaction
    from django.db.models import F
    from django.http import HttpResponse
    from django.utils import timezone

    from scoring.models import CodeTry, ScoreSheet

    with transaction.atomic():
        row = ScoreSheet.objects.filter(pk=_request.GET["sheet"])
        row.update(head_seq=F("head_seq"))
        CodeTry.objects.create(visitor="bench", tried_at=timezone.now())
        row.update(profile_version=1)
    return HttpResponse("ok")


class _Table:
    """A client that sends one hand after another, alternating between eight matches."""

    def __init__(self, size: int) -> None:
        from rest_framework.authtoken.models import Token
        from rest_framework.test import APIClient

        from tests.builders import an_organiser, drawn_tournament
        from tournaments.models import Match

        owner = an_organiser()
        tournament = drawn_tournament(size, owner=owner, name=f"Torneo di {size}", tables=512)
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.get_or_create(user=owner)[0].key}")
        ready = Match.objects.filter(tournament=tournament, state__in=["ready", "playing"])
        ids = list(ready.order_by("number").values_list("pk", flat=True))
        self.matches = ids[:8]
        self.spare = iter(ids[-16:])
        hand_counts = Match.objects.values_list("pk", "sheet__summary__hands").filter(pk__in=ids)
        self.hands = {match: hands or 0 for match, hands in hand_counts}
        self.number = 0

    def write(self) -> None:
        """Send the next hand; the eight matches take turns."""
        match = self.matches[self.number % len(self.matches)]
        self.number += 1
        self.put(match)

    def put(self, match: Any) -> None:
        """Send the next hand of a match, with points so low that no hand ends a game."""
        hand = self.hands[match] = self.hands[match] + 1
        body: dict[str, Any] = {"dealer": (hand - 1) % 4, "trionfo": "2C", "card_points": [36, 34]}
        answer = self.client.put(f"/api/v1/matches/{match}/games/1/hands/{hand}/", body, format="json")
        assert answer.status_code == 201, answer.content

    def bare(self) -> None:
        """Request the baseline view."""
        assert self.client.get(f"/bare/?sheet={self.matches[0]}").status_code == 200

    def form(self) -> "_Phone":
        """Return a simulated phone that is ready to send the form with the first hand of a new match."""
        return _Phone(next(self.spare))

    def result(self) -> tuple[int, int]:
        """Play a match; return the SQL statement counts of its second signature and of the job after it."""
        from tournaments.queue import runner

        counted = statements(self.signature())
        job = _bracket_job()
        return counted, statements(lambda: runner.run(job))

    def price_of_result(self) -> float:
        """Play a match; return the CPU milliseconds of its second signature and of the job after it."""
        from tournaments.queue import runner

        sign = self.signature()
        started = time.process_time()
        sign()
        runner.run(_bracket_job())
        return 1_000 * (time.process_time() - started)

    def signature(self) -> Callable[[], object]:
        """Play a match and sign it for one side; return a function that signs for the other side."""
        from tests.builders import play_match
        from tournaments.models import Match
        from tournaments.queue import runner

        match = play_match(Match.objects.get(pk=next(self.spare)), sign=False)
        sign = f"/api/v1/matches/{match.pk}/sign/"
        self.client.post(sign, {"side": 0}, format="json")
        runner.drain()
        return lambda: self.client.post(sign, {"side": 1}, format="json")


def _bracket_job() -> Any:
    """Run the due jobs that precede the bracket job; claim the bracket job and return it."""
    from tournaments.queue import runner

    while (job := runner.claim()) is not None and job.kind != "bracket":
        runner.run(job)
    assert job is not None
    return job


class _Phone:
    """A simulated phone that has joined a table for side 0."""

    def __init__(self, match: Any) -> None:
        from django.test import Client
        from django.urls import reverse

        from scoring.models import TableKey
        from scoring.sheet.devices import table_code

        self.client = Client()
        code = table_code(TableKey.objects.get(sheet=match))
        self.client.post(reverse("table_open"), {"code": code})
        self.client.post(reverse("table_side", args=[match]), {"side": "0"})
        self.address = reverse("table_confirm", args=[match, 1, 1])

    def send(self) -> None:
        """Send the form that confirms the first hand."""
        trionfo = {"trionfo_suit": "C", "trionfo_rank": "2"}
        sent = {"dealer": "0", **trionfo, "card_points_0": "36", "key": "a-key-of-this-hand"}
        assert self.client.post(self.address, sent).status_code == 302


def compared(before: Path) -> None:
    """Measure this source tree and another one alternately; print the values and the CPU time ratios."""
    ratios: dict[str, list[float]] = {
        "CPU ms of a PUT, of the floor": [],
        "CPU ms of the second signature with its job": [],
    }
    for turn in range(TURNS):
        reports = {}
        for tree in (before, Path.cwd()):
            command = [sys.executable, __file__, "--json"]
            environment = {**os.environ, "PYTHONPATH": str(tree)}
            process = subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=True)
            reports[tree] = json.loads(process.stdout.splitlines()[-1])
        for label, value in reports[Path.cwd()].items():
            print(f"{turn} {label:55} before {reports[before][label]!s:22} now {value}")
        for label, those in ratios.items():
            old, new = (_first(each[label]) for each in reports.values())
            those.append(round(new / old, 2))
    for label, those in ratios.items():
        print(f"{label}, times before:", *sorted(those))


def _first(figure: Any) -> float:
    return float(figure[0] if isinstance(figure, list) else figure)


def on_postgresql() -> None:
    """Measure this source tree on a new PostgreSQL server with fsync, and print the values."""
    from tests.servers.postgres import running_postgres

    with running_postgres(fsync=True) as server:
        os.environ["DATABASE_URL"] = server.url("trionfo")
        for label, value in run().items():
            print(f"{label:55} {value}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--json"]:
        print(json.dumps(run()))
    elif sys.argv[1:] == ["--postgresql"]:
        on_postgresql()
    else:
        compared(Path(sys.argv[1]).resolve())
