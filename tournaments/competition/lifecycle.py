"""What may become of a tournament, a stage and a match: tables of allowed moves.

A service moves a row only `where state in states_before(...)`, so two who move it at once cannot both win.
"""

from collections.abc import Mapping

Machine = Mapping[str, frozenset[str]]
"""To each state, the states that may follow it."""


def _machine(moves: Mapping[str, str]) -> Machine:
    return {state: frozenset(following.split()) for state, following in moves.items()}


TOURNAMENT: Machine = _machine(
    {
        "entries": "playing",
        "playing": "entries over",  # back to the entries while the draw can still be taken back
        "over": "playing",
    }
)

STAGE: Machine = _machine(
    {
        "planned": "drawing",
        "drawing": "planned playing",  # a draw whose job could not be done is taken back
        "playing": "planned drawing over",  # drawing again when a round is paired from the results
        "over": "playing",
    }
)

MATCH: Machine = _machine(
    {
        "waiting": "ready bye walkover",  # given away before who plays it was free
        # from ready straight to signed: a result without hands
        "ready": "playing disputed signed confirmed walkover bye waiting",
        # ready again when every hand is struck; given away when somebody leaves
        "playing": "ready disputed signed confirmed walkover",
        "disputed": "ready playing signed confirmed walkover",
        "signed": "confirmed playing disputed walkover",  # reopened by the director, or decided without play
        "confirmed": "playing disputed walkover",
        "walkover": "waiting ready playing disputed confirmed",  # taken back: they came after all
        "bye": "waiting ready",  # the match behind it was reopened or its outcome corrected
    }
)

FIRST_STATE: Mapping[str, str] = {"tournament": "entries", "stage": "planned", "match": "waiting"}
AT_A_TABLE = frozenset({"ready", "playing", "disputed"})
OVER = frozenset({"signed", "confirmed", "walkover", "bye"})


def allowed(machine: Machine, before: str, after: str) -> bool:
    """Whether this state may follow that one."""
    return after in machine[before]


def states_before(machine: Machine, after: str) -> frozenset[str]:
    """The states this one may follow: the condition of an UPDATE."""
    return frozenset(state for state, following in machine.items() if after in following)
