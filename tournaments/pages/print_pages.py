"""The pages that are printed: the sheet of a match, those of every open match, and a blank one."""

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scoring.keys import shown_code, table_token
from scoring.models import TableKey
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.profile import read_profile
from scoring.translation import say
from tournaments.models import Match, Stage, Tournament
from tournaments.pages.desk.access import desk, match_of
from tournaments.pages.desk.sheets import only_here, qr_code
from tournaments.pages.print_sheet import Heading, Paper, Seated, paper
from tournaments.pages.public.words import day, joined, match_words, table_words
from tournaments.rules.formats import FORMATS
from tournaments.rules.lifecycle import AT_A_TABLE
from tournaments.selectors.matches import MatchNow, SideNow, match_now, with_sides
from tournaments.selectors.seats import called_by
from tournaments.selectors.stages import stage_at_hand
from tournaments.services.setup import the_club


@desk("print_sheets")
def print_match(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """The sheet of one match."""
    match = match_of(tournament, match_id)
    papers = match_papers(request, tournament, [match.pk])
    back = reverse("desk_match", args=[tournament.slug, match.pk])
    return _printed(request, tournament, papers, back=back)


@desk("print_sheets")
def print_open(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheets of every match that is open, by table."""
    found = tournament.matches.filter(state__in=AT_A_TABLE).values_list("pk", flat=True)
    blank = reverse("desk_print_blank", args=[tournament.slug])
    return _printed(request, tournament, match_papers(request, tournament, list(found)), blank_url=blank)


@desk("print_sheets")
def print_blank(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet without names, for whatever comes; two of them where an A4 is cut in half."""
    stage = stage_at_hand(tournament)
    blank = _paper(tournament, stage, Heading(place=_place(tournament)))
    return _printed(request, tournament, [blank] * (2 if _abreast(request) else 1))


def _abreast(request: HttpRequest) -> bool:
    """Whether two sheets stand on an A4, to be cut."""
    return "due" in request.GET


def _printed(
    request: HttpRequest, tournament: Tournament, papers: list[Paper], *, back: str = "", blank_url: str = ""
) -> HttpResponse:
    a_page = 2 if _abreast(request) else 1
    context = {
        "blank_url": blank_url,
        "pages": [papers[first : first + a_page] for first in range(0, len(papers), a_page)],
        "abreast": _abreast(request),
        "back": back or reverse("desk_evening", args=[tournament.slug]),
        "unreachable": only_here(request) and any(each.heading.qr for each in papers),
    }
    return render(request, "print/sheets.html", context)


def match_papers(request: HttpRequest, tournament: Tournament, ids: Iterable[Any]) -> list[Paper]:
    """Return the sheets of these matches, by table: eight queries, however many there are."""
    rows = with_sides(Match.objects.filter(pk__in=ids)).prefetch_related("slots__team__seats__person")
    matches = [match_now(row) for row in rows.order_by("round", "number")]
    keys = TableKey.objects.in_bulk([match.match.pk for match in matches])
    rounds = dict(tournament.matches.values_list("stage").annotate(last=Max("round")).order_by())
    place = _place(tournament)
    address = request.build_absolute_uri(reverse("table_open"))
    return [
        _paper(
            tournament,
            match.match.stage,
            _heading(match, rounds[match.match.stage_id], place, address, keys[match.match.pk]),
        )
        for match in sorted(matches, key=lambda match: (match.match.table is None, match.match.table or 0))
    ]


def _place(tournament: Tournament) -> str:
    return joined(tournament.name, the_club().name, day(tournament.starts_at))


def _paper(tournament: Tournament, stage: Stage, heading: Heading) -> Paper:
    card_game = CARD_GAMES[tournament.card_game]
    return paper(card_game, read_profile(card_game, stage.profile), heading)


def _heading(match: MatchNow, rounds: int, place: str, address: str, key: TableKey) -> Heading:
    row, stage = match.match, match.match.stage
    table, name = table_words(row.table), match_words(stage, row.label, rounds)
    return Heading(
        title=table or name,
        beside=name if table else say(FORMATS[stage.format].round_name(row.round, rounds)),
        place=place,
        seated=_seated(match.sides),
        code=shown_code(key),
        qr=qr_code(f"{address}#{table_token(key)}"),
    )


def _seated(sides: Sequence[SideNow]) -> tuple[Seated, ...]:
    """Who sits there, by the names they are called by at this table."""
    persons = [[seat.person.name for team in side.teams for seat in team.seats.all()] for side in sides]
    called = called_by(dict(enumerate(chain.from_iterable(persons))))
    names = iter(called.values())
    return tuple(
        Seated(side.name, tuple(islice(names, len(own)))) for side, own in zip(sides, persons, strict=True)
    )
