"""Rules for the proposed name and start of the next tournament of a series."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from tournaments.again.rules import LONGEST_NAME, next_name, next_start

SATURDAY, WEEK_LATER = date(2026, 11, 21), date(2026, 11, 28)
ROME = ZoneInfo("Europe/Rome")


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Torneo d’inverno 2", "Torneo d’inverno 3"),
        ("Torneo d’inverno", "Torneo d’inverno 2"),
        ("Serata 09", "Serata 10"),
        ("Serata (9)", "Serata (10)"),
        ("3º Torneo di Natale", "4º Torneo di Natale"),
        ("2nd Winter Cup", "3rd Winter Cup"),
        ("12th Winter Cup", "13th Winter Cup"),
        ("Coppa 2026", "Coppa 2026 2"),
        ("sabato 21 novembre", "sabato 28 novembre"),
        ("Sabato 21 Novembre 2026", "Sabato 28 Novembre 2026"),
        ("Saturday 21 November", "Saturday 28 November"),
        ("Serata del 21/11", "Serata del 28/11"),
        ("sabato 14 novembre", "sabato 14 novembre 2"),
        ("Dal 1975: sabato 21 novembre 2026", "Dal 1975: sabato 28 novembre 2026"),
        ("SABATO 21 NOVEMBRE", "SABATO 28 NOVEMBRE"),
        ("Saturday 21st November", "Saturday 28th November"),
    ],
)
def test_number_or_date_in_a_name_is_advanced(name: str, following: str) -> None:
    assert next_name(name, SATURDAY, WEEK_LATER) == following


def test_date_in_a_name_is_advanced_into_the_next_month_and_year() -> None:
    assert next_name("mercoledì 30 dicembre 2026", date(2026, 12, 30), date(2027, 1, 6)) == (
        "mercoledì 6 gennaio 2027"
    )


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Dal 1975: lunedì 28 dicembre 2026", "Dal 1975: lunedì 4 gennaio 2027"),
        ("Coppa 2026, 28 dicembre", "Coppa 2026, 4 gennaio"),
        ("Torneo 28/12/2026", "Torneo 4/1/2027"),
        ("Torneo 28.12.26", "Torneo 4.1.27"),
        ("Torneo 28/12, dal 2026", "Torneo 4/1, dal 2026"),
    ],
)
def test_only_the_year_that_belongs_to_the_date_in_a_name_is_changed(name: str, following: str) -> None:
    assert next_name(name, date(2026, 12, 28), date(2027, 1, 4)) == following


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Martedì 1º dicembre", "Martedì 8 dicembre"),
        ("Tuesday 1st December", "Tuesday 8th December"),
        ("Torneo 01/12", "Torneo 08/12"),
    ],
)
def test_first_day_of_a_month_in_a_name_is_advanced_to_the_next_date(name: str, following: str) -> None:
    assert next_name(name, date(2026, 12, 1), date(2026, 12, 8)) == following


def test_date_in_a_name_is_advanced_to_the_first_of_the_next_month() -> None:
    assert next_name("Saturday 24th April", date(2027, 4, 24), date(2027, 5, 1)) == "Saturday 1st May"


@given(name=st.text(min_size=1, max_size=80).filter(str.strip))
def test_next_name_of_a_repeated_tournament_is_never_empty_or_too_long(name: str) -> None:
    following = next_name(name, None, None)
    assert 0 < len(following) <= LONGEST_NAME


def test_next_start_is_a_week_later_at_the_same_local_time() -> None:
    before = datetime(2026, 10, 24, 20, 30, tzinfo=ROME)  # summer time ends on the 25th
    assert next_start(before, before) == datetime(2026, 10, 31, 20, 30, tzinfo=ROME)


def test_next_start_of_an_old_tournament_is_in_the_future() -> None:
    before = datetime(2026, 3, 7, 20, 30, tzinfo=ROME)
    now = before + timedelta(days=100)
    start = next_start(before, now)
    assert start
    assert start > now
    assert (start.weekday(), start.hour) == (before.weekday(), 20)
    assert next_start(None, now) is None
