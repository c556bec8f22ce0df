"""The quick way to try a mutant: change the code of functions that are imported already.

The tests are collected once and a process is forked for each mutant, in which the changed functions
get their new code. That is the same as importing the changed file as long as nothing the import itself
does is changed: `in_place` says so, and any other mutant is imported anew (`running.py`).
"""

import functools
import gc
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.making import ROOT, Mutant
from tests.mutants.running import Groups, limit_memory, limit_time, outcomes, run_tests

Changes = list[tuple[CodeType, CodeType]]
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}


def in_place(mutant: Mutant, original: str, imported: set[tuple[str, str]]) -> bool:
    """Whether only functions differ, and none that the import calls."""
    changes: Changes = []
    try:
        before, after = compile(original, "", "exec"), compile(mutant.source, "", "exec")
        if not compare(before, after, changes):
            return False
    except SyntaxError:
        return False
    return not any((mutant.path, plain_name(old)) in imported for old, new in changes if own(old) != own(new))


def compare(old: CodeType, new: CodeType, changes: Changes) -> bool:
    """Pair the functions that differ; whether all around them is the same, so they can be exchanged."""
    if own(old) != own(new) and not is_function(old):
        return False
    if old.co_freevars != new.co_freevars:
        return False
    if is_function(old) and old != new:
        changes.append((old, new))
    pairs = list(zip(inside(old), inside(new), strict=False))
    return len(inside(old)) == len(inside(new)) and all(compare(*pair, changes) for pair in pairs)


def own(code: CodeType) -> tuple[object, ...]:
    """What a function, a class or a module does itself, without the functions that are made in it."""
    constants = [
        own(value) if is_comprehension(value) else "code" if isinstance(value, CodeType) else typed(value)
        for value in code.co_consts
    ]
    shape = (code.co_argcount, code.co_kwonlyargcount, code.co_varnames, code.co_freevars, code.co_cellvars)
    return code.co_code, constants, code.co_names, shape


def typed(value: object) -> str:
    """A constant that is not mixed up with one of another type: 1 is not True."""
    return f"{type(value).__name__} {value!r}"


def is_comprehension(value: object) -> bool:
    """Whether this is a loop within an expression, which is run where it stands."""
    return isinstance(value, CodeType) and value.co_name in COMPREHENSIONS


def is_function(code: CodeType) -> bool:
    """Whether the code is that of a function, not of a class or module."""
    return bool(code.co_flags & 2)


def inside(code: CodeType) -> list[CodeType]:
    """Return the functions and classes that are made in this code, comprehensions looked through."""
    found: list[CodeType] = []
    for value in code.co_consts:
        if isinstance(value, CodeType):
            found.extend(inside(value) if is_comprehension(value) else [value])
    return found


def plain_name(code: CodeType) -> str:
    """The functions and classes around a code and its own name."""
    return ".".join(name for name in code.co_qualname.split(".") if not name.startswith("<")) or "module"


class Trials:
    """A plugin of pytest that runs no test itself, but those that can notice a mutant in a process each."""

    def __init__(
        self, mutants: Sequence[Mutant], groups_for: Callable[[Mutant], Groups], processes: int
    ) -> None:
        self.mutants = mutants
        self.groups_for = groups_for
        self.processes = processes
        self.found: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants of one file."""
        path = ROOT / self.mutants[0].path
        original = path.read_text(encoding="utf-8")
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        living = functions_of(path)
        caches = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
        gc.freeze()

        def attempt(mutant: Mutant, groups: Groups) -> int:
            limit_memory()
            exchange(original, mutant.source, living)
            for kept in caches:
                kept.cache_clear()
            return run_items([(items[test], seconds) for tests in groups for test, seconds in tests.items()])

        order = {id(mutant): place for place, mutant in enumerate(self.mutants)}
        found = {
            order[id(mutant)]: outcome
            for mutant, outcome in outcomes(self.mutants, self.groups_for, self.processes, attempt)
        }
        self.found = [found[place] for place in range(len(self.mutants))]
        return True


def functions_of(path: Path) -> dict[CodeType, list[FunctionType]]:
    """Return the living functions of a file by their code."""
    found: dict[CodeType, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and os.path.realpath(thing.__code__.co_filename) == str(path):
            found[thing.__code__].append(thing)
    return found


def exchange(original: str, mutated: str, living: dict[CodeType, list[FunctionType]]) -> None:
    """Give every living function that differs its new code."""
    changes: Changes = []
    compare(compile(original, "", "exec"), compile(mutated, "", "exec"), changes)
    for old, new in changes:
        for function in living.get(old, ()):
            function.__code__ = new


def run_items(items: Sequence[tuple[pytest.Item, float]]) -> int:
    """Run these tests until one fails."""
    following = [*(item for item, _seconds in items[1:]), None]
    for (item, seconds), after in zip(items, following, strict=True):
        limit_time(seconds)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return 1
    return 0


def tried_in_place(
    mutants: Sequence[Mutant], groups_for: Callable[[Mutant], Groups], processes: int
) -> list[str]:
    """Collect the tests that any of these mutants of one file needs, and try each mutant."""
    tests = {test for mutant in mutants for group in groups_for(mutant) for test in group}
    trials = Trials(mutants, groups_for, processes)
    run_tests(sorted({ROOT / test.partition("::")[0] for test in tests}), trials)
    return trials.found
