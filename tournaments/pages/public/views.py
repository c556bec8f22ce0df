"""Everybody's pages: fetch, ask one selector, present."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.selectors import sheet_events
from tournaments.models import Match
from tournaments.pages.public.bracket_view import bracket_view, bracket_words
from tournaments.pages.public.following import follow_view, followed_team, remember
from tournaments.pages.public.frame import find_tournament, frame
from tournaments.pages.public.landing import shelves
from tournaments.pages.public.sheet_page import sheet_page
from tournaments.pages.public.standings_view import standings_view
from tournaments.pages.public.tables_view import tables_view
from tournaments.pages.public.teams_view import before_the_draw, teams_view
from tournaments.selectors.bracket import bracket_now
from tournaments.selectors.evenings import shown_stage
from tournaments.selectors.matches import one_match
from tournaments.services.setup import organiser_exists, the_club


def landing(request: HttpRequest) -> HttpResponse:
    """The club and its tournaments; before there is an organiser, what to do first."""
    context = {"club": the_club(), "shelves": shelves(), "waiting": not organiser_exists()}
    return render(request, "public/landing.html", context)


def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket; before the draw, who is here and when it begins."""
    found = find_tournament(slug)
    stage = shown_stage(found)
    team = followed_team(request, found)
    bracket = bracket_now(
        stage,
        turn=_number(request, "turno"),
        part=_number(request, "parte"),
        team_id=team.pk if team else None,
    )
    context = frame(found, "tournament") | {"follow": follow_view(bracket, stage, team) if team else None}
    if bracket is None:
        page = render(request, "public/before.html", context | before_the_draw(found, stage))
    else:
        context |= {
            "bracket": bracket_view(bracket),
            "live": bracket.live,
            "live_words": bracket_words(bracket),
        }
        page = render(request, "public/bracket.html", context)
    return remember(request, page, found, team)


def _number(request: HttpRequest, name: str) -> int | None:
    """Read a small number from the address; anything else counts as nothing asked."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def match_sheet(request: HttpRequest, slug: str, match_id: UUID) -> HttpResponse:
    """The score sheet of one match."""
    found = find_tournament(slug)
    try:
        match = one_match(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if match.match.tournament_id != found.pk:
        raise Http404
    context = frame(found, "tournament") | sheet_page(match, sheet_events(match_id))
    return render(request, "public/sheet.html", context)


def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables as they are now, and who waits for one."""
    found = find_tournament(slug)
    return render(
        request, "public/tables.html", frame(found, "tables") | tables_view(found, shown_stage(found))
    )


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of the stage."""
    found = find_tournament(slug)
    context = frame(found, "standings") | standings_view(shown_stage(found), _number(request, "pagina") or 1)
    return render(request, "public/standings.html", context)


def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams, and where each stands."""
    found = find_tournament(slug)
    page, search = _number(request, "pagina") or 1, request.GET.get("cerca", "")[:80]
    context = frame(found, "teams") | teams_view(shown_stage(found), search, page)
    return render(request, "public/teams.html", context)
