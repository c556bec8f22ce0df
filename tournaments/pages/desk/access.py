"""Who comes to the desk: whoever may do this act at this tournament; to anybody else it does not exist."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404

from scoring.sheet.services.log import Author
from tournaments.models import Match, Tournament
from tournaments.permissions import may, role_of

Rest = ParamSpec("Rest")
Page = Callable[Concatenate[HttpRequest, Tournament, Rest], HttpResponse]


def desk(act: str, *methods: str) -> Callable[[Page[Rest]], Callable[..., HttpResponse]]:
    """Make a page of the desk: it gets the tournament itself, if the visitor may do this act."""

    def decorate(page: Page[Rest]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def opened(request: HttpRequest, slug: str, *rest: Rest.args, **more: Rest.kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            tournament = get_object_or_404(Tournament, slug=slug)
            if not may(act, role_of(request.user, tournament)):
                raise Http404
            if request.method not in (methods or ("GET", "HEAD")):
                return HttpResponseNotAllowed(methods or ("GET", "HEAD"))
            return page(request, tournament, *rest, **more)

        opened.act = act  # type: ignore[attr-defined]  # the tests walk every route by its act
        return opened

    return decorate


def at_home(act: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Make a page of the desk that belongs to no tournament."""

    def decorate(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def opened(request: HttpRequest, *rest: Any, **more: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not may(act, role_of(request.user)):
                raise Http404
            return page(request, *rest, **more)

        opened.act = act  # type: ignore[attr-defined]
        return opened

    return decorate


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the form that was sent, even an empty one, or None when a page was asked for."""
    return request.POST if request.method == "POST" else None


def author_of(request: HttpRequest) -> Author:
    """Return who acts at the desk."""
    return Author(user_id=request.user.pk)


def match_of(tournament: Tournament, match_id: Any) -> Match:
    """Return a match of this tournament, or 404: a match of another is none of ours."""
    return get_object_or_404(Match, pk=match_id, tournament=tournament)
