"""A cross table with the results of a small stage, used to test every tie-break.

         A      B      C      D    won level lost  games  points    match points
    A    -     2-1    0-2    2-0    2    0    1     4-3   225-205   2
    B   1-2     -     2-0    1-1    1    1    1     4-3   245-217   3/2
    C   2-0    0-2     -     2-1    2    0    1     4-3   224-224   2
    D   0-2    1-1    1-2     -     0    1    2     2-5   197-245   1/2

The targets of the games are 35, 35 and 45; 37 points count as 35 if games are counted up to their targets. A,
B and C won one match each against each other, with these games won and lost: A 2-3, B 3-2, C 2-2. E has a
bye. F beat G by walkover: F has a win and 2-0 in games, but no points, and F and G have not met (COM-WO-1).
"""

from tests.format_parts.builders import meetings
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import Bye, EntrantId, Walkover

A, B, C, D, E, F, G = (EntrantId(name) for name in "ABCDEFG")

PLAYED = meetings(
    ("A", "B", "35-30 30-35 45-43"),
    ("C", "D", "35-28 30-35 45-44"),
    ("A", "C", "20-35 25-37"),
    ("B", "D", "35-30 30-35"),
    ("A", "D", "35-10 35-15"),
    ("B", "C", "35-22 37-20"),
)
UNPLAYED = (
    Meeting("R4.1", (E,), Bye(0, "no_opponent")),
    Meeting("R4.2", (F, G), Walkover(0, "absent")),
)
TABLE = StageState((A, B, C, D, E, F, G), PLAYED + UNPLAYED, lots=((D, A, C, B),), targets=(35, 35, 45))
