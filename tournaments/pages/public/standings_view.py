"""The standings as they are read: places shared by equals, each team's results round by round."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.templatetags.sheet import signed
from scoring.translation import say
from tournaments.models import Match, Stage, Team
from tournaments.rules.format import Placing
from tournaments.rules.formats import FORMATS
from tournaments.rules.standings import Row
from tournaments.rules.types import Points
from tournaments.selectors.as_rules import card_game_of
from tournaments.selectors.bracket import stage_rounds
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
    numbers: tuple[str, ...]
    shared: bool
    first_out: bool


@dataclass(frozen=True)
class Column:
    """One column of numbers: its short name, and what is added for those who hear it."""

    name: str
    spoken: str = ""


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
    counts = _counts(stage)
    level = Counter(row.place for row in now.rows)
    return {
        "rows": [
            StandingView(
                place=_place(now.placing.get(row.entrant)) if counts.bracket else str(row.place),
                team=teams[row.entrant],
                results=tuple(
                    _result(
                        counts, played.get((row.entrant, each.number)), teams[row.entrant], say(each.name)
                    )
                    for each in rounds
                ),
                numbers=counts.numbers(row),
                shared=_shares(now.placing.get(row.entrant)) if counts.bracket else level[row.place] > 1,
                first_out=row.entrant == out and row is not rows[0],
            )
            for row in rows
        ],
        "columns": counts.columns,
        "span": len(counts.columns) + 3,
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


@dataclass(frozen=True)
class Counts:
    """What the standings of a stage show in numbers."""

    bracket: bool
    by_net: bool
    columns: tuple[Column, ...]

    def numbers(self, row: Row) -> tuple[str, ...]:
        """Return a team's numbers, column by column."""
        tally = row.tally
        if self.by_net:
            return signed(tally.points_for), str(tally.played)
        first = str(tally.won) if self.bracket else in_halves(row.match_points)
        games, points = tally.games_won - tally.games_lost, tally.points_for - tally.points_against
        return first, signed(games), signed(points)


def _counts(stage: Stage) -> Counts:
    bracket, by_net = FORMATS[stage.format].bracket, card_game_of(stage).by_net
    if by_net:
        return Counts(bracket, by_net, (Column(_("Net")), Column(_("Matches"), _("played"))))
    first = Column(pgettext("matches", "Won")) if bracket else Column(pgettext("standings", "Match points"))
    games = Column(pgettext("standings", "Games"), _("won less lost"))
    points = Column(pgettext("standings", "Points"), _("made less conceded"))
    return Counts(bracket, by_net, (first, games, points))


def in_halves(points: Points) -> str:
    """Write match points: 2, 2½."""
    whole, half = divmod(points, 1)
    return f"{whole}½" if half and whole else "½" if half else str(whole)


def _shares(placing: Placing | None) -> bool:
    return placing is not None and placing.first != placing.last


def _place(placing: Placing | None) -> str:
    if placing is None:
        return ""
    return str(placing.first) if placing.first == placing.last else f"{placing.first}–{placing.last}"


def _result(counts: Counts, match: MatchNow | None, team: Team, round_name: str) -> Result:
    if match is None:
        return Result("", "none", _("%(round)s: not reached") % {"round": round_name})
    own = next(side for side in match.sides if side.team == team)
    if match.match.state == "bye":
        # A rest wins nothing where the nets are what counts.
        return Result("–", "open" if counts.by_net else "w", _("%(round)s: bye") % {"round": round_name})
    if match.match.state == "walkover":
        return Result(_("w.o."), "w" if own.won else "p", _("%(round)s: walkover") % {"round": round_name})
    if not match.decided:
        return Result("", "open", _("%(round)s: to be played") % {"round": round_name})
    if counts.by_net:
        net = sum(own.scores)
        return Result(
            signed(net),
            "w" if net > 0 else "p",
            _("%(round)s: net %(net)s") % {"round": round_name, "net": net},
        )
    lost = max(side.games_won for side in match.sides if side is not own)
    values = {"round": round_name, "won": own.games_won, "lost": lost}
    return Result(
        f"{own.games_won}–{lost}",
        "w" if own.won else "p",
        _("%(round)s: %(won)s to %(lost)s") % values,
    )
