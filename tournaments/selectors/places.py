"""The place of a team in the standings of a stage, as the pages show it."""

from dataclasses import dataclass
from uuid import UUID

from tournaments.formats import FORMATS
from tournaments.models import Stage
from tournaments.selectors.standings import StandingsNow


@dataclass(frozen=True)
class PlaceNow:
    """A place, or the first and the last of those shared; of how many, in which stage and group."""

    stage: Stage
    first: int
    last: int
    of: int
    group: str = ""
    held: int | None = None
    """The round after which it is the place, where those since then are held back."""


def place_in(stage: Stage, now: StandingsNow, team_id: UUID) -> PlaceNow | None:
    """Return the place of a team in a stage; None where it does not stand, or is in a bracket still."""
    who = str(team_id)
    for group, rows in (now.groups or {"": now.rows}).items():
        row = next((row for row in rows if row.entrant == who), None)
        if row is None:
            continue
        if not FORMATS[stage.format].bracket:
            return PlaceNow(stage, row.place, row.place, len(rows), group, now.held)
        placing = now.placing.get(who)
        return PlaceNow(stage, placing.first, placing.last, len(rows)) if placing else None
    return None
