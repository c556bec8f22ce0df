"""What a page shows where a card is asked for, and what one that is turned does to the score at once."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.game_parts.card_game import CardGame, EntryStep
from scoring.game_parts.fields import turned_key
from scoring.sentences import Sentence
from scoring.sheet.rules.hand import Field
from scoring.templatetags.suits import card_name, rank_name, suit_name
from scoring.translation import say
from scoring.types import Problem
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.choices import chosen_dealer, suit_choices, suits_shown
from tournaments.pages.table.draft import Draft
from tournaments.pages.table.inputs import field_inputs
from tournaments.pages.table.preview import Opening
from tournaments.pages.table.words import SideWords, gain


def card(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """Suit and rank are chosen in any order; the value beside each rank is the game's own."""
    rank, suit = (draft.given(name) for name in field_inputs(opening.profile, field))
    ranks = [_rank_choice(opening, letter, rank) for letter in opening.profile.ranks]
    turned = field.key == turned_key(opening.card_game)
    chosen = rank + suit if rank + suit in opening.profile.pack.cards else ""
    return {
        "key": field.key,
        "deck": opening.profile,
        "suits": suit_choices(opening, suit),
        "high": [choice for choice in ranks if choice["value"]] if turned else [],
        "low": [choice for choice in ranks if not choice["value"] or not turned],
        "pattern": _("%(rank)s of %(suit)s") % {"rank": "{rank}", "suit": "{suit}"},
        "turned": turned,
        "whole": any(set(step.fields) <= {"dealer", field.key} for step in _asking(opening, field)),
        "card": chosen,
        "card_name": card_name(chosen, opening.profile) if chosen else "",
        "means": card_meaning(opening, chosen) if chosen else "",
        **(_revealed(here, opening, draft, chosen) if turned else {}),
    }


def _asking(opening: Opening, field: Field[Any]) -> list[EntryStep]:
    return [step for step in opening.card_game.entry_steps if field.key in step.fields]


def suits_to_begin_with(here: AtTable) -> list[dict[str, Any]]:
    """Return the suits that open the next hand at a touch, where it begins with the turned card alone."""
    step, coming = here.view.card_game.entry_steps[0], here.view.next
    key, profile = turned_key(here.view.card_game), here.view.profile
    if coming is None or coming.dealer is None or set(step.fields) != {"dealer", key}:
        return []
    address = reverse("table_step", args=[here.id, coming.game, coming.hand, step.key])
    return [
        {"letter": letter, "name": suit_name(letter, profile), "address": f"{address}?{key}_suit={letter}"}
        for letter in suits_shown(profile.pack.suits)
    ]


def turned_label(card_game: CardGame) -> str:
    """Return what the card turned before play is called; nothing where none is turned."""
    key = turned_key(card_game)
    return say(Sentence(next(field.label for field in card_game.fields if field.key == key))) if key else ""


def _rank_choice(opening: Opening, letter: str, chosen: str) -> dict[str, Any]:
    points = [opening.turned_points(side, letter) for side in range(opening.profile.sides)]
    return {
        "letter": letter,
        "name": rank_name(letter, opening.profile),
        "value": opening.profile.card_values[letter],
        "points": ",".join(map(str, points)),
        "checked": letter == chosen,
        "means": rank_meaning(opening, letter).replace("%(suit)s", "{suit}"),
    }


def rank_meaning(opening: Opening, rank: str) -> str:
    """Return what a card of this rank makes the hand, with `%(suit)s` where its suit matters."""
    means = opening.card_game.card_means
    return _(means(rank, opening.profile)) if means else ""


def card_meaning(opening: Opening, card: str) -> str:
    """Return what the card that was cut makes the hand: trumps hearts, no trump, nullo."""
    return rank_meaning(opening, card[:-1]) % {"suit": suit_name(card[-1], opening.profile)}


def _revealed(here: AtTable, opening: Opening, draft: Draft, chosen: str) -> dict[str, Any]:
    """What the turned card does to the score at once, and the patterns that say so while it is chosen."""
    shown: dict[str, Any] = {
        "before": ",".join(map(str, opening.before)),
        "gains": [gain_pattern(who) for who in sorted(here.words, key=lambda who: who.side)],
    }
    dealer = chosen_dealer(opening, draft)
    return shown | _turned(here, opening, dealer, chosen) if chosen and dealer is not None else shown


def gain_pattern(who: SideWords) -> dict[str, Any]:
    """Return the words of a gain with a place for its number, for the script."""
    pattern = _("%(points)s for %(who)s") % {"points": "{n}", "who": who.inline}
    return {"side": who.side, "mark": who.mark, "pattern": pattern}


def _turned(here: AtTable, opening: Opening, dealer: int, card: str) -> dict[str, Any]:
    side = opening.profile.side(dealer)
    points, was = opening.turned_points(dealer, card[:-1]), opening.before[side]
    who = here.word(side)
    return {"points": points, "who": who, "gain": gain(points, who), "was": was, "then": was + points}
