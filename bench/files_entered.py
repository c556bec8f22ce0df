"""How many of the project's files a request passes through: those in which a function was entered.

`python -m bench.files_entered [--list]`: each act is done once before it is followed, so that what is
imported, compiled or filled into a cache at the first time is not counted. The clock stands still meanwhile,
so that on a slow machine, too, the jobs are done that are due at once: a forecast is made later.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

from bench.hand_put import set_up

ROOT = Path(__file__).parents[1]
OURS = tuple(f"{ROOT / folder}/" for folder in ("config", "scoring", "tournaments"))
API = "/api/v1"


@contextmanager
def files_entered() -> Iterator[set[str]]:
    """Collect the project's files in which a function is called, in this thread, meanwhile."""
    codes: set[CodeType] = set()
    names: set[str] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield names
    finally:
        sys.setprofile(None)
        found = {code.co_filename for code in codes}
        names.update(str(Path(name).relative_to(ROOT)) for name in found if name.startswith(OURS))


class Evening:
    """A knock-out of eight pairs with a client of its organiser, everything asked for through the API."""

    def __init__(self) -> None:
        from rest_framework.authtoken.models import Token
        from rest_framework.test import APIClient

        from tests.builders import an_organiser

        self.owner = an_organiser()
        self.client = APIClient()
        key = Token.objects.get_or_create(user=self.owner)[0].key
        self.client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        self.number = 0

    def entered(self, *, drawn: bool) -> Any:
        """Return a tournament of eight pairs, entered and perhaps drawn."""
        from tests.builders import a_tournament, draw

        self.number += 1
        tournament = a_tournament(teams=8, owner=self.owner, name=f"Serata {self.number}")
        if drawn:
            draw(tournament)
        return tournament

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Make one request; a refusal is a fault of this program."""
        answer = getattr(self.client, method)(f"{API}{path}", body, format="json", headers=headers)
        assert answer.status_code < 300, answer.content
        return answer


def hand(evening: Evening) -> Callable[[], None]:
    """`PUT` of a hand."""
    from tests.builders import match_of

    match = match_of(evening.entered(drawn=True))
    body = {"dealer": 0, "trionfo": "2C", "card_points": [36, 34]}
    return lambda: evening.ask("put", f"/matches/{match.pk}/games/1/hands/1/", body)


def hand_to_bracket(evening: Evening) -> Callable[[], None]:
    """The last hand over the API, both signatures, the jobs, and the public page of the bracket."""
    from django.test import Client

    from tests.builders import WINS_FOR_FIRST, match_of
    from tournaments.queue import runner

    tournament = evening.entered(drawn=True)
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
    """The draw of a stage over the API, with its jobs."""
    from tournaments.queue import runner

    tournament = evening.entered(drawn=False)

    def act() -> None:
        evening.ask("post", f"/tournaments/{tournament.slug}/draw/", {"stage": 1, "by": "lots", "lot": "5S"})
        runner.drain()

    return act


def correction(evening: Evening) -> Callable[[], None]:
    """A correction with its preview over the API, with its jobs."""
    from tests.builders import WINS_FOR_SECOND, match_of, play_match
    from tournaments.queue import runner

    tournament = evening.entered(drawn=True)
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


ACTS = {
    "PUT of a hand": hand,
    "API hand to public bracket": hand_to_bracket,
    "the draw": draw,
    "a correction with its preview": correction,
}


def run() -> dict[str, object]:
    """Follow each act and count the files it enters."""
    return {name: len(entered) for name, entered in follow().items()}


def follow() -> dict[str, list[str]]:
    """Return the files that each act enters, in order of their names."""
    set_up()
    from django.utils import timezone

    from tournaments.models import Job

    evening = Evening()
    found: dict[str, list[str]] = {}
    for name, prepare in ACTS.items():
        prepare(evening)()
        Job.objects.filter(state="queued").delete()
        with patch.object(timezone, "now", return_value=timezone.now()):
            act = prepare(evening)
            with files_entered() as names:
                act()
        found[name] = sorted(names)
    return found


if __name__ == "__main__":
    for name, files in follow().items():
        print(f"{len(files):4} {name}")
        if "--list" in sys.argv:
            print("".join(f"       {file}\n" for file in files), end="")
