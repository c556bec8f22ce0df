"""One table of standings: a row for each team with its place, its results round by round, its numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Page, Paginator

from scoring.translation import say
from tournaments.format_parts.format import Placing
from tournaments.models import Stage, Team
from tournaments.pages.public.standings_numbers import (
    Cell,
    Column,
    bracket_cells,
    bracket_columns,
    by_net,
    cells_of,
    columns_of,
)
from tournaments.pages.public.standings_results import Result, result_of, still_to_come
from tournaments.pages.public.standings_why import WhyView
from tournaments.pages.public.words import LEFT
from tournaments.rules.standings import Row
from tournaments.selectors.bracket import RoundNow
from tournaments.selectors.matches import MatchNow
from tournaments.selectors.roster import teams_gone

A_PAGE = 64
FEW_TURNS = 9
"""So many results have room for their figures beside a name."""


@dataclass(frozen=True)
class StandingView:
    """One line: `cut` is what is written over it, `mark` whether it is one of the two compared."""

    place: str
    team: Team
    results: tuple[Result, ...]
    cells: tuple[Cell, ...]
    shared: bool
    cut: str
    mark: str
    left: str
    """How it has left the stage, in a word."""


class Turns(NamedTuple):
    """The rounds that are paired, how many are to come, and the match of each team in each round."""

    rounds: Sequence[RoundNow] = ()
    to_come: int = 0
    played: Mapping[tuple[str, int], MatchNow] = {}


NO_TURNS = Turns()


def page_of(rows: Sequence[Row], number: int) -> Page[Row]:
    """Return the rows of one page."""
    return Paginator(rows, A_PAGE).get_page(number)


@dataclass(frozen=True, eq=False)
class Table:
    """A page of the standings of a stage or of several; `placing` where a bracket says how far each came."""

    stages: Sequence[Stage]
    rows: Sequence[Row]
    page: Page[Row]
    placing: Mapping[str, Placing] | None = None
    why: WhyView | None = None
    turns: Turns = NO_TURNS
    cuts: Mapping[str, str] = field(default_factory=dict)

    def view(self) -> dict[str, Any]:
        """Return what the page shows of it: one query."""
        ids = [row.entrant for row in self.page.object_list]
        teams = {str(team.pk): team for team in Team.objects.filter(pk__in=ids)}
        turns = range(1, len(self.turns.rounds) + self.turns.to_come + 1)
        return {
            "rows": [self._line(row, teams[row.entrant]) for row in self.page.object_list],
            "columns": self.columns,
            "turns": turns,
            "crowded": len(turns) > FEW_TURNS,
            "span": len(self.columns) + 2 + bool(turns),
            "page": self.page,
            "why": self.why,
        }

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of numbers."""
        return bracket_columns() if self._how_far else columns_of(self.stages[-1])

    @cached_property
    def _gone(self) -> Mapping[UUID, str]:
        """Who has left, where anybody has: one query more."""
        changed = any(stage.roster_changes for stage in self.stages)
        return teams_gone(self.stages[-1].tournament) if changed else {}

    @cached_property
    def _net(self) -> bool:
        return by_net(self.stages[-1])

    @cached_property
    def _how_far(self) -> bool:
        """Whether no number decides, but how far each came."""
        return self.placing is not None and not self._net

    @cached_property
    def _level(self) -> Counter[int]:
        return Counter(row.place for row in self.rows)

    def _line(self, row: Row, team: Team) -> StandingView:
        marks = {self.why.first.pk: "sel", self.why.second.pk: "up"} if self.why else {}
        mark = marks.get(team.pk, "")
        place, shared = self._place(row)
        return StandingView(
            place=place,
            team=team,
            results=self._results(row, team),
            cells=self._cells(row, self.why.deciding if self.why and mark else ""),
            shared=shared,
            cut=self.cuts.get(row.entrant, ""),
            mark=mark,
            left=str(LEFT.get(self._gone.get(team.pk, ""), "")),
        )

    def _results(self, row: Row, team: Team) -> tuple[Result, ...]:
        rounds, to_come, played = self.turns
        return (
            *(
                result_of(played.get((row.entrant, each.number)), team, say(each.name), net=self._net)
                for each in rounds
            ),
            *still_to_come(len(rounds), to_come),
        )

    def _cells(self, row: Row, deciding: str) -> tuple[Cell, ...]:
        if self._how_far:
            return bracket_cells(row)
        return cells_of(row, self.columns, net=self._net, deciding=deciding)

    def _place(self, row: Row) -> tuple[str, bool]:
        """The place, and whether it is shared; in a bracket those still in have none."""
        if self.placing is None:
            return str(row.place), self._level[row.place] > 1
        placing = self.placing.get(row.entrant)
        if placing is None:
            return "", False
        if placing.first == placing.last:
            return str(placing.first), False
        return f"{placing.first}–{placing.last}", True
