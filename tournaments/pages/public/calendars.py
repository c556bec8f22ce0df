"""Calendars to subscribe to: the matches of one team, or of the whole tournament."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.exports.ical import calendar_of
from tournaments.models import Team, Tournament
from tournaments.tables.selectors.calendar import changed_at, diary_of
from tournaments.web.frame import find_tournament
from tournaments.web.page_cache import if_changed


def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Every match."""
    return _calendar(request, find_tournament(request, slug), None, slug)


def team_calendar(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """The matches of one team."""
    tournament = find_tournament(request, slug)
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        raise Http404
    return _calendar(request, tournament, team, f"{slug}-{team.number}")


def _calendar(request: HttpRequest, tournament: Tournament, team: Team | None, name: str) -> HttpResponse:
    address = request.build_absolute_uri(reverse("tournament", args=(tournament.slug,)))
    changed = changed_at(tournament)

    def made() -> HttpResponse:
        calendar = calendar_of(diary_of(tournament, team), address, changed)
        headers = {"Content-Disposition": f'inline; filename="{name}.ics"'}
        return HttpResponse(calendar, content_type="text/calendar; charset=utf-8", headers=headers)

    return if_changed(request, tournament, made, changed)
