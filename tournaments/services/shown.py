"""What a change of a tournament is called in its journal: what is shown to whom is told apart."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Tournament


def act_of(tournament: Tournament, values: Mapping[str, Any]) -> str:
    """Return the kind of the line for these values, the tournament being as it was before."""
    new = {name: value for name, value in values.items() if getattr(tournament, name) != value}
    if "standings_until" in new:
        return "standings_freed" if new["standings_until"] is None else "standings_held"
    if "closed_pages" in new:
        return "pages_closed" if new["closed_pages"] else "pages_opened"
    if "embeddable" in new:
        return "embedding_allowed" if new["embeddable"] else "embedding_stopped"
    return "tournament_changed"
