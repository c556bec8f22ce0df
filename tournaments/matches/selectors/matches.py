"""Queries for the current state of matches, with their sides and scores."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, Max, Prefetch, QuerySet, UUIDField, When, Window, prefetch_related_objects
from django.db.models.functions import RowNumber

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
    """Return whether the results of a stage are official; the stage must be fetched with its tournament."""
    tournament = stage.tournament
    return settled(stage.over_at, tournament.correction_minutes, at, tournament.reopened_at)


def event_settled(tournament: Tournament, at: datetime) -> Settled:
    """Return whether the results of a tournament's last stage are official. One query."""
    last = tournament.stages.order_by("-number")[0]
    last.tournament = tournament
    return settled_now(last, at)


def is_frozen(tournament: Tournament, at: datetime) -> bool:
    """Return whether the owner has to reopen the tournament before a result can be corrected. One query."""
    return event_settled(tournament, at).standing is SettledState.OFFICIAL


@dataclass(frozen=True)
class SideNow:
    """A side of a match: its teams (or the sources of its teams), and its score in each game.

    If partners enter alone, the side has a slot for each partner.
    """

    side: int
    slots: tuple[Slot, ...]
    scores: tuple[int, ...]
    games_won: int
    won: bool
    lost: bool

    @property
    def teams(self) -> tuple[Team, ...]:
        """The known teams of the side: one team, or two partners who entered alone; empty if unknown."""
        return tuple(slot.team for slot in self.slots if slot.team)

    @property
    def team(self) -> Team | None:
        """The only team of the side; None if the team is unknown or two partners entered alone."""
        return self.slots[0].team if len(self.slots) == 1 else None

    @property
    def name(self) -> str:
        """The name of the team, or the surnames of the partners; empty if no team is known."""
        return team_name([team.name for team in self.teams]) if self.teams else ""

    def has(self, team_id: UUID) -> bool:
        """Return whether a team is on the side, alone or with a partner."""
        return any(team.pk == team_id for team in self.teams)

    @property
    def source(self) -> str:
        """The source of the side's team, such as a draw line or the winner of an earlier match."""
        return self.slots[0].source

    @property
    def source_label(self) -> str:
        """The label of the match from which the team comes; empty if the team comes from no match."""
        return _label_of(self.slots[0])

    @property
    def resolved(self) -> bool:
        """True if the side can no longer change, because its teams are known or it will have no team."""
        return all(slot.resolved for slot in self.slots)

    @property
    def reason(self) -> str:
        """The reason why the side is empty, as a code; an empty string without a reason."""
        return next((slot.reason for slot in self.slots if slot.reason), "")


@dataclass(frozen=True)
class MatchNow:
    """The public state of a match."""

    match: Match
    sides: tuple[SideNow, ...]
    games: tuple[dict[str, Any], ...]
    winner: int | None
    outcome: Outcome | None

    @property
    def decided(self) -> bool:
        """True if the match has a valid result."""
        return self.match.state in OVER

    @property
    def annulled(self) -> bool:
        """True if the match is annulled, so that no side has won or lost."""
        return self.decided and self.outcome is not None and self.outcome.kind == Annulled.kind

    @property
    def bye(self) -> bool:
        """True if the match is or will be a bye, because one side has no opponent."""
        return any(side.resolved and not side.teams for side in self.sides)

    @property
    def played_out(self) -> bool:
        """True if the match is over according to its sheet, with or without a winner."""
        return bool(self.match.sheet.summary.get("over"))

    @property
    def time_says(self) -> str:
        """The state of play after time was called, as a value of `Now`; empty if time was not called."""
        return str(self.match.sheet.summary.get("time", ""))

    @property
    def game_in_play(self) -> int | None:
        """The number of the game in play, from 1; None before the first hand and after the last hand."""
        following = self.match.sheet.summary.get("next")
        return following["game"] if following and self.match.state in ("playing", "disputed") else None

    def points_in_play(self, side: SideNow) -> int | None:
        """Return a side's points in the game in play, or the final points of a match of one game.

        Returns None before the first hand, and after a match of several games.
        """
        game = self.game_in_play
        if game:
            return side.scores[game - 1] if len(side.scores) >= game else 0
        return side.scores[0] if len(side.scores) == 1 else None

    @property
    def hand_in_play(self) -> int | None:
        """The number of the hand in play, from 1; None if no hand follows."""
        following = self.match.sheet.summary.get("next")
        return following["hand"] if following else None


SLOTS = Slot.objects.select_related("team", "source_match").order_by("side")
SLOTS_OF = Statement(lambda: SLOTS.filter(match=Blank("match", UUIDField())))


def with_sides(matches: QuerySet[Match], *, stage_known: bool = False) -> QuerySet[Match]:
    """Prefetch the related rows that `match_now` needs. Three queries.

    With `stage_known` the stage is not fetched, because matches read from `stage.matches` already have their
    stage.
    """
    beside = ("sheet",) if stage_known else ("sheet", "stage")
    return matches.select_related(*beside).prefetch_related(*_sides())


def _sides() -> "list[Prefetch[str]]":
    outcomes = Outcome.objects.order_by("version")
    return [Prefetch("slots", queryset=SLOTS.all()), Prefetch("outcomes", queryset=outcomes)]


def first_by_state(
    matches: QuerySet[Match], groups: Sequence[Collection[str]], most: int
) -> list[list[MatchNow]]:
    """Return the first `most` matches in each group of match states. Three queries.

    `matches` must be ordered and contain only matches in the given states; no state is in two groups. The
    matches must come from `stage.matches`; otherwise the stage is queried too.
    """
    group = Case(*(When(state__in=sorted(states), then=place) for place, states in enumerate(groups)))
    order: Any = matches.query.order_by
    place = Window(RowNumber(), partition_by=group, order_by=order)
    rows = list(matches.annotate(group_place=place).filter(group_place__lte=most).select_related("sheet"))
    row_groups = [[row for row in rows if row.state in states] for states in groups]
    prefetch_related_objects([row for each in row_groups for row in each], *_sides())
    return [[match_now(row) for row in each] for each in row_groups]


def match_written(match: Match) -> MatchNow:
    """Return the state of a match after a service changed it. Two queries; one if an outcome was added."""
    return _match_now(match, SLOTS_OF.rows(match=match.pk))


def match_now(match: Match) -> MatchNow:
    """Return the public state of a match that was fetched by `with_sides`."""
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
    """The valid score of a match: points in each game, games won by each side, and the winner."""

    games: tuple[dict[str, Any], ...]
    won: Sequence[int]
    winner: int | None


def _score_of(match: Match, slots: Iterable[Slot], outcome: Outcome | None) -> _Score:
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
    """Return all byes of the given stages, past and future: matches in which a side stays empty."""
    empty = Slot.objects.filter(stage__in=stages, team=None, resolved=True)
    return Match.objects.filter(pk__in=empty.values("match"))


def stage_matches(stage: Stage) -> list[MatchNow]:
    """Return all matches of a stage, ordered by round and number. Three queries."""
    return [match_now(match) for match in with_sides(stage.matches.all(), stage_known=True)]


def one_match(match_id: UUID) -> MatchNow:
    """Return the state of one match; raise Match.DoesNotExist if there is none."""
    return match_now(with_sides(Match.objects.select_related("tournament")).get(pk=match_id))


def came_from(side: SideNow) -> str:
    """Return the source of a side's team as text for the API: "seed 1" or "winner of R1.1"."""
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
    """Return the number of rounds with matches, by stage. One query."""
    return dict(tournament.matches.values_list("stage").annotate(last=Max("round")).order_by())


@dataclass(frozen=True)
class LatestResult:
    """A finished match, the times of its first and latest outcomes, and the number of rounds of its stage."""

    match: MatchNow
    first_at: datetime
    latest_at: datetime
    rounds: int


def latest_results(tournament: Tournament, most: int) -> list[LatestResult]:
    """Return the results that were entered or corrected last, newest first. Four queries."""
    over = Match.objects.filter(tournament=tournament, state__in=OVER - {"bye"}, outcomes__isnull=False)
    rows = over.annotate(latest=Max("outcomes__made_at")).order_by("-latest", "pk")
    rounds = rounds_by_stage(tournament)
    return [_latest(match, rounds, tournament) for match in with_sides(rows)[:most]]


def results_changed_at(tournament: Tournament) -> datetime:
    """Return the time of a tournament's last outcome, or else of its creation.

    One query. Outcomes are never deleted, so the time never goes back.
    """
    latest = Outcome.objects.filter(match__tournament=tournament).aggregate(at=Max("made_at"))["at"]
    return latest or tournament.made_at


def _latest(match: Match, rounds: dict[UUID, int], tournament: Tournament) -> LatestResult:
    times = [outcome.made_at for outcome in match.outcomes.all()]
    match.stage.tournament = tournament
    return LatestResult(match_now(match), times[0], times[-1], rounds[match.stage_id])


def winner_of(match: MatchNow) -> Team | None:
    """Return the team that won a match, or the only team of a bye; None if there is no such team.

    If partners who entered alone have won, the result is None too. After some corrections, the winner is not
    the team that advances (`moves_as`).
    """
    if match.match.state == "bye":
        return next((side.team for side in match.sides if side.team), None)
    return next((side.team for side in match.sides if side.won), None)
