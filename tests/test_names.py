"""Checks of names (CONTRIBUTING.md, "How things are named") on the syntax trees.

The name of a module, class, function, parameter or field must not be a participle or a pronoun, which a later
reader cannot understand alone. Local variables and the parameters of very short functions are not checked.

Every rule must report an example of a violation, and no violation in the source tree.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from tests.syntax import nodes, syntax

ROOT = Path(__file__).parents[1]
APPS = ("scoring", "tournaments", "config")

# Participles and pronouns that are not allowed as names.
NO_NAMES = {
    "asked", "came", "come", "done", "drawn", "found", "given", "gone", "held", "here", "kept", "known",
    "left", "made", "met", "others", "ours", "own", "rated", "said", "seen", "shown", "spoken", "taken",
    "theirs", "them", "there", "told", "who", "whole", "written",
}  # fmt: skip
# The number of lines of a body, including its docstring, below which a parameter may have any name.
SHORT = 2

A_COLUMN = "a column: no migration moves for a name"
OF_THE_API = "other programs read it under this name"
# Allowed exceptions, and why.
STAYING: dict[str, str] = {
    "tournaments/models/queue.py MadeFile.asked": A_COLUMN,
    "tournaments/models/queue.py MadeFile.made": A_COLUMN,
    "tournaments/models/queue.py Arrival.told": A_COLUMN,
    "tournaments/models/stage.py PairedRound.given": A_COLUMN,
    "scoring/sheet/serializers.py DisputeAnswer.others": OF_THE_API,
    "tournaments/archive/serializers.py ArrivalAnswer.known": OF_THE_API,
    "tournaments/draws/serializers.py LotsAnswer.asked": OF_THE_API,
    "tournaments/tables/serializers.py ClockAnswer.left": OF_THE_API,
}
# The minimum number of letters of a CSS class.
LETTERS = 3
A_SIDE, A_LENGTH, A_WORD = "a letter or number of a side", "how many there are", "a word of two letters"
AN_OUTCOME, NOT_YET = "a letter of an outcome", "means several things: to be told apart"
# CSS classes that are allowed exceptions, and why.
STYLES_STAYING = {
    **dict.fromkeys(("a", "b", "e", "ca", "cb", "cc", "cd", "ce", "f0", "f1", "f2", "f3", "f4"), A_SIDE),
    **dict.fromkeys(("t0", "t1"), A_SIDE),
    **dict.fromkeys(("l3", "l4", "l5", "n1", "n2", "n3", "n4"), A_LENGTH),
    **dict.fromkeys(("ok", "on", "no", "qr", "up", "h2"), A_WORD),
    **dict.fromkeys(("w", "d", "p", "lv"), AN_OUTCOME),
    **dict.fromkeys(("c", "i", "ic", "l", "m", "n", "o", "s", "v", "vh", "done"), NOT_YET),
}
# Classes that Django finds by name.
OF_DJANGO = {"Meta", "Command", "Migration"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def trees(root: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield the path and the syntax tree of each Python file except migrations."""
    for file in (each for app in APPS for each in sorted((root / app).rglob("*.py"))):
        if "migrations" not in file.parts:
            yield file.relative_to(root).as_posix(), syntax(file.read_text())


def is_no_name(name: str) -> bool:
    """Return True if a name is in NO_NAMES, regardless of underscores and capital letters."""
    return name.strip("_").lower() in NO_NAMES


def modules_by_a_participle(root: Path) -> Iterator[str]:
    """Find modules whose names are in NO_NAMES or consist of a participle."""
    for path, _tree in trees(root):
        name = Path(path).stem
        if is_no_name(name) or (name.endswith("ed") and "_" not in name and not name.endswith("eed")):
            yield path
        for folder in Path(path).parent.parts:
            if is_no_name(folder):
                yield f"{path} stands in {folder}"


def classes_by_a_participle(root: Path) -> Iterator[str]:
    """Find classes named by a participle or a pronoun."""
    for path, tree in trees(root):
        for node in nodes(tree):
            if isinstance(node, ast.ClassDef) and is_no_name(node.name):
                yield f"{path} {node.name}"


def functions_by_a_participle(root: Path) -> Iterator[str]:
    """Find functions, methods and properties named by a participle or a pronoun."""
    for path, tree in trees(root):
        for node in nodes(tree):
            if isinstance(node, Function) and is_no_name(node.name):
                yield f"{path} {node.name}"


def parameters_by_a_participle(root: Path) -> Iterator[str]:
    """Find parameters named by a participle or a pronoun."""
    for path, tree in trees(root):
        for node in nodes(tree):
            if not isinstance(node, Function) or (node.end_lineno or 0) - node.body[0].lineno < SHORT:
                continue
            every = node.args
            more = (each for each in (every.vararg, every.kwarg) if each)
            for each in (*every.posonlyargs, *every.args, *every.kwonlyargs, *more):
                if is_no_name(each.arg):
                    yield f"{path} {node.name}({each.arg})"


def fields_by_a_participle(root: Path, excused: Collection[str] = tuple(STAYING)) -> Iterator[str]:
    """Find fields named by a participle or a pronoun, including fields that a method sets."""
    for path, tree in trees(root):
        for node in (each for each in nodes(tree) if isinstance(each, ast.ClassDef)):
            for name in names_in(node):
                if is_no_name(name) and f"{path} {node.name}.{name}" not in excused:
                    yield f"{path} {node.name}.{name}"


def classes_of_style(root: Path, excused: Collection[str] = tuple(STYLES_STAYING)) -> Iterator[str]:
    """Find CSS classes whose names have fewer than three letters or are in NO_NAMES."""
    for file in sorted((root / "static" / "css").glob("*.css")):
        style = re.sub(r"/\*.*?\*/|url\([^)]*\)", "", file.read_text(), flags=re.DOTALL)
        selectors = " ".join(re.findall(r"([^{}]+)\{", style))
        for name in sorted(set(re.findall(r"\.([a-zA-Z_][\w-]*)", selectors))):
            if (is_no_name(name) or len(name) < LETTERS) and name not in excused:
                yield f"static/css/{file.name} .{name}"


def names_in(body: ast.ClassDef) -> Iterator[str]:
    """Yield the names defined in the body of a class, and those that its methods set on `self`."""
    for node in body.body:
        targets = node.targets if isinstance(node, ast.Assign) else ()
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
    for each in ast.walk(body):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield from [each.attr] if ast.unparse(each.value) == "self" else []


def classes_of_two_meanings(root: Path) -> Iterator[str]:
    """Find classes that share a name with another class."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees(root):
        for node in nodes(tree):
            if isinstance(node, ast.ClassDef) and node.name not in OF_DJANGO:
                places[node.name].append(path)
    for name, paths in places.items():
        if len(paths) > 1:
            yield f"{paths[0]} has a {name}, and so has {', '.join(paths[1:])}"


RULES: list[Callable[[Path], Iterator[str]]] = [
    modules_by_a_participle,
    classes_by_a_participle,
    functions_by_a_participle,
    parameters_by_a_participle,
    fields_by_a_participle,
    classes_of_style,
    classes_of_two_meanings,
]

OTHER = "scoring/cards/packs.py"
PLANTED = [
    pytest.param(modules_by_a_participle, "scoring/sheet/kept.py", "", id="a module"),
    pytest.param(modules_by_a_participle, "scoring/sheet/merged.py", "", id="a module by another participle"),
    pytest.param(modules_by_a_participle, "tournaments/gone/rules.py", "", id="a folder"),
    pytest.param(classes_by_a_participle, "scoring/sheet/hand.py", "class Asked: ...", id="a class"),
    pytest.param(
        classes_by_a_participle,
        "scoring/sheet/hand.py",
        "def make():\n    class _Held: ...",
        id="a class within a function",
    ),
    pytest.param(functions_by_a_participle, "config/urls.py", "def told(): ...", id="a function"),
    pytest.param(
        functions_by_a_participle,
        "config/urls.py",
        "class Page:\n    @property\n    async def _whole(self): ...",
        id="a method",
    ),
    pytest.param(
        functions_by_a_participle,
        "config/urls.py",
        "def page():\n    def made(): ...\n    return made",
        id="a function within a function",
    ),
    *(
        pytest.param(
            parameters_by_a_participle,
            "tournaments/competition/lots.py",
            f"def place({parameter}):\n    '''Say.'''\n    text = 1\n    return text",
            id=f"a parameter: {parameter}",
        )
        for parameter in ("who", "given, /", "*, shown=1", "*others", "**_left")
    ),
    pytest.param(
        fields_by_a_participle, "scoring/sheet/hand.py", "class Hand:\n    left: int", id="an annotated field"
    ),
    pytest.param(
        fields_by_a_participle,
        "scoring/sheet/hand.py",
        "class Hand:\n    first, (HERE, last) = 1, (2, 3)",
        id="an assigned field",
    ),
    pytest.param(
        fields_by_a_participle,
        "scoring/sheet/hand.py",
        "class Hand:\n    def __init__(self):\n        self.order, self._told = 1, 2",
        id="a field that a method sets",
    ),
    pytest.param(classes_of_style, "static/css/site.css", ".sheet .kept > b { top: 0 }", id="a style"),
    pytest.param(
        classes_of_style, "static/css/site.css", "@media print {\n  a.mt::after { top: 0 }\n}", id="mt"
    ),
    pytest.param(
        classes_of_two_meanings,
        "config/urls.py",
        "class Pack: ...\ndef f():\n    class Pack: ...",
        id="a class and another within a function",
    ),
]


@pytest.mark.control
@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_each_naming_rule_reports_its_example_of_a_violation(
    rule: Callable[[Path], Iterator[str]], path: str, text: str, tmp_path: Path
) -> None:
    for good in (OTHER, "tournaments/models/queue.py"):
        file = tmp_path / good
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"class {file.stem.title()}:\n    name = 1\n\n    class Meta: ...")
    assert list(rule(tmp_path)) == []
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    assert [fault for fault in rule(tmp_path) if fault.startswith(path)]


@pytest.mark.control
def test_two_classes_with_the_same_name_are_reported(tmp_path: Path) -> None:
    for path in ("scoring/types.py", "tournaments/competition/types.py"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("class Change: ...")
    assert list(classes_of_two_meanings(tmp_path)) == [
        "scoring/types.py has a Change, and so has tournaments/competition/types.py"
    ]


def test_every_naming_rule_has_an_example_of_a_violation() -> None:
    assert [*dict.fromkeys(each.values[0] for each in PLANTED)] == RULES


def test_short_functions_local_variables_and_migrations_are_not_checked(tmp_path: Path) -> None:
    file = tmp_path / "scoring/types.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        "def word(who):\n    '''Say.'''\n    return who\n\ndef words():\n    told = 1\n    return told"
    )
    late = tmp_path / "scoring/migrations/kept.py"
    late.parent.mkdir()
    late.write_text("class Asked:\n    left = 1")
    assert [fault for rule in RULES for fault in rule(tmp_path)] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_source_tree_does_not_violate_the_naming_rule(rule: Callable[[Path], Iterator[str]]) -> None:
    assert list(rule(ROOT)) == []


def test_every_exception_to_the_naming_rules_is_needed() -> None:
    assert set(fields_by_a_participle(ROOT, excused=())) == set(STAYING)
    styles = {fault.partition(" .")[2] for fault in classes_of_style(ROOT, excused=())}
    assert styles == set(STYLES_STAYING)
