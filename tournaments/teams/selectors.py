"""Queries for one team in its tournament: its matches with their sheets, its place and its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules.figures import HandOfSide, hands_of_side
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.services.log import sheet_logs
from scoring.types import SheetState
from tournaments.matches.selectors.bracket import IN_PLAY
from tournaments.matches.selectors.matches import MatchNow, SideNow, match_now, rounds_by_stage, with_sides
from tournaments.models import Match, Person, Stage, Team, Tournament
from tournaments.rosters.selectors.roster import teams_gone, with_substitutes
from tournaments.standings.selectors import PlaceNow, place_in, standings_now

# A match, and the side of it in question.
Stood = tuple[MatchNow, SideNow]


@dataclass(frozen=True)
class SheetFigures:
    """The sheet of a match as recomputed from its log, with its hands from the viewpoint of one side."""

    match: MatchNow
    side: SideNow
    card_game: CardGame
    profile: Profile
    state: SheetState
    hands: tuple[HandOfSide, ...]


def sheet_figures(stood: Sequence[Stood]) -> list[SheetFigures]:
    """Return the recomputed sheets of played matches, in order. One query.

    A match decided by walkover has no games, so hands recorded earlier do not count (COM-WO-1).
    """
    played = [(match, side) for match, side in stood if match.games]
    logs = sheet_logs([match.match.pk for match, _side in played])
    figures = []
    for match, side in played:
        sheet, log = match.match.sheet, logs[match.match.pk]
        card_game = CARD_GAMES[sheet.card_game]
        profile, games = read_profile(card_game, sheet.profile), log.games()
        state = sheet.with_log(log).verdict.state
        hands = hands_of_side(card_game, profile, games, state, side.side)
        figures.append(SheetFigures(match, side, card_game, profile, state, hands))
    return figures


@dataclass(frozen=True)
class TeamNow:
    """The data of the team page: the team, its current and replaced players, matches, sheets and place."""

    team: Team
    players: tuple[tuple[Person, str], ...]
    matches: tuple[MatchNow, ...]
    figures: tuple[SheetFigures, ...]
    # The number of rounds of each stage.
    rounds: dict[UUID, int]
    place: PlaceNow | None
    # The kind of withdrawal of the team; empty if it has not withdrawn.
    withdrawal: str


def team_now(tournament: Tournament, stages: Sequence[Stage], team: Team) -> TeamNow:
    """Return the data of a team for its page. At most thirteen queries."""
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
        withdrawal=teams_gone(tournament).get(team.pk, "") if changed else "",
    )


def matches_of(teams: Sequence[UUID]) -> tuple[MatchNow, ...]:
    """Return the matches of the given teams, ordered by stage and round. Three queries."""
    rows = with_sides(Match.objects.filter(slots__team__in=teams).distinct())
    return tuple(match_now(row) for row in rows.order_by("stage__number", "round", "number"))


def own_side(match: MatchNow, teams: Sequence[UUID]) -> SideNow:
    """Return the side of a match that contains one of the given teams."""
    return next(side for side in match.sides if any(side.has(team) for team in teams))


class OutcomeOfSide(StrEnum):
    """The result of a match for one of its sides."""

    WON = "won"
    LOST = "lost"
    LEVEL = "level"
    ANNULLED = "annulled"
    BYE = "bye"
    IN_PLAY = "in_play"
    TO_COME = "to_come"


PLAYED = frozenset({OutcomeOfSide.WON, OutcomeOfSide.LOST, OutcomeOfSide.LEVEL})


def came_to(match: MatchNow, side: SideNow) -> OutcomeOfSide:
    """Return the result of a match for a side. If net points count, a side with a net gain has won."""
    if match.match.state == "bye":
        return OutcomeOfSide.BYE
    if not match.decided:
        return OutcomeOfSide.IN_PLAY if match.match.state in IN_PLAY else OutcomeOfSide.TO_COME
    if match.annulled:
        return OutcomeOfSide.ANNULLED
    if by_net(match) and match.games:
        net = sum(side.scores)
        return OutcomeOfSide.WON if net > 0 else OutcomeOfSide.LOST if net < 0 else OutcomeOfSide.LEVEL
    if side.won:
        return OutcomeOfSide.WON
    return (
        OutcomeOfSide.LEVEL
        if match.winner is None and match.match.state != "walkover"
        else OutcomeOfSide.LOST
    )


def by_net(match: MatchNow) -> bool:
    """Return True if the card game of a match counts net points instead of wins."""
    return CARD_GAMES[match.match.sheet.card_game].by_net
