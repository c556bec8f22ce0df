"""The final standings as one list: each place, or the places that several share, with a name."""

from tournaments.format_parts.format import Placing
from tournaments.models import Stage
from tournaments.standings.selectors import standings_now


def final_places(stage: Stage, *, withheld_too: bool = False) -> list[tuple[str, str]]:
    """Return the places of a stage with the names; empty if each group has places of its own."""
    now = standings_now(stage, withheld_too=withheld_too)
    if now.groups:
        return []
    names = {str(pk): name for pk, name in stage.tournament.teams.values_list("pk", "name")}
    return [(_place(row.place, now.placing.get(row.entrant)), names[row.entrant]) for row in now.rows]


def _place(place: int, span: Placing | None) -> str:
    """Return a place, or the places that the teams that went out together share."""
    return f"{span.first}–{span.last}" if span and span.first != span.last else str(place)
