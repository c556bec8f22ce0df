"""Whether the standings of a stage are held back from everybody, and after which round."""

from django.utils import timezone

from tournaments.formats import FORMATS
from tournaments.models import Stage
from tournaments.rules.holding import held_after
from tournaments.selectors.official import settled_now


def held_now(stage: Stage) -> int | None:
    """Return the round after which everybody sees the standings as they were; None where they are open.

    The stage's tournament must be fetched with it.
    """
    until = stage.tournament.standings_until
    if until is None:
        return None
    return held_after(until, FORMATS[stage.format], settled_now(stage, timezone.now()).standing)
