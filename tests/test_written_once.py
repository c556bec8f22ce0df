"""Only one module writes the slots of matches, and views use no transactions and no hashes.

The syntax trees of the source files are checked.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.syntax import nodes
from tests.test_architecture import ROOT, modules

SLOTS = "tournaments/matches/services/slots.py"
WRITES = {"bulk_create", "bulk_update", "create", "delete", "get_or_create", "update", "update_or_create"}
SLOT_COLUMNS = {"reason", "resolved", "team", "team_id"}


def slots_written_elsewhere(root: Path) -> Iterator[str]:
    """Yield the lines that create, fill, empty or delete a slot outside the module for slots."""
    for module in modules(root):
        for node in nodes(module.tree) if module.path != SLOTS else ():
            if isinstance(node, ast.Call) and writes_slots(ast.unparse(node.func)):
                yield f"{module.path}:{node.lineno} writes slots"
            if isinstance(node, ast.Attribute) and sets_slot(node):
                yield f"{module.path}:{node.lineno} fills a slot"


def writes_slots(function: str) -> bool:
    """Return True if a function call creates a slot or changes the rows of a slot query."""
    rows = function.startswith(("Slot.objects", "models.Slot.objects")) or ".slots." in function
    return function in {"Slot", "models.Slot"} or (rows and function.rpartition(".")[2] in WRITES)


def sets_slot(node: ast.Attribute) -> bool:
    """Return True if an attribute of a variable called `slot` is set."""
    is_set = isinstance(node.ctx, ast.Store) and node.attr in SLOT_COLUMNS
    return is_set and ast.unparse(node.value).endswith("slot")


LAYERS_OF_VIEWS = {"api", "desk", "phone", "public", "page", "pages", "desk_frame"}
KEPT_FROM_VIEWS = {"hashlib", "hmac", "repr", "transaction"}


def views_that_write(root: Path) -> Iterator[str]:
    """Yield the lines of views that use a transaction, a hash or `repr`, which only services may use."""
    for module in modules(root):
        is_view = module.path.startswith("tournaments/") and LAYERS_OF_VIEWS & {*module.name.split(".")}
        for node in nodes(module.tree) if is_view else ():
            if isinstance(node, ast.Name) and node.id in KEPT_FROM_VIEWS:
                yield f"{module.path}:{node.lineno} uses {node.id}"
            if isinstance(node, ast.ImportFrom | ast.Import):
                names = {node.module or ""} if isinstance(node, ast.ImportFrom) else set()
                for name in KEPT_FROM_VIEWS & (names | {each.name for each in node.names}):
                    yield f"{module.path}:{node.lineno} imports {name}"


PLANTED = [
    pytest.param(
        views_that_write, "draws/desk/draw.py", "from django.db import transaction", id="a transaction"
    ),
    pytest.param(views_that_write, "draws/api.py", "key = repr(preview)", id="a repr"),
    pytest.param(views_that_write, "phone/match.py", "from hashlib import sha256", id="a hash"),
    pytest.param(slots_written_elsewhere, "draws/services/rounds.py", "Slot(side=0)", id="a new slot"),
    pytest.param(
        slots_written_elsewhere,
        "corrections/services.py",
        "Slot.objects.filter(side=0).update(team=None)",
        id="slots that are emptied",
    ),
    pytest.param(
        slots_written_elsewhere, "entries/services.py", "match.slots.all().delete()", id="slots of a match"
    ),
    pytest.param(
        slots_written_elsewhere, "entries/services.py", "slot.team_id = None", id="a slot that is filled"
    ),
]


@pytest.mark.control
@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_each_rule_for_match_slots_and_views_reports_its_example_of_a_violation(
    rule, path: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "tournaments" / path
    file.parent.mkdir(parents=True)
    file.write_text('"""A module."""\n')
    assert list(rule(tmp_path)) == []
    file.write_text(text)
    assert [fault for fault in rule(tmp_path) if fault.startswith(f"tournaments/{path}")]


@pytest.mark.parametrize("rule", [slots_written_elsewhere, views_that_write], ids=lambda rule: rule.__name__)
def test_source_tree_does_not_violate_the_rules_for_match_slots_and_views(rule) -> None:
    assert list(rule(ROOT)) == []
