"""A worked example that shows the effect of the house rules on five invented pairs.

All pairs met. A, B and C have equal points and each beat one of the other two, so the direct match does not
separate them. By game difference A is first (+4 against +3), by point difference B (+61 against +38).

         A    B    C    D    E    games  points      rounds
    A    -   2-1  1-2  2-0  2-0   7-3    331-293     1 C, 3 B, 4 D, 5 E
    B   1-2   -   2-0  2-1  2-1   7-4    366-305     2 D, 3 A, 4 E, 5 C
    C   2-1  0-2   -   2-1  2-1   6-5    347-335     1 A, 2 E, 3 D, 5 B
    D   0-2  1-2  1-2   -   2-0   4-6    291-325     1 E, 2 B, 3 C, 4 A
    E   0-2  1-2  1-2  0-2   -    2-8    268-345     1 D, 2 C, 4 B, 5 A

If a match is worth its net score, five players take turns at a table of four. The lot order is
C, A, B, D, E.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tables import Row, TieBreakStep, standings, why
from tournaments.competition.standings.tally import USUAL, MatchPoints
from tournaments.competition.types import EntrantId, Pairing, Result

ENTRANTS = tuple(map(EntrantId, "ABCDE"))
LOT = tuple(map(EntrantId, "CABDE"))
TARGETS = (35, 35, 45)

MATCHES = (
    (1, "AC", "6-37 35-26 35-45"),
    (1, "DE", "36-14 36-34"),
    (2, "BD", "36-16 22-38 46-12"),
    (2, "CE", "6-38 35-25 47-31"),
    (3, "AB", "35-21 26-38 45-20"),
    (3, "CD", "35-31 19-35 45-26"),
    (4, "AD", "37-28 37-33"),
    (4, "BE", "26-38 37-11 47-32"),
    (5, "AE", "37-24 38-21"),
    (5, "BC", "37-23 36-29"),
)
TABLES = (
    (1, "ABCD", "9 -5 3 -7"),
    (2, "CDEA", "-6 5 -5 6"),
    (3, "EBDC", "-3 -5 3 5"),
    (4, "BAED", "3 -5 3 -1"),
    (5, "CABE", "1 -7 10 -4"),
)


class WorkedExample(NamedTuple):
    """The worked example: standings, decisive tie-break, and a tie-break that would change the leader."""

    stage: StageState
    rows: tuple[Row, ...]
    steps: tuple[TieBreakStep, ...]
    # The tie-break that would change the first place if it came first, empty if none would.
    turning: str
    # The entrant that would then be first. None if none would.
    instead: EntrantId | None

    @property
    def first(self) -> EntrantId:
        """The entrant in first place."""
        return self.rows[0].entrant

    @property
    def second(self) -> EntrantId:
        """The entrant in the second row of the example, who may be tied for first place."""
        return self.rows[1].entrant

    @property
    def deciding(self) -> str:
        """The key of the tie-break that separates the first two entrants; empty if the two are tied."""
        last = self.steps[-1]
        return last.key if last.first != last.second else ""


def worked_example(
    tie_breaks: Sequence[str], match_points: MatchPoints = USUAL, *, by_net: bool = False
) -> WorkedExample:
    """Compute the worked example with the given rules."""
    stage = example_stage(match_points, by_net=by_net)
    rows = standings(stage, tie_breaks)
    turned = next(_tie_breaks_with_other_leader(stage, tie_breaks, rows[0].entrant), ("", None))
    return WorkedExample(stage, rows, why(stage, tie_breaks, rows[0].entrant, rows[1].entrant), *turned)


def _tie_breaks_with_other_leader(
    stage: StageState, tie_breaks: Sequence[str], first: EntrantId
) -> Iterator[tuple[str, EntrantId | None]]:
    for key in tie_breaks:
        leader = standings(stage, (key, *(each for each in tie_breaks if each != key)))[0].entrant
        if leader != first:
            yield key, leader


def example_stage(match_points: MatchPoints = USUAL, *, by_net: bool = False) -> StageState:
    """Return the stage of the worked example; with `by_net`, four entrants play at each table."""
    if by_net:
        meetings = tuple(_at_table(*each) for each in TABLES)
        return StageState(ENTRANTS, meetings, games_to_win=1, sides=4, by_net=True, lots=(LOT,))
    meetings = tuple(_match(*each) for each in MATCHES)
    return StageState(ENTRANTS, meetings, values=match_points, targets=TARGETS, lots=(LOT,))


def _match(turn: int, sides: str, scores: str) -> Meeting:
    games = tuple((int(first), int(second)) for first, _dash, second in _split_scores(scores))
    ahead = sum(first > second for first, second in games)
    return Meeting(f"R{turn}.{sides}", _pairing(sides), Result(int(2 * ahead < len(games)), games), turn)


def _split_scores(scores: str) -> Iterator[tuple[str, str, str]]:
    return (game.partition("-") for game in scores.split())


def _at_table(turn: int, sides: str, nets: str) -> Meeting:
    game = tuple(map(int, nets.split()))
    winner = game.index(max(game)) if game.count(max(game)) == 1 else None
    return Meeting(f"R{turn}.1", _pairing(sides), Result(winner, (game,), winners=(winner,)), turn)


def _pairing(sides: str) -> Pairing:
    return tuple(map(EntrantId, sides))
