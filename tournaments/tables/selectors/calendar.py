"""Queries for the calendar: planned or estimated times of rounds and matches, round plans and clocks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from operator import attrgetter
from random import Random
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from scoring.game_parts.card_game import game_hands
from scoring.models import SheetEvent
from tournaments.competition.lifecycle import OVER
from tournaments.matches.selectors.matches import MatchNow, byes_of, match_now, rounds_by_stage, with_sides
from tournaments.models import ClockMove, Match, RoundPlan, Slot, Stage, Team, Tournament
from tournaments.stages.selectors.stage_details import card_game_of, profile_of
from tournaments.tables.rules.clock import Clock, ClockFact, fold_clock
from tournaments.tables.rules.match_hours import (
    Hours,
    MatchFacts,
    MeasuredPace,
    hours_of,
    hours_of_all,
    usual_hands,
    usual_length,
    usual_seconds,
)
from tournaments.values.clock import ClockAct


@dataclass(frozen=True)
class RoundDates:
    """A round with its plan and the number of its unfinished matches."""

    stage: Stage
    round: int
    plan: RoundPlan | None
    to_play: int

    @property
    def deadline(self) -> datetime | None:
        """The deadline of the round, or None."""
        return self.plan.deadline if self.plan else None

    def overdue(self, now: datetime) -> bool:
        """Return True if the deadline has passed and a match of the round is not over."""
        return self.deadline is not None and self.deadline <= now and self.to_play > 0


def round_dates(tournament: Tournament) -> list[RoundDates]:
    """Return the rounds that have matches or a plan, by stage and number. Three queries."""
    stages = {stage.pk: stage for stage in tournament.stages.all()}
    plans = {(plan.stage_id, plan.round): plan for plan in RoundPlan.objects.filter(stage__in=stages)}
    counted = Match.objects.filter(stage__in=stages).order_by().values_list("stage", "round")
    waiting = ~Q(state__in=OVER) & ~Q(pk__in=byes_of(*stages.values()).values("pk"))
    to_play = {(row[0], row[1]): row[2] for row in counted.annotate(n=Count("pk", filter=waiting))}
    places = sorted({*plans, *to_play}, key=lambda place: (stages[place[0]].number, place[1]))
    return [
        RoundDates(stages[stage], number, plans.get((stage, number)), to_play.get((stage, number), 0))
        for stage, number in places
    ]


def postponed_matches(tournament: Tournament) -> list[MatchNow]:
    """Return the postponed matches that are not over, by date. Three queries."""
    rows = Match.objects.filter(tournament=tournament, postponed_to__isnull=False)
    waiting = with_sides(rows.exclude(state__in=OVER).order_by("postponed_to", "round", "number"))
    return [match_now(match) for match in waiting]


@dataclass(frozen=True)
class DiaryMatch:
    """A match in a calendar, with its start and end, and the number of rounds of its stage."""

    match: MatchNow
    hours: Hours
    rounds: int


@dataclass(frozen=True)
class DiaryRound:
    """A round of a stage in a calendar, with its start and end, and the counts of its matches.

    `rounds` counts the rounds of the stage, `called_off` the walkovers. Postponed matches are not counted.
    """

    stage: Stage
    number: int
    rounds: int
    hours: Hours
    matches: int
    over: int
    called_off: int


@dataclass(frozen=True)
class Diary:
    """The content of a calendar: the matches of a team, or all rounds and postponed matches.

    `length` is the estimated length of a match, `stages` the number of stages of the tournament.
    """

    tournament: Tournament
    team: Team | None
    matches: tuple[DiaryMatch, ...]
    rounds: tuple[DiaryRound, ...]
    length: timedelta
    stages: int


def diary_of(tournament: Tournament, team: Team | None = None) -> Diary:
    """Return the matches and rounds whose times are known or estimated, ordered by start.

    At most eleven queries.

    For the calendar of a tournament, the sides are read only for postponed matches.
    """
    rows = Match.objects.filter(tournament=tournament).exclude(state="bye")
    rows = rows.filter(slots__team=team).distinct() if team else rows.filter(postponed_to__isnull=False)
    fetched = with_sides(rows.order_by("stage__number", "round", "number"))
    matches = [each for each in map(match_now, fetched) if not each.bye]
    stages = {stage.pk: stage for stage in tournament.stages.all()}
    for each in matches:
        each.match.stage = stages[each.match.stage_id]
    for stage in stages.values():
        stage.tournament = tournament
    length = usual_length(pace_of(tournament)[0], Random(str(tournament.pk)).random)  # noqa: S311  # to be repeated
    timed = _timed_matches(matches) if team else _every_timed_match(tournament, stages.values())
    hours_by_match = _all_hours(tournament, list(stages), timed, length)
    last = rounds_by_stage(tournament)
    diary_matches = [
        DiaryMatch(each, hours_by_match[each.match.pk], last[each.match.stage_id])
        for each in matches
        if each.match.pk in hours_by_match
    ]
    rounds = [] if team else list(_rounds(stages, timed, hours_by_match, last))
    return Diary(
        tournament,
        team,
        tuple(sorted(diary_matches, key=lambda each: each.hours.start)),
        tuple(sorted(rounds, key=lambda each: each.hours.start)),
        length,
        len(stages),
    )


def changed_at(tournament: Tournament) -> datetime:
    """Return the time at which a tournament was last changed. One query."""
    latest = tournament.changes.order_by("-version").values_list("made_at", flat=True).first()
    return latest or tournament.made_at


class TimedMatch(NamedTuple):
    """The fields of a match that determine its start and end, and the matches that determine its sides."""

    pk: UUID
    stage_id: UUID
    round: int
    state: str
    called_at: datetime | None
    over_at: datetime | None
    postponed_to: datetime | None
    ready_at: datetime | None
    before: Sequence["TimedMatch"] = ()


FIELDS = TimedMatch._fields[:-1]


def _timed(match: Match, before: Iterable[Match] = ()) -> TimedMatch:
    return TimedMatch(*attrgetter(*FIELDS)(match))._replace(before=tuple(map(_timed, before)))


def _timed_matches(matches: Iterable[MatchNow]) -> list[TimedMatch]:
    """Convert matches from the database to `TimedMatch` objects."""
    return [
        _timed(each.match, [slot.source_match for slot in each.match.slots.all() if slot.source_match])
        for each in matches
    ]


def _every_timed_match(tournament: Tournament, stages: Collection[Stage]) -> list[TimedMatch]:
    """Return the `TimedMatch` of every match of a tournament except byes, in order of rounds. Two queries."""
    rows = Match.objects.filter(tournament=tournament).order_by("stage__number", "round", "number")
    matches = {row[0]: TimedMatch(*row) for row in rows.values_list(*FIELDS)}
    byes = {pk for pk, match in matches.items() if match.state == "bye"}
    before: dict[UUID, list[TimedMatch]] = {}
    slots = Slot.objects.filter(stage__in=stages).order_by()
    for pk, source, team, resolved in slots.values_list("match", "source_match", "team", "resolved"):
        if source:
            before.setdefault(pk, []).append(matches[source])
        if resolved and not team:
            byes.add(pk)
    return [match._replace(before=before.get(pk, ())) for pk, match in matches.items() if pk not in byes]


def _all_hours(
    tournament: Tournament, stages: Sequence[UUID], matches: Iterable[TimedMatch], length: timedelta
) -> dict[UUID, Hours]:
    """Return the times of matches by match id, known or estimated. `matches` must be in the order of play."""
    round_plans = RoundPlan.objects.filter(stage__in=stages)
    plans = {(plan.stage_id, plan.round): plan for plan in round_plans}
    hours_by_match: dict[UUID, Hours] = {}
    for each in matches:
        begins = tournament.starts_at if each.stage_id == stages[0] else None
        facts = _facts(each, plans.get((each.stage_id, each.round)), begins, hours_by_match, length)
        hours = hours_of(facts, length)
        if hours:
            hours_by_match[each.pk] = hours
    return hours_by_match


def _facts(
    match: TimedMatch,
    plan: RoundPlan | None,
    begins: datetime | None,
    hours: Mapping[UUID, Hours],
    length: timedelta,
) -> MatchFacts:
    over = match.over_at if match.state in OVER else None
    called_again = (
        over and match.called_at and match.called_at > over
    )  # the match was returned to its table after its last hand
    return MatchFacts(
        called=None if called_again else match.called_at,
        over=over,
        postponed=match.postponed_to,
        planned=plan.starts_at if plan else None,
        deadline=plan.deadline if plan else None,
        ready=match.ready_at,
        before=[end for source in match.before if (end := _end_of(source, hours, length))],
        begins=begins,
        rounds_before=match.round - 1,
    )


def _end_of(source: TimedMatch, hours: Mapping[UUID, Hours], length: timedelta) -> datetime | None:
    """Return the known or expected end of a preceding match; None if it cannot be estimated."""
    if source.pk in hours:
        return hours[source.pk].end
    return source.over_at or (source.called_at + length if source.called_at else None)


def _rounds(
    stages: Mapping[UUID, Stage],
    matches: Iterable[TimedMatch],
    hours: Mapping[UUID, Hours],
    last: Mapping[UUID, int],
) -> Iterator[DiaryRound]:
    """Yield every round as a calendar entry; postponed matches are left out."""
    by_round: dict[tuple[UUID, int], list[TimedMatch]] = {}
    for each in matches:
        if each.postponed_to is None and each.pk in hours:
            by_round.setdefault((each.stage_id, each.round), []).append(each)
    for (stage, number), those in by_round.items():
        yield DiaryRound(
            stage=stages[stage],
            number=number,
            rounds=last[stage],
            hours=hours_of_all([hours[each.pk] for each in those]),
            matches=len(those),
            over=sum(each.state in OVER for each in those),
            called_off=sum(each.state == "walkover" for each in those),
        )


@dataclass(frozen=True)
class RoundClock:
    """The clock of one round of a stage. `reason` is the reason for the last action, or an empty text."""

    stage: Stage
    round: int
    clock: Clock
    reason: str

    @property
    def running(self) -> bool:
        """True unless the clock was stopped; also True for a paused clock."""
        return self.clock.stopped_at is None


def clock_facts(moves: Iterable[ClockMove]) -> list[ClockFact]:
    """Convert the stored actions on a clock to `ClockFact` objects."""
    return [ClockFact(ClockAct(move.act), move.at, timedelta(seconds=move.seconds)) for move in moves]


def clock_of(stage: Stage) -> RoundClock | None:
    """Return the most recently started clock of a stage, or None. One query."""
    moves = list(ClockMove.objects.filter(stage=stage).order_by("at", "seq"))
    if not moves:
        return None
    number = next(move.round for move in reversed(moves) if move.act == ClockAct.START)
    mine = sorted((move for move in moves if move.round == number), key=lambda move: move.seq)
    clock = fold_clock(clock_facts(mine))
    return RoundClock(stage, number, clock, mine[-1].reason) if clock else None


def clock_of_round(stage: Stage, number: int) -> tuple[Clock | None, int]:
    """Return the clock of one round and the number of stored actions on it. One query."""
    moves = list(ClockMove.objects.filter(stage=stage, round=number).order_by("seq"))
    return fold_clock(clock_facts(moves)), len(moves)


def plans_of(stage: Stage) -> dict[int, RoundPlan]:
    """Return the round plans of a stage, by round number. One query."""
    return {plan.round: plan for plan in RoundPlan.objects.filter(stage=stage)}


def late_rounds(plans: Iterable[RoundPlan], now: datetime) -> list[int]:
    """Return the numbers of the rounds whose deadline has passed."""
    return [plan.round for plan in plans if plan.deadline and plan.deadline <= now]


# The numbers of measured hands and games from which the measured pace is used.
ENOUGH_HANDS = 20
ENOUGH_GAMES = 12
LOOKED_BACK = 4_000
# The limits in seconds between two hands of a table. Other intervals are pauses or hands typed from paper.
SHORTEST, LONGEST = 20, 1_200


def pace_of(tournament: Tournament) -> tuple[MeasuredPace, int]:
    """Return the pace of play, and the number of hands from which it was measured. Three queries.

    If too few hands were measured, the pace uses the usual length of a hand in the card game, and the
    returned number is 0. If too few games with the same target were measured, the pace uses the usual number
    of hands.
    """
    stage = tournament.stages.all()[0]
    stage.tournament = tournament
    card_game, profile = card_game_of(stage), profile_of(stage)
    hands = sorted(_measured_hands(tournament))
    games = _measured_games(tournament)
    usual = card_game.pace.hand_seconds
    seconds = tuple(hands) if len(hands) >= ENOUGH_HANDS else usual_seconds(usual)
    game_lengths = []
    for number in range(profile.games):
        lasted = sorted(games.get(profile.target(number), ()))
        enough = len(lasted) >= ENOUGH_GAMES
        game_lengths.append(tuple(lasted) if enough else usual_hands(game_hands(card_game, profile, number)))
    measured = len(hands) if len(hands) >= ENOUGH_HANDS else 0
    return MeasuredPace(seconds, tuple(game_lengths), profile.games_to_win), measured


def _measured_hands(tournament: Tournament) -> Iterator[int]:
    """Yield the seconds between consecutive hands on the same score sheet."""
    facts = SheetEvent.objects.filter(sheet__match__tournament=tournament, kind="hand", version=1)
    rows = facts.order_by("-recorded_at").values_list("sheet_id", "recorded_at")[:LOOKED_BACK]
    for one, other in pairwise(sorted(rows)):
        seconds = int((other[1] - one[1]).total_seconds())
        if one[0] == other[0] and SHORTEST <= seconds <= LONGEST:
            yield seconds


def _measured_games(tournament: Tournament) -> dict[int | None, list[int]]:
    """Return the numbers of hands of finished games, grouped by target score."""
    hands_by_target: dict[int | None, list[int]] = {}
    rows = Match.objects.filter(tournament=tournament, state__in=("signed", "confirmed")).order_by("-over_at")
    for summary in rows.values_list("sheet__summary", flat=True)[: LOOKED_BACK // 10]:
        for game in summary.get("games", ()):
            if game["over"] and game["hands"] and "by_time" not in game:
                hands_by_target.setdefault(game["target"], []).append(game["hands"])
    return hands_by_target
