"""Bracket and standings, requests a second: known already (304), kept, and made each time.

The floor in the same run is a Django view that answers with one word, behind the same middleware.
"""

import itertools
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

from bench.readers import Reader, requests_a_second
from tests.servers.site import embedded_site

ROUNDS = 5
SECONDS = 2.0
READERS = 8
BARE = "/bare/"


def run(rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, object]:
    """Read the sample evening's pages in turns with the bare view."""
    with (
        tempfile.TemporaryDirectory() as folder,
        embedded_site(Path(folder), DJANGO_SETTINGS_MODULE="bench.bare") as site,
    ):
        slug = site.manage("demo", "--url", site.url).stdout.strip().rstrip("/").rpartition("/")[2]
        pages = {"bracket": f"/{slug}/", "standings": f"/{slug}/classifica/"}
        wait_for_jobs(site.port, pages["bracket"])
        speeds = {each: Speeds(site.port, path, seconds) for each, path in pages.items()}
        floor = []
        for _round in range(rounds):
            floor.append(speeds["bracket"].of(itertools.repeat(BARE)))
            for each in speeds.values():
                each.measure()
    bare = median(floor)
    figures: dict[str, object] = {"a view of one word: requests a second": round(bare)}
    for name, each in speeds.items():
        for way, found in each.found.items():
            told = [round(median(found)), round(median(found) / bare, 2)]
            figures[f"{name}, {way}: requests a second, of the bare view's"] = told
    return figures


def wait_for_jobs(port: int, path: str, quiet: float = 3.0) -> None:
    """Wait until the page stands as it is for some seconds."""
    with closing(Reader(port)) as reader:
        body, since = b"", time.monotonic()
        while time.monotonic() - since < quiet:
            now = reader.ask(path)[2]
            if now != body:
                body, since = now, time.monotonic()
            time.sleep(0.2)


class Speeds:
    """What was measured of one page."""

    def __init__(self, port: int, path: str, seconds: float) -> None:
        self.port, self.path, self.seconds = port, path, seconds
        self.found: dict[str, list[float]] = {
            "with If-None-Match (304)": [],
            "without": [],
            "made each time": [],
        }
        self.fresh = (f"{path}?n={number}" for number in itertools.count())

    def measure(self) -> None:
        """Read it in each way, within one minute: its ETag holds no longer."""
        if time.time() % 60 > 58 - 2 * self.seconds:
            time.sleep(60 - time.time() % 60)
        with closing(Reader(self.port)) as reader:
            etag = reader.ask(self.path)[1]["etag"]
        known, kept, made = self.found.values()
        known.append(self.of(itertools.repeat(self.path), etag))
        kept.append(self.of(itertools.repeat(self.path)))
        made.append(self.of(self.fresh))

    def of(self, paths: Iterator[str], etag: str = "") -> float:
        """Return the requests a second."""
        return requests_a_second(self.port, paths, etag, readers=READERS, seconds=self.seconds)
