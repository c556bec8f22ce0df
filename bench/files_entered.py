"""Benchmark that counts the source files that an action uses, and the calls between folders.

Run as `python -m bench.files_entered`. A file is used if one of its functions is called. A move is a
call of a function whose folder differs from the folder of the function called before. Each action is done
once before it is measured, so that imports, compiled templates and caches are not counted. The clock is
stopped during an action, so that the same jobs are due in every run. `--list` prints the names of the files.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from bench.hand_put import set_up

ROOT = Path(__file__).parents[1]
PROJECT_FOLDERS = tuple(f"{ROOT / folder}/" for folder in ("config", "scoring", "tournaments"))
API = "/api/v1"


@dataclass
class Trace:
    """The project files whose functions were called, and the number of calls from one folder to another."""

    files: set[str] = field(default_factory=set)
    moves: int = 0


@contextmanager
def files_entered() -> Iterator[Trace]:
    """Trace the function calls of this thread; yield a Trace that grows during the `with` block."""
    trace, folder = Trace(), ""

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal folder
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(PROJECT_FOLDERS):
            trace.files.add(file)
            if (parent := file.rpartition("/")[0]) != folder:
                trace.moves, folder = trace.moves + 1, parent

    sys.setprofile(note)
    try:
        yield trace
    finally:
        sys.setprofile(None)


class Evening:
    """A test tournament (a knockout of eight pairs) and the API client of its organiser."""

    def __init__(self) -> None:
        from rest_framework.authtoken.models import Token
        from rest_framework.test import APIClient

        from tests.builders import an_organiser

        self.owner = an_organiser()
        self.client = APIClient()
        key = Token.objects.get_or_create(user=self.owner)[0].key
        self.client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        self.number = 0

    def entered(self, *, with_draw: bool) -> Any:
        """Return a new tournament with eight pairs; draw the tournament if `with_draw` is true."""
        from tests.builders import a_tournament, draw

        self.number += 1
        tournament = a_tournament(teams=8, owner=self.owner, name=f"Serata {self.number}")
        if with_draw:
            draw(tournament)
        return tournament

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request to the API; raise AssertionError if the response is an error."""
        answer = getattr(self.client, method)(f"{API}{path}", body, format="json", headers=headers)
        assert answer.status_code < 300, answer.content
        return answer


def hand(evening: Evening) -> Callable[[], None]:
    """Return an action that records a hand through the API."""
    from tests.builders import match_of

    match = match_of(evening.entered(with_draw=True))
    body = {"dealer": 0, "trionfo": "2C", "card_points": [36, 34]}
    return lambda: evening.ask("put", f"/matches/{match.pk}/games/1/hands/1/", body)


def hand_to_bracket(evening: Evening) -> Callable[[], None]:
    """Return an action that ends a match through the API, runs the jobs, and requests the bracket page."""
    from django.test import Client

    from tests.builders import WINS_FOR_FIRST, match_of
    from tournaments.queue import runner

    tournament = evening.entered(with_draw=True)
    match = match_of(tournament)
    evening.ask("put", f"/matches/{match.pk}/games/1/hands/1/", WINS_FOR_FIRST[0])

    def act() -> None:
        evening.ask("put", f"/matches/{match.pk}/games/2/hands/1/", WINS_FOR_FIRST[1])
        for side in (0, 1):
            evening.ask("post", f"/matches/{match.pk}/sign/", {"side": side})
        runner.drain()
        assert Client().get(f"/{tournament.slug}/").status_code == 200

    return act


def draw(evening: Evening) -> Callable[[], None]:
    """Return an action that draws a stage through the API and runs the jobs."""
    from tournaments.queue import runner

    tournament = evening.entered(with_draw=False)

    def act() -> None:
        evening.ask("post", f"/tournaments/{tournament.slug}/draw/", {"stage": 1, "by": "lots", "lot": "5S"})
        runner.drain()

    return act


def correction(evening: Evening) -> Callable[[], None]:
    """Return an action that previews and makes a correction through the API, and runs the jobs."""
    from tests.builders import WINS_FOR_SECOND, match_of, play_match
    from tournaments.queue import runner

    tournament = evening.entered(with_draw=True)
    match = play_match(match_of(tournament))
    place = f"/matches/{match.pk}/corrections/"
    body = {
        "reason": "scritto al contrario",
        "hands": [
            {"game": game, "number": 1, "version": 1, "hand": hand}
            for game, hand in enumerate(WINS_FOR_SECOND, start=1)
        ],
    }
    preview = {key: value for key, value in body.items() if key != "reason"}

    def act() -> None:
        evening.ask("post", f"{place}preview/", preview)
        evening.ask("post", place, body)
        runner.drain()

    return act


def desk_of(evening: Evening) -> Any:
    """Return a test client that is logged in as the organiser of the tournament."""
    from django.test import Client

    client = Client()
    client.force_login(evening.owner)
    return client


def desk_hand(evening: Evening) -> Callable[[], None]:
    """Return an action that enters a hand on the director's desk page, and requests the page again."""
    from tests.builders import match_of
    from tests.tables.test_paper_entry_page import address, row

    match = match_of(evening.entered(with_draw=True))
    desk = desk_of(evening)

    def act() -> None:
        assert desk.post(address(match), row()).status_code == 302
        assert desk.get(address(match)).status_code == 200

    return act


def desk_draw(evening: Evening) -> Callable[[], None]:
    """Return an action that makes a draw on the desk page, runs the jobs, and requests the page again."""
    from tests.draws.test_desk_draw import draw as draw_page
    from tournaments.queue import runner

    tournament = evening.entered(with_draw=False)
    desk = desk_of(evening)

    def act() -> None:
        assert draw_page(desk, tournament, by="lots", text="tre parole").status_code == 302
        runner.drain()
        assert draw_page(desk, tournament).status_code == 200

    return act


def desk_correction(evening: Evening) -> Callable[[], None]:
    """Return an action that previews and makes a correction on the desk page, and runs the jobs."""
    from tests.builders import match_of, play_match
    from tests.corrections.test_desk_corrections import SWAPPED, correct

    match = play_match(match_of(evening.entered(with_draw=True)))
    desk = desk_of(evening)

    def act() -> None:
        assert correct(desk, match, SWAPPED).status_code == 302

    return act


ACTS = {
    "PUT of a hand": hand,
    "API hand to public bracket": hand_to_bracket,
    "the draw": draw,
    "a correction with its preview": correction,
    "desk: a hand from paper": desk_hand,
    "desk: the draw": desk_draw,
    "desk: a correction": desk_correction,
}


def run() -> dict[str, object]:
    """Return the number of source files that each action uses."""
    return {name: len(trace.files) for name, trace in follow().items()}


def follow() -> dict[str, Trace]:
    """Run every action; return the Trace of each."""
    set_up()
    from django.test.utils import setup_test_environment
    from django.utils import timezone

    from tournaments.models import Job

    setup_test_environment()
    evening = Evening()
    traces: dict[str, Trace] = {}
    for name, prepare in ACTS.items():
        prepare(evening)()
        Job.objects.filter(state="queued").delete()
        with patch.object(timezone, "now", return_value=timezone.now()):
            act = prepare(evening)
            with files_entered() as traces[name]:
                act()
    return traces


if __name__ == "__main__":
    for name, trace in follow().items():
        print(f"{len(trace.files):4} files {trace.moves:6} moves  {name}")
        if "--list" in sys.argv:
            print("".join(f"       {Path(file).relative_to(ROOT)}\n" for file in sorted(trace.files)), end="")
