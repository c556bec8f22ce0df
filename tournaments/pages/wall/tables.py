"""The tables on the wall, in pages; who plays next and has just finished; with six, who goes through."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst

from tournaments.models import Stage
from tournaments.pages.wall.cards import WallCard, table_cards
from tournaments.pages.wall.strip import strip_of
from tournaments.pages.wall.turns import turns_of
from tournaments.results.selectors.bracket import RoundNow
from tournaments.results.selectors.matches import MatchNow
from tournaments.rules.wall import A_PAGE, LARGE, in_pages, runs
from tournaments.selectors.wall import just_finished, seated
from tournaments.tables.public import clock_view
from tournaments.tables.selectors.journal_lines import waiting_list
from tournaments.web.words import match_words, side_words

PAIR = 2
NEXT, FINISHED = 3, 2
LONG = 24
"""A name of more letters takes two lines beside the tables."""


@dataclass(frozen=True)
class NextLine:
    """A match to come: its name, and who stands or will stand on each side."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class DoneRow:
    """One side of a match that is over."""

    name: str
    score: str
    won: bool


def tables_scene(stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the tables, who plays next and has just finished, the strip, the clock: 16 queries at most.

    Where there are more than six tables those that are free are only named, below the others.
    """
    now, matches = timezone.now(), seated(stage)
    cards = table_cards(stage, matches, len(rounds), stage.tournament.tables, now)
    large = len(cards) <= LARGE
    tables = {match.match.label: match.match.table for match in matches if match.match.table}
    shown = cards if large else [card for card in cards if card.kind != "free"]
    return {
        "scene": "wall/_tables.html",
        "turns": turns_of(in_pages(shown, A_PAGE)),
        "clock": clock_view(stage, len(rounds), now),
        **_beside(stage, tables, len(rounds)),
        "strip": strip_of(stage, rounds, tables) if large else None,
        "large": large,
        "hall": not large,
        "free": "" if large else _free(cards),
    }


def _free(cards: Sequence[WallCard]) -> str:
    """The numbers of the tables nobody sits at: 2, 4–6."""
    free = runs(card.table for card in cards if card.kind == "free")
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in free)


def _beside(stage: Stage, tables: dict[str, int], rounds: int) -> dict[str, Any]:
    """Two sides have room for more matches than five, and names of one line for more than those of two."""
    waiting = [each.match for each in waiting_list(stage) if not each.match.bye]
    finished = just_finished(stage, FINISHED)
    return {
        "coming": [_next(stage, match, rounds, tables) for match in _few(waiting[:NEXT])],
        "finished": [_done(match) for match in _few(finished)],
    }


def _few(matches: Sequence[MatchNow]) -> Sequence[MatchNow]:
    """Those that there is room for, the first of them always."""
    if any(len(match.sides) > PAIR for match in matches):
        return matches[:1]
    longest = max((len(side.name) for match in matches for side in match.sides), default=0)
    return matches[: len(matches) - 1] if longest > LONG and len(matches) > 1 else matches


def _next(stage: Stage, match: MatchNow, rounds: int, tables: dict[str, int]) -> NextLine:
    name = capfirst(match_words(stage, match.match.label, rounds))
    return NextLine(name, tuple(side_words(stage, side, rounds, tables) for side in match.sides))


def _done(match: MatchNow) -> list[DoneRow]:
    """The games won by each, or their points where one game was all."""
    single = len(match.games) == 1
    return [
        DoneRow(side.name, str(side.scores[0] if single else side.games_won), side.won)
        for side in match.sides
    ]
