"""The cards of value that one side took, ticked one by one before its points were written.

They stay with the hand, so that a table that disagrees can look at them again.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.cards.packs import Card
from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import Check
from scoring.game_parts.fields import CARD_PATTERN, read_side
from scoring.sentences import _, sentence
from scoring.sheet.rules.hand import Field, Hand
from scoring.sheet.rules.profile import Profile
from scoring.types import Finding, Scores, Step, Unreadable

KEY = "taken"


class CapturedCards(NamedTuple):
    """Whose cards were ticked, and which."""

    side: int
    cards: tuple[Card, ...]

    def as_json(self) -> dict[str, object]:
        """Write it as the contract writes cards."""
        return {"side": self.side, "cards": [card.name for card in self.cards]}


def taken_field(points: Field[Scores], *, trick_point: int = 0) -> Field[CapturedCards]:
    """The cards that one side ticked; with `trick_point` for each of its tricks they make its `points`."""
    rule = points.rule

    def read(raw: object, profile: Profile) -> CapturedCards:
        if type(raw) is not dict or raw.keys() != {"side", "cards"} or type(raw["cards"]) is not list:
            raise Unreadable("bad_taken", rule, sentence(_ONE))
        side = read_side(raw["side"], profile, rule, "/side")
        cards = tuple(
            profile.read_card(card, rule, f"/cards/{place}") for place, card in enumerate(raw["cards"])
        )
        for place, card in enumerate(cards):
            if card in cards[:place]:
                text = sentence(_("The %(card)s is there twice."), card=profile.card_words(card))
                raise Unreadable("taken_twice", rule, text, f"/cards/{place}")
        return CapturedCards(side, cards)

    wanted = field_kinds.Captured(points.key, trick_point)
    return Field(KEY, _("Cards counted"), Step.COUNT, rule, read, _SCHEMA, required=False, input_kind=wanted)


def as_counted(
    field: Field[CapturedCards], points: Field[Scores], tricks: Field[Scores] | None = None
) -> Check:
    """Make the check that what was written is what was counted; where tricks count, once they are written."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        counted, totals = hand.get(field), hand.get(points)
        if counted is None or totals is None:
            return None
        made = sum(profile.card_values[card.rank] for card in counted.cards)
        if tricks is not None:
            won = hand.get(tricks)
            if won is None:
                return None
            made += won[counted.side]
        written = totals[counted.side]
        if made == written:
            return None
        text = sentence(_OTHERWISE, counted=made, written=written)
        return Finding("not_as_counted", points.rule, text, f"/{points.key}", "warning")

    return check


def without_ticks(body: Mapping[str, Any]) -> dict[str, Any]:
    """A written hand as it is compared with another: two phones need not tick the same cards."""
    return {key: value for key, value in body.items() if key != KEY}


_SCHEMA = {
    "type": "object",
    "properties": {
        "side": {"type": "integer", "minimum": 0},
        "cards": {"type": "array", "items": {"type": "string", "pattern": CARD_PATTERN}, "maxItems": 40},
    },
    "required": ["side", "cards"],
    "additionalProperties": False,
}
_ONE = _("Write whose cards were counted, by side, and the list of them.")
_OTHERWISE = _("The cards that were ticked make %(counted)d, and %(written)d are written. Which is right?")
