"""The match on the phone: its score, the sheet of one game, and the three things to be done from here."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.sheet.rules.log import Place
from scoring.templatetags.sheet import real
from scoring.translation import say
from scoring.types import HandState, Now, RuleError, Sentence
from tournaments.phone.access import AtTable, at_table, refused
from tournaments.phone.fields import suits_to_begin_with, turned_label
from tournaments.phone.hand_in_words import headline, other_fields
from tournaments.phone.opening import pen_words
from tournaments.phone.selectors import next_match
from tournaments.phone.time_called import time_words
from tournaments.phone.words import game_in_play, game_tab, lowered
from tournaments.results.services.results import object_to_sheet, strike_hand
from tournaments.stages.selectors.stage_facts import goes_on_to
from tournaments.tables.public import ClockView, clock_in_words
from tournaments.tables.selectors.calendar import clock_of
from tournaments.web.sheet_parts import GameView, hand_rows

SURE_AFTER = timedelta(minutes=2)


@never_cache
@require_safe
@at_table("read")
def table(request: HttpRequest, visit: AtTable) -> HttpResponse:
    """Show the match; a phone that has not said who holds it is asked first."""
    if visit.undecided and visit.may_write:
        return redirect("table_side", visit.id)
    game = shown_game(visit, request.GET)
    last = visit.log.last_place()
    return render(
        request,
        "phone/match.html",
        {
            "here": visit,
            "events_url": visit.events_url,
            "game": game,
            "where": where_words(visit, game),
            "score": side_scores(visit, game),
            "tabs": [tab(visit, each, game) for each in visit.view.games]
            if len(visit.view.games) > 1
            else [],
            "rows": hand_rows(visit.view, game) if game else [],
            "heads": [words.heading for words in visit.words],
            "side_numbers": [words.side for words in visit.words],
            "games_needed": visit.view.profile.games_to_win,
            "quick": suits_to_begin_with(visit),
            "card_label": turned_label(visit.view.card_game),
            "last": last,
            "last_version": visit.log.hands[last].version if last else None,
            "saved": saved_place(visit, request.GET.get("salvata", "")),
            "quarrel": min(visit.log.disputes, default=None),
            "decided": visit.view.state.over,
            "pen": pen_words(visit),
            "moved": moved_words(visit),
            "time_says": time_words(visit),
            "clock": round_clock(visit),
            "time_open": visit.view.state.time is Now.FINISH,
            "time_mine": visit.log.time_by_table and not visit.log.written_since,
            "ways_on": goes_on_to(visit.match.match) if visit.match.decided else [],
            "next_match": next_match(visit.grant) if visit.grant and visit.match.decided else None,
        },
    )


def where_words(table: AtTable, game: GameView | None) -> str:
    """Return what stands under the table's name: the round, and the game with its target or its length."""
    if game is None:
        return table.round
    if game.target:
        text = pgettext("title of a table", "game %(number)s to %(target)s")
        return f"{table.round} · {text % {'number': game.number, 'target': game.target}}"
    return " · ".join(filter(None, (table.round, length_words(table, game))))


def length_words(table: AtTable, game: GameView) -> str:
    """Return how long a game without a target is: hand 3 of 12, or until when; nothing once it is over."""
    counted_by = table.view.card_game.pace.counted_by
    if not counted_by or game.status == "over":
        return ""
    length = table.view.profile.options[counted_by]
    if not isinstance(length, int):
        return lowered(say(Sentence(table.view.card_game.options_by_key[counted_by].choices[str(length)])))
    number = 1 + sum(row.state != HandState.ANNULLED for row in game.rows)
    if number > length:
        return _("one more hand")
    return _("hand %(number)s of %(deals)s") % {"number": number, "deals": length}


def moved_words(table: AtTable) -> str:
    """Say that the match was called away from another table, until a hand is written at this one."""
    match, last = table.match.match, table.log.last_place()
    written = table.standing_hand(last) if last else None
    if match.moved_from is None or match.called_at is None or not table.may_write:
        return ""
    if written and written.recorded_at > match.called_at:
        return ""
    return _("You play at table %(table)d now, no longer at table %(before)d.") % {
        "table": match.table,
        "before": match.moved_from,
    }


def round_clock(table: AtTable) -> ClockView | None:
    """Return the clock of this match's round, while it is open: one query."""
    row = table.match.match
    found = None if table.match.decided else clock_of(row.stage)
    if found is None or not found.running or found.round != row.round:
        return None
    return clock_in_words(found, table.round, timezone.now())


def shown_game(table: AtTable, query: QueryDict) -> GameView | None:
    """Return the game whose sheet is shown: the one asked for, if it was begun, else the one being played."""
    number = query.get("partita", "")
    begun = [game for game in table.view.games if game.rows and str(game.number) == number]
    return begun[0] if begun else table.view.current


def side_scores(table: AtTable, game: GameView | None) -> list[dict[str, Any]]:
    """Return each side with its words, its team, its score in the game shown and what that is made of."""
    scores = game.score if game else (0,) * len(table.words)
    sides = zip(table.words, table.view.sides, scores, strict=True)
    return [
        {"words": words, "team": team, "score": score, "parts": _parts(game, place)}
        for place, (words, team, score) in enumerate(sides)
    ]


def _parts(game: GameView | None, place: int) -> list[tuple[str, int]]:
    """Return the sums that are kept apart until the end, of the side in this place."""
    return [(label, numbers[place]) for label, numbers in game.parts] if game else []


def tab(table: AtTable, game: GameView, view: GameView | None) -> dict[str, Any]:
    """Return what a game's tab says: its score once it was begun, else when it will be played."""
    name = _("Deciding hand") if game.deciding else game_tab(game.number, decider=game.decider)
    if game.deciding:
        label = name
    elif game.status == "playing":
        label = game_in_play(game.number, decider=game.decider)
    elif game.status == "over" or game.target is None:
        label = name
    else:
        label = _("%(game)s to %(target)s") % {"game": name, "target": game.target}
    later = {
        "next": pgettext("game", "next"),
        "to_come": _("if needed") if game.decider else pgettext("game", "later"),
        "not_needed": _("not needed"),
    }
    score = " \N{EN DASH} ".join(map(real, game.score))
    return {
        "number": game.number,
        "label": label,
        "figure": score if game.rows or game.quick else later.get(game.status, ""),
        "link": bool(game.rows),
        "current": game == view,
    }


def saved_place(table: AtTable, text: str) -> Place | None:
    """Return the hand that was just saved, while it still is the last one."""
    last = table.log.last_place()
    return last if last and text == f"{last[0]}-{last[1]}" else None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("strike_hand")
def table_undo(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Strike the last hand; one that is older than two minutes is asked about once."""
    sent = request.POST if request.method == "POST" else request.GET
    place, version = _last_hand(table, sent)
    if place is None:
        return _changed(request, table)
    if request.method != "POST" or (_is_old(table, place) and "sure" not in sent):
        return _wanted(request, table, place, version)
    try:
        strike_hand(table.id, place, based_on=version, author=table.author(), at=timezone.now())
    except RuleError as refusal:
        return refused(request, table, refusal)
    return redirect("table", table.id)


def _last_hand(table: AtTable, sent: QueryDict) -> tuple[Place | None, int]:
    """Return the last hand, if it is still the one that was meant, and its version."""
    last = table.log.last_place()
    standing = table.log.hands[last] if last else None
    meant = (sent.get("game"), sent.get("hand"), sent.get("version"))
    if last is None or standing is None or meant != (str(last[0]), str(last[1]), str(standing.version)):
        return None, 0
    return last, standing.version


def _is_old(table: AtTable, place: Place) -> bool:
    written = table.standing_hand(place)
    return written is not None and timezone.now() - written.recorded_at > SURE_AFTER


def _wanted(request: HttpRequest, table: AtTable, place: Place, version: int) -> HttpResponse:
    if request.method == "POST":
        return redirect(
            f"{reverse('table_undo', args=[table.id])}?game={place[0]}&hand={place[1]}&version={version}"
        )
    body = table.log.hands[place].body
    said = [headline(table, body), *other_fields(table, body)]
    return render(
        request, "phone/undo.html", {"here": table, "place": place, "version": version, "said": said}
    )


def _changed(request: HttpRequest, table: AtTable) -> HttpResponse:
    """The sheet has moved on since the page was read: show it as it is."""
    return redirect("table", table.id)


@require_POST
@at_table("call_director")
def table_call(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Call the director to the table; calling again while he is on his way changes nothing."""
    if table.log.objection is None:
        try:
            object_to_sheet(table.id, author=table.author(), at=timezone.now(), side=table.own_side)
        except RuleError as refusal:
            return refused(request, table, refusal)
    return redirect("table", table.id)
