"""The field of the declarations in a hand: a list of entries with side, kind and suit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, cast

from scoring.field_kinds import base
from scoring.field_kinds.basic import read_side, read_suit
from scoring.game_parts.profile import Profile
from scoring.strict_json import whole_number
from scoring.types import Sentence, Step, Unreadable, _, read_each, sentence

# More than a hand can hold: four suits, each once, with room for entries that the rules refuse
MOST = 12
# Number of empty inputs of a form after the filled ones
MORE_ON_A_FORM = 2

Body = Mapping[str, Any]


OF_A_SUIT = _("%(what)s of %(suit)s")


class DeclarationKind(NamedTuple):
    """A kind of declaration, such as a marianna; `key` is empty if the game has only one kind."""

    key: str
    label: str
    needs_suit: bool = True
    # Pattern of the name with the suit; for three of a rank the suit is the missing one
    with_suit: str = OF_A_SUIT
    # Key of the kind whose buttons it stands beside: four of a rank beside three of it
    beside: str = ""

    @property
    def is_of_its_suit(self) -> bool:
        """Whether the suit named in a declaration is the suit of the declared cards."""
        return self.with_suit == OF_A_SUIT


class Declaration(NamedTuple):
    """One declaration; `kind` is empty if the game has only one kind, `trick` counts from 1."""

    side: int
    kind: str
    suit: str | None
    player: int | None = None
    trick: int | None = None
    captured: bool = False

    @property
    def seat(self) -> int:
        """The seat of the declaring player, which is always known if the cards of the hand are recorded."""
        return cast(int, self.player)

    def as_json(self) -> dict[str, object]:
        """Return the declaration as JSON; empty entries are omitted."""
        entries = {key: value for key, value in self._asdict().items() if value or type(value) is int}
        return {"side": self.side, **entries}


Declared = base.Field[tuple[Declaration, ...]]
ProfileCondition = Callable[[Profile], bool]


def never(_profile: Profile) -> bool:
    """Return False, for games in which a captured King and Queen do not count as a declaration."""
    return False


@dataclass(frozen=True)
class Declarations(base.FieldKind[tuple[Declaration, ...]]):
    """The field kind of declarations; `captures` returns whether a captured King and Queen count."""

    name = "declarations"
    longest = 240
    always = True
    is_list = True
    says_what_it_is = True
    paper = base.PaperPlace.LIST

    kinds: tuple[DeclarationKind, ...]
    captures: ProfileCondition
    captures_rule: str

    def _by_key(self) -> Mapping[str, DeclarationKind]:
        return {kind.key: kind for kind in self.kinds}

    def _keys(self) -> set[str]:
        """Return the keys that a declaration may have in this game."""
        more = (("kind", "" not in self._by_key()), ("captured", self.captures is not never))
        return {"side", "suit", "player", "trick", *(key for key, is_possible in more if is_possible)}

    def read(
        self, field: base.Field[tuple[Declaration, ...]], raw: object, profile: Profile
    ) -> tuple[Declaration, ...]:
        if type(raw) is not list or len(raw) > MOST:
            raise Unreadable("bad_declarations", field.rule, sentence(_LIST, most=MOST))
        return read_each(raw, lambda place, each: self._one(each, profile, field.rule, f"/{place}"))

    def _one(self, raw: Any, profile: Profile, rule: str, at: str) -> Declaration:
        if type(raw) is not dict or raw.keys() - self._keys() or "side" not in raw:
            keys = ", ".join(sorted(self._keys()))
            raise Unreadable("bad_declaration", rule, sentence(_ONE, keys=keys), at)
        kind = self._kind(raw.get("kind", ""), rule, at)
        side = read_side(raw["side"], profile, rule, f"{at}/side")
        tricks = range(1, len(profile.pack.cards) // profile.seats + 1)
        return Declaration(
            side=side,
            kind=kind.key,
            suit=_suit(raw, kind, profile, rule, at),
            player=_player(raw, side, profile, rule, at),
            trick=_number(raw, "trick", tricks, rule, at),
            captured=self._captured(raw, profile, rule, at),
        )

    def _kind(self, raw: object, rule: str, at: str) -> DeclarationKind:
        kinds = self._by_key()
        if type(raw) is not str or raw not in kinds:
            text = sentence(_KIND, kinds=", ".join(kinds))
            raise Unreadable("unknown_declaration", rule, text, f"{at}/kind")
        return kinds[raw]

    def _captured(self, raw: Any, profile: Profile, rule: str, at: str) -> bool:
        """Return whether the marriage was captured; raise Unreadable if captured marriages do not count."""
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

    @property
    def schema(self) -> dict[str, object]:
        properties = {key: _SCHEMA[key] for key in sorted(self._keys() - {"kind"})}
        kind = {"kind": {"type": "string", "enum": [*self._by_key()]}} if "kind" in self._keys() else {}
        one = {
            "type": "object",
            "properties": {**kind, **properties},
            "required": ["side", *kind],
            "additionalProperties": False,
        }
        return {"type": "array", "items": one, "maxItems": MOST}

    def typed_value(self, parts: Sequence[str]) -> list[dict[str, Any]]:
        return read_list(parts[0])

    def one_in_words(self, field: Declared, body: Body, names: base.Names) -> str:
        """Return the name of a declaration, such as "Marianna of hearts"; an unknown kind stays unchanged."""
        kind = self._by_key().get(str(body.get("kind", "")))
        words = names.say(Sentence(kind.label)) if kind else str(body.get("kind", ""))
        suit = str(body.get("suit") or "")
        if suit in names.profile.pack.suits:
            pattern = kind.with_suit if kind else OF_A_SUIT
            words = names.say(sentence(pattern, what=words, suit=names.suit(suit)))
        if body.get("captured"):
            return names.say(sentence(_("%(declaration)s, taken"), declaration=words))
        return words

    def words(self, field: Declared, value: Sequence[Body], names: base.Names) -> list[str]:
        """Return the name of each declaration with its side: "Marianna of hearts (Us)"."""
        return [
            names.say(
                sentence(
                    _("%(what)s (%(who)s)"),
                    what=self.one_in_words(field, each, names),
                    who=names.sides[each["side"]],
                )
            )
            for each in value
        ]

    def facts(self, field: Declared, value: Sequence[Body], names: base.Names) -> Iterator[base.FieldFact]:
        """Yield a FieldFact for each declaration.

        A declaration of the game's first kind is shown by its suit. All other declarations are shown by name.
        """
        for place, each in enumerate(value):
            kind = str(each.get("kind", ""))
            usual = kind == self.kinds[0].key
            label = self.one_in_words(field, {"kind": kind}, names)
            yield base.FieldFact(
                self.one_in_words(field, each, names),
                names.sides[each["side"]],
                side=each["side"],
                suit=self._sign(each, names),
                sign="" if usual else label,
                aloud=label if usual else "",
                entry=place,
            )

    def _sign(self, body: Body, names: base.Names) -> str:
        """Return the suit of the declared cards, to show on a sheet; empty if there is none."""
        kind, suit = self._by_key().get(str(body.get("kind", ""))), str(body.get("suit") or "")
        of_it = kind is None or kind.is_of_its_suit
        return suit if of_it and suit in names.profile.pack.suits else ""

    def legend(self, field: Declared, names: base.Names) -> base.FieldFact:
        label = names.say(Sentence(self.kinds[0].label or field.label))
        return base.FieldFact(label, suit=next(iter(names.profile.pack.suits)))

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        """Return the declarations so far, each with a remove button, and the buttons that add one."""
        field, names = asking.field, asking.names
        text = asking.typed(field.key)
        listed_so_far, worth = read_list(text), asking.worth()
        placed = [
            [problem for problem in asking.errors if _place(problem.where) == str(place)]
            for place in range(len(listed_so_far))
        ]
        sides = {words.side: words for words in asking.sides}
        return {
            "key": field.key,
            "deck": asking.profile,
            "value": text,
            "declarations": [
                {
                    "place": place,
                    "words": self.one_in_words(field, each, names),
                    "suit": self._sign(each, names),
                    "side": sides.get(each.get("side")),
                    "points": worth[place] if worth else None,
                    "errors": [names.say(problem.message) for problem in placed[place]],
                }
                for place, each in enumerate(listed_so_far)
            ],
            "placed": [problem for problems in placed for problem in problems],
            "kinds": [
                self._buttons(asking, text, kind)
                for kind in self.kinds
                if not kind.beside and self._is_played(asking, kind)
            ],
            "captures": self.captures(asking.profile),
        }

    def _is_played(self, asking: base.Asking, kind: DeclarationKind) -> bool:
        columns = self._buttons(asking, "", kind)["columns"]
        return any(not button["off"] for column in columns for button in column["buttons"])

    def _button(self, asking: base.Asking, text: str, entry: str, kind: DeclarationKind) -> dict[str, Any]:
        """Return the data of one button: the entry that it adds, its text, and whether it is disabled."""
        (body,) = read_list(entry)
        return {
            "value": f"{asking.field.key}:{entry}",
            "suit": body.get("suit", ""),
            "label": asking.names.say(Sentence(kind.label)),
            "words": self.one_in_words(asking.field, body, asking.names),
            "off": asking.refused(listed(text, entry)),
            "beside": bool(kind.beside),
        }

    def _buttons(self, asking: base.Asking, text: str, kind: DeclarationKind) -> dict[str, Any]:
        suits = base.suits_shown(asking.profile.pack.suits) if kind.needs_suit else [""]
        beside = [(each, "") for each in self.kinds if each.beside and each.beside == kind.key]
        half, suited = len(suits) // 2, [(kind, suit) for suit in suits]
        columns = [
            {
                "words": words,
                "buttons": [
                    self._button(asking, text, f"{words.side}.{each.key}.{suit}", each)
                    for each, suit in (*suited[:half], *beside, *suited[half:])
                ],
            }
            for words in asking.sides
        ]
        layout = "by-rank" if beside else "by-suit" if kind.needs_suit else ""
        return {"heading": self._heading(kind, asking.names), "columns": columns, "layout": layout}

    def _heading(self, kind: DeclarationKind, names: base.Names) -> str:
        label = names.say(Sentence(kind.label))
        pattern = sentence(kind.with_suit, what=label, suit="…")
        return label if kind.is_of_its_suit else names.say(pattern)

    def form_inputs(
        self, field: Declared, names: base.Names, parts: Sequence[str]
    ) -> dict[str, base.FormInput]:
        """Return an input for each declaration, followed by a few empty inputs for new ones."""
        marks = ("", ".c") if self.captures(names.profile) else ("",)
        choices = tuple(
            (
                name,
                [
                    self._choice(field, f"{side}.{kind.key}.{suit}{how}", names)
                    for kind in self.kinds
                    for suit, how in product(names.profile.pack.suits if kind.needs_suit else [""], marks)
                ],
            )
            for side, name in sorted(names.sides.items())
        )
        keys = {entry for _side, entries in choices for entry, _words in entries}
        other = [self._choice(field, part, names) for part in dict.fromkeys(parts) if part not in keys]
        label = Sentence(field.label)
        return {
            f"_{place}": base.FormInput(
                names.say(sentence(_("%(what)s: %(whose)s"), what=label, whose=place + 1)), (*choices, *other)
            )
            for place in range(len(parts) + MORE_ON_A_FORM)
        }

    def _choice(self, field: Declared, entry: str, names: base.Names) -> tuple[str, str]:
        (body,) = read_list(entry)
        return entry, self.one_in_words(field, body, names)

    def form_parts(self, value: Any) -> list[str]:
        return [
            ".".join(str(each.get(key, "")) for key in ("side", "kind", "suit"))
            + (".c" if each.get("captured") else "")
            for each in value
        ]

    def form_value(self, parts: Sequence[str], standing: Any) -> list[dict[str, Any]]:
        """Return the entered declarations; an unchanged entry retains the keys set by an API client."""
        entries = dict(zip(enumerate(self.form_parts(standing or [])), standing or [], strict=True))
        return [dict(entries.get(each) or read_list(each[1])[0]) for each in enumerate(parts) if each[1]]


def declarations_field(
    label: str,
    rule: str,
    kinds: Sequence[DeclarationKind],
    *,
    captures: ProfileCondition = never,
    captures_rule: str = "",
) -> Declared:
    """Return the field of declarations; `captures` returns whether a captured King and Queen count."""
    kind = Declarations(tuple(kinds), captures, captures_rule or rule)
    return base.Field("declarations", label, Step.PLAY, rule, kind)


def read_list(text: str) -> list[dict[str, Any]]:
    """Read declarations from a URL such as `0.marianna.H,1..S.c`: side, kind, suit, `c` if captured."""
    return [_entry(each.split(".")) for each in text.split(",") if each]


def _entry(parts: list[str]) -> dict[str, Any]:
    side, kind, suit, capture = [*parts, "", "", ""][:4]
    entry = {
        "side": base.whole_number_or_text(side),
        "kind": kind,
        "suit": suit,
        "captured": capture == "c" or capture,
    }
    return {key: value for key, value in entry.items() if value not in ("", None)}


def listed(text: str, entry: str) -> str:
    """Return the URL form of a list of declarations after adding an entry."""
    return ",".join(filter(None, [text, entry]))


def unlisted(text: str, place: str) -> str:
    """Return the URL form of a list of declarations after removing the entry at index `place`."""
    return ",".join(each for number, each in enumerate(text.split(",")) if str(number) != place)


def _place(pointer: str) -> str:
    return (*pointer.split("/"), "", "")[2]


def _suit(raw: Any, kind: DeclarationKind, profile: Profile, rule: str, at: str) -> str | None:
    if raw.get("suit") is None and not kind.needs_suit:
        return None
    return read_suit(raw.get("suit"), profile.pack, rule, f"{at}/suit")


def _player(raw: Any, side: int, profile: Profile, rule: str, at: str) -> int | None:
    player = _number(raw, "player", range(profile.seats), rule, at)
    if player is not None and profile.side(player) != side:
        raise Unreadable("player_of_another_side", rule, sentence(_OTHER_SIDE), f"{at}/player")
    return player


def _number(raw: Any, key: str, numbers: range, rule: str, at: str) -> int | None:
    value = raw.get(key)
    if value is not None and not whole_number(value, numbers[0], numbers[-1]):
        text = sentence(_NUMBER, lowest=numbers[0], highest=numbers[-1])
        raise Unreadable(f"bad_{key}", rule, text, f"{at}/{key}")
    return None if value is None else int(value)


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
