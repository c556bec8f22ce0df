"""Tests of the notice rules: entry period, limits, dates of copied notices, links in texts."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from scoring.types import BadEntry
from tournaments.notice import rules
from tournaments.notice.rules import Phase

ROME = ZoneInfo("Europe/Rome")
NOON = datetime(2026, 11, 10, 12, 0, tzinfo=ROME)
HOUR = timedelta(hours=1)


class Terms(NamedTuple):
    """A stand-in for the `Notice` model with only the fields that the rules read."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    accepts: str = "at_once"


class InState(NamedTuple):
    """A stand-in for the `Tournament` model with only the field `state`."""

    state: str = "entries"


@pytest.mark.parametrize(
    ("notice", "state", "phase", "opened"),
    [
        (Terms(), "entries", Phase.OPEN, True),
        (Terms(NOON, NOON + HOUR), "entries", Phase.OPEN, True),
        (Terms(NOON + HOUR), "entries", Phase.BEFORE, False),
        (Terms(None, NOON), "entries", Phase.CLOSED, False),
        (Terms(None, NOON - HOUR), "entries", Phase.CLOSED, False),
        (Terms(NOON - HOUR), "playing", Phase.CLOSED, False),
        (Terms(), "over", Phase.CLOSED, False),
        (Terms(accepts="at_desk"), "entries", Phase.OPEN, False),
        (Terms(accepts="code"), "entries", Phase.OPEN, True),
    ],
)
def test_entries_are_open_between_the_opening_and_closing_times_until_the_draw(
    notice: Terms, state: str, phase: Phase, opened: bool
) -> None:
    assert rules.phase_of(notice, InState(state), NOON) is phase
    assert rules.is_open(notice, InState(state), NOON) is opened


def test_hour_repeated_by_a_clock_change_counts_as_two_hours() -> None:
    closes = datetime(2026, 10, 25, 2, 30, tzinfo=ROME, fold=1)  # the second of the two hours
    before = datetime(2026, 10, 25, 0, 59, tzinfo=UTC)  # 02:59 for the first time
    assert rules.is_open(Terms(closes_at=closes), InState(), before)
    assert not rules.is_open(Terms(closes_at=closes), InState(), before + HOUR)


def test_copied_times_keep_their_local_hour_across_a_clock_change() -> None:
    start = datetime(2026, 10, 21, 20, 30, tzinfo=ROME)
    values = {
        "doors_at": start - HOUR / 2,
        "opens_at": None,
        "closes_at": start - timedelta(days=1),
        "fee": 5,
    }
    memory = rules.as_memory(values, start, ROME)
    assert (memory["doors_at"], memory["opens_at"], memory["fee"]) == (-30, None, 5)
    later = datetime(2026, 10, 25, 20, 30, tzinfo=ROME)  # the clocks change in the night before
    again = rules.from_memory(memory, later, ROME)
    assert again["doors_at"].isoformat() == "2026-10-25T20:00:00+01:00"
    assert again["closes_at"].isoformat() == "2026-10-24T20:30:00+02:00"
    assert rules.from_memory(memory, None, ROME)["doors_at"] is None
    assert rules.as_memory(values, None, ROME)["doors_at"] is None


@pytest.mark.parametrize(
    ("text", "hrefs"),
    [
        ("see https://a.it/b?c=1, and http://d.it.", ["https://a.it/b?c=1", "http://d.it"]),
        ("(https://a.it/b)", ["https://a.it/b"]),
        ("javascript:alert(1) ftp://a.it a.it", []),
        ('https://a.it/"onclick=x', ["https://a.it/"]),
        ("<script>alert(1)</script>", []),
    ],
)
def test_http_urls_become_links_and_javascript_and_ftp_urls_do_not(text: str, hrefs: list[str]) -> None:
    pieces = rules.linked(text)
    assert [piece.href for piece in pieces if piece.href] == hrefs
    assert "".join(piece.text for piece in pieces) == text


@pytest.mark.parametrize(
    ("text", "hrefs"),
    [
        ("Rosanna, 079 555 0142", ["tel:0795550142"]),
        ("+39 347-123.4567 o a.b+c@circolo.it", ["tel:+393471234567", "mailto:a.b+c@circolo.it"]),
        ("dopo le 18", []),
        ("il 21/11/2026", []),
    ],
)
def test_telephone_numbers_and_email_addresses_become_links(text: str, hrefs: list[str]) -> None:
    assert [piece.href for piece in rules.linked_contact(text) if piece.href] == hrefs


def test_every_error_of_a_notice_names_its_field() -> None:
    values = dict.fromkeys(rules.LONGEST, "") | dict.fromkeys(rules.MOMENTS)
    wrong = values | {"fee": -1, "places": 0, "accepts": "code", "opens_at": NOON, "closes_at": NOON}
    with pytest.raises(BadEntry) as refused:
        rules.check_notice(wrong | {"place": "a" * 81}, "/notice")
    assert {problem.where: problem.code for problem in refused.value.problems} == {
        "/notice/place": "text_too_long",
        "/notice/fee": "fee_range",
        "/notice/places": "places_range",
        "/notice/closes_at": "closes_before_opens",
        "/notice/code": "code_missing",
    }
    with pytest.raises(BadEntry, match="accepted"):
        rules.check_notice(values | {"fee": 0, "places": None, "accepts": "never"}, "")


def test_line_breaks_are_kept_in_fields_that_allow_them() -> None:
    assert rules.clean_text("place", "  Sala \n del  circolo ") == "Sala del circolo"
    assert rules.clean_text("text", "a  b\r\nc\n\n\n\nd\n") == "a b\nc\n\nd"
    assert rules.paragraphs("a\nb\n\nc") == ["a\nb", "c"]
    assert rules.first_line("a\nb\nc") == ("a", "b\nc")
