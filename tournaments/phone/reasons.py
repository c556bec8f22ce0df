"""Why a hand scores what it does, line by line: the facts as they were said, each part with its points.

The parts and their names are the card game's; a part that one field alone makes stands beside that field.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, pgettext

from scoring.field_kinds.base import Field
from scoring.game_parts.card_game import CardGame, count_field, turned_key
from scoring.sheet.rules.reader import read_hand
from scoring.translation import say
from scoring.types import HandResult, Scores, Sentence, Step
from tournaments.phone import access, draft, fields
from tournaments.phone.preview import Opening, Preview
from tournaments.phone.words import SideWords
from tournaments.web.hand_chips import worth_of_each


@dataclass(frozen=True)
class Gain:
    """What a line gave to a side."""

    words: SideWords
    points: int


@dataclass(frozen=True)
class ReasonLine:
    """One reason: what it is, the sum behind it, and what it gave to whom. Cards and suits are drawn."""

    label: str
    gains: tuple[Gain, ...] = ()
    card: str = ""
    suit: str = ""
    detail: str = ""
    none: str = ""
    total: bool = False


@dataclass(frozen=True)
class _ScoredHand:
    """A hand without errors, with what it scored."""

    table: access.AtTable
    start: Opening
    preview: Preview
    result: HandResult

    @property
    def parts(self) -> Mapping[str, Scores]:
        """What was scored, part by part."""
        return self.result.parts

    @property
    def body(self) -> Mapping[str, Any]:
        """The hand as it would be written."""
        return self.preview.body

    def gains(self, points: Scores) -> tuple[Gain, ...]:
        """Return who got anything."""
        return tuple(Gain(who, points[who.side]) for who in self.table.words if points[who.side])


def why(table: access.AtTable, start: Opening, preview: Preview) -> list[ReasonLine]:
    """Return the lines under the new totals."""
    if preview.result is None:
        return []
    if not start.card_game.states[preview.result.state].scores:
        return [
            ReasonLine(
                say(Sentence(start.card_game.states[preview.result.state].label)), none="0", total=True
            )
        ]
    hand = _ScoredHand(table, start, preview, preview.result)
    lines = [*_facts(hand), *_parts(hand)]
    return [*lines, *_totals(hand)]


def _facts(hand: _ScoredHand) -> Iterator[ReasonLine]:
    """Return what was written, field by field, with the points of those that score by themselves."""
    turned = turned_key(hand.start.card_game)
    for step in hand.preview.steps:
        for key in step.fields:
            field = next(field for field in hand.start.card_game.fields if field.key == key)
            if key in hand.body and not (field.step is Step.COUNT and _counted_elsewhere(hand, field)):
                yield from _turned(hand, field) if key == turned else _lines(hand, field)


def _counted_elsewhere(hand: _ScoredHand, field: Field[Any]) -> bool:
    """Whether a count explains nothing by itself: a check alone, or what makes a part of its own."""
    return not field.required or _makes_a_part(hand, field)


def _label(field: Field[Any]) -> str:
    return say(Sentence(field.label))


def _turned(hand: _ScoredHand, field: Field[Any]) -> Iterator[ReasonLine]:
    """A turned card stands with its dealer and its points."""
    dealer = hand.result.dealer
    whose = pgettext("turned card", "turned by %(name)s") % {"name": hand.table.view.names.get(dealer, "")}
    side = hand.start.profile.side(dealer)
    gains = (Gain(hand.table.word(side), hand.parts[field.key][side]),)
    label = say(Sentence(hand.start.card_game.parts[field.key]))
    yield ReasonLine(label, gains, card=str(hand.body[field.key]), detail=whose)


def _lines(hand: _ScoredHand, field: Field[Any]) -> Iterator[ReasonLine]:
    """What a field says, with what it gave: a list entry by entry, any other field by its part."""
    facts = list(field.kind.facts(field, hand.body[field.key], fields.names_at(hand.table)))
    worth = _worth(hand, field) if field.kind.is_list else ()
    for fact in facts:
        gains: tuple[Gain, ...] = ()
        if fact.entry is not None:
            points = worth[fact.entry]
            gains = (Gain(hand.table.word(fact.side or 0), points),) if points else ()
        elif field.key in hand.parts:
            gains = hand.gains(hand.parts[field.key])
        meaning = fields.card_meaning(hand.start, fact.card) if fact.card else ""
        yield ReasonLine(
            fact.label,
            gains,
            card=fact.card,
            suit=fact.suit,
            detail=fact.value or meaning,
            none=_("wrong") if fact.claims and _winner(hand) != fact.side else "",
        )


def _worth(hand: _ScoredHand, field: Field[Any]) -> Sequence[int]:
    read, _problems = read_hand(hand.start.card_game, hand.start.profile, hand.body)
    return worth_of_each(read, field.key, hand.start.moment) if read else ()


def _winner(hand: _ScoredHand) -> int | None:
    return hand.preview.state.games[hand.start.place[0] - 1].winner


def _unkeyed(hand: _ScoredHand) -> list[str]:
    """Return the parts that no field that is asked for makes alone."""
    keys = draft.keys_of(hand.preview.steps)
    return [key for key in hand.parts if key not in keys]


def _makes_a_part(hand: _ScoredHand, field: Field[Any]) -> bool:
    """Whether the count of two sides is all that a part comes from: they stand in one line."""
    return (
        field is count_field(hand.start.card_game) and len(hand.table.words) == 2 and len(_unkeyed(hand)) == 1
    )


def _parts(hand: _ScoredHand) -> Iterator[ReasonLine]:
    """The parts that no field makes alone; not where each side has one of them at most: the total says it."""
    if len(hand.table.words) > 2 and all(
        sum(map(bool, each)) <= 1 for each in zip(*hand.parts.values(), strict=True)
    ):
        return
    count = count_field(hand.start.card_game)
    for key in _unkeyed(hand):
        if count and count.key in hand.body and _makes_a_part(hand, count):
            yield _counted(hand, count, hand.parts[key])
        elif any(hand.parts[key]):
            yield ReasonLine(say(Sentence(hand.start.card_game.parts[key])), hand.gains(hand.parts[key]))


def counted_words(card_game: CardGame, value: object, right: object) -> str:
    """Return what was counted on each side; nothing where a game has no count."""
    field = count_field(card_game)
    if field is None:
        return ""
    pattern = _("Cards %(left)s to %(right)s")
    if field.key != "card_points":
        pattern = _("%(field)s %(left)s to %(right)s")
    return pattern % {"field": _label(field), "left": value, "right": right}


def _counted(hand: _ScoredHand, field: Field[Any], points: Scores) -> ReasonLine:
    """The count in one line, with the sum where only what is above the even split is scored."""
    counted = hand.body[field.key]
    left, right = (counted[who.side] for who in hand.table.words)
    label = counted_words(hand.start.card_game, left, right)
    even = hand.start.card_game.even_split
    if even is None:
        return ReasonLine(label, hand.gains(points))
    if not any(points):
        return ReasonLine(label, none="0", detail=_("even, no points"))
    return ReasonLine(label, hand.gains(points), detail=f"{max(counted)} \N{MINUS SIGN} {even}")


def _totals(hand: _ScoredHand) -> list[ReasonLine]:
    """Return what the hand gave to each side that got something; in one line where there are many sides."""
    gains = hand.gains(hand.result.score)
    if not gains:
        return [ReasonLine(_("No points in this hand"), none="0", total=True)]
    if len(hand.table.words) > 2:
        return [ReasonLine(_("In this hand"), gains, total=True)]
    return [
        ReasonLine(_("%(who)s, in this hand") % {"who": gain.words.heading}, (gain,), total=True)
        for gain in gains
    ]
