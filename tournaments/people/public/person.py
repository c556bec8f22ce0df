"""The public page of a person: tournaments, places, matches won, partners and best hands over the years."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _, ngettext

from scoring.templatetags.sheet import real, signed
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.formats import FORMATS
from tournaments.models import Club, Person
from tournaments.people.selectors import history as histories
from tournaments.people.selectors.history import Appearance, PlayerHistory, player_history
from tournaments.people.selectors.register import final_persons
from tournaments.permissions import versions_found
from tournaments.teams.public import OUTCOME_WORDS, place_words
from tournaments.teams.selectors import OutcomeOfSide, SheetFigures
from tournaments.templatetags.components import KeyNumber
from tournaments.templatetags.entrants import alone
from tournaments.web.frame import number_asked, way_or_front
from tournaments.web.page_cache import answer_of, panel_versions
from tournaments.web.words import day, joined

MOST_PARTNERS = 12


@dataclass(frozen=True)
class EventRow:
    """One tournament of a person: date, team, place and matches won."""

    url: str
    name: str
    day: str
    team: str
    place: str
    won: str


@dataclass(frozen=True)
class YearRow:
    """One year in the list of years of a person."""

    year: int
    tournaments: int
    won: str
    current: bool


@dataclass(frozen=True)
class BestHand:
    """The hand with which a person scored most points in one card game, and its match."""

    game: str
    points: str
    against: str
    url: str


@dataclass(frozen=True)
class MeetingRow:
    """A match between the two persons of a comparison: tournament, day and outcome."""

    url: str
    tournament: str
    day: str
    outcome: Any


@dataclass(frozen=True)
class PairRow:
    """The players of two sides that played each other, with the numbers of matches won and played."""

    names: str
    against: str
    won: str


@dataclass(frozen=True)
class HeadToHead:
    """The matches between two persons: totals, totals for each pair of sides, and all matches."""

    other: Person
    won: str
    pairs: Sequence[PairRow]
    rows: Sequence[MeetingRow]


def person_page(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Show a person's page; status 404 without a published tournament, 410 if the name was erased."""
    club = Club.objects.current()

    def page() -> HttpResponse:
        history = player_history(person_id, number_asked(request, "anno"))
        if history is None:
            person = final_persons([person_id]).get(person_id)
            if person is not None and person.pk != person_id:
                return redirect("person", person.pk)
            if histories.is_forgotten(person_id):
                return HttpResponseGone(render_to_string("people/person_without_name.html", request=request))
            raise Http404
        context = {"club": club, "against": _against(history, request.GET.get("contro", ""))}
        return render(request, "people/person.html", context | person_view(history))

    return answer_of(request, (club.name, versions_found(), *panel_versions("person")), page)


def person_view(history: PlayerHistory) -> dict[str, Any]:
    """Return the template context of the page of a person."""
    every = [each for appearances in history.years.values() for each in appearances]
    return {
        "person": history.person,
        "numbers": _numbers(every),
        "year": history.year,
        "years": [
            _year(year, year_appearances, history.year) for year, year_appearances in history.years.items()
        ],
        "events": [_event(each) for each in history.appearances],
        "partners": [
            (each.person, won_of(each.won, each.played)) for each in history.partners[:MOST_PARTNERS]
        ],
        "opponents": [
            (each.person, won_of(each.won, each.played)) for each in history.opponents[:MOST_PARTNERS]
        ],
        "best": _best_hands(history.figures),
    }


def _against(history: PlayerHistory, text: str) -> HeadToHead | None:
    try:
        person_id = UUID(text)
    except ValueError:
        return None
    other = final_persons([person_id]).get(person_id)
    if other is None or other.erased_at or other == history.person:
        return None
    meetings = histories.head_to_head(history, other)
    if not meetings:
        return None
    won = sum(each.outcome is OutcomeOfSide.WON for each in meetings)
    rows = [
        MeetingRow(
            way_or_front(each.tournament, "match_sheet", each.match.match.pk),
            each.tournament.name,
            day(each.tournament.starts_at),
            OUTCOME_WORDS[each.outcome].words,
        )
        for each in meetings
    ]
    pairs = [
        PairRow(" – ".join(each.names), " – ".join(each.against), won_of(each.won, each.played))
        for each in histories.pairs_between(meetings)
        if len(each.names) > 1 or len(each.against) > 1
    ]
    return HeadToHead(other, won_of(won, len(meetings)), pairs, rows)


def won_of(won: int, played: int) -> str:
    """Return the numbers of matches won and played as text, such as "3 of 5"."""
    return _("%(won)d of %(played)d") % {"won": won, "played": played}


def _numbers(every: Sequence[Appearance]) -> list[KeyNumber]:
    outcomes = [each for appearance in every for each in appearance.outcomes]
    events = ngettext("tournament", "tournaments", len(every))
    numbers = [KeyNumber(str(len(every)), events)]
    if outcomes:
        words = ngettext(
            "match won of %(played)d", "matches won of %(played)d", outcomes.count(OutcomeOfSide.WON)
        )
        numbers.append(KeyNumber(str(outcomes.count(OutcomeOfSide.WON)), words % {"played": len(outcomes)}))
    return numbers


def _year(year: int, appearances: Sequence[Appearance], number: int) -> YearRow:
    outcomes = [outcome for each in appearances for outcome in each.outcomes]
    return YearRow(
        year, len(appearances), won_of(outcomes.count(OutcomeOfSide.WON), len(outcomes)), year == number
    )


def _event(appearance: Appearance) -> EventRow:
    team, place = appearance.team, appearance.place
    several = len({match.match.stage_id for match, _side in appearance.stood}) > 1
    stage = say(Sentence(FORMATS[place.stage.format].name)) if place and several else ""
    return EventRow(
        url=way_or_front(appearance.tournament, "team", team.pk),
        name=appearance.tournament.name,
        day=day(appearance.tournament.starts_at),
        team="" if alone(appearance.tournament) else team.name,
        place=joined(stage, place_words(place)) if place else "",
        won=won_of(appearance.outcomes.count(OutcomeOfSide.WON), len(appearance.outcomes))
        if appearance.outcomes
        else "",
    )


def _best_hands(figures: Sequence[SheetFigures]) -> list[BestHand]:
    best: dict[str, tuple[int, SheetFigures]] = {}
    for sheet in figures:
        for hand in sheet.hands:
            if hand.points is not None and hand.points > best.get(sheet.card_game.key, (0, sheet))[0]:
                best[sheet.card_game.key] = (hand.points, sheet)
    return [_best_hand(points, sheet) for points, sheet in best.values()]


def _best_hand(points: int, sheet: SheetFigures) -> BestHand:
    match, own_side = sheet.match, sheet.side
    opponents = ", ".join(side.name for side in match.sides if side.side != own_side.side)
    return BestHand(
        game=say(Sentence(sheet.card_game.name)),
        points=signed(points) if sheet.card_game.by_net else real(points),
        against=opponents,
        url=way_or_front(match.match.stage.tournament, "match_sheet", match.match.pk),
    )
