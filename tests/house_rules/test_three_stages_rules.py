"""Standings of three stages with the same results but different tie-breaks or match points.

The expected orders are calculated by hand:

         A                     B                     C                     D
    A    -                     35-30 20-35 45-40     10-35 30-35           35-20 35-25
    B    30-35 35-20 40-45     -                     35-15 35-25           35-30 35-31
    C    35-10 35-30           15-35 25-35           -                     35-10 30-35 45-20
    D    20-35 25-35           30-35 31-35           10-35 35-30 20-45     -

         won        games   points made and conceded                       difference
    A    B, D       4-3     100-105 + 40-70 + 70-45  = 210-220             -10
    B    C, D       5-2     105-100 + 70-40 + 70-61  = 245-201             +44
    C    A, D       4-3     70-40 + 40-70 + 110-65   = 220-175             +45
    D    nobody     1-6     45-70 + 61-70 + 65-110   = 171-250             -79

A, B and C have two match points each, and each beat one of the other two: the direct matches leave them tied.

1. Direct match, game difference, points scored: B +3; C and A +1 each, and C made 220, A 210. B C A D.
2. Point difference: C +45, B +44, A -10. C B A D.
3. Direct match, then the lot in the order C, A, B, D: C A B D.

Three stages with different match points, over matches of two games: 1-1 is a draw. S also has a bye.

         P          Q          R          S          won  level  lost
    P    -          1-1        1-1        2-0        1    2      0
    Q    1-1        -          2-0        0-2        1    1      1
    R    1-1        0-2        -          2-0        1    1      1
    S    0-2        2-0        0-2        -          1    0      2

1. Win 1, level 1/2, loss 0, bye 1: P 2, S 1 + 1 = 2, Q and R 1 1/2. P beat S, Q beat R. P S Q R.
2. Win 3, level 1, loss 0, bye 0: P 5, Q and R 4, S 3. Points made: R 145, Q 135. P R Q S.
3. Win 2, level 0, loss 1, bye 0: S 4, Q and R 3, P 2. Q beat R. S Q R P.
"""

import pytest

from tests.format_parts.builders import meetings
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tables import standings
from tournaments.competition.standings.tally import read_match_points
from tournaments.competition.types import Bye, EntrantId

A, B, C, D = map(EntrantId, "ABCD")
PLAYED = meetings(
    ("A", "B", "35-30 20-35 45-40"),
    ("A", "C", "10-35 30-35"),
    ("A", "D", "35-20 35-25"),
    ("B", "C", "35-15 35-25"),
    ("B", "D", "35-30 35-31"),
    ("C", "D", "35-10 30-35 45-20"),
)


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        pytest.param(("direct", "game_difference", "points_scored"), "BCAD", id="games, then points made"),
        pytest.param(("point_difference", "direct"), "CBAD", id="one point of difference"),
        pytest.param(("direct", "lot"), "CABD", id="the lot"),
    ],
)
def test_standings_follow_the_tie_breaks_of_the_stage(tie_breaks: tuple[str, ...], order: str) -> None:
    stage = StageState((A, B, C, D), PLAYED, lots=((C, A, B, D),), targets=(35, 35, 45))
    rows = standings(stage, tie_breaks)
    assert "".join(row.entrant for row in rows) == order
    assert [row.place for row in rows] == [1, 2, 3, 4]


P, Q, R, S = map(EntrantId, "PQRS")
LEVEL = (
    *meetings(
        ("P", "Q", "35-10 20-35"),
        ("P", "R", "35-20 20-35"),
        ("P", "S", "35-10 35-10"),
        ("Q", "R", "35-10 35-10"),
        ("Q", "S", "10-35 10-35"),
        ("R", "S", "35-10 35-10"),
    ),
    Meeting("R4.1", (S,), Bye(0)),
)


@pytest.mark.parametrize(
    ("points", "tie_breaks", "order"),
    [
        pytest.param({}, ("direct", "points_scored"), "PSQR", id="a bye is a win"),
        pytest.param({"win": 3, "level": 1, "bye": 0}, ("points_scored",), "PRQS", id="three for a win"),
        pytest.param(
            {"win": 2, "level": 0, "loss": 1, "bye": 0}, ("direct",), "SQRP", id="a loss is worth one"
        ),
    ],
)
def test_standings_follow_the_match_points_of_the_stage(
    points: dict[str, object], tie_breaks: tuple[str, ...], order: str
) -> None:
    rows = standings(StageState((P, Q, R, S), LEVEL, values=read_match_points(points)), tie_breaks)
    assert "".join(row.entrant for row in rows) == order
