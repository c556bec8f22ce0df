"""The personal page of an entry request, opened by a secret link: the state of the request, and actions."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.names import LONGEST, team_name
from tournaments.errors import status_of
from tournaments.models import Club, EntryRequest, Tournament
from tournaments.requests import rules, selectors
from tournaments.requests.public import begins_words, private
from tournaments.requests.selectors import Standing
from tournaments.requests.services import checking, contacts, requests
from tournaments.templatetags.entrants import alone
from tournaments.values.requests import RequestState
from tournaments.web.desk_frame import put_beside, status_with
from tournaments.web.frame import way
from tournaments.web.words import clock, instant

View = Callable[[HttpRequest, EntryRequest, str], HttpResponse]
# The number of characters shown from each end of a link.
SHORT = 4


class PersonalLink(NamedTuple):
    """The URL of a personal page, in full and shortened."""

    url: str
    short: str


def by_link(view: View) -> Callable[..., HttpResponse]:
    """Decorate a view of a personal page: find the request by the token in the URL.

    An invalid link leads to a page with advice and status 404.
    """

    @sensitive_variables("token")
    @wraps(view)
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        row = selectors.request_of(token)
        if row is None:
            return private(HttpResponseNotFound(render_to_string("requests/no_link.html", {}, request)))
        return private(view(request, row, token))

    return opened


@require_safe
@by_link
def request_page(request: HttpRequest, row: EntryRequest, token: str) -> HttpResponse:
    """Show the state of a request."""
    return _page(request, row, token)


def _page(
    request: HttpRequest, row: EntryRequest, token: str, refusal: RuleError | None = None
) -> HttpResponse:
    standing, tournament = selectors.standing_of(row), row.tournament
    notice, now = selectors.notice_of(tournament), timezone.now()
    before_draw = tournament.state == "entries"
    inside, waits = standing.state is RequestState.ACCEPTED, standing.state is RequestState.WAITING
    since = rules.arrives_from(notice.doors_at if notice else None, tournament.starts_at)
    arrives = bool(inside and before_draw and since and now >= since)
    context = {
        "row": row,
        "token": token,
        "standing": standing,
        "name": team_name(standing.names) if standing.names else (row.team.name if row.team else ""),
        "words": headline(standing, tournament),
        "own_link": link_of(request, token),
        "notice": notice,
        "inside": inside,
        "waits": waits,
        "is_open": standing.state in (*rules.OPEN, RequestState.ACCEPTED),
        "before_draw": before_draw,
        "your_place": _drawn_place(standing),
        "waiting_drawn": standing.position or 0 if waits else 0,
        "arrives": arrives and row.team is not None and row.team.presence != "present",
        "arrived": bool(inside and row.team and row.team.presence == "present"),
        "arrives_later": bool(inside and before_draw and since and not arrives),
        "doors": clock(notice.doors_at) if notice else "",
        "moved_up": instant(standing.moved_up_at) if inside and before_draw else "",
        "has_contact": _has_contact(row),
        "team_way": way(tournament, "team", row.team_id) if row.team_id else way(tournament, "tournament"),
        "refusal": say(refusal.message) if refusal else "",
        "contact": selectors.contact_of(tournament),
        "singles": selectors.looking_for_partner(tournament).count() if standing.seeks_partner else 0,
    }
    status = status_of(refusal) if refusal else 200
    return render(request, "requests/link.html", {**_frame(tournament), **context}, status=status)


def _drawn_place(standing: Standing) -> int:
    if standing.position is None or standing.state is RequestState.ACCEPTED:
        return standing.position or 0
    return max(standing.places or 0, standing.entered) + standing.position


def _frame(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "begins": begins_words(tournament),
        "club": Club.objects.current(),
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}",
    }


def _has_contact(row: EntryRequest) -> bool:
    details = selectors.details_of(row)
    return bool(details and (details.phone or details.mail))


def link_of(request: HttpRequest, token: str) -> PersonalLink:
    """Return the full and the shortened URL of a personal page."""
    path = reverse("request_page", args=[token])
    short = f"{request.get_host()}/i/{token[:SHORT]}…{token[-SHORT:]}"
    return PersonalLink(request.build_absolute_uri(path), short)


ORDINALS = (
    gettext_lazy("You are first on the waiting list"),
    gettext_lazy("You are second on the waiting list"),
    gettext_lazy("You are third on the waiting list"),
    gettext_lazy("You are fourth on the waiting list"),
    gettext_lazy("You are fifth on the waiting list"),
    gettext_lazy("You are sixth on the waiting list"),
)


class Headline(NamedTuple):
    """The headline of a personal page, and the sentence below the headline."""

    title: str
    text: str = ""


def headline(standing: Standing, tournament: Tournament) -> Headline:
    """Return the headline that describes the state of a request."""
    state, over = standing.state, tournament.state != "entries"
    if state is RequestState.REFUSED:
        return Headline(_("Not this time"), _("The club could not take your request."))
    if state is RequestState.WITHDRAWN:
        return Headline(
            _("You are off the list"), _("Until entries close you may enter again from the notice.")
        )
    if state is RequestState.ACCEPTED:
        return Headline(_("You play alone and are in") if alone(tournament) else _("You are in"))
    if over:
        return Headline(
            _("No place came free"), _("The draw is made. Come and watch: somebody may be missing.")
        )
    if state is RequestState.WAITING:
        return Headline(_waiting_title(standing.position or 0), _waiting_text(standing))
    if standing.seeks_partner:
        return Headline(
            _("You are looking for a partner"),
            _("The club will find you one. As soon as it has, you will read it here."),
        )
    return Headline(
        _("Your request has arrived"), _("The club will look at it and answer here: keep the link.")
    )


def _waiting_title(position: int) -> str:
    if 0 < position <= len(ORDINALS):
        return str(ORDINALS[position - 1])
    return _("You are number %(number)s on the waiting list") % {"number": position}


def _waiting_text(standing: Standing) -> str:
    if standing.places is None or standing.entered < standing.places:
        return _("The club still has to look at one of the names. You read the answer here.")
    places = standing.places
    sentence = ngettext("The only place is taken.", "All %(places)d places are taken.", places) % {
        "places": places
    }
    if not standing.ahead:
        return f"{sentence} " + _("You are in as soon as one is free.")
    values = {"ahead": standing.ahead, "free": standing.ahead + 1}
    text = ngettext(
        "%(ahead)d is ahead of you: you are in once %(free)d places come free.",
        "%(ahead)d are ahead of you: you are in once %(free)d places come free.",
        standing.ahead,
    )
    return f"{sentence} {text % values}"


class RequestNamesForm(forms.Form):
    """The form for correcting the names in an entry request."""

    use_required_attribute = False

    def __init__(self, data: Mapping[str, Any] | None, row: EntryRequest) -> None:
        names = row.details.names
        free = row.seeks_partner and not row.joined_to_id and not list(row.joined.all())
        self.may_find = free
        super().__init__(data)
        labels = (
            [_("First player"), _("Second player")] if len(names) > 1 or free else [_("Name and surname")]
        )
        for place in range(len(names) + (1 if free else 0)):
            label = labels[place] if place < len(labels) else _("Player %(number)s") % {"number": place + 1}
            field = forms.CharField(required=False, max_length=200, label=label)
            field.initial = names[place] if place < len(names) else ""
            field.widget.attrs |= {"maxlength": LONGEST, "autocapitalize": "words", "autocomplete": "off"}
            self.fields[f"player_{place}"] = field
        self.problem_fields = {
            f"players/{place}/name": f"player_{place}" for place in range(len(self.fields))
        }

    def names(self) -> list[str]:
        """Return the entered names; the partner's name may be missing."""
        names = [" ".join(self.cleaned_data[name].split()) for name in self.fields]
        return names[:1] if self.may_find and len(names) == checking.PAIR and not names[1] else names


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def request_names(request: HttpRequest, row: EntryRequest, token: str) -> HttpResponse:
    """Show the form for correcting the names in an entry request; on POST, store the corrected names."""
    if selectors.details_of(row) is None:
        raise Http404
    form = RequestNamesForm(request.POST if request.method == "POST" else None, row)
    if form.is_bound and form.is_valid():
        try:
            requests.rename(row, form.names(), author=requests.NOBODY, at=timezone.now())
        except RuleError as refusal:
            put_beside(form, refusal)
        else:
            return _to_request_page(token)
    context = {**_frame(row.tournament), "form": form, "token": token}
    return render(request, "requests/names.html", context, status=status_with(form))


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def request_withdraw(request: HttpRequest, row: EntryRequest, token: str) -> HttpResponse:
    """Show a confirmation page; on POST, withdraw the request."""
    if request.method == "POST":
        try:
            requests.withdraw(row, author=requests.NOBODY, at=timezone.now())
        except RuleError as refusal:
            return _page(request, row, token, refusal)
        return _to_request_page(token)
    standing = selectors.standing_of(row)
    context = {**_frame(row.tournament), "token": token, "standing": standing}
    return render(request, "requests/withdraw.html", context)


@require_POST
@by_link
def request_arrive(request: HttpRequest, row: EntryRequest, token: str) -> HttpResponse:
    """Mark the team of the request as present."""
    try:
        requests.arrive(row, at=timezone.now())
    except RuleError as refusal:
        return _page(request, row, token, refusal)
    return _to_request_page(token)


@require_POST
@by_link
def request_contact(request: HttpRequest, row: EntryRequest, token: str) -> HttpResponse:
    """Delete the telephone number and the email address of the request."""
    contacts.forget_own_contact(row)
    return _to_request_page(token)


@require_safe
@by_link
def request_data(request: HttpRequest, row: EntryRequest, token: str) -> HttpResponse:
    """Return all stored data of a request as a JSON file."""
    details, standing = selectors.details_of(row), selectors.standing_of(row)
    content = {
        "tournament": row.tournament.name,
        "names": details.names if details else [],
        "phone": details.phone if details else "",
        "mail": details.mail if details else "",
        "answer": details.answer if details else "",
        "state": standing.state,
        "position": standing.position,
        "seeks_partner": row.seeks_partner,
        "privacy_version": row.privacy_version,
        "made_at": row.made_at,
        "moved_up_at": row.moved_up_at,
    }
    answer = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="iscrizione.json"'
    return answer


def _to_request_page(token: str) -> HttpResponse:
    return redirect("request_page", token)
