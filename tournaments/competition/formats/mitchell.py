"""Mitchell: half of the entrants stay at their tables; the others move on by one table each round.

Odd lines stay seated, so the seeds are spread over both halves. With an odd number of entrants a different
seated entrant has a bye in each round. Seated entrants only meet moving entrants, so each half has its own
standings, unless the option `one_standings` is set.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from scoring.game_parts.profile import number, switch
from scoring.types import NoPairing, Sentence, _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.format import AtTheDraw, Format, Options, always
from tournaments.competition.format_parts.schedules import Schedule, Turn, planned
from tournaments.competition.standings.qualifying import ADVANCE
from tournaments.competition.types import EntrantId, Group, Plan


def structure(entrants: Sequence[EntrantId], options: Options, _sides: int) -> Plan:
    """Return the matches of all rounds; the number of a match is the table of its stationary side."""
    rounds = rounds_for(len(entrants), options)
    turns = tuple(_turn(turn, len(entrants)) for turn in range(rounds))
    matches = planned([Schedule(turns, range(1, len(entrants) + 1))], len(entrants))
    sitting, moving = tuple(entrants[::2]), tuple(entrants[1::2])
    groups = () if options["one_standings"] else (Group("NS", sitting), Group("EW", moving))
    return Plan(tuple(entrants), matches, rounds, groups=groups)


def rounds_for(entrants: int, options: Options) -> int:
    """Return the chosen number of rounds, by default one per table.

    Raise NoPairing if the chosen number is so high that entrants would meet a second time.
    """
    tables, chosen_rounds = (entrants + 1) // 2, cast(int, options["rounds"])
    if chosen_rounds > tables:
        text = _(
            "%(count)s teams sit at %(tables)s tables: in round %(next)s they would meet somebody again. "
            "Play at most %(tables)s rounds."
        )
        values = {"count": entrants, "tables": tables, "next": tables + 1}
        raise NoPairing("too_many_rounds", Sentence(text, values))
    return chosen_rounds or tables


def _turn(turn: int, entrants: int) -> Turn:
    """Return the pairing of each table in a round; an entrant without an opponent has a bye."""
    tables = (entrants + 1) // 2
    pairings = ((2 * table + 1, 2 * ((table - turn) % tables) + 2) for table in range(tables))
    return tuple(tuple(line for line in pairing if line <= entrants) for pairing in pairings)


FORMAT = Format(
    key="mitchell",
    listed=8,
    name=_("Mitchell"),
    about=_("Half of the hall stays seated, the others move on one table each round."),
    fewest=2,
    most=1024,
    sides=range(2, 3),
    family=Family.FIXED,
    options=(
        number(
            "rounds",
            _("Number of rounds"),
            "",
            0,
            range(65),
            about=_("Left to itself: one for each table, so that all who move meet all who sit."),
            zero=_("one for each table"),
        ),
        switch(
            "one_standings",
            _("One standings for those who sit and those who move"),
            "",
            about=_("Otherwise each half has standings of its own."),
        ),
        replace(ADVANCE, label=_("Qualify for the next stage, from each standings")),
    ),
    paired=AtTheDraw(structure),
    promises=always("rematch", "second_bye"),
)
