"""Tests of the translation of Python functions to JSON forms; unsupported constructs are refused."""

# ruff: noqa: E501  (a table reads best one row a line)

import ast
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.game_parts.fields import Effect
from scoring.offline.syntax import OutsideTheSubset, Writer

AROUND: dict[str, object] = {
    "limit": 7,
    "Effect": Effect,
    "math": SimpleNamespace,
    "len": len,
    "any": any,
    "Fault": KeyError,
}


def form_of(source: str) -> Any:
    """Return the JSON form of a function's body; global names are written in angle brackets."""
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    named = {id(value): name for name, value in AROUND.items()} | {id(each): each.name for each in Effect}
    writer = Writer(AROUND.__getitem__, lambda value: f"<{named[id(value)]}>", set(), frozenset({"closed"}))
    return writer.function(node)


EXPRESSIONS = [
    ("a + 1", ["+", "a", 1]),
    ("'word'", ["'", "word"]),
    ("limit", "<limit>"),
    ("closed", "closed"),
    ("Effect.LATE", "<LATE>"),
    ("a.side", [".", "a", "side"]),
    ("a[0]", ["[", "a", 0]),
    ("a[1:]", ["[:", "a", 1, None, None]),
    ("a[::-1]", ["[:", "a", None, None, ["neg", 1]]),
    ("len(a)", ["(", "<len>", "a"]),
    ("a(b, *c, d=1, **e)", ["(=", "a", ["[]", ["[]", ["'", "d"], 1], ["...", ["(", [".", "e", "items"]]]], "b", ["...", "c"]]),
    ("len(a, strict=True)", ["(", "<len>", "a"]),
    ("cast(int, a)", "a"),
    ("0 <= a < limit", ["and", ["<=", 0, "a"], ["<", "a", "<limit>"]]),
    ("a not in b", ["notin", "a", "b"]),
    ("not a or b", ["or", ["!", "a"], "b"]),
    ("a if b else c", ["?", "b", "a", "c"]),
    ("f'/{a}'", ["f", ["'", "/"], "a"]),
    ("(a, b)", ["[]", "a", "b"]),
    ("{a}", ["(", ["b", "set"], ["[]", "a"]]),
    ("{**a, b: c}", ["(", ["b", "dict"], ["[]", ["...", ["(", [".", "a", "items"]]], ["[]", "b", "c"]]]),
    ("[x for x in a if x]", ["(", ["b", "list"], ["each", "x", ["x", "a", "x"]]]),
    ("any(x for x, y in a for z in y)", ["(", "<any>", ["each", "x", [["[]", "x", "y"], "a"], ["z", "y"]]]),
    ("{x: y for x, y in a}", ["(", ["b", "dict"], ["each", ["[]", "x", "y"], [["[]", "x", "y"], "a"]]]),
    ("[y for x in a if (y := x)]", ["(", ["b", "list"], ["each", "y", ["x", "a", [":=", "y", "x"]]]]),
    ("lambda x: x + b", ["fn", [["x"], [["return", ["+", "x", "b"]]], []]]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "form"), [pytest.param(*row, id=row[0]) for row in EXPRESSIONS])
def test_python_expression_is_translated_to_its_json_form(source: str, form: Any) -> None:
    assert form_of(f"def rule(a, b, c, e):\n    return {source}")[1] == [["return", form]]


STATEMENTS = [
    pytest.param("a = b = 1", [["=", "a", "b", 1]], id="an assignment"),
    pytest.param("a: int = 1", [["=", "a", 1]], id="with its type"),
    pytest.param("a, *b = c", [["=", ["[]", "a", ["...", "b"]], "c"]], id="to several names"),
    pytest.param("a[0] += 1", [["=", ["[", "a", 0], ["+", ["[", "a", 0], 1]]], id="added to what was there"),
    pytest.param("if a:\n        pass\n    else:\n        b()", [["if", "a", [], [["do", ["(", "b"]]]]], id="a branch"),
    pytest.param("for x in a:\n        continue", [["for", "x", "a", [["continue"]]]], id="a loop"),
    pytest.param("'''Why.'''\n    return", [["return", None]], id="a docstring is left out"),
    pytest.param("raise a", [["raise", "a"]], id="a refusal"),
    pytest.param("try:\n        a()\n    except Fault as b:\n        c()", [["try", [["do", ["(", "a"]]], "<Fault>", "b", [["do", ["(", "c"]]]]], id="a refusal taken up"),
    pytest.param("yield a\n    yield from b", [["=", "$", ["[]"]], ["do", ["(", [".", "$", "append"], "a"]], ["do", ["(", [".", "$", "extend"], "b"]], ["return", "$"]], id="what is found one by one"),
    pytest.param("super().__init__(a)", [], id="what the library keeps"),
    pytest.param("def inner(x, y=1):\n        yield x", [["=", "inner", ["fn", [["x", "y"], [["=", "$", ["[]"]], ["do", ["(", [".", "$", "append"], "x"]], ["return", "$"]], [["y", 1]]]]]], id="a function in a function"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "forms"), STATEMENTS)
def test_python_statement_is_translated_to_its_json_form(source: str, forms: Any) -> None:
    assert form_of(f"def rule(a, b, c):\n    {source}")[1] == forms


def test_starred_parameters_of_a_function_keep_their_stars_in_the_json_form() -> None:
    assert form_of("def rule(a, *more, b, **named):\n    pass") == [["a", "b", "*more", "**named"], []]


@pytest.mark.parametrize(
    "source",
    [
        "while a:\n        pass", "with a:\n        pass", "del a[0]", "global limit", "assert a", "import math",
        "for x in a:\n        break", "for x in a:\n        pass\n    else:\n        pass", "return a / 2", "return 1.5",
        "return a ** 2", "return f'{a:3}'", "return f'{a!r}'", "return await_(~a)", "raise",
        "try:\n        a()\n    finally:\n        b()", "try:\n        a()\n    except:\n        b()",
        "match a:\n        case 1:\n            pass", "@a\n    def inner():\n        pass", "class Inner:\n        pass",
        "x = yield a",
    ],
)  # fmt: skip
def test_python_construct_without_a_json_form_is_refused(source: str) -> None:
    with pytest.raises(OutsideTheSubset):
        form_of(f"def rule(a, b):\n    {source}".replace("await_", "len"))
