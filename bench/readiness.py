"""Benchmark of the time from a second signature until the next match is ready, with each database."""

import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.figures import Figure
from tests.servers.postgres import running_postgres
from tests.servers.site import Site as Running, embedded_site, scaled_site
from tournaments.replay.client import Site

TEAMS = 202  # at least a hundred matches in the second round
MATCHES = 100
WON = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
SWEPT = {"dealer": 1, "trionfo": "2C", "card_points": [70, 0]}


def run() -> list[Figure]:
    """Measure a site with SQLite ("embedded") and a site with PostgreSQL ("scaled")."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as data, embedded_site(Path(data)) as site:
        figures += _figures("embedded", _measure(site))
    with (
        tempfile.TemporaryDirectory() as data,
        running_postgres(fsync=True) as postgres,
        scaled_site(Path(data), postgres) as site,
    ):
        figures += _figures("scaled", _measure(site))
    return figures


def _figures(label: str, waits: list[float]) -> list[Figure]:
    return [
        Figure(f"{label}: matches", len(waits)),
        Figure(f"{label}: ms to ready, p50", 1000 * median(waits)),
        Figure(f"{label}: ms to ready, p95", 1000 * quantiles(waits, n=20)[-1]),
    ]


def _measure(running: Running) -> list[float]:
    """Play a tournament; return the seconds from each second signature until the next match was ready."""
    site = Site(running.url, running.organise())
    slug = site.send("POST", "/tournaments/", _setup()).body["slug"]
    site.send("POST", f"/tournaments/{slug}/teams/", [_team(number) for number in range(1, TEAMS + 1)])
    job = site.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"}).body["job"]
    while site.get(f"/jobs/{job['id']}/")["state"] != "done":
        time.sleep(0.05)
    waits: list[float] = []
    while len(waits) < MATCHES:
        waits += _play_round(site, slug, MATCHES - len(waits))
    return waits


def _setup() -> dict[str, Any]:
    return {"name": "Bench", "card_game": "mariglia", "stages": [{"format": "knockout"}], "tables": 512}


def _team(number: int) -> dict[str, Any]:
    players = [{"name": f"Anna Primu{number}"}, {"name": f"Bachisio Segundu{number}"}]
    return {"name": f"Coppia {number}", "seed": number, "players": players}


def _play_round(site: Site, slug: str, wanted: int) -> list[float]:
    """Play all ready matches; return the seconds until each next match had both entrants and was ready."""
    waits: list[float] = []
    matches = {match["label"]: match for match in site.pages(f"/tournaments/{slug}/matches/?stage=1")}
    for match in [each for each in matches.values() if each["state"] == "ready"]:
        for game, hand in enumerate((WON, SWEPT), start=1):
            site.send("PUT", f"/matches/{match['id']}/games/{game}/hands/1/", hand)
        site.send("POST", f"/matches/{match['id']}/sign/", {"side": 0})
        following = _fed_by(match["label"], matches)
        site.send("POST", f"/matches/{match['id']}/sign/", {"side": 1})
        signed = time.perf_counter()
        match["state"] = "signed"
        if following and _complete(following, matches):
            while site.get(f"/matches/{following['id']}/")["state"] != "ready":
                time.sleep(0.005)
            waits.append(time.perf_counter() - signed)
        if len(waits) == wanted:
            break
    return waits


def _fed_by(label: str, matches: dict[str, Any]) -> dict[str, Any] | None:
    name = f"winner of {label}"
    return next(
        (each for each in matches.values() if any(side["from"] == name for side in each["sides"])), None
    )


def _complete(match: dict[str, Any], matches: dict[str, Any]) -> bool:
    feeders = [side["from"].removeprefix("winner of ") for side in match["sides"]]
    return all(feeder not in matches or matches[feeder]["state"] in ("signed", "bye") for feeder in feeders)
