"""The match page on a phone: the score, the hands of the displayed game, and links to the next actions."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, pgettext

from scoring.templatetags.sheet import real
from scoring.translation import say
from scoring.types import HandState, Now, Sentence
from tournaments.matches.hand_words import HandWords
from tournaments.matches.selectors.phones import next_slots
from tournaments.matches.services.results import object_to_sheet, strike_hand
from tournaments.matches.sheet_view import GameView
from tournaments.matches.words import walkover_words
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.fields import names_at, suits_to_begin_with, turned_label
from tournaments.phone.opening import pen_words
from tournaments.phone.time_called import time_words
from tournaments.phone.words import game_in_play, game_tab, lowered
from tournaments.stages.selectors.stage_details import goes_on_to
from tournaments.tables.public import ClockView, clock_in_words
from tournaments.tables.selectors.calendar import clock_of

SURE_AFTER = timedelta(minutes=2)


@at_table("read")
def table(request: HttpRequest, visit: AtTable) -> HttpResponse:
    """Render the match page; redirect a phone without a side to the form for choosing the side."""
    if visit.undecided and visit.may_write:
        return redirect("table_side", visit.id)
    begun = {str(game.number): game for game in visit.view.games if game.rows}
    game = begun.get(request.GET.get("partita", ""), visit.view.current)
    games, last = visit.view.games, visit.log.last_place()
    scores = game.score if game else (0,) * len(visit.words)
    context = {
        "here": visit,
        "events_url": visit.events_url,
        "game": game,
        "where": where_words(visit, game),
        "score": list(zip(visit.words, visit.view.sides, scores, strict=True)),
        "tabs": [(each, *tab(each)) for each in games] if len(games) > 1 else [],
        "rows": visit.view.rows_of(game) if game else (),
        "heads": [words.heading for words in visit.words],
        "side_numbers": [words.side for words in visit.words],
        "games_needed": visit.view.profile.games_to_win,
        "quick": suits_to_begin_with(visit),
        "card_label": turned_label(visit.view.card_game),
        "last": last,
        "last_version": visit.log.hands[last].version if last else None,
        "saved": last if last and request.GET.get("salvata") == f"{last[0]}-{last[1]}" else None,
        "disputed_hand": min(visit.log.disputes, default=None),
        "decided": visit.view.state.over,
        "without_play": walkover_words(visit.match) if visit.match.match.state == "walkover" else "",
        "pen": pen_words(visit),
        "moved": moved_words(visit),
        "time_says": time_words(visit),
        "clock": round_clock(visit),
        "time_open": visit.view.state.time is Now.FINISH,
        "time_mine": visit.log.time_by_table and not visit.log.written_since,
        **what_follows(visit),
    }
    return render(request, "phone/match.html", context)


def what_follows(table: AtTable) -> dict[str, Any]:
    """Return the next match of each side, and the matches that this phone can open.

    Before the result, return an empty dictionary.
    """
    if not table.match.decided:
        return {}
    following = next_slots(table.grant) if table.grant else []
    return {"ways_on": goes_on_to(table.match.match), "next_slots": following}


def where_words(table: AtTable, game: GameView | None) -> str:
    """Return the subtitle of the match page: the round, the game, and its target score or length."""
    if game is None:
        return table.round
    if game.target:
        text = pgettext("title of a table", "game %(number)s to %(target)s")
        return f"{table.round} · {text % {'number': game.number, 'target': game.target}}"
    return " · ".join(filter(None, (table.round, length_words(table, game))))


def length_words(table: AtTable, game: GameView) -> str:
    """Return the progress of a game without a target, e.g. “hand 3 of 12”; empty if the game is over."""
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
    """Return the notice that the match was moved to its present table; empty after the next hand."""
    match, last = table.match.match, table.log.last_place()
    last_event = table.standing_hand(last) if last else None
    if match.moved_from is None or match.called_at is None or not table.may_write:
        return ""
    if last_event and last_event.recorded_at > match.called_at:
        return ""
    return _("You play at table %(table)d now, no longer at table %(before)d.") % {
        "table": match.table,
        "before": match.moved_from,
    }


def round_clock(table: AtTable) -> ClockView | None:
    """Return the clock of the match's round if the clock is running or paused, otherwise None. One query.

    Return None also if the match has a result.
    """
    row = table.match.match
    latest_clock = None if table.match.decided else clock_of(row.stage)
    if latest_clock is None or not latest_clock.running or latest_clock.round != row.round:
        return None
    return clock_in_words(latest_clock, table.round, timezone.now())


def tab(game: GameView) -> tuple[str, str]:
    """Return the label of a game's tab: the game's name with its score or, before it begins, its state."""
    name = _("Deciding hand") if game.deciding else game_tab(game.number, decider=game.decider)
    if not game.deciding and game.status == "playing":
        name = game_in_play(game.number, decider=game.decider)
    elif not game.deciding and game.status != "over" and game.target is not None:
        name = _("%(game)s to %(target)s") % {"game": name, "target": game.target}
    if game.rows or game.quick:
        return name, " \N{EN DASH} ".join(map(real, game.score))
    later = {
        "next": pgettext("game", "next"),
        "to_come": _("if needed") if game.decider else pgettext("game", "later"),
        "not_needed": _("not needed"),
    }
    return name, later.get(game.status, "")


@at_table("strike_hand", "GET", "HEAD", "POST")
def table_undo(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Strike the last hand. If the hand is older than two minutes, ask for confirmation first."""
    sent = request.POST if request.method == "POST" else request.GET
    last = table.log.last_place()
    version = table.log.hands[last].version if last else 0
    place = {"game": str(last[0]), "hand": str(last[1]), "version": str(version)} if last else {}
    if last is None or any(sent.get(name) != value for name, value in place.items()):
        return redirect("table", table.id)  # the sheet has changed since the page was read
    standing = table.standing_hand(last)
    old = standing is not None and timezone.now() - standing.recorded_at > SURE_AFTER
    if request.method == "POST" and old and "sure" not in sent:
        return redirect(f"{reverse('table_undo', args=[table.id])}?{urlencode(place)}")
    if request.method != "POST":
        body = table.log.hands[last].body
        hand = HandWords(table.view.card_game, body, names_at(table))
        context = {
            "here": table,
            "place": last,
            "version": version,
            "lines": [hand.headline, *hand.other_fields],
        }
        return render(request, "phone/undo.html", context)
    strike_hand(table.match.match, last, based_on=version, **table.acting())
    return redirect("table", table.id)


@at_table("call_director", "POST")
def table_call(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Call the director to the table; a repeated call changes nothing."""
    if table.log.objection is None:
        object_to_sheet(table.match.match, **table.acting(), side=table.own_side)
    return redirect("table", table.id)
