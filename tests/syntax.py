"""Cached syntax trees of source files: each file is parsed and walked once per process."""

import ast
from functools import cache


@cache
def syntax(text: str) -> ast.Module:
    return ast.parse(text)


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a syntax tree in the order of `ast.walk`."""
    return tuple(ast.walk(tree))
