"""The explanation of a hand's score, line by line: entered values, and the points of each score component.

The card game defines the score components and their names. A component that depends on a single field is
shown with that field.
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
    """The points that a side gains in one line of the explanation of a score."""

    words: SideWords
    points: int


@dataclass(frozen=True)
class ReasonLine:
    """A line in the explanation of a score: its label, its computation, and the points of each side."""

    label: str
    gains: tuple[Gain, ...] = ()
    card: str = ""
    suit: str = ""
    detail: str = ""
    none: str = ""
    total: bool = False


@dataclass(frozen=True)
class _ScoredHand:
    """A hand without errors, and its score."""

    table: access.AtTable
    start: Opening
    preview: Preview
    result: HandResult

    @property
    def parts(self) -> Mapping[str, Scores]:
        """The points of each side for each score component."""
        return self.result.parts

    @property
    def body(self) -> Mapping[str, Any]:
        """The values of the hand by field key."""
        return self.preview.body

    def gains(self, points: Scores) -> tuple[Gain, ...]:
        """Return a `Gain` for each side with points."""
        return tuple(Gain(side, points[side.side]) for side in self.table.words if points[side.side])


def why(table: access.AtTable, start: Opening, preview: Preview) -> list[ReasonLine]:
    """Return the lines that explain the score of the hand."""
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
    turned = turned_key(hand.start.card_game)
    for step in hand.preview.steps:
        for key in step.fields:
            field = next(field for field in hand.start.card_game.fields if field.key == key)
            if key in hand.body and not (field.step is Step.COUNT and _counted_elsewhere(hand, field)):
                yield from _turned(hand, field) if key == turned else _lines(hand, field)


def _counted_elsewhere(hand: _ScoredHand, field: Field[Any]) -> bool:
    return not field.required or _makes_a_part(hand, field)


def _label(field: Field[Any]) -> str:
    return say(Sentence(field.label))


def _turned(hand: _ScoredHand, field: Field[Any]) -> Iterator[ReasonLine]:
    dealer = hand.result.dealer
    whose = pgettext("turned card", "turned by %(name)s") % {"name": hand.table.view.names.get(dealer, "")}
    side = hand.start.profile.side(dealer)
    gains = (Gain(hand.table.word(side), hand.parts[field.key][side]),)
    label = say(Sentence(hand.start.card_game.parts[field.key]))
    yield ReasonLine(label, gains, card=str(hand.body[field.key]), detail=whose)


def _lines(hand: _ScoredHand, field: Field[Any]) -> Iterator[ReasonLine]:
    """Yield the explanation lines of a field: a line with points for each list entry, otherwise one line."""
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
    """Return the score components that are not derived from a single field."""
    keys = draft.keys_of(hand.preview.steps)
    return [key for key in hand.parts if key not in keys]


def _makes_a_part(hand: _ScoredHand, field: Field[Any]) -> bool:
    return (
        field is count_field(hand.start.card_game) and len(hand.table.words) == 2 and len(_unkeyed(hand)) == 1
    )


def _parts(hand: _ScoredHand) -> Iterator[ReasonLine]:
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


def counted_words(card_game: CardGame, left_count: object, right_count: object) -> str:
    """Return the counts of both sides as text; empty if nothing is counted in the card game."""
    field = count_field(card_game)
    if field is None:
        return ""
    pattern = _("Cards %(left)s to %(right)s")
    if field.key != "card_points":
        pattern = _("%(field)s %(left)s to %(right)s")
    return pattern % {"field": _label(field), "left": left_count, "right": right_count}


def _counted(hand: _ScoredHand, field: Field[Any], points: Scores) -> ReasonLine:
    counted = hand.body[field.key]
    left_count, right_count = (counted[side.side] for side in hand.table.words)
    label = counted_words(hand.start.card_game, left_count, right_count)
    even = hand.start.card_game.even_split
    if even is None:
        return ReasonLine(label, hand.gains(points))
    if not any(points):
        return ReasonLine(label, none="0", detail=_("even, no points"))
    return ReasonLine(label, hand.gains(points), detail=f"{max(counted)} \N{MINUS SIGN} {even}")


def _totals(hand: _ScoredHand) -> list[ReasonLine]:
    gains = hand.gains(hand.result.score)
    if not gains:
        return [ReasonLine(_("No points in this hand"), none="0", total=True)]
    if len(hand.table.words) > 2:
        return [ReasonLine(_("In this hand"), gains, total=True)]
    return [
        ReasonLine(_("%(who)s, in this hand") % {"who": gain.words.heading}, (gain,), total=True)
        for gain in gains
    ]
