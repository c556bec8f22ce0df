"""What stands beside the totals of one hand: the card turned, declarations, the last trick, the bid.

Read from the fields of the card game by how they are asked for. What each is worth is the rules' answer:
the score of the hand with it, less the score without it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, cast

from scoring.field_kinds.base import Field, FieldFact, Names
from scoring.field_kinds.basic import Side
from scoring.field_kinds.declarations import Declarations
from scoring.game_parts.card_game import CardGame, Moment, fields_asked, turned_key
from scoring.game_parts.fields import Hand
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.reader import read_hand
from scoring.translation import say
from scoring.types import HandResult

Body = Mapping[str, Any]
# A chip and the side it belongs to; None when it belongs to the whole hand.
Placed = tuple[int | None, "Chip"]


@dataclass(frozen=True)
class Chip:
    """A card, a suit or a word, and what it scored; `words` are for the ear."""

    text: str = ""
    card: str = ""
    suit: str = ""
    points: int | None = None
    words: str = ""


def turned_card(card_game: CardGame, body: Body) -> str:
    """Return the card turned before play, as it is written."""
    return str(body.get(turned_key(card_game)) or "")


def chooser_key(card_game: CardGame) -> str:
    """Return the key of the field that says whose hand it is: a side that scores nothing by being named."""
    sides = fields_asked(card_game, Side)
    return next((field.key for field in sides if field.key not in card_game.parts), "")


def declared_words(card_game: CardGame, profile: Profile, body: Body) -> str:
    """Return what was declared: Marianna of hearts."""
    field = fields_asked(card_game, Declarations)[0]
    return cast(Declarations, field.kind).one_in_words(field, body, unnamed(profile))


def unnamed(profile: Profile) -> Names:
    """Return what cards are called where seats and sides have numbers alone."""
    return Names(profile, say, {side: str(side + 1) for side in range(profile.sides)}, {})


def worth_of_each(hand: Hand, key: str, moment: Moment) -> list[int]:
    """Return what each entry of a list field scored, in order."""
    entries = hand.values[key]
    sums = [_scored(hand, key, entries[:count], moment) for count in range(len(entries) + 1)]
    return [after - before for before, after in pairwise(sums)]


def _scored(hand: Hand, key: str, entries: Sequence[Any], moment: Moment) -> int:
    shorter = replace(hand, values={**hand.values, key: entries})
    return sum(moment.card_game.score(shorter, moment).get(key, ()))


@dataclass(frozen=True)
class _Read:
    """One hand with what it did, for the chips to be read from."""

    card_game: CardGame
    profile: Profile
    body: Body
    result: HandResult | None
    target: int

    def points(self, key: str, side: int) -> int | None:
        """What a part gave to a side."""
        part = self.result.parts.get(key) if self.result else None
        return part[side] if part else None

    def chooser(self) -> int | None:
        """The side whose hand it is, where the game has such a thing."""
        side = self.body.get(chooser_key(self.card_game))
        return side if isinstance(side, int) else None


def hand_chips(
    card_game: CardGame, profile: Profile, body: Body, result: HandResult | None, target: int | None
) -> Mapping[int | None, tuple[Chip, ...]]:
    """Return the chips of a hand by the side they stand beside; under None those of the whole hand."""
    read = _Read(card_game, profile, body, result, target or 0)
    chips: dict[int | None, list[Chip]] = defaultdict(list)
    for field in card_game.fields:
        if field.key in body:
            for side, chip in _chips(read, field):
                chips[side].append(chip)
    return {side: tuple(each) for side, each in chips.items()}


def _chips(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    """The turned card stands on the side of whoever dealt it, what is nobody's with whose hand it is."""
    scored, value = field.key in read.card_game.parts, read.body[field.key]
    if field.key == turned_key(read.card_game):
        side = read.profile.side(read.body["dealer"])
        yield side, Chip(card=str(value), points=read.points(field.key, side) or 0)
        return
    worth = _worth(read, field.key, len(value)) if field.kind.is_list else ()
    for fact in field.kind.facts(field, value, unnamed(read.profile)):
        if not (fact.card or fact.suit or fact.sign):
            continue
        chip = _chip(fact)
        if fact.entry is not None:
            yield fact.side, replace(chip, points=worth[fact.entry])
        elif fact.side is None:
            yield None if fact.card else read.chooser(), chip
        elif scored:
            yield fact.side, replace(chip, points=read.points(field.key, fact.side))
        elif fact.claims:
            yield fact.side, chip


def _chip(fact: FieldFact) -> Chip:
    return Chip(text=fact.sign, card=fact.card, suit=fact.suit, words=fact.aloud)


def _worth(read: _Read, key: str, count: int) -> Sequence[int | None]:
    """What each declaration scored; nothing is known of those of a hand that could not be scored."""
    hand, _problems = read_hand(read.card_game, read.profile, read.body)
    if hand is None or read.result is None:
        return (None,) * count
    before = tuple(total - own for total, own in zip(read.result.running, read.result.score, strict=True))
    return worth_of_each(hand, key, Moment(read.card_game, read.profile, before, read.target))


def legend_chips(card_game: CardGame, profile: Profile) -> list[tuple[Chip, str]]:
    """Return an example of each kind of chip that says no words of its own, and what it stands for."""
    fields = [field for field in card_game.fields if field.key != turned_key(card_game)]
    facts = [field.kind.legend(field, unnamed(profile)) for field in fields]
    return [(_chip(fact), fact.label) for fact in facts if fact]
