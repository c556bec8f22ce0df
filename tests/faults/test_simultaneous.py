"""Many processes send the same request simultaneously: one request is stored, and all get a response."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.evenings import recorded_evening
from tests.faults.tables import Standing
from tests.servers.site import Site as Running
from tournaments.replay.client import Site
from tournaments.replay.evening import EveningReplay

pytestmark = [pytest.mark.site, pytest.mark.timeout(300), pytest.mark.timing]

VOLLEY = Path(__file__).with_name("volley.py")
HAND = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}


@pytest.fixture
def drawn_site(standing: Standing) -> Iterator[tuple[Running, EveningReplay]]:
    """A running site with a drawn tournament of sixteen teams."""
    evening = EveningReplay(Site(standing.site.url, standing.token), recorded_evening(), "Serata")
    evening.set_up()
    yield standing.site, evening
    evening.site.close()


def volley(site: Running, token: str, method: str, path: str, bodies: list[Any]) -> list[tuple[int, Any]]:
    """Send each body from its own process at the same time; return status and body of each response."""
    instant = str(time.time() + 2 + len(bodies) * 0.08)
    shots = [
        subprocess.Popen(
            [
                sys.executable,
                "-S",
                str(VOLLEY),
                site.url,
                token,
                method,
                f"/api/v1{path}",
                json.dumps(body),
                instant,
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for body in bodies
    ]
    printed = [shot.communicate(timeout=120)[0] for shot in shots]
    return [(int(line[:3]), json.loads(line[4:])) for line in printed]


def ready_match(evening: EveningReplay) -> dict[str, Any]:
    """Wait until the bracket has been computed; return a ready match."""
    while not (ready := evening.site.pages(f"/tournaments/{evening.slug}/matches/?stage=1&state=ready")):
        time.sleep(0.05)
    return dict(ready[0])


def test_same_hand_from_64_processes_is_stored_once(drawn_site: tuple[Running, EveningReplay]) -> None:
    site, evening = drawn_site
    path = f"/matches/{ready_match(evening)['id']}/games/1/hands/1/"
    answers = volley(site, evening.site.token, "PUT", path, [HAND] * 64)
    assert Counter(status for status, _body in answers) == {201: 1, 200: 63}
    assert site.manage("verify", evening.slug).returncode == 0


def test_only_one_of_the_different_hands_from_64_processes_is_stored(
    drawn_site: tuple[Running, EveningReplay],
) -> None:
    site, evening = drawn_site
    match = ready_match(evening)
    path = f"/matches/{match['id']}/games/1/hands/1/"
    hands = [{**HAND, "card_points": [points, 70 - points]} for points in range(3, 67)]
    answers = volley(site, evening.site.token, "PUT", path, hands)
    assert Counter(status for status, _body in answers) == {201: 1, 409: 63}
    assert {body["code"] for status, body in answers if status == 409} == {"hand_differs"}
    sheet = evening.site.get(f"/matches/{match['id']}/sheet/")
    assert len(sheet["games"][0]["hands"]) == 1
    assert site.manage("verify", evening.slug).returncode == 0


def test_draw_requested_by_50_processes_is_made_once(drawn_site: tuple[Running, EveningReplay]) -> None:
    site, evening = drawn_site
    other = EveningReplay(evening.site, recorded_evening(), "Seconda serata")
    setup = {"name": other.name, **other.recorded.setup}
    slug = evening.site.send("POST", "/tournaments/", setup).body["slug"]
    evening.site.send("POST", f"/tournaments/{slug}/teams/", other.recorded.entries)
    orders = [{"stage": 1, "by": "lots", "lot": f"lot {number}"} for number in range(50)]
    answers = volley(site, evening.site.token, "POST", f"/tournaments/{slug}/draw/", orders)
    assert Counter(status for status, _body in answers) == {202: 50}
    assert len({body["job"]["id"] for _status, body in answers}) == 1
