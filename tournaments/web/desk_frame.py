"""What every page of the desk stands in: the rail, the line that says what is true now, the live stream."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from scoring.sheet.services.log import Author
from scoring.translation import say
from scoring.types import BadEntry, RuleError
from tournaments.errors import STATUS_BY_KIND
from tournaments.formats import FORMATS
from tournaments.models import Match, Tournament
from tournaments.permissions import may, role_of
from tournaments.stages.selectors.stage_facts import stage_at_hand
from tournaments.tables.selectors.evening import phones_at_tables

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


BAD_FORM = STATUS_BY_KIND[BadEntry]
"""The status of a page that shows a form again, refused before any rule was asked."""

Fields = Mapping[str, str]
"""The form's field for the last steps of a problem's place: {"players/0": "player_1"}."""


def put_beside(form: Form, refusal: RuleError, fields: Fields | None = None) -> None:
    """Add each problem to its field; what has no field stands over the form."""
    for problem in refusal.problems:
        form.add_error(_field(form, problem.where, fields or {}), say(problem.message))
    if not refusal.problems:
        form.add_error(None, say(refusal.message))


def status_with(form: Form, status: int = 200) -> int:
    """Return the status of a page with a form: what a rule said, else whether the form could be read."""
    return BAD_FORM if status == 200 and form.is_bound and form.errors else status


def _field(form: Form, where: str, fields: Fields) -> str | None:
    steps = [step for step in where.split("/") if step]
    for start in range(len(steps)):
        for end in range(len(steps), start, -1):
            name = "/".join(steps[start:end])
            name = fields.get(name, name)
            if name in form.fields:
                return name
    return None


Link = dict[str, Any]


def at_desk(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    badges: dict[str, int] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a page of a tournament's desk; `badges` counts what waits on a page, by its name."""
    current = request.resolver_match.url_name if request.resolver_match else ""
    frame = {
        "tournament": tournament,
        "desk_home": reverse("desk"),
        "desk_nav": rail(tournament, current or "", badges or {}),
        "system_lines": system_lines(tournament),
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}",
    }
    return render(request, template, {**frame, **(context or {})}, status=status)


def club_rail(current: str) -> list[Link]:
    """Return the links at the side of the pages that belong to no tournament."""
    pages = (
        ("desk", "home", _("Tournaments")),
        ("desk_circuits", "list", _("Circuits")),
        ("desk_bring", "down", _("Import")),
        ("desk_forgetting", "people", _("Names")),
    )
    return [
        {"url": reverse(name), "icon": icon, "label": label, "current": name == current}
        for name, icon, label in pages
    ]


def rail(tournament: Tournament, current: str, badges: dict[str, int]) -> list[Link]:
    """Return the links at the side, the page that is open marked."""
    bracket = FORMATS[stage_at_hand(tournament).format].bracket
    pages = (
        ("desk_evening", "home", _("Evening")),
        ("desk_entries", "people", _("Entries")),
        ("desk_draw", "dice", _("Draw")),
        ("tournament", "tree", _("Bracket")) if bracket else ("rounds", "clock", _("Rounds")),
        ("standings", "list", _("Standings")),
        ("desk_sheets", "print", _("Sheets and QR")),
        ("desk_rules", "cog", _("Rules")),
    )
    home = PART_OF.get(current, current)
    return [
        {
            "url": reverse(name, args=[tournament.slug]),
            "icon": icon,
            "label": label,
            "badge": badges.get(name, 0),
            "current": name == home,
        }
        for name, icon, label in pages
    ]


PART_OF = {
    "desk_match": "desk_evening",
    "desk_correct": "desk_evening",
    "desk_correct_now": "desk_evening",
    "desk_reopen": "desk_evening",
    "desk_team": "desk_entries",
    "desk_leave": "desk_entries",
    "desk_seeds": "desk_entries",
    "desk_lots": "desk_draw",
    "desk_shown": "desk_rules",
    "desk_substitute": "desk_entries",
    "desk_import": "desk_entries",
    "desk_import_confirm": "desk_entries",
}
"""The page of the rail that a page without a link of its own belongs to."""


def system_lines(tournament: Tournament) -> list[Link]:
    """Return what can be said of the machinery and is true now."""
    phones = phones_at_tables(tournament)
    words = ngettext("%(count)d phone at the tables", "%(count)d phones at the tables", phones)
    return [{"icon": "phone", "text": words % {"count": phones}, "late": False}]
