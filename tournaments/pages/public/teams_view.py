"""The teams of a tournament: who plays, where from, and where each stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import F, Q, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.entries.selectors.roster import teams_gone, with_substitutes
from tournaments.format_parts.trees import Trees
from tournaments.formats import FORMATS
from tournaments.models import Match, Person, Stage, Team, Tournament
from tournaments.pages.public.draw_page import last_commitment
from tournaments.pages.public.following import where_now
from tournaments.pages.public.words import LEFT, clock, day
from tournaments.people.names import Showing, name_key
from tournaments.selectors.bracket import stage_rounds, trees_of_stage
from tournaments.selectors.matches import MatchNow, match_now, with_sides

A_PAGE = 64


@dataclass(frozen=True)
class TeamView:
    """One team of the list."""

    team: Team
    players: str
    where: str
    kind: str


def teams_view(stage: Stage, search: str, number: int) -> dict[str, Any]:
    """Return one page of the teams: nine queries, however many there are."""
    rounds = len(stage_rounds(stage))
    trees = trees_of_stage(stage) if rounds and FORMATS[stage.format].bracket else None
    page = Paginator(_found(stage.tournament, search), A_PAGE).get_page(number)
    teams = list(page.object_list)
    latest = _latest(stage, [team.pk for team in teams])
    players = with_substitutes(teams)
    gone = teams_gone(stage.tournament) if stage.roster_changes else {}
    return {
        "teams": [
            _gone(
                _team(stage, team, players_words(players[team.pk]), latest.get(team.pk), rounds, trees),
                gone.get(team.pk),
            )
            for team in teams
        ],
        "page": page,
        "search": search,
    }


def _gone(view: TeamView, how: str | None) -> TeamView:
    """Say of who has left only that."""
    return replace(view, where=capfirst(str(LEFT[how])), kind="") if how else view


def _found(tournament: Tournament, search: str) -> QuerySet[Team]:
    teams = tournament.teams.prefetch_related("seats__person")
    key = name_key(search.strip())
    if not key:
        return teams
    by_name = Q(name_key__contains=key, name=F("written_name")) | Q(name__icontains=search.strip())
    in_full = tournament.teams.filter(players__name_key__contains=key, players__showing=Showing.FULL)
    return teams.filter(by_name | Q(pk__in=in_full.values("pk")))


def _latest(stage: Stage, ids: Sequence[UUID]) -> dict[UUID, MatchNow]:
    """The match each team plays or waits for; its last one when all it stands in are decided."""
    rows = with_sides(Match.objects.filter(stage=stage, slots__team__in=ids).distinct()).order_by("-round")
    matches = [match_now(row) for row in rows]  # from the last round to the first
    decided = [match for match in reversed(matches) if match.decided]
    coming = [match for match in matches if not match.decided]
    return {team.pk: match for match in [*decided, *coming] for side in match.sides for team in side.teams}


def players_words(players: Sequence[tuple[Person, str]], name: str = "name") -> str:
    """Return the players of a team, substitutes with whom they came for."""
    named = [(getattr(person, name) or person.name, out) for person, out in players]
    return ", ".join(
        _("%(player)s (for %(out)s)") % {"player": player, "out": out} if out else player
        for player, out in named
    )


def _team(
    stage: Stage, team: Team, players: str, match: MatchNow | None, rounds: int, trees: Trees | None
) -> TeamView:
    where, kind = _where(stage, team, match, rounds, trees)
    return TeamView(team, players, capfirst(where), kind)


def _where(
    stage: Stage, team: Team, match: MatchNow | None, rounds: int, trees: Trees | None
) -> tuple[str, str]:
    if match is None:
        here = {"present": (_("present"), "ok"), "absent": (_("absent"), ""), "expected": (_("expected"), "")}
        return here[team.presence]
    playing = match.match.state in ("playing", "disputed")
    return where_now(stage, match, team, rounds, trees), "live" if playing else ""


def before_the_draw(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return what is known before the draw: when, who is here, and the promise once it is made."""
    presences = list(tournament.teams.values_list("presence", flat=True))
    return {
        "time": clock(tournament.starts_at),
        "day": day(tournament.starts_at),
        "entered": len(presences),
        "present": presences.count("present"),
        "counted": any(presence != "expected" for presence in presences),
        "drawing": stage.state == "drawing",
        "commitment": last_commitment(stage),
    }
