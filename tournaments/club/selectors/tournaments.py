"""The tournaments on the front page of the site, read in a fixed number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils.timezone import localdate

from tournaments.competition.formats import FORMATS
from tournaments.matches.selectors.matches import match_now, with_sides
from tournaments.models import Match, Team, Tournament, TournamentModel
from tournaments.permissions import counting
from tournaments.standings.selectors import standings_of

MAX_TOURNAMENTS = 24
CHAMPIONS_SHOWN = 4
BRACKETS = frozenset(key for key, form in FORMATS.items() if form.bracket)


@dataclass(frozen=True)
class EveningNow:
    """A tournament, the number of its teams, and its champions."""

    tournament: Tournament
    teams: int
    champions: tuple[Team, ...]


def evenings() -> tuple[EveningNow, ...]:
    """Return the latest published tournaments except trials, newest first. Eleven queries at most.

    The number of finished tournaments among them is limited to CHAMPIONS_SHOWN.
    """
    rows = with_first_call(counting()).select_related("notice").prefetch_related("stages")[:MAX_TOURNAMENTS]
    over = [each for each in rows if each.state == "over"][CHAMPIONS_SHOWN:]
    tournaments = [each for each in rows if each not in over]
    entered, champions = _entered([each.pk for each in tournaments]), champions_of(tournaments)
    return tuple(
        EveningNow(each, entered.get(each.pk, 0), champions.get(each.pk, ())) for each in tournaments
    )


def with_first_call(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate each tournament with `first_call`, the time at which its first match was called (or None)."""
    calls = Match.objects.filter(tournament=OuterRef("pk"), called_at__isnull=False).order_by("called_at")
    return rows.annotate(first_call=Subquery(calls.values("called_at")[:1]))


def begin_of(tournament: Tournament) -> datetime | None:
    """Return the start of a tournament; if its first match was called on an earlier day, return that time.

    The tournament must be annotated with `first_call`.
    """
    start, call = tournament.starts_at, tournament.first_call  # type: ignore[attr-defined]
    if start and call and localdate(call) < localdate(start):
        return call  # type: ignore[no-any-return]
    return start


def _entered(ids: Sequence[UUID]) -> dict[UUID, int]:
    rows = Team.objects.filter(tournament__in=ids).order_by().values("tournament")
    return dict(rows.annotate(entered=Count("pk")).values_list("tournament", "entered"))


def champions_of(tournaments: Sequence[Tournament]) -> dict[UUID, tuple[Team, ...]]:
    """Return the champions of finished tournaments, from the final or from the standings.

    Tournaments whose standings are withheld have no entry.
    """
    over = {each.pk: each for each in tournaments if each.state == "over"}
    return _winners_of_finals(over) | _first_of_standings(over)


def _winners_of_finals(over: Mapping[UUID, Tournament]) -> dict[UUID, tuple[Team, ...]]:
    """Return the winner of each final (the match that feeds no other match)."""
    finals = Match.objects.filter(
        tournament__in=over, stage__format__in=BRACKETS, number=1, feeds__isnull=True
    ).order_by("stage__number")
    won: dict[UUID, tuple[Team, ...]] = {}
    for final in map(match_now, with_sides(finals)):
        alone = final.match.state == "bye"
        winner = next((side.team for side in final.sides if side.team and (side.won or alone)), None)
        if winner:
            won[final.match.tournament_id] = (winner,)
    return won


def _first_of_standings(over: Mapping[UUID, Tournament]) -> dict[UUID, tuple[Team, ...]]:
    """Return the teams in first place of the standings. Tied teams are joint champions."""
    stages = [
        stage for stage in (event.shown_stage() for event in over.values()) if stage.format not in BRACKETS
    ]
    if not stages:
        return {}
    first = {
        stage.tournament_id: [UUID(row.entrant) for row in now.rows if row.place == 1]
        for stage, now in zip(stages, standings_of(stages).values(), strict=True)
        if now.withheld_after is None
    }
    teams = Team.objects.in_bulk([team_id for ids in first.values() for team_id in ids])
    return {tournament_id: tuple(teams[team_id] for team_id in ids) for tournament_id, ids in first.items()}


def models_saved() -> list[TournamentModel]:
    """Return the saved tournament templates of the club, sorted by name. One query."""
    return list(TournamentModel.objects.all())
