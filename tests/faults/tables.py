"""Small tournaments on a running site, created through its API."""

import json
import os
from dataclasses import dataclass
from itertools import count
from string import ascii_uppercase
from typing import Any

from tests.servers.site import Site as Running
from tests.waiting import wait_for
from tournaments.replay.client import Site

NUMBERS = count(1)
JOB_SECONDS = 60.0
# The trionfo and the card points of two hands with which side A wins a game: 29 to 0, 48 to 0.
WON_GAME = [("AS", [60, 10]), ("6H", [54, 16])]

CODES = """
import json
from scoring.sheet.devices import shown_code
from tournaments.models import Match
ready = Match.objects.filter(tournament__slug={slug!r}, state="ready").select_related("sheet__key")
print(json.dumps({{str(match.pk): shown_code(match.sheet.key) for match in ready}}))
"""

# Prints the jobs that are not done, and the age of the worker's heartbeat in seconds.
JOBS = """
import time
from tournaments.queue.selectors import sign_file
for job in Job.objects.exclude(state="done"):
    print(job.kind, job.state, job.attempts, job.made_at, job.due_at, job.lease_until, job.error)
print("heartbeat", time.time() - sign_file().stat().st_mtime if sign_file().exists() else None)
"""


@dataclass(frozen=True)
class Standing:
    """A running site and the API token of the site's organiser."""

    site: Running
    token: str


def unused_name(prefix: str) -> str:
    """Return a tournament name that no other test uses."""
    return f"{prefix} {os.getpid()}-{next(NUMBERS)}"


def enter_pairs(site: Site, name: str, *, pairs: int = 2, tables: int = 1) -> str:
    """Create a Mariglia knock-out with the given number of pairs, without a draw; return its slug."""
    setup = {"name": name, "card_game": "mariglia", "stages": [{"format": "knockout"}], "tables": tables}
    slug = str(site.send("POST", "/tournaments/", setup).body["slug"])
    teams = [
        {"name": f"Coppia {letter}", "players": [{"name": f"{name} {letter}"} for name in ("Anna", "Efisio")]}
        for letter in ascii_uppercase[:pairs]
    ]
    site.send("POST", f"/tournaments/{slug}/teams/", teams)
    return slug


def draw_by_seeds(site: Site, slug: str) -> None:
    """Draw the first stage and wait until its matches exist."""
    job = site.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"}).body["job"]
    path = f"/jobs/{job['id']}/"
    try:
        wait_for(lambda: site.get(path)["state"] == "done", JOB_SECONDS)
    except AssertionError:
        raise AssertionError(f"the draw is not done: {site.get(path)}") from None


def write_won_match(site: Site, match: str) -> None:
    """Record four hands with which side A wins a match by two games to none."""
    for game in (1, 2):
        for number, (trionfo, points) in enumerate(WON_GAME, start=1):
            hand = {"dealer": 2 * (game - 1) + number - 1, "trionfo": trionfo, "card_points": points}
            site.send("PUT", f"/matches/{match}/games/{game}/hands/{number}/", hand)


class Table:
    """A ready match and its sheet."""

    def __init__(self, embedded: Standing) -> None:
        self.standing = embedded
        self.site = Site(embedded.site.url, embedded.token)
        try:
            self.slug = enter_pairs(self.site, unused_name("Serata"))
            draw_by_seeds(self.site, self.slug)
            self.match, self.code = self.ready_match()
        except BaseException:
            print(self.python(JOBS), embedded.site.output()[-4000:], sep="\n")
            self.close()
            raise

    def close(self) -> None:
        self.site.close()

    def ready_match(self) -> tuple[str, str]:
        """Wait for the first ready match; return the ID of the match and the code of its sheet."""
        codes: dict[str, str] = {}
        while not codes:
            codes = json.loads(self.python(CODES.format(slug=self.slug)))
        return next(iter(codes.items()))

    def python(self, text: str) -> str:
        """Run lines of Python in the Django shell of the site; return their output."""
        return self.standing.site.python(text)

    def hands(self) -> list[Any]:
        """Return the card points of all hands on the sheet."""
        games = self.site.get(f"/matches/{self.match}/sheet/")["games"]
        return [hand["card_points"] for game in games for hand in game["hands"]]

    def facts(self) -> list[str]:
        """Return the kinds of all log entries of the sheet; a hand stored twice has two entries."""
        text = f"print(*SheetEvent.objects.filter(sheet_id='{self.match}').values_list('kind', flat=True))"
        return self.python(f"from scoring.models import SheetEvent\n{text}").split()
