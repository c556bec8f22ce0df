"""The list of finished matches on the evening page, with a search that finds any match."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

from tournaments.matches.selectors.matches import (
    MatchNow,
    SideNow,
    match_now,
    rounds_by_stage,
    with_sides,
)
from tournaments.matches.words import state_words, targets_of
from tournaments.models import Tournament
from tournaments.tables.selectors.match_search import listed_matches
from tournaments.web.frame import number_asked
from tournaments.web.words import match_words

MATCHES_ON_A_PAGE = 10


@dataclass(frozen=True)
class MatchLine:
    """A row of the list: match name, sides (winner first), points in each game, and time of the result."""

    match: MatchNow
    name: str
    sides: tuple[SideNow, ...]
    points: tuple[str, ...]
    # The state of a match that was not played to the end.
    state: str
    at: datetime | None


def finished_matches(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return one page of finished matches, or of all matches found by a search.

    At most five queries, or eight for a search.
    """
    search = request.GET.get("incontro", "")[:80]
    rows = Paginator(with_sides(listed_matches(tournament, search)), MATCHES_ON_A_PAGE)
    page = rows.get_page(number_asked(request, "finiti") or 1)
    rounds = rounds_by_stage(tournament) if page else {}
    lines = []
    for match in page:
        match.stage.tournament = tournament
        lines.append(_line(match_now(match), rounds[match.stage_id]))
    return {"match_page": page, "match_lines": lines, "match_search": search}


def _line(match: MatchNow, rounds: int) -> MatchLine:
    sides = match.sides
    if len(sides) == 2:
        sides = tuple(sorted(sides, key=lambda side: (not side.won, side.side)))
    games = zip(*(side.scores for side in sides), strict=True)
    stage = match.match.stage
    played = match.match.state in ("signed", "confirmed")
    return MatchLine(
        match=match,
        name=match_words(stage, match.match.label, rounds),
        sides=sides,
        points=tuple("–".join(map(str, game)) for game in games),
        state="" if played else state_words(match, targets_of(stage)),
        at=match.outcome.made_at if match.outcome else None,
    )
