"""Round robin: everybody meets everybody, once or twice; the standings decide.

With an odd number of entrants one has a bye in every turn. A bye is worth nothing, because everybody has one
bye in each leg.
"""

from collections.abc import Sequence
from typing import cast

from scoring.game_parts.profile import number
from scoring.types import _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.format import AtTheDraw, Format, Options, always
from tournaments.competition.format_parts.schedules import TURNS, Schedule, planned, turns_option
from tournaments.competition.standings.qualifying import ADVANCE
from tournaments.competition.types import EntrantId, Plan


def structure(entrants: Sequence[EntrantId], options: Options, _sides: int) -> Plan:
    """Return the matches of all rounds of all legs."""
    legs, order = cast(int, options["legs"]), cast(str, options["turns"])
    turns = TURNS[order](len(entrants), legs)
    schedule = Schedule(turns, range(1, len(entrants) + 1))
    return Plan(tuple(entrants), planned([schedule], len(entrants)), len(turns))


FORMAT = Format(
    key="round_robin",
    listed=3,
    name=_("Round robin"),
    about=_("Everybody meets everybody; who has most points has won."),
    fewest=2,
    most=128,
    sides=range(2, 3),
    family=Family.FIXED,
    even_byes=True,
    options=(
        number(
            "legs",
            _("Times everybody meets"),
            "",
            1,
            range(1, 3),
            about=_("Once, or twice: twice takes twice as long."),
        ),
        turns_option("berger"),
        ADVANCE,
    ),
    paired=AtTheDraw(structure),
    promises=always("rematch", "second_bye"),
)
