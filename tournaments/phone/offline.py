"""Copies of the pages for the next hand, fetched in advance for phones that lose their connection.

Each copy is a page of the hand form without values. `{hand}` stands for the number of the hand and, on the
page that annuls a hand, `{dealer}` for the next dealer. The data also describe how the phone makes a hand
from the inputs and stores the hand until it is sent.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _, ngettext, pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.field_kinds.base import input_names
from scoring.game_parts.card_game import CardGame, EntryStep, count_field, turned_key
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.log import Place
from scoring.templatetags import score_drawing
from scoring.translation import say
from scoring.types import HandState, Sentence
from tournaments.matches.hand_endings import ended_as
from tournaments.matches.sheet_view import GameView
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.confirming import after_words, dealer_words, missing_words, won_words
from tournaments.phone.draft import (
    early_endings,
    field_of,
    keys_of,
    read_draft,
    selectable_endings,
    way_through,
)
from tournaments.phone.entry import Screen, step_context
from tournaments.phone.match import tab, where_words
from tournaments.phone.preview import Opening, annulled, opening, preview
from tournaments.phone.reasons import counted_words
from tournaments.phone.words import cards_each, figures
from tournaments.web.right_to_left import isolated_page

STATUSES = ("over", "playing", "next", "to_come", "not_needed")


def away_words(table: AtTable, start: Opening) -> Mapping[str, Any]:
    """Return the sentences of the offline pages by key; most sentences have a variant per side or seat."""
    sides = sorted(table.words, key=lambda side: side.side)
    profile = start.profile
    seats = range(profile.seats)
    return {
        "games": [_game(table, game) for game in table.view.games],
        "figures": figures(["{first}", "{other}"]),
        "was": _both(lambda count: ngettext("was %(points)s", "was %(points)s", count)),
        "stays": _both(lambda count: ngettext("stays %(points)s", "stays %(points)s", count)),
        "won": [won_words(table, side, "{score}", match_over=False) for side in sides],
        "won_match": [won_words(table, side, "{score}", match_over=True) for side in sides],
        "level": won_words(table, None, "{score}", match_over=False),
        "missing": [_missing([side.inline]) for side in sides],
        "missing_both": _missing([side.inline for side in sides]),
        "over": _("The match is over."),
        "over_in_games": after_words(profile, None, "{score}"),
        "deals": [dealer_words(table, seat) for seat in seats],
        "drawn": dealer_words(table, None),
        "row": [_row_words(table, seat) for seat in seats],
        "in_hand": [_("%(who)s, in this hand") % {"who": side.heading} for side in sides],
        "counted": counted_words(start.card_game, "{left}", "{right}"),
        "even": start.card_game.even_split,
        "level_count": _("even, no points"),
        "none": _("No points in this hand"),
        "games_won": _both(lambda count: ngettext("%(count)d game won", "%(count)d games won", count)),
        "parts": {key: say(Sentence(label)) for key, label in start.card_game.parts.items()},
        "marks": [side.mark for side in sides],
    }


def _game(table: AtTable, game: GameView) -> dict[str, Any]:
    empty = replace(game, rows=(), quick=False)
    target = game.target or 0
    points = ngettext("%(score)d point of %(target)d", "%(score)d points of %(target)d", 2)
    return {
        "target": target,
        "unit": score_drawing.points_a_stitch(target),
        "weave": points.replace("%(score)d", "{score}") % {"target": target},
        "where": where_words(table, game),
        "after": after_words(table.view.profile, game.number, "{score}"),
        "tabs": {status: tab(replace(empty, status=status)) for status in STATUSES},
    }


def _both(words: Callable[[int], str]) -> list[str]:
    """Return the singular and the plural form of a sentence, with `{n}` for the number."""
    return [re.sub(r"%\(\w+\)[sd]", "{n}", words(count)) for count in (1, 2)]


def _missing(ahead: Sequence[str]) -> list[str]:
    return [missing_words(count, "{n}", ahead) for count in (1, 2)]


def _row_words(table: AtTable, seat: int) -> str:
    if len(table.words) > 2:
        return pgettext("under a player's name", "deals")
    return _("%(name)s deals") % {"name": table.view.names.get(seat, "")}


NUMBER, DEALER = "{hand}", "{dealer}"


@at_table("write_hand")
def table_copies(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Return the offline pages of the next hand as JSON; an empty object if no hand may be recorded now."""
    following = table.view.next
    start = opening(table, (following.game, following.hand)) if table.may_write and following else None
    if start is None:
        return JsonResponse({})
    game, profile = start.card_game, start.profile
    count = count_field(game)
    return JsonResponse(
        {
            "place": start.place,
            "seq": len(table.events),
            "dealer": start.dealer,
            "seats": profile.seats,
            "ours": table.own_side or 0,
            "sides": [words.side for words in table.words],
            "names": [words.heading for words in table.words],
            "turned": turned_key(game),
            "count": count.key if count else "",
            "steps": {step.key: _isolated(_page(request, table, start, step)) for step in game.entry_steps},
            "confirm": _isolated(_confirm_page(request, table, start)),
            "words": away_words(table, start),
            "annul": _isolated(_annul_page(request, table, start.place)),
            "annulled": annulled(0),
            "players": [table.view.names.get(seat, "") for seat in range(profile.seats)],
            "fields": [_field(game, profile, step, key) for step in game.entry_steps for key in step.fields],
            "labels": {field.key: say(Sentence(field.label)) for field in game.fields},
            "ways": {"": keys_of(way_through(game, None)), **_endings(game, selectable_endings(game))},
            "early": _endings(game, early_endings(game)),
            "sheet": table.match.match.sheet.standing.as_json(table.log.games(before=start.place)),
        }
    )


def _page(request: HttpRequest, table: AtTable, start: Opening, step: EntryStep) -> str:
    """Render a step page without values, with a placeholder for the number of the hand."""
    draft = read_draft(start.card_game, start.profile, start.place, {}).saying(step.state)
    steps = way_through(start.card_game, step.state)
    context = step_context(table, start, draft, preview(start, draft), Screen(steps, steps.index(step)))
    return render_to_string("phone/step.html", {**context, "place": (start.place[0], NUMBER)}, request)


def _confirm_page(request: HttpRequest, table: AtTable, start: Opening) -> str:
    """Render the confirmation page, which static/js/away.js fills with numbers and sentences."""
    context = {
        "here": table,
        "place": (start.place[0], NUMBER),
        "opening": start,
        "cards_each": cards_each(start.profile),
    }
    return render_to_string("phone/confirmation_offline.html", context, request)


def _annul_page(request: HttpRequest, table: AtTable, place: Place) -> str:
    """Render the page that annuls the hand, with placeholders for its number and the next dealer."""
    context = {"here": table, "place": (place[0], NUMBER), "key": "", "body": "", "dealer": DEALER}
    return render_to_string("phone/annulment.html", context, request)


def _isolated(page: str) -> str:
    """Isolate the right-to-left names in a page, as the middleware `right_to_left` does."""
    return isolated_page(page.encode()).decode()


def _field(game: CardGame, profile: Profile, step: EntryStep, key: str) -> dict[str, Any]:
    field = field_of(game, key)
    return {
        "key": key,
        "kind": field.kind.name,
        "step": step.key,
        "inputs": input_names(field, profile),
    }


def _endings(game: CardGame, states: list[HandState]) -> dict[str, list[str]]:
    return {state.value: _as_template(game, state) for state in states}


def _as_template(game: CardGame, state: HandState) -> list[str]:
    keys = keys_of(way_through(game, state if state in selectable_endings(game) else None))
    return [key for key in ended_as(game, state, dict.fromkeys(keys)) if key != "state"]


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the script of the service worker; browsers must revalidate their copy."""
    script = Path(str(finders.find("js/service.js")))
    return HttpResponse(script.read_bytes(), content_type="text/javascript")
