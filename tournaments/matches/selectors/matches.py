"""Matches as they stand, with their sides and scores, in a fixed number of queries."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max, Prefetch, QuerySet, UUIDField, prefetch_related_objects

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from scoring.statements import Blank, Statement
from tournaments.competition.correction_policies import Settled, SettledState, settled
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.names import team_name
from tournaments.competition.types import Annulled, Result
from tournaments.models import Match, Outcome, Slot, Stage, Team, Tournament
from tournaments.stages.selectors.stage_facts import REOPENED


def settled_now(stage: Stage, at: datetime) -> Settled:
    """Return how the results of a stage stand; its tournament must be fetched with it."""
    tournament = stage.tournament
    return settled(stage.over_at, tournament.correction_minutes, at, tournament.reopened_at)


def event_settled(tournament: Tournament, at: datetime) -> Settled:
    """Return how the results of an event stand, which its last stage decides: one query."""
    last = tournament.stages.order_by("-number")[0]
    last.tournament = tournament
    return settled_now(last, at)


def is_frozen(tournament: Tournament, at: datetime) -> bool:
    """Whether nothing of an event is put right any more before its owner opens it again: one query."""
    return event_settled(tournament, at).standing is SettledState.OFFICIAL


@dataclass(frozen=True)
class SideNow:
    """One side of a match: who stands there or where they will come from, and their scores by game.

    Where partners enter alone a side has a slot for each of them.
    """

    side: int
    slots: tuple[Slot, ...]
    scores: tuple[int, ...]
    games_won: int
    won: bool
    lost: bool

    @property
    def teams(self) -> tuple[Team, ...]:
        """Who is known to stand here: one, or partners who entered alone."""
        return tuple(slot.team for slot in self.slots if slot.team)

    @property
    def team(self) -> Team | None:
        """The team that is this side by itself; partners who entered alone are none."""
        return self.slots[0].team if len(self.slots) == 1 else None

    @property
    def name(self) -> str:
        """What it is called: its team, or its partners by their surnames; empty while nobody is known."""
        return team_name([team.name for team in self.teams]) if self.teams else ""

    def has(self, team_id: UUID) -> bool:
        """Whether this team stands here, alone or with a partner."""
        return any(team.pk == team_id for team in self.teams)

    @property
    def source(self) -> str:
        """How it gets whom it has: from a line, by winning, by losing …"""
        return self.slots[0].source

    @property
    def source_label(self) -> str:
        """The match it comes from, if any."""
        return _label_of(self.slots[0])

    @property
    def resolved(self) -> bool:
        """Whether it is certain who stands here, if anybody does."""
        return all(slot.resolved for slot in self.slots)

    @property
    def reason(self) -> str:
        """Why nobody stands here."""
        return next((slot.reason for slot in self.slots if slot.reason), "")


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
    def annulled(self) -> bool:
        """True if the match is annulled: no side has won or lost."""
        return self.decided and self.outcome is not None and self.outcome.kind == Annulled.kind

    @property
    def bye(self) -> bool:
        """Whether nobody plays it because a side is empty for good, be its time past or to come."""
        return any(side.resolved and not side.teams for side in self.sides)

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

    def points_in_play(self, side: SideNow) -> int | None:
        """The points of a side in the game being played; once all is played, of a match of one game.

        None where there is nothing to show: before the first hand, and after a match of several games.
        """
        game = self.game_in_play
        if game:
            return side.scores[game - 1] if len(side.scores) >= game else 0
        return side.scores[0] if len(side.scores) == 1 else None

    @property
    def hand_in_play(self) -> int | None:
        """The number of the hand being played, from 1."""
        following = self.match.sheet.summary.get("next")
        return following["hand"] if following else None


SLOTS = Slot.objects.select_related("team", "source_match").order_by("side")
SLOTS_OF = Statement(lambda: SLOTS.filter(match=Blank("match", UUIDField())))


def with_sides(matches: QuerySet[Match], *, stage_known: bool = False) -> QuerySet[Match]:
    """Fetch what `match_now` needs: three queries, however many matches.

    `stage_known`: they are asked for through their stage (`stage.matches`), which each of them then has.
    """
    beside = ("sheet",) if stage_known else ("sheet", "stage")
    return matches.select_related(*beside).prefetch_related(*_sides())


def _sides() -> "list[Prefetch[str]]":
    outcomes = Outcome.objects.order_by("version")
    return [Prefetch("slots", queryset=SLOTS.all()), Prefetch("outcomes", queryset=outcomes)]


def first_by_state(
    matches: QuerySet[Match], groups: Sequence[Collection[str]], most: int
) -> list[list[MatchNow]]:
    """Return the first `most` matches of each group of states in three queries.

    `matches` has no match in another state and is based on `stage.matches`, so that the stage is not queried.
    """
    rows = list(matches.select_related("sheet")[: most * len(groups)])
    found = [[row for row in rows if row.state in states][:most] for states in groups]
    prefetch_related_objects([row for each in found for row in each], *_sides())
    return [[match_now(row) for row in each] for each in found]


def match_written(match: Match) -> MatchNow:
    """Return a match in hand as a service has left it: one query, and one for an outcome of before."""
    return _match_now(match, SLOTS_OF.rows(match=match.pk))


def match_now(match: Match) -> MatchNow:
    """Turn a match fetched by `with_sides` into what everybody sees."""
    return _match_now(match, match.slots.all())


def _match_now(match: Match, all_slots: Iterable[Slot]) -> MatchNow:
    outcome = match.latest_outcome
    if outcome is not None and outcome.kind == REOPENED:
        outcome = None
    slots, decided = tuple(all_slots), outcome is not None
    score = _score_of(match, slots, outcome)
    count = len(slots) // FORMATS[match.stage.format].partners
    sides = tuple(_side_now(side, slots[side::count], score, decided=decided) for side in range(count))
    return MatchNow(match, sides, score.games, score.winner, outcome)


class _Score(NamedTuple):
    """What counts of a match: its games, how many each side has won, and who won."""

    games: tuple[dict[str, Any], ...]
    won: Sequence[int]
    winner: int | None


def _score_of(match: Match, slots: Iterable[Slot], outcome: Outcome | None) -> _Score:
    """The sheet says it; of a match decided without play the outcome does, whatever the sheet (COM-WO-1)."""
    summary = match.sheet.summary
    if outcome is None or outcome.kind == Result.kind:
        winner = outcome.winner if outcome else summary.get("winner")
        return _Score(tuple(summary.get("games", ())), summary.get("games_won", ()), winner)
    card_game = CARD_GAMES[match.sheet.card_game]
    needed = read_profile(card_game, match.sheet.profile).games_to_win
    return _Score((), [needed * (slot.side == outcome.winner) for slot in slots], outcome.winner)


def _side_now(side: int, slots: tuple[Slot, ...], score: _Score, *, decided: bool) -> SideNow:
    return SideNow(
        side=side,
        slots=slots,
        scores=tuple(game["score"][side] for game in score.games),
        games_won=score.won[side] if side < len(score.won) else 0,
        won=decided and score.winner == side,
        lost=decided and score.winner not in (None, side),
    )


def byes_of(*stages: Stage) -> QuerySet[Match]:
    """Return the matches nobody plays because a side is empty for good, be their time past or to come."""
    empty = Slot.objects.filter(stage__in=stages, team=None, resolved=True)
    return Match.objects.filter(pk__in=empty.values("match"))


def stage_matches(stage: Stage) -> list[MatchNow]:
    """Return every match of a stage, round by round: four queries."""
    return [match_now(match) for match in with_sides(stage.matches.all(), stage_known=True)]


def one_match(match_id: UUID) -> MatchNow:
    """Return one match; raises Match.DoesNotExist."""
    return match_now(with_sides(Match.objects.select_related("tournament")).get(pk=match_id))


def came_from(side: SideNow) -> str:
    """Return where a side comes from, in the API's words: seed 1, winner of R1.1, seed 4 after R1.2."""
    return ", ".join(map(_came_from, side.slots))


def _came_from(slot: Slot) -> str:
    if slot.source == "line":
        return f"seed {slot.source_line}"
    if slot.source == "after":
        return f"seed {slot.source_line} after {_label_of(slot)}"
    return f"{slot.source} of {_label_of(slot)}"


def _label_of(slot: Slot) -> str:
    return slot.source_match.label if slot.source_match else ""


def rounds_by_stage(tournament: Tournament) -> dict[UUID, int]:
    """Return how many rounds each stage has whose matches are known: one query."""
    return dict(tournament.matches.values_list("stage").annotate(last=Max("round")).order_by())


@dataclass(frozen=True)
class LatestResult:
    """A match that is over, when it first was, and when its result was last put right."""

    match: MatchNow
    first_at: datetime
    latest_at: datetime
    rounds: int


def latest_results(tournament: Tournament, most: int) -> list[LatestResult]:
    """Return the results written or corrected last: four queries, however many there are."""
    over = Match.objects.filter(tournament=tournament, state__in=OVER - {"bye"}, outcomes__isnull=False)
    rows = over.annotate(latest=Max("outcomes__made_at")).order_by("-latest", "pk")
    rounds = rounds_by_stage(tournament)
    return [_latest(match, rounds, tournament) for match in with_sides(rows)[:most]]


def results_changed_at(tournament: Tournament) -> datetime:
    """Return the time of the last outcome of a tournament, or of its creation if it has none.

    One query. Outcomes are never deleted, so the time never goes back.
    """
    latest = Outcome.objects.filter(match__tournament=tournament).aggregate(at=Max("made_at"))["at"]
    return latest or tournament.made_at


def _latest(match: Match, rounds: dict[UUID, int], tournament: Tournament) -> LatestResult:
    times = [outcome.made_at for outcome in match.outcomes.all()]
    match.stage.tournament = tournament
    return LatestResult(match_now(match), times[0], times[-1], rounds[match.stage_id])


def winner_of(match: MatchNow) -> Team | None:
    """Return who goes on from a match: the winner, or who stands alone in it."""
    if match.match.state == "bye":
        return next((side.team for side in match.sides if side.team), None)
    return next((side.team for side in match.sides if side.won), None)
