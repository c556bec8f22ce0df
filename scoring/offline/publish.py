"""Conversion of a card game's rules to JSON: the definition of the game, and all functions that it uses.

Only the fields and methods that one of these functions uses are included.
"""

import ast
import builtins
import dataclasses
import enum
import functools
import gzip
import hashlib
import inspect
import itertools
import json
import operator
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, override

from scoring.games import CARD_GAMES, CardGame
from scoring.offline.syntax import Form, OutsideTheSubset, Writer, collection
from scoring.offline.verdict import hand_verdict, sheet_verdict
from scoring.types import ngettext as ngettext_of_the_rules

_BY_NAME = (
    all, any, bool, dict, enumerate, frozenset, hasattr, int, isinstance, len, list, map, max, min, next,
    object, range, set, sorted, str, sum, tuple, type, zip,
)  # fmt: skip
BUILTINS: Mapping[object, str] = {
    **{each: each.__name__ for each in _BY_NAME},
    Counter: "Counter",
    Mapping: "dict",
    dataclasses.replace: "replace",
    deque: "deque",
    itertools.pairwise: "pairwise",
    itertools.product: "product",
    operator.add: "add",
}
# Methods that are called without their name.
IMPLIED = frozenset({"__getitem__", "__init__", "__post_init__"})


class Graph:
    """A converter of Python objects to JSON; `wanted` contains the names of fields and methods to include."""

    def __init__(self, wanted: AbstractSet[str], instead: Mapping[int, object]) -> None:
        self.wanted = wanted | IMPLIED
        self.instead = instead
        self.attributes: set[str] = set()
        self.values: list[Form] = []
        self.codes: list[Form] = []
        self.places: dict[int, int] = {}
        # Keeps the values alive: `places` finds them by their address in memory
        self.references: list[object] = []

    def refer(self, value: object) -> Form:
        """Return the JSON reference to a value: its index, or the value itself if it is small."""
        value = self.instead.get(id(value), value)
        if value is None or isinstance(value, bool) or type(value) is int:
            return value
        if type(value) is str:
            return ["'", value]
        if (name := _builtin(value)) is not None:
            return ["b", name]
        if isinstance(value, tuple | list) and not hasattr(value, "_fields") and len(value) < 2:
            return ["[]", *map(self.refer, value)]
        return ["g", self.place(value)]

    def place(self, value: object) -> int:
        """Return the index of a value, which is converted on the first call."""
        if id(value) not in self.places:
            self.places[id(value)] = len(self.values)
            self.references.append(value)
            self.values.append(None)
            self.values[self.places[id(value)]] = self._write(value)
        return self.places[id(value)]

    def _write(self, value: Any) -> Form:
        if isinstance(value, enum.Enum):
            named = (("name", value.name), ("value", value.value))
            return self._new(value, named)
        if hasattr(value, "_asdict") and not isinstance(value, type):
            return self._new(value, value._asdict().items())
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            usual = _defaults_of(type(value))
            present = ((name, getattr(value, name)) for name in _names_of(value) if name in self.wanted)
            return self._new(
                value, ((name, each) for name, each in present if usual.get(name, self) is not each)
            )
        for kind, write in self._KINDS:
            if isinstance(value, kind):
                return write(self, value)
        raise OutsideTheSubset(f"{type(value).__name__} {value!r}")

    def _new(self, value: object, named: Iterable[tuple[str, object]]) -> Form:
        """Return the JSON form of an object: its class, then the names and values of its fields."""
        pairs = (part for name, each in named for part in (["'", name], self.refer(each)))
        return ["new", self.refer(type(value)), *pairs]

    def _sequence(self, value: Any) -> Form:
        return ["[]", *map(self.refer, value)]

    def _range(self, value: range) -> Form:
        return ["(", ["b", "range"], value.start, value.stop, value.step]

    def _set(self, value: AbstractSet[Any]) -> Form:
        return collection("set", ["[]", *map(self.refer, sorted(value, key=str))])

    def _mapping(self, value: Mapping[Any, Any]) -> Form:
        return collection(
            "dict", ["[]", *(["[]", self.refer(key), self.refer(each)] for key, each in value.items())]
        )

    def _class(self, value: type) -> Form:
        """Return the JSON form of a class.

        It contains a flag for tuples, the base classes, the fields with their defaults, and the methods.
        """
        if not value.__module__.startswith("scoring."):
            raise OutsideTheSubset(f"class {value.__module__}.{value.__name__}")
        bases = [self.refer(base) for base in value.__bases__ if base.__module__.startswith("scoring.")]
        methods = [each for name in dir(value) if name in self.wanted for each in self._method(value, name)]
        parts = (bases, list(self._class_fields(value)), methods)
        return ["class", issubclass(value, tuple), *(["[]", *part] for part in parts)]

    def _class_fields(self, value: Any) -> Iterator[Form]:
        """Yield each field of a class with its default value or default factory."""
        if issubclass(value, tuple):
            for name in value._fields:
                yield _short(["'", name], self.refer(value._field_defaults.get(name)))
        elif dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                has = field.name in self.wanted and field.default is not dataclasses.MISSING
                made_anew = field.default_factory is not dataclasses.MISSING
                default = field.default_factory if made_anew else field.default if has else None
                yield _short(["'", field.name], self.refer(default), made_anew)

    def _method(self, owner: type, name: str) -> Iterator[Form]:
        attribute = inspect.getattr_static(owner, name)
        function = attribute.fget if isinstance(attribute, property) else attribute
        if isinstance(function, FunctionType) and _is_written(function):
            yield _short(["'", name], self.refer(function), isinstance(attribute, property))

    def _function(self, value: FunctionType) -> Form:
        code = self._code(value)
        names, cells = value.__code__.co_freevars, value.__closure__ or ()
        closed = [
            [name, self.refer(cell.cell_contents)]
            for name, cell in zip(names, cells, strict=True)
            if name != "__class__"
        ]
        return ["fn", code, closed, self._defaults(value)]

    def _defaults(self, value: FunctionType) -> list[Form]:
        signature = inspect.signature(value).parameters.values()
        return [[each.name, self.refer(each.default)] for each in signature if each.default is not each.empty]

    def _code(self, value: FunctionType) -> int:
        """Return the index of the code of a function; functions with equal code share one index."""
        if id(value.__code__) in self.places:
            return self.places[id(value.__code__)]
        self.places[id(value.__code__)] = place = len(self.codes)
        self.codes.append(None)

        def look_up(name: str) -> object:
            return value.__globals__[name] if name in value.__globals__ else getattr(builtins, name)

        writer = Writer(look_up, self.refer, self.attributes, frozenset(value.__code__.co_freevars))
        self.codes[place] = writer.function(_tree_of(value))
        return place

    def _bound(self, value: MethodType) -> Form:
        return ["(", ["b", "partial"], self.refer(value.__func__), self.refer(value.__self__)]

    def _partial(self, value: functools.partial[Any]) -> Form:
        named = (["[]", ["'", name], self.refer(each)] for name, each in value.keywords.items())
        arguments = (self.refer(value.func), *map(self.refer, value.args))
        return ["(=", ["b", "partial"], ["[]", *named], *arguments]

    def _remembered(self, value: Any) -> Form:
        return collection("memo", self.refer(value.__wrapped__))

    _KINDS: Any = (
        (range, _range),
        ((tuple, list), _sequence),
        (AbstractSet, _set),
        (Mapping, _mapping),
        (type, _class),
        (FunctionType, _function),
        (MethodType, _bound),
        (functools.partial, _partial),
        (functools._lru_cache_wrapper, _remembered),
    )


def _names_of(value: Any) -> list[str]:
    """Return the names of the fields and cached properties of a value."""
    once = [name for name, each in vars(type(value)).items() if isinstance(each, functools.cached_property)]
    return [*(field.name for field in dataclasses.fields(value)), *once]


def _short(name: Form, value: Form, flag: bool = False) -> Form:
    """Return the JSON list of a field or method: its name, its value, and True if `flag` is set.

    Without `flag`, a value of None is omitted.
    """
    if flag:
        return ["[]", name, value, True]
    return ["[]", name] if value is None else ["[]", name, value]


def _defaults_of(dataclass: Any) -> dict[str, Any]:
    fields = dataclasses.fields(dataclass)
    return {field.name: field.default for field in fields if field.default is not dataclasses.MISSING}


def _is_written(function: FunctionType) -> bool:
    """Return whether a function is defined in a module of the rules, not generated by Python."""
    return function.__module__.startswith("scoring.") and function.__code__.co_filename != "<string>"


def _builtin(value: object) -> str | None:
    if isinstance(value, type | BuiltinFunctionType | FunctionType) or value is Mapping:
        return BUILTINS.get(value)
    return None


@functools.cache
def _functions_of(module: str) -> Mapping[int, list[Any]]:
    """Return the functions of a module by the number of their first line."""
    functions: dict[int, list[Any]] = {}
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            functions.setdefault(first, []).append(node)
    return functions


def _tree_of(function: FunctionType) -> Any:
    """Return the syntax tree of a function, identified by its first line and its column."""
    code = function.__code__
    candidates = [
        node
        for node in _functions_of(function.__module__).get(code.co_firstlineno, [])
        if getattr(node, "name", "<lambda>") == code.co_name
    ]
    if len(candidates) > 1:
        candidates = [node for node in candidates if _span(node.body) in list(code.co_positions())]
    if len(candidates) != 1:
        raise OutsideTheSubset(f"{len(candidates)} functions {code.co_name} in line {code.co_firstlineno}")
    return candidates[0]


def _span(node: ast.expr) -> tuple[int, int | None, int, int | None]:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


# Increased when `verdict.js` has to read another format.
FORMAT = 2


@dataclass(frozen=True)
class Definition:
    """The JSON of a card game's rules, uncompressed and gzipped, and an ETag that identifies its content."""

    text: bytes
    packed: bytes
    tag: str


def definition(card_game: CardGame) -> Definition:
    """Return the Definition of a card game: the JSON of its rules in the active language."""
    return _definition(card_game, get_language() or "en")


@lru_cache(maxsize=64)
def _definition(card_game: CardGame, language: str) -> Definition:
    with override(language):
        text = json.dumps(definition_of(card_game), ensure_ascii=False, separators=(",", ":")).encode()
    return Definition(text, gzip.compress(text, mtime=0), hashlib.sha256(text).hexdigest()[:16])


def definition_of(card_game: CardGame) -> dict[str, Any]:
    """Return a card game's rules as a JSON object, with its texts in the active language."""
    graph, entries = graph_of(card_game)
    forms = (graph.values, graph.codes)
    return {
        "format": FORMAT,
        "card_game": card_game.key,
        "language": get_language() or "en",
        "entries": dict(entries),
        "values": translated(graph.values),
        "codes": translated(graph.codes),
        "words": _plurals(forms, graph.refer(ngettext_of_the_rules)),
    }


@lru_cache(maxsize=64)
def graph_of(card_game: CardGame) -> tuple[Graph, Mapping[str, int]]:
    """Return the Graph of a card game and of `verdict.py`, and the index of each root in the graph.

    The graph contains all fields and methods that are used. In place of CARD_GAMES it contains this one card
    game.
    """
    roots = {"game": card_game, "hand": hand_verdict, "sheet": sheet_verdict}
    wanted: frozenset[str] = frozenset()
    while True:
        graph = Graph(wanted, {id(CARD_GAMES): {card_game.key: card_game}})
        entries = {name: graph.place(value) for name, value in roots.items()}
        if graph.attributes <= wanted:
            return graph, entries
        wanted |= graph.attributes


def translated(form: Form) -> Form:
    """Return the JSON form with a translation after each text, unless the translation equals the text."""
    if not isinstance(form, list | tuple):
        return form
    if len(form) == 2 and form[0] == "'":
        translation = gettext(form[1]) if form[1].strip() else form[1]
        return form if translation == form[1] else [*form, translation]
    return [translated(part) for part in form]


def _plurals(form: Form, chooses: Form) -> dict[str, str]:
    """Return the translations of texts with plural forms; all languages of the site have two forms."""
    if not isinstance(form, list | tuple):
        return {}
    translations: dict[str, str] = {}
    if form and form[0] in ("(", "(=") and form[1] == chooses:
        one, many = (text for _sign, text in form[-3:-1])
        plurals = {one: ngettext(one, many, 1), many: ngettext(one, many, 2)}
        translations = {text: other for text, other in plurals.items() if other != text}
    for part in form:
        translations |= _plurals(part, chooses)
    return translations
