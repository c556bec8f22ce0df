"""The rules of the card games as everybody reads them, drawn from each game's definition and its guide.

Names no game: cards, options and worked examples are what the definition says they are.
"""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.describe import Face, faces
from scoring.rules.guide import Guide
from scoring.rules.options import Option
from scoring.rules.profile import Profile, read_profile
from tournaments.pages.public.rules_examples import example_view


@dataclass(frozen=True)
class DeckView:
    """One pack in one order, from high to low; what is worth nothing stands together at the end."""

    name: str
    order: str
    pack: str
    suits: tuple[str, ...]
    worth: tuple[Face, ...]
    worthless: tuple[Face, ...]


@dataclass(frozen=True)
class OptionView:
    """An option: what is usual, and what else there is to choose."""

    label: str
    usual: str
    others: tuple[str, ...]


def card_games(request: HttpRequest) -> HttpResponse:
    """Every card game there is, each with its summary."""
    games = [
        {"key": key, "name": _(game.name), "players": players_words(game), "summary": _(guide.summary)}
        for key, game in CARD_GAMES.items()
        if (guide := game.guide)
    ]
    games.sort(key=lambda game: game["name"])
    return render(request, "public/rules_list.html", {"games": games})


def card_game_rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one card game."""
    game = CARD_GAMES.get(key)
    if game is None or game.guide is None:
        raise Http404
    return render(request, "public/rules.html", _rules(game, game.guide))


def _rules(game: CardGame, guide: Guide) -> dict[str, Any]:
    profile = read_profile(game, {})
    cards = len(profile.ranks) * len(profile.pack.suits)
    return {
        "name": _(game.name),
        "summary": _(guide.summary),
        "players": players_words(game),
        "cards": ngettext("%(count)d card", "%(count)d cards", cards) % {"count": cards},
        "targets": option_words(game.options_by_key["targets"], profile.targets) if profile.targets else "",
        "decks": decks(game),
        "options": [option_view(option) for option in game.all_options],
        "sections": [(_(title), tuple(map(_, paragraphs))) for title, paragraphs in guide.sections],
        "examples": [example_view(game, example) for example in guide.examples],
        "sources": [source.partition(" · ")[::2] for source in guide.sources],
    }


def players_words(game: CardGame) -> str:
    """Return how many play, and whether in pairs: 4 players in pairs; 3, 4 or 5 players, each alone."""
    option = game.options_by_key.get("players")
    bounds = option.schema if option else {}
    fewest, most = bounds.get("minimum", game.seats), bounds.get("maximum", game.seats)
    numbers = [str(number) for number in range(int(str(fewest)), int(str(most)) + 1)]
    *first, last = numbers
    number = _("%(one)s or %(other)s") % {"one": ", ".join(first), "other": last} if first else last
    if game.players_a_side > 1:
        return _("%(number)s players, in pairs") % {"number": number}
    return _("%(number)s players, each alone") % {"number": number}


def decks(game: CardGame) -> tuple[DeckView, ...]:
    """Return every pack in every order the game is played with, the usual one first."""
    several_orders = len({order for _pack, order in game.court_orders}) > 1
    views = []
    for pack, order in game.court_orders:
        known = {"pack": pack, game.order_option[0]: order}
        profile = read_profile(game, {key: word for key, word in known.items() if key in game.options_by_key})
        views.append(_deck(profile, _(game.order_name(pack, order)) if several_orders else ""))
    return tuple(sorted(views, key=lambda view: view.pack != game.pack.key))


def _deck(profile: Profile, order: str) -> DeckView:
    ranks = tuple(Face(rank, _(name), value) for rank, name, value in faces(profile))
    return DeckView(
        name=_(profile.pack.name),
        order=order,
        pack=profile.pack.key,
        suits=tuple(profile.pack.suits),
        worth=tuple(face for face in ranks if face.value),
        worthless=tuple(face for face in ranks if not face.value),
    )


def option_view(option: Option) -> OptionView:
    """Return an option with its default in words, and the other words it may be."""
    return OptionView(
        label=_(option.label),
        usual=option_words(option, option.default),
        others=tuple(_(name) for word, name in option.choices.items() if word != option.default),
    )


def option_words(option: Option, value: object) -> str:
    """Return the value of an option in words: its choice, yes or no, the numbers of a list."""
    if isinstance(value, bool):
        return pgettext("option", "yes") if value else pgettext("option", "no")
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    name = option.choices.get(str(value))
    return _(name) if name else str(value)
