"""The page of roles (mock-up 13): users with roles, open invitations, and the form for a new invitation."""

import math
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.translation import say
from scoring.types import RuleError
from tournaments.models import Invitation, Role, Tournament
from tournaments.roles import selectors, services
from tournaments.roles.words import WORDS, more_of, person_words, place_words, role_words
from tournaments.values.roles import ORGANISER, ROLES
from tournaments.web.desk_frame import acting, at_club, at_home, carried_out, number_sent, sent, status_with
from tournaments.web.qr import only_here, qr_code
from tournaments.web.words import clock, instant, short_date_words


class InvitationForm(forms.Form):
    """The form for a new invitation: role and tournament."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), widget=forms.RadioSelect)
    tournament = forms.ModelChoiceField(
        label=gettext_lazy("Where"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=gettext_lazy("All tournaments"),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"role": "door"})
        self.fields["role"].choices = [(role, WORDS[role].name) for role in ROLES]  # type: ignore[attr-defined]
        standing = Tournament.objects.filter(deleting_at=None).exclude(state="over")
        self.fields["tournament"].queryset = standing.order_by("-starts_at", "-made_at")  # type: ignore[attr-defined]

    def roles(self) -> list[tuple[str, Any, list[object], bool]]:
        """Return a tuple for each role: key, texts, permissions added by extras, and True if selected."""
        return [(role, WORDS[role], more_of(role), role == self["role"].value()) for role in ROLES]


@at_home("read_roles")
def roles(request: HttpRequest) -> HttpResponse:
    """Show the users with roles, and create an invitation."""
    form = InvitationForm(sent(request))
    if carried_out(form, lambda: _invite(request, form)):
        return redirect(_newest_invitation())
    return _page(request, form)


def _newest_invitation() -> str:
    """Return the URL of the roles page, with a fragment that points to the newest open invitation."""
    return f"{reverse('desk_roles')}#invitation"


def _invite(request: HttpRequest, form: InvitationForm) -> None:
    role, tournament = form.cleaned_data["role"], form.cleaned_data["tournament"]
    services.invite(role, None if role == ORGANISER else tournament, **acting(request))
    messages.success(request, _("The invitation is open for 48 hours. Show the QR, or send the link."))


def _page(request: HttpRequest, form: InvitationForm) -> HttpResponse:
    now = timezone.now()
    standing = selectors.roles_now()
    people = {each.user_id: each.user for each in standing}
    invitations = [invitation_view(request, each) for each in selectors.open_invitations(now)]
    context = {
        "form": form,
        "rows": [_row(request, each) for each in standing],
        "people": [(pk, person_words(user)) for pk, user in people.items()],
        "summary": _summary(len(people), len(invitations)),
        "invitations": invitations,
        "unreachable": only_here(request),
    }
    return at_club(request, "desk_roles", "roles/roles.html", context, status_with(form))


def _summary(people: int, invitations: int) -> str:
    persons = ngettext("%(count)d person", "%(count)d persons", people) % {"count": people}
    if not invitations:
        return persons
    links = ngettext("%(count)d open invitation", "%(count)d open invitations", invitations)
    return _("%(persons)s, %(invitations)s") % {
        "persons": persons,
        "invitations": links % {"count": invitations},
    }


def _row(request: HttpRequest, role: Role) -> dict[str, Any]:
    """Return a row of the list: the user, the role and its tournament, and the last log-in."""
    mine = role.user_id == request.user.pk
    last = role.user.last_login
    return {
        "id": role.pk,
        "name": person_words(role.user),
        "mine": mine,
        "strong": role.role == ORGANISER,
        "role": role_words(role.role),
        "place": _("the whole club") if role.role == ORGANISER else place_words(role.tournament),
        "last": _("now") if mine else last_login_words(last) if last else _("never came in"),
    }


def last_login_words(moment: datetime) -> str:
    """Return the last log-in as text: day and time if today or yesterday, otherwise only the date."""
    day = timezone.localtime(moment).date()
    days = (timezone.localdate() - day).days
    if days > 1:
        return short_date_words(day)
    words = _("yesterday at %(time)s") if days else _("today at %(time)s")
    return words % {"time": clock(moment)}


def invitation_view(request: HttpRequest, invitation: Invitation) -> dict[str, Any]:
    """Return an open invitation for the template: role, link, QR code, and remaining time."""
    account = invitation.account
    path = reverse("invitation", args=[services.invitation_secret(invitation)])
    link = request.build_absolute_uri(path)
    remaining_hours = max(1, math.floor((invitation.expires_at - timezone.now()) / timedelta(hours=1)))
    return {
        "id": invitation.pk,
        "field": f"link-{invitation.pk}",
        "role": role_words(invitation.role),
        "title": person_words(account) if account else place_words(invitation.tournament),
        "again": account is not None,
        "link": link,
        "qr": qr_code(link),
        "left": ngettext("good for %(count)d hour", "good for %(count)d hours", remaining_hours)
        % {"count": remaining_hours},
        "until": instant(invitation.expires_at),
    }


@at_home("invite")
def show_invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Show one invitation for printing."""
    invitation = get_object_or_404(Invitation, pk=invitation_id)
    if selectors.invitation_state(invitation, timezone.now()) != "open":
        messages.error(request, _("This invitation does not open any more."))
        return redirect("desk_roles")
    context = {"invitation": invitation_view(request, invitation)}
    return at_club(request, "desk_roles", "roles/invitation_print.html", context)


@at_home("invite", "POST")
def withdraw(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Withdraw an invitation."""
    invitation = get_object_or_404(Invitation, pk=invitation_id)

    def act() -> str:
        services.withdraw_invitation(invitation, **acting(request))
        return _("The invitation does not open any more.")

    return _act(request, act)


@at_home("invite", "POST")
def renew(request: HttpRequest) -> HttpResponse:
    """Create an invitation link with which a user can set a new password."""
    account = get_object_or_404(User, pk=number_sent(request, "account"), is_active=True)

    def act() -> str:
        services.invite_again(account, **acting(request))
        name = person_words(account)
        return _("The link for %(name)s is open: it asks for a new password.") % {"name": name}

    return _act(request, act, to=_newest_invitation())


@at_home("take_role_away", "POST")
def take_away(request: HttpRequest, role_id: UUID) -> HttpResponse:
    """End a role, and show a message with an undo button."""
    role = get_object_or_404(Role.objects.select_related("user", "tournament"), pk=role_id)

    def act() -> str:
        services.take_role_away(role, **acting(request))
        return _("%(name)s: taken away.") % {"name": person_words(role.user)}

    return _act(request, act, undo=reverse("desk_give_back", args=[role.pk]))


@at_home("take_role_away", "POST")
def give_back(request: HttpRequest, role_id: UUID) -> HttpResponse:
    """Restore a role that was ended."""
    over = Role.objects.exclude(ended_at=None).select_related("user", "tournament")
    role = get_object_or_404(over, pk=role_id)

    def act() -> str:
        services.give_role_back(role, **acting(request))
        return _("%(name)s has the role again.") % {"name": person_words(role.user)}

    return _act(request, act)


def _act(request: HttpRequest, act: Any, undo: str = "", to: str = "desk_roles") -> HttpResponse:
    try:
        messages.success(request, act(), extra_tags=undo)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect(to)
