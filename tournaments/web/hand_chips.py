"""What stands beside the totals of one hand: the card turned, declarations, the last trick, the bid.

Read from the fields of the card game by how they are asked for. What each is worth is the rules' answer:
the score of the hand with it, less the score without it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import CardGame, Moment, fields_asked, turned_key
from scoring.game_parts.fields import Field, Hand
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.reader import read_hand
from scoring.templatetags.suits import suit_name
from scoring.translation import say
from scoring.types import HandResult, Sentence

Body = Mapping[str, Any]
Placed = tuple[int | None, "Chip"]
"""A chip and the side it belongs to; None when it belongs to the whole hand."""


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
    sides = fields_asked(card_game, field_kinds.Side)
    return next((field.key for field in sides if field.key not in card_game.parts), "")


def declared_words(profile: Profile, label: str, body: Body) -> str:
    """Say a declaration: Marianna of hearts."""
    suit = str(body.get("suit") or "")
    words = label
    if suit in profile.pack.suits:
        words = _("%(what)s of %(suit)s") % {"what": label, "suit": suit_name(suit, profile)}
    return _("%(declaration)s, taken") % {"declaration": words} if body.get("captured") else words


def kind_label(field: Field[Any], body: Body) -> str:
    """Return what the kind of a declaration is called; one that is unknown is called as it was written."""
    kind = str(body.get("kind", ""))
    labels = {each.key: say(Sentence(each.label)) for each in field.input_kind.kinds}  # type: ignore[union-attr]
    return labels.get(kind, kind)


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
        if field.key in body and type(field.input_kind) in _CHIPS:
            for side, chip in _CHIPS[type(field.input_kind)](read, field):
                chips[side].append(chip)
    return {side: tuple(each) for side, each in chips.items()}


def _of_card(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    """The turned card stands on the side of whoever dealt it."""
    card = str(read.body[field.key])
    if field.key == turned_key(read.card_game):
        side = read.profile.side(read.body["dealer"])
        yield side, Chip(card=card, points=read.points(field.key, side) or 0)
    else:
        yield None, Chip(card=card)


def _of_suit(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    yield read.chooser(), Chip(suit=str(read.body[field.key]), words=say(Sentence(field.label)))


def _of_number(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    yield read.chooser(), Chip(text=str(read.body[field.key]), words=say(Sentence(field.label)))


def _of_side(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    side = read.body[field.key]
    if field.key in read.card_game.parts:
        yield side, Chip(text=say(Sentence(field.label)), points=read.points(field.key, side))


def _of_claim(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    claim = read.body[field.key]
    yield claim["side"], Chip(text=str(claim["card_points"]), words=say(Sentence(field.label)))


def _of_declarations(read: _Read, field: Field[Any]) -> Iterator[Placed]:
    """The usual kind is told by its suit alone, any other by its name."""
    said: list[Body] = read.body[field.key]
    worth = _worth(read, field.key, len(said))
    usual = field.input_kind.kinds[0].key  # type: ignore[union-attr]
    for each, points in zip(said, worth, strict=True):
        label = kind_label(field, each)
        plain = each.get("kind", "") == usual
        suit = str(each.get("suit") or "")
        text, words = ("", label) if plain else (label, "")
        yield each["side"], Chip(text=text, suit=suit, points=points, words=words)


def _worth(read: _Read, key: str, count: int) -> Sequence[int | None]:
    """What each declaration scored; nothing is known of those of a hand that could not be scored."""
    hand, _problems = read_hand(read.card_game, read.profile, read.body)
    if hand is None or read.result is None:
        return (None,) * count
    before = tuple(total - own for total, own in zip(read.result.running, read.result.score, strict=True))
    return worth_of_each(hand, key, Moment(read.card_game, read.profile, before, read.target))


_CHIPS: Mapping[type, Callable[[_Read, Field[Any]], Iterator[Placed]]] = {
    field_kinds.CardOf: _of_card,
    field_kinds.Suit: _of_suit,
    field_kinds.NumberKind: _of_number,
    field_kinds.Side: _of_side,
    field_kinds.ClaimKind: _of_claim,
    field_kinds.Declarations: _of_declarations,
}


def legend_chips(card_game: CardGame, profile: Profile) -> list[tuple[Chip, str]]:
    """Return an example of each kind of chip that says no words of its own, and what it stands for."""
    turned = turned_key(card_game)
    asked_for = [field for field in card_game.fields if type(field.input_kind) in _EXAMPLES]
    return [_EXAMPLES[type(field.input_kind)](field, profile) for field in asked_for if field.key != turned]


def _example_of_declaration(field: Field[Any], profile: Profile) -> tuple[Chip, str]:
    usual = field.input_kind.kinds[0]  # type: ignore[union-attr]
    return Chip(suit=next(iter(profile.pack.suits))), say(Sentence(usual.label or field.label))


def _example(field: Field[Any], **chip: str) -> tuple[Chip, str]:
    return Chip(**chip), say(Sentence(field.label))  # type: ignore[arg-type]


def _example_card(field: Field[Any], profile: Profile) -> tuple[Chip, str]:
    return _example(field, card=profile.ranks[0] + next(iter(profile.pack.suits)))


_EXAMPLES: Mapping[type, Callable[[Field[Any], Profile], tuple[Chip, str]]] = {
    field_kinds.CardOf: _example_card,
    field_kinds.Suit: lambda field, profile: _example(field, suit=[*profile.pack.suits][-1]),
    field_kinds.NumberKind: lambda field, profile: _example(
        field,
        text=str(field.input_kind.lowest(profile)),  # type: ignore[union-attr]
    ),
    field_kinds.ClaimKind: lambda field, _profile: _example(field, text=str(field.input_kind.most // 2)),  # type: ignore[union-attr]
    field_kinds.Declarations: _example_of_declaration,
}
