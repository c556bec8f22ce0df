"""The evening console (06a): what waits for the organiser, the tables, the latest moves, in words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.translation import joined
from tournaments.club.selectors import champions_of
from tournaments.extras import extras
from tournaments.format_parts.format import Placing
from tournaments.models import Job, JournalEntry, Tournament
from tournaments.permissions import may, roles_of
from tournaments.queue.runner import retry
from tournaments.results.public.match_box import settled_view
from tournaments.results.selectors.matches import event_settled
from tournaments.results.services.undo import undo_move, undoable
from tournaments.roles.rules import DOOR
from tournaments.stages.selectors.stage_facts import shown_stage
from tournaments.standings.selectors import standings_now
from tournaments.tables.public import clock_view, minutes_left, queue_view
from tournaments.tables.selectors import evening as evenings
from tournaments.tables.selectors.evening import Evening, RoundCount, StageRounds, TableNow
from tournaments.tables.selectors.journal_lines import Move, latest_moves
from tournaments.tables.services.calendar import planned_minutes
from tournaments.templatetags.entrants import called
from tournaments.templatetags.words import match_name, where_is
from tournaments.web.desk_frame import acting, at_desk, desk, desk_act
from tournaments.web.frame import number_asked
from tournaments.web.hand_chips import turned_card
from tournaments.web.hand_words import hand_sentence
from tournaments.web.words import clock, ends_of, finished_words, stage_round_words, targets_of, time_words


@desk("open_evening")
def evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the evening; asked by the live stream, only what changes."""
    at = timezone.now()
    whole = evenings.evening_of(tournament, at=at)
    pages = _pages(request, whole)
    now = evenings.with_matches(whole, pages["task_page"].object_list, pages["page"].object_list)
    ends = ends_of([tournament]).get(tournament.pk, "")
    free = [table.number for table in whole.tables if table.match_id is None]
    to_play = next((each.number for each in now.rounds if each.over < each.total), now.last_round)
    context: dict[str, Any] = {
        "evening": now,
        "phases": phases(tournament, now, str(ends)),
        "ends": ends,
        "lines": queue_view(now.stage, now.last_round, free),
        "clock": clock_view(now.stage, now.last_round, at),
        "clock_round": to_play,
        "clock_minutes": planned_minutes(now.stage, to_play),
        **_settled(request, tournament, at),
        "several": len(targets_of(now.stage)) > 1,
        **pages,
        "tables": [(table, table_says(table)) for table in now.tables],
        "moves": latest_lines(tournament, now),
        "pack": now.stage.profile.get("pack", "french"),
    }
    template = "tables/_evening.html" if request.htmx else "tables/evening.html"  # type: ignore[attr-defined]
    return at_desk(request, tournament, template, context, badges={"desk_evening": now.waiting})


A_PAGE, TASKS_A_PAGE = 48, 16
"""So many tables stand on a page, and so many of the things that wait, the most urgent on the first."""


def _pages(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """Return a page of the tasks and one of the tables that are looked for; turning one keeps the other."""
    search = request.GET.get("cerca", "")[:80]
    tables = Paginator(evenings.find_tables(evening, search), A_PAGE)
    tasks = Paginator(evening.tasks, TASKS_A_PAGE)
    page = tables.get_page(number_asked(request, "pagina") or 1)
    task_page = tasks.get_page(number_asked(request, "da-fare") or 1)
    turned = {"cerca": search, "pagina": page.number, "da-fare": task_page.number}
    said = {key: f"{urlencode({key: str(value)})}&" for key, value in turned.items() if value not in ("", 1)}
    return {
        "page": page,
        "query": "?" + "".join(part for key, part in said.items() if key != "pagina"),
        "task_page": task_page,
        "task_query": "?" + "".join(part for key, part in said.items() if key != "da-fare"),
        "search": search,
        "searched": len(evening.tables) > A_PAGE,
    }


@desk_act("correct", "desk_evening")
def undo(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> str:
    """Undo what a line of the journal says."""
    entry = get_object_or_404(JournalEntry, pk=entry_id, tournament=tournament)
    undo_move(entry, _("Undone at the desk"), **acting(request))
    return _("Undone.")


@desk_act("retry_job", back="desk_evening")
def try_again(_request: HttpRequest, tournament: Tournament, job_id: UUID) -> str:
    """Take a job out of quarantine."""
    retry(get_object_or_404(Job, pk=job_id, tournament=tournament))
    return _("Trying again.")


def _settled(request: HttpRequest, tournament: Tournament, at: datetime) -> dict[str, Any]:
    """Once all is over, say until when it can be corrected, and who may open it again."""
    if tournament.state != "over":
        return {}
    settled = settled_view(tournament, event_settled(tournament, at))
    official = settled is not None and settled.official
    champions = champions_of([tournament]).get(tournament.pk, ())
    return {
        "settled": settled,
        "may_reopen": official and may("reopen_event", roles_of(request.user, tournament)),
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


@dataclass(frozen=True)
class EveningPhase:
    """One step of the evening: its name, how far it is, and whether it is over or being played."""

    name: str
    text: str
    state: str


@dataclass(frozen=True)
class TableWords:
    """What stands at the right of a table."""

    head: str
    text: str = ""
    since: datetime | None = None
    style: str = ""
    icon: str = ""


class MoveWords(NamedTuple):
    """One line of the latest moves: where, what was done, the card turned up, whether it can be undone."""

    move: Move
    where: str
    text: str
    card: str
    undo: bool


def phases(tournament: Tournament, evening: Evening, ends: str) -> list[EveningPhase]:
    """Return the steps of the evening, from the entries to the final; the last says when it `ends`."""
    drawn = evening.draw is not None or evening.stages[0].stage.state != "planned"
    present = evening.presence.get("present", 0)
    teams = called("teams", tournament, count=evening.teams)
    here = _("%(present)s present of %(teams)s") % {"present": present, "teams": evening.teams}
    entries = EveningPhase(_("Entries"), here if present and not drawn else teams, "done" if drawn else "now")
    made = clock(evening.draw.made_at) if evening.draw else _("to be made")
    several = len(evening.stages) > 1
    steps = [
        entries,
        EveningPhase(_("Draw"), made, "done" if drawn else ""),
        *(_round(each, counted, several=several) for each in evening.stages for counted in each.rounds),
    ]
    if ends and steps[-1].text == _("to be played"):
        steps[-1] = replace(steps[-1], text=ends)
    return steps


def _round(of: StageRounds, counted: RoundCount, *, several: bool) -> EveningPhase:
    last = max(each.number for each in of.rounds)
    name = stage_round_words(of.stage, counted.number, last, several=several)
    if counted.over:
        text = finished_words(counted.over, counted.total)
        state = "done" if counted.over == counted.total else "now"
    elif counted.playing:
        words = ngettext("%(count)d in play", "%(count)d in play", counted.playing)
        text, state = words % {"count": counted.playing}, "now"
    else:
        text, state = _("to be played"), ""
    return EveningPhase(name, text, state)


def table_says(table: TableNow) -> TableWords:
    """Return what is going on at a table, its trouble first, and since when."""
    if table.match is None:
        return TableWords("", _("free"), style="free")
    match = table.match.match
    written = match.sheet.written_at or match.called_at
    if table.trouble == "late" and table.grace:
        waits = _("forfeit in %(time)s") % {"time": minutes_left(table.grace)}
        return TableWords(_("called"), waits, style="warn", icon="clock")
    if table.trouble in TROUBLES:
        head, style, icon = TROUBLES[table.trouble]
        return TableWords(str(head), since=written, style=style, icon=icon)
    if match.state == "ready":
        return TableWords(_("called"), since=match.called_at)
    hand = table.match.hand_in_play
    if hand and table.match.time_says:
        return TableWords(time_words(table.match.time_says), since=written, style="warn", icon="clock")
    return TableWords(_("hand %(hand)s") % {"hand": hand} if hand else _("to be signed"), since=written)


TROUBLES = {
    "dispute": (gettext_lazy("to be settled"), "err", "warn"),
    "call": (gettext_lazy("they call you"), "err", "bell"),
    "unsigned": (gettext_lazy("not signed"), "warn", "pen"),
    "late": (gettext_lazy("not begun"), "warn", "clock"),
    "silent": (gettext_lazy("no news"), "warn", "clock"),
}


def latest_lines(tournament: Tournament, evening: Evening) -> list[MoveWords]:
    """Return the latest moves in words; of those about one match, or one team, the newest can be undone."""
    card_game, subjects, lines = CARD_GAMES[tournament.card_game], set(), []
    for move in latest_moves(tournament):
        subject = (move.match.pk,) if move.match else (move.kind, move.body.get("team"))
        lines.append(
            MoveWords(
                move,
                where=_where(move, evening),
                text=_hand_move(move, card_game) if move.hand else move_sentence(move, tournament),
                card=turned_card(card_game, move.body) if move.kind in ("hand", "correction") else "",
                undo=subject not in subjects and _still_so(move, tournament),
            )
        )
        subjects.add(subject)
    return lines


def _where(move: Move, evening: Evening) -> str:
    """The table while it is open; of a call to a table the match."""
    if move.match is None:
        return ""
    last = max((each.number for each in evening.rounds_of(move.match.stage_id)), default=evening.last_round)
    return match_name(move.match, last) if move.kind == "match_called" else where_is(move.match, last)


def _still_so(move: Move, tournament: Tournament) -> bool:
    """Whether what a line says can be undone as things are now; the service looks at it once more."""
    if not undoable(move.kind, move.body):
        return False
    if move.match is not None:
        return move.match.state in UNDONE_WHILE[move.kind]
    return move.kind != "presence_marked" or tournament.state == "entries"


UNDONE_WHILE: Mapping[str, Collection[str]] = {
    "walkover": ("walkover",),
    "double_walkover": ("walkover",),
    "match_confirmed": ("confirmed",),
    "side_at_table": ("ready",),
    "time_called": ("ready", "playing", "disputed"),
}
"""The states of a match in which an act about it can be undone."""


def _hand_move(move: Move, card_game: CardGame) -> str:
    points = hand_sentence(card_game, move.sides, move.body) if move.kind != "strike" else ""
    return str(HAND_MOVES.get(move.kind, HAND_MOVES["hand"])) % {"hand": move.hand, "points": points}


def move_sentence(move: Move, tournament: Tournament) -> str:
    """Say what a line of the journal says."""
    values = {name: move.body.get(name, default) for name, default in COUNTS.items()} | {"team": _team(move)}
    if move.kind in ACTS:
        values |= import_string(ACTS[move.kind].values)(tournament, move.body)
    if move.kind in CALLED_MOVES:
        return called(CALLED_MOVES[move.kind], tournament, **values)
    if move.kind == "presence_marked":
        return _presence_words(move, tournament)
    key = move.kind
    if key == "side_at_table" and not move.body.get("present"):
        key = "side_not_at_table"
    elif key == "walkover" and "winner" not in move.body:  # a line of old does not say who won
        key = "walkover_of_old"
    return str(MOVES.get(key, key)) % values


def _team(move: Move) -> str:
    side = move.body.get("winner" if move.kind == "walkover" else "side")
    return move.sides[side] if isinstance(side, int) and side < len(move.sides) else move.team


def _presence_words(move: Move, tournament: Tournament) -> str:
    """Of one team its name, of several how many; what they are now, if it is the same."""
    count = int(move.body.get("teams", 1))
    words = PRESENCES.get(str(move.body.get("presence")))
    if words is None:
        return _("Check-in: %(teams)s marked") % {"teams": count}
    values = {
        "teams": move.team or called("teams", tournament, count=count),
        "presence": words[0 if move.team else 1],
    }
    if move.body.get("place") == DOOR:
        return _("%(teams)s: %(presence)s, at the door") % values
    return _("%(teams)s: %(presence)s") % values


COUNTS: Mapping[str, object] = {
    **dict.fromkeys(("teams", "changed", "seeds", "tables", "minutes"), 0),
    **dict.fromkeys(("hand", "round", "table"), ""),
}
"""What a line of the journal may say in figures, and what stands where it does not."""
PRESENCES = {
    "present": (pgettext_lazy("one team", "present"), pgettext_lazy("teams", "present")),
    "absent": (pgettext_lazy("one team", "absent"), pgettext_lazy("teams", "absent")),
    "expected": (pgettext_lazy("one team", "expected"), pgettext_lazy("teams", "expected")),
}
"""What is noted of one team, and of several."""
ACTS = {key: act for extra in extras() for key, act in extra.acts.items()}
HAND_MOVES = {
    "hand": gettext_lazy("hand %(hand)s: %(points)s"),
    "correction": gettext_lazy("hand %(hand)s corrected: %(points)s"),
    "strike": gettext_lazy("hand %(hand)s undone"),
}
CALLED_MOVES = {
    "signature": "moved: signed",
    "teams_entered": "moved: entered",
    "team_changed": "moved: changed",
    "team_withdrawn": "moved: withdrawn",
}
MOVES = {
    "tournament_created": gettext_lazy("Tournament created"),
    "tournament_changed": gettext_lazy("Name, start or tables changed"),
    "notice_changed": gettext_lazy("Notice changed"),
    "notice_removed": gettext_lazy("Notice taken away"),
    "pages_closed": gettext_lazy("Not all pages are shown to everybody"),
    "pages_opened": gettext_lazy("All pages are shown to everybody"),
    "standings_held": gettext_lazy("The standings are held back from a round on"),
    "standings_freed": gettext_lazy("The standings are there for everybody"),
    "embedding_allowed": gettext_lazy("Other sites may show the bracket and the standings"),
    "embedding_stopped": gettext_lazy("Other sites may no longer show the bracket and the standings"),
    "rules_changed": gettext_lazy("Rules changed"),
    "teams_imported": gettext_lazy("List imported: %(teams)s new, %(changed)s changed"),
    "seeds_set": gettext_lazy("Seeds taken from the ratings: %(seeds)s"),
    "draw_committed": gettext_lazy("Draw promised"),
    "cards_laid": gettext_lazy("Cards of the lot laid face down"),
    "cards_taken_up": gettext_lazy("Cards of the lot taken up again"),
    "draw_made": gettext_lazy("Draw made"),
    "round_paired": gettext_lazy("Round %(round)s paired"),
    "event_reopened": gettext_lazy("Opened again for corrections"),
    "result_corrected": gettext_lazy("result corrected"),
    "finals_written": gettext_lazy("final scores written from paper"),
    "hand_settled": gettext_lazy("hand %(hand)s settled by the referee"),
    "match_confirmed": gettext_lazy("confirmed by the referee"),
    "walkover": gettext_lazy("walkover to %(team)s"),
    "walkover_of_old": gettext_lazy("won by walkover"),
    "double_walkover": gettext_lazy("nobody came, no winner"),
    "match_called": gettext_lazy("called to table %(table)s"),
    "side_at_table": gettext_lazy("%(team)s: at the table"),
    "side_not_at_table": gettext_lazy("%(team)s: not at the table"),
    "round_planned": gettext_lazy("Round %(round)s planned"),
    "match_postponed": gettext_lazy("postponed"),
    "clock_start": gettext_lazy("Clock of round %(round)s: %(minutes)s minutes"),
    "clock_pause": gettext_lazy("Clock stopped for now"),
    "clock_resume": gettext_lazy("Clock runs on"),
    "clock_shift": gettext_lazy("Clock set by %(minutes)s minutes"),
    "clock_stop": gettext_lazy("Clock taken away"),
    "time_called_all": gettext_lazy("Time called at %(tables)s tables"),
    "time_called": gettext_lazy("time called"),
    "time_placed": gettext_lazy("the referee says after how many hands time was called"),
    "time_taken_back": gettext_lazy("time taken back"),
    "team_entered_late": gettext_lazy("%(team)s has entered late, from round %(round)s on"),
    "player_replaced": gettext_lazy("%(team)s: a player was replaced"),
    "name_shown": gettext_lazy("How a name is shown was changed"),
    "name_erased": gettext_lazy("A name was erased"),
    "draw_taken_back": gettext_lazy("Draw taken back, to be made again"),
    "lot_drawn": gettext_lazy("A lot was drawn between %(teams)s who were level"),
    "lot_drawn_again": gettext_lazy("A lot between %(teams)s was recorded again"),
    "team_left": gettext_lazy("%(team)s has left"),
    "team_sent_away": gettext_lazy("%(team)s has been sent away"),
    "team_came_back": gettext_lazy("%(team)s is back"),
    "director_called": gettext_lazy("the referee was called"),
    "late_hand_seen": gettext_lazy("a late hand was looked at"),
    "cards_followed": gettext_lazy("taken down card by card"),
    "cards_not_followed": gettext_lazy("no longer taken down card by card"),
    "call_answered": gettext_lazy("the referee has been there"),
} | {key: gettext_lazy(act.words) for key, act in ACTS.items()}
