"""A short tournament over HTTP: two teams are entered and a job makes the draw."""

import time
from typing import Any

from tournaments.replay.client import Site as Client

PAIRS = [
    {"name": name, "players": [{"name": f"{name} uno"}, {"name": f"{name} due"}]}
    for name in ("Ponte", "Torre")
]
PATIENCE = 15.0


def draw_two_pairs(client: Client, name: str = "Prova") -> dict[str, Any]:
    """Create and draw a tournament of two teams; return the draw job as a dict.

    Two keys are added: `slug` is the slug of the tournament, and `seconds` is the duration of the draw. After
    PATIENCE seconds the job is returned even if it is unfinished.
    """
    wanted = {"name": name, "card_game": "mariglia", "stages": [{"format": "knockout"}]}
    slug = client.send("POST", "/tournaments/", wanted).body["slug"]
    client.send("POST", f"/tournaments/{slug}/teams/", PAIRS)
    started = time.monotonic()
    job: dict[str, Any] = client.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"}).body[
        "job"
    ]
    while job["state"] not in ("done", "failed") and time.monotonic() - started < PATIENCE:
        time.sleep(0.02)
        job = client.get(f"/jobs/{job['id']}/")
    return {**job, "slug": slug, "seconds": time.monotonic() - started}
