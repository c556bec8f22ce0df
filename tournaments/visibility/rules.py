"""The pages of a tournament that everybody reads, each with its switch; a closed one is the desk's alone.

Knows the pages by the names of their addresses, and nothing of what stands on them.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from scoring.errors import BadSetup, NotNow
from scoring.sentences import Sentence, _
from scoring.types import Problem


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


class Page(StrEnum):
    """What is closed and opened as one: a page, and the files and calls that say the same."""

    BRACKET = "bracket"
    STANDINGS = "standings"
    ROUNDS = "rounds"
    TABLES = "tables"
    TEAMS = "teams"
    SHEETS = "sheets"
    DRAW = "draw"
    WALL = "wall"


CLOSED_WITH: Mapping[str, frozenset[Page]] = {
    "embedded_bracket": frozenset({Page.BRACKET}),
    "poster": frozenset({Page.BRACKET, Page.STANDINGS}),
    "standings": frozenset({Page.STANDINGS}),
    "embedded_standings": frozenset({Page.STANDINGS}),
    "standings_csv": frozenset({Page.STANDINGS}),
    "standings_xlsx": frozenset({Page.STANDINGS}),
    "rounds": frozenset({Page.ROUNDS}),
    "results_csv": frozenset({Page.ROUNDS}),
    "results_xlsx": frozenset({Page.ROUNDS}),
    "results_feed": frozenset({Page.ROUNDS}),
    "tables": frozenset({Page.TABLES}),
    "tournament_calendar": frozenset({Page.TABLES}),
    "team_calendar": frozenset({Page.TABLES}),
    "teams": frozenset({Page.TEAMS}),
    "team": frozenset({Page.TEAMS}),
    "entrants_csv": frozenset({Page.TEAMS}),
    "entrants_xlsx": frozenset({Page.TEAMS}),
    "match_sheet": frozenset({Page.SHEETS}),
    "cards_page": frozenset({Page.SHEETS}),
    "draw_public": frozenset({Page.DRAW}),
    "draw_facts": frozenset({Page.DRAW}),
    "draw_script": frozenset({Page.DRAW}),
    "wall": frozenset({Page.WALL}),
}
"""With which pages each address is closed, with any of them."""

ALWAYS_OPEN = frozenset({"tournament", "preview"})
"""The front page, which says what is not shown, and the picture of its name."""


def is_open(closed: Collection[str], address: str) -> bool:
    """Return whether everybody reads the page of this address, `closed` being what the organiser closed."""
    return not closed or CLOSED_WITH.get(address, frozenset()).isdisjoint(closed)


def check_closed(closed: Collection[str]) -> list[str]:
    """Return the pages to be closed, each once and in the order of the switches, or raise BadSetup."""
    unknown = [each for each in closed if each not in set(Page)]
    if unknown:
        text = _("There is no page called “%(key)s”. Choose among: %(known)s.")
        sentence = Sentence(text, {"key": unknown[0][:40], "known": ", ".join(Page)})
        problem = Problem("unknown_page", "", "error", "/closed_pages", sentence)
        raise BadSetup("unknown_page", sentence, (problem,))
    return [each.value for each in Page if each in closed]
