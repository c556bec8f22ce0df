"""Health checks of the machine: each result is a sentence, with advice if the check failed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scoring.types import Sentence, _, ngettext, sentence
from tournaments.copies.rules import fault_sentence

# During play a backup is made every ten minutes, by a worker that checks every five.
LATE = timedelta(minutes=15)
OLD = timedelta(days=2)
# The bytes that must be free.
LEAST_ROOM = 500 * 2**20
UNTRIED = _("The last copy did not pass its trial run: %(fault)s")
# A job due for longer than this is not being worked on.
WAITS = timedelta(seconds=30)


@dataclass(frozen=True)
class MachineFacts:
    """Input of the health checks.

    `copied_at` is the last time at which the newest backup was known to contain all current data, or None if
    there is no backup.
    """

    now: datetime
    copied_at: datetime | None
    playing: bool
    used: bool
    free: int
    fault: Mapping[str, Any]
    second_away: bool
    worker: bool
    waiting: timedelta | None
    failed: int


@dataclass(frozen=True)
class HealthFinding:
    """The result of a health check: a sentence, and advice if the check failed."""

    words: Sentence
    # None if nothing has to be done.
    act: Sentence | None = None

    @property
    def well(self) -> bool:
        """True if the health check passed."""
        return self.act is None


def copy_is_late(facts: MachineFacts) -> bool:
    """Return whether the newest backup is missing or older than allowed; False for a site not yet in use."""
    if facts.copied_at is None:
        return facts.used
    return facts.used and is_late(facts.now - facts.copied_at, playing=facts.playing)


def is_late(age: timedelta, *, playing: bool) -> bool:
    """Return whether a backup is older than allowed; the limit is shorter while a match is in play."""
    return age > (LATE if playing else OLD)


def findings(facts: MachineFacts) -> Iterator[HealthFinding]:
    """Yield the results of all health checks."""
    late = copy_is_late(facts)
    yield HealthFinding(
        Sentence(_("The last backup is too old.")) if late else Sentence(_("The last backup is in time.")),
        Sentence(_("Make a copy now; if it fails, look at the free room and at the work in the background."))
        if late
        else None,
    )
    if facts.fault:
        yield HealthFinding(
            sentence(UNTRIED, fault=fault_sentence(facts.fault)),
            Sentence(_("Make a copy now, and try it.")),
        )
    full = facts.free < LEAST_ROOM
    yield HealthFinding(
        Sentence(_("The disk is almost full.")) if full else Sentence(_("There is room on the disk.")),
        Sentence(_("Take files off this computer, old copies first.")) if full else None,
    )
    if facts.second_away:
        yield HealthFinding(
            Sentence(_("The last copy is not in the second folder.")),
            Sentence(_("Put the disk in, or look whether its folder can be written; then make a copy.")),
        )
    yield HealthFinding(
        Sentence(_("The worker in the background is running."))
        if facts.worker
        else Sentence(_("The worker in the background is not running.")),
        None if facts.worker else Sentence(_("Start Trionfo again.")),
    )
    if facts.waiting is not None and facts.waiting > WAITS:
        yield HealthFinding(
            Sentence(_("Work in the background is not getting done.")),
            Sentence(_("Wait a minute; if it stays so, start Trionfo again.")),
        )
    if facts.failed:
        yield HealthFinding(
            ngettext(
                "%(count)s piece of work has failed.", "%(count)s pieces of work have failed.", facts.failed
            ),
            Sentence(_("Open the tournament’s evening page and try it again.")),
        )
