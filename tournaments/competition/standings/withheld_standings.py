"""Withheld standings: after a chosen round only the director sees the current standings.

The public sees the standings after that round. The organiser sets the round and ends the withholding;
official results end the withholding automatically. Standings can only be withheld if they are made round by
round. In formats where winners advance or a cut eliminates entrants, the next pairing would reveal the places
anyway.
"""

from collections.abc import Iterable

from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.correction_policies import SettledState
from tournaments.competition.format_parts.format import Format

MOST_ROUNDS = 999


def by_rounds(form: Format) -> bool:
    """Return True if the standings of a format depend only on the results of the rounds."""
    return not form.bracket and form.reached is None


def held_after(until: int | None, form: Format, standing: SettledState) -> int | None:
    """Return the round after which the public standings are no longer updated; None if they are current."""
    if until is None or standing is SettledState.OFFICIAL or not by_rounds(form):
        return None
    return until


def holds_back(until: int | None, rounds: Iterable[int]) -> int | None:
    """Return `until` if a later round has a result that must be withheld, else None."""
    return until if until is not None and any(each > until for each in rounds) else None


def check_until(until: int | None) -> None:
    """Raise BadSetup unless `until` is None or a possible round number."""
    if until is None or 1 <= until <= MOST_ROUNDS:
        return
    sentence = Sentence(_("Give a round from 1 to %(most)s, or none."), {"most": MOST_ROUNDS})
    problem = Problem("standings_until_range", "", "error", "/standings_until", sentence)
    raise BadSetup("standings_until_range", sentence, (problem,))
