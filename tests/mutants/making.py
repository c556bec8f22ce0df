"""The mutants of `scoring/rules`: one small change each, made by mutmut's operators anywhere in a file.

mutmut itself changes only the bodies of undecorated functions. Here tables, defaults and cached
functions are changed too, because the rules are mostly tables and their totals are kept in caches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import MutationVisitor, OuterFunctionProvider
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).parents[2]
TEXTS = {"_", "ngettext"}
TYPES = {"TypeVar", "cast", "Union"}


@dataclass(frozen=True)
class Mutant:
    """One changed file: where, what stood there and what stands there now, and the whole new source."""

    path: str
    inside: str
    line: int
    old: str
    new: str
    source: str

    @property
    def key(self) -> str:
        """What names this mutant as long as the line it changes stays the same."""
        return f"{self.path} · {self.inside} · {self.old} → {self.new}"

    @property
    def module(self) -> str:
        """The module as it is imported."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Everywhere(MutationVisitor):  # type: ignore[misc]
    """mutmut's visitor, which here also enters decorated functions and knows each node's parents."""

    METADATA_DEPENDENCIES = (PositionProvider, OuterFunctionProvider, ParentNodeProvider)

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef):
            return False
        return is_text(node) or is_about_types(node) or bool(super()._skip_node_and_children(node))


def is_text(node: cst.CSTNode) -> bool:
    """Whether this is what a person reads: a marked text, whose wording no rule depends on."""
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in TEXTS


def is_about_types(node: cst.CSTNode) -> bool:
    """Whether this only tells the type checker something: an alias, a variable of types, `__all__`."""
    if isinstance(node, cst.Call):
        return isinstance(node.func, cst.Name) and node.func.value in TYPES
    if not isinstance(node, cst.Assign) or not isinstance(node.targets[0].target, cst.Name):
        return False
    name = node.targets[0].target.value
    alias = (
        name[0].isupper()
        and not name.isupper()
        and isinstance(node.value, cst.Subscript | cst.BinaryOperation)
    )
    return alias or name in {"__all__", "T"}


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Make every mutant of one file."""
    source = file.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = Everywhere(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    known = wrapper.resolve_many([ByteSpanPositionProvider, ParentNodeProvider])
    seen = {source}
    for mutation in visitor.mutations:
        node, changed = mutation.original_node, mutation.mutated_node
        if is_idle(node, changed):
            continue
        span = known[ByteSpanPositionProvider][node]
        mutated = _spliced(source, span.start, span.length, wrapper.module.code_for_node(changed))
        if mutated not in seen:
            seen.add(mutated)
            inside = _inside(node, known[ParentNodeProvider])
            yield Mutant(str(file.relative_to(ROOT)), inside, *_difference(source, mutated), mutated)


def is_idle(node: cst.CSTNode, changed: cst.CSTNode) -> bool:
    """Whether another mutant says the same.

    A word is changed once, not in capitals as well; an argument is set to None, and taken away only
    where it has a name, since a call that lacks one of the others just fails.
    """
    if isinstance(changed, cst.SimpleString) and isinstance(node, cst.SimpleString):
        return not changed.value.strip("\"'").startswith("XX")
    if not isinstance(node, cst.Call) or not isinstance(changed, cst.Call):
        return False
    kept = {id(argument) for argument in changed.args}
    gone = [argument for argument in node.args if id(argument) not in kept]
    return len(changed.args) < len(node.args) and any(argument.keyword is None for argument in gone)


def _spliced(source: str, start: int, length: int, new: str) -> str:
    encoded = source.encode()
    return b"".join((encoded[:start], new.encode(), encoded[start + length :])).decode()


def _inside(node: cst.CSTNode, parents: Mapping[cst.CSTNode, object]) -> str:
    """Name the functions and classes around a node."""
    names: list[str] = []
    here: object = node
    while isinstance(here, cst.CSTNode):
        if isinstance(here, cst.FunctionDef | cst.ClassDef):
            names.insert(0, here.name.value)
        here = parents.get(here)
    return ".".join(names) or "module"


def _difference(before: str, after: str) -> tuple[int, str, str]:
    """Return the first line that differs, counted from 1, and the lines that stood and stand there."""
    old, new = before.split("\n"), after.split("\n")
    first = next(place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    while len(old) > first and len(new) > first and old[-1] == new[-1]:
        old.pop()
        new.pop()
    told = [" ".join(line.strip() for line in lines[first:]) for lines in (old, new)]
    return first + 1, told[0], told[1]
