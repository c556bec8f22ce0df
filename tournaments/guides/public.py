"""Public pages with the rules of the card games.

Cards, options and examples are taken from the definition and the guide of each card game.
"""

from collections.abc import Collection, Mapping
from typing import Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.description import faces
from scoring.game_parts.profile import Option, OptionValue
from scoring.games import CARD_GAMES
from scoring.guides.loader import guide_of
from scoring.guides.rules.guide import Guide
from scoring.sheet.rules.reader import read_profile
from tournaments.guides.examples import example_view, trick_view

NO_GUIDE = Guide(summary="", sections=(), examples=(), sources=())
# The maximum number of values that are listed one by one.
FEW = 5


def card_games(request: HttpRequest) -> HttpResponse:
    """Render the list of all card games with their summaries."""
    games = [(game, _guide(game)) for game in by_name()]
    return render(request, "guides/guide_list.html", {"games": games})


def _guide(game: CardGame) -> Guide | None:
    """Return the guide in the reader's language, otherwise in the site's language, otherwise None."""
    return guide_of(game.key, get_language() or settings.LANGUAGE_CODE, settings.LANGUAGE_CODE)


def by_name() -> list[CardGame]:
    """Return all card games, sorted by name in the reader's language."""
    return sorted(CARD_GAMES.values(), key=lambda game: _(game.name))


def card_game_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Render the rules of one card game; raise Http404 if the key is unknown."""
    game = CARD_GAMES.get(key)
    if game is None:
        raise Http404
    guide, profile = _guide(game) or NO_GUIDE, read_profile(game, {})
    cards = len(profile.ranks) * len(profile.pack.suits)
    context = {
        "game": game,
        "guide": guide,
        "cards": ngettext("%(count)d card", "%(count)d cards", cards) % {"count": cards},
        "targets": option_words(game.options_by_key["targets"], profile.targets) if profile.targets else "",
        "decks": () if guide.rank_orders else decks(game, guide.house_decks),
        "options": [option_view(option, game) for option in game.all_options],
        "tricks": [trick_view(game, guide, example) for example in guide.tricks],
        "examples": [example_view(game, example) for example in guide.examples],
    }
    return render(request, "guides/guide.html", context | (_unguided(game) if guide is NO_GUIDE else {}))


def _unguided(game: CardGame) -> dict[str, Any]:
    """Return the template context for a game without a guide: its entry fields and scoring items."""
    labels = {field.key: _(field.label) for field in game.fields if field.kind.is_asked}
    steps = [(_(step.label), [labels[key] for key in step.fields]) for step in game.entry_steps]
    return {"steps": steps, "parts": [_(name) for name in game.parts.values()]}


def players_words(game: CardGame) -> str:
    """Return the number of players as text, e.g. “4 players, in pairs” or “2 players, each alone”."""
    option = game.options_by_key.get("players")
    bounds = option.schema if option else {}
    fewest, most = bounds.get("minimum", game.seats), bounds.get("maximum", game.seats)
    numbers = [str(number) for number in range(int(str(fewest)), int(str(most)) + 1)]
    *first, last = numbers
    number = _("%(one)s or %(other)s") % {"one": ", ".join(first), "other": last} if first else last
    if game.players_a_side > 1:
        return _("%(number)s players, in pairs") % {"number": number}
    return _("%(number)s players, each alone") % {"number": number}


def decks(game: CardGame, house_decks: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return the template context of each pack of cards used for the game, the default pack first.

    Ranks run from high to low, and ranks without value are listed separately. `house` is true for a pack if
    `house_decks` contains the pack or the order of its ranks. Packs with a true `house` come last.
    """
    several_orders = len({order for _pack, order in game.court_orders}) > 1
    views = []
    for pack, order in game.court_orders:
        option_values = {"pack": pack, game.order_option[0]: order}
        profile = read_profile(
            game, {key: word for key, word in option_values.items() if key in game.options_by_key}
        )
        ranks = faces(profile)
        views.append(
            {
                "pack": profile.pack,
                "order": game.order_name(pack, order) if several_orders else "",
                "worth": [face for face in ranks if face.value],
                "worthless": [face for face in ranks if not face.value],
                "house": pack in house_decks or order in house_decks,
            }
        )
    return sorted(views, key=lambda view: (view["house"], view["pack"].key != game.pack.key))


def option_view(option: Option, game: CardGame) -> tuple[str, str, tuple[str, ...]]:
    """Return an option as text: its label, its default value and its other values."""
    presets = _presets(game, option) if option.key == "targets" else {}
    usual = presets.pop(option.default, "") or option_words(option, option.default)
    return option.label, usual, (*presets.values(), *_alternatives(option))


def _presets(game: CardGame, option: Option) -> dict[OptionValue, str]:
    """Return the names of the presets that set nothing but the target scores, keyed by the target scores."""
    return {
        option.read(profile["targets"]): _(name)
        for _key, name, profile in game.presets
        if profile.keys() == {"targets"}
    }


def _alternatives(option: Option) -> tuple[str, ...]:
    named = tuple(_(name) for word, name in option.choices.items() if word != option.default)
    listed = cast(list[Any], option.schema.get("enum", []))
    if option.choices and len(listed) > len(option.choices):
        return (*named, _("other limits"))
    if isinstance(option.default, bool):
        return (option_words(option, not option.default),)
    if listed and not option.choices:
        values = (tuple(each) if isinstance(each, list) else each for each in listed)
        return tuple(option_words(option, each) for each in values if each != option.default)
    return (*named, *(_range_words(bounds, option.default) for bounds in _bounds(option.schema)))


def _bounds(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    kinds = [schema, *schema.get("anyOf", ()), *(each["items"] for each in schema.get("oneOf", ())[:1])]
    return [kind for kind in kinds if "minimum" in kind]


def _range_words(bounds: Mapping[str, Any], default: OptionValue) -> str:
    """Return a range of numbers as text: all numbers of a small range, the two limits of a large range."""
    step = bounds.get("multipleOf", 1)
    numbers = range(bounds["minimum"], bounds["maximum"] + 1, step)
    if isinstance(default, tuple):
        text = _("one, three or five games, each to a target from %(lowest)d to %(highest)d")
    elif len(numbers) <= FEW:
        return " · ".join(str(number) for number in numbers if number != default)
    elif step == 1:
        text = _("any number from %(lowest)d to %(highest)d")
    else:
        text = _("a multiple of %(step)d from %(lowest)d to %(highest)d")
    return text % {"lowest": numbers[0], "highest": numbers[-1], "step": step}


def option_words(option: Option, value: object) -> str:
    """Return the value of an option as text: the label of a choice, yes or no, or a list of numbers."""
    if isinstance(value, bool):
        return pgettext("option", "yes") if value else pgettext("option", "no")
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if value == 0 and option.zero:
        return _(option.zero)
    name = option.choices.get(str(option.present(value)))
    return _(name) if name else str(value)
