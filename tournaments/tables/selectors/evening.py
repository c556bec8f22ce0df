"""The evening as the organiser needs it: what waits for him, the tables, the latest moves.

A fixed number of queries, whatever the size of the tournament: only what stands at a table is read whole,
the rest is counted.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from scoring.models import Grant, LateHand
from scoring.types import NoPairing
from tournaments.lifecycle.rules import AT_A_TABLE
from tournaments.models import Draw, Job, JournalEntry, Match, Slot, Stage, Tournament
from tournaments.results.selectors.matches import MatchNow, byes_of, match_now, with_sides
from tournaments.stages.selectors.stage_facts import entrants_going_on, rounds_to_play, stage_at_hand
from tournaments.tables.rules import NONE_LEFT, grace_left
from tournaments.tables.selectors.journal_lines import SIDE_AT_TABLE, Dispute, Quarrel, inbox, quarrels

SIGN_WITHIN = timedelta(minutes=5)
SILENT_AFTER = timedelta(minutes=12)
LOOKED_FOR_AFTER = timedelta(minutes=5)
STUCK_AFTER = timedelta(seconds=30)
"""A worker looks every two seconds; a job that failed is put off by four at most."""

Kind = Literal["job", "dispute", "call", "inbox", "unsigned", "late", "silent", "free"]
URGENCY: tuple[Kind, ...] = ("job", "dispute", "call", "inbox", "unsigned", "late", "silent", "free")


@dataclass(frozen=True)
class Task:
    """One thing that waits for the organiser, and since when."""

    kind: Kind
    since: datetime | None = None
    match: MatchNow | None = None
    dispute: Dispute | None = None
    table: int | None = None
    job: Job | None = None
    present: tuple[int, ...] = ()
    """Of a late match, the sides that are at the table: a phone has opened it, or the desk has noted it."""
    missing: tuple[int, ...] = ()
    """The others, where the desk has noted one of the sides."""
    time_left: timedelta = NONE_LEFT
    """How long those who were called are still waited for."""
    late: tuple[LateHand, ...] = ()
    """The hands that came too late for the sheet of the match."""


@dataclass(frozen=True)
class TableNow:
    """A table, the match on it, and what is the matter there, if anything is."""

    number: int
    match: MatchNow | None = None
    trouble: Kind | None = None
    grace: timedelta | None = None
    """How long those who were called are still waited for."""


@dataclass(frozen=True)
class RoundCount:
    """How many matches of a round there are to play, are being played, are over."""

    number: int
    playing: int
    over: int
    total: int


@dataclass(frozen=True)
class StageRounds:
    """The rounds of a stage, those to come among them: they have no matches yet."""

    stage: Stage
    rounds: tuple[RoundCount, ...]


@dataclass(frozen=True)
class Evening:
    """Everything the console shows, at one instant."""

    stage: Stage
    draw: Draw | None
    presence: Mapping[str, int]
    rounds: tuple[RoundCount, ...]
    """Those of the stage at hand that have matches."""
    stages: tuple[StageRounds, ...]
    tasks: tuple[Task, ...]
    tables: tuple[TableNow, ...]
    queue: tuple[MatchNow, ...]
    coming: Match | None
    teams: int

    def rounds_of(self, stage_id: UUID) -> tuple[RoundCount, ...]:
        """Return the rounds of one of its stages."""
        return next((each.rounds for each in self.stages if each.stage.pk == stage_id), ())

    @property
    def last_round(self) -> int:
        """The number of rounds, for the names of rounds and matches."""
        return max((each.number for each in self.rounds), default=1)

    @property
    def in_play(self) -> int:
        """How many tables play."""
        return sum(1 for table in self.tables if table.match and table.match.match.state != "ready")


def evening_of(tournament: Tournament, *, at: datetime) -> Evening:
    """Read the evening of a tournament as it stands at an instant."""
    stage = stage_at_hand(tournament)
    seated = [match_now(match) for match in with_sides(_open(stage).filter(table__isnull=False))]
    queue = [match_now(match) for match in with_sides(_open(stage).filter(state="ready", table=None))[:3]]
    presence = dict(tournament.teams.order_by().values_list("presence").annotate(teams=Count("pk")))
    tables = _tables(tournament, seated)
    late = [Task("inbox", hands[0].received_at, match, late=hands) for match, hands in inbox(tournament)]
    tasks = [*_of_jobs(tournament, at), *_of_matches(tournament, seated, at), *_of_free_tables(tables, queue)]
    troubles = {
        task.match.match.pk: task.kind for task in reversed(tasks) if task.match and task.kind != "free"
    }
    tasks += late
    draws = {
        draw.stage_id: draw for draw in reversed(Draw.objects.standing().filter(stage__tournament=tournament))
    }
    rounds = _rounds(stage)
    return Evening(
        stage=stage,
        draw=draws.get(stage.pk),
        presence=presence,
        rounds=rounds,
        stages=tuple(_whole_evening(tournament, {stage.pk: rounds}, draws, presence)),
        tasks=tuple(sorted(tasks, key=lambda task: URGENCY.index(task.kind))),
        tables=tuple(_troubled(table, troubles, tournament, at) for table in tables),
        queue=tuple(queue),
        coming=_coming(seated),
        teams=sum(presence.values()),
    )


def _open(stage: Stage) -> QuerySet[Match]:
    return Match.objects.filter(stage=stage, state__in=AT_A_TABLE).order_by(
        "table", "ready_at", "round", "number"
    )


def _rounds(stage: Stage) -> tuple[RoundCount, ...]:
    """Count the matches of each round by what they are; a bye is no match to play."""
    counted: dict[int, dict[str, int]] = {}
    rows = (
        Match.objects.filter(stage=stage)
        .exclude(pk__in=byes_of(stage).values("pk"))
        .order_by("round")
        .values_list("round", "state")
        .annotate(matches=Count("pk"))
    )
    for number, state, matches in rows:
        counted.setdefault(number, {})[state] = matches
    return tuple(_round(number, states) for number, states in counted.items())


def _whole_evening(
    tournament: Tournament,
    counts: Mapping[UUID, tuple[RoundCount, ...]],
    draws: Mapping[UUID, Draw],
    presence: Mapping[str, int],
) -> Iterator[StageRounds]:
    """Yield the stages in order, with the rounds that their entrants, or those who go on to them, play."""
    entrants = sum(teams for word, teams in presence.items() if word != "absent")
    for stage in tournament.stages.all():
        stage.tournament = tournament
        draw = draws.get(stage.pk)
        entrants = len(draw.lines) if draw else entrants
        rounds = counts[stage.pk] if stage.pk in counts else _rounds(stage)
        last = max((each.number for each in rounds), default=0)
        to_come = range(last + 1, max(last, rounds_to_play(stage, entrants)) + 1)
        yield StageRounds(stage, (*rounds, *(RoundCount(number, 0, 0, 0) for number in to_come)))
        try:
            entrants = entrants_going_on(stage, entrants)
        except NoPairing:
            return


def _round(number: int, states: Mapping[str, int]) -> RoundCount:
    over = sum(states.get(state, 0) for state in ("signed", "confirmed", "walkover"))
    playing = states.get("playing", 0) + states.get("disputed", 0)
    return RoundCount(number, playing, over, sum(states.values()))


def _tables(tournament: Tournament, seated: Sequence[MatchNow]) -> list[TableNow]:
    taken = {match.match.table: match for match in seated}
    numbers = sorted({*range(1, tournament.tables + 1), *(table for table in taken if table)})
    return [TableNow(number, taken.get(number)) for number in numbers]


def _troubled(
    table: TableNow, troubles: Mapping[UUID, Kind], tournament: Tournament, at: datetime
) -> TableNow:
    if table.match is None:
        return table
    row = table.match.match
    waited = row.called_at if row.state == "ready" else None
    grace = grace_left(waited, at, tournament.grace_minutes) if waited else None
    return TableNow(table.number, table.match, troubles.get(row.pk), grace)


def _of_jobs(tournament: Tournament, at: datetime) -> list[Task]:
    """What failed for good; and the job that has waited longest where no worker does anything."""
    stuck = Q(state="queued", due_at__lt=at - STUCK_AFTER)
    jobs = list(tournament.jobs.filter(Q(state="failed") | stuck).order_by("due_at"))
    failed = [Task("job", job.over_at, job=job) for job in jobs if job.state == "failed"]
    return failed + [Task("job", job.due_at, job=job) for job in jobs if job.state == "queued"][:1]


def _of_matches(tournament: Tournament, seated: Sequence[MatchNow], at: datetime) -> list[Task]:
    stuck = {match.match.pk: match for match in seated if match.match.state == "disputed"}
    tasks = [
        task
        for sheet_id, quarrel in quarrels(stuck).items()
        for task in _of_quarrel(stuck[sheet_id], quarrel)
    ]
    of_time = [task for match in seated for task in _of_time(match, at)]
    return [*tasks, *_of_absent(tournament, seated, at), *of_time]


def _of_quarrel(match: MatchNow, quarrel: Quarrel) -> list[Task]:
    tasks = [Task("dispute", dispute.versions[-1].at, match, dispute) for dispute in quarrel.disputes]
    return [*tasks, Task("call", quarrel.called_at, match)] if quarrel.called_at else tasks


def _of_absent(tournament: Tournament, seated: Sequence[MatchNow], at: datetime) -> list[Task]:
    """Who was called and has not begun: two queries if there is anybody.

    On the list once the desk has noted that somebody is missing, or when nobody has opened the table for
    five minutes. Once the grace has run out a walkover is proposed, and only proposed.
    """
    called = {match.match.pk: match for match in seated if match.match.state == "ready"}
    if not called:
        return []
    phones, noted = _with_phones(called), _noted(called)
    tasks = [
        _absent(tournament, match, phones.get(pk, set()), noted.get(pk, {}), at)
        for pk, match in called.items()
    ]
    return [task for task in tasks if task]


def _absent(
    tournament: Tournament, match: MatchNow, phones: set[int], noted: Mapping[int, bool], at: datetime
) -> Task | None:
    since = match.match.called_at or at
    left = grace_left(since, at, tournament.grace_minutes)
    here = {side.side for side in match.sides if noted.get(side.side, side.side in phones)}
    missing = {side.side for side in match.sides} - here if noted else set()
    looked_for = missing or (not here and since <= at - LOOKED_FOR_AFTER)
    if left and not looked_for:
        return None
    return Task(
        "late", since, match, present=tuple(sorted(here)), missing=tuple(sorted(missing)), time_left=left
    )


def _with_phones(matches: Collection[UUID]) -> dict[UUID, set[int]]:
    """Return the sides whose phone has opened the table of each match."""
    found: dict[UUID, set[int]] = {}
    grants = Grant.objects.filter(sheet__in=matches, side__isnull=False)
    for sheet, side in grants.values_list("sheet_id", "side"):
        found.setdefault(sheet, set()).add(int(side or 0))
    return found


def _noted(matches: Collection[UUID]) -> dict[UUID, dict[int, bool]]:
    """Return what the desk has noted last of each side, by match."""
    found: dict[UUID, dict[int, bool]] = {}
    lines = JournalEntry.objects.filter(kind=SIDE_AT_TABLE, match_id__in=matches).order_by("at")
    for match_id, body in lines.values_list("match_id", "body"):
        if match_id:
            found.setdefault(match_id, {})[body["side"]] = body["present"]
    return found


def _of_time(match: MatchNow, at: datetime) -> list[Task]:
    """What a clock alone says: nobody signs, nobody writes."""
    sheet, state, decided = match.match.sheet, match.match.state, match.played_out
    if state != "playing" or sheet.written_at is None:
        return []
    if decided and sheet.written_at <= at - SIGN_WITHIN:
        return [Task("unsigned", sheet.written_at, match)]
    if not decided and sheet.written_at <= at - SILENT_AFTER:
        return [Task("silent", sheet.written_at, match)]
    return []


def _of_free_tables(tables: Sequence[TableNow], queue: Sequence[MatchNow]) -> list[Task]:
    free = [table for table in tables if table.match is None]
    return [
        Task("free", match.match.ready_at, match, table=table.number)
        for table, match in zip(free, queue, strict=False)
    ]


def _coming(seated: Sequence[MatchNow]) -> Match | None:
    """Return the match that will be ready next: the first that waits for somebody who plays now."""
    slot = Slot.objects.filter(source_match__in=[match.match.pk for match in seated], match__state="waiting")
    first = slot.select_related("match").order_by("match__round", "match__number").first()
    return first.match if first else None


def phones_at_tables(tournament: Tournament) -> int:
    """Count the phones that may write at a table of this tournament now: one query."""
    open_tables = Grant.objects.filter(
        revoked_at=None, sheet__match__tournament=tournament, sheet__match__state__in=AT_A_TABLE
    )
    return open_tables.values("device").distinct().count()
