"""Matches as they stand, with their sides and scores, in a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from tournaments.models import Match, Outcome, Slot, Stage, Team
from tournaments.rules.lifecycle import OVER


@dataclass(frozen=True)
class SideNow:
    """One side of a match: who stands there or where they will come from, and their scores by game."""

    side: int
    team: Team | None
    source: str
    source_label: str
    source_line: int | None
    resolved: bool
    reason: str
    scores: tuple[int, ...]
    games_won: int
    won: bool
    lost: bool


@dataclass(frozen=True)
class MatchNow:
    """A match as everybody sees it."""

    match: Match
    sides: tuple[SideNow, ...]
    games: tuple[dict[str, Any], ...]
    winner: int | None
    outcome: Outcome | None

    @property
    def decided(self) -> bool:
        """Whether the result counts."""
        return self.match.state in OVER

    @property
    def played_out(self) -> bool:
        """Whether nothing is left to play on the sheet, won by somebody or not."""
        return bool(self.match.sheet.summary.get("over"))

    @property
    def time_says(self) -> str:
        """What is to be done since time was called, a word of `Now`; nothing where it was not."""
        return str(self.match.sheet.summary.get("time", ""))

    @property
    def game_in_play(self) -> int | None:
        """The number of the game being played, from 1; None before the first hand and after the last."""
        following = self.match.sheet.summary.get("next")
        return following["game"] if following and self.match.state in ("playing", "disputed") else None

    @property
    def hand_in_play(self) -> int | None:
        """The number of the hand being played, from 1."""
        following = self.match.sheet.summary.get("next")
        return following["hand"] if following else None


def with_sides(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Fetch what `match_now` needs: three queries, however many matches."""
    slots = Slot.objects.select_related("team", "source_match").order_by("side")
    outcomes = Outcome.objects.order_by("version")
    return matches.select_related("sheet", "stage").prefetch_related(
        Prefetch("slots", queryset=slots), Prefetch("outcomes", queryset=outcomes)
    )


def match_now(match: Match) -> MatchNow:
    """Turn a match fetched by `with_sides` into what everybody sees."""
    outcome = next(reversed(list(match.outcomes.all())), None)
    summary = match.sheet.summary
    winner = outcome.winner if outcome else summary.get("winner")
    games = tuple(summary.get("games", ()))
    sides = tuple(
        _side_now(slot, games, summary, winner, decided=outcome is not None) for slot in match.slots.all()
    )
    return MatchNow(match, sides, games, winner, outcome)


def _side_now(
    slot: Slot, games: Iterable[dict[str, Any]], summary: dict[str, Any], winner: int | None, *, decided: bool
) -> SideNow:
    won = summary.get("games_won") or []
    return SideNow(
        side=slot.side,
        team=slot.team,
        source=slot.source,
        source_label=slot.source_match.label if slot.source_match else "",
        source_line=slot.source_line,
        resolved=slot.resolved,
        reason=slot.reason,
        scores=tuple(game["score"][slot.side] for game in games),
        games_won=won[slot.side] if slot.side < len(won) else 0,
        won=decided and winner == slot.side,
        lost=decided and winner not in (None, slot.side),
    )


def byes_of(stage: Stage) -> QuerySet[Match]:
    """Return the matches nobody plays because a side is empty for good, be their time past or to come."""
    empty = Slot.objects.filter(stage=stage, team=None, resolved=True)
    return Match.objects.filter(pk__in=empty.values("match"))


def stage_matches(stage: Stage) -> list[MatchNow]:
    """Return every match of a stage, round by round: four queries."""
    return [match_now(match) for match in with_sides(Match.objects.filter(stage=stage))]


def one_match(match_id: UUID) -> MatchNow:
    """Return one match; raises Match.DoesNotExist."""
    return match_now(with_sides(Match.objects.select_related("tournament")).get(pk=match_id))


def came_from(side: SideNow) -> str:
    """Return where a side comes from, in the API's words: seed 1, winner of R1.1, seed 4 after R1.2."""
    if side.source == "line":
        return f"seed {side.source_line}"
    if side.source == "after":
        return f"seed {side.source_line} after {side.source_label}"
    return f"{side.source} of {side.source_label}"
