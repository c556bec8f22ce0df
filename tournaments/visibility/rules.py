"""The pages of a tournament that everybody reads, each with its switch; a closed one is the desk's alone.

Knows the pages by the names of their addresses, and nothing of what stands on them.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from scoring.types import BadSetup, NotNow, Problem, Sentence, _


class Visibility(StrEnum):
    """A draft was never shown; what is unpublished was, and is taken off the site."""

    DRAFT = "draft"
    PUBLISHED = "published"
    UNPUBLISHED = "unpublished"


def refuse_visibility(before: Visibility, after: Visibility) -> None:
    """Raise NotNow when what was shown is to be a draft again."""
    if after is Visibility.DRAFT and before is not Visibility.DRAFT:
        text = _("This tournament was shown already and is no draft any more. Take it off the site instead.")
        raise NotNow("shown_already", Sentence(text))


class PageSwitch(StrEnum):
    """What is closed and opened as one: a page, and the files and calls that say the same."""

    BRACKET = "bracket"
    STANDINGS = "standings"
    ROUNDS = "rounds"
    TABLES = "tables"
    TEAMS = "teams"
    SHEETS = "sheets"
    DRAW = "draw"
    WALL = "wall"


CLOSED_WITH: Mapping[str, frozenset[PageSwitch]] = {
    "embedded_bracket": frozenset({PageSwitch.BRACKET}),
    "poster": frozenset({PageSwitch.BRACKET, PageSwitch.STANDINGS}),
    "standings": frozenset({PageSwitch.STANDINGS}),
    "embedded_standings": frozenset({PageSwitch.STANDINGS}),
    "standings_csv": frozenset({PageSwitch.STANDINGS}),
    "standings_xlsx": frozenset({PageSwitch.STANDINGS}),
    "rounds": frozenset({PageSwitch.ROUNDS}),
    "results_csv": frozenset({PageSwitch.ROUNDS}),
    "results_xlsx": frozenset({PageSwitch.ROUNDS}),
    "results_feed": frozenset({PageSwitch.ROUNDS}),
    "tables": frozenset({PageSwitch.TABLES}),
    "tournament_calendar": frozenset({PageSwitch.TABLES}),
    "team_calendar": frozenset({PageSwitch.TABLES}),
    "teams": frozenset({PageSwitch.TEAMS}),
    "team": frozenset({PageSwitch.TEAMS}),
    "entrants_csv": frozenset({PageSwitch.TEAMS}),
    "entrants_xlsx": frozenset({PageSwitch.TEAMS}),
    "match_sheet": frozenset({PageSwitch.SHEETS}),
    "cards_page": frozenset({PageSwitch.SHEETS}),
    "draw_public": frozenset({PageSwitch.DRAW}),
    "draw_facts": frozenset({PageSwitch.DRAW}),
    "draw_script": frozenset({PageSwitch.DRAW}),
    "wall": frozenset({PageSwitch.WALL}),
}
"""With which pages each address is closed, with any of them."""

ALWAYS_OPEN = frozenset({"tournament", "preview"})
"""The front page, which says what is not shown, and the picture of its name."""


def is_open(closed: Collection[str], address: str) -> bool:
    """Return whether everybody reads the page of this address, `closed` being what the organiser closed."""
    return not closed or CLOSED_WITH.get(address, frozenset()).isdisjoint(closed)


def check_closed(closed: Collection[str]) -> list[str]:
    """Return the pages to be closed, each once and in the order of the switches, or raise BadSetup."""
    unknown = [each for each in closed if each not in set(PageSwitch)]
    if unknown:
        text = _("There is no page called “%(key)s”. Choose among: %(known)s.")
        sentence = Sentence(text, {"key": unknown[0][:40], "known": ", ".join(PageSwitch)})
        problem = Problem("unknown_page", "", "error", "/closed_pages", sentence)
        raise BadSetup("unknown_page", sentence, (problem,))
    return [each.value for each in PageSwitch if each in closed]
