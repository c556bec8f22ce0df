"""The final standings as one list: each place, or range of shared places, with the name of an entrant."""

from tournaments.competition.format_parts.format import Placing
from tournaments.competition.standings.final_places import PlaceSpan, final_places, spans
from tournaments.models import Tournament
from tournaments.standings.selectors import standings_of


def final_lines(tournament: Tournament, *, withheld_too: bool = False) -> list[tuple[str, str]]:
    """Return the place and the name of every entrant; empty if the last stage is played in groups.

    Entrants of the last stage have the places of its standings; the places of the other entrants are computed
    by `final_places`.
    """
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
    standings = standings_of(stages, withheld_too=withheld_too)
    last = standings[stages[-1].pk]
    if last.groups:
        return []
    by_stage = [{row.entrant: row.place for row in standings[stage.pk].rows} for stage in stages]
    names = {str(pk): name for pk, name in tournament.teams.values_list("pk", "name")}
    place_texts = {row.entrant: _words(row.place, last.placing.get(row.entrant)) for row in last.rows}
    places = spans(final_places(by_stage))
    return [
        (place_texts.get(entrant) or _words(span.first, span), names[entrant])
        for entrant, span in places.items()
    ]


def _words(place: int, span: Placing | PlaceSpan | None) -> str:
    """Return a place, or the range of places that teams eliminated together share."""
    return f"{span.first}–{span.last}" if span and span.first != span.last else str(place)
