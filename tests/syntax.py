"""The syntax of source files, parsed and walked once in a process for all rules that read it."""

import ast
from functools import cache


@cache
def syntax(text: str) -> ast.Module:
    """Return the syntax tree of a text."""
    return ast.parse(text)


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree in the order of `ast.walk`."""
    return tuple(ast.walk(tree))
