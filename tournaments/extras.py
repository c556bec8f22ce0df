"""Extras: folders that the core never imports, each with an `extra.py` that ends with one `EXTRA`.

`EXTRA` names views and functions by their dotted paths, which are loaded when they are needed. The setting
EXTRAS lists the extras of the site: an extra that is not listed has no address, link, job or permission.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules, resolve_name
from typing import Any, Literal

# What has happened to a tournament.
#
# What is still to be played is another, or when; results have come in, or an event was brought in with its
# own; it was opened again after it was over; everybody finds it, or its latest standings, or finds them no
# longer; who played in it is another person, or called otherwise.
Occasion = Literal["plan", "results", "reopened", "visibility", "persons"]


@dataclass(frozen=True)
class Route:
    """An address below its place, and the dotted path of what answers it."""

    path: str
    view: str
    # What the address is called, where it is not called as its view.
    address: str = ""
    # Of a page of a tournament, with which of its pages it is closed.
    switches: tuple[str, ...] = ()
    # Of a page of the desk without a link of its own, the address it belongs to.
    rail: str = ""

    @property
    def name(self) -> str:
        """What the address is called."""
        return self.address or self.view.rpartition(".")[2]


@dataclass(frozen=True)
class Panel:
    """A template at a named place of a page: `{% panels "sheet_end" %}`.

    `context` is given that of the page and returns what the template needs beside it, or None where nothing
    is to be shown. `version` says, on a page that is kept, what else it is made of.
    """

    place: str
    template: str
    context: str = ""
    version: str = ""


@dataclass(frozen=True)
class NavigationEntry:
    """A link in a list of links: among those of its place by `order`, as the core's are."""

    place: str
    address: str
    icon: str
    label: str
    order: int


@dataclass(frozen=True)
class FileKindOfDesk:
    """A file that a job makes for the desk; `read` thousandths are done once all its parts are read."""

    key: str
    make: str
    read: int


@dataclass(frozen=True)
class ActOfDesk:
    """An act that stands in the journal: its sentence, what goes into it, and what undoes it, if anything."""

    words: str
    values: str
    undo: str = ""


@dataclass(frozen=True)
class Extra:
    """Where an extra enters. What is mapped by a key is asked for by that key."""

    # The name of its folder, and of that beside the rules of a table where there is one.
    key: str
    # Below the address of a tournament, for everybody.
    pages: tuple[Route, ...] = ()
    public: tuple[Route, ...] = ()
    # For everybody as well, but something may be sent to them.
    forms: tuple[Route, ...] = ()
    desk: tuple[Route, ...] = ()
    api: tuple[Route, ...] = ()
    panels: tuple[Panel, ...] = ()
    navigation: tuple[NavigationEntry, ...] = ()
    # Which roles may do an act.
    permissions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: tuple[FileKindOfDesk, ...] = ()
    # What a worker does every few minutes.
    chores: tuple[str, ...] = ()
    # What is called with the tournament, in the transaction of what has happened to it.
    occasions: Mapping[Occasion, str] = field(default_factory=dict)
    acts: Mapping[str, ActOfDesk] = field(default_factory=dict)
    # Addresses that take more than others, in bytes.
    uploads: Mapping[str, int] = field(default_factory=dict)
    # What it adds to something that is made elsewhere, by what that is called.
    parts: Mapping[str, str] = field(default_factory=dict)
    # Its folders that have commands, as apps of Django.
    apps: tuple[str, ...] = ()


_listed: list[str] = []


def list_extras(keys: Sequence[str]) -> None:
    """Choose the extras of the site by the names of their folders. The settings call this function first."""
    _listed[:] = sorted(keys)


@cache
def extras() -> tuple[Extra, ...]:
    """Return the extras of the site by their names: the ones listed in the settings."""
    package = __name__.rpartition(".")[0]
    return tuple(import_module(f"{package}.{key}.extra").EXTRA for key in _listed)


@cache
def subjects() -> tuple[str, ...]:
    """Return the packages of the site by their names: the subjects of the core and the listed extras."""
    package = import_module(__name__.rpartition(".")[0])
    names = [f"{package.__name__}.{each.name}" for each in iter_modules(package.__path__) if each.ispkg]
    left_out = {name for name in names if find_spec(f"{name}.extra")} - {
        f"{package.__name__}.{key}" for key in _listed
    }
    return tuple(name for name in names if name not in left_out)


@cache
def parts_of(what: str) -> tuple[Callable[[Any], Any], ...]:
    """Return the functions that add to something.

    `journal` are given what of the club's journal is asked for, and return their lines, the newest first.
    `copies` are given the moment at which a copy of all data is begun, and delete what must not be in it.
    `put_aside` are given a moment, and return which rows are to be deleted then in what a restore has put
    aside: the table, the condition in SQL, its values.
    `ends` are given tournaments and say, by their ids, when each ends; `files_of_archive` are given one and
    yield the names of files with their lines. `remembers` are given a tournament and return what the next one
    like it needs; `recalls` are given that next one with it, and who made it when. `merges` are given two
    people, and yield lines of what would be otherwise if they were one. `persons` are given people, and
    return the heading of a column of the register with what stands in it, by their ids. `badges` are given a
    tournament and return how much waits on pages of its rail, by their addresses. `entry_columns` are given
    the list of entries (`entries/desk/entries.py`), and return a column of it or None. `prize_lines` are
    given a tournament and return a line for each of its prizes: a key that never changes, its text, the cents
    it cost or is (None where it cost nothing), and whether it was handed over. `role_lines` are given a role
    and return, for who is invited, a line for each thing that it does beside.
    """
    return tuple(resolve_name(extra.parts[what]) for extra in extras() if what in extra.parts)


@cache
def panels_at(place: str) -> tuple[Panel, ...]:
    """Return the panels of a place."""
    return tuple(panel for extra in extras() for panel in extra.panels if panel.place == place)
