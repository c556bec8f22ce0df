"""Tests of the page cache: Django renders a public page only after a change that affects the page.

A results page (the standings) is rendered again after a change of a result but not after a hand. A live page
is rendered again after both.
"""

import asyncio
import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from asgiref.current_thread_executor import CurrentThreadExecutor
from django.test import Client
from django.utils import timezone

from config.server import page_store
from config.server.page_store import PageCache
from scoring.sheet.services.log import Author
from tests import builders
from tournaments.lifecycle.services.changes import versions_of
from tournaments.matches.services import results
from tournaments.models import Match, Tournament
from tournaments.queue import runner
from tournaments.values.visibility import Visibility

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 20, 30, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@dataclass
class Front:
    """A simulated web process: its page cache, and a record of the pages that Django rendered.

    Django runs in the thread of the test, where Playwright may keep its event loop; the cache runs in another
    thread.
    """

    # The addresses of the rendered pages.
    rendered_pages: list[str] = field(default_factory=list)
    request_count: int = 0
    cache: PageCache = field(init=False)
    executor: CurrentThreadExecutor = field(init=False)

    def __post_init__(self) -> None:
        self.cache = PageCache(versions_of, self._django)

    async def _django(self, scope: Any, _receive: Any, send: Any) -> None:
        answer = await self.read(self._answer, scope)
        headers = [(name.encode(), value.encode()) for name, value in answer.items()]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": answer.getvalue(), "more_body": False})

    async def read(self, question: Callable[..., Any], *arguments: object) -> Any:
        """Run a database query in the thread of the test."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, question, *arguments)

    def _answer(self, scope: Any) -> Any:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        address = scope["path"] + (f"?{query}" if (query := scope["query_string"].decode()) else "")
        answer = Client(headers=headers).get(address)
        self.request_count += 1
        self.rendered_pages += [address] if answer.status_code == 200 else []
        return answer

    def get(self, address: str, **headers: str) -> tuple[int, bytes]:
        """Return the status and the decompressed body of a page."""
        path, _mark, query = address.partition("?")
        request_headers = {"accept-language": "en", "host": "testserver"} | headers
        scope: Any = {"type": "http", "scheme": "http", "method": "GET", "path": path}
        scope["query_string"] = query.encode()
        scope["headers"] = [
            (name.replace("_", "-").encode(), value.encode()) for name, value in request_headers.items()
        ]
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        self.executor = CurrentThreadExecutor(None)
        with ThreadPoolExecutor(1) as elsewhere:
            answered = elsewhere.submit(lambda: asyncio.run(self.cache.answer(scope, None, send)))  # type: ignore[arg-type]
            self.executor.run_until_future(answered)
            answered.result()
        packed = dict(sent[0]["headers"]).get(b"content-encoding") == b"gzip"
        return sent[0]["status"], gzip.decompress(sent[1]["body"]) if packed else sent[1]["body"]


@pytest.fixture
def front(monkeypatch: pytest.MonkeyPatch) -> Front:
    front = Front()
    monkeypatch.setattr(page_store, "read", front.read)
    return front


HAND = {"trionfo": "2C", "card_points": [36, 34]}


def write_hand(match: Match, number: int, hand: Mapping[str, Any] = HAND) -> None:
    """Record a hand of the first game; the default hand does not end the game."""
    author = Author(match.tournament.owner_id)
    body = {**hand, "dealer": (number - 1) % 4}
    results.write_hand(match.pk, (1, number), body, author=author, at=timezone.now())


def words(answer: tuple[int, bytes]) -> str:
    """Return the text of a page, with the version parameters removed from its links."""
    return re.sub(r"(since|results|\?v)=\d+", "", answer[1].decode())


def standings_of(tournament: Tournament) -> str:
    """Return the URL of the standings: the front page, or a separate page if there is a bracket."""
    bracket = tournament.stages.all()[0].format == "knockout"
    return f"/{tournament.slug}/{'classifica/' if bracket else ''}"


@pytest.mark.parametrize("form", ["knockout", "swiss", "groups", "round_robin"])
def test_standings_are_rendered_again_for_a_result_and_not_for_a_hand(front: Front, form: str) -> None:
    tournament = builders.drawn_tournament(8, form=form)
    address, match = standings_of(tournament), tournament.matches.filter(state="ready")[0]
    front.get(address)
    write_hand(match, 1)  # the match begins, which its row shows
    begun = front.get(address)
    for number in range(2, 6):
        write_hand(match, number)
        assert front.get(address) == begun
    assert front.rendered_pages == [address] * 2
    write_hand(match, 6, builders.WINS_FOR_FIRST[0])
    front.get(address)
    author = Author(tournament.owner_id)
    results.write_hand(match.pk, (2, 1), builders.WINS_FOR_FIRST[1], author=author, at=timezone.now())
    front.get(address)
    assert front.rendered_pages == [address] * 4  # a finished game is shown in the rows of its teams
    for side in (0, 1):
        results.sign_sheet(match.pk, side, author=author, at=timezone.now())
    runner.drain()
    over = front.get(address)
    assert front.rendered_pages == [address] * 5
    assert over[1] != begun[1]


def test_standings_are_rendered_again_when_a_hand_that_ended_a_game_is_struck_out(front: Front) -> None:
    tournament = builders.drawn_tournament(8, form="swiss")
    address, match = standings_of(tournament), tournament.matches.filter(state="ready")[0]
    for number in range(1, 5):
        write_hand(match, number)
    before = front.get(address)
    write_hand(match, 5, builders.WINS_FOR_FIRST[0])
    ahead = front.get(address)
    author = Author(tournament.owner_id)
    results.strike_hand(match.pk, (1, 5), author=author, at=timezone.now(), based_on=1)
    struck = front.get(address)
    assert words(before) == words(struck) != words(ahead)
    assert len(front.rendered_pages) == 3


def test_live_page_is_rendered_again_for_each_recorded_hand(front: Front) -> None:
    tournament = builders.drawn_tournament(4)
    for address in (f"/{tournament.slug}/", f"/{tournament.slug}/tavoli/", f"/{tournament.slug}/parete/"):
        match = builders.match_of(tournament)
        responses = [front.get(address)]
        for number in range(match.sheet.head_seq + 1, match.sheet.head_seq + 4):
            write_hand(match, number)
            responses += [front.get(address), front.get(address)]
        assert front.rendered_pages.count(address) == 4, address
        assert len(set(responses)) == 4, address


def test_standings_are_rendered_again_for_each_hand_if_the_visitor_follows_a_pair(front: Front) -> None:
    """The standings on the front page are a live page for a visitor who follows a pair."""
    tournament = builders.drawn_tournament(8, form="swiss")
    match = tournament.matches.filter(state="ready")[0]
    team = match.slots.all()[0].team_id
    responses = []
    for number in range(1, 4):
        write_hand(match, number)
        responses.append(front.get(f"/{tournament.slug}/", cookie=f"segui={team}"))
    assert len(set(responses)) == 3


def test_files_calendars_and_the_wall_page_are_rendered_once(front: Front) -> None:
    tournament = builders.drawn_tournament(4)
    Tournament.objects.filter(pk=tournament.pk).update(embeddable=True)
    builders.play_match(builders.match_of(tournament))
    files = (
        "parete/",
        "calendario.ics",
        "classifica.csv",
        "classifica.xlsx",
        "risultati.csv",
        "iscritti.csv",
    )
    for page in (*files, "risultati.atom", "incorpora/tabellone/", "incorpora/classifica/"):
        address = f"/{tournament.slug}/{page}"
        answers = {front.get(address) for _each in range(5)}
        assert [status for status, _body in answers] == [200], address
        assert front.rendered_pages.count(address) == 1, address


def test_calendar_file_is_not_rendered_again_when_only_time_passes(front: Front, clock: Any) -> None:
    tournament = builders.drawn_tournament(4)
    address = f"/{tournament.slug}/calendario.ics"
    for _minute in range(5):
        front.get(address)
        clock.shift(timedelta(minutes=1))
    assert (front.request_count, front.rendered_pages) == (5, [address])


def test_club_page_is_rendered_once_and_revalidated(front: Front) -> None:
    tournament = builders.drawn_tournament(4)
    assert {front.get("/")[0] for _each in range(5)} == {200}
    assert (front.request_count, front.rendered_pages) == (5, ["/"])
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.UNPUBLISHED)
    assert tournament.name not in front.get("/")[1].decode()


def test_cached_page_has_the_same_content_with_and_without_compression(front: Front) -> None:
    tournament = builders.drawn_tournament(4)
    plain, packed = (
        front.get(f"/{tournament.slug}/", **headers) for headers in ({}, {"accept_encoding": "gzip"})
    )
    assert plain == packed
    assert len(front.rendered_pages) == 2
