"""The team that a visitor follows, remembered in a cookie."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from tournaments.models import Team, Tournament

FOLLOW_COOKIE = PARAMETER = "segui"
KEPT_FOR = 30 * 24 * 3600


def followed_team(request: HttpRequest, tournament: Tournament) -> Team | None:
    """Return the team named in the query string or the cookie; None if it is not in this tournament."""
    wanted = request.GET.get(PARAMETER, request.COOKIES.get(FOLLOW_COOKIE, ""))
    try:
        return tournament.teams.filter(pk=UUID(wanted)).first()
    except ValueError:
        return None


def remember(
    request: HttpRequest, response: HttpResponse, tournament: Tournament, team: Team | None
) -> HttpResponse:
    """Store the team from the query string in a cookie, or delete the cookie if no team is chosen.

    Without the parameter in the query string, the cookie is not changed. Return the same response.
    """
    if PARAMETER in request.GET:
        path = f"/{tournament.slug}/"
        if team:
            response.set_cookie(
                FOLLOW_COOKIE, str(team.pk), max_age=KEPT_FOR, path=path, httponly=True, samesite="Lax"
            )
        else:
            response.delete_cookie(FOLLOW_COOKIE, path=path, samesite="Lax")
    return response
