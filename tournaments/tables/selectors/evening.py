"""The state of a tournament for the evening page: the organiser's tasks, the tables, the rounds.

The number of queries is fixed. Only a few columns of each match at a table are read; `with_matches` reads the
complete matches of the page that is shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from scoring.models import Grant, LateHand
from scoring.types import NoPairing
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.corrections.selectors.other_teams import OtherTeams, other_teams
from tournaments.matches.selectors.disputes import Dispute, OpenQuestions, open_questions
from tournaments.matches.selectors.late_hands import inbox
from tournaments.matches.selectors.matches import MatchNow, byes_of, match_now, with_sides
from tournaments.models import Draw, Job, Match, Slot, Stage, Tournament
from tournaments.models.match import WAITS_FOR_TABLE, is_due
from tournaments.rosters.selectors.roster import teams_named
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND, entrants_going_on, rounds_to_play
from tournaments.stages.selectors.stage_facts import can_pair
from tournaments.tables.rules.clock import NONE_LEFT
from tournaments.tables.rules.grace import grace_left
from tournaments.tables.selectors.late_tables import late_tables

SIGN_WITHIN = timedelta(minutes=5)
SILENT_AFTER = timedelta(minutes=12)
# A worker looks for jobs every two seconds; a failed job is retried after four seconds at most.
STUCK_AFTER = timedelta(seconds=30)

Kind = Literal["job", "next", "dispute", "call", "inbox", "qualifiers", "unsigned", "late", "silent", "free"]
URGENCY: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Task:
    """A task of the organiser, and the time at which it arose. `with_matches` sets the field `match`."""

    kind: Kind
    since: datetime | None = None
    match_id: UUID | None = None
    match: MatchNow | None = None
    dispute: Dispute | None = None
    table: int | None = None
    job: Job | None = None
    # The sides of a late match that are at the table: a phone opened the table, or the desk noted them.
    present: tuple[int, ...] = ()
    # The missing sides of a late match, if the desk has noted one of its sides.
    missing: tuple[int, ...] = ()
    time_left: timedelta = NONE_LEFT
    # The end of the grace period; `time_left` is what remains of it.
    until: datetime | None = None
    # The hands that were too late for the sheet of the match.
    late: tuple[LateHand, ...] = ()
    # Teams that would qualify for a drawn stage, and teams drawn instead.
    qualifiers: OtherTeams | None = None


@dataclass(frozen=True)
class TableNow:
    """A table with its problem, if any, and its match. `match` is set by `with_matches`."""

    number: int
    match_id: UUID | None = None
    match: MatchNow | None = None
    trouble: Kind | None = None
    # The remaining grace period of a match that was called.
    grace: timedelta | None = None


@dataclass(frozen=True)
class RoundCount:
    """The numbers of matches in a round: called to a table, in play, over, and in total."""

    number: int
    called: int
    playing: int
    over: int
    total: int


@dataclass(frozen=True)
class StageRounds:
    """The rounds of a stage. Future rounds have no matches yet."""

    stage: Stage
    rounds: tuple[RoundCount, ...]


@dataclass(frozen=True)
class Evening:
    """The data of the evening page at one point in time."""

    stage: Stage
    draw: Draw | None
    presence: Mapping[str, int]
    # The rounds of the current stage that have matches.
    rounds: tuple[RoundCount, ...]
    stages: tuple[StageRounds, ...]
    tasks: tuple[Task, ...]
    tables: tuple[TableNow, ...]
    # The number of tasks on all pages.
    waiting: int
    # The number of tables with a match in play.
    in_play: int
    coming: Match | None
    teams: int

    def rounds_of(self, stage_id: UUID) -> tuple[RoundCount, ...]:
        """Return the rounds of a stage, also future rounds; empty if their number is not known yet."""
        return next((each.rounds for each in self.stages if each.stage.pk == stage_id), ())

    @property
    def last_round(self) -> int:
        """The number of the last round of the current stage, used in names of rounds and matches."""
        return max((each.number for each in self.rounds), default=1)


class TableMatch(NamedTuple):
    """The columns of a match that determine whether its table has a problem."""

    pk: UUID
    table: int
    state: str
    called_at: datetime | None
    written_at: datetime | None
    played_out: bool | None
    # False if no phone has opened the table: the hands are written on paper and entered at the desk.
    by_phone: bool


def evening_of(tournament: Tournament, *, at: datetime) -> Evening:
    """Return the data of the evening page at a given time, without the matches that `with_matches` adds."""
    stage = tournament.stage_at_hand()
    seated = _seated(stage)
    presence = dict(tournament.teams.order_by().values_list("presence").annotate(teams=Count("pk")))
    tables = _tables(tournament, seated, at)
    tasks = [
        *_of_jobs(tournament, at),
        *_next_step(tournament, stage),
        *_of_matches(stage, seated, at),
        *_of_free_tables(stage, tables, at),
    ]
    troubles = {task.match_id: task.kind for task in reversed(tasks) if task.kind != "free"}
    tasks += [Task("inbox", hands[0].received_at, pk, late=hands) for pk, hands in inbox(tournament).items()]
    draws = {
        draw.stage_id: draw for draw in reversed(Draw.objects.standing().filter(stage__tournament=tournament))
    }
    if other_qualifiers := other_teams(stage, draws.get(stage.pk)):
        tasks.append(Task("qualifiers", qualifiers=other_qualifiers))
    rounds = _rounds(stage)
    return Evening(
        stage=stage,
        draw=draws.get(stage.pk),
        presence=presence,
        rounds=rounds,
        stages=tuple(_whole_evening(tournament, {stage.pk: rounds}, draws, presence)),
        tasks=tuple(sorted(tasks, key=lambda task: URGENCY.index(task.kind))),
        tables=tuple(
            replace(each, trouble=troubles[each.match_id]) if each.match_id in troubles else each
            for each in tables
        ),
        waiting=len(tasks),
        in_play=sum(each.state != "ready" for each in seated),
        coming=_coming(stage),
        teams=sum(presence.values()),
    )


def with_matches(evening: Evening, tasks: Iterable[Task], tables: Iterable[TableNow]) -> Evening:
    """Return the data of the evening page, with the matches of the given tasks and tables. Three queries."""
    tasks, tables = tuple(tasks), tuple(tables)
    ids = {task.match_id for task in tasks} | {table.match_id for table in tables}
    matches: dict[UUID | None, MatchNow] = {
        row.pk: match_now(row) for row in with_sides(Match.objects.filter(pk__in=ids - {None}))
    }
    return replace(
        evening,
        tasks=tuple(replace(each, match=matches.get(each.match_id)) for each in tasks),
        tables=tuple(replace(each, match=matches.get(each.match_id)) for each in tables),
    )


def find_tables(evening: Evening, search: str) -> Sequence[TableNow]:
    """Return the tables whose number, team or player matches the search text; all tables without a text."""
    text = search.strip()
    if not text:
        return evening.tables
    if text.isdecimal():
        return [table for table in evening.tables if str(table.number) == text]
    matches = tables_called(evening.stage.tournament, seated_matches(evening.stage), text)
    numbers = set(matches.values_list("table", flat=True))
    return [table for table in evening.tables if table.number in numbers]


def tables_called(tournament: Tournament, seated: QuerySet[Match], search: str) -> QuerySet[Match]:
    """Return the matches in `seated` whose table number, team or player matches the search text."""
    text = search.strip()
    if text.isdecimal():
        return seated.filter(table=int(text[:4]))
    teams = list(teams_named(tournament, text).values_list("pk", flat=True))
    return seated.filter(pk__in=Slot.objects.filter(team__in=teams).values("match"))


def seated_matches(stage: Stage) -> QuerySet[Match]:
    """Return the matches of a stage that are at a table, ordered by table number."""
    return Match.objects.filter(stage=stage, state__in=AT_A_TABLE, table__isnull=False).order_by("table")


def _seated(stage: Stage) -> list[TableMatch]:
    fields = ("pk", "table", "state", "called_at", "sheet__written_at", "sheet__summary__over")
    by_phone = Exists(Grant.objects.filter(sheet=OuterRef("pk")))
    rows = seated_matches(stage).values_list(*fields, by_phone)
    return [TableMatch(*row) for row in rows]


def _rounds(stage: Stage) -> tuple[RoundCount, ...]:
    """Return the match counts of each round, by state. Byes are not counted."""
    counted: dict[int, dict[str, int]] = {}
    called: dict[int, int] = {}
    rows = (
        Match.objects.filter(stage=stage)
        .exclude(pk__in=byes_of(stage).values("pk"))
        .order_by("round")
        .values_list("round", "state")
        .annotate(matches=Count("pk"), called=Count("called_at"))
    )
    for number, state, matches, calls in rows:
        counted.setdefault(number, {})[state] = matches
        if state == "ready":
            called[number] = calls
    return tuple(_round(number, states, called.get(number, 0)) for number, states in counted.items())


def _whole_evening(
    tournament: Tournament,
    counts: Mapping[UUID, tuple[RoundCount, ...]],
    draws: Mapping[UUID, Draw],
    presence: Mapping[str, int],
) -> Iterator[StageRounds]:
    """Yield the stages with their current and future rounds.

    Stages are left out if the number of their entrants is not known yet.
    """
    entrants = sum(teams for word, teams in presence.items() if word != "absent")
    for stage in tournament.stages.all():
        stage.tournament = tournament
        draw = draws.get(stage.pk)
        entrants = len(draw.lines) if draw else entrants
        rounds = counts[stage.pk] if stage.pk in counts else _rounds(stage)
        last = max((each.number for each in rounds), default=0)
        all_there = rounds and stage.format not in ROUND_BY_ROUND
        count = last if all_there else max(last, rounds_to_play(stage, entrants))
        to_come = range(last + 1, count + 1)
        yield StageRounds(stage, (*rounds, *(RoundCount(number, 0, 0, 0, 0) for number in to_come)))
        try:
            entrants = entrants_going_on(stage, entrants)
        except NoPairing:
            return


def _round(number: int, states: Mapping[str, int], called: int) -> RoundCount:
    over = sum(states.get(state, 0) for state in ("signed", "confirmed", "walkover"))
    playing = states.get("playing", 0) + states.get("disputed", 0)
    return RoundCount(number, called, playing, over, sum(states.values()))


def _tables(tournament: Tournament, seated: Sequence[TableMatch], at: datetime) -> list[TableNow]:
    match_by_table = {match.table: match for match in seated}
    numbers = sorted({*range(1, tournament.tables + 1), *match_by_table})
    return [_table(number, match_by_table.get(number), tournament, at) for number in numbers]


def _table(number: int, match: TableMatch | None, tournament: Tournament, at: datetime) -> TableNow:
    if match is None:
        return TableNow(number)
    waited = match.called_at if match.state == "ready" else None
    grace = grace_left(waited, at, tournament.grace_minutes) if waited else None
    return TableNow(number, match.pk, grace=grace)


def _of_jobs(tournament: Tournament, at: datetime) -> list[Task]:
    """Return a task for each failed job, and one for the oldest waiting job if no worker seems to run."""
    stuck = Q(state="queued", due_at__lt=at - STUCK_AFTER)
    jobs = list(tournament.jobs.filter(Q(state="failed") | stuck).order_by("due_at"))
    failed = [Task("job", job.over_at, job=job) for job in jobs if job.state == "failed"]
    return failed + [Task("job", job.due_at, job=job) for job in jobs if job.state == "queued"][:1]


def _next_step(tournament: Tournament, stage: Stage) -> list[Task]:
    """Return a task if the next round can be paired or the next stage can be drawn; else an empty list."""
    follows = tournament.state == "playing" and stage.state == "planned"
    if follows or (stage.bracket_seq == stage.outcome_seq and can_pair(stage)):
        return [Task("next")]
    return []


def _of_matches(stage: Stage, seated: Sequence[TableMatch], at: datetime) -> list[Task]:
    stuck = [match.pk for match in seated if match.state == "disputed"]
    tasks = [
        task
        for match_id, questions in open_questions(stuck).items()
        for task in _tasks_of(match_id, questions)
    ]
    of_time = [task for match in seated for task in _of_time(match, at)]
    return [*tasks, *_of_absent(stage, seated, at), *of_time]


def _tasks_of(match_id: UUID, questions: OpenQuestions) -> list[Task]:
    tasks = [
        Task("dispute", dispute.versions[-1].at, match_id, dispute=dispute) for dispute in questions.disputes
    ]
    return [*tasks, Task("call", questions.called_at, match_id)] if questions.called_at else tasks


def _of_absent(stage: Stage, seated: Sequence[TableMatch], at: datetime) -> list[Task]:
    called = {match.pk: match.called_at or at for match in seated if match.state == "ready"}
    return [
        Task(
            "late",
            late.since,
            late.match_id,
            present=late.present,
            missing=late.missing,
            time_left=late.time_left,
            until=late.until,
        )
        for late in late_tables(stage, called, at)
    ]


def _of_time(match: TableMatch, at: datetime) -> list[Task]:
    """Return a task if a complete sheet is still unsigned, or if a phone has sent no hand for a long time."""
    if match.state != "playing" or match.written_at is None:
        return []
    if match.played_out and match.written_at <= at - SIGN_WITHIN:
        return [Task("unsigned", match.written_at, match.pk)]
    if match.by_phone and not match.played_out and match.written_at <= at - SILENT_AFTER:
        return [Task("silent", match.written_at, match.pk)]
    return []


# The maximum number of tasks to call a match to a free table.
AT_ONCE = 3


def _of_free_tables(stage: Stage, tables: Sequence[TableNow], at: datetime) -> list[Task]:
    free = [table.number for table in tables if table.match_id is None][:AT_ONCE]
    waiting = Match.objects.filter(is_due(at), WAITS_FOR_TABLE, stage=stage)
    queue = waiting.order_by("ready_at", "round", "number").values_list("pk", "ready_at")[: len(free)]
    return [
        Task("free", ready_at, pk, table=table) for table, (pk, ready_at) in zip(free, queue, strict=False)
    ]


def _coming(stage: Stage) -> Match | None:
    """Return the first match whose sides depend on a match in play; None if there is no such match."""
    slot = Slot.objects.filter(source_match__in=seated_matches(stage).values("pk"), match__state="waiting")
    first = slot.select_related("match").order_by("match__round", "match__number").first()
    return first.match if first else None


def phones_at_tables(tournament: Tournament) -> int:
    """Return the number of phones that may record hands at a table of this tournament. One query."""
    open_tables = Grant.objects.filter(
        revoked_at=None, sheet__match__tournament=tournament, sheet__match__state__in=AT_A_TABLE
    )
    return open_tables.values("device").distinct().count()
