"""The page of an invitation (mock-up 13b), where a person creates an account and accepts a role."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from scoring.translation import say
from scoring.types import BadEntry, NotNow, RuleError
from tournaments.errors import status_of
from tournaments.models import Club, Invitation
from tournaments.people.log_in import hide_link, log_in
from tournaments.roles import services
from tournaments.roles.selectors import invitation_of, invitation_state
from tournaments.roles.words import WORDS, more_of, person_words, place_words
from tournaments.web.desk_frame import put_beside, sent, status_with
from tournaments.web.qr import only_here
from tournaments.web.words import instant

PASSKEY, PASSWORD = "passkey", "password"


def password_field() -> forms.CharField:
    """Return a form field for a new password."""
    return forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=200,
        help_text=gettext_lazy("Twelve characters or more. Three or four words that do not belong together."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class PasswordForm(forms.Form):
    """The form for a new password of an existing account."""

    password = password_field()


class AcceptForm(forms.Form):
    """The form for a new account: name, user name, and a password or a passkey."""

    name = forms.CharField(
        label=gettext_lazy("Name and surname"),
        max_length=services.LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
    )
    username = forms.CharField(
        label=gettext_lazy("Your user name"),
        max_length=services.LONGEST_USERNAME,
        help_text=gettext_lazy("With this you log in the next time."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    way = forms.ChoiceField(
        label=gettext_lazy("The next time you come in with"),
        choices=[
            (PASSWORD, gettext_lazy("A password")),
            (PASSKEY, gettext_lazy("This device, by fingerprint or face")),
        ],
        initial=PASSWORD,
        widget=forms.RadioSelect,
    )
    password = password_field()

    def __init__(self, data: Any, *, passkeys: bool) -> None:
        super().__init__(data)
        if not passkeys:
            del self.fields["way"]
        elif data is not None and data.get("way") == PASSKEY:
            self.fields["password"].required = False

    def account(self) -> services.NewAccount:
        """Return the submitted name, user name and password; the password is None if a passkey was chosen."""
        fields = self.cleaned_data
        password = None if fields.get("way") == PASSKEY else fields["password"]
        return services.NewAccount(fields["name"], fields["username"], password)


@sensitive_post_parameters("password")
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show an invitation and accept it on POST; if it is not open, show the reason with status 410."""
    return hide_link(_answer(request, secret))


def _answer(request: HttpRequest, secret: str) -> HttpResponse:
    link = invitation_of(secret)
    stands = invitation_state(link, timezone.now()) if link else "unknown"
    if link is None or stands != "open":
        return _over(request, stands)
    try:
        return _renewed(request, link) if link.account else _accepted(request, link)
    except NotNow as refusal:
        if refusal.code != "invitation_spent":
            return _page(request, link, None, refusal=refusal)
        return _over(request, "used")


def _over(request: HttpRequest, stands: str) -> HttpResponse:
    page = render_to_string("roles/invitation_over.html", {"stands": stands}, request)
    return HttpResponseGone(page)


def _renewed(request: HttpRequest, link: Invitation) -> HttpResponse:
    """Show the form for a new password; on POST, store the password and log the user in."""
    form = PasswordForm(sent(request))
    if form.is_valid():
        try:
            user = services.renew_access(link, form.cleaned_data["password"], at=timezone.now())
            return log_in(request, user, "desk", method="invitation")
        except BadEntry as refusal:
            put_beside(form, refusal)
    return _page(request, link, form)


def _accepted(request: HttpRequest, link: Invitation) -> HttpResponse:
    """Show the page of an invitation; on POST, accept the invitation.

    Visitors who are not logged in get a form for a new account.
    """
    if request.user.is_authenticated:
        user: Any = request.user
        if request.method == "POST":
            services.accept(link, user, at=timezone.now())
            return redirect("desk")
        return _page(request, link, None)
    form = AcceptForm(sent(request), passkeys=request.is_secure() or only_here(request))
    if form.is_valid():
        try:
            account = form.account()
            new_user = services.accept_with_account(link, account, at=timezone.now())
            page = "desk" if account.password else "mfa_add_webauthn"
            return log_in(request, new_user, page, method="invitation")
        except BadEntry as refusal:
            put_beside(form, refusal)
    return _page(request, link, form)


def _page(
    request: HttpRequest, link: Invitation, form: Any, refusal: RuleError | None = None
) -> HttpResponse:
    words = WORDS.get(link.role)
    name = person_words(link.made_by)
    context = {
        "club": Club.objects.current(),
        "form": form,
        "refusal": say(refusal.message) if refusal else "",
        "again": person_words(link.account) if link.account else "",
        "account": link.account,
        "headline": str(words.wanted) % {"name": name} if words else "",
        "words": words,
        "more": more_of(link.role),
        "place": place_words(link.tournament),
        "until": instant(link.expires_at),
    }
    status = status_of(refusal) if refusal else status_with(form) if form is not None else None
    return render(request, "roles/invitation.html", context, status=status)
