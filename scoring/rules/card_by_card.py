"""How a game's hands are followed card by card: the part of the mould that the referee and a replay need.

Must not know how a hand is shown, nor what one act after another makes of the table (`acts.py`).
"""

from collections.abc import Callable
from typing import NamedTuple

from scoring.cards.tricks import Trick
from scoring.game_parts.card_game import Check
from scoring.game_parts.declarations import Declaration
from scoring.rules.play import Play
from scoring.rules.referee import Case, Look
from scoring.rules.spoken import spoken
from scoring.sheet.rules.hand import Hand
from scoring.sheet.rules.profile import Profile

CaseOf = Callable[[Hand, Profile, tuple[Trick, ...]], Case]
"""What the referee is shown of a hand, played so far as given; the count need not be known."""


Counting = Callable[[Case], tuple[Declaration, ...]]
"""The declarations of a hand, played so far as given, that count."""


def every_declaration(case: Case) -> tuple[Declaration, ...]:
    """Every declaration counts."""
    return spoken(case.play)


class CardByCard(NamedTuple):
    """The tricks of a hand as one game follows them."""

    play: Play
    """The field they are written in."""
    case: CaseOf
    fault: Check
    """The first illegal act of a whole hand, or what was counted otherwise."""
    declared_after: bool = False
    """Whether one declares once a trick is won, and not before playing to it."""
    counting: Counting = every_declaration
    """What was declared so far and counts: a game may have declarations that come to nothing."""
    looks: tuple[Look, ...] = ()
    """What the referee looks at, beside the cards, in a hand that is still being played."""
    limits: tuple[Check, ...] = ()
    """What is asked then of everything declared so far."""
