"""The latest actions of a tournament as text, each with a link to the desk page of its match or team."""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from django.urls import resolve, reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.lifecycle.services.undo import ACTS, undoable
from tournaments.matches.hand_words import HandWords, names_of_sides
from tournaments.matches.words import targets_of, winner_words
from tournaments.models import Tournament
from tournaments.permissions import may
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.tables.selectors.evening import Evening
from tournaments.tables.selectors.journal_lines import Move, latest_moves
from tournaments.tables.template_tags import match_name, where_is
from tournaments.templatetags.entrants import called
from tournaments.values.roles import DOOR
from tournaments.web.hand_chips import turned_card
from tournaments.web.words import joined


class MoveWords(NamedTuple):
    """One of the latest actions as text, with its table or match, its link, and whether it can be undone."""

    move: Move
    where: str
    text: str
    card: str
    undo: bool
    # The page of the desk that the line leads to; empty if the reader may not open one.
    url: str


def latest_lines(tournament: Tournament, evening: Evening, roles: frozenset[str]) -> list[MoveWords]:
    """Return the latest actions as text. Only the newest action on a match or a team can be undone.

    If several actions set the result of a match, only the newest action names the winner, because the
    earlier results no longer count.
    """
    card_game, subjects, lines = CARD_GAMES[tournament.card_game], set(), []
    with_result: set[UUID] = set()
    for move in latest_moves(tournament):
        if move.match:
            move.match.stage.tournament = tournament
        subject = (move.match.pk,) if move.match else (move.kind, move.body.get("team"))
        text = _hand_move(move, card_game) if move.hand else move_sentence(move, tournament)
        if move.match and move.now and move.kind in RESULTS and move.match.pk not in with_result:
            text = joined(text, winner_words(move.now))
            with_result.add(move.match.pk)
        lines.append(
            MoveWords(
                move,
                where=_where(move, evening),
                text=text,
                card=turned_card(card_game, move.body) if move.kind in ("hand", "correction") else "",
                undo=subject not in subjects and _can_be_undone(move, tournament),
                url=_page_of(move, tournament, roles),
            )
        )
        subjects.add(subject)
    return lines


def _page_of(move: Move, tournament: Tournament, roles: frozenset[str]) -> str:
    """Return the desk URL of the match, team or page that an action is about; empty if there is no link."""
    if move.match:
        page, place = "desk_match", [move.match.pk]
    elif move.team:
        page, place = "desk_team", [move.body["team"]]
    else:
        page, place = PAGES_OF_MOVES.get(move.kind, "desk_evening"), []
    address = reverse(page, args=[tournament.slug, *place])
    act = getattr(resolve(address).func, "act", "")
    return address if page != "desk_evening" and may(act, roles) else ""


# The desk pages of the moves that are not about a match or a team.
PAGES_OF_MOVES = {
    **dict.fromkeys(("teams_entered", "teams_imported", "presence_marked", "seeds_set"), "desk_entries"),
    **dict.fromkeys(("draw_committed", "cards_laid", "cards_taken_up", "draw_made"), "desk_draw"),
    **dict.fromkeys(("lot_drawn", "lot_drawn_again", "round_paired", "draw_taken_back"), "desk_draw"),
    **dict.fromkeys(("tournament_created", "tournament_changed", "rules_changed"), "desk_rules"),
    **dict.fromkeys(("notice_changed", "notice_removed"), "desk_notice"),
    **dict.fromkeys(("pages_closed", "pages_opened", "standings_held", "standings_freed"), "desk_shown"),
    "round_planned": "desk_calendar",
}


def _where(move: Move, evening: Evening) -> str:
    """Return the table or the match of an action as text; empty if the action concerns no match."""
    if move.match is None:
        return ""
    last = max((each.number for each in evening.rounds_of(move.match.stage_id)), default=evening.last_round)
    return match_name(move.match, last) if move.kind == "match_called" else where_is(move.match, last)


def _can_be_undone(move: Move, tournament: Tournament) -> bool:
    """Return True if the action can be undone now. The undo service checks this again."""
    if not undoable(move.kind, move.body):
        return False
    if move.match is not None:
        return move.match.state in UNDONE_WHILE[move.kind]
    return move.kind != "presence_marked" or tournament.state == "entries"


# The states of a match in which a move about it can be undone.
UNDONE_WHILE: Mapping[str, Collection[str]] = {
    "walkover": ("walkover",),
    "double_walkover": ("walkover",),
    "match_confirmed": ("confirmed",),
    "side_at_table": ("ready",),
    "match_called": AT_A_TABLE,
    "time_called": ("ready", "playing", "disputed"),
}


# The moves that may give a match a result.
RESULTS = ("match_confirmed", "finals_written", "result_corrected")


def _hand_move(move: Move, card_game: CardGame) -> str:
    points, several = "", False
    if move.match is not None:
        profile = profile_of(move.match.stage)
        several = len(targets_of(move.match.stage)) > 1
        if move.kind != "strike":
            points = HandWords(card_game, move.body, names_of_sides(profile, move.sides)).sentence
    sentences = HAND_MOVES_OF_GAMES if several else HAND_MOVES
    values = {"game": move.game, "hand": move.hand, "points": points}
    return str(sentences.get(move.kind, sentences["hand"])) % values


def move_sentence(move: Move, tournament: Tournament) -> str:
    """Return the sentence that describes an action."""
    values = {name: move.body.get(name, default) for name, default in COUNTS.items()} | {"team": _team(move)}
    if move.kind in ACTS:
        values |= import_string(ACTS[move.kind].values)(tournament, move.body)
    if move.kind == "teams_entered" and move.team:
        return called("moved: entered one", tournament, **values)
    if move.kind in CALLED_MOVES:
        return called(CALLED_MOVES[move.kind], tournament, **values)
    if move.kind == "presence_marked":
        return _presence_words(move, tournament)
    key = _key_of(move)
    return str(MOVES.get(key, key)) % values


def _key_of(move: Move) -> str:
    """Return the key of the sentence in `MOVES` that describes an action."""
    if move.kind in NOT_AT_TABLE and not move.body.get("present"):
        return NOT_AT_TABLE[move.kind]
    if move.kind == "walkover" and "winner" not in move.body:  # old lines do not have the winner
        return "walkover_of_old"
    if move.kind == "result_corrected" and move.body.get("reopened"):
        return "match_reopened"
    return move.kind


# The sentences for a side that is noted as absent, and for a note that was cancelled.
NOT_AT_TABLE = {"side_at_table": "side_not_at_table", "all_at_tables": "all_not_at_tables"}


def _team(move: Move) -> str:
    side = move.body.get("winner" if move.kind == "walkover" else "side")
    return move.sides[side] if isinstance(side, int) and side < len(move.sides) else move.team


def _presence_words(move: Move, tournament: Tournament) -> str:
    """Return the sentence about a check-in: which team or how many teams, and whether they are present."""
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


# The numbers in a line of the journal, with their default values.
COUNTS: Mapping[str, object] = {
    **dict.fromkeys(("teams", "changed", "seeds", "tables", "minutes"), 0),
    **dict.fromkeys(("hand", "round", "table"), ""),
}
# The sentences for a note about one team and about several teams.
PRESENCES = {
    "present": (pgettext_lazy("one team", "present"), pgettext_lazy("teams", "present")),
    "absent": (pgettext_lazy("one team", "absent"), pgettext_lazy("teams", "absent")),
    "expected": (pgettext_lazy("one team", "expected"), pgettext_lazy("teams", "expected")),
}
HAND_MOVES = {
    "hand": gettext_lazy("hand %(hand)s: %(points)s"),
    "correction": gettext_lazy("hand %(hand)s corrected: %(points)s"),
    "strike": gettext_lazy("hand %(hand)s undone"),
}
# The sentences for a match of several games.
HAND_MOVES_OF_GAMES = {
    "hand": gettext_lazy("game %(game)s, hand %(hand)s: %(points)s"),
    "correction": gettext_lazy("game %(game)s, hand %(hand)s corrected: %(points)s"),
    "strike": gettext_lazy("game %(game)s, hand %(hand)s undone"),
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
    "match_reopened": gettext_lazy("open again: to be played"),
    "finals_written": gettext_lazy("final scores written from paper"),
    "hand_settled": gettext_lazy("hand %(hand)s settled by the referee"),
    "match_confirmed": gettext_lazy("confirmed by the referee"),
    "walkover": gettext_lazy("walkover to %(team)s"),
    "walkover_of_old": gettext_lazy("won by walkover"),
    "double_walkover": gettext_lazy("nobody came, no winner"),
    "match_called": gettext_lazy("called to table %(table)s"),
    "side_at_table": gettext_lazy("%(team)s: at the table"),
    "side_not_at_table": gettext_lazy("%(team)s: not at the table"),
    "all_at_tables": gettext_lazy("All arrived at their tables"),
    "all_not_at_tables": gettext_lazy("Not all arrived at their tables"),
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
