"""Queries for the history of a person: published tournaments and matches played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from tournaments.competition.roster import stood_at
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.models import Person, Stage, Team, TeamPlayer, Tournament
from tournaments.permissions import counting
from tournaments.rosters.selectors.identities import substitutions_of
from tournaments.rosters.selectors.roster import seated_until, substitutions
from tournaments.standings.selectors import PlaceNow, place_in, standings_of
from tournaments.teams import selectors as team_selectors
from tournaments.values.visibility import Visibility

Changes = list[tuple[datetime, bool]]


@dataclass(frozen=True)
class Appearance:
    """One tournament of a person: the team, its matches, and its current place."""

    team: Team
    stood: tuple[team_selectors.Stood, ...]
    place: PlaceNow | None = None

    @property
    def tournament(self) -> Tournament:
        """The tournament in which the team played."""
        return self.team.tournament

    @property
    def year(self) -> int:
        """The year under which the history of the person lists the tournament."""
        return year_of(self.tournament)

    @property
    def outcomes(self) -> list[team_selectors.OutcomeOfSide]:
        """The outcome of each match that the team played."""
        return [
            outcome
            for outcome in (team_selectors.came_to(*each) for each in self.stood)
            if outcome in team_selectors.PLAYED
        ]


@dataclass(frozen=True)
class Partner:
    """A partner or an opponent of a person, with the numbers of matches played and won."""

    person: Person
    played: int
    won: int


@dataclass(frozen=True)
class PlayerHistory:
    """The history of a person; `appearances` contains the tournaments of one year, latest first.

    Tournaments in which the team was absent are left out.
    """

    person: Person
    years: Mapping[int, tuple[Appearance, ...]]
    year: int
    appearances: tuple[Appearance, ...]
    partners: tuple[Partner, ...]
    opponents: tuple[Partner, ...]
    figures: tuple[team_selectors.SheetFigures, ...]


def year_of(tournament: Tournament) -> int:
    """Return the year in which a tournament starts or, without a start time, the year of its creation."""
    return timezone.localtime(tournament.starts_at or tournament.made_at).year


def player_history(person_id: UUID, year: int | None) -> PlayerHistory | None:
    """Return the history of a person, with one year in detail. At most seventeen queries.

    If `year` is None or a year without tournaments of the person, the latest year is used. Return None if the
    person is unknown, has an erased name or played in no published tournament.
    """
    person = Person.objects.filter(pk=person_id, erased_at=None).first()
    appearances_of_person = _appearances(person) if person else []
    if person is None or not appearances_of_person:
        return None
    years: dict[int, list[Appearance]] = defaultdict(list)
    for each in appearances_of_person:
        if each.team.presence != "absent":
            years[each.year].append(each)
    shown_year = year if year in years else max(years, default=appearances_of_person[0].year)
    appearances = _placed(years.get(shown_year, ()))
    partners, opponents = _beside_and_against(person, appearances_of_person)
    return PlayerHistory(
        person=person,
        years={each: tuple(years[each]) for each in sorted(years, reverse=True)},
        year=shown_year,
        appearances=appearances,
        partners=partners,
        opponents=opponents,
        figures=tuple(team_selectors.sheet_figures([stood for each in appearances for stood in each.stood])),
    )


def is_forgotten(person_id: UUID) -> bool:
    """Return whether a person who played in a published tournament has an erased name."""
    person = Person.objects.filter(pk=person_id, erased_at__isnull=False).first()
    return person is not None and bool(_appearances(person))


def _appearances(person: Person) -> list[Appearance]:
    """Return the current and former teams of a person in published tournaments, latest first.

    Seven queries.
    """
    changes: dict[UUID, Changes] = defaultdict(list)
    teams: dict[UUID, Team] = {}
    for row, (out, coming) in substitutions_of([person.pk]):
        tournament = row.team.tournament
        counts = tournament.visibility == Visibility.PUBLISHED and not tournament.trial
        if counts and str(person.pk) in (out, coming):
            changes[row.team_id].append((row.made_at, coming == str(person.pk)))
            teams[row.team_id] = row.team
    seats = TeamPlayer.objects.filter(person=person, tournament__in=counting())
    teams |= {seat.team_id: seat.team for seat in seats.select_related("team__tournament")}
    stood: dict[UUID, list[team_selectors.Stood]] = defaultdict(list)
    for match in team_selectors.matches_of(list(teams)) if teams else ():
        own_side = team_selectors.own_side(match, list(teams))
        team = next(team for team in own_side.teams if team.pk in teams)
        match.match.stage.tournament = teams[team.pk].tournament
        if stood_at(changes[team.pk], match.match.over_at):
            stood[team.pk].append((match, own_side))
    appearances = [Appearance(team, tuple(stood[pk])) for pk, team in teams.items()]
    return sorted(
        appearances, key=lambda each: each.tournament.starts_at or each.tournament.made_at, reverse=True
    )


def _placed(appearances: Sequence[Appearance]) -> tuple[Appearance, ...]:
    last: dict[UUID, Stage] = {}
    for each in appearances:
        for match, _side in each.stood:
            last[each.team.pk] = match.match.stage
    standings = standings_of(list(last.values())) if last else {}
    return tuple(
        Appearance(
            each.team,
            each.stood,
            place_in(stage, standings[stage.pk], each.team.pk) if (stage := last.get(each.team.pk)) else None,
        )
        for each in appearances
    )


def _beside_and_against(
    person: Person, appearances: Sequence[Appearance]
) -> tuple[tuple[Partner, ...], tuple[Partner, ...]]:
    played = [
        (match, own_side)
        for each in appearances
        for match, own_side in each.stood
        if team_selectors.came_to(match, own_side) in team_selectors.PLAYED
    ]
    seats = _SeatedPeople(side for match, _side in played for side in match.sides)
    beside: dict[Person, list[bool]] = defaultdict(list)
    against: dict[Person, list[bool]] = defaultdict(list)
    for match, own_side in played:
        won = team_selectors.came_to(match, own_side) is team_selectors.OutcomeOfSide.WON
        for side in match.sides:
            counted = beside if side.side == own_side.side else against
            for other in seats.of(match, side):
                if other != person:
                    counted[other].append(won)
    return _by_matches(beside), _by_matches(against)


class _SeatedPeople:
    def __init__(self, sides: Iterable[SideNow]) -> None:
        teams = {team.pk: team for side in sides for team in side.teams}
        rows = TeamPlayer.objects.filter(team__in=teams).select_related("person")
        self._rows: dict[UUID, list[TeamPlayer]] = defaultdict(list)
        for row in rows.order_by("team", "position"):
            self._rows[row.team_id].append(row)
        changed = [team for pk, team in teams.items() if any(row.since for row in self._rows[pk])]
        self._changes = substitutions(*changed) if changed else []

    def of(self, match: MatchNow, side: SideNow) -> tuple[Person, ...]:
        """Return the players who were seated on a side when the match ended."""
        rows = (row for team in side.teams for row in self._rows[team.pk])
        return tuple(seated_until(rows, self._changes, match.match.over_at).values())


def _by_matches(counted: Mapping[Person, Sequence[bool]]) -> tuple[Partner, ...]:
    partners = [Partner(person, len(won), sum(won)) for person, won in counted.items()]
    return tuple(sorted(partners, key=lambda each: (-each.played, each.person.name)))


@dataclass(frozen=True)
class MatchBetween:
    """A match in which two persons were opponents, and its outcome for the first person."""

    tournament: Tournament
    match: MatchNow
    side: SideNow
    against: SideNow
    outcome: team_selectors.OutcomeOfSide


@dataclass(frozen=True)
class PairsBetween:
    """The players of two sides, and how many matches they played and won against each other."""

    names: tuple[str, ...]
    against: tuple[str, ...]
    played: int
    won: int


def head_to_head(history: PlayerHistory, other: Person) -> tuple[MatchBetween, ...]:
    """Return the matches between two persons, latest first. At most six queries.

    A match counts for the players who took part, even if they have left the team since.
    """
    sides_of_other = {match.match.pk: side.side for each in _appearances(other) for match, side in each.stood}
    meetings = [
        MatchBetween(
            each.tournament,
            match,
            own_side,
            next(side for side in match.sides if side.side == sides_of_other[match.match.pk]),
            team_selectors.came_to(match, own_side),
        )
        for appearances in history.years.values()
        for each in appearances
        for match, own_side in each.stood
        if sides_of_other.get(match.match.pk, own_side.side) != own_side.side
    ]
    played = [each for each in meetings if each.outcome in team_selectors.PLAYED]
    return tuple(sorted(played, key=lambda each: str(each.match.match.over_at), reverse=True))


def pairs_between(meetings: Sequence[MatchBetween]) -> tuple[PairsBetween, ...]:
    """Group the given matches by the players of the two sides; largest group first.

    One query, or four if a player was replaced.
    """
    seats = _SeatedPeople(side for each in meetings for side in (each.side, each.against))
    counted: dict[tuple[tuple[str, ...], tuple[str, ...]], list[bool]] = defaultdict(list)
    for each in meetings:
        names, against = (
            tuple(person.name for person in seats.of(each.match, side)) for side in (each.side, each.against)
        )
        counted[names, against].append(each.outcome is team_selectors.OutcomeOfSide.WON)
    pairs = [PairsBetween(names, against, len(won), sum(won)) for (names, against), won in counted.items()]
    return tuple(sorted(pairs, key=lambda each: (-each.played, each.names, each.against)))
