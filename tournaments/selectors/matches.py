"""Matches as they stand, with their sides and scores, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from scoring.rules.card_games import CARD_GAMES
from scoring.rules.profile import read_profile
from tournaments.models import Match, Outcome, Slot, Stage, Team
from tournaments.rules.lifecycle import OVER
from tournaments.rules.types import Result
from tournaments.selectors.as_rules import REOPENED


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
    if outcome is not None and outcome.kind == REOPENED:
        outcome = None
    score = _score_of(match, outcome)
    sides = tuple(_side_now(slot, score, decided=outcome is not None) for slot in match.slots.all())
    return MatchNow(match, sides, score.games, score.winner, outcome)


class _Score(NamedTuple):
    """What counts of a match: its games, how many each side has won, and who won."""

    games: tuple[dict[str, Any], ...]
    won: Sequence[int]
    winner: int | None


def _score_of(match: Match, outcome: Outcome | None) -> _Score:
    """The sheet says it; of a match decided without play the outcome does, whatever the sheet (COM-WO-1)."""
    summary = match.sheet.summary
    if outcome is None or outcome.kind == Result.kind:
        winner = outcome.winner if outcome else summary.get("winner")
        return _Score(tuple(summary.get("games", ())), summary.get("games_won", ()), winner)
    card_game = CARD_GAMES[match.sheet.card_game]
    needed = read_profile(card_game, match.sheet.profile).games_to_win
    return _Score((), [needed * (slot.side == outcome.winner) for slot in match.slots.all()], outcome.winner)


def _side_now(slot: Slot, score: _Score, *, decided: bool) -> SideNow:
    return SideNow(
        side=slot.side,
        team=slot.team,
        source=slot.source,
        source_label=slot.source_match.label if slot.source_match else "",
        source_line=slot.source_line,
        resolved=slot.resolved,
        reason=slot.reason,
        scores=tuple(game["score"][slot.side] for game in score.games),
        games_won=score.won[slot.side] if slot.side < len(score.won) else 0,
        won=decided and score.winner == slot.side,
        lost=decided and score.winner not in (None, slot.side),
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
