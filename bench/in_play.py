"""Set-up for benchmarks: a knockout on a running site, with a draw and a first round that is ready."""

import time
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tests.servers.site import Site
from tournaments.replay.client import Site as Client


@dataclass(frozen=True)
class InPlay:
    """A drawn knockout: the organiser's token, the tournament's slug, and the ids of the matches to play."""

    token: str
    slug: str
    ready: list[str]


def knockout(site: Site, pairs: int) -> InPlay:
    """Create a knockout of `pairs` pairs (a power of two) and wait until its first round is ready."""
    token = site.organise()
    with closing(Client(site.url, token)) as client:
        wanted: dict[str, Any] = {"name": "Prova", "card_game": "mariglia", "tables": pairs // 2}
        wanted["stages"] = [{"format": "knockout"}]
        slug = client.send("POST", "/tournaments/", wanted).body["slug"]
        client.send("POST", f"/tournaments/{slug}/teams/", [_pair(n) for n in range(1, pairs + 1)])
        client.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"})
        ready: list[dict[str, Any]] = []
        while len(ready) < pairs // 2:
            time.sleep(0.2)
            ready = client.pages(f"/tournaments/{slug}/matches/?state=ready")
    return InPlay(token, slug, [each["id"] for each in ready])


def _pair(number: int) -> dict[str, Any]:
    players = [{"name": f"Salvatore Uno{number}"}, {"name": f"Antonella Due{number}"}]
    return {"name": f"Uno{number} – Due{number}", "seed": number, "players": players}
