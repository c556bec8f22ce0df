"""The public pages of a tournament, each with its URL, view, visibility switch and menu position.

Only the desk can open a closed page. `config/urls.py` maps each URL to its view, `web/frame.py` builds the
navigation, and the tests of all pages use this list.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from scoring.types import BadSetup, NotNow, Problem, Sentence, _
from tournaments.extras import extras


class Visibility(StrEnum):
    """The visibility of a tournament. A DRAFT has never been public; UNPUBLISHED means no longer public."""

    DRAFT = "draft"
    PUBLISHED = "published"
    UNPUBLISHED = "unpublished"


def refuse_visibility(before: Visibility, after: Visibility) -> None:
    """Raise NotNow if a tournament that has been published would become a draft again."""
    if after is Visibility.DRAFT and before is not Visibility.DRAFT:
        text = _("This tournament was shown already and is no draft any more. Take it off the site instead.")
        raise NotNow("shown_already", Sentence(text))


# The label of the page of entrants, unless they are single players.
ENTRANTS = _("Pairs")


class PageSwitch(StrEnum):
    """A visibility switch, which determines whether a page, its files and its API calls are public."""

    BRACKET = "bracket", _("Bracket")
    STANDINGS = "standings", _("Standings")
    ROUNDS = "rounds", _("Rounds and results")
    TABLES = "tables", _("Tables and calendars")
    TEAMS = "teams", ENTRANTS
    SHEETS = "sheets", _("Score sheets, hand by hand")
    DRAW = "draw", _("The draw, and how to check it")
    WALL = "wall", _("Big screen")

    label: str

    def __new__(cls, value: str, label: str) -> Self:
        """Create a switch with a value and a label."""
        switch = str.__new__(cls, value)
        switch._value_, switch.label = value, label
        return switch


@dataclass(frozen=True)
class Tab:
    """A tab in the navigation: its icon and its label."""

    icon: str
    label: str
    # True: only for stages with a bracket; False: only for stages without; None: for both.
    bracket: bool | None = None


@dataclass(frozen=True)
class TournamentPage:
    """A public page or file of a tournament.

    `view` is the import path of the view and gives the name of the URL; `path` is relative to the
    tournament. The page is closed if any of its switches is closed.
    """

    view: str
    path: str
    switches: tuple[PageSwitch, ...] = ()
    tab: Tab | None = None

    @property
    def name(self) -> str:
        """The name of the page's URL."""
        return self.view.rpartition(".")[2]


def _page(view: str, path: str, *switches: PageSwitch, tab: Tab | None = None) -> TournamentPage:
    return TournamentPage(f"tournaments.{view}", path, switches, tab)


NOTICE_FRONT = Tab("home", _("Notice"))
CLOSED_FRONT = Tab("home", _("Tournament"))
BRACKET_FRONT = Tab("tree", _("Bracket"), bracket=True)
# The tab of the front page, by its content.
STANDINGS_FRONT = Tab("list", _("Standings"), bracket=False)

_ROUNDS = Tab("clock", _("Rounds"), bracket=False)
_TABLES = Tab("cards", _("Tables"))
_STANDINGS = Tab("list", _("Standings"), bracket=True)
_TEAMS = Tab("people", ENTRANTS)

# Every page and file, in the order of the navigation. A new page is added here or in its extra.
PAGES = (
    _page("spectators.pages.tournament", ""),
    _page("notice.public.regulations", "regolamento.pdf"),
    _page("spectators.pages.match_sheet", "incontri/<uuid:match_id>/", PageSwitch.SHEETS),
    _page("spectators.pages.rounds", "turni/", PageSwitch.ROUNDS, tab=_ROUNDS),
    _page("spectators.pages.tables", "tavoli/", PageSwitch.TABLES, tab=_TABLES),
    _page("spectators.pages.standings", "classifica/", PageSwitch.STANDINGS, tab=_STANDINGS),
    _page("spectators.pages.teams", "coppie/", PageSwitch.TEAMS, tab=_TEAMS),
    _page("teams.public.team", "coppie/<uuid:team_id>/", PageSwitch.TEAMS),
    _page("draws.public.draw_public", "sorteggio/", PageSwitch.DRAW),
    _page("draws.public.draw_facts", "sorteggio/draw.json", PageSwitch.DRAW),
    _page("draws.public.draw_script", "sorteggio/repeat_draw.py", PageSwitch.DRAW),
    *(
        TournamentPage(each.view, each.path, tuple(PageSwitch[switch.upper()] for switch in each.switches))
        for extra in extras()
        for each in extra.pages
    ),
)

# The switches that close at least one page.
SWITCHES = tuple(each for each in PageSwitch if any(each in page.switches for page in PAGES))

# The switches of each page. Any of them closes it.
CLOSED_WITH: Mapping[str, frozenset[PageSwitch]] = {
    page.name: frozenset(page.switches) for page in PAGES if page.switches
}

# Pages that cannot be closed: the front page, the regulations and the notice, the preview image.
ALWAYS_OPEN = frozenset({"tournament", "regulations", "preview", "notice_sheet"})


def is_open(closed: Collection[str], address: str) -> bool:
    """Return True if the page is public. `closed` is the set of visibility switches that are turned off."""
    return not closed or CLOSED_WITH.get(address, frozenset()).isdisjoint(closed)


def check_closed(closed: Collection[str]) -> list[str]:
    """Return the switches that are turned off, in order, without duplicates; raise BadSetup for an unknown
    switch.
    """
    unknown = [each for each in closed if each not in set(PageSwitch)]
    if unknown:
        text = _("There is no page called “%(key)s”. Choose among: %(known)s.")
        sentence = Sentence(text, {"key": unknown[0][:40], "known": ", ".join(PageSwitch)})
        problem = Problem("unknown_page", "", "error", "/closed_pages", sentence)
        raise BadSetup("unknown_page", sentence, (problem,))
    return [each.value for each in PageSwitch if each in closed]
