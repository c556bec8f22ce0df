"""Individual: entrants are single players; at each table two players play against the other two.

Each round is paired from the lines and the earlier rounds, in three steps, each of minimum cost:

1. Byes go to the players with the fewest byes, of these to the lowest in match points, then to the last line.
2. Partners: if possible, nobody has the same partner twice; otherwise partners have played the fewest rounds
   together. Then the partner from the circle table of this turn is preferred; in the whole circle table
   everybody partners everybody. Then the player met least often as an opponent is preferred.
3. Tables: two pairs meet so that the number of repeated opponents, then of former partners, is minimal.

The standings are of players: both partners get the result of their side. The worst rounds may be dropped.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

from scoring.game_parts.profile import number
from scoring.types import _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.format import Format, Options, RoundByRound, always
from tournaments.competition.format_parts.matching import cheapest_pairs
from tournaments.competition.format_parts.pairing import (
    LATE,
    byes_had,
    partners_had,
    present,
    rounds_played,
    times_met,
)
from tournaments.competition.format_parts.schedules import circle
from tournaments.competition.standings import qualifying, stage_state, tally
from tournaments.competition.types import EntrantId, Pairing

ROUNDS = number("rounds", _("Rounds"), "", 4, range(1, 31), about=_("How many matches everybody plays."))


def rounds(_entrants: int, options: Options, _sides: int) -> int:
    """Return the chosen number of rounds."""
    return int(str(options[ROUNDS.key]))


def next_round(stage: stage_state.StageState) -> tuple[Pairing, ...]:
    """Return the tables of the next round: seats 0 and 2 are partners, and so are seats 1 and 3."""
    players = present(stage)
    resting = who_rests(players, stage)
    pairs = partners([player for player in players if player not in resting], stage)
    tables = opponents(pairs, stage)
    return *tables, *((player,) for player in resting)


def who_rests(entrants: Sequence[EntrantId], stage: stage_state.StageState) -> Pairing:
    """Return the players who get a bye.

    The order is: fewest byes, then fewest match points, then the last place in `entrants`.
    """
    byes = byes_had(stage)
    last_line_first = tuple(reversed(entrants))
    lowest_first = sorted(last_line_first, key=lambda player: (byes[player], stage.match_points(player)))
    return tuple(lowest_first[: len(entrants) % stage.seats])


def partners(sitting: Sequence[EntrantId], stage: stage_state.StageState) -> list[Pairing]:
    """Return the pairs of partners (rule 2 of this module); the player on the better line comes first."""
    had, meetings, wanted = partners_had(stage), times_met(stage), _scheduled_partners(stage)
    edges = {
        (first, second): (had[one][other], int(wanted.get(one) != other), meetings[one][other])
        for (first, one), (second, other) in combinations(enumerate(sitting), 2)
    }
    return [(sitting[first], sitting[second]) for first, second in cheapest_pairs(len(sitting), edges)]


def _scheduled_partners(stage: stage_state.StageState) -> Mapping[EntrantId, EntrantId]:
    """Return the scheduled partner of each player (circle method); the schedule repeats after its end."""
    turns = _turns(len(stage.entrants))
    turn = turns[rounds_played(stage) % len(turns)]
    pairs = [tuple(stage.entrants[position - 1] for position in pair) for pair in turn if len(pair) > 1]
    return {one: other for first, second in pairs for one, other in ((first, second), (second, first))}


@lru_cache(maxsize=16)
def _turns(entrants: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return circle(entrants)


def opponents(pairs: Sequence[Pairing], stage: stage_state.StageState) -> list[Pairing]:
    """Return the tables, each of two pairs (rule 3 of this module), sorted by the lines of the draw."""
    had, meetings = partners_had(stage), times_met(stage)
    edges = {
        (first, second): (
            sum(meetings[player][other] for player, other in product(one, two)),
            sum(had[player][other] for player, other in product(one, two)),
        )
        for (first, one), (second, two) in combinations(enumerate(pairs), 2)
    }
    tables = cheapest_pairs(len(pairs), edges)
    return [_across(pairs[first], pairs[second]) for first, second in tables]


def _across(one: Pairing, other: Pairing) -> Pairing:
    """Return the players of a table in seating order; partners sit opposite each other."""
    return one[0], other[0], one[1], other[1]


FORMAT = Format(
    key="individual",
    listed=10,
    name=_("Individual, a new partner each round"),
    about=_("Everybody enters alone and has a new partner in each round."),
    fewest=4,
    most=256,
    sides=range(2, 3),
    partners=2,
    family=Family.BY_SCORE,
    options=(ROUNDS, tally.DROP_WORST, LATE, qualifying.ADVANCE),
    paired=RoundByRound(rounds, next_round),
    promises=always("second_bye", "bye_not_lowest"),
)
