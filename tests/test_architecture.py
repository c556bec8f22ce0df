"""Layers of the code and directions of imports, checked on the syntax trees.

Every rule must report an example of a violation, and no violation in the source tree.
"""

import ast
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.syntax import nodes, syntax

ROOT = Path(__file__).parents[1]
APPS = ("scoring", "tournaments")
LIMIT = 400
WIDTH = 110

RULES, MODELS, WORK, EDGE = range(4)
# Folders and files of an app that contain rules only.
PURE = {
    "scoring": {"cards", "field_kinds", "game_parts", "games", "referee", "strict_json", "types"},
    "tournaments": {"competition", "extras", "values"},
}
PURE_MODULES = {"scoring.offline.verdict"}
# Names of files and folders that read and write: selectors, services, the queue, permissions.
WORKING = {
    "keys", "live", "permissions", "runner", "selectors", "services", "translation",
    "databases", "devices", "kinds",
}  # fmt: skip
IMPURE = {
    "asyncio", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil",
    "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
CLOCKS = {"now", "utcnow", "today"}
FULL_INIT = {"scoring/games", "tournaments/competition/formats", "tournaments/models", "scoring/models"}
DJANGO_FOLDERS = {"management", "migrations", "models", "templatetags"}
# Folders of templates that allauth finds by name.
OF_ALLAUTH = {"account", "allauth"}
# The only module of the rules that may import a library, rustworkx.
MATCHING = "tournaments/competition/format_parts/matching.py"
REGISTRIES = {"scoring/games": "card game", "tournaments/competition/formats": "format"}
# Modules outside the folders that may name a game or format, and why.
NAMED: dict[str, str] = {
    "tournaments/replay/evening.py": "the recorded evenings say what they are in their own words",
    "tournaments/proposals/rules/courses.py": "evenings that clubs know by name are made of formats by name",
}


@dataclass(frozen=True)
class Module:
    """A Python file of the project."""

    path: str
    text: str

    @property
    def name(self) -> str:
        """The module name, such as `scoring.cards.packs`."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def app(self) -> str:
        """The name of the app, such as `scoring`."""
        return self.path.partition("/")[0]

    @property
    def tree(self) -> ast.Module:
        return syntax(self.text)

    def imports(self) -> Iterator[str]:
        """Yield the name of every imported module; `from a import b` is yielded as a.b."""
        for node in nodes(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield "a relative import"


def modules(root: Path) -> list[Module]:
    """Return the Python files of the project without tests and migrations."""
    files = (file for folder in (*APPS, "config") for file in sorted((root / folder).rglob("*.py")))
    return [
        Module(file.relative_to(root).as_posix(), file.read_text())
        for file in files
        if "migrations" not in file.parts
    ]


def level(name: str) -> int | None:
    """Return the layer number of a module (0 for rules); None if the module belongs to no app."""
    app, _dot, rest = name.partition(".")
    if app not in APPS:
        return None
    parts = rest.split(".")
    pure = parts[0] in PURE[app] or "rules" in parts[:2] or parts[1:2] == ["extra"]
    if pure or ".".join([app, *parts[:2]]) in PURE_MODULES:
        return RULES
    if parts[0] in ("models", "facts", "statements"):
        return MODELS
    return WORK if WORKING & set(parts[:2]) or rest == "errors" else EDGE


def impure_rules(root: Path) -> Iterator[str]:
    """Find rule modules that import anything except rules and pure modules of the standard library."""
    for module in modules(root):
        if level(module.name) != RULES:
            continue
        for name in module.imports():
            first = name.partition(".")[0]
            pure = first in sys.stdlib_module_names and first not in IMPURE
            matching = (
                first == "rustworkx" and module.path == "tournaments/competition/format_parts/matching.py"
            )
            if not (pure or level(name) == RULES or matching):
                yield f"{module.path} imports {name}"
        for node in nodes(module.tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in CLOCKS
            ):
                yield f"{module.path}:{node.lineno} reads the clock"


def imports_against_the_stream(root: Path) -> Iterator[str]:
    """Find imports against the order of the layers.

    The order is: rules <- models <- selectors, services <- api, pages, commands.
    """
    for module in modules(root):
        own_level = level(module.name)
        for name in module.imports():
            other = level(name)
            if own_level is not None and other is not None and other > own_level:
                yield f"{module.path} imports {name}"


def scoring_knowing_tournaments(root: Path) -> Iterator[str]:
    """Find imports against the order of the packages: scoring <- tournaments <- config."""
    order = (*APPS, "config")
    for module in modules(root):
        for name in module.imports():
            first = name.partition(".")[0]
            if first in order and order.index(first) > order.index(module.app):
                yield f"{module.path} imports {name}"


def full_init_files(root: Path) -> Iterator[str]:
    """Find `__init__.py` files with code, except those of the registries and the models."""
    for module in modules(root):
        folder = module.path.rpartition("/")[0]
        statements = len(module.tree.body) - bool(ast.get_docstring(module.tree))
        if module.path.endswith("/__init__.py") and statements and folder not in FULL_INIT:
            yield f"{module.path} does something"


def folders_without_a_word(root: Path) -> Iterator[str]:
    """Find `__init__.py` files without a docstring."""
    for folder in (each for app in APPS for each in (root / app).iterdir() if each.is_dir()):
        package = folder / "__init__.py"
        if folder.name in DJANGO_FOLDERS or not package.exists():
            continue
        if not ast.get_docstring(ast.parse(package.read_text())):
            yield f"{package.relative_to(root)} does not say what it is"


def long_files(root: Path) -> Iterator[str]:
    """Find files of more than LIMIT lines."""
    for folder in (*APPS, "config", "templates", "static", "bench", "docs"):
        for file in sorted((root / folder).rglob("*")):
            is_source = file.suffix in {".py", ".html", ".css", ".js", ".txt", ".typ"}
            if is_source and not {"migrations", "vendor"} & set(file.parts):
                lines = len(file.read_text().splitlines())
                if lines > LIMIT:
                    yield f"{file.relative_to(root)} has {lines} lines"


def wide_lines(root: Path) -> Iterator[str]:
    """Find lines of more than WIDTH columns in templates, styles (except data URLs) and scripts."""
    for folder in ("static", "templates"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in {".css", ".html", ".js", ".typ"} and "vendor" not in file.parts:
                for number, line in enumerate(file.read_text().splitlines(), start=1):
                    if len(line) > WIDTH and not (file.suffix == ".css" and "url(" in line):
                        yield f"{file.relative_to(root)}:{number} has {len(line)} columns"


def lost_templates(root: Path) -> Iterator[str]:
    """Find templates that are not in the folder of the code that renders them."""
    for file in sorted((root / "templates").glob("*/**/*.*")):
        folder = file.relative_to(root / "templates").parts[0]
        if folder not in OF_ALLAUTH and not (root / "tournaments" / folder).is_dir():
            yield f"{file.relative_to(root)} stands in the folder of no subject"


def named_games(root: Path, excused: Collection[str] = NAMED) -> Iterator[str]:
    """Find modules outside the registries that name a specific card game or format."""
    for folder, kind in REGISTRIES.items():
        keys = {file.stem for file in (root / folder).glob("*.py")} - {"__init__"}
        for module in modules(root):
            if module.path.startswith(folder) or module.path in excused:
                continue
            for node in nodes(module.tree):
                if isinstance(node, ast.Constant) and node.value in keys:
                    yield f"{module.path}:{node.lineno} names the {kind} {node.value}"
            for name in module.imports():
                if name.startswith(folder.replace("/", ".") + ".") and keys & set(name.split(".")):
                    yield f"{module.path} imports {name}"


def of_extra(name: str, keys: Collection[str]) -> str:
    """Return the name of the optional extra that contains a module; an empty string for the core."""
    parts = name.split(".")
    return parts[1] if parts[0] in APPS and parts[1:] and parts[1] in keys else ""


def imported_extras(root: Path) -> Iterator[str]:
    """Find imports of an optional extra by the core or by another extra."""
    keys = {file.parent.name for file in (root / "tournaments").glob("*/extra.py")}
    for module in modules(root):
        own_extra = of_extra(module.name, keys)
        for name in module.imports():
            if of_extra(name, keys) not in ("", own_extra):
                yield f"{module.path} imports {name}"


def loose_statuses(root: Path) -> Iterator[str]:
    """Find HTTP statuses outside tournaments/errors.py and the API."""
    for module in modules(root):
        may_have_statuses = (
            module.path == "tournaments/errors.py" or "api" in Path(module.path).with_suffix("").parts
        )
        if may_have_statuses or module.app == "config" or module.path.startswith("tournaments/replay/"):
            continue
        for node in nodes(module.tree):
            if (
                isinstance(node, ast.keyword)
                and node.arg == "status"
                and isinstance(node.value, ast.Constant)
            ):
                if isinstance(node.value.value, int):
                    yield f"{module.path}:{node.value.lineno} says status={node.value.value}"
            elif isinstance(node, ast.Name) and node.id == "HTTPStatus":
                yield f"{module.path}:{node.lineno} says HTTPStatus"


def properties_under_one_lock(root: Path) -> Iterator[str]:
    """Find code outside the rules that uses `functools.cached_property` instead of Django's.

    Up to Python 3.11, the first access holds a lock shared by all instances: while one request waited for the
    database, no other request could read a sheet.
    """
    for module in modules(root):
        if level(module.name) != RULES and "functools.cached_property" in module.imports():
            yield f"{module.path} takes cached_property from functools"


PLANTED = [
    pytest.param(
        properties_under_one_lock,
        "scoring/sheet/services/log.py",
        "from functools import cached_property",
        id="a property under one lock",
    ),
    pytest.param(impure_rules, "scoring/cards/packs.py", "import django", id="Django in a rule"),
    pytest.param(impure_rules, "scoring/cards/packs.py", "import random", id="chance in a rule"),
    pytest.param(impure_rules, "scoring/cards/packs.py", "from pathlib import Path", id="a file in a rule"),
    pytest.param(
        impure_rules, "scoring/cards/packs.py", "from . import types", id="a relative import in a rule"
    ),
    pytest.param(
        impure_rules, "tournaments/competition/types.py", "import rustworkx", id="rustworkx beside matching"
    ),
    pytest.param(
        impure_rules,
        "tournaments/competition/types.py",
        "from datetime import date\ndate.today()",
        id="a clock in a rule",
    ),
    pytest.param(
        imports_against_the_stream,
        "scoring/models.py",
        "from scoring import services",
        id="a model that serves",
    ),
    pytest.param(
        imports_against_the_stream,
        "tournaments/draws/services/draws.py",
        "def late():\n    from tournaments.phone.match import table",
        id="a service that calls a page",
    ),
    pytest.param(
        imports_against_the_stream,
        "tournaments/matches/selectors/matches.py",
        "import tournaments.web.api.schema",
        id="a selector that knows the API",
    ),
    pytest.param(
        scoring_knowing_tournaments,
        "scoring/sheet/services/log.py",
        "from tournaments.models import Match",
        id="scoring that knows a match",
    ),
    pytest.param(
        scoring_knowing_tournaments,
        "tournaments/lifecycle/services/changes.py",
        "from config import watch",
        id="an app that knows the site",
    ),
    pytest.param(
        full_init_files, "scoring/services/__init__.py", "import json", id="a package that does something"
    ),
    pytest.param(folders_without_a_word, "scoring/sheet/__init__.py", "", id="a subject without a word"),
    pytest.param(long_files, "scoring/sheet/services/log.py", "x = 1\n" * (LIMIT + 1), id="401 lines"),
    pytest.param(long_files, "static/css/site.css", "a {}\n" * (LIMIT + 1), id="401 lines of style"),
    pytest.param(wide_lines, "static/js/site.js", "x" * (WIDTH + 1), id="a line of 111 columns"),
    pytest.param(wide_lines, "templates/wall/wall.html", "x" * (WIDTH + 1), id="111 columns of a template"),
    pytest.param(
        wide_lines, "templates/printing/sheet.typ", "url(" * (WIDTH // 4 + 1), id="111 columns of a print"
    ),
    pytest.param(
        named_games, "scoring/sheet/services/log.py", 'if key == "whist":\n    pass', id="a game by name"
    ),
    pytest.param(
        named_games,
        "tournaments/draws/services/draws.py",
        "from tournaments.competition.formats.ladder import FORMAT",
        id="a format by import",
    ),
    pytest.param(
        imported_extras,
        "tournaments/tables/public.py",
        "def late():\n    from tournaments.wall import rules",
        id="an extra in the core",
    ),
    pytest.param(
        imported_extras, "scoring/sheet/api.py", "import scoring.wall.rules", id="an extra beside the rules"
    ),
    pytest.param(
        imported_extras, "config/change_poller.py", "from tournaments import wall", id="a whole extra"
    ),
    pytest.param(
        imported_extras,
        "tournaments/season/services.py",
        "from tournaments.wall.rules import runs",
        id="an extra in another",
    ),
    pytest.param(
        loose_statuses,
        "tournaments/draws/desk/draw.py",
        "render(request, status=409)",
        id="a status in a page",
    ),
    pytest.param(
        loose_statuses,
        "scoring/sheet/services/log.py",
        "refuse(HTTPStatus.CONFLICT)",
        id="a status in a service",
    ),
]


@pytest.mark.control
@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_each_architecture_rule_reports_its_example_of_a_violation(
    rule: Callable[[Path], Iterator[str]], path: str, text: str, tmp_path: Path
) -> None:
    extras = ("tournaments/season/extra.py", "tournaments/wall/extra.py")
    for registered in ("scoring/games/whist.py", "tournaments/competition/formats/ladder.py", *extras, path):
        file = tmp_path / registered
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('"""What it is."""\n')
    assert list(rule(tmp_path)) == []
    (tmp_path / path).write_text(text)
    assert [fault for fault in rule(tmp_path) if fault.startswith(path)]


@pytest.mark.parametrize(
    "rule", list(dict.fromkeys(each.values[0] for each in PLANTED)), ids=lambda rule: rule.__name__
)
def test_source_tree_does_not_violate_the_architecture_rule(rule: Callable[[Path], Iterator[str]]) -> None:
    assert list(rule(ROOT)) == []


def test_template_outside_the_folder_of_its_code_is_reported(tmp_path: Path) -> None:
    for path in ("tournaments/draws/desk.py", "templates/draws/draw.html", "templates/desk/draw.html"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).touch()
    assert [*lost_templates(tmp_path)] == ["templates/desk/draw.html stands in the folder of no subject"]
    assert list(lost_templates(ROOT)) == []


def test_every_module_that_may_name_a_card_game_names_a_card_game() -> None:
    named = {fault.partition(":")[0].partition(" ")[0] for fault in named_games(ROOT, excused=())}
    assert named == set(NAMED)
