"""Proposed name and start of the next tournament, derived from those of the previous tournament.

A number at the end or an ordinal at the beginning of the name is increased. A date in the name is replaced by
the new date. If the name has no number, ordinal or date, the number 2 is added.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial

LONGEST_NAME = 80
A_WEEK = timedelta(days=7)

MONTHS: Sequence[Sequence[str]] = (
    (
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
        "ottobre", "novembre", "dicembre",
    ),
    (
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ),
)  # fmt: skip
DAYS: Sequence[Sequence[str]] = (
    ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
)

_NUMBER = re.compile(r"(?<![\d/.,:-])(\d{1,3})(\)?)\s*$")
_ORDINAL = re.compile(r"^(\d{1,3})(?=[ºª°]|(?:st|nd|rd|th)\b)")


def next_start(before: datetime | None, now: datetime) -> datetime | None:
    """Return the first future start with the weekday and local time of `before`; None if `before` is None.

    The start is at least one week after `before`.
    """
    if before is None:
        return None
    weeks = 1
    while (start := before.replace(tzinfo=None) + weeks * A_WEEK) <= now.replace(tzinfo=None):
        weeks += 1
    return start.replace(tzinfo=before.tzinfo)


def next_name(name: str, before: date | None, after: date | None) -> str:
    """Return the name of the next tournament. `before` and `after` are the dates of the two tournaments."""
    moved = _with_day(name, before, after)
    if moved != name:
        return moved[:LONGEST_NAME]
    if number := _ORDINAL.search(name):
        return _next_ordinal(name, number)
    if number := _NUMBER.search(name):
        stem, digits = name[: number.start()], number[1]
        return f"{stem}{int(digits) + 1:0{len(digits)}d}{number[2]}"[:LONGEST_NAME]
    return f"{name[: LONGEST_NAME - 2].rstrip()} 2"


def _next_ordinal(name: str, number: "re.Match[str]") -> str:
    following = int(number[1]) + 1
    rest = re.sub(r"^(?:st|nd|rd|th)\b", _english_ending(following), name[number.end() :])
    return f"{following}{rest}"[:LONGEST_NAME]


def _english_ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _with_day(name: str, before: date | None, after: date | None) -> str:
    """Return the name with the previous tournament's date replaced by the next tournament's date."""
    if before is None or after is None:
        return name
    for months, days in zip(MONTHS, DAYS, strict=True):
        moved = _words_pattern(before, months).sub(partial(_in_words, day=after, months=months), name)
        if moved != name:
            weekday = re.compile(rf"\b{days[before.weekday()]}\b", re.IGNORECASE)
            return weekday.sub(partial(_cased, days[after.weekday()]), moved)
    numbers = rf"\b(0?){before.day}([/.-])(0?){before.month}(?:\2({before.year}|{before:%y}))?\b"
    return re.sub(numbers, lambda hit: _in_numbers(hit, after), name)


def _words_pattern(day: date, months: Sequence[str]) -> "re.Pattern[str]":
    """Return a regular expression for `day` written with the name of the month, with or without the year."""
    number, month = rf"\b0?{day.day}(º|°|st|nd|rd|th)?(\s+)", rf"({months[day.month - 1]})"
    return re.compile(rf"{number}{month}(?:(,?\s+){day.year})?\b", re.IGNORECASE)


def _in_words(hit: "re.Match[str]", day: date, months: Sequence[str]) -> str:
    """Return `day` in the format of the matched date, with the month as a name."""
    ending, space, month, before_year = hit.groups()
    if ending and ending.isascii():
        ending = _english_ending(day.day)
    elif day.day > 1:
        ending = ""
    year = f"{before_year}{day.year}" if before_year else ""
    return f"{day.day}{ending or ''}{space}{_like(month, months[day.month - 1])}{year}"


def _in_numbers(hit: "re.Match[str]", day: date) -> str:
    """Return `day` in the format of the matched numeric date."""
    first, mark, second, year = hit.groups()
    numbers = [f"{day.day:0{2 if first else 1}d}", f"{day.month:0{2 if second else 1}d}"]
    return mark.join([*numbers, *([f"{day:%Y}"[-len(year) :]] if year else [])])


def _cased(word: str, hit: "re.Match[str]") -> str:
    return _like(hit[0], word)


def _like(pattern: str, word: str) -> str:
    """Return `word` with the capitalisation of `pattern`."""
    if pattern.isupper():
        return word.upper()
    return word.capitalize() if pattern[0].isupper() else word
