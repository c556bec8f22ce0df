"""What a page shows where a card is asked for, and what one that is turned does to the score at once."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.rules.hand import Field
from scoring.rules.types import Problem
from scoring.templatetags.suits import card_name, rank_name
from tournaments.pages.hand_chips import turned_key
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.choices import chosen_dealer, suit_choices
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
        "card": chosen,
        "card_name": card_name(chosen, opening.profile) if chosen else "",
        **(_revealed(here, opening, draft, chosen) if turned else {}),
    }


def _rank_choice(opening: Opening, letter: str, chosen: str) -> dict[str, Any]:
    points = [opening.turned_points(side, letter) for side in range(opening.profile.sides)]
    return {
        "letter": letter,
        "name": rank_name(letter, opening.profile),
        "value": opening.profile.card_values[letter],
        "points": ",".join(map(str, points)),
        "checked": letter == chosen,
    }


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
