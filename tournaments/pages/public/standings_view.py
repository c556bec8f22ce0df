"""The standings as they are read: places shared by equals, each team's results round by round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from scoring.translation import say
from tournaments.models import Match, Stage, Team
from tournaments.rules.format import Placing
from tournaments.rules.standings import Row
from tournaments.selectors.bracket import RoundNow, stage_rounds
from tournaments.selectors.matches import MatchNow, match_now, with_sides
from tournaments.selectors.standings import stamp_of, standings_now

A_PAGE = 64


@dataclass(frozen=True)
class Result:
    """What a team made of one round: games won and lost, or why there are none."""

    text: str
    kind: str
    spoken: str


@dataclass(frozen=True)
class StandingView:
    """One line of the standings."""

    place: str
    team: Team
    results: tuple[Result, ...]
    won: int
    games: int
    points: int
    shared: bool
    first_out: bool


def standings_view(stage: Stage, number: int) -> dict[str, Any]:
    """Return one page of the standings: nine queries, however many teams there are."""
    now = standings_now(stage)
    page = Paginator(list(now.rows), A_PAGE).get_page(number)
    rows: Sequence[Row] = list(page.object_list)
    ids = [UUID(row.entrant) for row in rows]
    teams = {str(team.pk): team for team in Team.objects.filter(pk__in=ids)}
    rounds = stage_rounds(stage)
    played = _played(stage, ids)
    out = next((row.entrant for row in rows if row.entrant in now.placing), "")
    return {
        "rows": [
            _row(
                row,
                now.placing.get(row.entrant),
                teams[row.entrant],
                played,
                rounds,
                first_out=row.entrant == out and row is not rows[0],
            )
            for row in rows
        ],
        "rounds": rounds,
        "page": page,
        "stamp": stamp_of(stage),
        "over": stage.state == "over",
    }


def _played(stage: Stage, ids: Sequence[UUID]) -> dict[tuple[str, int], MatchNow]:
    """The match of each team in each round."""
    rows = with_sides(Match.objects.filter(stage=stage, slots__team__in=ids).distinct())
    matches = [match_now(row) for row in rows]
    return {
        (str(side.team.pk), each.match.round): each for each in matches for side in each.sides if side.team
    }


def _row(
    row: Row,
    placing: Placing | None,
    team: Team,
    played: dict[tuple[str, int], MatchNow],
    rounds: Sequence[RoundNow],
    *,
    first_out: bool,
) -> StandingView:
    return StandingView(
        place=_place(placing),
        team=team,
        results=tuple(
            _result(played.get((row.entrant, each.number)), team, say(each.name)) for each in rounds
        ),
        won=row.tally.won,
        games=row.tally.games_won - row.tally.games_lost,
        points=row.tally.points_for - row.tally.points_against,
        shared=placing is not None and placing.first != placing.last,
        first_out=first_out,
    )


def _place(placing: Placing | None) -> str:
    if placing is None:
        return ""
    return str(placing.first) if placing.first == placing.last else f"{placing.first}–{placing.last}"


def _result(match: MatchNow | None, team: Team, round_name: str) -> Result:
    if match is None:
        return Result("", "none", _("%(round)s: not reached") % {"round": round_name})
    own = next(side for side in match.sides if side.team == team)
    other = match.sides[1 - own.side]
    if match.match.state == "bye":
        return Result("–", "w", _("%(round)s: bye") % {"round": round_name})
    if match.match.state == "walkover":
        return Result(_("w.o."), "w" if own.won else "p", _("%(round)s: walkover") % {"round": round_name})
    if not match.decided:
        return Result("", "open", _("%(round)s: to be played") % {"round": round_name})
    values = {"round": round_name, "won": own.games_won, "lost": other.games_won}
    return Result(
        f"{own.games_won}–{other.games_won}",
        "w" if own.won else "p",
        _("%(round)s: %(won)s to %(lost)s") % values,
    )
