"""The chips next to the totals of a hand: turned-up card, declarations, last trick, bid.

Each chip is made from an entry in a field of the card game. The points of the chip are the difference that
the entry makes to the score of the hand.
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
# A chip and its side; None if it belongs to the whole hand.
Placed = tuple[int | None, "Chip"]


@dataclass(frozen=True)
class Chip:
    """A chip: a card, a suit or a text, with its points. `words` is the text for screen readers."""

    text: str = ""
    card: str = ""
    suit: str = ""
    points: int | None = None
    words: str = ""


def turned_card(card_game: CardGame, body: Body) -> str:
    """Return the code of the card turned up before play; empty if there is none."""
    return str(body.get(turned_key(card_game)) or "")


def chooser_key(card_game: CardGame) -> str:
    """Return the key of the first field that records a side but scores no points; empty if there is none."""
    sides = fields_asked(card_game, Side)
    return next((field.key for field in sides if field.key not in card_game.parts), "")


def declared_words(card_game: CardGame, profile: Profile, body: Body) -> str:
    """Return a declaration as text, e.g. “Marianna of hearts”.

    `body` is one declaration as JSON, not a hand. Raise IndexError if the game has no declarations.
    """
    field = fields_asked(card_game, Declarations)[0]
    return cast(Declarations, field.kind).one_in_words(field, body, unnamed(profile))


def unnamed(profile: Profile) -> Names:
    """Return the names used in texts about a hand; each side is named by its number."""
    return Names(profile, say, {side: str(side + 1) for side in range(profile.sides)}, {})


def worth_of_each(hand: Hand, key: str, moment: Moment) -> list[int]:
    """Return the points that each entry of a list field scores, in order."""
    entries = hand.values[key]
    sums = [_scored(hand, key, entries[:count], moment) for count in range(len(entries) + 1)]
    return [after - before for before, after in pairwise(sums)]


def _scored(hand: Hand, key: str, entries: Sequence[Any], moment: Moment) -> int:
    shorter = replace(hand, values={**hand.values, key: entries})
    return sum(moment.card_game.score(shorter, moment).get(key, ()))


@dataclass(frozen=True)
class _Read:
    """A hand and its result, from which the chips are created."""

    card_game: CardGame
    profile: Profile
    body: Body
    result: HandResult | None
    target: int

    def points(self, key: str, side: int) -> int | None:
        """Return the points of a side for one score component; None if the hand has no such component."""
        part = self.result.parts.get(key) if self.result else None
        return part[side] if part else None

    def chooser(self) -> int | None:
        """Return the side recorded in the field `chooser_key`; None if no side is recorded."""
        side = self.body.get(chooser_key(self.card_game))
        return side if isinstance(side, int) else None


def hand_chips(
    card_game: CardGame, profile: Profile, body: Body, result: HandResult | None, target: int | None
) -> Mapping[int | None, tuple[Chip, ...]]:
    """Return the chips of a hand by side; the key None contains the chips of the whole hand."""
    read = _Read(card_game, profile, body, result, target or 0)
    chips: dict[int | None, list[Chip]] = defaultdict(list)
    for field in card_game.fields:
        if field.key in body:
            for side, chip in _chips(read, field):
                chips[side].append(chip)
    return {side: tuple(each) for side, each in chips.items()}


def _chips(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    """Yield the chips of one field with their sides; the turned-up card belongs to the dealer's side."""
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
    """Return the points of each declaration; None for every declaration if the hand has no result."""
    hand, _problems = read_hand(read.card_game, read.profile, read.body)
    if hand is None or read.result is None:
        return (None,) * count
    before = tuple(total - score for total, score in zip(read.result.running, read.result.score, strict=True))
    return worth_of_each(hand, key, Moment(read.card_game, read.profile, before, read.target))


def legend_chips(card_game: CardGame, profile: Profile) -> list[tuple[Chip, str]]:
    """Return the chips of the legend: an example of every kind of chip, and its meaning."""
    fields = [field for field in card_game.fields if field.key != turned_key(card_game)]
    facts = [field.kind.legend(field, unnamed(profile)) for field in fields]
    return [(_chip(fact), fact.label) for fact in facts if fact]
