"""The field kinds of most games: seat, side, card, suit, and numbers with a sum (COM-4, COM-6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.cards.packs import Card, Pack
from scoring.field_kinds import base
from scoring.game_parts.profile import Profile
from scoring.strict_json import whole_number
from scoring.types import Scores, Sentence, Unreadable, _, sentence


@dataclass(frozen=True)
class Dealer(base.FieldKind[int]):
    """The field kind of the dealer's seat; `seats` is the largest number of seats in any profile."""

    name = "dealer"
    says_what_it_is = True

    seats: int = 4

    def read(self, field: base.Field[int], raw: object, profile: Profile) -> int:
        if type(raw) is not int or not 0 <= raw < profile.seats:
            text = _("The dealer is a seat from 0 to %(last)d, in the order of play.")
            raise Unreadable("bad_dealer", field.rule, sentence(text, last=profile.seats - 1))
        return raw

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": 0, "maximum": self.seats - 1}

    def filler(self, _profile: Profile) -> int:
        return 0

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        """Return all seats as choices; from the second hand on, the next dealer's seat is preselected."""
        sides = asking.profile.sides
        chosen = chosen_seat(asking.typed(asking.field.key), asking.profile, asking.dealer)
        seats = [
            {
                "seat": seat,
                "name": asking.names.players.get(seat, str(seat + 1)),
                "words": words,
                "checked": seat == chosen,
            }
            for turn in range(asking.profile.seats // sides)
            for words in asking.sides
            for seat in [words.side + sides * turn]
        ]
        return {
            "name": asking.field.key,
            "seats": seats,
            "known": asking.dealer is not None,
            "chosen": next((seat for seat in seats if seat["checked"]), None),
        }

    def words(self, _field: base.Field[int], value: int, names: base.Names) -> list[str]:
        return [names.say(sentence(_("%(name)s dealt"), name=names.players.get(value, "")))]

    def facts(self, _field: base.Field[int], _value: int, _names: base.Names) -> Iterator[base.FieldFact]:
        return iter(())

    def choices(self, names: base.Names) -> base.Choices:
        seats = range(names.profile.seats)
        return tuple((str(seat), names.players.get(seat, str(seat + 1))) for seat in seats)


@dataclass(frozen=True)
class Side(base.FieldKind[int]):
    """The field kind of a side of the match; `sides` is the largest number of sides in any profile."""

    name = "side"
    paper = base.PaperPlace.BEFORE_PLAY

    sides: int = 2

    def read(self, field: base.Field[int], raw: object, profile: Profile) -> int:
        return read_side(raw, profile, field.rule)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": 0, "maximum": self.sides - 1}

    def filler(self, _profile: Profile) -> int:
        return 0

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        name = asking.field.key
        return {"name": name, "sides": asking.side_choices(name), "required": asking.field.required}

    def words(self, _field: base.Field[int], value: int, names: base.Names) -> list[str]:
        return [names.sides[value]]

    def facts(self, field: base.Field[int], value: int, names: base.Names) -> Iterator[base.FieldFact]:
        label = names.label(field)
        yield base.FieldFact(label, names.sides[value], side=value, sign=label)

    def choices(self, names: base.Names) -> base.Choices:
        return side_choices(names)


def chosen_seat(text: str, profile: Profile, in_turn: int | None) -> int | None:
    """Return the seat that was entered, or else the seat of the next dealer."""
    return int(text) if text.isdecimal() and int(text) < profile.seats else in_turn


def read_side(raw: object, profile: Profile, rule: str, at: str = "") -> int:
    """Return the number of a side of the match; raise Unreadable if there is no such side."""
    if type(raw) is not int or not 0 <= raw < profile.sides:
        text = sentence(_("A side is a number from 0 to %(last)d."), last=profile.sides - 1)
        raise Unreadable("bad_side", rule, text, at)
    return raw


def side_choices(names: base.Names) -> base.Choices:
    """Return the sides as choices of a form input."""
    return tuple((str(side), words) for side, words in sorted(names.sides.items()))


CARD_PATTERN = "^(10|[2-9AKQJHM])[SHDCB]$"


@dataclass(frozen=True)
class CardOf(base.FieldKind[Card]):
    """The field kind of a card in the pack of the match."""

    name = "card"
    in_letters = True
    paper = base.PaperPlace.BEFORE_PLAY

    def read(self, field: base.Field[Card], raw: object, profile: Profile) -> Card:
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

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        """Return the suits and the ranks as two choices, which can be made in either order."""
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
        """Return whether only a suit or only a rank has been chosen."""
        return any(parts) and not all(parts)

    def typed_words(self, parts: Sequence[str], names: base.Names) -> str:
        card = "".join(parts)
        return names.card(card) if card in names.profile.pack.cards else ""

    def words(self, _field: base.Field[Card], value: str, names: base.Names) -> list[str]:
        return [names.card(value)]

    def facts(self, field: base.Field[Card], value: str, names: base.Names) -> Iterator[base.FieldFact]:
        yield base.FieldFact(names.label(field), card=value)

    def legend(self, field: base.Field[Card], names: base.Names) -> base.FieldFact:
        return base.FieldFact(names.label(field), card=self.filler(names.profile))

    def choices(self, names: base.Names) -> base.Choices:
        profile = names.profile
        return tuple(
            (names.suit(suit), [(rank + suit, names.card(rank + suit)) for rank in profile.ranks])
            for suit in profile.pack.suits
        )


@dataclass(frozen=True)
class Suit(base.FieldKind[str]):
    """The field kind of a suit in the pack of the match.

    If a hand may be played without a suit, `no_suit` is the label of that choice and `NO_SUIT` its value.
    """

    name = "suit"
    paper = base.PaperPlace.BEFORE_PLAY

    no_suit: str = ""

    def read(self, field: base.Field[str], raw: object, profile: Profile) -> str:
        if self.no_suit and raw == NO_SUIT:
            return NO_SUIT
        return read_suit(raw, profile.pack, field.rule)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": [*"SHDCB", *([NO_SUIT] if self.no_suit else [])]}

    def typed_value(self, parts: Sequence[str]) -> str:
        return "".join(parts)

    def filler(self, profile: Profile) -> str:
        return next(iter(profile.pack.suits))

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        chosen = asking.typed(asking.field.key)
        return {
            "name": asking.field.key,
            "required": asking.field.required,
            "left_out": not chosen,
            "suits": asking.suit_choices(chosen),
            "no_suit": asking.names.say(Sentence(self.no_suit)) if self.no_suit else "",
            "none_chosen": chosen == NO_SUIT,
            "deck": asking.profile,
        }

    def _word(self, value: str, names: base.Names) -> str:
        """Return the name of the suit; for a hand without a suit, return the label `no_suit`."""
        return names.say(Sentence(self.no_suit)) if value == NO_SUIT else names.suit(value)

    def typed_words(self, parts: Sequence[str], names: base.Names) -> str:
        is_suit = parts[0] in names.profile.pack.suits or (self.no_suit and parts[0] == NO_SUIT)
        return self._word(parts[0], names) if is_suit else ""

    def words(self, _field: base.Field[str], value: str, names: base.Names) -> list[str]:
        return [self._word(value, names)]

    def facts(self, field: base.Field[str], value: str, names: base.Names) -> Iterator[base.FieldFact]:
        label, word = names.label(field), self._word(value, names)
        suited = value != NO_SUIT
        yield base.FieldFact(
            label, word, suit=value if suited else "", sign="" if suited else word, aloud=label
        )

    def legend(self, field: base.Field[str], names: base.Names) -> base.FieldFact:
        return base.FieldFact(names.label(field), suit=[*names.profile.pack.suits][-1])

    def choices(self, names: base.Names) -> base.Choices:
        values = (*names.profile.pack.suits, *([NO_SUIT] if self.no_suit else []))
        return tuple((value, self._word(value, names)) for value in values)


# The value of a hand without trumps.
NO_SUIT = "none"


def read_suit(raw: object, pack: Pack, rule: str, at: str = "") -> str:
    """Return the letter of a suit of the pack; raise Unreadable if the pack has no such suit."""
    if type(raw) is not str or raw not in pack.suits:
        text = sentence(_("A suit is one of: %(suits)s."), suits=" ".join(pack.suits))
        raise Unreadable("not_a_suit", rule, text, at)
    return raw


@dataclass(frozen=True)
class Shares(base.FieldKind[Scores]):
    """The field kind of numbers with a fixed sum; one number may be null and is then computed (COM-6).

    There is one number for each side, or for each of the `owners`. `most` is the sum if all profiles have the
    same sum.
    """

    name = "shares"
    paper = base.PaperPlace.COUNT

    total: base.Counted
    owners: tuple[str, ...] = ()
    sides: int = 2
    most: int | None = None

    def count(self, profile: Profile) -> int:
        """Return how many numbers the field has: one per owner, or one per side if there are no owners."""
        return len(self.owners) or profile.sides

    def read(self, field: base.Field[Scores], raw: object, profile: Profile) -> Scores:
        wanted, numbers = self.total(profile), self.count(profile)
        text = sentence(_SHARES if numbers == 2 else _MORE_SHARES, field=Sentence(field.label), total=wanted)
        if type(raw) is not list or len(raw) != numbers:
            raise Unreadable(f"{field.key}_range", field.rule, text)
        shares = [number for number in raw if number is not None]
        if not all(whole_number(number, 0, wanted) for number in shares):
            raise Unreadable(f"{field.key}_range", field.rule, text)
        if len(shares) < numbers - 1:
            raise Unreadable(f"{field.key}_missing", "COM-6", text)
        rest = wanted - sum(shares)
        if rest < 0 or (len(shares) == numbers and rest):
            raise Unreadable(f"{field.key}_sum", field.rule, _wrong_sum(field.label, sum(shares), wanted))
        return tuple(rest if number is None else number for number in raw)

    @property
    def schema(self) -> dict[str, object]:
        number: dict[str, object] = {"type": ["integer", "null"], "minimum": 0}
        if self.most is not None:
            number["maximum"] = self.most
        return {"type": "array", "items": number, "minItems": self.sides, "maxItems": self.sides}

    def input_parts(self, profile: Profile) -> Sequence[str]:
        return [str(number) for number in range(self.count(profile))]

    def typed_value(self, parts: Sequence[str]) -> list[int | str | None]:
        return [base.whole_number_or_text(part) for part in parts]

    def filler(self, profile: Profile) -> Sequence[int]:
        return [self.total(profile), *[0] * (self.count(profile) - 1)]

    def places(self, names: base.Names) -> list[tuple[int, str]]:
        """Return (index, owner) of each number in display order; an owner is a side or one of `owners`."""
        if self.owners:
            return [(place, names.say(Sentence(owner))) for place, owner in enumerate(self.owners)]
        return list(names.sides.items())

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        """Return one box per number, with a stepper if the field is optional and a keypad otherwise."""
        total, inputs = self.total(asking.profile), asking.inputs
        typed = [asking.typed(name) for name in inputs]
        sides = {words.side: words for words in asking.sides}
        boxes = [
            {
                "words": {"heading": heading} if self.owners else sides[place],
                "name": inputs[place],
                "value": typed[place],
                "derived": _derived(typed, place, total),
            }
            for place, heading in self.places(asking.names)
        ]
        context: dict[str, Any] = {"key": asking.field.key, "total": total, "boxes": boxes}
        if not asking.field.required:
            return {**context, "look": "stepper" if len(boxes) == 2 else self.name}
        level = total // len(boxes) if total % len(boxes) == 0 else None
        half = None if self.owners else asking.even or level
        return {**context, "keypad": {"half": half, "all": total, "swap": True}}

    def words(self, _field: base.Field[Scores], value: Sequence[int], names: base.Names) -> list[str]:
        """Return each number after the name of its owner: "Us 4", "Them 6"."""
        return [f"{heading} {value[place]}" for place, heading in self.places(names)]

    def form_inputs(
        self, field: base.Field[Scores], names: base.Names, _parts: Any
    ) -> dict[str, base.FormInput]:
        return {
            f"_{place}": base.FormInput(
                names.say(sentence(_("%(what)s: %(whose)s"), what=Sentence(field.label), whose=heading))
            )
            for place, heading in sorted(self.places(names))
        }

    def form_parts(self, value: Any) -> list[str]:
        return ["" if each is None else str(each) for each in value]


def _derived(typed: Sequence[str], place: int, total: int) -> int | None:
    """Return the value of an empty box, derived from all other boxes; None if it cannot be derived."""
    other_texts = [*typed[:place], *typed[place + 1 :]]
    if typed[place] or not all(text.isdecimal() for text in other_texts):
        return None
    rest = total - sum(map(int, other_texts))
    return rest if 0 <= rest <= total else None


def _wrong_sum(label: str, reached: int, total: int) -> Sentence:
    return sentence(WRONG_SUM, field=Sentence(label), sum=reached, total=total)


WRONG_SUM = _("%(field)s: together they make %(sum)d, not %(total)d. Count again before the cards are mixed.")
_SHARES = _("%(field)s: write two whole numbers from 0 to %(total)d, or one and leave the other empty.")
_MORE_SHARES = _(
    "%(field)s: write a whole number from 0 to %(total)d for each; one of them may be left empty."
)
