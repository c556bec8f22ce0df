"""The field for the tricks of a hand recorded card by card, and the referee's checks of the tricks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.cards.packs import Card
from scoring.cards.tricks import Exchange, Trick
from scoring.field_kinds.base import Field, NotAsked
from scoring.field_kinds.basic import CARD_PATTERN
from scoring.field_kinds.declarations import Declaration, Declared
from scoring.game_parts.fields import Check, Hand, where_written
from scoring.game_parts.profile import Profile
from scoring.referee.referee import Case, Look, first_fault, miscount
from scoring.strict_json import whole_number
from scoring.types import Finding, Scores, Step, Unreadable, _, sentence

Play = Field[tuple[Trick, ...]]


def play_field(
    rule: str,
    *,
    seats: int = 4,
    declared: Declared | None = None,
    draws: bool = False,
    exchanges: bool = False,
) -> Play:
    """Return the field for the tricks of a hand; `seats` is the largest number of seats in any profile.

    `declared` is the field that reads the declarations of a trick. `draws` is set if cards are drawn after a
    trick, the winner's first. `exchanges` is set if a card may be exchanged for the turned-up card.
    """
    more = {"winner": True, "declared": declared is not None, "drawn": draws, "exchanged": exchanges}
    reader = _TrickReader(rule, frozenset(key for key, is_used in more.items() if is_used), declared)
    schema = {"type": "array", "items": reader.schema(seats)}
    return Field(
        "play", _("Play, card by card"), Step.CARDS, rule, NotAsked(reader.read, schema), required=False
    )


@dataclass(frozen=True)
class _TrickReader:
    """Reader of the tricks of a hand; `keys` are the optional keys of a trick in this game."""

    rule: str
    keys: frozenset[str]
    declared: Declared | None

    def read(self, raw: object, profile: Profile) -> tuple[Trick, ...]:
        if type(raw) is not list:
            raise Unreadable("bad_play", self.rule, sentence(_("Write the play as a list of tricks.")))
        return tuple(self._trick(trick, profile, number) for number, trick in enumerate(raw))

    def _trick(self, raw: Any, profile: Profile, number: int) -> Trick:
        at = f"/{number}"
        if type(raw) is not dict or raw.keys() - self.keys != {"leader", "cards"}:
            raise Unreadable("bad_trick", self.rule, sentence(_TRICK, keys=", ".join(sorted(self.keys))), at)
        return Trick(
            leader=self._seat(raw["leader"], profile, f"{at}/leader"),
            cards=self._cards(raw["cards"], profile, f"{at}/cards"),
            winner=self._seat(raw["winner"], profile, f"{at}/winner") if "winner" in raw else None,
            declared=self._declared(raw.get("declared", []), profile, number, f"{at}/declared"),
            drawn_cards=self._cards(raw.get("drawn", []), profile, f"{at}/drawn"),
            exchanged=self._exchange(raw["exchanged"], profile, f"{at}/exchanged")
            if "exchanged" in raw
            else None,
        )

    def _seat(self, raw: Any, profile: Profile, at: str) -> int:
        if not whole_number(raw, 0, profile.seats - 1):
            text = _("A seat is a number from 0 to %(last)d, in the order of play.")
            raise Unreadable("bad_seat", self.rule, sentence(text, last=profile.seats - 1), at)
        return int(raw)

    def _cards(self, raw: Any, profile: Profile, at: str) -> tuple[Card, ...]:
        if type(raw) is not list:
            raise Unreadable("bad_trick", self.rule, sentence(_("Write the cards as a list.")), at)
        return tuple(profile.read_card(card, self.rule, f"{at}/{place}") for place, card in enumerate(raw))

    def _declared(self, raw: Any, profile: Profile, number: int, at: str) -> tuple[Declaration, ...]:
        if type(raw) is not list or not all(type(each) is dict for each in raw):
            raise Unreadable("bad_declarations", self.rule, sentence(_DECLARED), at)
        if self.declared is None:
            return ()
        named = [self._named(each, profile, number, f"{at}/{place}") for place, each in enumerate(raw)]
        try:
            return self.declared.read(named, profile)
        except Unreadable as reason:
            finding = reason.finding
            raise Unreadable(finding.code, self.rule, finding.message, at + finding.at) from None

    def _named(self, raw: Mapping[str, Any], profile: Profile, number: int, at: str) -> dict[str, Any]:
        """Return a declaration with its player and trick; without partners, each side is one player."""
        alone = raw.get("side") if profile.sides == profile.seats else None
        player = self._seat(raw.get("player", alone), profile, f"{at}/player")
        return {"side": profile.side(player), **raw, "player": player, "trick": number + 1}

    def _exchange(self, raw: Any, profile: Profile, at: str) -> Exchange:
        if type(raw) is not dict or raw.keys() != {"player", "card"}:
            raise Unreadable("bad_exchange", self.rule, sentence(_EXCHANGE), at)
        card = profile.read_card(raw["card"], self.rule, f"{at}/card")
        return Exchange(self._seat(raw["player"], profile, f"{at}/player"), card)

    def schema(self, seats: int) -> dict[str, object]:
        """Return the JSON Schema of a trick."""
        seat = {"type": "integer", "minimum": 0, "maximum": seats - 1}
        card = {"type": "string", "pattern": CARD_PATTERN}
        cards = {"type": "array", "items": card}
        declarations = {"type": "array", "items": {"type": "object"}}
        exchange = {"type": "object", "properties": {"player": seat, "card": card}}
        more = {"winner": seat, "declared": declarations, "drawn": cards, "exchanged": exchange}
        optional = {key: part for key, part in more.items() if key in self.keys}
        return {
            "type": "object",
            "properties": {"leader": seat, "cards": cards, **optional},
            "required": ["leader", "cards"],
            "additionalProperties": False,
        }


_TRICK = _("Write a trick as its leader and its cards; it may also have: %(keys)s.")
_DECLARED = _("Write what was declared in the trick as a list of objects.")
_EXCHANGE = _("Write an exchange as the player and the card that was taken.")


# Returns the hand in the form that the referee checks; the count need not be known.
CaseOf = Callable[[Hand, Profile, tuple[Trick, ...]], Case]


# Returns the declarations of a hand so far that count.
Counting = Callable[[Case], tuple[Declaration, ...]]


def every_declaration(case: Case) -> tuple[Declaration, ...]:
    """Return all declarations, for games in which every declaration counts."""
    return declarations_in_play(case.play)


class CardByCard(NamedTuple):
    """The functions with which a card game checks a hand recorded card by card."""

    # The field of the tricks
    play: Play
    case: CaseOf
    # Returns the first illegal act of a whole hand, or a wrong count
    fault: Check
    # Whether players declare after they won a trick, not before they play to it
    declared_after: bool = False
    # Returns the declarations so far that count; a game may have declarations that fail
    counting: Counting = every_declaration
    # Further checks of a hand still being played, beside the cards
    looks: tuple[Look, ...] = ()
    # Checks of all declarations made so far in a hand still being played
    limits: tuple[Check, ...] = ()


def card_by_card(
    play: Play, case_of: CaseOf, *, tricks: Field[Scores] | None = None, points: Field[Scores] | None = None
) -> CardByCard:
    """Return the checks for a card game without declarations: tricks are legal and agree with the counts.

    `tricks` and `points` are the fields to compare with the cards played, if the hand contains them. A hand
    that ended early is not counted.
    """

    def fault(hand: Hand, profile: Profile) -> Finding | None:
        case = case_of(hand, profile, hand[play])
        if hand.rule.early:
            return first_fault(case, early=True)
        won = hand.get(tricks) if tricks else None
        card_points = hand.get(points) if points else None
        return first_fault(case) or miscount(case, won, card_points)

    return CardByCard(play, case_of, where_written(play, fault))


def declarations_in_play(play: tuple[Trick, ...]) -> tuple[Declaration, ...]:
    """Return all declarations made in the tricks, in order."""
    return tuple(declaration for trick in play for declaration in trick.declared)


def not_as_in_play(
    case: Case, declarations: tuple[Declaration, ...], in_play: tuple[Declaration, ...]
) -> Finding | None:
    """Return a finding if the declarations on the sheet differ from those made in the tricks.

    If the numbers of declarations differ, the finding refers to the whole list.
    """
    for place, (mine, other) in enumerate(zip(declarations, in_play, strict=False)):
        if not _same(mine, other):
            return case.fault("not_as_declared", "count", _NOT_AS_DECLARED, f"/declarations/{place}")
    if len(declarations) != len(in_play):
        text = sentence(_HOW_MANY, played=len(in_play), written=len(declarations))
        return case.fault("not_as_declared", "count", text, "/declarations")
    return None


def beyond_a_limit(
    hand: Hand,
    profile: Profile,
    field: Declared,
    declarations: tuple[Declaration, ...],
    limits: Sequence[Check],
) -> Finding | None:
    """Return a finding if the declarations in the tricks break a limit that the sheet does not break.

    The recorded tricks contain the player and the trick of each declaration, which a sheet may leave out.
    """
    hand_in_play = replace(hand, values={**hand.values, field.key: declarations})
    for limit in limits:
        finding = limit(hand_in_play, profile)
        if finding and not limit(hand, profile):
            return finding
    return None


def _same(declaration: Declaration, in_play: Declaration) -> bool:
    """Return whether two declarations agree in all values that both of them have."""
    pairs = zip(declaration, in_play, strict=True)
    return all(mine == other for mine, other in pairs if None not in (mine, other))


_NOT_AS_DECLARED = sentence(_("In the play something else was declared here. Look at who declared what."))
_HOW_MANY = _("By the play there are %(played)d declarations, but %(written)d are written.")
