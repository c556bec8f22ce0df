"""The page of the user's own account: name, password, passkeys, API tokens, and logging out everywhere."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from rest_framework.authtoken.models import Token

from tournaments.models import ApiToken, Tournament
from tournaments.permissions import holdings_of, run_by
from tournaments.roles import services
from tournaments.roles.words import place_words, role_words
from tournaments.values.roles import INCLUDES, ORGANISER, ROLES
from tournaments.web.desk_frame import at_club, at_home, carried_out, sent, status_with
from tournaments.web.words import instant


class TokenForm(forms.Form):
    """The form for a new API token: name, role, and tournament."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=gettext_lazy("It may do what this role may do"))
    tournament = forms.ModelChoiceField(
        label=gettext_lazy("Where"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=gettext_lazy("All tournaments"),
    )

    def __init__(self, user: Any, data: Any = None) -> None:
        super().__init__(data)
        mine = {role for holding in holdings_of(user) for role in INCLUDES[holding.role]}
        offered = [(role, role_words(role)) for role in ROLES if role in mine]
        self.fields["role"].choices = offered  # type: ignore[attr-defined]
        self.fields["tournament"].queryset = run_by(user).filter(deleting_at=None)  # type: ignore[attr-defined]


class NameForm(forms.Form):
    """The form for changing the user's display name."""

    full_name = forms.CharField(
        label=gettext_lazy("Your name and surname"),
        max_length=services.LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


@at_home("own_access", anywhere=True)
def own_access(request: HttpRequest) -> HttpResponse:
    """Show the user's account, and create an API token, whose key is shown only once."""
    form, tokens = TokenForm(request.user, sent(request)), []

    def make() -> None:
        fields = form.cleaned_data
        tournament = None if fields["role"] == ORGANISER else fields["tournament"]
        user: Any = request.user
        tokens.append(
            services.make_token(user, fields["name"], fields["role"], tournament, at=timezone.now())
        )

    key = tokens[0][1] if carried_out(form, make) else ""
    return _access_page(request, form, key=key)


@at_home("own_access", "POST", anywhere=True)
def change_name(request: HttpRequest) -> HttpResponse:
    """Change the user's display name."""
    user: Any = request.user
    form = NameForm(request.POST)
    if carried_out(form, lambda: services.change_name(user, form.cleaned_data["full_name"])):
        messages.success(request, _("Your name is written so from now on."))
        return redirect("desk_access")
    return _access_page(request, TokenForm(user), form)


def _access_page(
    request: HttpRequest, form: TokenForm, name_form: NameForm | None = None, *, key: str = ""
) -> HttpResponse:
    user: Any = request.user
    tokens = user.api_tokens.filter(revoked_at=None)
    standing = user.roles.filter(ended_at=None).select_related("tournament")
    context = {
        "form": TokenForm(user) if key else form,
        "name_form": name_form or NameForm(initial={"full_name": user.get_full_name()}),
        "key": key,
        "mine": [(role_words(each.role), place_words(each.tournament)) for each in standing],
        "has_password": user.has_usable_password(),
        "tokens": [_token_row(each) for each in tokens.select_related("tournament")],
        "plain_token": Token.objects.filter(user=user).first(),
    }
    page = at_club(request, "desk_access", "roles/access.html", context, status_with(name_form or form))
    page["Cache-Control"] = "no-store"
    return page


def _token_row(token: ApiToken) -> dict[str, Any]:
    return {
        "id": token.pk,
        "name": token.name,
        "role": role_words(token.role),
        "place": place_words(token.tournament),
        "used": instant(token.used_at) if token.used_at else _("never used"),
    }


@at_home("own_access", "POST", anywhere=True)
def revoke(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """Revoke one of the user's API tokens."""
    services.revoke_token(get_object_or_404(ApiToken, pk=token_id, user=request.user.pk), at=timezone.now())
    messages.success(request, _("The token opens nothing any more."))
    return redirect("desk_access")


@at_home("own_access", "POST", anywhere=True)
def revoke_plain(request: HttpRequest) -> HttpResponse:
    """Revoke the user's API token that was created by a management command."""
    user: Any = request.user
    services.revoke_plain_token(user, at=timezone.now())
    messages.success(request, _("The token opens nothing any more."))
    return redirect("desk_access")


@at_home("own_access", "POST", anywhere=True)
def leave_everywhere(request: HttpRequest) -> HttpResponse:
    """Log the user out in every browser, including the current one."""
    user: Any = request.user
    services.end_sessions(user)
    logout(request)
    messages.success(request, _("You are logged out everywhere."))
    return redirect("account_login")
