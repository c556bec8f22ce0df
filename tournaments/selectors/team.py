"""One team in its tournament: every match it stands in, its sheets, its place, who plays in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from scoring.rules.card_games import CARD_GAMES
from tournaments.models import Match, Person, Stage, Team, Tournament
from tournaments.selectors.bracket import IN_PLAY
from tournaments.selectors.figures import SheetFigures, sheet_figures
from tournaments.selectors.matches import MatchNow, SideNow, match_now, rounds_by_stage, with_sides
from tournaments.selectors.places import PlaceNow, place_in
from tournaments.selectors.roster import teams_gone, with_substitutes
from tournaments.selectors.standings import standings_now


@dataclass(frozen=True)
class TeamNow:
    """A team: its players with whom they came for, its matches in order, their figures, its place."""

    team: Team
    players: tuple[tuple[Person, str], ...]
    matches: tuple[MatchNow, ...]
    figures: tuple[SheetFigures, ...]
    rounds: dict[UUID, int]
    """How many rounds each stage has."""
    place: PlaceNow | None
    gone: str
    """How it has left, if it has."""


def team_now(tournament: Tournament, stages: Sequence[Stage], team: Team) -> TeamNow:
    """Return all there is about a team: twelve queries at the most, however many teams there are."""
    matches = matches_of([team.pk])
    reached = {each.match.stage_id for each in matches}
    last = next((stage for stage in reversed(stages) if stage.pk in reached), None)
    changed = any(stage.roster_changes for stage in stages)
    return TeamNow(
        team=team,
        players=tuple(with_substitutes([team])[team.pk]),
        matches=matches,
        figures=tuple(sheet_figures([(match, own_side(match, [team.pk])) for match in matches])),
        rounds=rounds_by_stage(tournament),
        place=place_in(last, standings_now(last), team.pk) if last else None,
        gone=teams_gone(tournament).get(team.pk, "") if changed else "",
    )


def matches_of(teams: Sequence[UUID]) -> tuple[MatchNow, ...]:
    """Return every match these teams stand in, stage by stage and round by round: four queries."""
    rows = with_sides(Match.objects.filter(slots__team__in=teams).distinct())
    return tuple(match_now(row) for row in rows.order_by("stage__number", "round", "number"))


def own_side(match: MatchNow, teams: Sequence[UUID]) -> SideNow:
    """Return the side of a match on which one of these teams stands."""
    return next(side for side in match.sides if any(side.has(team) for team in teams))


class Came(StrEnum):
    """What a match came to for one side of it."""

    WON = "won"
    LOST = "lost"
    LEVEL = "level"
    BYE = "bye"
    IN_PLAY = "in_play"
    TO_COME = "to_come"


PLAYED = frozenset({Came.WON, Came.LOST, Came.LEVEL})


def came_to(match: MatchNow, own: SideNow) -> Came:
    """Return what a match came to for a side; where nets count, whether it gained or lost."""
    if match.match.state == "bye":
        return Came.BYE
    if not match.decided:
        return Came.IN_PLAY if match.match.state in IN_PLAY else Came.TO_COME
    if by_net(match) and match.games:
        net = sum(own.scores)
        return Came.WON if net > 0 else Came.LOST if net < 0 else Came.LEVEL
    if own.won:
        return Came.WON
    return Came.LEVEL if match.winner is None and match.match.state != "walkover" else Came.LOST


def by_net(match: MatchNow) -> bool:
    """Whether the net of a match is what counts."""
    return CARD_GAMES[match.match.sheet.card_game].by_net
