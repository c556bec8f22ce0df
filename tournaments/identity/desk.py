"""The desk page of the club's identity: name, contact, logo and colours."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.competition.names import LONGEST
from tournaments.identity.rules.texts import spaced_iban
from tournaments.identity.services.club_page import LONGEST_TEXT, PLAIN, change_club, set_logo
from tournaments.models import Club
from tournaments.web.addresses import logo_url
from tournaments.web.desk_frame import acting, at_club, at_home, carried_out, number_sent, status_with

COLOUR_PICKER = forms.TextInput(attrs={"type": "color"})
# The initial colours in the form of a club without colours: a pair with enough contrast.
FIRST_COLOURS = {"ground_colour": "#1d6349", "text_colour": "#ffffff"}


class ClubForm(forms.Form):
    """The form for the club's name, town, address, contacts, IBAN and colours."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=LONGEST)
    town = forms.CharField(label=gettext_lazy("Town"), max_length=80, required=False)
    address = forms.CharField(
        label=gettext_lazy("Address of the rooms"), max_length=LONGEST_TEXT, required=False
    )
    contact = forms.CharField(
        label=gettext_lazy("Who to ask"), max_length=LONGEST_TEXT, required=False,
        help_text=gettext_lazy("A telephone number or a mail address. Everybody sees it."),
    )  # fmt: skip
    privacy_contact = forms.CharField(
        label=gettext_lazy("Who to ask about names and data"), max_length=LONGEST_TEXT, required=False,
        help_text=gettext_lazy("For whoever wants their own name taken away. Everybody sees it."),
    )  # fmt: skip
    iban = forms.CharField(
        label=gettext_lazy("IBAN"), max_length=60, required=False,
        help_text=gettext_lazy("Spaces do no harm. The desk alone sees it here."),
    )  # fmt: skip
    own_colours = forms.BooleanField(
        label=gettext_lazy("Colours of the club"), required=False,
        help_text=gettext_lazy("The ground and the text of the club’s name, on everybody’s pages."),
    )  # fmt: skip
    ground_colour = forms.CharField(
        label=gettext_lazy("Colour of the ground"), max_length=7, required=False, widget=COLOUR_PICKER
    )
    text_colour = forms.CharField(
        label=gettext_lazy("Colour of what is written on it"), max_length=7, required=False,
        widget=COLOUR_PICKER,
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Clear both colours if `own_colours` is unchecked, because browsers always submit colour inputs."""
        values = super().clean() or self.cleaned_data
        if not values.pop("own_colours", False):
            values |= dict.fromkeys(FIRST_COLOURS, "")
        return values


class LogoForm(forms.Form):
    """The form to upload a logo."""

    logo = forms.FileField(
        label=gettext_lazy("PNG or SVG, at most 200 kB"), required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/svg+xml"}),
    )  # fmt: skip


@at_home("change_club")
def club_page(request: HttpRequest) -> HttpResponse:
    """Show and change the name, contact and colours of the club, and upload its logo in a second form."""
    club, part = Club.objects.current(), request.POST.get("part", "")
    initial: dict[str, Any] = {key: getattr(club, key) for key in PLAIN}
    initial |= {"iban": spaced_iban(club.iban), "own_colours": bool(club.ground_colour)}
    initial |= {key: initial[key] or colour for key, colour in FIRST_COLOURS.items()}
    form = ClubForm(request.POST if part == "club" else None, initial=initial)
    logo = LogoForm(request.POST, request.FILES) if part in ("logo", "no_logo") else LogoForm()
    logo.fields["logo"].required = part == "logo"
    if carried_out(form, lambda: _change(request, form)):
        messages.success(request, _("The data of the club are saved."))
        return redirect("desk_club")
    if carried_out(logo, lambda: set_logo(_file(logo, part), **acting(request))):
        messages.success(request, _("The logo is changed."))
        return redirect("desk_club")
    context = {
        "form": form,
        "logo": logo,
        "club": club,
        "version": request.POST.get("version", club.version),
        "logo_url": logo_url(club),
    }
    status = status_with(logo, status_with(form))
    return at_club(request, "desk_club", "identity/club_page.html", context, status)


def _change(request: HttpRequest, form: ClubForm) -> Club:
    return change_club(form.cleaned_data, version=number_sent(request, "version"), **acting(request))


def _file(form: LogoForm, part: str) -> Any:
    return form.cleaned_data["logo"] if part == "logo" else None
