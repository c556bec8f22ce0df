"""Comparison of a random tournament with the reference implementation, after each action."""

from collections.abc import Sequence
from typing import Any

from tests.campaign.reference import BRACKETS, BY_ROUNDS, Reference, Told
from tests.campaign.setting_up import SetUp
from tournaments.models import Match, Stage
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now


class Compared(SetUp):
    """A stage in progress, which is compared with the reference implementation."""

    stage: Stage
    model: Reference
    states: dict[str, tuple[list[int | str], str]]

    def settle(self) -> None:
        """Run the due jobs, add new matches to the reference implementation, and compare all results."""
        runner.drain()
        rows = list(
            Match.objects.filter(stage=self.stage).prefetch_related("slots").order_by("round", "number")
        )
        matches = {
            match.label: ([self._standing(slot) for slot in match.slots.all()], match.state) for match in rows
        }
        self._learn(rows, matches)
        self.states = self.model.states()
        self.same("the matches", matches, self.states)
        open_stage = Stage.objects.get(pk=self.stage.pk).state != "over"
        self.same("whether it is played", open_stage or self.model.over, True)
        self.compare_standings()

    def _standing(self, slot: Any) -> int | str:
        if slot.team_id:
            return self.numbers[str(slot.team_id)]
        return "nobody" if slot.resolved else "unknown"

    def _learn(self, rows: Sequence[Match], matches: dict[str, Any]) -> None:
        if self.model.form in BRACKETS:
            self.same("the rounds", {match.label: match.round for match in rows}, self.model.turns)
            return
        new = [match for match in rows if match.label not in self.model.sources]
        if new and (not self.model.sources or self.model.form in BY_ROUNDS):
            self.model.learn(
                [
                    Told(
                        match.label,
                        match.round,
                        tuple(entrant for entrant in matches[match.label][0] if isinstance(entrant, int)),
                        match.group,
                    )
                    for match in new
                ]
            )
            self.same("the promises", self.model.faults, [])

    def compare_standings(self) -> None:
        now = standings_now(Stage.objects.select_related("tournament").get(pk=self.stage.pk))
        tables = {key: list(rows) for key, rows in now.groups.items()} or {"": list(now.rows)}
        actual = {key: [self._row(row) for row in rows] for key, rows in tables.items()}
        expected = {key: [tuple(row) for row in rows] for key, rows in self.model.tables().items()}
        if self.model.bracket and not self.model.over:
            actual, expected = _unordered(actual), _unordered(expected)
        self.same("the standings", actual, expected)

    def _row(self, row: Any) -> tuple[object, ...]:
        tally = row.tally
        columns = (
            *(tally.played, tally.walkovers, tally.won, tally.level, tally.lost, tally.byes),
            *(tally.games_won, tally.games_lost, tally.points_for, tally.points_against),
        )
        return row.place, self.numbers[str(row.entrant)], row.match_points, columns, row.tie_breaks


def _unordered(tables: dict[str, Any]) -> Any:
    """Return the sorted rows of each group without their places, to compare them regardless of order."""
    return {key: sorted(row[1:4] for row in rows) for key, rows in tables.items()}
