"""Rules of a notice: entry phases, text limits, links, and the copy of a notice for a later tournament."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.values.requests import MOST_FEE, MOST_PLACES, Accepts

MOST_TEXT = 4_000


# The texts of a notice and their largest lengths.
LONGEST: Mapping[str, int] = {
    "place": 80,
    "address": 160,
    "directions": 160,
    "contact": 240,
    "fee_includes": 160,
    "prizes": 400,
    "text": MOST_TEXT,
    "code": 40,
}
SEVERAL_LINES = ("contact", "prizes", "text")
MOMENTS = ("doors_at", "opens_at", "closes_at")
# All fields of a notice except the regulations, which are a file.
FIELDS = (*LONGEST, *MOMENTS, "fee", "places", "accepts")


class Terms(Protocol):
    """Interface of a notice: the fields that the rules about entries use."""

    @property
    def opens_at(self) -> datetime | None:
        """Return the time at which entries open, or None if no opening time is set."""

    @property
    def closes_at(self) -> datetime | None:
        """Return the time at which entries close, or None if no closing time is set."""

    @property
    def accepts(self) -> str:
        """Return how online requests are accepted, as a value of `Accepts`."""


class InState(Protocol):
    """Interface of a tournament: the state that the rules use."""

    @property
    def state(self) -> str:
        """Return the state of the tournament."""


class Phase(StrEnum):
    """Phase of online entries: not open yet, open or closed."""

    BEFORE = "before"
    OPEN = "open"
    CLOSED = "closed"


def phase_of(notice: Terms, tournament: InState, now: datetime) -> Phase:
    """Return the phase of online entries. Times are compared in UTC, so clock changes do not matter.

    Entries are open from `opens_at` on, and closed from `closes_at` on and after the draw.
    """
    if tournament.state != "entries" or (notice.closes_at and now >= notice.closes_at):
        return Phase.CLOSED
    if notice.opens_at and now < notice.opens_at:
        return Phase.BEFORE
    return Phase.OPEN


def is_open(notice: Terms, tournament: InState, now: datetime) -> bool:
    """Return whether online entries are accepted now."""
    return phase_of(notice, tournament, now) is Phase.OPEN and notice.accepts != Accepts.AT_DESK


def clean_text(key: str, text: str) -> str:
    """Collapse the spaces in a text, and join its lines unless the field allows several lines."""
    if key not in SEVERAL_LINES:
        return " ".join(text.split())
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines))


def check_notice(values: Mapping[str, Any], where: str) -> None:
    """Raise BadEntry with all errors if the notice is invalid; each problem names its field.

    `values` contains all fields in FIELDS. `where` is the beginning of each JSON Pointer.
    """
    problems = tuple(
        Problem(code, "", "error", f"{where}/{field}", sentence) for field, code, sentence in _faults(values)
    )
    if problems:
        raise BadEntry(problems[0].code, problems[0].message, problems)


def _faults(values: Mapping[str, Any]) -> Iterator[tuple[str, str, Sentence]]:
    for key, most in LONGEST.items():
        if len(values[key]) > most:
            yield key, "text_too_long", Sentence(_("Write at most %(most)s letters here."), {"most": most})
    if not 0 <= values["fee"] <= MOST_FEE:
        text = _("A fee is from 0 to %(most)s euros, for a team.")
        yield "fee", "fee_range", Sentence(text, {"most": MOST_FEE // 100})
    if values["places"] is not None and not 1 <= values["places"] <= MOST_PLACES:
        text = _("Give the number of places: from 1 to %(most)s. Without a number all who come are taken.")
        yield "places", "places_range", Sentence(text, {"most": MOST_PLACES})
    opens, closes = values["opens_at"], values["closes_at"]
    if opens and closes and closes <= opens:
        text = _("Entries would close before they open. Give a later end, or an earlier beginning.")
        yield "closes_at", "closes_before_opens", Sentence(text)
    if values["accepts"] not in set(Accepts):
        text = _("Choose how entries are accepted: %(known)s.")
        yield "accepts", "unknown_accepts", Sentence(text, {"known": ", ".join(Accepts)})
    if values["accepts"] == Accepts.CODE and not values["code"]:
        text = _("Entries with a code need one. Write it here; you give it to those you invite.")
        yield "code", "code_missing", Sentence(text)


def as_memory(values: Mapping[str, Any], starts_at: datetime | None, zone: tzinfo) -> dict[str, Any]:
    """Return the values of a notice, for copying the notice to a later tournament.

    Times are replaced by offsets from the start of the tournament. Offsets are minutes of local time, so that
    an event at 20:00 stays at 20:00 when daylight saving time changes. If the tournament has no start time,
    all offsets are None.
    """
    moments = {key: _distance(values[key], starts_at, zone) for key in MOMENTS}
    return {**values, **moments}


def from_memory(memory: Mapping[str, Any], starts_at: datetime | None, zone: tzinfo) -> dict[str, Any]:
    """Return the values of a copied notice. If the new tournament has no start time, all times are None."""
    moments = {key: _moment(memory.get(key), starts_at, zone) for key in MOMENTS}
    return {**memory, **moments}


def _distance(moment: datetime | None, starts_at: datetime | None, zone: tzinfo) -> int | None:
    if moment is None or starts_at is None:
        return None
    on_the_wall = [each.astimezone(zone).replace(tzinfo=None) for each in (moment, starts_at)]
    return round((on_the_wall[0] - on_the_wall[1]) / timedelta(minutes=1))


def _moment(minutes: int | None, starts_at: datetime | None, zone: tzinfo) -> datetime | None:
    if minutes is None or starts_at is None:
        return None
    on_the_wall = starts_at.astimezone(zone).replace(tzinfo=None) + timedelta(minutes=minutes)
    return on_the_wall.replace(tzinfo=zone)


class TextPiece(NamedTuple):
    """A piece of text; a link also has a URL."""

    text: str
    href: str = ""


_WEB = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]]")
_CONTACT = re.compile(
    r"(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})"
    r"|(?P<phone>(?<![\w+])\+?\d[\d .-]{4,18}\d(?!\w))"
)


def linked(text: str) -> list[TextPiece]:
    """Split a text into pieces, so that its web addresses become links."""
    return _pieces(text, _WEB, lambda hit: hit[0])


def linked_contact(text: str) -> list[TextPiece]:
    """Split a text into pieces, so that its telephone numbers and email addresses become links."""
    return _pieces(text, _CONTACT, _contact_address)


def _contact_address(hit: "re.Match[str]") -> str:
    return f"mailto:{hit['mail']}" if hit["mail"] else "tel:" + re.sub(r"[^+\d]", "", hit["phone"])


def _pieces(text: str, pattern: "re.Pattern[str]", address: Any) -> list[TextPiece]:
    pieces, start = [], 0
    for hit in pattern.finditer(text):
        pieces += [TextPiece(text[start : hit.start()]), TextPiece(hit[0], address(hit))]
        start = hit.end()
    return [piece for piece in (*pieces, TextPiece(text[start:])) if piece.text]


def paragraphs(text: str) -> list[str]:
    """Split a text into its paragraphs at blank lines."""
    return [each for each in re.split(r"\n\s*\n", text.strip()) if each]


def first_line(text: str) -> tuple[str, str]:
    """Split a text into its first line and the remaining lines."""
    head, _mark, rest = text.partition("\n")
    return head, rest.strip()
