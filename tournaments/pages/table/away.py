"""The words for a phone that draws the sheet and the page read aloud by itself, while no server answers it.

Its own verdict says what a hand is worth (docs/decisions/0013); which sentence then stands where is said in
static/js/away.js. Every sentence is the one that the server's own page has, with `{name}` for a number.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.sentences import Sentence
from scoring.templatetags import weave
from scoring.translation import say
from tournaments.pages.sheet_parts import GameView
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.match import tab, where_words
from tournaments.pages.table.preview import Opening
from tournaments.pages.table.review import after_words, dealer_words, figures, missing_words, won_words
from tournaments.pages.table.why import counted_words

STATUSES = ("over", "playing", "next", "to_come", "not_needed")


def away_words(here: AtTable, start: Opening) -> Mapping[str, Any]:
    """Return every sentence of the two pages by what it is about; those of a side or a seat by its number."""
    sides = sorted(here.words, key=lambda who: who.side)
    profile = start.profile
    seats = range(profile.seats)
    return {
        "games": [_game(here, game) for game in here.view.games],
        "figures": figures(["{first}", "{other}"]),
        "was": _both(lambda count: ngettext("was %(points)s", "was %(points)s", count)),
        "stays": _both(lambda count: ngettext("stays %(points)s", "stays %(points)s", count)),
        "won": [won_words(here, who, "{score}", match_over=False) for who in sides],
        "won_match": [won_words(here, who, "{score}", match_over=True) for who in sides],
        "level": won_words(here, None, "{score}", match_over=False),
        "missing": [_missing([who.inline]) for who in sides],
        "missing_both": _missing([who.inline for who in sides]),
        "over": _("The match is over."),
        "over_in_games": after_words(profile, None, "{score}"),
        "deals": [dealer_words(here, seat) for seat in seats],
        "drawn": dealer_words(here, None),
        "row": [_row_words(here, seat) for seat in seats],
        "in_hand": [_("%(who)s, in this hand") % {"who": who.heading} for who in sides],
        "counted": counted_words(start.card_game, "{left}", "{right}"),
        "even": start.card_game.even_split,
        "level_count": _("even, no points"),
        "none": _("No points in this hand"),
        "games_won": _both(lambda count: ngettext("%(count)d game won", "%(count)d games won", count)),
        "parts": {key: say(Sentence(label)) for key, label in start.card_game.parts.items()},
        "marks": [who.mark for who in sides],
    }


def _game(here: AtTable, game: GameView) -> dict[str, Any]:
    """What a game is called on its tab and under the table's name, and how its weave is drawn and said."""
    empty = replace(game, rows=(), quick=False)
    tabs = {status: tab(here, replace(empty, status=status), None) for status in STATUSES}
    target = game.target or 0
    points = ngettext("%(score)d point of %(target)d", "%(score)d points of %(target)d", 2)
    return {
        "target": target,
        "unit": weave.points_a_stitch(target),
        "weave": points.replace("%(score)d", "{score}") % {"target": target},
        "where": where_words(here, game),
        "after": after_words(here.view.profile, game.number, "{score}"),
        "tabs": {status: [words["label"], words["figure"]] for status, words in tabs.items()},
    }


def _both(words: Callable[[int], str]) -> list[str]:
    """Return a sentence for one and for several, with `{n}` for the number."""
    return [re.sub(r"%\(\w+\)[sd]", "{n}", words(count)) for count in (1, 2)]


def _missing(ahead: Sequence[str]) -> list[str]:
    return [missing_words(count, "{n}", ahead) for count in (1, 2)]


def _row_words(here: AtTable, seat: int) -> str:
    """Return what stands in the row of the hand to come, beside whoever deals it."""
    if len(here.words) > 2:
        return pgettext("under a player's name", "deals")
    return _("%(name)s deals") % {"name": here.view.names.get(seat, "")}
