"""Queries of the wall page: matches at the tables, finished matches, players of the champions."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.competition.names import Showing
from tournaments.competition.types import Scene
from tournaments.matches.selectors.matches import MatchNow, byes_of, match_now, with_sides
from tournaments.models import Match, Person, Stage, Team, TeamPlayer, Tournament
from tournaments.wall.rules import draw_gives_way, scene_now

PLAYED = ("signed", "confirmed", "walkover")


def scene_shown(tournament: Tournament, *, has_draw: bool, over: bool, now: datetime) -> Scene:
    """Return the wall view to show: the view chosen by the desk, or the tables.

    The tables are shown instead of a view that has nothing to show. The tables also replace the draw after
    DRAW_STANDS, if a match is at a table or the tournament is over. When the tournament is over, the tables
    view shows the champions and the final standings. One query if the draw has been shown for long enough.
    """
    scene = scene_now(Scene(tournament.wall), has_draw=has_draw, over=over)
    if draw_gives_way(scene, tournament.wall_since, now):
        if over:
            return Scene.TABLES
        at_tables = tournament.matches.filter(state__in=AT_A_TABLE, table__isnull=False)
        return Scene.TABLES if at_tables.exists() else scene
    return scene


def seated(stage: Stage, tables: Collection[int] | None = None) -> list[MatchNow]:
    """Return the matches at the given tables (by default at all tables), by table number. Three queries."""
    matches = _at_tables(stage) if tables is None else _at_tables(stage).filter(table__in=tables)
    return [match_now(match) for match in with_sides(matches)]


def labels_by_table(stage: Stage) -> dict[int, str]:
    """Return the label of the match at each occupied table, by table number. One query."""
    rows = _at_tables(stage).values_list("table", "label")
    return {table: label for table, label in rows if table is not None}


def _at_tables(stage: Stage) -> QuerySet[Match]:
    matches = Match.objects.filter(stage=stage, state__in=AT_A_TABLE, table__isnull=False)
    return matches.order_by("table")


def just_finished(stage: Stage, many: int) -> list[MatchNow]:
    """Return the matches that finished last, newest first. Three queries."""
    over = Match.objects.filter(stage=stage, state__in=PLAYED, over_at__isnull=False)
    return [match_now(match) for match in with_sides(over.order_by("-over_at", "number"))[:many]]


def in_full(teams: Collection[Team]) -> frozenset[UUID]:
    """Return the ids of the teams with a player whose name is shown in full. One query."""
    seats = TeamPlayer.objects.filter(team__in=[team.pk for team in teams], person__showing=Showing.FULL)
    return frozenset(seats.values_list("team_id", flat=True))


def matches_of_rounds(stage: Stage, numbers: Iterable[int]) -> dict[int, list[MatchNow]]:
    """Return the matches of the given rounds, grouped by round, without byes. Three queries."""
    byes = byes_of(stage).values("pk")
    matches = Match.objects.filter(stage=stage, round__in=list(numbers)).exclude(pk__in=byes)
    by_round: dict[int, list[MatchNow]] = {}
    for match in with_sides(matches.order_by("round", "number")):
        by_round.setdefault(match.round, []).append(match_now(match))
    return by_round


def last_match(stage: Stage) -> MatchNow | None:
    """Return the final of a bracket; None if the stage has no final. Three queries."""
    if not FORMATS[stage.format].bracket:
        return None
    finals = Match.objects.filter(stage=stage, number=1, feeds__isnull=True).order_by("-round")
    return next((match_now(match) for match in with_sides(finals)[:1]), None)


def people_of(teams: Collection[Team]) -> dict[UUID, list[Person]]:
    """Return the players of the given teams in order. One query."""
    seats = TeamPlayer.objects.filter(team__in=[team.pk for team in teams]).select_related("person")
    people: dict[UUID, list[Person]] = {}
    for seat in seats.order_by("team", "position"):
        people.setdefault(seat.team_id, []).append(seat.person)
    return people
