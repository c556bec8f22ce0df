"""Queries of prizes, their winners (by the standings or by hand), and their hand-overs.

A prize for a place has no winner before the end of the tournament. After the end it is `expected` until the
standings are official, and then `assigned`. A prize of a category is `assigned` when a team is chosen.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from scoring.types import Sentence
from tournaments.competition.correction_policies import Settled, SettledState
from tournaments.competition.standings.final_places import PlaceSpan, final_places, spans
from tournaments.competition.standings.prize_kinds import PrizeAct, PrizeFor
from tournaments.competition.types import EntrantId
from tournaments.matches.selectors.matches import settled_now
from tournaments.models import Prize, PrizeMove, Stage, Team, Tournament
from tournaments.prizes import rules
from tournaments.prizes.rules import FinalPlaces, PrizeMark, PrizeShare, PrizeState, PrizeTerms
from tournaments.standings.selectors import StandingsNow, places_that_count, standings_of


@dataclass(frozen=True)
class Holder:
    """A team that won or received a prize or a share of it; `due` is False for a former winner."""

    team: Team
    cents: int | None
    handed_over: bool
    due: bool = True


@dataclass(frozen=True)
class PrizeNow:
    """The current state of a prize; `impossible` is the reason why no team can ever win the prize."""

    prize: Prize
    holders: tuple[Holder, ...]
    state: PrizeState
    impossible: Sentence | None = None

    @property
    def to_hand_over(self) -> tuple[Holder, ...]:
        """The current winners who have not received the prize yet."""
        return tuple(each for each in self.holders if each.due and not each.handed_over)

    @property
    def is_shared(self) -> bool:
        """True if several teams share the prize."""
        return sum(each.due for each in self.holders) > 1


@dataclass(frozen=True)
class PrizesNow:
    """All prizes of a tournament in order, and the state of the tournament's results."""

    prizes: tuple[PrizeNow, ...]
    settled: Settled
    places: FinalPlaces

    @property
    def official(self) -> bool:
        """True if the standings can no longer be corrected."""
        return self.settled.standing is SettledState.OFFICIAL


def terms_of(prize: Prize) -> PrizeTerms:
    """Convert a prize from the database to `PrizeTerms`."""
    return PrizeTerms(
        text=prize.text,
        given_for=PrizeFor(prize.given_for),
        place=prize.place,
        group=prize.group,
        category=prize.category,
        is_money=prize.is_money,
        value=prize.value,
    )


def prizes_now(tournament: Tournament) -> PrizesNow:
    """Return the prizes for the desk. At most eight queries, two if there are no prizes."""
    stages = _stages(tournament)
    settled = settled_now(stages[-1], timezone.now())
    prizes = list(tournament.prizes.order_by("number"))
    if not prizes:
        return PrizesNow((), settled, FinalPlaces({}, {}))
    places, marks = places_of(tournament, stages), marks_of(tournament)
    due = {prize.pk: _due(prize, places, marks[prize.pk]) for prize in prizes}
    handed = {prize.pk: rules.handed_over(marks[prize.pk]) for prize in prizes}
    ids = {each.entrant for parts in due.values() for each in parts} | {
        entrant for each in handed.values() for entrant in each
    }
    teams = {
        str(pk): team for pk, team in tournament.teams.in_bulk([UUID(entrant) for entrant in ids]).items()
    }
    official = settled.standing is SettledState.OFFICIAL
    now = []
    for prize in prizes:
        holders = tuple(_holders(due[prize.pk], handed[prize.pk], teams))
        impossible = rules.missing_place(terms_of(prize), places)
        now.append(
            PrizeNow(prize, holders, _state(prize, holders, impossible, official=official), impossible)
        )
    return PrizesNow(tuple(now), settled, places)


def _due(prize: Prize, places: FinalPlaces, marks: Sequence[PrizeMark]) -> tuple[PrizeShare, ...]:
    """Return each winner's share of a prize, according to the standings or to the manual assignment."""
    terms = terms_of(prize)
    if terms.given_for is not PrizeFor.CATEGORY:
        return rules.shares(terms, rules.winners(terms, places))
    team = rules.assigned_to(marks)
    return rules.shares(terms, (EntrantId(team),) if team else ())


def _holders(
    due: Sequence[PrizeShare], handed: Mapping[str, int | None], teams: Mapping[str, Team]
) -> Iterator[Holder]:
    """Yield the current winners, then the teams that received the prize but are no longer winners."""
    for entrant, cents in due:
        if entrant in teams:
            yield Holder(teams[entrant], handed.get(entrant, cents), entrant in handed)
    owners = {each.entrant for each in due}
    for team, cents in handed.items():
        if team not in owners and team in teams:
            yield Holder(teams[team], cents, handed_over=True, due=False)


def _state(
    prize: Prize, holders: Sequence[Holder], impossible: Sentence | None, *, official: bool
) -> PrizeState:
    due = [each for each in holders if each.due]
    if due and all(each.handed_over for each in due):
        return PrizeState.HANDED_OVER
    if due:
        by_hand = prize.given_for == PrizeFor.CATEGORY
        return PrizeState.ASSIGNED if official or by_hand else PrizeState.EXPECTED
    return PrizeState.IMPOSSIBLE if impossible else PrizeState.OPEN


def _stages(tournament: Tournament) -> list[Stage]:
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
    return stages


def places_of(tournament: Tournament, stages: Sequence[Stage] = ()) -> FinalPlaces:
    """Return the final places of a tournament and of its groups. At most five queries, none before the draw.

    If the caller has fetched all stages of the tournament, it passes them in order as `stages`; one query
    less is then made.
    """
    if tournament.state == "entries":
        return FinalPlaces({}, {})
    standings = standings_of(list(stages) or _stages(tournament), withheld_too=True)
    groups = {key: rows for now in standings.values() for key, rows in now.groups.items()}
    counts = {key: len(rows) for key, rows in sorted(groups.items())}
    first = next(iter(standings.values()))
    if tournament.state != "over":
        return FinalPlaces({}, {}, len(first.rows) or None, counts)
    final = spans(final_places([places_that_count(now) for now in standings.values()]))
    within = {key: _within(key, standings.values()) for key in counts}
    return FinalPlaces(final, within, len(final), {key: len(places) for key, places in within.items()})


def _within(key: str, standings: Iterable[StandingsNow]) -> dict[EntrantId, PlaceSpan]:
    now = next(each for each in standings if key in each.groups)
    entrants = {row.entrant for row in now.groups[key]}
    counted = {entrant: place for entrant, place in places_that_count(now).items() if entrant in entrants}
    return spans(final_places([counted]))


def marks_of(tournament: Tournament) -> Mapping[UUID, list[PrizeMark]]:
    """Return the actions on each prize, oldest first. One query."""
    marks: dict[UUID, list[PrizeMark]] = defaultdict(list)
    for move in PrizeMove.objects.filter(tournament=tournament).order_by("at"):
        team = str(move.team) if move.team else None
        marks[move.prize_id].append(PrizeMark(PrizeAct(move.kind), team, move.body.get("cents")))
    return marks
