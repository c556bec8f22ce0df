"""Priority of writers: readers wait for writers for a limited time, and continue one at a time."""

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
    """Run a coroutine in a thread (Playwright may have a loop in the main thread); return its result."""

    async def in_time() -> Any:
        return await asyncio.wait_for(scene(WritePriority()), 20)

    with ThreadPoolExecutor(1) as stage:
        return stage.submit(lambda: asyncio.run(in_time())).result()


async def write(writers: WritePriority, seconds: float) -> float:
    """Act as a writer for the given number of seconds; return the time at which the writer ended."""
    with writers.writing():
        await asyncio.sleep(seconds)
    return time.monotonic()


async def read(readers: WritePriority) -> float:
    """Act as a reader; return the time at which the reader could continue."""
    await readers.wait()
    return time.monotonic()


async def one_writes(all_of_them: WritePriority, seconds: float) -> tuple[float, list[float]]:
    """Run a writer, then three readers; return when the writer ended and when the readers continued."""
    writing = asyncio.create_task(write(all_of_them, seconds))
    await asyncio.sleep(0)
    went_on = await asyncio.gather(*(read(all_of_them) for _each in range(3)))
    return await writing, went_on


def test_readers_wait_for_a_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "PATIENCE", 5.0)
    written_at, went_on = play(lambda readers: one_writes(readers, 0.2))
    assert written_at - 0.05 <= min(went_on)
    assert max(went_on) < written_at + 2


def test_readers_stop_waiting_for_a_writer_after_the_time_limit() -> None:
    began = time.monotonic()
    written_at, went_on = play(lambda readers: one_writes(readers, 1.0))
    assert began + PATIENCE - 0.01 <= min(went_on)
    assert max(went_on) < written_at - 0.3


def test_readers_do_not_wait_in_a_process_without_writers() -> None:
    async def scene(readers: WritePriority) -> None:
        waiting = readers.wait()
        with pytest.raises(StopIteration):
            waiting.send(None)

    play(scene)


def test_one_reader_continues_per_loop_iteration_if_there_is_no_writer() -> None:
    async def scene(readers: WritePriority) -> list[int]:
        turns, iterations = 0, []

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async def one() -> None:
            await readers.wait()
            iterations.append(turns)

        await write(readers, 0)
        counting = asyncio.create_task(count())
        await asyncio.gather(*(one() for _each in range(5)))
        counting.cancel()
        return iterations

    iterations = play(scene)
    assert len(set(iterations)) == 5


def test_readers_do_not_wait_for_each_other_if_loop_iterations_are_long() -> None:
    async def scene(readers: WritePriority) -> float:
        async def make_turns_long() -> None:
            while True:
                time.sleep(0.02)  # like a loop that accepts a thousand connections
                await asyncio.sleep(0)

        await write(readers, 0)
        long_turns, began = asyncio.create_task(make_turns_long()), time.monotonic()
        await asyncio.gather(*(readers.wait() for _each in range(50)))
        long_turns.cancel()
        return time.monotonic() - began

    assert play(scene) < 0.5  # in sequence the readers would take one second


def test_cancelled_reader_does_not_delay_other_readers() -> None:
    async def scene(readers: WritePriority) -> None:
        leaving = [asyncio.create_task(readers.wait()) for _each in range(3)]
        with readers.writing():
            await asyncio.sleep(0.01)
            for task in leaving:
                task.cancel()
            await asyncio.gather(*leaving, return_exceptions=True)
        await asyncio.wait_for(readers.wait(), 1)

    play(scene)


def test_response_shared_by_several_readers_is_sent_after_the_writer_has_finished() -> None:
    async def scene(readers: WritePriority) -> tuple[float, list[float]]:
        sent: list[float] = []

        async def send(_message: Any) -> None:
            sent.append(time.monotonic())

        writing = asyncio.create_task(write(readers, 0.05))
        await asyncio.sleep(0)
        answer: Any = {"type": "http.response.start", "status": 200, "headers": []}
        await asyncio.gather(*(readers.after_writers(send)(answer) for _each in range(3)))
        return await writing, sent

    written_at, sent = play(scene)
    assert min(sent) >= written_at - 0.01
