"""Who reads waits for who writes: not for long, and one at a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from config.server import priority
from config.server.priority import PATIENCE, WritePriority

pytestmark = pytest.mark.timing


def play(scene: Callable[[WritePriority], Awaitable[Any]]) -> Any:
    """Return what a scene returns, played in a thread of its own: in the main one Playwright has a loop."""

    async def in_time() -> Any:
        return await asyncio.wait_for(scene(WritePriority()), 20)

    with ThreadPoolExecutor(1) as stage:
        return stage.submit(lambda: asyncio.run(in_time())).result()


async def write(writers: WritePriority, seconds: float) -> float:
    """Write for so long; return when it was done."""
    with writers.writing():
        await asyncio.sleep(seconds)
    return time.monotonic()


async def read(readers: WritePriority) -> float:
    """Return when a reader could go on."""
    await readers.wait()
    return time.monotonic()


async def one_writes(all_of_them: WritePriority, seconds: float) -> tuple[float, list[float]]:
    """Return when a writer was done, and when three readers that came after him went on."""
    writing = asyncio.create_task(write(all_of_them, seconds))
    await asyncio.sleep(0)
    went_on = await asyncio.gather(*(read(all_of_them) for _each in range(3)))
    return await writing, went_on


def test_readers_wait_for_who_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "PATIENCE", 5.0)
    done, went_on = play(lambda them: one_writes(them, 0.2))
    assert done - 0.05 <= min(went_on)
    assert max(went_on) < done + 2


def test_they_do_not_wait_for_longer_than_they_are_patient() -> None:
    began = time.monotonic()
    done, went_on = play(lambda them: one_writes(them, 1.0))
    assert began + PATIENCE - 0.01 <= min(went_on)
    assert max(went_on) < done - 0.3


def test_in_a_process_without_writers_nobody_waits() -> None:
    async def scene(readers: WritePriority) -> None:
        waiting = readers.wait()
        with pytest.raises(StopIteration):
            waiting.send(None)

    play(scene)


def test_where_nobody_writes_now_they_go_on_one_a_turn() -> None:
    async def scene(readers: WritePriority) -> list[int]:
        turns, seen = 0, []

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async def one() -> None:
            await readers.wait()
            seen.append(turns)

        await write(readers, 0)
        counting = asyncio.create_task(count())
        await asyncio.gather(*(one() for _each in range(5)))
        counting.cancel()
        return seen

    seen = play(scene)
    assert len(set(seen)) == 5


def test_where_turns_are_long_nobody_waits_for_all_before_him() -> None:
    async def scene(readers: WritePriority) -> float:
        async def make_turns_long() -> None:
            while True:
                time.sleep(0.02)  # as who accepts a thousand connections
                await asyncio.sleep(0)

        await write(readers, 0)
        long_turns, began = asyncio.create_task(make_turns_long()), time.monotonic()
        await asyncio.gather(*(readers.wait() for _each in range(50)))
        long_turns.cancel()
        return time.monotonic() - began

    assert play(scene) < 0.5  # one after the other they would take a second


def test_who_gave_up_does_not_hold_up_the_others() -> None:
    async def scene(readers: WritePriority) -> None:
        leaving = [asyncio.create_task(readers.wait()) for _each in range(3)]
        with readers.writing():
            await asyncio.sleep(0.01)
            for task in leaving:
                task.cancel()
            await asyncio.gather(*leaving, return_exceptions=True)
        await asyncio.wait_for(readers.wait(), 1)

    play(scene)


def test_an_answer_that_many_wait_for_goes_out_one_a_turn_and_after_who_writes() -> None:
    async def scene(them: WritePriority) -> tuple[float, list[float]]:
        sent: list[float] = []

        async def send(_message: Any) -> None:
            sent.append(time.monotonic())

        writing = asyncio.create_task(write(them, 0.05))
        await asyncio.sleep(0)
        answer: Any = {"type": "http.response.start", "status": 200, "headers": []}
        await asyncio.gather(*(them.after_writers(send)(answer) for _each in range(3)))
        return await writing, sent

    done, sent = play(scene)
    assert min(sent) >= done - 0.01
