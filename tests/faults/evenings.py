"""A recorded tournament replayed over HTTP, while processes are killed and requests are repeated."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.servers.site import Site as Running
from tournaments.replay.client import Site, SiteAnswer
from tournaments.replay.evening import EveningReplay, Recorded, read_folder

EVENING16 = Path(__file__).parents[1] / "data" / "evening16"


def recorded_evening() -> Recorded:
    return read_folder(EVENING16)


@dataclass
class RepeatingSite(Site):
    """A client that ignores some responses to hands and then sends the same hand again with the same key."""

    again: random.Random = field(default_factory=random.Random)
    pause: float = 0.0

    def send(self, method: str, path: str, body: object = None, **headers: str) -> SiteAnswer:
        answer = super().send(method, path, body, **headers)
        if method == "PUT" and self.again.random() < 0.5:
            again = super().send(method, path, body, **headers)
            assert again.status == 200, again
        time.sleep(self.pause if method in ("PUT", "POST") else 0)
        return answer


@dataclass
class Played:
    """The result of a tournament: acknowledged hands, differences from the record, digest."""

    acknowledged: dict[tuple[str, int, int], dict[str, Any]]
    differences: list[str]
    digest: str
    verified: bool
    complaint: str
    kills: int = 0


def play(
    running: Running,
    token: str,
    *,
    workers: int = 1,
    seed: int = 0,
    name: str = "Serata",
    kills: int = 0,
    kill_after_hands: int = 0,
    pause: float = 0.0,
) -> Played:
    """Play the recorded tournament; meanwhile, kill all processes of the site at `kills` random times.

    If `kill_after_hands` is given, all processes are killed once more after this number of acknowledged
    hands.
    """
    acknowledged: dict[tuple[str, int, int], dict[str, Any]] = {}
    hands = count(1)

    def keep(label: str, game: int, hand: int, body: dict[str, Any]) -> None:
        acknowledged[label, game, hand] = body
        if next(hands) == kill_after_hands:
            starter.submit(killer.kill_once).result()

    chance = random.Random(seed)
    tables = RepeatingSite(running.url, token, patience=120.0, again=chance, pause=pause)
    evening = EveningReplay(tables, recorded_evening(), name, acknowledged=keep)
    evening.set_up()
    over = threading.Event()
    killer = Killer(running, chance, kills, over)
    killer.start()
    with ThreadPoolExecutor(1) as starter:  # its thread must outlive the processes that it starts
        try:
            evening.play(workers)
            differences = evening.differences()
        finally:
            over.set()
            killer.join()
            tables.close()
    report = running.manage("verify", evening.slug, check=False)
    return Played(
        acknowledged, differences, report.stdout.strip(), report.returncode == 0, report.stderr, killer.done
    )


class Killer(threading.Thread):
    """A thread that kills the whole site at random times and restarts it each time.

    The kernel ends a process when the thread that started it ends, so this thread runs until the end of the
    test.
    """

    def __init__(self, running: Running, chance: random.Random, kills: int, over: threading.Event) -> None:
        super().__init__(name="killer")
        self.running, self.chance, self.kills, self.over = running, chance, kills, over
        self.done = 0

    def run(self) -> None:
        while self.done < self.kills and not self.over.is_set():
            time.sleep(self.chance.uniform(0.05, 1.0))
            self.kill_once()
        self.over.wait()

    def kill_once(self) -> None:
        """Kill every process of the site, restart the site, and wait until it responds."""
        self.running.kill()
        self.done += 1
        self.running.start()
