"""Benchmark of recording hands at 8 tables while the site pairs a Swiss round of 1,000 entrants.

The tables belong to another tournament and are simulated by a separate process. Each table sends four hands a
second, two hundred times as many as people would send. The site can just handle this load, so longer response
times are caused by the pairing. The response times during a pairing (from its request to the end of its job)
are compared with those between pairings, alternately in one run.
"""

import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from bench.figures import Figure
from bench.in_play import knockout
from tests.servers.site import embedded_site
from tournaments.replay.client import Site as Client

ENTRANTS, TABLES, PAIRS = 1_000, 8, 512
ROUNDS = 6
# Seconds in which the tables write alone before each round.
PAUSE = 4.0
# The number of hands of one match; then the table takes another match.
HANDS = 25
# Seconds between two hands of a table.
PACE = 0.25
GOAL = 2.0

# Ends a round at once: stores the results of its matches as if they had been played.
DECIDED = """
from django.db import transaction
from django.utils import timezone

at, stage = timezone.now(), Stage.objects.get(tournament__slug={slug!r})
with transaction.atomic():
    matches = list(Match.objects.filter(stage=stage, state="ready").order_by("number"))
    last = stage.outcome_seq + len(matches)
    Outcome.objects.bulk_create(
        Outcome(
            match=match, version=1, stage=stage, seq=seq, kind="result", winner=seq % 2, made_at=at,
            games=[[20, 35] if seq % 2 else [35, 20]] * 2, game_winners=[seq % 2] * 2,
        )
        for seq, match in enumerate(matches, start=stage.outcome_seq + 1)
    )
    Match.objects.filter(stage=stage, state="ready").update(state="confirmed", over_at=at)
    Stage.objects.filter(pk=stage.pk).update(outcome_seq=last, bracket_seq=last)
"""


class Hand(NamedTuple):
    """The time at which a hand was sent, and the time at which the response arrived."""

    sent: float
    answered: float


def run() -> list[Figure]:
    """Pair the rounds; compare the response times of hands sent during pairings and between pairings."""
    with tempfile.TemporaryDirectory() as data, embedded_site(Path(data)) as site:
        playing = knockout(site, PAIRS)
        with closing(Client(site.url, playing.token)) as client:
            slug = _swiss(client)
            seconds = (ROUNDS + 1) * (PAUSE + 30)
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                writing = process.submit(write, site.url, playing.token, playing.ready, seconds, data)
                alone, paired = [], []
                for _round in range(ROUNDS):
                    site.python(DECIDED.format(slug=slug))
                    alone.append(_pause())
                    paired.append(_pair(client, slug))
                Path(data, STOP).touch()
                hands = writing.result()
    return _figures(hands, alone, paired)


def _figures(hands: Sequence[Hand], alone: Sequence[Hand], paired: Sequence[Hand]) -> list[Figure]:
    quiet, busy = _milliseconds(hands, alone), _milliseconds(hands, paired)
    rounds = [window.answered - window.sent for window in paired]
    return [
        Figure("hands while a round is paired", len(busy)),
        Figure("p50 of a hand meanwhile, ms; between rounds", median(busy), median(quiet)),
        Figure(
            "p95 of a hand meanwhile, ms; between rounds",
            quantiles(busy, n=20)[-1],
            quantiles(quiet, n=20)[-1],
            GOAL,
        ),
        Figure("the slowest hand meanwhile, ms; between rounds", max(busy), max(quiet)),
        Figure("from a round's request to its matches, s", median(rounds)),
    ]


def _milliseconds(hands: Sequence[Hand], windows: Sequence[Hand]) -> list[float]:
    return [
        1000 * (hand.answered - hand.sent)
        for hand in hands
        if any(window.sent <= hand.sent <= window.answered for window in windows)
    ]


def _swiss(client: Client) -> str:
    stages = [{"format": "swiss", "options": {"rounds": ROUNDS + 1}}]
    wanted: dict[str, Any] = {"name": "Svizzera", "card_game": "mariglia", "tables": 512, "stages": stages}
    slug: str = client.send("POST", "/tournaments/", wanted).body["slug"]
    teams = [
        {"players": [{"name": f"Anna Tre{number}"}, {"name": f"Bachisio Quattro{number}"}], "seed": number}
        for number in range(1, ENTRANTS + 1)
    ]
    client.send("POST", f"/tournaments/{slug}/teams/", teams)
    _pair(client, slug)
    return slug


def _pair(client: Client, slug: str) -> Hand:
    """Request the next round and wait until its job has ended; return the start time and the end time."""
    sent = time.perf_counter()
    job = client.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"}).body["job"]
    while client.get(f"/jobs/{job['id']}/")["state"] != "done":
        time.sleep(0.05)
    return Hand(sent, time.perf_counter())


def _pause() -> Hand:
    started = time.perf_counter()
    time.sleep(PAUSE)
    return Hand(started, time.perf_counter())


STOP = "stop"


def write(url: str, token: str, matches: list[str], seconds: float, data: str) -> list[Hand]:
    """Send hands from every table until the file STOP exists or the time limit is reached."""
    until = time.perf_counter() + seconds
    with ThreadPoolExecutor(TABLES) as tables:
        parts = [
            tables.submit(_table, url, token, matches[number::TABLES], until, Path(data, STOP))
            for number in range(TABLES)
        ]
    return [hand for part in parts for hand in part.result()]


def _table(url: str, token: str, matches: list[str], until: float, stop: Path) -> list[Hand]:
    hands: list[Hand] = []
    with closing(Client(url, token)) as client:
        for match in matches:
            for number in range(1, HANDS + 1):
                if stop.exists() or time.perf_counter() > until:
                    return hands
                body = {"dealer": (number - 1) % 4, "trionfo": "2C", "card_points": [36, 34]}
                sent = time.perf_counter()
                client.send("PUT", f"/matches/{match}/games/1/hands/{number}/", body)
                hands.append(Hand(sent, time.perf_counter()))
                time.sleep(max(0, sent + PACE - time.perf_counter()))
    raise RuntimeError("no match is left: increase HANDS")
