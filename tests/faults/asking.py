"""Many simultaneous entry requests, then many simultaneous withdrawals: places and waiting list stay correct.

python -m tests.faults.asking REQUESTS WITHDRAWALS PLACES [blind]

The database must be migrated. A request on the waiting list moves up when it gets a free place; its personal
page then shows a message. The program prints one line of JSON: the numbers of requests that are accepted, are
waiting and have moved up, the number of personal pages with the message, the duration in seconds, and the
faults. A fault is a lost request, a request stored twice, a later request accepted before an earlier one, the
wrong request moved up, or an error of the service that is not a refusal.

`blind` locks no tournament, starts SQLite transactions without the write lock and repeats no request, so
faults must appear.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http import HTTPStatus
from queue import Empty, SimpleQueue
from typing import Any, cast
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import OperationalError, connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.sheet.services.log import Author  # noqa: E402
from scoring.types import NotNow  # noqa: E402
from tests.builders import a_tournament  # noqa: E402
from tournaments.entries.services import entries  # noqa: E402
from tournaments.models import EntryRequest, Notice, Team, TeamPlayer, Tournament  # noqa: E402
from tournaments.requests.services import entering, requests  # noqa: E402

# The number of threads: the number of connections of a site and a few more, which wait for one.
AT_ONCE = 24
# The number of attempts of a request that met a lock. A phone repeats it with the same key.
PATIENCE = 200


# Seconds to wait until an accepted request can withdraw.
WAIT = 60


# The message on the personal page of a request that moved up from the waiting list.
MOVED_UP_TEXT = "A place came free and you moved up"


def main(count: int, leaving: int, places: int, *, blind: bool) -> dict[str, Any]:
    """Send the requests and the withdrawals; return the counts and the faults."""
    if blind:
        global PATIENCE, WAIT
        PATIENCE, WAIT = 0, 2
        for module in (requests, entering, entries):
            module.lock_tournament = no_lock  # type: ignore[attr-defined]
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    tournament = a_tournament(starts_at=timezone.now() + timedelta(hours=4))
    Notice.objects.create(tournament=tournament, accepts="at_once", places=places)
    wrong: list[str] = []
    began = time.monotonic()
    together(range(count), lambda number: ask(tournament, number), wrong)
    asked_in, wrong = time.monotonic() - began, wrong + after_asking(tournament, count, places)
    first = {"in": state(tournament, "accepted"), "waiting": state(tournament, "waiting")}
    began, leavers = time.monotonic(), Leaving(tournament)
    together(range(leaving), leavers.one, wrong)
    left_in, wrong = time.monotonic() - began, wrong + after_leaving(tournament, count, leaving, places)
    moved = tournament.requests.exclude(moved_up_at=None).count()
    then = {"in": state(tournament, "accepted"), "waiting": state(tournament, "waiting"), "moved_up": moved}
    moved_and_told = [*leavers.told, *moved_up_pages(tournament, "accepted")]
    pages = {"moved_up": len(set(moved_and_told)), "waiting": len(moved_up_pages(tournament, "waiting"))}
    seconds = {"asking": round(asked_in, 1), "withdrawing": round(left_in, 1)}
    return {"asked": first, "withdrawn": then, "told": pages, "seconds": seconds, "wrong": wrong[:20]}


def together(numbers: Iterable[int], act: Callable[[int], object], wrong: list[str]) -> None:
    """Call `act` with each number, in AT_ONCE parallel threads; append the errors to `wrong`."""
    gate = threading.Barrier(AT_ONCE)
    waiting: SimpleQueue[int] = SimpleQueue()
    for number in numbers:
        waiting.put(number)

    def work() -> None:
        gate.wait()
        while True:
            try:
                number = waiting.get_nowait()
            except Empty:
                return
            try:
                act(number)
            except Exception as error:  # noqa: BLE001  report any error as a fault
                wrong.append(f"{number}: {type(error).__name__} {error}")
            finally:
                connection.close()  # as a request does: there are fewer connections than requests

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for _each in range(AT_ONCE):
            pool.submit(work)


def patiently(act: Callable[[], object]) -> object:
    """Run `act` and return its result; repeat it while the database is locked."""
    for attempt in range(PATIENCE):
        try:
            return act()
        except OperationalError:
            time.sleep(0.01 * min(attempt, 20))
    return act()


# The token of the personal link of each request.
TOKENS: dict[UUID, str] = {}


def is_told(request: UUID) -> bool:
    """Return True if the personal page of the request shows that the request has moved up."""
    page = f"/i/{TOKENS.get(request, 'AAAAAAAAAAAAAAAAAAAAAA')}/"
    answer = Client(headers={"accept-language": "en"}, SERVER_NAME="localhost").get(page)
    if answer.status_code != HTTPStatus.OK:
        raise AssertionError(f"The page of a link has status {answer.status_code}.")
    return MOVED_UP_TEXT in answer.content.decode()


def moved_up_pages(tournament: Tournament, name: str) -> list[UUID]:
    """Return the requests in the given state that have moved up according to their personal page."""
    rows = tournament.requests.filter(state=name).values_list("pk", flat=True)
    return [row for row in rows if is_told(row)]


def ask(tournament: Tournament, number: int) -> None:
    """Send an entry request for a new pair; send every tenth request twice, as after a lost response."""

    def once() -> object:
        names = [f"Anna Prima{number}", f"Bachisio Secondo{number}"]
        key, at = f"telefono-{number}", timezone.now()
        row, token = requests.ask(tournament, names=names, phone="079 000000", consent=1, key=key, at=at)
        TOKENS[row.pk] = token
        return row

    patiently(once)
    if number % 10 == 0:
        patiently(once)


class Leaving:
    """Parallel withdrawals of accepted requests; waiting requests move up and may be withdrawn in turn."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.chosen: set[UUID] = set()
        # The requests that moved up, had the message on their page, and then withdrew.
        self.told: list[UUID] = []
        self.lock = threading.Lock()

    def one(self, number: int) -> None:
        """Withdraw one accepted request that has not been withdrawn yet."""
        row = cast(EntryRequest, patiently(self._next))
        if row.moved_up_at and is_told(row.pk):
            self.told.append(row.pk)
        patiently(lambda: requests.withdraw(row, author=Author(), at=timezone.now()))

    def _next(self) -> EntryRequest:
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            with self.lock:
                rows = self.tournament.requests.filter(state="accepted").order_by("number")
                free = rows.exclude(pk__in=self.chosen).first()
                if free is not None:
                    self.chosen.add(free.pk)
                    return free
            time.sleep(0.02)
        raise NotNow("nobody_in", None)  # type: ignore[arg-type]


def state(tournament: Tournament, name: str) -> int:
    """Return the number of entry requests in the given state."""
    return tournament.requests.filter(state=name).count()


def numbers(tournament: Tournament, **more: Any) -> list[int]:
    """Return the numbers of the requests that match the given conditions, in ascending order."""
    return list(tournament.requests.filter(**more).order_by("number").values_list("number", flat=True))


def after_asking(tournament: Tournament, count: int, places: int) -> list[str]:
    """Return the names of the checks that fail after all requests have been sent."""
    inside = min(count, places)
    faults = {
        "numbers": numbers(tournament) == list(range(1, count + 1)),
        "who is in": numbers(tournament, state="accepted") == list(range(1, inside + 1)),
        "who waits": numbers(tournament, state="waiting") == list(range(inside + 1, count + 1)),
        "keys": tournament.requests.values("key").distinct().count() == count,
        "moved up": not tournament.requests.exclude(moved_up_at=None).exists(),
    }
    return [name for name, good in (faults | the_teams(tournament, inside)).items() if not good]


def after_leaving(tournament: Tournament, count: int, leaving: int, places: int) -> list[str]:
    """Return the names of the checks that fail after the withdrawals."""
    moved = list(range(places + 1, places + leaving + 1))
    moved_up = list(
        tournament.requests.exclude(moved_up_at=None).order_by("number").values_list("number", flat=True)
    )
    faults = {
        "withdrawn": state(tournament, "withdrawn") == leaving,
        "moved up": moved_up == moved,
        "who waits after": numbers(tournament, state="waiting")
        == list(range(places + leaving + 1, count + 1)),
        "in after": state(tournament, "accepted") == places,
    }
    return [name for name, good in (faults | the_teams(tournament, places)).items() if not good]


def the_teams(tournament: Tournament, inside: int) -> dict[str, bool]:
    """Return the results of the team checks: one team per accepted request, and no player in two teams."""
    teams = Team.objects.filter(tournament=tournament)
    players = TeamPlayer.objects.filter(tournament=tournament)
    return {
        "teams": teams.count() == inside,
        "teams of requests": teams.filter(requests__state="accepted").distinct().count() == inside,
        "players": players.values("person").distinct().count() == players.count() == 2 * inside,
    }


def no_lock(tournament_id: UUID) -> None:
    """Do nothing; the test calls this function instead of `lock_tournament`."""


if __name__ == "__main__":
    figures = [int(each) for each in sys.argv[1:4]]
    print(json.dumps(main(figures[0], figures[1], figures[2], blind="blind" in sys.argv)))
