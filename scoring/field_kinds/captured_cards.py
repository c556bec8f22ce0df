"""The field for counting a side's card points by ticking the cards that it captured."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.cards.packs import Card
from scoring.field_kinds import base
from scoring.field_kinds.basic import CARD_PATTERN, read_side
from scoring.game_parts.profile import Profile
from scoring.types import Scores, Sentence, Step, Unreadable, _, ngettext, sentence

KEY = "taken"


class CapturedCards(NamedTuple):
    """The ticked cards, and the side that captured them."""

    side: int
    cards: tuple[Card, ...]

    def as_json(self) -> dict[str, object]:
        """Return the ticked cards as JSON."""
        return {"side": self.side, "cards": [card.name for card in self.cards]}


@dataclass(frozen=True)
class Captured(base.FieldKind[CapturedCards]):
    """The field kind for ticking captured cards, from which the field `points` is filled in.

    `trick_point` is the bonus for each trick. `last_worth` is the bonus for the last trick, in the unit of
    the card values, if the bonus is part of the points.
    """

    name = "taken"
    at_the_desk = False

    points: str
    trick_point: int
    last_worth: int = 0

    def read(self, field: base.Field[CapturedCards], raw: object, profile: Profile) -> CapturedCards:
        if type(raw) is not dict or raw.keys() != {"side", "cards"} or type(raw["cards"]) is not list:
            raise Unreadable("bad_taken", field.rule, sentence(_ONE))
        side = read_side(raw["side"], profile, field.rule, "/side")
        cards = tuple(
            profile.read_card(card, field.rule, f"/cards/{place}") for place, card in enumerate(raw["cards"])
        )
        for place, card in enumerate(cards):
            if card in cards[:place]:
                text = sentence(_("The %(card)s is there twice."), card=profile.card_words(card))
                raise Unreadable("taken_twice", field.rule, text, f"/cards/{place}")
        return CapturedCards(side, cards)

    @property
    def schema(self) -> dict[str, object]:
        card = {"type": "string", "pattern": CARD_PATTERN}
        return {
            "type": "object",
            "properties": {
                "side": {"type": "integer", "minimum": 0},
                "cards": {"type": "array", "items": card, "maxItems": 40},
            },
            "required": ["side", "cards"],
            "additionalProperties": False,
        }

    def input_parts(self, profile: Profile) -> Sequence[str]:
        cards = profile.pack.cards.items()
        return ("side", *(name for name, card in cards if profile.card_values.get(card.rank)))

    def typed_value(self, parts: Sequence[str]) -> dict[str, Any] | None:
        """Return the chosen side and the ticked cards; None if no card is ticked."""
        ticked = [card for card in parts[1:] if card]
        return {"side": base.whole_number_or_text(parts[0]), "cards": ticked} if ticked else None

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        """Return the sides, and a checkbox for each card with a value; a script adds up the values."""
        profile, names = asking.profile, asking.names
        whose, *ticks = asking.inputs
        side = asking.typed(whose) or str(asking.sides[0].side)
        suits = base.suits_shown(profile.pack.suits)
        return {
            "key": asking.field.key,
            "points": self.points,
            "trick_point": self.trick_point,
            "last_point": self.last_worth // profile.card_unit,
            "tricks_words": names.say(self._tricks(profile)),
            "cards_a_trick": profile.seats,
            "deck": profile,
            "whose": whose,
            "sides": [(words, str(words.side) == side) for words in asking.sides],
            "suits": [(suit, names.suit(suit)) for suit in suits],
            "open": any(asking.typed(name) for name in ticks),
            "rows": [
                {
                    "rank": rank,
                    "name": names.say(Sentence(profile.rank_name(rank))),
                    "value": profile.card_values[rank],
                    "worth": profile.in_points(profile.card_values[rank]),
                    "cards": [self._tick(asking, rank + suit) for suit in suits],
                }
                for rank in profile.ranks
                if profile.card_values[rank]
            ],
        }

    def _tricks(self, profile: Profile) -> Sentence:
        """Return the text about the bonus for tricks, such as "1 point each, 10 in all"."""
        return ngettext(
            "%(n)s point each, %(tricks)s in all",
            "%(n)s points each, %(tricks)s in all",
            self.trick_point,
            n=self.trick_point,
            tricks=len(profile.pack.cards) // profile.seats,
        )

    def _tick(self, asking: base.Asking, card: str) -> dict[str, Any]:
        name = f"{asking.field.key}_{card}"
        return {
            "name": name,
            "card": card,
            "words": asking.names.card(card),
            "on": asking.typed(name) == card,
        }

    def words(self, field: base.Field[CapturedCards], value: Any, names: base.Names) -> list[str]:
        cards = ", ".join(map(names.card, value["cards"]))
        return [names.say(sentence(_("%(what)s: %(value)s"), what=names.sides[value["side"]], value=cards))]

    def facts(
        self, _field: base.Field[CapturedCards], _value: Any, _names: base.Names
    ) -> Iterator[base.FieldFact]:
        return iter(())


def taken_field(
    points: base.Field[Scores], *, trick_point: int = 0, last_worth: int = 0
) -> base.Field[CapturedCards]:
    """Return the field for ticking captured cards, from which a side's card points are computed.

    `points` is the field of the card points. `last_worth` is the bonus for the last trick, if the bonus is
    part of the points.
    """
    kind = Captured(points.key, trick_point, last_worth)
    return base.Field(KEY, _("Cards counted"), Step.COUNT, points.rule, kind, required=False)


def without_ticks(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand without its ticked cards, which may differ between two phones."""
    return {key: value for key, value in body.items() if key != KEY}


_ONE = _("Write whose cards were counted, by side, and the list of them.")
