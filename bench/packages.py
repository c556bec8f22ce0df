"""Generate docs/packages.md, the map of the packages, from the imports: `python -m bench.packages`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp
import rustworkx

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "packages.md"
TOP = ("config", "scoring", "tournaments")
HEAD = """# The packages

`python -m bench.packages` makes this page from the imports, and a test compares the two.
`lint-imports` checks the order (`.importlinter`).

An arrow leads from a package to a package that it imports. An arrow is left out where a longer way leads
to the same package. `each_extra` is a folder with an `extra.py`; the rest of the site imports none of them.
`web` includes `templatetags`.
"""


def package_of(module: str, extras: frozenset[str]) -> str:
    """Return the package of a module, as listed in docs/packages.md.

    For a module in `tournaments`, the package is a folder, such as `draws`. All folders in `extras` form the
    package `each_extra`, and `templatetags` belongs to `web`. For any other module, the package is the first
    part of the module name.
    """
    first, _dot, rest = module.partition(".")
    folder = rest.partition(".")[0]
    if folder in extras:
        return "each_extra"
    if folder == "templatetags":
        return "web"
    return folder if first == "tournaments" and folder else first


def edges(root: Path) -> set[tuple[str, str]]:
    """Return the pairs (importing package, imported package), except pairs with `tournaments` itself."""
    extras = frozenset(file.parent.name for file in root.glob("tournaments/*/extra.py"))
    graph = grimp.build_graph(*TOP, cache_dir=None)
    pairs = {
        (package_of(module, extras), package_of(other, extras))
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if ".migrations" not in module
    }
    return {(one, other) for one, other in pairs if one != other and "tournaments" not in (one, other)}


def reduced(pairs: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the transitive reduction of the pairs, sorted; raise ValueError if the pairs contain a cycle."""
    graph: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph()
    index = {name: graph.add_node(name) for name in sorted({name for pair in pairs for name in pair})}
    graph.add_edges_from_no_data([(index[one], index[other]) for one, other in sorted(pairs)])
    if not rustworkx.is_directed_acyclic_graph(graph):
        raise ValueError("the packages import each other in a cycle")
    short, new = rustworkx.transitive_reduction(graph)
    names = {new[node]: graph[node] for node in graph.node_indices()}
    return sorted((names[one], names[other]) for one, other in short.edge_list())


def first_line(path: Path) -> str:
    """Return the first paragraph of a module's docstring; empty if the module has none."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def rows(root: Path) -> Iterator[str]:
    """Yield one row of the Markdown table for each folder in `tournaments`."""
    for folder in sorted((root / "tournaments").glob("*/__init__.py")):
        if folder.parent.name != "migrations":
            yield f"| `{folder.parent.name}` | {first_line(folder)} |"


def page(root: Path) -> str:
    """Return the text of docs/packages.md."""
    arrows = "\n".join(f"    {one} --> {other}" for one, other in reduced(edges(root)))
    table = "\n".join(["| Folder of `tournaments/` | Purpose |", "| --- | --- |", *rows(root)])
    return f"{HEAD}\n```mermaid\nflowchart TD\n{arrows}\n```\n\n{table}\n"


if __name__ == "__main__":
    FILE.write_text(page(ROOT), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)} has been written")
