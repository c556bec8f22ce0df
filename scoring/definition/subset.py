"""The Python that the rules are written in: its signs, what a function names, what goes without saying."""

import ast
from collections.abc import Iterable, Iterator

ARITHMETIC = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&",
}  # fmt: skip
COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "isnot", ast.In: "in", ast.NotIn: "notin",
}  # fmt: skip
UNARY = {ast.Not: "!", ast.USub: "neg"}
ONLY_PYTHON = frozenset({"strict"})
"""Keywords that guard against our own mistakes and change no result."""


class OutsideTheSubset(Exception):
    """A construct the phone could not read."""


YIELDS = (ast.Yield, ast.YieldFrom)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def within(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every node of a function that is not of a function in it."""
    for node in nodes:
        yield node
        if not isinstance(node, FUNCTIONS):
            yield from within(ast.iter_child_nodes(node))


def names_bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name these nodes bind in their own scope; a comprehension binds outside what it names by `:=`."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, COMPREHENSIONS):
            named = (each for each in within([node]) if isinstance(each, ast.NamedExpr))
            yield from (each.target.id for each in named)
        elif not isinstance(node, ast.Lambda):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            if isinstance(node, ast.ExceptHandler) and node.name:
                yield node.name
            yield from names_bound(ast.iter_child_nodes(node))


def asks_the_library(statement: ast.stmt) -> bool:
    """`super().__init__(…)` of an exception: what the library keeps of it nobody asks for."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    of = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
    return isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "super"


def has_fixed_names(owner: object) -> bool:
    """Modules and enumerations: what they hold under a name does not change."""
    return type(owner).__name__ == "module" or hasattr(owner, "__members__")
