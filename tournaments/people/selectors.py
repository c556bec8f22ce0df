"""A person over the years: the tournaments that everybody finds, and every match they sat at."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from tournaments.entries.rules.roster import SUBSTITUTE, stood_at
from tournaments.models import Person, RosterChange, Stage, Team, TeamPlayer, Tournament
from tournaments.permissions import published
from tournaments.standings.selectors import PlaceNow, place_in, standings_of
from tournaments.teams import selectors as team_selectors

Changes = list[tuple[datetime, bool]]


@dataclass(frozen=True)
class Appearance:
    """One tournament of a person: the team, the matches played in it, the place so far."""

    team: Team
    stood: tuple[team_selectors.Stood, ...]
    place: PlaceNow | None = None

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.team.tournament

    @property
    def year(self) -> int:
        """The year it is counted in."""
        return year_of(self.tournament)

    @property
    def outcomes(self) -> list[team_selectors.OutcomeOfSide]:
        """How each of the matches played ended for the team."""
        return [
            came
            for came in (team_selectors.came_to(*each) for each in self.stood)
            if came in team_selectors.PLAYED
        ]


@dataclass(frozen=True)
class Partner:
    """Somebody on the same side, and in how many matches, of which so many were won."""

    person: Person
    played: int
    won: int


@dataclass(frozen=True)
class PlayerHistory:
    """All years of a person; `appearances` are the tournaments of one of them, the latest first."""

    person: Person
    years: Mapping[int, tuple[Appearance, ...]]
    year: int
    appearances: tuple[Appearance, ...]
    partners: tuple[Partner, ...]
    figures: tuple[team_selectors.SheetFigures, ...]


def year_of(tournament: Tournament) -> int:
    """Return the year a tournament is counted in: when it begins, or else when it was entered here."""
    return timezone.localtime(tournament.starts_at or tournament.made_at).year


def player_history(person_id: UUID, year: int | None) -> PlayerHistory | None:
    """Return a person over the years, one of them in full: thirteen queries at the most.

    None where nobody is to be found: an unknown or erased person, and one whom no published tournament has.
    """
    person = Person.objects.filter(pk=person_id, erased_at=None).first()
    found = _appearances(person) if person else []
    if person is None or not found:
        return None
    years: dict[int, list[Appearance]] = defaultdict(list)
    for each in found:
        years[each.year].append(each)
    shown = year if year in years else max(years)
    appearances = _placed(years[shown])
    return PlayerHistory(
        person=person,
        years={each: tuple(years[each]) for each in sorted(years, reverse=True)},
        year=shown,
        appearances=appearances,
        partners=_partners(person, found),
        figures=tuple(team_selectors.sheet_figures([stood for each in appearances for stood in each.stood])),
    )


def is_forgotten(person_id: UUID) -> bool:
    """Return whether this was somebody whom a published tournament has, and whose name was erased."""
    person = Person.objects.filter(pk=person_id, erased_at__isnull=False).first()
    return person is not None and bool(_appearances(person))


def _appearances(person: Person) -> list[Appearance]:
    """Every team of a published tournament they stand or stood in, the latest first: six queries."""
    changes: dict[UUID, Changes] = defaultdict(list)
    teams: dict[UUID, Team] = {}
    for row in _changes(person):
        changes[row.team_id].append((row.made_at, row.body["in"] == str(person.pk)))
        teams[row.team_id] = row.team
    seats = TeamPlayer.objects.filter(person=person, tournament__in=published())
    teams |= {seat.team_id: seat.team for seat in seats.select_related("team__tournament")}
    stood: dict[UUID, list[team_selectors.Stood]] = defaultdict(list)
    for match in team_selectors.matches_of(list(teams)) if teams else ():
        own = team_selectors.own_side(match, list(teams))
        team = next(team for team in own.teams if team.pk in teams)
        match.match.stage.tournament = teams[team.pk].tournament
        if stood_at(changes[team.pk], match.match.over_at):
            stood[team.pk].append((match, own))
    found = [Appearance(team, tuple(stood[pk])) for pk, team in teams.items()]
    return sorted(found, key=lambda each: each.tournament.starts_at or each.tournament.made_at, reverse=True)


def _changes(person: Person) -> Iterable[RosterChange]:
    """When they came for somebody, or somebody for them."""
    rows = RosterChange.objects.filter(kind=SUBSTITUTE, stage__tournament__in=published()).annotate(
        coming=KeyTransform("in", "body"), going=KeyTransform("out", "body")
    )
    about = rows.filter(Q(coming=str(person.pk)) | Q(going=str(person.pk)))
    return about.select_related("team__tournament").order_by("made_at")


def _placed(appearances: Sequence[Appearance]) -> tuple[Appearance, ...]:
    """The same with their places, each in the last stage it was played in: two queries or three."""
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


def _partners(person: Person, appearances: Sequence[Appearance]) -> tuple[Partner, ...]:
    """Who played beside them, most matches first: one query."""
    played = [
        (match, own)
        for each in appearances
        for match, own in each.stood
        if team_selectors.came_to(match, own) in team_selectors.PLAYED
    ]
    teams = {team.pk for _match, own in played for team in own.teams}
    seats: dict[UUID, list[TeamPlayer]] = defaultdict(list)
    for seat in TeamPlayer.objects.filter(team__in=teams).exclude(person=person).select_related("person"):
        seats[seat.team_id].append(seat)
    counted: dict[UUID, list[bool]] = defaultdict(list)
    persons: dict[UUID, Person] = {}
    for match, own in played:
        for seat in (seat for team in own.teams for seat in seats[team.pk]):
            over = match.match.over_at
            if seat.since and over and seat.since > over:
                continue  # somebody else sat there then
            persons[seat.person_id] = seat.person
            counted[seat.person_id].append(
                team_selectors.came_to(match, own) is team_selectors.OutcomeOfSide.WON
            )
    partners = [Partner(persons[pk], len(won), sum(won)) for pk, won in counted.items()]
    return tuple(sorted(partners, key=lambda each: (-each.played, each.person.name)))
