"""The evening page of the desk (mock-up 06a): the organiser's tasks, the tables and the latest actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from scoring.translation import joined
from tournaments.club.selectors.tournaments import champions_of
from tournaments.lifecycle.services.undo import undo_move
from tournaments.matches.public.match_box import settled_view
from tournaments.matches.selectors.matches import MatchNow, event_settled
from tournaments.matches.services.tables import note_all_arrived
from tournaments.matches.words import targets_of
from tournaments.models import Job, JournalEntry, Tournament
from tournaments.permissions import may, roles_of
from tournaments.queue.runner import retry
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.standings.public.final import final_lines
from tournaments.tables.desk.match_list import finished_matches
from tournaments.tables.desk.moves import latest_lines
from tournaments.tables.desk.next_step import next_step
from tournaments.tables.public import clock_view, minutes_left, queue_view
from tournaments.tables.selectors import evening as evenings
from tournaments.tables.selectors.evening import Evening, RoundCount, StageRounds, TableNow
from tournaments.tables.services.round_clock import planned_minutes
from tournaments.templatetags.entrants import called
from tournaments.web.desk_frame import SYSTEM_LINES, Link, acting, at_desk, desk, desk_act
from tournaments.web.frame import number_asked
from tournaments.web.words import clock, ends_of, finished_words, stage_round_words, time_words


def phones_line(tournament: Tournament) -> Link:
    """Return a status line with the number of phones at the tables. One query."""
    phones = evenings.phones_at_tables(tournament)
    words = ngettext("%(count)d phone at the tables", "%(count)d phones at the tables", phones)
    return {"icon": "phone", "text": words % {"count": phones}, "late": False}


SYSTEM_LINES.append(phones_line)


@desk("open_evening")
def evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the evening page; for a live update, only the parts of the page that can change."""
    at = timezone.now()
    summary = evenings.evening_of(tournament, at=at)
    pages = _pages(request, summary)
    full_evening = evenings.with_matches(summary, pages["task_page"].object_list, pages["page"].object_list)
    ends = ends_of([tournament]).get(tournament.pk, "")
    free = [table.number for table in summary.tables if table.match_id is None]
    to_play = next(
        (each.number for each in full_evening.rounds if each.over < each.total), full_evening.last_round
    )
    context: dict[str, Any] = {
        "evening": full_evening,
        "phases": phases(tournament, full_evening, str(ends)),
        "ends": ends,
        "lines": queue_view(full_evening.stage, full_evening.last_round, free),
        "clock": clock_view(full_evening.stage, full_evening.last_round, at),
        "clock_round": to_play,
        "clock_minutes": planned_minutes(full_evening.stage, to_play),
        "step": next_step(summary),
        "late_tables": _late_tables(summary),
        **_settled(request, tournament, at),
        "several": len(targets_of(full_evening.stage)) > 1,
        **pages,
        "tables": [(table, table_says(table, table.match)) for table in full_evening.tables if table.match],
        "free_tables": [table.number for table in full_evening.tables if table.match_id is None],
        "moves": latest_lines(tournament, full_evening, roles_of(request.user, tournament)),
        "pack": profile_of(full_evening.stage),
    }
    template = "tables/_evening.html" if request.htmx else "tables/evening.html"  # type: ignore[attr-defined]
    return at_desk(request, tournament, template, context, badges={"desk_evening": full_evening.waiting})


def _late_tables(evening: Evening) -> int:
    """Return the number of late tables for the “all arrived” button; 0 hides the button.

    The result is 0 if at most one side is missing.
    """
    late = [task for task in evening.tasks if task.kind == "late"]
    missing = sum(profile_of(evening.stage).sides - len(task.present) for task in late)
    return len(late) if missing > 1 else 0


# The numbers of tables and of tasks on a page. The most urgent tasks are on the first page.
A_PAGE, TASKS_A_PAGE = 48, 16


def _pages(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """Return the requested page of each list (tasks, tables, matches), with the links to other pages."""
    search = request.GET.get("cerca", "")[:80]
    tables = Paginator(evenings.find_tables(evening, search), A_PAGE)
    tasks = Paginator(evening.tasks, TASKS_A_PAGE)
    page = tables.get_page(number_asked(request, "pagina") or 1)
    task_page = tasks.get_page(number_asked(request, "da-fare") or 1)
    matches = finished_matches(request, evening.stage.tournament)
    turned: dict[str, str | int] = {
        "cerca": search,
        "pagina": page.number,
        "da-fare": task_page.number,
        "incontro": matches["match_search"],
        "finiti": matches["match_page"].number,
    }
    return {
        "page": page,
        "query": _query_without("pagina", turned),
        "task_page": task_page,
        "task_query": _query_without("da-fare", turned),
        "match_query": _query_without("finiti", turned),
        "search": search,
        "searched": len(evening.tables) > A_PAGE,
        **matches,
    }


def _query_without(page: str, turned: Mapping[str, str | int]) -> str:
    """Return the query string for links to the other pages of a list, without the page number."""
    parameters = {key: value for key, value in turned.items() if key != page and value not in ("", 1)}
    return f"?{urlencode(parameters)}&" if parameters else "?"


@desk_act("correct", "desk_evening")
def undo(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> str:
    """Undo the action of a journal line."""
    entry = get_object_or_404(JournalEntry, pk=entry_id, tournament=tournament)
    undo_move(entry, _("Undone at the desk"), **acting(request))
    return _("Undone.")


@desk_act("note_arrival", "desk_evening")
def all_arrived(request: HttpRequest, tournament: Tournament) -> str:
    """Record that all sides of the called matches are at their tables."""
    tables = note_all_arrived(tournament, **acting(request))
    words = ngettext("All are at %(count)d table.", "All are at %(count)d tables.", tables)
    return words % {"count": tables}


@desk_act("retry_job", back="desk_evening")
def try_again(_request: HttpRequest, tournament: Tournament, job_id: UUID) -> str:
    """Retry a job that failed at every attempt."""
    retry(get_object_or_404(Job, pk=job_id, tournament=tournament))
    return _("Trying again.")


def _settled(request: HttpRequest, tournament: Tournament, at: datetime) -> dict[str, Any]:
    """Return the template context of a finished tournament; empty before the tournament is over.

    The context contains the champions, the final standings, and whether the results are official.
    """
    if tournament.state != "over":
        return {}
    settled = settled_view(tournament, event_settled(tournament, at))
    official = settled is not None and settled.official
    champions = champions_of([tournament]).get(tournament.pk, ())
    return {
        "settled": settled,
        "may_reopen": official and may("reopen_event", roles_of(request.user, tournament)),
        "champions": joined(team.name for team in champions),
        "final": final_lines(tournament, withheld_too=True),
    }


@dataclass(frozen=True)
class EveningPhase:
    """A step of the evening: its name, its progress as text, and the CSS class for its state."""

    name: str
    text: str
    state: str


@dataclass(frozen=True)
class TableWords:
    """The status text in the row of a table."""

    head: str
    text: str = ""
    since: datetime | None = None
    style: str = ""
    icon: str = ""


def phases(tournament: Tournament, evening: Evening, ends: str) -> list[EveningPhase]:
    """Return the steps of the evening, from the entries to the final.

    `ends` is the forecast for the last step.
    """
    is_drawn = evening.draw is not None or evening.stages[0].stage.state != "planned"
    present = evening.presence.get("present", 0)
    teams = called("teams", tournament, count=evening.teams)
    presence_words = _("%(present)s present of %(teams)s") % {"present": present, "teams": evening.teams}
    entries = EveningPhase(
        _("Entries"), presence_words if present and not is_drawn else teams, "done" if is_drawn else "now"
    )
    draw_words = (
        clock(evening.draw.made_at)
        if evening.draw
        else pgettext("draw", "made")
        if is_drawn
        else _("to be made")
    )
    several = len(evening.stages) > 1
    steps = [
        entries,
        EveningPhase(_("Draw"), draw_words, "done" if is_drawn else ""),
        *(_round(each, counted, several=several) for each in evening.stages for counted in each.rounds),
    ]
    if ends and steps[-1].text == _("to be played"):
        steps[-1] = replace(steps[-1], text=ends)
    if any(task.kind == "next" for task in evening.tasks):
        waiting = next(number for number, step in enumerate(steps) if step.state == "" and number > 1)
        steps[waiting] = replace(steps[waiting], text=_("waits for you"), state="next")
    return folded(steps)


MAX_PHASES = 8  # the number of phases that fit on one line


def folded(steps: Sequence[EveningPhase]) -> list[EveningPhase]:
    """Return the steps of the evening; if there are more than MAX_PHASES, merge old finished steps into one.

    Unfinished steps are never merged, so the result can have more than MAX_PHASES steps.
    """
    over = sum(1 for _step in takewhile(lambda step: step.state == "done", steps))
    count = min(over, len(steps) - MAX_PHASES + 1)
    if count < 2:  # one step is not merged
        return [*steps]
    rounds, last = steps[2:count], steps[count - 1]
    name = f"{rounds[0].name} – {last.name}" if len(rounds) > 1 else last.name
    return [replace(last, name=name), *steps[count:]]


def _round(of: StageRounds, counted: RoundCount, *, several: bool) -> EveningPhase:
    last = max(each.number for each in of.rounds)
    name = stage_round_words(of.stage, counted.number, last, several=several)
    if counted.over:
        text = finished_words(counted.over, counted.total)
        state = "done" if counted.over == counted.total else "now"
    elif counted.playing:
        words = ngettext("%(count)d in play", "%(count)d in play", counted.playing)
        text, state = words % {"count": counted.playing}, "now"
    elif counted.called:
        words = ngettext("%(count)d called", "%(count)d called", counted.called)
        text, state = words % {"count": counted.called}, "now"
    else:
        text, state = _("to be played"), ""
    return EveningPhase(name, text, state)


def table_says(table: TableNow, seated: MatchNow) -> TableWords:
    """Return the status text of a table: its problem, or the hand in play and the time of the last change."""
    match = seated.match
    last_change = match.sheet.written_at or match.called_at
    if table.trouble == "late" and table.grace:
        waits = _("forfeit in %(time)s") % {"time": minutes_left(table.grace)}
        return TableWords(_("called"), waits, style="warn", icon="clock")
    if table.trouble in TROUBLES:
        head, style, icon = TROUBLES[table.trouble]
        return TableWords(str(head), since=last_change, style=style, icon=icon)
    if match.state == "ready":
        return TableWords(_("called"), since=match.called_at)
    hand = seated.hand_in_play
    if hand and seated.time_says:
        return TableWords(time_words(seated.time_says), since=last_change, style="warn", icon="clock")
    return TableWords(_("hand %(hand)s") % {"hand": hand} if hand else _("to be signed"), since=last_change)


TROUBLES = {
    "dispute": (gettext_lazy("to be settled"), "err", "warn"),
    "call": (gettext_lazy("they call you"), "err", "bell"),
    "unsigned": (gettext_lazy("not signed"), "warn", "pen"),
    "late": (gettext_lazy("not begun"), "warn", "clock"),
    "silent": (gettext_lazy("no news"), "warn", "clock"),
}
