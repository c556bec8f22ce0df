"""The layout of desk pages: navigation, system messages, live stream, forms, and refused actions."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from scoring.sheet.services.log import Acting, Author
from scoring.translation import say
from scoring.types import BadEntry, RuleError
from tournaments.competition.formats import FORMATS
from tournaments.errors import STATUS_BY_KIND, status_of
from tournaments.extras import extras, parts_of
from tournaments.lifecycle.services.undo import undoable
from tournaments.models import Match, Tournament
from tournaments.permissions import THE_PUBLIC, had_role, may, roles_anywhere, roles_of
from tournaments.web.frame import navigation
from tournaments.web.kept_form import kept_form

Rest = ParamSpec("Rest")
Page = Callable[Concatenate[HttpRequest, Tournament, Rest], HttpResponse]
Act = Callable[Concatenate[HttpRequest, Tournament, Rest], str | None]


def desk(act: str, *methods: str) -> Callable[[Page[Rest]], Callable[..., HttpResponse]]:
    """Return a decorator for desk pages that checks a permission and passes the tournament to the page.

    Without `methods`, only GET and HEAD are allowed. A visitor without a login gets the login page. The page
    raises Http404 for an unknown tournament, and the errors of `refuse_act`.
    """

    def decorate(page: Page[Rest]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def opened(request: HttpRequest, slug: str, *rest: Rest.args, **more: Rest.kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return log_in_first(request)
            tournament = get_object_or_404(Tournament, slug=slug)
            refuse_act(act, request.user, tournament)
            if request.method not in (methods or ("GET", "HEAD")):
                return HttpResponseNotAllowed(methods or ("GET", "HEAD"))
            return page(request, tournament, *rest, **more)

        opened.act = act  # type: ignore[attr-defined]  # the tests walk every route by its act
        return opened

    return decorate


def desk_act(act: str, back: str) -> Callable[[Act[Rest]], Callable[..., HttpResponse]]:
    """Return a decorator for desk actions; the decorated view redirects to the page `back` with a message.

    The message is the text returned by the action (None for no message), or the text of the RuleError raised
    by the action. `back` is the name of a URL whose only argument is the slug. Only POST is allowed.
    """

    def decorate(deed: Act[Rest]) -> Callable[..., HttpResponse]:
        @wraps(deed)
        def page(
            request: HttpRequest, tournament: Tournament, /, *rest: Rest.args, **more: Rest.kwargs
        ) -> HttpResponse:
            since = timezone.now()
            try:
                if words := deed(request, tournament, *rest, **more):
                    note_done(request, tournament, words, since)
            except RuleError as refusal:
                messages.error(request, say(refusal.message))
            return redirect(back, tournament.slug)

        return desk(act, "POST")(page)

    return decorate


def note_done(request: HttpRequest, tournament: Tournament, words: str, since: datetime) -> None:
    """Add a message about a completed action, with an undo button if the user may undo the action.

    The action is the user's latest journal entry at or after the time `since`.
    """
    entry = tournament.journal.filter(at__gte=since, user=request.user.pk).first()
    back = entry is not None and undoable(entry.kind, entry.body)
    back = back and may("correct", roles_of(request.user, tournament))
    url = reverse("desk_undo", args=[tournament.slug, entry.pk]) if entry and back else ""
    messages.success(request, words, extra_tags=url)


def at_home(
    act: str, *methods: str, anywhere: bool = False
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Return a decorator for desk pages that do not belong to a tournament.

    Without `methods`, every method is allowed. With `anywhere`, a role for any tournament is sufficient.
    """

    def decorate(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def opened(request: HttpRequest, *rest: Any, **more: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return log_in_first(request)
            refuse_act(act, request.user, anywhere=anywhere)
            if methods and request.method not in methods:
                return HttpResponseNotAllowed(methods)
            return page(request, *rest, **more)

        opened.act = act  # type: ignore[attr-defined]
        return opened

    return decorate


def log_in_first(request: HttpRequest) -> HttpResponse:
    """Redirect to the login page. For a POST request, return a page that keeps the submitted form."""
    return kept_form(request) if request.method == "POST" else redirect_to_login(request.get_full_path())


def refuse_act(act: str, user: Any, tournament: Tournament | None = None, *, anywhere: bool = False) -> None:
    """Raise Http404 if the user never had a role, PermissionDenied if a role is missing or was revoked.

    The error page thus shows the reason to a user whose role was revoked while a page was open.
    """
    roles = roles_anywhere(user) if anywhere else roles_of(user, tournament)
    if may(act, roles):
        return
    if roles != THE_PUBLIC:
        raise PermissionDenied(_("This is not part of your role. Ask an organiser of the club for it."))
    if had_role(user, tournament, anywhere=anywhere):
        raise PermissionDenied(_("Your role was taken away. Ask an organiser of the club if that is wrong."))
    raise Http404


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the submitted form data, possibly empty; None if the request is not a POST."""
    return request.POST if request.method == "POST" else None


def number_sent(request: HttpRequest, name: str, *, digits: int = 9) -> int | None:
    """Return the whole number in a field of the submitted form; None if the value is not a whole number.

    A value with more than `digits` digits counts as invalid and gives None.
    """
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def author_of(request: HttpRequest) -> Author:
    """Return the author of actions at the desk: the user of the request."""
    return Author(user_id=request.user.pk)


def acting(request: HttpRequest) -> Acting:
    """Return the author and the current time as keyword arguments for a service."""
    return {"author": author_of(request), "at": timezone.now()}


def match_of(tournament: Tournament, match_id: Any) -> Match:
    """Return a match of this tournament; raise Http404 if there is no such match."""
    return get_object_or_404(Match, pk=match_id, tournament=tournament)


# The status of a page whose form is not valid, before any rule was checked.
BAD_FORM = STATUS_BY_KIND[BadEntry]

# The form field for the code of a refusal, or for the end of a problem's path: {"players/0": "player_1"}.
Fields = Mapping[str, str]


def put_beside(form: Form, refusal: RuleError, fields: Fields | None = None) -> None:
    """Add each error to the form field that it concerns (`problem_fields`), otherwise to the whole form."""
    form.refused_with = status_of(refusal)  # type: ignore[attr-defined]
    fields = {**getattr(form, "problem_fields", {}), **(fields or {})}
    for problem in refusal.problems:
        form.add_error(_field(form, problem.where, fields), say(problem.message))
    if not refusal.problems:
        form.add_error(fields.get(refusal.code), say(refusal.message))
    if _has_cursor(form):
        focus_on_error(form)


def focus_on_error(form: Form) -> None:
    """Move the focus to the first field with an error."""
    wrong = next((name for name in form.fields if name in form.errors), None)
    if wrong:
        for field in form.fields.values():
            field.widget.attrs.pop("autofocus", None)
        form.fields[wrong].widget.attrs["autofocus"] = True


def _has_cursor(form: Form) -> bool:
    return any(field.widget.attrs.get("autofocus") for field in form.fields.values())


def carried_out(form: Form, act: Callable[[], object]) -> bool:
    """Carry out an action if the form is valid; return False if the form is invalid or the action is refused.

    If the action raises a RuleError, the errors are added to the form. Any other error is raised.
    """
    if not form.is_valid():
        if _has_cursor(form):
            focus_on_error(form)
        return False
    try:
        act()
    except RuleError as refusal:
        put_beside(form, refusal)
    return form.is_valid()


def refusal_words(act: Callable[[], object]) -> str:
    """Carry out an action; return the reason if the action is refused, otherwise an empty text."""
    try:
        act()
    except RuleError as refusal:
        return say(refusal.message)
    return ""


def status_with(form: Form, status: int = 200) -> int:
    """Return the HTTP status of a page with a form: `status`, or an error status if the form was refused."""
    if status != 200:
        return status
    return getattr(form, "refused_with", BAD_FORM if form.is_bound and form.errors else 200)


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
    """Render a desk page of a tournament. `badges` maps page names to the numbers on their navigation badges.

    The status code is that of the form in `context`, unless `status` is given.
    """
    if context and isinstance(context.get("form"), Form):
        status = status_with(context["form"], status)
    current = request.resolver_match.url_name if request.resolver_match else ""
    frame = {
        "tournament": tournament,
        "desk_home": reverse("desk"),
        "desk_nav": rail(tournament, current or "", badges or {}),
        "system_lines": [line(tournament) for line in SYSTEM_LINES],
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}",
    }
    return render(request, template, {**frame, **(context or {})}, status=status)


def at_club(
    request: HttpRequest, current: str, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a desk page that does not belong to a tournament, with the navigation link `current` marked."""
    frame = {"desk_home": reverse("desk"), "desk_nav": club_rail(current)}
    return render(request, template, {**frame, **context}, status=status)


def club_rail(current: str) -> list[Link]:
    """Return the navigation of desk pages that do not belong to a tournament."""
    club_pages = (
        ("desk", "cards", _("Tournaments"), 0),
        ("desk_persons", "people", _("People"), SimpleLazyObject(CLUB_BADGES["desk_persons"])),
        ("desk_club", "home", _("The club"), 0),
        ("desk_house_rules", "list", _("House rules"), 0),
        ("desk_roles", "key", _("Who runs it"), 0),
    )
    links: list[Link] = [
        {"name": name, "url": reverse(name), "icon": icon, "label": label, "badge": badge}
        for name, icon, label, badge in club_pages
    ]
    return [{**link, "current": link["name"] == current} for link in (*links, *navigation("club_rail"))]


def rail(tournament: Tournament, current: str, badges: dict[str, int]) -> list[Link]:
    """Return the navigation of the desk pages of a tournament, with the current page marked."""
    bracket = FORMATS[tournament.stage_at_hand().format].bracket
    pages = (
        ("desk_evening", "home", _("Evening")),
        ("desk_entries", "people", _("Entries")),
        ("desk_draw", "dice", _("Draw")),
        ("tournament", "tree", _("Bracket")) if bracket else ("rounds", "clock", _("Rounds")),
        ("standings", "list", _("Standings")),
        *((link["name"], link["icon"], link["label"]) for link in navigation("rail", tournament.slug)),
        ("desk_rules", "cog", _("Rules")),
    )
    home = PART_OF.get(current, current)
    for count in parts_of("badges"):
        badges = badges | count(tournament)
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


def page_of_extra(address: str) -> str:
    """Return `address` if it belongs to a navigation link of an optional extra, otherwise `desk_evening`."""
    rail_of_extras = [each.address for extra in extras() for each in extra.navigation if each.place == "rail"]
    return address if address in rail_of_extras else "desk_evening"


# The page of the rail that a page without a link of its own belongs to.
PART_OF = {
    "desk_match": "desk_evening",
    "desk_correct": "desk_evening",
    "desk_correct_now": "desk_evening",
    "desk_reopen": "desk_evening",
    "desk_team": "desk_entries",
    "desk_leave": "desk_entries",
    "desk_lots": "desk_draw",
    "desk_notice": "desk_rules",
    "desk_shown": "desk_rules",
    "desk_again": "desk_rules",
    "desk_save_model": "desk_rules",
    "desk_delete": "desk_rules",
    "desk_substitute": "desk_entries",
    "desk_import": "desk_entries",
    "desk_import_confirm": "desk_entries",
} | {route.name: route.rail for extra in extras() for route in extra.desk if route.rail}


# The number of open questions on a page of the club, by the name of its address. Subjects add theirs.
CLUB_BADGES: dict[str, Callable[[], int]] = {}
# The lines about phones and jobs on every page of a tournament's desk. Subjects add theirs.
SYSTEM_LINES: list[Callable[[Tournament], Link]] = []
