"""Tests of the log filter: it passes at most five messages a minute from each source line.

The first message of the next minute contains the number of suppressed messages.
"""

import logging

import pytest

from config import logs


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the clock of the filter; return a list whose only item is the fake time in seconds."""
    seconds = [1000.0]
    monkeypatch.setattr("config.logs.time.monotonic", lambda: seconds[0])
    return seconds


@pytest.fixture
def log_lines() -> list[str]:
    return []


@pytest.fixture
def log(log_lines: list[str]) -> logging.Logger:
    """Return a logger with the filter for repeated messages from the settings."""

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            log_lines.append(self.format(record))

    log, handler = logging.getLogger("tests.damped"), Lines()
    handler.addFilter(logs.Damping())
    log.handlers, log.propagate = [handler], False
    return log


def test_each_source_line_logs_at_most_five_messages_a_minute(
    log: logging.Logger, log_lines: list[str], clock: list[float]
) -> None:
    for number in range(1000):
        log.warning("bad request %s", number)
    assert log_lines == [f"bad request {number}" for number in range(5)]


def test_first_line_of_the_next_minute_contains_the_number_of_suppressed_lines(
    log: logging.Logger, log_lines: list[str], clock: list[float]
) -> None:
    def say(number: int) -> None:
        log.warning("bad request %s", number)

    for number in range(1000):
        say(number)
    clock[0] += 60
    for number in (1000, 1001):
        say(number)
    assert log_lines[5:] == ["bad request 1000 (and 995 more like it before)", "bad request 1001"]


def test_messages_of_another_source_line_are_not_suppressed(
    log: logging.Logger, log_lines: list[str], clock: list[float]
) -> None:
    for _time in range(10):
        log.warning("one")
    log.warning("another")
    assert log_lines == ["one"] * 5 + ["another"]


def test_every_message_is_logged_if_the_filter_is_removed(log: logging.Logger, log_lines: list[str]) -> None:
    log.handlers[0].filters.clear()
    for _time in range(10):
        log.warning("one")
    assert len(log_lines) == 10


def test_event_streams_open_at_shutdown_are_not_logged_as_an_error(caplog: pytest.LogCaptureFixture) -> None:
    server = logging.getLogger("uvicorn.error")
    server.error("Cancel %s running task(s), timeout graceful shutdown exceeded", 7)
    server.error("Invalid HTTP request received.")
    assert [record.getMessage() for record in caplog.records] == ["Invalid HTTP request received."]
