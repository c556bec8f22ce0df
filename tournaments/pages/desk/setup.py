"""The first run: a one-time link makes the first organiser, names the club, and opens the desk."""

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from scoring.errors import RuleError
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.pages.desk.access import sent
from tournaments.pages.desk.refusals import put_beside, status_with
from tournaments.people.services import KNOWN_FOR, cookie_for
from tournaments.services.setup import link_is_good, set_up_club

KNOWN = "known"
"""The cookie of a browser in which an account was opened (tournaments/people/services.py)."""


class SetupForm(forms.Form):
    """The club and its first organiser."""

    club = forms.CharField(
        label=gettext_lazy("Name of the club"),
        max_length=80,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    town = forms.CharField(label=gettext_lazy("Town"), max_length=80, required=False)
    username = forms.CharField(
        label=gettext_lazy("Your user name"), max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )  # fmt: skip
    password = forms.CharField(
        label=gettext_lazy("Password"), strip=False, max_length=200,
        help_text=gettext_lazy("Twelve characters or more. Three or four words that do not belong together."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip


def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for club and organiser, once; a link that is spent says so and leads to the log-in."""
    if not link_is_good(token):
        return HttpResponseGone(render_to_string("setup/spent.html", request=request))
    form = SetupForm(sent(request))
    if not form.is_valid():
        return _page(request, form, status=status_with(form))
    try:
        user = set_up_club(token, **form.cleaned_data)
    except RuleError as refusal:
        if refusal.code == "setup_link_spent":
            return HttpResponseGone(
                render_to_string("setup/spent.html", {"refusal": say(refusal.message)}, request)
            )
        put_beside(form, refusal)
        return _page(request, form, status=status_of(refusal))
    login(request, user, backend="allauth.account.auth_backends.AuthenticationBackend")
    desk = redirect("desk")
    know_browser(request, desk, user.get_username())
    return desk


def know_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Leave a cookie by which this browser is known when it opens the same account again."""
    response.set_cookie(
        KNOWN,
        cookie_for(name),
        max_age=KNOWN_FOR,
        path="/accounts/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def _page(request: HttpRequest, form: SetupForm, *, status: int) -> HttpResponse:
    page = render(request, "setup/setup.html", {"form": form}, status=status)
    # The link in the address is the key. Without any referrer the form would come from nowhere: refused.
    page["Referrer-Policy"] = "strict-origin"
    return page
