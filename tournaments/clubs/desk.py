"""The page of the clubs of this site, for the owner of the site only."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring.types import RuleError
from tournaments.clubs.rules import LONGEST_HOST, LONGEST_SLUG
from tournaments.clubs.selectors import hosted_clubs, refuse_all_but_owner
from tournaments.clubs.services import NewClub, add_club
from tournaments.competition.names import LONGEST
from tournaments.web.desk_frame import at_club, at_home, author_of, put_beside, sent, status_with


class HostedClubForm(forms.Form):
    """Form for a new club: name, slug and host name."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=LONGEST)
    slug = forms.CharField(
        label=gettext_lazy("A short word for it"), max_length=LONGEST_SLUG,
        help_text=gettext_lazy("Small letters, such as “bosa”: for its database and in commands."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )  # fmt: skip
    host = forms.CharField(
        label=gettext_lazy("The name its site is opened by"), max_length=LONGEST_HOST,
        help_text=gettext_lazy("Such as bosa.example.org; it has to lead to this computer already."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "autocomplete": "off"}),
    )  # fmt: skip


@at_home("manage_clubs")
def clubs_page(request: HttpRequest) -> HttpResponse:
    """Show the clubs of the site; add a club and show the setup link for its first organiser."""
    refuse_all_but_owner(request.user)
    own_host = request.get_host()
    form, new = HostedClubForm(sent(request)), None
    if form.is_valid():
        try:
            new = add_club(
                **form.cleaned_data, own_host=own_host, author=author_of(request), at=timezone.now()
            )
            form = HostedClubForm()
        except RuleError as refusal:
            put_beside(form, refusal)
    context = {
        "form": form,
        "clubs": hosted_clubs(),
        "new": new,
        "setup_url": new and setup_url(request, new),
    }
    return at_club(request, "desk_clubs", "clubs/clubs.html", context, status_with(form))


def setup_url(request: HttpRequest, new: NewClub) -> str:
    """Return the full setup link of a new club, on its host name and the port of the current request."""
    port = "" if request.get_port() in ("80", "443") else f":{request.get_port()}"
    return f"{request.scheme}://{new.club.host}{port}{new.setup_path}"
