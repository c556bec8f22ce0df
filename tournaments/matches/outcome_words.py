"""The outcome of a match as text: the winner, and how the match was won."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from tournaments.matches.selectors.matches import MatchNow
from tournaments.models import Outcome
from tournaments.stages.selectors.stage_facts import REOPENED


def outcome_words(match: MatchNow, outcome: Outcome) -> str:
    """Return a sentence with the winner and how the match was won, or the reason why no side wins."""
    if outcome.winner is None:
        return str(NOT_WON.get(outcome.kind, outcome.kind))
    name = match.sides[outcome.winner].name
    return str(WON.get(outcome.kind, WON["result"])) % {"team": name or "?"}


WON: Mapping[str, Any] = {
    "result": gettext_lazy("%(team)s win"),
    "walkover": gettext_lazy("%(team)s win by walkover"),
    "withdrawal": gettext_lazy("%(team)s win: the others have withdrawn"),
    "disqualification": gettext_lazy("%(team)s win: the others are disqualified"),
}


NOT_WON: Mapping[str, Any] = {
    "result": gettext_lazy("Nobody wins: all level"),
    "double_walkover": gettext_lazy("Nobody was there: nobody wins"),
    "double_disqualification": gettext_lazy("All disqualified: nobody wins"),
    "annulled": gettext_lazy("Annulled: it counts for nobody"),
    REOPENED: gettext_lazy("Back at the table: no result yet"),
}
