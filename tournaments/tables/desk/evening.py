"""The evening console (06a): what waits for the organiser, the tables, the latest moves."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games import CARD_GAMES
from scoring.translation import joined, say
from scoring.types import RuleError
from tournaments.club.selectors import champions_of
from tournaments.forecast.public import forecast_view
from tournaments.format_parts.format import Placing
from tournaments.formats import FORMATS
from tournaments.models import JournalEntry, Tournament
from tournaments.permissions import may, role_of
from tournaments.queue.desk import archive_now
from tournaments.results.public.match_box import settled_view
from tournaments.results.selectors.matches import MatchNow, SideNow, event_settled
from tournaments.results.services.undo import undo_move
from tournaments.stages.selectors.stage_facts import shown_stage
from tournaments.standings.selectors import standings_now
from tournaments.tables.desk import evening_words
from tournaments.tables.public import clock_view, minutes_left, queue_view
from tournaments.tables.selectors.evening import Evening, TableNow, Task, evening_of
from tournaments.tables.selectors.journal_lines import latest_moves
from tournaments.tables.services.calendar import planned_minutes
from tournaments.wall.desk import wall_buttons
from tournaments.web.desk_frame import at_desk, author_of, desk
from tournaments.web.hand_words import WrittenVersion, likely_cause, version_views
from tournaments.web.words import clock, match_words, targets_of

STYLES = {"job": "err", "dispute": "err", "call": "err", "free": "ok"}
ICONS = {
    "job": "warn",
    "dispute": "warn",
    "call": "bell",
    "inbox": "phone",
    "unsigned": "pen",
    "late": "clock",
    "silent": "clock",
    "free": "next",
}


@dataclass(frozen=True)
class TaskView:
    """One thing to do, with the words its template needs."""

    task: Task
    where: str
    name: str
    since: str
    minutes: int
    signed: str
    missing: str
    versions: tuple[WrittenVersion, ...] = ()
    cause: str = ""
    present: str = ""
    everybody: str = ""
    missing_names: str = ""
    """Of a late match, who the desk knows not to be there yet."""
    absent: tuple[SideNow, ...] = ()
    """Of a late match, the sides of which it can be noted that they have come."""
    until: str = ""
    time_left: str = ""
    """Until when they are waited for, and how long that still is."""
    proposed: int | None = None
    """The side a walkover is proposed for: the only one that is at the table."""

    @property
    def style(self) -> str:
        """How urgent it looks."""
        return STYLES.get(self.task.kind, "warn")

    @property
    def icon(self) -> str:
        """The drawing beside it."""
        return ICONS[self.task.kind]

    @property
    def template(self) -> str:
        """The template that says it and holds what can be done."""
        return f"tables/tasks/{self.task.kind}.html"


@dataclass(frozen=True)
class TableView:
    """A table, its match and what is said of it."""

    table: TableNow
    says: evening_words.TableWords

    @property
    def sides(self) -> list[tuple[SideNow, int | None]]:
        """Each side of its match with its points in the game being played."""
        match = self.table.match
        return [(side, match.points_in_play(side)) for side in match.sides] if match else []


@desk("read_desk")
def evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the evening; asked by the live stream, only what changes."""
    at = timezone.now()
    now = evening_of(tournament, at=at)
    tasks = [task_view(tournament, now, task, at) for task in now.tasks]
    forecast = forecast_view(tournament)
    context: dict[str, Any] = {
        "evening": now,
        "phases": evening_words.phases(tournament, now, forecast.short if forecast else ""),
        "forecast": forecast,
        "lines": queue_view(now.stage, now.last_round, free_tables(now)),
        "clock": clock_view(now.stage, now.last_round, at),
        "clock_round": clock_round(now),
        "clock_minutes": planned_minutes(now.stage, clock_round(now)),
        "tasks": tasks,
        **_settled(request, tournament, at),
        "several": len(targets_of(now.stage)) > 1,
        "tables": [TableView(table, evening_words.table_says(table)) for table in now.tables],
        "scenes": wall_buttons(tournament, bracket=FORMATS[now.stage.format].bracket),
        "coming": match_words(now.stage, now.coming.label, now.last_round) if now.coming else "",
        "moves": _moves(tournament, now),
        "pack": now.stage.profile.get("pack", "french"),
    }
    template = "tables/_evening.html" if request.htmx else "tables/evening.html"  # type: ignore[attr-defined]
    return at_desk(request, tournament, template, context, badges={"desk_evening": len(tasks)})


def _moves(tournament: Tournament, now: Evening) -> list[evening_words.MoveWords]:
    """Return the latest moves in words; of those about one match, or one team, the newest can be undone."""
    subjects: set[tuple[object, ...]] = set()
    lines = []
    for move in latest_moves(tournament):
        subject = evening_words.subject_of(move)
        lines.append(evening_words.move_says(move, tournament, now, newest=subject not in subjects))
        subjects.add(subject)
    return lines


@desk("correct", "POST")
def undo(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> HttpResponse:
    """Undo what a line of the journal says."""
    entry = get_object_or_404(JournalEntry, pk=entry_id, tournament=tournament)
    try:
        undo_move(entry, _("Undone at the desk"), author=author_of(request), at=timezone.now())
        messages.success(request, _("Undone."))
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_evening", tournament.slug)


def _settled(request: HttpRequest, tournament: Tournament, at: datetime) -> dict[str, Any]:
    """Once all is over, say until when it can be corrected, who may open it again, and its archive."""
    if tournament.state != "over":
        return {}
    settled = settled_view(tournament, event_settled(tournament, at))
    official = settled is not None and settled.official
    reopens = official and may("reopen_event", role_of(request.user, tournament))
    champions = champions_of([tournament]).get(tournament.pk, ())
    return {
        "settled": settled,
        "may_reopen": reopens,
        "archive": archive_now(request, tournament),
        "champions": joined(team.name for team in champions),
        "final": _final_standings(tournament),
    }


def _final_standings(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the places of the last stage with who has them; none where each group has its own."""
    now = standings_now(shown_stage(tournament), withheld_too=True)
    if now.groups:
        return []
    names = {str(pk): name for pk, name in tournament.teams.values_list("pk", "name")}
    return [(_place(row.place, now.placing.get(row.entrant)), names[row.entrant]) for row in now.rows]


def _place(place: int, span: Placing | None) -> str:
    """Return a place, or the places that who went out together share."""
    return f"{span.first}–{span.last}" if span and span.first != span.last else str(place)


def free_tables(now: Evening) -> list[int]:
    """Return the tables nobody is called to."""
    return [table.number for table in now.tables if table.match is None]


def clock_round(now: Evening) -> int:
    """Return the round whose clock can be started: the first that is not over."""
    return next((each.number for each in now.rounds if each.over < each.total), now.last_round)


def task_view(tournament: Tournament, now: Evening, task: Task, at: datetime) -> TaskView:
    """Return a task with its words."""
    match, since = task.match, task.since or at
    signed, missing = _signatures(match) if match else ("", "")
    view = TaskView(
        task=task,
        where=evening_words.where_is(match.match, now.last_round) if match else "",
        name=match_words(now.stage, match.match.label, now.last_round) if match else "",
        since=clock(since),
        minutes=int((at - since).total_seconds() // 60),
        signed=signed,
        missing=missing,
        present=_names(match, task.present) if match else "",
        everybody=_names(match, range(len(match.sides))) if match else "",
        missing_names=_names(match, task.missing) if match else "",
        absent=tuple(side for side in match.sides if side.side not in task.present) if match else (),
        until=clock(since + timedelta(minutes=tournament.grace_minutes)),
        time_left=minutes_left(task.time_left) if task.time_left else "",
        proposed=task.present[0] if len(task.present) == 1 else None,
    )
    if task.dispute is None or match is None:
        return view
    card_game = CARD_GAMES[tournament.card_game]
    versions = tuple(version_views(card_game, match, task.dispute))
    return TaskView(**{**view.__dict__, "versions": versions, "cause": likely_cause(card_game, task.dispute)})


def _names(match: MatchNow, sides: Collection[int]) -> str:
    return joined(side.name for side in match.sides if side.name and side.side in sides)


def _signatures(match: MatchNow) -> tuple[str, str]:
    """Return the names of who has signed and of who has not."""
    signed = match.match.sheet.summary.get("signed", [])
    names = {side.side: side.name or "?" for side in match.sides}
    return joined(names[side] for side in names if side in signed), joined(
        names[side] for side in names if side not in signed
    )
