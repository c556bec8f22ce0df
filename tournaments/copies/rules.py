"""Rules for backups: their first and last line, their file names, their times and their deletion.

A backup is gzipped JSON Lines. The first line contains the id of the site and the last migration of each app,
the last line the number of rows and their digest. Older backups have neither of these two lines.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from scoring.types import BadEntry, RuleError, Sentence, _, sentence

# The number of backups kept; the oldest are deleted.
COPIES_KEPT = 14
# The hour from which the nightly backup is due; a machine that was off makes it when it is on again.
NIGHT = time(3)
FORMAT = 1
# The beginning of the first and the last line.
MARK = '{"trionfo":'
NAME = re.compile(r"trionfo_([0-9]{8}_[0-9]{6})_([a-z]+)\.jsonl\.gz")
MOMENT = "%Y%m%d_%H%M%S"


class Reason(StrEnum):
    """The reason for a backup: nightly, after a tournament, during play, or requested at the desk."""

    NIGHT = "night"
    EVENT = "event"
    EVENING = "evening"
    DESK = "desk"


@dataclass(frozen=True)
class CopyHead:
    """The first line of a backup: `site` is the id of the site, `layout` the last migration of each app."""

    site: str
    version: str
    at: str
    layout: Mapping[str, str]
    format: int = FORMAT


@dataclass(frozen=True)
class CopyEnd:
    """The last line of a backup: the number of rows, and the digest of their lines."""

    rows: int
    digest: str


@dataclass(frozen=True)
class CopyFacts:
    """Metadata of a backup, stored in a separate file, including the result of a trial load.

    `same_at` is the last time at which the site's data were equal to the backup. `tried_at` is the time of
    the trial load, `trial` the digest of all loaded tournaments, `tournaments` the number of tournaments, and
    `fault` the error of the trial load (`fault_json`).
    """

    rows: int = 0
    digest: str = ""
    version: str = ""
    about: str = ""
    same_at: str = ""
    tried_at: str = ""
    trial: str = ""
    tournaments: int = 0
    fault: Mapping[str, Any] = field(default_factory=dict)


# The migrations of backups without a first line.
LAYOUT_BEFORE = {"tournaments": "0027_pairs_turned", "scoring": "0006_written_elsewhere"}


def line_of(part: CopyHead | CopyEnd) -> str:
    """Return the first or the last line of a backup."""
    return MARK + json.dumps(asdict(part), sort_keys=True) + "}\n"


def read_head(line: str) -> CopyHead | None:
    """Return the values in the first line of a backup; None if the first line is already a row.

    Raise BadEntry for a newer format and ValueError for a first line without a format.
    """
    if not line.startswith(MARK):
        return None
    head = json.loads(line)["trionfo"]
    if not isinstance(head, dict) or "format" not in head:
        raise ValueError(line)
    if head["format"] != FORMAT:
        raise newer_copy(str(head.get("version", "")))
    return CopyHead(**head)


def read_end(line: str) -> CopyEnd:
    """Return the values in the last line of a backup."""
    return CopyEnd(**json.loads(line)["trionfo"])


def copy_name(at: datetime, reason: Reason) -> str:
    """Return the file name of a backup made at the given time (in UTC)."""
    return f"trionfo_{at.strftime(MOMENT)}_{reason}.jsonl.gz"


def read_name(name: str) -> tuple[datetime, Reason] | None:
    """Return the time (in UTC) and the reason in the file name of a backup; None for any other file name."""
    parts = NAME.fullmatch(name)
    if parts is None:
        return None
    try:
        return datetime.strptime(parts[1], MOMENT).replace(tzinfo=UTC), Reason(parts[2])
    except ValueError:
        return None


def superfluous(names: Sequence[str]) -> list[str]:
    """Return the file names of the old backups that should be deleted.

    The latest backup made during play and the newest `COPIES_KEPT` of the other backups are kept.
    """
    copies = sorted((name for name in names if read_name(name)), reverse=True)
    passing = [name for name in copies if f"_{Reason.EVENING}." in name]
    return passing[1:] + [name for name in copies if name not in passing][COPIES_KEPT:]


def night_begin(now: datetime) -> datetime:
    """Return the time at which the latest nightly backup was due, in the time zone of `now`."""
    begin = datetime.combine(now.date(), NIGHT, now.tzinfo)
    return begin if begin <= now else begin - timedelta(days=1)


def night_is_due(now: datetime, last: datetime | None) -> bool:
    """Return True if the nightly backup is due and has not been made yet."""
    return last is None or last < night_begin(now)


BROKEN = _("%(file)s is no whole backup of Trionfo. Nothing was changed.")
NEWER = _(
    "This copy was made by a newer Trionfo (%(version)s). Bring this machine up to that version first, then "
    "restore it. Nothing was changed."
)
FOREIGN = _(
    "This copy is of another club’s site, and there are tournaments here that it does not know. "
    "Nothing was changed."
)
UNOPENED = _("The copy could not be opened; the log says more. Nothing was changed.")
FAULTY = _("%(slug)s does not check out: %(fault)s. Nothing was changed.")


def fault_json(fault: Sentence) -> dict[str, Any]:
    """Return an error as JSON, with its values converted to text."""
    return {"text": fault.text, "values": {name: str(value) for name, value in dict(fault.values).items()}}


def fault_sentence(fault: Mapping[str, Any]) -> Sentence:
    """Return a sentence for an error that `fault_json` stored as JSON."""
    return sentence(fault["text"], **fault["values"])


def broken_copy(name: str) -> RuleError:
    """Return the error about a file that is empty, truncated or not a backup."""
    return BadEntry("copy_broken", sentence(BROKEN, file=name))


def newer_copy(version: str) -> RuleError:
    """Return the error about a backup of a newer version."""
    return BadEntry("copy_newer", sentence(NEWER, version=version or "?"))


def foreign_copy() -> RuleError:
    """Return the error about a backup of another site."""
    return BadEntry("copy_foreign", Sentence(FOREIGN))


def faulty_copy(slug: str, fault: str) -> RuleError:
    """Return the error about a backup with a tournament that fails the verification."""
    return BadEntry("copy_faulty", sentence(FAULTY, slug=slug, fault=fault))
