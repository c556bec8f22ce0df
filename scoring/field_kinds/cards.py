"""A card of the pack, and a suit (COM-4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.cards.packs import Card, Pack
from scoring.field_kinds.base import Asking, Field, FieldFact, FieldKind, FormInput, Names, PaperPlace
from scoring.game_parts.profile import Profile
from scoring.types import Sentence, Unreadable, _, sentence

CARD_PATTERN = "^(10|[2-9AKQJHM])[SHDCB]$"


@dataclass(frozen=True)
class CardOf(FieldKind[Card]):
    """A card of the pack."""

    name = "card"
    in_letters = True
    paper = PaperPlace.BEFORE_PLAY

    def read(self, field: Field[Card], raw: object, profile: Profile) -> Card:
        return profile.read_card(raw, field.rule)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "pattern": CARD_PATTERN}

    def input_parts(self, _profile: Profile) -> Sequence[str]:
        return ("rank", "suit")

    def typed_value(self, parts: Sequence[str]) -> str:
        return "".join(parts)

    def filler(self, profile: Profile) -> str:
        return profile.ranks[0] + next(iter(profile.pack.suits))

    def widget(self, asking: Asking) -> dict[str, Any]:
        """Suit and rank are chosen in any order."""
        rank, suit = (asking.typed(name) for name in asking.inputs)
        card, profile = rank + suit, asking.profile
        chosen = card if card in profile.pack.cards else ""
        ranks = [
            {
                "letter": letter,
                "name": asking.names.say(Sentence(profile.rank_name(letter))),
                "value": profile.card_values[letter],
                "points": ",".join(map(str, asking.points(letter))),
                "means": asking.means(letter),
                "checked": letter == rank,
            }
            for letter in profile.ranks
        ]
        return {
            "key": asking.field.key,
            "deck": profile,
            "suits": asking.suit_choices(suit),
            "high": [each for each in ranks if each["value"]] if asking.turned else [],
            "low": [each for each in ranks if not each["value"] or not asking.turned],
            "turned": asking.turned,
            "means": asking.means(rank).replace("{suit}", asking.names.suit(suit)) if chosen else "",
            "pattern": asking.names.say(
                Sentence(_("%(rank)s of %(suit)s"), {"rank": "{rank}", "suit": "{suit}"})
            ),
            "card": chosen,
            "card_name": asking.names.card(chosen) if chosen else "",
        }

    def half_typed(self, parts: Sequence[str]) -> bool:
        """Of a card the suit alone, or the rank alone."""
        return any(parts) and not all(parts)

    def typed_words(self, parts: Sequence[str], names: Names) -> str:
        card = "".join(parts)
        return names.card(card) if card in names.profile.pack.cards else ""

    def words(self, _field: Field[Card], value: str, names: Names) -> list[str]:
        return [names.card(value)]

    def facts(self, field: Field[Card], value: str, names: Names) -> Iterator[FieldFact]:
        yield FieldFact(names.label(field), card=value)

    def legend(self, field: Field[Card], names: Names) -> FieldFact:
        return FieldFact(names.label(field), card=self.filler(names.profile))

    def form_inputs(self, field: Field[Card], names: Names, _parts: Any) -> dict[str, FormInput]:
        profile = names.profile
        by_suit = tuple(
            (names.suit(suit), [(rank + suit, names.card(rank + suit)) for rank in profile.ranks])
            for suit in profile.pack.suits
        )
        return {"": FormInput(names.label(field), by_suit)}


@dataclass(frozen=True)
class Suit(FieldKind[str]):
    """A suit of the pack; one that need not be written may be left out again."""

    name = "suit"
    paper = PaperPlace.BEFORE_PLAY

    def read(self, field: Field[str], raw: object, profile: Profile) -> str:
        return read_suit(raw, profile.pack, field.rule)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list("SHDCB")}

    def typed_value(self, parts: Sequence[str]) -> str:
        return "".join(parts)

    def filler(self, profile: Profile) -> str:
        return next(iter(profile.pack.suits))

    def widget(self, asking: Asking) -> dict[str, Any]:
        chosen = asking.typed(asking.field.key)
        return {
            "name": asking.field.key,
            "required": asking.field.required,
            "left_out": not chosen,
            "suits": asking.suit_choices(chosen),
            "deck": asking.profile,
        }

    def typed_words(self, parts: Sequence[str], names: Names) -> str:
        return names.suit(parts[0]) if parts[0] in names.profile.pack.suits else ""

    def words(self, _field: Field[str], value: str, names: Names) -> list[str]:
        return [names.suit(value)]

    def facts(self, field: Field[str], value: str, names: Names) -> Iterator[FieldFact]:
        yield FieldFact(names.label(field), names.suit(value), suit=value, aloud=names.label(field))

    def legend(self, field: Field[str], names: Names) -> FieldFact:
        return FieldFact(names.label(field), suit=[*names.profile.pack.suits][-1])

    def form_inputs(self, field: Field[str], names: Names, _parts: Any) -> dict[str, FormInput]:
        choices = tuple((suit, names.suit(suit)) for suit in names.profile.pack.suits)
        return {"": FormInput(names.label(field), choices)}


def read_suit(raw: object, pack: Pack, rule: str, at: str = "") -> str:
    """Read one suit of a pack."""
    if type(raw) is not str or raw not in pack.suits:
        text = sentence(_("A suit is one of: %(suits)s."), suits=" ".join(pack.suits))
        raise Unreadable("not_a_suit", rule, text, at)
    return raw
