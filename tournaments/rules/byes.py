"""Why a slot stays empty: each reason once, with the sentence that tells it.

Byes by the draw fall in the first round only and to the best seeds (`seeding.py`); the others come
from matches nobody won or nobody lost.
"""

from collections.abc import Mapping

from scoring.sentences import Sentence, _

NO_OPPONENT = "no_opponent"
DOUBLE_WALKOVER = "double_walkover"
WITHDRAWAL = "withdrawal"
DISQUALIFICATION = "disqualification"
NO_LOSER = "no_loser"
DECIDED = "decided"

BYE_REASONS: Mapping[str, str] = {
    NO_OPPONENT: _("Bye: the draw gives no opponent in this round."),
    DOUBLE_WALKOVER: _("Bye: nobody won the match the opponent would have come from."),
    WITHDRAWAL: _("Bye: the opponent has left the tournament."),
    DISQUALIFICATION: _("Bye: the opponent was disqualified."),
    NO_LOSER: _("Bye: nobody lost the match the opponent would have come from."),
    DECIDED: _("Not played: the final decided it, and its winner had lost to nobody."),
}


def bye_sentence(reason: str) -> Sentence:
    """Say why a side has no opponent."""
    return Sentence(BYE_REASONS[reason])
