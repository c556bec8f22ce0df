"""The allowed state changes of tournaments, stages and matches.

A service updates a row only if its state is in `states_before(...)`, so that only one of two concurrent
changes succeeds.
"""

from collections.abc import Mapping

# The states that may follow each state.
Machine = Mapping[str, frozenset[str]]


def _machine(moves: Mapping[str, str]) -> Machine:
    return {state: frozenset(following.split()) for state, following in moves.items()}


TOURNAMENT: Machine = _machine(
    {
        "entries": "playing",
        "playing": "entries over",  # back to "entries" while the draw can still be undone
        "over": "playing",
    }
)

STAGE: Machine = _machine(
    {
        "planned": "drawing",
        "drawing": "planned playing",  # a draw is undone if its job failed
        "playing": "planned drawing over",  # "drawing" again when a round is paired from the results
        "over": "playing",
    }
)

MATCH: Machine = _machine(
    {
        "waiting": "ready bye walkover",  # awarded before the entrants are free
        # from ready directly to signed: a result without hands
        "ready": "playing disputed signed confirmed walkover bye waiting",
        # ready again when all hands are deleted; awarded when an entrant leaves
        "playing": "ready disputed signed confirmed walkover",
        "disputed": "ready playing signed confirmed walkover",
        "signed": "confirmed playing disputed walkover",  # reopened by the director, or decided without play
        "confirmed": "playing disputed walkover",
        # undone: the absent entrants arrived after all
        "walkover": "waiting ready playing disputed confirmed",
        "bye": "waiting ready",  # the previous match was reopened or its outcome was corrected
    }
)

FIRST_STATE: Mapping[str, str] = {"tournament": "entries", "stage": "planned", "match": "waiting"}
AT_A_TABLE = frozenset({"ready", "playing", "disputed"})
OVER = frozenset({"signed", "confirmed", "walkover", "bye"})


def allowed(machine: Machine, before: str, after: str) -> bool:
    """Return True if a change from the state `before` to the state `after` is allowed."""
    return after in machine[before]


def states_before(machine: Machine, after: str) -> frozenset[str]:
    """Return the states from which `after` can be reached, for the WHERE clause of an UPDATE."""
    return frozenset(state for state, following in machine.items() if after in following)
