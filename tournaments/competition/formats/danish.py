"""Danish: in each round the first in the standings meets the second, the third the fourth, and so on.

At tables of two, rematches are avoided if possible: everybody meets the nearest new opponent in the
standings, so that the sum of the squared distances in places is minimal (`pairing.py`). An option allows
rematches from the first round on, as in Denmark. At tables of three to five the standings fill one table
after the other: neighbours in the standings play together, and rematches could hardly be avoided with so many
opponents.

If the entrants do not fill the tables, byes go to the lowest of the entrants with the fewest byes.
"""

from collections.abc import Sequence

from scoring.game_parts.profile import choice
from scoring.types import _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts import pairing
from tournaments.competition.format_parts.format import Format, Options, RoundByRound
from tournaments.competition.format_parts.matching import Cost
from tournaments.competition.format_parts.round_faults import SEATING
from tournaments.competition.standings.qualifying import ADVANCE
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tables import standings
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS
from tournaments.competition.types import EntrantId, Pairing


def next_round(stage: StageState) -> tuple[Pairing, ...]:
    """Return the pairings of the next round."""
    order = by_standings(stage, pairing.present(stage))
    if stage.sides > 2:
        return pairing.resting_and_tables(order, stage)
    if stage.options["rematches"] == "allowed":
        return seated_in_order(order, stage)
    return pairing.pair_by(
        order, stage, pairing.PairingRules(cost, lambda first, window: near(first, window, len(order)))
    )


def by_standings(stage: StageState, entrants: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """Return the entrants in the order of the standings, best first."""
    chain = stage.tie_breaks or DEFAULT_TIE_BREAKS
    return tuple(row.entrant for row in standings(stage, chain) if row.entrant in set(entrants))


def seated_in_order(order: Sequence[EntrantId], stage: StageState) -> tuple[Pairing, ...]:
    """Return pairings of neighbours in the given order, even if they have met before."""
    tables = pairing.resting_and_tables(order, stage)
    pairs = tuple(table for table in tables if len(table) == stage.sides)
    return (*pairing.seated(pairs, stage), *tables[len(pairs) :])


def cost(first: int, second: int) -> Cost:
    """Return the cost of a pair: the squared number of entrants between the two; 0 for neighbours."""
    return ((second - first - 1) ** 2,)


def near(first: int, window: int, count: int) -> range:
    """Return the positions in the standings that follow position `first`, at most `window` positions."""
    return range(first + 1, min(count, first + window + 1))


def promises(options: Options, sides: int) -> frozenset[str]:
    """Return the guarantees about seating and byes and, at tables with two sides, about rematches."""
    avoided = sides == 2 and options["rematches"] == "avoided"
    return SEATING | {"second_bye", "bye_not_lowest"} | ({"rematch"} if avoided else set())


FORMAT = Format(
    key="danish",
    listed=7,
    name=_("Danish"),
    about=_("After each round the first meets the second, the third the fourth, and so on."),
    fewest=2,
    most=1024,
    sides=range(2, 6),
    family=Family.BY_PLACE,
    options=(
        pairing.ROUNDS,
        choice(
            "rematches",
            _("Rematches at tables of two"),
            "",
            {"avoided": _("Avoided while they can be"), "allowed": _("Allowed from the start")},
            about=_("Whether the same two may meet again."),
        ),
        pairing.LATE,
        ADVANCE,
    ),
    paired=RoundByRound(pairing.rounds, next_round),
    promises=promises,
)
