"""What a page shows where the cards of one side are ticked: every card of value, rank by rank."""

from typing import Any

from django.utils.translation import ngettext

from scoring.game_parts import field_kinds as asked
from scoring.game_parts.description import faces
from scoring.sentences import Sentence
from scoring.sheet.rules.hand import Field
from scoring.sheet.rules.profile import Profile
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import Problem
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.choices import suits_shown
from tournaments.pages.table.draft import Draft
from tournaments.pages.table.inputs import field_inputs
from tournaments.pages.table.preview import Opening


def taken(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """One side, and a tick for each card; what they make is the script's to say."""
    wanted: asked.Taken = field.asked  # type: ignore[assignment]
    profile = opening.profile
    whose, *ticks = field_inputs(profile, field)
    side = draft.given(whose) or str(here.words[0].side)
    suits = suits_shown(profile.pack.suits)
    return {
        "key": field.key,
        "points": wanted.points,
        "trick_point": wanted.trick_point,
        "tricks_words": _tricks_in_words(profile, wanted.trick_point),
        "cards_a_trick": profile.seats,
        "deck": profile,
        "whose": whose,
        "sides": [(words, str(words.side) == side) for words in here.words],
        "suits": [(suit, suit_name(suit, profile)) for suit in suits],
        "open": any(draft.given(name) for name in ticks),
        "rows": [
            {
                "rank": face.rank,
                "name": say(Sentence(face.name)),
                "value": face.value,
                "cards": [_tick(opening, draft, field, face.rank + suit) for suit in suits],
            }
            for face in faces(profile)
            if face.value
        ],
    }


def _tricks_in_words(profile: Profile, each: int) -> str:
    """Return what the tricks of a hand are worth."""
    tricks = len(profile.pack.cards) // profile.seats
    return ngettext("%(n)s point each, %(tricks)s in all", "%(n)s points each, %(tricks)s in all", each) % {
        "n": each,
        "tricks": tricks,
    }


def _tick(opening: Opening, draft: Draft, field: Field[Any], card: str) -> dict[str, Any]:
    name = f"{field.key}_{card}"
    return {
        "name": name,
        "card": card,
        "words": card_name(card, opening.profile),
        "on": draft.given(name) == card,
    }
