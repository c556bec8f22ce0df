"""A move: the new state of its row, its line in the journal, the new version and word of it to who watches.

A row changes its state here alone, where it may, in a conditional UPDATE.

Watchers follow the version of a tournament, raised in every fact's own transaction. Never "id greater than
the last seen": PostgreSQL ids become visible out of order, versions of one tournament do not, because its
row is locked from the raise to the commit. The word may get lost: watchers look twice a second.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from redis import Redis

from scoring.sheet.services.log import Author
from scoring.statements import insert_all, raise_number
from scoring.types import NotNow, Sentence, _
from tournaments.competition import lifecycle
from tournaments.extras import extras
from tournaments.models import Change, ClubMove, JournalEntry, Match, Stage, Tournament
from tournaments.queue.runner import follow_up

MACHINES: dict[type, lifecycle.Machine] = {
    Tournament: lifecycle.TOURNAMENT,
    Stage: lifecycle.STAGE,
    Match: lifecycle.MATCH,
}


def move(row: Tournament | Stage | Match, state: str, **columns: Any) -> None:
    """Move a row to a state it may go to, and set these columns with it; raise NotNow when it may not."""
    kind = type(row)
    rows: Any = kind._default_manager
    before = lifecycle.states_before(MACHINES[kind], state)
    if not rows.filter(pk=row.pk, state__in=before).update(state=state, **columns):
        raise NotNow(
            "state_changed",
            Sentence(_("Somebody else was faster. Look again, then repeat what is still needed.")),
        )
    for name, value in {"state": state, **columns}.items():
        setattr(row, name, value)


def reopen_stage(stage: Stage) -> None:
    """Take a stage that has a match to play again, and its event, out of being over.

    Not where the next stage was drawn from it: that is played already.
    """
    if stage.state != "over" or Stage.objects.with_draw().after(stage).exists():
        return
    move(stage, "playing", over_at=None)
    if stage.tournament.state == "over":
        move(stage.tournament, "playing")
        follow_up("reopened", stage.tournament)


def lock_tournament(tournament_id: UUID) -> None:
    """Lock a tournament's row; read it again after it, for it may have changed meanwhile."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version"))


def lock_stage(stage: Stage) -> None:
    """Lock a stage after its tournament, and read it again: three queries."""
    lock_tournament(stage.tournament_id)
    Stage.objects.filter(pk=stage.pk).update(outcome_seq=F("outcome_seq"))
    stage.refresh_from_db()


def note_move(
    tournament_id: UUID,
    kind: str,
    *,
    author: Author,
    at: datetime,
    match_id: UUID | None = None,
    body: dict[str, Any] | None = None,
    reason: str = "",
) -> JournalEntry:
    """Add a line to the journal: ids and numbers only, names are looked up when it is read."""
    return JournalEntry.objects.create(
        tournament_id=tournament_id,
        kind=kind,
        at=at,
        match_id=match_id,
        body=body or {},
        reason=reason,
        user_id=author.user_id,
        device_id=author.device_id,
    )


def note_club(kind: str, *, author: Author, at: datetime, body: dict[str, Any]) -> None:
    """Add a line: ids and numbers only; nobody's account where the timetable did it."""
    ClubMove.objects.create(kind=kind, at=at, body=body, user_id=author.user_id)


PATIENCE = 0.3  # seconds that a Redis which is away may cost
CHANGED = "trionfo:changed"  # the channel the web processes listen to


def announce() -> None:
    """Tell the web processes that some tournament changed; without Redis they find out by themselves."""
    if settings.REDIS_URL:
        with suppress(Exception):
            _redis().publish(CHANGED, "")


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


KEPT = 2_000
MOST_TOLD = 100
"""Changes: whoever is further behind loads the page again."""


def note_change(
    tournament_id: UUID, topic: str, match_id: UUID | None = None, *, results: bool = True
) -> None:
    """Raise the tournament's version and say what it changed, a topic of TOPICS: two statements.

    `results` is False of a hand that ends no game and begins no match: it is seen on live pages alone.
    """
    note_changes(tournament_id, [(topic, match_id)], results=results)


def note_changes(
    tournament_id: UUID, changes: Sequence[tuple[str, UUID | None]], *, results: bool = True
) -> None:
    """Raise the version once for all of these, each a topic and its match: two statements.

    Of more than a stream would tell there are no lines: who finds them missing loads the page again.
    """
    gathered = _gathered.get()
    if gathered is not None and gathered.tournament_id == tournament_id:
        gathered.changes.extend(changes)
    elif changes:
        alike = ("results_version",) if results else ()
        version = raise_number(Tournament, tournament_id, "version", *alike, by=len(changes))
        if len(changes) < MOST_TOLD:
            at = timezone.now()
            insert_all(
                [
                    Change(
                        tournament_id=tournament_id, version=each, topic=topic, match_id=match_id, made_at=at
                    )
                    for each, (topic, match_id) in enumerate(changes, start=version - len(changes) + 1)
                ]
            )
        transaction.on_commit(announce, robust=True)


class Gathered(NamedTuple):
    """What changes of a tournament in one transaction."""

    tournament_id: UUID
    changes: list[tuple[str, UUID | None]]


_gathered: ContextVar[Gathered | None] = ContextVar("gathered", default=None)


@contextmanager
def one_version(tournament_id: UUID) -> Iterator[None]:
    """Raise both versions of a locked tournament once, at the end, for all that is noted within.

    It must be locked before: its row comes before those of its stages and matches.
    """
    gathered = Gathered(tournament_id, [])
    outer = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(outer)
    note_changes(tournament_id, gathered.changes)


def current_versions(ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the version of each tournament: one query."""
    return dict(Tournament.objects.filter(pk__in=list(ids)).values_list("pk", "version"))


def versions_of(slugs: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return version and results version by the addresses of their pages: one query."""
    rows = Tournament.objects.filter(slug__in=slugs).values_list("slug", "version", "results_version")
    return {slug: (version, results) for slug, version, results in rows}


def changes_after(tournament_id: UUID, version: int, limit: int = MOST_TOLD) -> list[Change]:
    """Return the next changes after a version, oldest first."""
    return list(
        Change.objects.filter(tournament_id=tournament_id, version__gt=version).order_by("version")[:limit]
    )


def forget_old_changes(tournament_id: UUID, current: int) -> None:
    """Prune the lines that no stream can still ask for."""
    Change.objects.filter(tournament_id=tournament_id, version__lte=current - KEPT).delete()


TOPICS: Collection[str] = ("hand", "match", "bracket", "standings", "clock", "entries", "wall")


ACTS = {key: act for extra in extras() for key, act in extra.acts.items()}
NEEDS_BEFORE = ("presence_marked", "match_called", *ACTS)
"""The acts whose line holds the state before, if there is a way back to that state."""
Undo = Callable[[JournalEntry, str, Author, datetime], None]
UNDO: dict[str, Undo] = {}
"""The ways back from the acts of the core, by the kind of their journal line: the subjects fill it."""


def undoable(kind: str, body: Mapping[str, object]) -> bool:
    """Return True if there is a way back from an act of this kind; later acts are not checked."""
    return kind in UNDO | ACTS and (kind not in NEEDS_BEFORE or "before" in body)
