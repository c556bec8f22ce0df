"""Replays a recorded evening over HTTP, hand by hand, as the tables would; then compares the results."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from tournaments.replay.client import Site
from tournaments.replay.folder import SIDES, Recorded, written_hand
from tournaments.rules.lifecycle import OVER

Acknowledged = Callable[[str, int, int, dict[str, Any]], None]


@dataclass
class Evening:
    """One replay; `most_hands` leaves the evening unfinished after that many, with matches being played."""

    site: Site
    recorded: Recorded
    name: str
    with_play: bool = False
    acknowledged: Acknowledged = lambda label, game, hand, body: None
    most_hands: int | None = None
    slug: str = ""
    hands_written: int = 0
    seeds: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _taken: set[str] = field(default_factory=set)

    def set_up(self) -> None:
        """Create the tournament, enter the teams, make the draw by seeds and wait for its job."""
        self.slug = self.site.send("POST", "/tournaments/", {"name": self.name, **self.recorded.setup}).body[
            "slug"
        ]
        teams = self.site.send("POST", f"/tournaments/{self.slug}/teams/", self.recorded.entries).body
        self.seeds = {team["id"]: team["seed"] for team in teams}
        job = self.site.send("POST", f"/tournaments/{self.slug}/draw/", {"stage": 1, "by": "seeds"}).body[
            "job"
        ]
        while (state := self.site.get(f"/jobs/{job['id']}/")["state"]) != "done":
            if state == "failed":
                raise RuntimeError("the draw job failed")
            time.sleep(0.05)

    def play(self, workers: int) -> None:
        """Play every match as soon as it is ready, `workers` tables at once."""
        with ThreadPoolExecutor(max_workers=workers) as tables:
            sites = [self.site.another() for _ in range(workers)]
            for table in [tables.submit(self._table, site) for site in sites]:
                table.result()

    def matches(self, site: Site | None = None) -> list[dict[str, Any]]:
        """Return every match of the stage as the API tells it."""
        return (site or self.site).pages(f"/tournaments/{self.slug}/matches/?stage=1")

    def _table(self, site: Site) -> None:
        with closing(site):
            while len(self._taken) < len(self.recorded.matches) and not self.stopped:
                match = self._next(site)
                if match is None:
                    time.sleep(0.05)
                else:
                    self._play_match(site, match)

    def _next(self, site: Site) -> dict[str, Any] | None:
        ready: list[dict[str, Any]] = site.pages(f"/tournaments/{self.slug}/matches/?stage=1&state=ready")
        with self._lock:
            for match in ready:
                if match["label"] not in self._taken:
                    self._taken.add(match["label"])
                    return match
        return None

    @property
    def stopped(self) -> bool:
        """Whether as many hands were written as were wanted."""
        return self.most_hands is not None and self.hands_written >= self.most_hands

    def _play_match(self, site: Site, match: dict[str, Any]) -> None:
        recorded = self.recorded.matches[match["label"]]
        for game, played in enumerate(recorded["games"], start=1):
            for hand, dealt in enumerate(played["hands"], start=1):
                if self.stopped:
                    return
                body = written_hand(dealt, with_play=self.with_play)
                key = f"{match['id']}-{game}-{hand}"
                site.send(
                    "PUT", f"/matches/{match['id']}/games/{game}/hands/{hand}/", body, Idempotency_Key=key
                )
                self.acknowledged(match["label"], game, hand, body)
                with self._lock:
                    self.hands_written += 1
        for side in (0, 1):
            site.send("POST", f"/matches/{match['id']}/sign/", {"side": side})

    def differences(self) -> list[str]:
        """Compare every score, winner and slot with the recorded results; wait for the last job."""
        rows = {row["id"]: row for row in self.recorded.results["bracket"]}
        matches = self._settled(len(rows))
        found = [label for label in rows if label not in matches]
        for label, match in matches.items():
            found += self._compare(label, match, rows[label])
        return found

    def _settled(self, count: int) -> dict[str, dict[str, Any]]:
        for _attempt in range(200):
            matches = {match["label"]: match for match in self.matches()}
            if len(matches) == count and all(match["state"] in OVER for match in matches.values()):
                break
            time.sleep(0.05)
        return matches

    def _compare(self, label: str, match: dict[str, Any], row: dict[str, Any]) -> list[str]:
        recorded = self.recorded.matches[label]
        sheet = self.site.get(f"/matches/{match['id']}/sheet/")
        checks = {
            "slots": ([self.seeds.get(side["team"]) for side in match["sides"]], row["teams"]),
            "from": ([side["from"] for side in match["sides"]], row["from"]),
            "games won": (match["games_won"], row["games_won"]),
            "winner": (
                match["sides"][match["winner"]]["team"] if match["winner"] is not None else None,
                None,
            ),
            "scores": (
                [game["score"] for game in sheet["games"]],
                [game["final"] for game in recorded["games"]],
            ),
            "winners of games": (
                [game["winner"] for game in sheet["games"]],
                [SIDES.index(game["winner"]) for game in recorded["games"]],
            ),
        }
        winner, _nothing = checks.pop("winner")
        checks["winner"] = ([self.seeds.get(str(winner))], [row["winner"]])
        return [
            f"{label} {what}: {got} instead of {wanted}"
            for what, (got, wanted) in checks.items()
            if got != wanted
        ]
