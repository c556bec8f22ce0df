"""Optional extras: packages that the core never imports. Each has an `EXTRA` in its module `extra.py`.

`EXTRA` names views and functions by their dotted paths, which are imported on demand. The setting EXTRAS
lists the extras of the site: an extra that is not listed has no URL, link, job or permission.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules, resolve_name
from typing import Any, Literal

# Events of a tournament for which extras can register a function.
#
# "plan": the remaining matches or their times have changed. "results": results were recorded, or a tournament
# was imported with its results. "reopened": a tournament that was over is reopened. "visibility": the
# tournament or its latest standings were published or withdrawn. "persons": a player is now another person or
# has another name.
Occasion = Literal["plan", "results", "reopened", "visibility", "persons"]


@dataclass(frozen=True)
class Route:
    """A route: a URL path, relative to its mount prefix, and the dotted path of its view."""

    path: str
    view: str
    # The name of the URL, if it differs from the name of the view.
    address: str = ""
    # For a page of a tournament: the switches that close it.
    switches: tuple[str, ...] = ()
    # For a page of the desk without a link: the URL name of the link it belongs to.
    rail: str = ""

    @property
    def name(self) -> str:
        """The name of the URL pattern."""
        return self.address or self.view.rpartition(".")[2]


@dataclass(frozen=True)
class Panel:
    """A template that is shown at a named position of a page: `{% panels "sheet_end" %}`.

    The function `context` takes the context of the page and returns the context of the template, or None to
    show nothing. The value of the function `version` becomes part of the cache key of the page.
    """

    place: str
    template: str
    context: str = ""
    version: str = ""


@dataclass(frozen=True)
class NavigationEntry:
    """A link in a navigation list, sorted by `order` among the links of the core."""

    place: str
    address: str
    icon: str
    label: str
    order: int


@dataclass(frozen=True)
class FileKindOfDesk:
    """A kind of file that a background job makes.

    `read` is the progress, out of 1000, at which the job has read all its data.
    """

    key: str
    make: str
    read: int


@dataclass(frozen=True)
class ActOfDesk:
    """A kind of journal entry: its text with placeholders, a function for their values, an optional undo."""

    words: str
    values: str
    undo: str = ""


@dataclass(frozen=True)
class Extra:
    """The contributions of an optional extra to the site, such as pages, API views and permissions."""

    # The name of its folder, and of its folder beside the rules, if any.
    key: str
    # Public pages below the address of a tournament.
    pages: tuple[Route, ...] = ()
    public: tuple[Route, ...] = ()
    # Public pages that accept POST requests.
    forms: tuple[Route, ...] = ()
    desk: tuple[Route, ...] = ()
    api: tuple[Route, ...] = ()
    panels: tuple[Panel, ...] = ()
    navigation: tuple[NavigationEntry, ...] = ()
    # The roles that may do each action.
    permissions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: tuple[FileKindOfDesk, ...] = ()
    # Periodic tasks of a worker, every few minutes.
    chores: tuple[str, ...] = ()
    # Functions called with the tournament, in the transaction of the event.
    occasions: Mapping[Occasion, str] = field(default_factory=dict)
    acts: Mapping[str, ActOfDesk] = field(default_factory=dict)
    # URL paths with a larger limit of the request body, in bytes.
    uploads: Mapping[str, int] = field(default_factory=dict)
    # The dotted path of the texts of its journal lines, by kind, for the filter of the club's journal.
    journal_kinds: str = ""
    # Functions that contribute to a feature, by the name of the feature (see `parts_of`).
    parts: Mapping[str, str] = field(default_factory=dict)
    # Its folders with management commands, as Django apps.
    apps: tuple[str, ...] = ()


_listed: list[str] = []


def list_extras(keys: Sequence[str]) -> None:
    """Set the optional extras of the site by folder name. The settings call this function."""
    _listed[:] = sorted(keys)


@cache
def extras() -> tuple[Extra, ...]:
    """Return the optional extras listed in the settings, sorted by folder name."""
    package = __name__.rpartition(".")[0]
    return tuple(import_module(f"{package}.{key}.extra").EXTRA for key in _listed)


@cache
def subjects() -> tuple[str, ...]:
    """Return the dotted names of the site's packages: the core and the optional extras in the settings."""
    package = import_module(__name__.rpartition(".")[0])
    names = [f"{package.__name__}.{each.name}" for each in iter_modules(package.__path__) if each.ispkg]
    left_out = {name for name in names if find_spec(f"{name}.extra")} - {
        f"{package.__name__}.{key}" for key in _listed
    }
    return tuple(name for name in names if name not in left_out)


@cache
def parts_of(what: str) -> tuple[Callable[[Any], Any], ...]:
    """Return the functions that the optional extras provide for a feature.

    Functions for `journal` take the filter of the club's journal and return its entries, newest first.
    Functions for `copies` take the time at which a backup begins, and delete the data that the backup must
    not contain. Functions for `put_aside` take a time. They return the rows that must be deleted at that time
    from databases replaced by a restore: table, SQL condition, values.

    Functions for `ends` take tournaments and return their expected end times by id. Functions for
    `files_of_archive` take a tournament and yield file names with the lines of each file. Functions for
    `remembers` take a tournament and return the data for a repetition of the tournament; functions for
    `recalls` take a tuple of the new tournament, this data, the author and the time. Functions for `merges`
    take a tuple of two persons and yield lines about the effects of merging; the second person remains.
    Functions for `persons` take persons and return a column of the register: its heading, and its values by
    person id. Functions for `badges` take a tournament and return the numbers of open tasks by URL name.
    Functions for `entry_columns` take the list of entries (`entries/desk/entries.py`) and return a column or
    None. Functions for `prize_lines` take a tournament and return a line for each prize: a stable key, its
    text, its value in cents (None without cost), and whether it was handed over. Functions for `role_lines`
    take a role and return lines about its further permissions, for an invitation.
    """
    return tuple(resolve_name(extra.parts[what]) for extra in extras() if what in extra.parts)


def journal_kinds() -> dict[str, object]:
    """Return the texts of the journal lines of optional extras, by kind."""
    texts = [resolve_name(extra.journal_kinds) for extra in extras() if extra.journal_kinds]
    return {kind: words for each in texts for kind, words in each.items()}


@cache
def panels_at(place: str) -> tuple[Panel, ...]:
    """Return the panels of optional extras at a named position of a page."""
    return tuple(panel for extra in extras() for panel in extra.panels if panel.place == place)
