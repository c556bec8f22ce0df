"""A recorded tournament replayed at different times: the digest does not depend on any clock.

The tournament is played through the API, and the server time moves one minute after every hand. Different
replays cross New Year's midnight and the two nights on which the clocks of Rome change. The clock of the
phone that sends the hands is wrong by a year. The data sent from the tables contain no time. The test suite
plays New Year's midnight and the night with a repeated hour; `make nights` plays all nights.
"""

import json
import os
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from rest_framework.authtoken.models import Token

from tests import builders
from tests.faults.evenings import recorded_evening
from tests.faults.test_evening import DIGEST
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import Match, Tournament
from tournaments.queue import runner
from tournaments.replay.client import Refused, Site, SiteAnswer
from tournaments.replay.evening import EveningReplay
from tournaments.tables.selectors.calendar import clock_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.alike]

ROME = ZoneInfo("Europe/Rome")
NIGHTS = {
    "an evening": datetime(2026, 11, 21, 20, 30, tzinfo=ROME),
    "across midnight": datetime(2026, 12, 31, 22, 30, tzinfo=ROME),
    "the clocks go forward": datetime(2027, 3, 28, 0, 30, tzinfo=ROME),
    "the clocks go back": datetime(2026, 10, 25, 0, 30, tzinfo=ROME),
}
A_HAND = timedelta(minutes=1)
A_YEAR = timedelta(days=365)
LENGTH = 240


class Wall(Site):
    """A site that runs in the test process. Its clock advances after every hand; jobs run immediately."""

    def __init__(self, token: str, now: time_machine.Traveller, phone_is_off_by: timedelta) -> None:
        super().__init__("http://testserver", token)
        self.now, self.client, self.off = now, Client(), phone_is_off_by

    def send(self, method: str, path: str, body: object = None, **headers: str) -> SiteAnswer:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        phone = (datetime.now(UTC) + self.off).strftime("%a, %d %b %Y %H:%M:%S GMT")
        sent = {"Authorization": f"Token {self.token}", "Date": phone, **more}
        answer = self.client.generic(
            method, f"/api/v1{path}", _json(body), content_type="application/json", headers=sent
        )
        if answer.status_code >= 400:
            raise Refused(answer.status_code, answer.content)
        if method == "PUT":
            self.now.shift(A_HAND)
        runner.drain()
        return SiteAnswer(answer.status_code, answer.json(), answer.headers.get("ETag", ""))

    def another(self) -> "Site":
        return self


def _json(body: object) -> str:
    return "" if body is None else json.dumps(body)


def play(
    start: datetime, *, off: timedelta = timedelta(0), spoilt: bool = False
) -> tuple[EveningReplay, str]:
    """Play the tournament with the clock set to the given start time; if `spoilt`, change one hand.

    The clock of the phone is wrong by `off`. Return the replay and the digest of the tournament.
    """
    owner = builders.an_organiser(superuser=True)
    token = Token.objects.get_or_create(user=owner)[0].key
    with time_machine.travel(start.astimezone(UTC), tick=False) as now:
        site = Wall(token, now, off)
        evening = EveningReplay(site, recorded_evening(), f"Serata {start.date()}")
        evening.set_up()
        site.send(
            "POST", f"/tournaments/{evening.slug}/clock/", {"round": 1, "act": "start", "minutes": LENGTH}
        )
        if spoilt:
            _spoil(evening)
        for number, rows in enumerate(evening.recorded.stages, start=1):
            if number > 1:
                evening._draw(number)
            _play_stage(evening, len(rows))
        report = verify_tournament(Tournament.objects.get(slug=evening.slug))
    assert report.faults == []
    return evening, report.digest


def _play_stage(evening: EveningReplay, matches: int) -> None:
    """Play the matches one after the other in this thread. The clock is simulated."""
    while len(evening._labels_in_play) < matches:
        match = evening._next(evening.site)
        assert match is not None
        evening._play_match(evening.site, match)


def _spoil(evening: EveningReplay) -> None:
    """Move one card point of a hand from one side to the other without changing the winner."""
    hand = evening.recorded.matches["R1.1"]["games"][0]["hands"][0]
    hand["points"] = [hand["points"][0] + 1, hand["points"][1] - 1]


TRIED = [
    pytest.param("across midnight", A_YEAR, id="across midnight, the phone a year ahead"),
    pytest.param(
        "the clocks go back",
        -A_YEAR,
        id="the clocks go back, the phone a year behind",
        marks=pytest.mark.sweep,
    ),
]
if "NIGHTS" in os.environ:
    TRIED += [
        pytest.param("an evening", timedelta(0), id="an evening"),
        pytest.param("the clocks go forward", -A_YEAR, id="the clocks go forward, the phone a year behind"),
    ]


@pytest.mark.parametrize(("night", "off"), TRIED)
def test_digest_of_a_tournament_does_not_depend_on_the_time_of_play(night: str, off: timedelta) -> None:
    start = NIGHTS[night]
    evening, digest = play(start, off=off)
    assert digest == DIGEST
    round_clock = clock_of(Tournament.objects.get(slug=evening.slug).stages.get(number=1))
    assert round_clock is not None
    assert round_clock.clock.ends_at == start.astimezone(UTC) + timedelta(minutes=LENGTH)
    matches = Match.objects.filter(tournament__slug=evening.slug, state="signed").order_by("over_at")
    lasted = [match.over_at - start.astimezone(UTC) for match in matches if match.over_at]
    assert lasted[-1] == A_HAND * (evening.hands_written - 1)  # the clock moves after each hand
    assert lasted == sorted(lasted)


@pytest.mark.control
def test_digest_changes_if_one_hand_is_changed() -> None:
    _evening, digest = play(NIGHTS["the clocks go back"], spoilt=True)
    assert digest != DIGEST
