"""Rules of backups: first and last line of a backup file, deletion of old backups, nightly schedule."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from scoring.types import RuleError
from tournaments.copies.rules import (
    COPIES_KEPT,
    CopyEnd,
    CopyHead,
    Reason,
    copy_name,
    line_of,
    night_begin,
    night_is_due,
    read_end,
    read_head,
    read_name,
    superfluous,
)

HEAD = CopyHead("one-site", "0.1.0", "2026-11-25T03:00:00+00:00", {"tournaments": "0027_pairs_turned"})
MOMENTS = st.datetimes(timezones=st.just(UTC)).map(lambda at: at.replace(year=2020 + at.year % 80, day=1))


def test_first_and_last_line_of_a_backup_are_read_back_unchanged() -> None:
    assert read_head(line_of(HEAD)) == HEAD
    assert read_end(line_of(CopyEnd(7, "ab"))) == CopyEnd(7, "ab")


def test_first_line_of_an_older_backup_without_a_header_is_read_as_none() -> None:
    assert read_head('{"model": "tournaments.club","pk": 1,"fields": {}}\n') is None


def test_backup_of_a_newer_format_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        read_head(line_of(CopyHead("one-site", "9.0", "", {}, format=2)))
    assert refused.value.code == "copy_newer"
    assert "9.0" in refused.value.message.english()


@given(st.lists(MOMENTS, max_size=40, unique_by=lambda at: at.replace(microsecond=0)))
def test_fourteen_newest_backups_and_files_that_are_not_backups_are_kept(moments: list[datetime]) -> None:
    names = [copy_name(at, Reason.NIGHT) for at in moments]
    deletions = superfluous([*names, "notes.txt", "trionfo_of_mine.jsonl.gz"])
    assert set(deletions) <= set(names)
    assert set(names) - set(deletions) == set(sorted(names)[-COPIES_KEPT:])
    assert all(read_name(name) for name in names)


@pytest.mark.parametrize("name", ["trionfo_20261128_030000_yearly.jsonl.gz",
                                  "trionfo_20261399_030000_night.jsonl.gz"])  # fmt: skip
def test_file_name_with_an_unknown_reason_or_an_impossible_time_is_no_backup(name: str) -> None:
    assert read_name(name) is None
    older = copy_name(datetime(2026, 11, 1, tzinfo=UTC), Reason.NIGHT)
    assert superfluous([older, *[name] * COPIES_KEPT]) == []


@given(MOMENTS)
def test_nightly_backup_is_due_once_per_night(now: datetime) -> None:
    now = now.astimezone(ZoneInfo("Europe/Rome"))
    assert night_is_due(now, None)
    assert not night_is_due(now, now)
    assert night_is_due(now, night_begin(now) - timedelta(seconds=1))
    assert night_begin(now) <= now


def test_nightly_backup_is_made_later_if_the_machine_was_off() -> None:
    evening = datetime(2026, 11, 24, 20, 15, tzinfo=ZoneInfo("Europe/Rome"))
    assert night_is_due(evening, evening - timedelta(hours=18))
    assert not night_is_due(evening, evening - timedelta(hours=17))
