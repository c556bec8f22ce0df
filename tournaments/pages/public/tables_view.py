"""The tables as they are now, a card a table, and the matches that wait for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.lifecycle.rules import AT_A_TABLE
from tournaments.models import Match, Stage, Tournament
from tournaments.pages.public.clock_view import clock_view
from tournaments.pages.public.queue_view import queue_view
from tournaments.pages.public.ways import way
from tournaments.pages.public.words import clock, game_words, match_words, targets_of, time_words
from tournaments.results.selectors.bracket import stage_rounds
from tournaments.results.selectors.matches import MatchNow, match_now, with_sides


@dataclass(frozen=True)
class TableCard:
    """One table and the match at it: points of the game in play, games won, and its state in a word."""

    table: int | None
    url: str
    name: str
    kind: str
    state: str
    detail: str
    written_at: datetime | None
    rows: tuple[dict[str, Any], ...]
    target: int | None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there."""
        return tuple(row["name"] for row in self.rows)


def tables_view(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return the tables in use, the free ones, who waits for what and the clock: ten queries at most."""
    rounds = len(stage_rounds(stage))
    seated = with_sides(Match.objects.filter(stage=stage, state__in=AT_A_TABLE, table__isnull=False))
    matches = [match_now(row) for row in seated.order_by("table")]
    taken = {each.match.table for each in matches}
    targets = targets_of(stage)
    free = [table for table in range(1, tournament.tables + 1) if table not in taken]
    return {
        "drawn": rounds > 0 or stage.state == "drawing",
        "clock": clock_view(stage, rounds, timezone.now()),
        "cards": [_card(stage, each, targets, rounds) for each in matches],
        "lines": queue_view(stage, rounds, free),
        "free": free,
    }


def _card(stage: Stage, match: MatchNow, targets: Sequence[int], rounds: int) -> TableCard:
    game = match.game_in_play
    kind, state, detail = _state(match, targets)
    return TableCard(
        table=match.match.table,
        url=way(stage.tournament, "match_sheet", match.match.pk),
        name=match_words(stage, match.match.label, rounds),
        kind=kind,
        state=capfirst(state),
        detail=detail,
        written_at=match.match.sheet.written_at,
        rows=tuple(_row(match, side.side, game) for side in match.sides),
        target=targets[min(game, len(targets)) - 1] if game and targets else None,
    )


def _state(match: MatchNow, targets: Sequence[int]) -> tuple[str, str, str]:
    row = match.match
    if row.state == "disputed":
        return "err", _("referee"), _("called to the table")
    if row.state == "playing" and match.game_in_play:
        hand = _("hand %(hand)s") % {"hand": match.hand_in_play}
        if match.time_says:
            return "warn", time_words(match.time_says), hand
        if not targets:
            return "", hand, ""
        return "", game_words(match.game_in_play, targets), hand
    if row.state == "playing":
        return "", pgettext("match", "finished"), _("to be signed")
    if row.table:
        return "warn", pgettext("match", "called"), _("at %(time)s") % {"time": clock(row.called_at)}
    return "", _("in the queue"), _("since %(time)s") % {"time": clock(row.ready_at)}


def _row(match: MatchNow, number: int, game: int | None) -> dict[str, Any]:
    side = match.sides[number]
    points = side.scores[game - 1] if game and len(side.scores) >= game else 0 if game else None
    return {
        "side": number,
        "name": side.name,
        "points": points,
        "games_won": side.games_won if match.games else None,
    }
