"""Replay of a recorded tournament over HTTP, hand by hand, with a comparison of the results."""

import csv
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tournaments.competition.lifecycle import OVER
from tournaments.replay.client import Site

SEATS = "SENW"
SIDES = "AB"
# The tie-breaks of the samples; see their README.
TIE_BREAKS = ["game_difference", "point_difference", "points_scored"]


@dataclass(frozen=True)
class Recorded:
    """A recorded tournament: the teams by seed, the matches by label, the published results."""

    teams: list[dict[str, str]]
    matches: dict[str, dict[str, Any]]
    results: dict[str, Any]

    @property
    def setup(self) -> dict[str, Any]:
        """The body of the request that creates the tournament."""
        first = next(iter(self.matches.values()))
        return {
            "card_game": first["game"],
            "profile": {"targets": first["targets"]},
            "stages": [{"tie_breaks": TIE_BREAKS, **stage} for stage in self._stages()],
            "tables": max(sum(row["round"] == 1 for row in stage.values()) for stage in self.stages),
        }

    def _stages(self) -> list[dict[str, Any]]:
        if "groups" not in self.results:
            return [{"format": "knockout"}]
        groups = len(self.results["groups"])
        options = {"groups": groups, "advance": len(self.results["knockout_seed_order"]) // groups}
        return [{"format": "groups", "options": options}, {"format": "knockout"}]

    @property
    def stages(self) -> list[dict[str, dict[str, Any]]]:
        """The published matches by label, one dictionary per stage."""
        if "groups" not in self.results:
            return [{row["id"]: row for row in self.results["bracket"]}]
        turns = [row for group in self.results["groups"] for row in group["schedule"]]
        return [{row["id"]: row for row in turns}, {row["id"]: row for row in self.results["knockout"]}]

    @property
    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The published standings by API path: the standings of each group, and the overall standings."""
        groups = {f"?group={group['group']}": group["standings"] for group in self.results.get("groups", ())}
        return {**groups, "overall/": self.results["standings"]}

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The body of the request that adds the teams."""
        return [
            {
                "name": row["team"],
                "town": row["town"],
                "seed": int(row["seed"]),
                "players": [{"name": row["player_1"]}, {"name": row["player_2"]}],
            }
            for row in self.teams
        ]


def read_folder(folder: Path) -> Recorded:
    """Read a recorded tournament from a folder in the format of the samples."""
    with (folder / "teams.csv").open(encoding="utf-8", newline="") as file:
        teams = list(csv.DictReader(file))
    matches = json.loads((folder / "matches.json").read_text(encoding="utf-8"))
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return Recorded(teams, {match["match"]: match for match in matches}, results)


def written_hand(recorded: dict[str, Any], *, with_play: bool) -> dict[str, Any]:
    """Return a recorded hand in the format of the sheet API; `with_play` includes the played cards."""
    hand: dict[str, Any] = {"dealer": SEATS.index(recorded["dealer"]), "trionfo": recorded["trionfo"]}
    if not recorded["played"]:
        return hand | {"state": "ended_on_trionfo"}
    hand |= {"card_points": recorded["points"], "tricks": recorded["tricks"]}
    if with_play:
        hand["play"] = [
            {"leader": SEATS.index(trick["leader"]), "cards": trick["cards"]} for trick in recorded["record"]
        ]
    return hand


# The columns of the published standings, and their names in the API.
COLUMNS = {
    "rank": "place",
    "team": "team",
    "played": "played",
    "won": "won",
    "lost": "lost",
    "byes": "byes",
    "points": "match_points",
    "games_won": "games_won",
    "games_lost": "games_lost",
    "points_for": "points_for",
    "points_against": "points_against",
}

Acknowledged = Callable[[str, int, int, dict[str, Any]], None]


@dataclass
class EveningReplay:
    """The replay of a tournament. It stops after `most_hands` hands, while matches are still in play."""

    site: Site
    recorded: Recorded
    name: str
    with_play: bool = False
    acknowledged: Acknowledged = lambda label, game, hand, body: None
    most_hands: int | None = None
    slug: str = ""
    hands_written: int = 0
    seeds: dict[str, int] = field(default_factory=dict)
    _failed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _labels_in_play: set[str] = field(default_factory=set)

    def set_up(self) -> None:
        """Create the tournament, add the teams, draw with the recorded seeds and wait for the job.

        Raise RuntimeError if the job fails.
        """
        self.slug = self.site.send("POST", "/tournaments/", {"name": self.name, **self.recorded.setup}).body[
            "slug"
        ]
        teams = self.site.send("POST", f"/tournaments/{self.slug}/teams/", self.recorded.entries).body
        self.seeds = {team["id"]: team["seed"] for team in teams}
        self._draw(1)

    def _draw(self, stage: int) -> None:
        draw_request = {"stage": stage, "by": "seeds"}
        job = self.site.send("POST", f"/tournaments/{self.slug}/draw/", draw_request).body["job"]
        while (state := self.site.get(f"/jobs/{job['id']}/")["state"]) != "done":
            if state == "failed":
                raise RuntimeError("the draw job failed")
            time.sleep(0.05)

    def play(self, workers: int) -> None:
        """Play all matches stage by stage, with `workers` tables at the same time."""
        for number, rows in enumerate(self.recorded.stages, start=1):
            if number > 1 and not self.stopped:
                self._settled(number - 1)
                self._draw(number)
            to_play = len(self._labels_in_play) + len(rows)
            with ThreadPoolExecutor(max_workers=workers) as tables:
                sites = [self.site.another() for _ in range(workers)]
                self._finish([tables.submit(self._table, site, to_play) for site in sites])

    def _finish(self, tables: "list[Future[None]]") -> None:
        """Wait until all tables have finished. If a table fails, stop the others and raise its error."""
        try:
            for table in as_completed(tables):
                table.result()
        except BaseException:
            self._failed = True
            raise

    def matches(self, site: Site | None = None) -> list[dict[str, Any]]:
        """Return all matches of the tournament from the API."""
        return (site or self.site).pages(f"/tournaments/{self.slug}/matches/")

    def _table(self, site: Site, to_play: int) -> None:
        with closing(site):
            while len(self._labels_in_play) < to_play and not self.stopped:
                match = self._next(site)
                if match is None:
                    time.sleep(0.05)
                else:
                    self._play_match(site, match)

    def _next(self, site: Site) -> dict[str, Any] | None:
        ready: list[dict[str, Any]] = site.pages(f"/tournaments/{self.slug}/matches/?state=ready")
        with self._lock:
            for match in ready:
                if match["label"] not in self._labels_in_play:
                    self._labels_in_play.add(match["label"])
                    return match
        return None

    @property
    def stopped(self) -> bool:
        """True if `most_hands` hands are recorded or a table has failed."""
        return self._failed or (self.most_hands is not None and self.hands_written >= self.most_hands)

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
        """Return all differences from the recorded tournament: scores, winners, match slots and standings.

        Before the comparison, wait until all stages are over, at most the `patience` of the site in seconds.
        """
        matches = self._settled(len(self.recorded.stages))
        differences: list[str] = []
        for label, row in (each for stage in self.recorded.stages for each in stage.items()):
            differences += self._compare(label, matches[label], row) if label in matches else [label]
        for which, published in self.recorded.tables.items():
            differences += self._table_differs(which, published)
        return differences

    def _settled(self, stages: int) -> dict[str, dict[str, Any]]:
        """Wait at most `patience` seconds until the given stages are over; return their matches by label."""
        labels = [label for stage in self.recorded.stages[:stages] for label in stage]
        deadline = time.monotonic() + self.site.patience
        while True:
            matches = {match["label"]: match for match in self.matches()}
            tournament = self.site.get(f"/tournaments/{self.slug}/")
            if all(label in matches and matches[label]["state"] in OVER for label in labels) and all(
                stage["state"] == "over" for stage in tournament["stages"][:stages]
            ):
                return matches
            if time.monotonic() > deadline:
                return matches
            time.sleep(0.05)

    def _compare(self, label: str, match: dict[str, Any], row: dict[str, Any]) -> list[str]:
        recorded = self.recorded.matches[label]
        sheet = self.site.get(f"/matches/{match['id']}/sheet/")
        teams = [self.seeds.get(str(side["team"])) for side in match["sides"]]
        winner = teams[match["winner"]] if match["winner"] is not None else None
        checks = {
            "slots": (teams, row["teams"]),
            "from": (_sources(match, teams), row.get("from", _sources(match, teams))),
            "games won": (match["games_won"], row["games_won"]),
            "winner": (winner, row["winner"]),
            "scores": (
                [game["score"] for game in sheet["games"]],
                [game["final"] for game in recorded["games"]],
            ),
            "winners of games": (
                [game["winner"] for game in sheet["games"]],
                [SIDES.index(game["winner"]) for game in recorded["games"]],
            ),
        }
        return [
            f"{label} {what}: {got} instead of {wanted}"
            for what, (got, wanted) in checks.items()
            if got != wanted
        ]

    def _table_differs(self, which: str, published: list[dict[str, Any]]) -> list[str]:
        """Return the rows in which the standings differ from the recorded standings."""
        standings_rows = self.site.get(f"/tournaments/{self.slug}/standings/{which}")["rows"]
        rows = [
            {name: self.seeds[row["team"]] if name == "team" else row[key] for name, key in COLUMNS.items()}
            for row in standings_rows
        ]
        wanted = [{name: row[name] for name in COLUMNS} for row in published]
        return [
            f"standings {which}: {got} instead of {row}"
            for got, row in zip(rows, wanted, strict=False)
            if got != row
        ] + ([] if len(rows) == len(wanted) else [f"standings {which}: {len(rows)} rows"])


def _sources(match: dict[str, Any], teams: list[int | None]) -> list[str]:
    return [
        f"seed {team}" if side["from"].startswith("seed ") else side["from"]
        for side, team in zip(match["sides"], teams, strict=True)
    ]
