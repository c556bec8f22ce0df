"""The public pages of circuits: standings, points in each tournament, and scoring rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.games import CARD_GAMES
from scoring.translation import joined as joined_names
from tournaments.competition.types import Counted, Sharing
from tournaments.models import Circuit, Club, Tournament
from tournaments.season.selectors import circuits as circuit_selectors
from tournaments.season.selectors.ratings import rated_games
from tournaments.standings.public.numbers import in_parts
from tournaments.web import frame, page_cache
from tournaments.web.words import day, instant, joined

A_PAGE = 100


@dataclass(frozen=True)
class CircuitEvent:
    """A tournament of the circuit and its number in the circuit."""

    number: int
    tournament: Tournament
    words: str


@dataclass(frozen=True)
class CircuitCell:
    """The points of an entrant in one tournament; empty if the entrant did not play in it."""

    number: int
    points: str = ""
    place: int | None = None
    counts: bool = True


@dataclass(frozen=True)
class LineView:
    """One row of the standings for the template."""

    place: int
    shared: bool
    names: str
    total: str
    cells: tuple[CircuitCell, ...]


def circuits(request: HttpRequest) -> HttpResponse:
    """Show the circuits of the club, with links to the ratings."""
    games = [{"key": key, "name": _(CARD_GAMES[key].name)} for key in rated_games() if key in CARD_GAMES]
    club, public_circuits = Club.objects.current(), circuit_selectors.circuits_shown()

    def page() -> HttpResponse:
        context = {"club": club, "circuits": public_circuits, "games": games}
        return render(request, "season/circuits.html", context)

    listed = tuple((each.slug, each.name) for each in public_circuits)
    return page_cache.answer_of(request, (club.name, listed, tuple(game["key"] for game in games)), page)


def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """Show the standings of a circuit as last computed."""
    chosen_circuit = circuit_selectors.found_circuit(circuit)
    if chosen_circuit is None:
        raise Http404
    club, tournaments, up_to_date = (
        Club.objects.current(),
        circuit_selectors.tournaments_of(chosen_circuit),
        circuit_selectors.is_up_to_date(chosen_circuit),
    )
    versions = tuple((each.pk, each.version) for each in tournaments)
    made_of = (
        club.name,
        chosen_circuit.name,
        chosen_circuit.counted,
        circuit_selectors.scale_of(chosen_circuit),
        chosen_circuit.computed_at,
        up_to_date,
        versions,
    )
    return page_cache.answer_of(
        request,
        made_of,
        lambda: _standings(request, chosen_circuit, tournaments, club, up_to_date=up_to_date),
    )


def _standings(
    request: HttpRequest, circuit: Circuit, tournaments: Sequence[Tournament], club: Club, *, up_to_date: bool
) -> HttpResponse:
    page = Paginator(circuit_selectors.lines_of(circuit), A_PAGE).get_page(
        frame.number_asked(request, "pagina") or 1
    )
    lines = circuit_selectors.lines_now(list(page), tournaments)
    context = {
        "club": club,
        "circuit": circuit,
        "of_pairs": circuit.counted == Counted.PAIRS,
        "events": [_event(number, each) for number, each in enumerate(tournaments, start=1)],
        "rows": _rows(lines, tournaments),
        "ties": tie_words(lines),
        "page": page,
        "query": "?",
        "as_of": instant(circuit.computed_at) if circuit.computed_at else "",
        "up_to_date": up_to_date,
        "terms": terms(circuit),
        "table": points_words(circuit),
    }
    return render(request, "season/circuit.html", context)


def _event(number: int, tournament: Tournament) -> CircuitEvent:
    return CircuitEvent(number, tournament, joined(day(tournament.starts_at), str(STATES[tournament.state])))


STATES = {
    "entries": gettext_lazy("to be played"),
    "playing": gettext_lazy("being played"),
    "over": "",
}


def _rows(lines: Sequence[circuit_selectors.LineNow], tournaments: Sequence[Tournament]) -> list[LineView]:
    places = [line.place for line in lines]
    return [
        LineView(
            line.place,
            places.count(line.place) > 1,
            ", ".join(person.name for person in line.people),
            in_parts(line.total),
            tuple(
                _cell(number, line.results.get(each.pk)) for number, each in enumerate(tournaments, start=1)
            ),
        )
        for line in lines
    ]


def tie_words(lines: Sequence[circuit_selectors.LineNow]) -> list[str]:
    """Return a sentence for each pair of neighbouring rows with equal totals and different places."""
    return [
        _("%(first)s before %(second)s on the same points: %(one)s against %(other)s.")
        % {
            "first": _people(first),
            "second": _people(second),
            "one": _counted(first),
            "other": _counted(second),
        }
        for first, second in pairwise(lines)
        if first.total == second.total and first.place != second.place
    ]


def _people(line: circuit_selectors.LineNow) -> str:
    return joined_names(person.name for person in line.people)


def _counted(line: circuit_selectors.LineNow) -> str:
    """Return the points of the counted results as text, best result first: "60 + 40"."""
    counted = sorted((result.points for result in line.results.values() if result.counts), reverse=True)
    return " + ".join(in_parts(points) for points in counted)


def _cell(number: int, result: circuit_selectors.CircuitResult | None) -> CircuitCell:
    if result is None:
        return CircuitCell(number)
    return CircuitCell(number, in_parts(result.points), result.place, result.counts)


def terms(circuit: Circuit) -> list[str]:
    """Return the scoring rules of a circuit as sentences."""
    return [
        _("The points of a pair count for the same two players together.")
        if circuit.counted == Counted.PAIRS
        else _("Everybody has the points of the pair or team they played in."),
        _best(circuit.best),
        _("Who shares a place has the part of each of the points of the places shared.")
        if circuit.sharing == Sharing.SPLIT
        else _("Who shares a place has its points in full."),
        _("Only tournaments that are over count. Who was sent away has no points."),
        _(
            "With as many points, the better single result is ahead, then the second best and so on, "
            "of those that count. Who is still level shares the place."
        ),
    ]


def _best(best: int) -> str:
    if not best:
        return _("All results count.")
    words = ngettext("Of each the best result counts.", "Of each the %(count)d best results count.", best)
    return words % {"count": best}


def points_words(circuit: Circuit) -> list[tuple[str, int]]:
    """Return each place as text with its points; the last item is for all further places."""
    table = [(str(place), points) for place, points in enumerate(circuit.points, start=1)]
    after = _("from %(place)s on") % {"place": len(table) + 1}
    return [*table, (after, circuit.beyond)]
