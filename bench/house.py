"""Statistics of the source tree: modules, lines, imports and import cycles.

`python -m bench.house` prints the statistics, `--core` prints the number of lines in each folder of the core,
and `--subjects` prints the docstring of each folder. `tests/test_architecture.py` checks the rules.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from rustworkx import PyDiGraph, strongly_connected_components

ROOT = Path(__file__).parents[1]
FOLDERS = ("config", "scoring", "tournaments")
SHORT = 100  # lines
# Modules that render pages, files and print, for any reader; the guides of the rules are excluded.
PRESENTATION = re.compile(
    r"/(desk|public|phone|templatetags|printing|wall|guides)(/|\.py)|/web/(?!api/)"
    r"|/(pages|forms|words|\w+_(words|views?|chips|pages))\.py"
)
BENEATH = re.compile(r"/(services|selectors|rules|jobs)(/|\.py)|^scoring/games/")


def module_files() -> list[Path]:
    """Return the Python files of the site, except migrations and files that contain only a docstring."""
    files = (file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")))
    return [file for file in files if "migrations" not in file.parts and does_something(file)]


def does_something(file: Path) -> bool:
    """Return whether a file contains any code besides a docstring."""
    tree = ast.parse(file.read_text())
    return len(tree.body) > bool(ast.get_docstring(tree))


def module_name(file: Path) -> str:
    """Return the module name of a file, such as `scoring.cards.packs`."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.Module, names: set[str]) -> Iterator[str]:
    """Yield each project module that a module imports, once for every imported name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full_name = f"{node.module}.{alias.name}"
                if full_name in names or node.module in names:
                    yield full_name if full_name in names else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)


def import_lines(tree: ast.Module) -> int:
    """Return the number of lines that the import statements of a module occupy."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def circles(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the import cycles (groups of modules that import one another), the largest first."""
    graph: PyDiGraph[str, None] = PyDiGraph()
    index = {name: graph.add_node(name) for name in sorted({*arrows, *chain(*arrows.values())})}
    graph.add_edges_from_no_data([(index[name], index[other]) for name in arrows for other in arrows[name]])
    groups = [sorted(graph[node] for node in group) for group in strongly_connected_components(graph)]
    return sorted((group for group in groups if len(group) > 1), key=len, reverse=True)


def folder_of(name: str) -> str:
    """Return the first two parts of a module name, such as `tournaments.draws`."""
    return ".".join(name.split(".")[:2])


def is_presentation(file: Path) -> bool:
    """Return whether a module renders web pages, files or printed sheets."""
    path = str(file.relative_to(ROOT))
    return bool(PRESENTATION.search(path)) and not BENEATH.search(path)


def figures() -> dict[str, object]:
    """Return the statistics of the source tree as a dictionary; each key describes its value."""
    files = {module_name(file): file for file in module_files()}
    trees = {name: ast.parse(file.read_text()) for name, file in files.items()}
    arrows = {name: set(imported(tree, set(files))) - {name} for name, tree in trees.items()}
    importers = Counter(other for targets in arrows.values() for other in targets)
    length = {name: len(file.read_text().splitlines()) for name, file in files.items()}
    folders: dict[str, set[str]] = defaultdict(set)
    for name, targets in arrows.items():
        folders[folder_of(name)] |= {folder_of(other) for other in targets} - {folder_of(name)}
    drawing = sum(length[name] for name, file in files.items() if is_presentation(file))
    single = sorted(name for name in files if length[name] < SHORT and importers[name] == 1)
    return {
        "modules": len(files),
        "lines": sum(length.values()),
        "lines of presentation": f"{drawing} ({drawing / sum(length.values()):.1%})",
        "lines of imports": sum(map(import_lines, trees.values())),
        f"under {SHORT} lines with a single importer": single,
        **{
            f"lines of the core, {what}": f"{core.total()} of {core.total() + extras.total()}"
            for what, core, extras in core_lines()
        },
        "import cycles of modules": circles(arrows),
        "import cycles of folders": circles(folders),
    }


def lines_by_folder(suffix: str, *folders: str) -> Counter[str]:
    """Count the lines in files with the suffix `suffix`, by folder, such as `tournaments/draws`."""
    lines: Counter[str] = Counter()
    for file in (file for folder in folders for file in (ROOT / folder).rglob(f"*{suffix}")):
        if "migrations" not in file.parts:
            place = "/".join(file.relative_to(ROOT).parts[:-1][:2])
            lines[place] += len(file.read_text().splitlines())
    return lines


def core_lines() -> Iterator[tuple[str, Counter[str], Counter[str]]]:
    """Yield the kind of file and the line counts of the core and of the extras, by folder.

    The kinds are "Python" and "templates". A folder belongs to an extra if it has the same name as a folder
    with an `extra.py`.
    """
    extras = {file.parent.name for file in (ROOT / "tournaments").glob("*/extra.py")}
    for what, lines in (
        ("Python", lines_by_folder(".py", *FOLDERS)),
        ("templates", lines_by_folder(".html", "templates")),
    ):
        extra_folders = {place for place in lines if place.rpartition("/")[2] in extras}
        yield (
            what,
            Counter({place: lines[place] for place in lines.keys() - extra_folders}),
            Counter({place: lines[place] for place in extra_folders}),
        )


def subjects() -> Iterator[str]:
    """Yield the folder of each package, with the first line of the package's docstring."""
    for file in sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("__init__.py")):
        text = ast.get_docstring(ast.parse(file.read_text()))
        if text:
            yield f"{file.parent.relative_to(ROOT)}/: {text.splitlines()[0]}"


if __name__ == "__main__":
    if "--subjects" in sys.argv:
        print("\n".join(subjects()))
        sys.exit()
    if "--core" in sys.argv:
        for what, core, extras in core_lines():
            for name, lines in (("core", core), ("extras", extras)):
                print(f"{what} of the {name}: {lines.total()}")
                print("".join(f"{count:7} {place}\n" for place, count in lines.most_common()), end="")
        sys.exit()
    for what, figure in figures().items():
        print(f"{what}: {len(figure)} {figure}" if isinstance(figure, list) else f"{what}: {figure}")
