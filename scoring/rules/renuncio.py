"""A renuncio found when the next trick was led: one side has every card point, or the referee sets them.

MAR-IRR-2, and COM-IRR-1 for the other games in which somebody owes something to a trick.
"""

from scoring.rules.asked import Counted
from scoring.rules.card_game import Check
from scoring.rules.hand import Field, Hand
from scoring.rules.options import Option, choice
from scoring.rules.profile import Profile
from scoring.sentences import _, sentence
from scoring.types import Finding, HandState, Scores


def renuncio_option(rule: str, all_points: str) -> Option:
    """Make the option that says what an adjusted hand holds; `all_points` are the words for the usual way."""
    words = {"all_points": all_points, "director_sets": _("The referee sets the points")}
    return choice("renuncio", _("After a renuncio"), rule, words)


RENUNCIO = renuncio_option("COM-IRR-1", _("All points to the other side"))


def after_a_renuncio(points: Field[Scores], total: Counted, rule: str) -> Check:
    """Make the check that a hand adjusted after a renuncio gives one side everything, where that holds."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        ruled = hand.state is HandState.ADJUSTED and profile.options["renuncio"] == "all_points"
        if not ruled or total(profile) in hand[points]:
            return None
        return Finding("adjusted_otherwise", rule, sentence(_OTHER_RULING), f"/{points.key}", "warning")

    return check


_OTHER_RULING = _(
    "A renuncio gives all card points to the other side. Is this another ruling of the referee?"
)
