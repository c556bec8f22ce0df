"""Standings held back: from a round on everybody but the desk sees them as they were after it.

The organiser says after which round, and lifts it; results that are official are there for everybody, so it
ends with them by itself. It holds standings that are made round by round. Where who wins goes on, or a cut
after each round puts some out, the next pairing tells the places: there is nothing to hold back.
"""

from collections.abc import Iterable

from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.correction_policies import SettledState
from tournaments.competition.format_parts.format import Format

MOST_ROUNDS = 999


def by_rounds(form: Format) -> bool:
    """Whether the standings of a format are made by the results of its rounds alone."""
    return not form.bracket and form.reached is None


def held_after(until: int | None, form: Format, standing: SettledState) -> int | None:
    """Return the round after which everybody sees the standings as they were, None: as they are."""
    if until is None or standing is SettledState.OFFICIAL or not by_rounds(form):
        return None
    return until


def holds_back(until: int | None, rounds: Iterable[int]) -> int | None:
    """Return the same where there is anything to hold back: a result of a later round."""
    return until if until is not None and any(each > until for each in rounds) else None


def check_until(until: int | None) -> None:
    """Raise BadSetup for what is no round."""
    if until is None or 1 <= until <= MOST_ROUNDS:
        return
    sentence = Sentence(_("Give a round from 1 to %(most)s, or none."), {"most": MOST_ROUNDS})
    problem = Problem("standings_until_range", "", "error", "/standings_until", sentence)
    raise BadSetup("standings_until_range", sentence, (problem,))
