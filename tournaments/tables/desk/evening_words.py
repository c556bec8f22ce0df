"""The evening in words: the phases, what is the matter at a table, the latest moves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import Sentence
from tournaments.formats import FORMATS
from tournaments.models import Match, Tournament
from tournaments.results.services.undo import undoable
from tournaments.tables.public import minutes_left
from tournaments.tables.selectors.evening import Evening, RoundCount, StageRounds, TableNow
from tournaments.tables.selectors.journal_lines import Move
from tournaments.templatetags.entrants import called
from tournaments.wall.desk import scene_name
from tournaments.wall.rules import Scene
from tournaments.web.hand_words import hand_sentence
from tournaments.web.sheet_view import turned_card
from tournaments.web.words import clock, finished_words, match_words, table_words, time_words


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


@dataclass(frozen=True)
class MoveWords:
    """One line of the latest moves."""

    clock: str
    where: str
    text: str
    card: str
    reason: str
    author: str
    undo: UUID | None = None
    """The line of the journal, where it can be undone."""


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
    """One round; where there are several stages, one that is known by its number says of which it is."""
    form, last = FORMATS[of.stage.format], max(each.number for each in of.rounds)
    name = say(form.round_name(counted.number, last))
    if several and not form.bracket:
        name = _("%(stage)s: %(round)s") % {"stage": say(Sentence(form.name)), "round": name}
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


def where_is(match: Match, rounds: int) -> str:
    """Return where a match is found: its table while it is open, its name before and after."""
    open_now = match.table and match.state in ("ready", "playing", "disputed")
    return table_words(match.table) if open_now else match_words(match.stage, match.label, rounds)


def move_says(move: Move, tournament: Tournament, evening: Evening, *, newest: bool) -> MoveWords:
    """Return a line of the latest moves; `newest` of its subject, it may be undone."""
    card_game = CARD_GAMES[tournament.card_game]
    written = move.kind in ("hand", "correction")
    return MoveWords(
        clock=clock(move.at),
        where=_where(move, evening),
        text=_hand_move(move, card_game) if move.hand else _other_move(move, tournament),
        card=turned_card(card_game, move.body) if written else "",
        reason=move.reason,
        author=move.author,
        undo=move.entry if newest and _still_so(move, tournament) else None,
    )


def _where(move: Move, evening: Evening) -> str:
    """The table while it is open; of a call to a table the match."""
    if move.match is None:
        return ""
    last = max((each.number for each in evening.rounds_of(move.match.stage_id)), default=evening.last_round)
    if move.kind == "match_called":
        return match_words(move.match.stage, move.match.label, last)
    return where_is(move.match, last)


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


def subject_of(move: Move) -> tuple[object, ...]:
    """Return what a line is about: of several about one thing only the newest can be undone."""
    return (move.match.pk,) if move.match else (move.kind, move.body.get("team"))


def _hand_move(move: Move, card_game: CardGame) -> str:
    points = hand_sentence(card_game, move.sides, move.body) if move.kind != "strike" else ""
    return str(HAND_MOVES.get(move.kind, HAND_MOVES["hand"])) % {"hand": move.hand, "points": points}


def _other_move(move: Move, tournament: Tournament) -> str:
    values = _values(move, tournament)
    if move.kind in CALLED_MOVES:
        return called(CALLED_MOVES[move.kind], tournament, **values)
    if move.kind == "presence_marked":
        return _presence_words(move, tournament)
    return str(MOVES.get(_worded(move), move.kind)) % values


def _worded(move: Move) -> str:
    """The key of its sentence: what was noted before it was written by whom has a shorter one."""
    if move.kind == "side_at_table" and not move.body.get("present"):
        return "side_not_at_table"
    return "walkover_of_old" if move.kind == "walkover" and "winner" not in move.body else move.kind


def _presence_words(move: Move, tournament: Tournament) -> str:
    """Of one team its name, of several how many; what they are now, if it is the same."""
    count = int(move.body.get("teams", 1))
    words = PRESENCES.get(str(move.body.get("presence")))
    if words is None:
        return _("Check-in: %(teams)s marked") % {"teams": count}
    who = move.team or called("teams", tournament, count=count)
    return _("%(teams)s: %(presence)s") % {"teams": who, "presence": words[0 if move.team else 1]}


def _values(move: Move, tournament: Tournament) -> dict[str, object]:
    side = move.body.get("winner" if move.kind == "walkover" else "side")
    scene = move.body.get("scene", "")
    return {
        "teams": move.body.get("teams", 0),
        "changed": move.body.get("changed", 0),
        "seeds": move.body.get("seeds", 0),
        "hand": move.body.get("hand", ""),
        "round": move.body.get("round", ""),
        "team": move.sides[side] if isinstance(side, int) and side < len(move.sides) else move.team,
        "table": move.body.get("table", ""),
        "tables": move.body.get("tables", 0),
        "minutes": move.body.get("minutes", 0),
        "scene": scene_name(Scene(scene), bracket=_has_bracket(tournament)) if scene else "",
    }


def _has_bracket(tournament: Tournament) -> bool:
    return FORMATS[list(tournament.stages.all())[-1].format].bracket


PRESENCES = {
    "present": (pgettext_lazy("one team", "present"), pgettext_lazy("teams", "present")),
    "absent": (pgettext_lazy("one team", "absent"), pgettext_lazy("teams", "absent")),
    "expected": (pgettext_lazy("one team", "expected"), pgettext_lazy("teams", "expected")),
}
"""What is noted of one team, and of several."""
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
    "show_on_wall": gettext_lazy("Screen in the hall: %(scene)s"),
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
    "team_left": gettext_lazy("%(team)s has left"),
    "team_sent_away": gettext_lazy("%(team)s has been sent away"),
    "team_came_back": gettext_lazy("%(team)s is back"),
    "director_called": gettext_lazy("the referee was called"),
    "late_hand_seen": gettext_lazy("a late hand was looked at"),
    "cards_followed": gettext_lazy("taken down card by card"),
    "cards_not_followed": gettext_lazy("no longer taken down card by card"),
    "call_answered": gettext_lazy("the referee has been there"),
}
