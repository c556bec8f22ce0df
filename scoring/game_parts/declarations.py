"""What players declare during a hand, as it is written: whose, of what kind and suit, in which trick.

Knows how a declaration is read and the limits several games share; what one is worth is the game's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from scoring.game_parts import field_kinds
from scoring.game_parts.fields import Field, Hand, read_side, read_suit, whole_number
from scoring.game_parts.profile import Profile
from scoring.types import Finding, Level, Sentence, Step, Unreadable, _, read_each, sentence, together

MOST = 12
"""More than any hand can hold: four suits, each once, with room for what is refused by its rule."""


class Declaration(NamedTuple):
    """One declaration; `kind` is empty where a game has only one, `trick` counts from 1."""

    side: int
    kind: str
    suit: str | None
    player: int | None = None
    trick: int | None = None
    captured: bool = False

    @property
    def seat(self) -> int:
        """Who declared: in the play of a hand that is always known."""
        return cast(int, self.player)

    def as_json(self) -> dict[str, object]:
        """Write the declaration as the contract has it; what was not said is left out."""
        written = {key: value for key, value in self._asdict().items() if value or type(value) is int}
        return {"side": self.side, **written}


Declared = Field[tuple[Declaration, ...]]
Said = Callable[[Profile], bool]


def never(_profile: Profile) -> bool:
    """Nothing is declared by taking it."""
    return False


def declarations_field(
    label: str,
    rule: str,
    kinds: Sequence[field_kinds.DeclarationKind],
    *,
    captures: Said = never,
    captures_rule: str = "",
) -> Declared:
    """The declarations of a hand, in the order they were made; `captures` says whether taking one counts."""
    reader = _DeclarationReader(rule, {kind.key: kind for kind in kinds}, captures, captures_rule or rule)
    schema = {"type": "array", "items": reader.schema(), "maxItems": MOST}
    wanted = field_kinds.Declarations(tuple(kinds), captures)
    return Field("declarations", label, Step.PLAY, rule, reader.read, schema, input_kind=wanted)


@dataclass(frozen=True)
class _DeclarationReader:
    """Reads the declarations of one card game."""

    rule: str
    kinds: Mapping[str, field_kinds.DeclarationKind]
    captures: Said
    captures_rule: str

    @property
    def keys(self) -> set[str]:
        """What a declaration may say: its kind where there are several, `captured` where that can be."""
        more = (("kind", "" not in self.kinds), ("captured", self.captures is not never))
        return {"side", "suit", "player", "trick", *(key for key, there in more if there)}

    def read(self, raw: object, profile: Profile) -> tuple[Declaration, ...]:
        if type(raw) is not list or len(raw) > MOST:
            raise Unreadable("bad_declarations", self.rule, sentence(_LIST, most=MOST))
        return read_each(raw, lambda place, each: self._one(each, profile, f"/{place}"))

    def _one(self, raw: Any, profile: Profile, at: str) -> Declaration:
        if type(raw) is not dict or raw.keys() - self.keys or "side" not in raw:
            keys = ", ".join(sorted(self.keys))
            raise Unreadable("bad_declaration", self.rule, sentence(_ONE, keys=keys), at)
        kind = self._kind(raw.get("kind", ""), at)
        side = read_side(raw["side"], profile, self.rule, f"{at}/side")
        tricks = range(1, len(profile.pack.cards) // profile.seats + 1)
        return Declaration(
            side=side,
            kind=kind.key,
            suit=self._suit(raw, kind, profile, at),
            player=self._player(raw, side, profile, at),
            trick=self._number(raw, "trick", tricks, at),
            captured=self._captured(raw, profile, at),
        )

    def _kind(self, raw: object, at: str) -> field_kinds.DeclarationKind:
        if type(raw) is not str or raw not in self.kinds:
            text = sentence(_KIND, kinds=", ".join(self.kinds))
            raise Unreadable("unknown_declaration", self.rule, text, f"{at}/kind")
        return self.kinds[raw]

    def _suit(self, raw: Any, kind: field_kinds.DeclarationKind, profile: Profile, at: str) -> str | None:
        if raw.get("suit") is None and not kind.needs_suit:
            return None
        return read_suit(raw.get("suit"), profile.pack, self.rule, f"{at}/suit")

    def _player(self, raw: Any, side: int, profile: Profile, at: str) -> int | None:
        player = self._number(raw, "player", range(profile.seats), at)
        if player is not None and profile.side(player) != side:
            raise Unreadable("player_of_another_side", self.rule, sentence(_OTHER_SIDE), f"{at}/player")
        return player

    def _number(self, raw: Any, key: str, numbers: range, at: str) -> int | None:
        value = raw.get(key)
        if value is not None and not whole_number(value, numbers[0], numbers[-1]):
            text = sentence(_NUMBER, lowest=numbers[0], highest=numbers[-1])
            raise Unreadable(f"bad_{key}", self.rule, text, f"{at}/{key}")
        return None if value is None else int(value)

    def _captured(self, raw: Any, profile: Profile, at: str) -> bool:
        """Return whether the marriage was captured; raise Unreadable where the game has no such thing."""
        captured = raw.get("captured", False)
        if type(captured) is not bool:
            raise Unreadable(
                "bad_captured", self.captures_rule, sentence(_("Write true or false.")), f"{at}/captured"
            )
        if captured and not self.captures(profile):
            raise Unreadable(
                "captured_not_played", self.captures_rule, sentence(_NOT_CAPTURED), f"{at}/captured"
            )
        return captured

    def schema(self) -> dict[str, object]:
        """One declaration as JSON Schema."""
        properties = {key: _SCHEMA[key] for key in sorted(self.keys - {"kind"})}
        kind = {"kind": {"type": "string", "enum": list(self.kinds)}} if "kind" in self.keys else {}
        return {
            "type": "object",
            "properties": {**kind, **properties},
            "required": ["side", *kind],
            "additionalProperties": False,
        }


Looked = Callable[[Hand, Profile], Finding | None]
Tricks = Callable[[Profile], tuple[int, int]]
"""The first and the last trick that allow a declaration."""


def each(hand: Hand, field: Declared) -> Iterator[tuple[str, Declaration]]:
    """Every declaration of a hand with its place in it."""
    declarations: tuple[Declaration, ...] = hand.get(field) or ()
    for place, declaration in enumerate(declarations):
        yield f"/{field.key}/{place}", declaration


def once_a_suit(field: Declared, rule: str, kinds: Sequence[str]) -> Looked:
    """Make the check that a suit gives no more than one declaration of these kinds."""

    def repeated(hand: Hand, profile: Profile) -> Iterator[Finding]:
        seen: set[str | None] = set()
        for at, declaration in each(hand, field):
            if declaration.kind not in kinds:
                continue
            if declaration.suit in seen:
                suit = Sentence(profile.pack.suits[str(declaration.suit)])
                yield Finding("suit_declared_twice", rule, sentence(_TWICE, suit=suit), at)
            seen.add(declaration.suit)

    return lambda hand, profile: together(repeated(hand, profile))


def in_order(field: Declared, rule: str) -> Looked:
    """Make the check that declarations stand in the order of their tricks."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        latest = 0
        for at, declaration in each(hand, field):
            if declaration.trick is not None and declaration.trick < latest:
                return Finding("declarations_out_of_order", rule, sentence(_ORDER), at)
            latest = max(latest, declaration.trick or 0)
        return None

    return check


def within(field: Declared, rule: str, tricks: Tricks, level: Level = "error") -> Looked:
    """Make the check that declarations fall in the tricks that allow them, where the trick was written."""

    def outside(hand: Hand, profile: Profile) -> Iterator[Finding]:
        first, last = tricks(profile)
        for at, declaration in each(hand, field):
            if declaration.trick is not None and not first <= declaration.trick <= last:
                text = sentence(_MOMENT, first=first, last=last)
                yield Finding("declared_too_late_or_early", rule, text, f"{at}/trick", level)

    return lambda hand, profile: together(outside(hand, profile))


_SCHEMA = {
    "side": {"type": "integer", "minimum": 0},
    "suit": {"type": "string", "enum": list("SHDCB")},
    "player": {"type": "integer", "minimum": 0},
    "trick": {"type": "integer", "minimum": 1},
    "captured": {"type": "boolean"},
}
_LIST = _("Write the declarations as a list in the order they were made, at most %(most)d.")
_ONE = _("Write a declaration as an object with its side; it may have: %(keys)s.")
_KIND = _("There is no such declaration here. Choose one of: %(kinds)s.")
_NOT_CAPTURED = _("Here a pair taken in a trick gives nothing. Take this declaration away.")
_OTHER_SIDE = _("This player sits on the other side. Look at who declared.")
_NUMBER = _("Write a whole number from %(lowest)d to %(highest)d.")
_TWICE = _("The suit of %(suit)s was declared already: each suit counts once in a hand.")
_ORDER = _("Write the declarations in the order they were made: this one was before the last.")
_MOMENT = _("One may declare in tricks %(first)d to %(last)d. This declaration does not count.")
