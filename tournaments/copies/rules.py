"""What a copy says of itself, which copies are superfluous, and when one is due.

A copy is gzipped JSON Lines. Its first line says of which site it is and how its rows are laid out, its last
how many rows there are and what they come to. Those made before there were such lines have neither.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Any

from scoring.types import BadEntry, RuleError, Sentence, _, sentence

# So many copies stay; the oldest go.
KEPT = 14
# From this hour on the copy of the night is due: on a machine that sleeps then, once it is on again.
NIGHT = time(3)
FORMAT = 1
# How the two lines begin that are no rows.
MARK = '{"trionfo":'
NAME = re.compile(r"trionfo_([0-9]{8}_[0-9]{6})_([a-z]+)\.jsonl\.gz")
MOMENT = "%Y%m%d_%H%M%S"


class Reason(StrEnum):
    """Why a copy was made: at night, while cards are played, after an event, at the desk."""

    NIGHT = "night"
    EVENT = "event"
    EVENING = "evening"
    DESK = "desk"


@dataclass(frozen=True)
class CopyHead:
    """What the first line says: `site` is the site's own id, `layout` the last migration of each app."""

    site: str
    version: str
    at: str
    layout: Mapping[str, str]
    format: int = FORMAT


@dataclass(frozen=True)
class CopyEnd:
    """What the last line says: how many rows, and the digest of their lines."""

    rows: int
    digest: str


@dataclass(frozen=True)
class CopyFacts:
    """What is known of a copy in the folder, beside its name: how it was written, and its trial run.

    `same_at` is when the site was last as it is here. `tried_at` is when it was restored beside, `trial` the
    digest of all its tournaments, `tournaments` how many there are, `fault` what was wrong (`fault_json`).
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


# How the rows are laid out of a copy that does not say so.
LAYOUT_BEFORE = {"tournaments": "0027_pairs_turned", "scoring": "0006_written_elsewhere"}


def line_of(part: CopyHead | CopyEnd) -> str:
    """Return the first or the last line of a copy."""
    return MARK + json.dumps(asdict(part), sort_keys=True) + "}\n"


def read_head(line: str) -> CopyHead | None:
    """Return the head in the first line of a copy, None if the line is a row.

    Raises BadEntry for a newer format and ValueError for a head without a format.
    """
    if not line.startswith(MARK):
        return None
    told = json.loads(line)["trionfo"]
    if not isinstance(told, dict) or "format" not in told:
        raise ValueError(line)
    if told["format"] != FORMAT:
        raise newer_copy(str(told.get("version", "")))
    return CopyHead(**told)


def read_end(line: str) -> CopyEnd:
    """Return what a last line says."""
    return CopyEnd(**json.loads(line)["trionfo"])


def copy_name(at: datetime, reason: Reason) -> str:
    """Return what the copy of a moment (in UTC) is called."""
    return f"trionfo_{at.strftime(MOMENT)}_{reason}.jsonl.gz"


def superfluous(names: Sequence[str]) -> list[str]:
    """Return the copies that go, by their names: all but the newest, and of an evening all but the last."""
    ours = sorted((name for name in names if NAME.fullmatch(name)), reverse=True)
    passing = [name for name in ours if f"_{Reason.EVENING}." in name]
    return passing[1:] + [name for name in ours if name not in passing][KEPT:]


def night_begin(now: datetime) -> datetime:
    """Return since when a copy of the night is due, in the time zone of `now`."""
    begin = datetime.combine(now.date(), NIGHT, now.tzinfo)
    return begin if begin <= now else begin - timedelta(days=1)


def night_is_due(now: datetime, last: datetime | None) -> bool:
    """Return whether the night that is over has had no copy yet."""
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
    """Return what was wrong as a file can hold it; what is filled in becomes text."""
    return {"text": fault.text, "values": {name: str(value) for name, value in dict(fault.values).items()}}


def fault_sentence(told: Mapping[str, Any]) -> Sentence:
    """Return what was wrong, from what `fault_json` made of it."""
    return sentence(told["text"], **told["values"])


def broken_copy(name: str) -> RuleError:
    """Return the refusal of the file of this name, which is empty, cut, or none of ours."""
    return BadEntry("copy_broken", sentence(BROKEN, file=name))


def newer_copy(version: str) -> RuleError:
    """Return the refusal of a copy that this program cannot read yet."""
    return BadEntry("copy_newer", sentence(NEWER, version=version or "?"))


def foreign_copy() -> RuleError:
    """Return the refusal of a copy of another site."""
    return BadEntry("copy_foreign", Sentence(FOREIGN))


def faulty_copy(slug: str, fault: str) -> RuleError:
    """Return the refusal of a copy in which a tournament does not verify."""
    return BadEntry("copy_faulty", sentence(FAULTY, slug=slug, fault=fault))
