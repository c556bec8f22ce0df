"""The public sheet of a match: column headings with names, the hands of each game, and the corrections."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from scoring.field_kinds.base import Names
from scoring.game_parts.card_game import CardGame, count_field
from scoring.models import SheetEvent
from scoring.translation import say
from scoring.types import Stopped
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import BYE_REASONS, bye_sentence
from tournaments.matches.hand_words import Body, HandWords
from tournaments.matches.selectors.bracket import IN_PLAY
from tournaments.matches.selectors.matches import MatchNow
from tournaments.matches.sheet_view import GameView, SheetView, SideView, sheet_view
from tournaments.matches.words import side_words, walkover_words
from tournaments.models import Match
from tournaments.stages.selectors.stage_details import rounds_of
from tournaments.templatetags.components import ScoreFoot
from tournaments.templatetags.entrants import called
from tournaments.web import words as page_words
from tournaments.web.hand_chips import legend_chips


@dataclass(frozen=True)
class CorrectedEntry:
    """One correction, dispute or call in the sheet's history: its time and its description."""

    at: datetime
    words: str


def history(card_game: CardGame, names: Names, events: Sequence[SheetEvent]) -> tuple[CorrectedEntry, ...]:
    """Return the corrections, disputes and calls of a sheet, oldest first."""
    standing: dict[tuple[int | None, int | None], Body] = {}
    entries = []
    for event in events:
        place = (event.game, event.hand)
        words = _words(card_game, names, event, standing.get(place))
        if words:
            entries.append(CorrectedEntry(event.recorded_at, words))
        if event.kind in ("hand", "correction"):
            standing[place] = event.body
    return tuple(entries)


def _words(card_game: CardGame, names: Names, event: SheetEvent, before: Body | None) -> str:
    values = {"game": event.game, "hand": event.hand, "before": "", "after": ""}
    after = {"correction": event.body, "dispute": event.body.get("hand")}.get(event.kind)
    if before is not None:
        values["before"] = HandWords(card_game, before, names).line(after)
    if after is not None:
        values["after"] = HandWords(card_game, after, names).line(before)
    if event.kind == "ruling" and event.game is None:
        return _("The referee has been at the table.")
    sentences = {
        "correction": _("Game %(game)s, hand %(hand)s corrected: %(before)s became %(after)s."),
        "strike": _("Game %(game)s, hand %(hand)s struck out: it was %(before)s."),
        "dispute": _("Game %(game)s, hand %(hand)s written twice: %(before)s stands, %(after)s differs."),
        "ruling": _("Game %(game)s, hand %(hand)s settled: %(before)s stands."),
        "objection": _("The referee was called."),
    }
    return sentences.get(event.kind, "") % values


STILL_AFTER = timedelta(minutes=5)


def sheet_page(match: MatchNow, events: Sequence[SheetEvent]) -> dict[str, Any]:
    """Return the template context of a public sheet.

    Two queries, for the player names and the number of rounds; more if a player was replaced (`seated`).
    """
    match.match.sheet.open_with(events)
    sheet = sheet_view(match)
    rounds = rounds_of(match.match)
    name = page_words.match_words(match.match.stage, match.match.label, rounds)
    names = [_name(match, side, rounds) for side in sheet.sides]
    at_table = match.match.state in IN_PLAY or (match.match.state == "ready" and match.match.table)
    return {
        "sheet": sheet,
        "match": match,
        "name": name,
        "round_name": say(FORMATS[match.match.stage.format].round_name(match.match.round, rounds)),
        "table": page_words.table_words(match.match.table) if at_table else "",
        "names": names,
        "heads": _heads(match, sheet, names),
        "counts_games": sheet.profile.games > 1,
        "papers": _papers(sheet, events, match.match.state),
        "status": _status(match, sheet),
        "live": match.match.state in IN_PLAY and sheet.winner is None,
        "still": is_still(match.match.sheet.written_at),
        "written_at": match.match.sheet.written_at,
        "history": history(sheet.card_game, sheet.called, events),
        "corrected": _corrected(match),
        "seats": tuple(side.side for side in sheet.sides),
        "short": short_heads(sheet),
        "example": _example(sheet),
        "disputed": sum(row.disputed for game in sheet.games for row in game.rows),
    }


def is_still(written_at: datetime | None) -> bool:
    """Return whether more than STILL_AFTER has passed since the last entry in the log of a sheet.

    `written_at` is the time of this entry. Return False if `written_at` is None.
    """
    return written_at is not None and timezone.now() - written_at > STILL_AFTER


def _heads(match: MatchNow, sheet: SheetView, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the column headings: each side with its games won or, in a match of one game, its points.

    A bye has only the side of the team.
    """
    several, alone = sheet.profile.games > 1, match.match.state == "bye"
    return [
        {
            "side": side,
            "team": match.sides[side.side].team,
            "name": name,
            "alone": side.full_names == (name,),
            "number": side.games_won if several else score,
        }
        for side, name, score in zip(sheet.sides, names, sheet.games[0].score, strict=True)
        if side.name or not alone
    ]


def _example(sheet: SheetView) -> dict[str, Any]:
    game, profile = sheet.card_game, sheet.profile
    rank, suit = profile.ranks[0], next(iter(profile.pack.suits))
    counted = count_field(game) is not None and profile.sides == 2
    total = game.fixed_total or 0
    high = (game.even_split or total // 2) + 6
    return {
        "turned": game.turns_a_card,
        "card": rank + suit,
        "points": profile.card_values.get(rank, 0),
        "split": f"{high}·{total - high}" if counted and total else "",
        "chips": legend_chips(game, profile),
    }


def _name(match: MatchNow, side: SideView, rounds: int) -> str:
    return side.name or side_words(match.match.stage, match.sides[side.side], rounds, {})


def _corrected(match: MatchNow) -> str:
    """Return the time and the reason of the last correction as text; empty if nothing was corrected."""
    rows = [row for row in match.match.outcomes.all() if row.version > 1 and row.reason]
    if not rows:
        return ""
    values = {"time": page_words.clock(rows[-1].made_at), "reason": rows[-1].reason}
    return _("Result corrected at %(time)s: %(reason)s") % values


def _papers(sheet: SheetView, events: Sequence[SheetEvent], state: str) -> list[dict[str, Any]]:
    if state in ("walkover", "bye"):
        return []
    ended = {event.game: event.recorded_at for event in events if event.kind in ("hand", "correction")}
    games = [replace(game, status="to_come") for game in sheet.games] if state == "waiting" else sheet.games
    return [_paper(sheet, game, ended.get(game.number)) for game in games]


def _paper(sheet: SheetView, game: GameView, ended: datetime | None) -> dict[str, Any]:
    has_sheet = bool(game.rows) or game.status in ("playing", "next") or game.quick
    return {
        "game": game,
        "name": game_title(sheet, game),
        "live": game.status in ("playing", "next"),
        "chip": _chip(sheet, game, ended),
        "text": "" if has_sheet else _not_written(sheet, game),
        "rows": sheet.rows_of(game),
        "foot": _foot(sheet, game) if game.rows or game.quick else None,
        "cards": [row.number for row in game.rows if row.has_cards],
    }


def game_title(sheet: SheetView, game: GameView) -> str:
    """Return the heading of a game without its target, such as "2ª partita" or "Bella"."""
    if game.deciding:
        return _("Deciding hand")
    if game.decider:
        return _("Decider")
    return _("Game %(number)s") % {"number": game.number} if len(sheet.games) > 1 else _("The game")


# How a game that was stopped by time counts (COM-TIME-2).
BY_TIME = {
    Stopped.WON: gettext_lazy("by time"),
    Stopped.LEVEL: gettext_lazy("level by time"),
    Stopped.VOID: gettext_lazy("void by time"),
}


def _chip(sheet: SheetView, game: GameView, ended: datetime | None) -> tuple[str, str]:
    if game.by_time:
        return "ok", str(BY_TIME[game.by_time])
    if game.status == "over":
        return "ok", _("Over at %(time)s") % {"time": page_words.clock(ended)} if ended else pgettext(
            "game", "Over"
        )
    if game.status in ("playing", "next") and sheet.next:
        return "live", _("Hand %(hand)s") % {"hand": sheet.next.hand}
    return "", _("Not needed") if game.status == "not_needed" else _("If needed") if game.decider else _(
        "To come"
    )


def _not_written(sheet: SheetView, game: GameView) -> str:
    if game.status == "not_needed":
        return _("The match was decided before.")
    if game.number == 1:
        return called("begins when known", sheet.match.match.tournament)
    ahead = [side for side in sheet.sides if side.games_won > 0]
    behind = [side for side in sheet.sides if side not in ahead]
    if game.decider and len(ahead) == 1 and behind:
        return _("Played only if the game before goes to %(team)s.") % {"team": behind[0].name}
    return _("Played only if each side wins a game.") if game.decider else _("Played after the game before.")


def short_heads(sheet: SheetView) -> tuple[str, ...]:
    """Return the column headings of a game: the short names of the sides."""
    return page_words.short_names([side.name for side in sheet.sides])


def _foot(sheet: SheetView, game: GameView) -> ScoreFoot:
    words = pgettext("score", "now")
    if game.by_time:
        words = str(BY_TIME[game.by_time])
    elif game.winner is not None:
        words = _("won by %(team)s") % {"team": short_heads(sheet)[game.winner]}
    elif game.status == "over":
        words = _("level at the end")
    scores = [
        (side.side, points, game.winner not in (None, side.side))
        for side, points in zip(sheet.sides, game.score, strict=True)
    ]
    return ScoreFoot(words, scores, game.target, game.parts)


def _status(match: MatchNow, sheet: SheetView) -> dict[str, str]:
    row: Match = match.match
    statuses = {
        "walkover": ("", "info", capfirst(walkover_words(match))),
        "bye": ("", "info", _("Bye")),
        "signed": ("ok", "check", called("all signed", row.tournament)),
        "confirmed": ("ok", "check", _("Confirmed by the referee")),
        "disputed": ("err", "warn", _("The referee has been called")),
        "ready": ("", "bell", _called_words(row)),
        "waiting": ("", "clock", called("wait", row.tournament)),
        "playing": ("live", "", _("In play") if sheet.winner is None else _("To be signed")),
    }
    kind, icon, text = statuses[row.state]
    brief = {"signed": _("Signed"), "confirmed": _("Confirmed")}.get(row.state, "")
    why = _why(match) if row.state in ("walkover", "bye") else ""
    return {"kind": kind, "icon": icon, "text": text, "brief": brief, "why": why}


def _called_words(row: Match) -> str:
    if not row.table:
        return _("Waiting for a table")
    return _("Called at %(time)s") % {"time": page_words.clock(row.called_at)}


def _why(match: MatchNow) -> str:
    """Return the reason for a walkover or a bye as text."""
    if match.annulled:
        return match.outcome.reason if match.outcome and match.outcome.version == 1 else ""
    if match.outcome and match.outcome.reason and match.outcome.reason not in BYE_REASONS:
        won = next((side.name for side in match.sides if side.won), "")
        if FORMATS[match.match.stage.format].bracket:
            words = _("%(team)s go on.") % {"team": won} if won else _("Nobody goes on.")
        else:
            words = _("%(team)s win.") % {"team": won} if won else _("Nobody wins.")
        if match.outcome.moves_as is not None:
            stays = (
                _("%(team)s win, and who plays on stays.")
                if won
                else _("Nobody wins, and who plays on stays.")
            )
            return stays % {"team": won}
        return words if match.outcome.version > 1 else page_words.joined(match.outcome.reason, words)
    reasons = [side.reason for side in match.sides if side.reason in BYE_REASONS]
    return say(bye_sentence(reasons[0])) if reasons else ""
