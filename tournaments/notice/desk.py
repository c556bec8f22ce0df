"""Desk page of the notice: a form with all its fields, and the upload of the regulations."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from tournaments.models import Notice, Tournament
from tournaments.notice.rules import LONGEST
from tournaments.notice.selectors import notice_of, regulations_of, values_of
from tournaments.notice.services import LARGEST_FILE, remove_notice, set_regulations, write_notice
from tournaments.values.requests import MOST_FEE, MOST_PLACES, Accepts
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, refusal_words, status_with
from tournaments.web.fields import AmountField, StartField

ACCEPTS = (
    (Accepts.ONE_BY_ONE, gettext_lazy("One by one: each request waits until you say yes.")),
    (Accepts.AT_ONCE, gettext_lazy("At once: whoever enters is in, as long as there is a place.")),
    (Accepts.CODE, gettext_lazy("With a code: whoever has the code is in at once, nobody else can enter.")),
    (Accepts.AT_DESK, gettext_lazy("Only here: nobody enters from home, you write the list.")),
)


def _line(label: Any, key: str, help_text: Any = "", rows: int = 0) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows}) if rows else forms.TextInput()
    return forms.CharField(
        label=label, max_length=LONGEST[key], required=False, help_text=help_text, widget=widget
    )


class NoticeForm(forms.Form):
    """Form with all fields of a notice except the regulations. Empty fields are not shown publicly."""

    place = _line(
        pgettext_lazy("of an evening", "Place"), "place", gettext_lazy("The hall: Club room, Bar Centrale …")
    )
    address = _line(gettext_lazy("Street and town"), "address", gettext_lazy("A link to the map follows."))
    directions = _line(
        gettext_lazy("How to find it"), "directions", gettext_lazy("First floor, there is a lift.")
    )
    doors_at = StartField(label=gettext_lazy("Doors open"), required=False)
    fee = AmountField(
        label=gettext_lazy("Fee in euros"), least=0, most=MOST_FEE, required=False,
        help_text=gettext_lazy("For a pair, or for a player who plays alone. Empty: no fee is shown."),
    )  # fmt: skip
    fee_includes = _line(gettext_lazy("What it includes"), "fee_includes")
    prizes = _line(
        gettext_lazy("Prizes"), "prizes", gettext_lazy("The first line stands out, the others follow it."), 3
    )
    contact = _line(
        gettext_lazy("Who to ask"), "contact",
        gettext_lazy("First a name with a telephone, the rest on the next line. Everybody sees it."), 2,
    )  # fmt: skip
    text = _line(
        gettext_lazy("Text"), "text",
        gettext_lazy("An empty line begins a paragraph. Addresses that begin with https:// become links."), 7,
    )  # fmt: skip
    places = forms.IntegerField(
        label=gettext_lazy("Places"), min_value=1, max_value=MOST_PLACES, required=False,
        help_text=gettext_lazy("How many pairs or players. Empty: as many as come."),
    )  # fmt: skip
    opens_at = StartField(
        label=gettext_lazy("Entries open from"), required=False, help_text=gettext_lazy("Empty: at once.")
    )
    closes_at = StartField(
        label=gettext_lazy("Entries close at"),
        required=False,
        help_text=gettext_lazy("Empty: with the draw."),
    )
    accepts = forms.ChoiceField(
        label=gettext_lazy("How entries from home are accepted"), choices=ACCEPTS, widget=forms.RadioSelect
    )
    code = _line(
        gettext_lazy("Code"), "code", gettext_lazy("Only where entries need one. You pass it on yourself.")
    )

    def clean_fee(self) -> int:
        """Return the fee in cents, or 0 if the field is empty."""
        return self.cleaned_data["fee"] or 0

    def where_fields(self) -> list[forms.BoundField]:
        """Return the form fields about location and time."""
        return [self[key] for key in ("place", "address", "directions", "doors_at", "contact")]

    def cost_fields(self) -> list[forms.BoundField]:
        """Return the form fields about the fee and the prizes."""
        return [self[key] for key in ("fee", "fee_includes", "prizes")]

    def entry_fields(self) -> list[forms.BoundField]:
        """Return the form fields about the entries."""
        return [self[key] for key in ("places", "opens_at", "closes_at", "accepts", "code")]


class RegulationsForm(forms.Form):
    """Form that uploads the regulations of a tournament."""

    regulations = forms.FileField(
        label=gettext_lazy("A PDF of at most 2 MB"), required=False,
        widget=forms.FileInput(attrs={"accept": "application/pdf"}),
    )  # fmt: skip


def _initial(notice: Notice | None) -> dict[str, Any]:
    """Return the initial values of the form; for a fee of 0, the field is empty."""
    values = values_of(notice)
    return {**values, "fee": values["fee"] or None}


@desk("change_tournament", "GET", "HEAD", "POST")
def notice_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the notice and save changes; a separate form uploads the regulations."""
    notice, part = notice_of(tournament), request.POST.get("part", "")
    if part == "remove":
        if refusal := refusal_words(lambda: remove_notice(tournament, **acting(request))):
            messages.error(request, refusal)
        else:
            messages.success(request, _("The notice is taken away."))
        return redirect("desk_notice", tournament.slug)
    form = NoticeForm(request.POST if part == "notice" else None, initial=_initial(notice))
    files = part in ("regulations", "no_regulations")
    file = RegulationsForm(request.POST, request.FILES) if files else RegulationsForm()
    file.fields["regulations"].required = part == "regulations"
    if carried_out(form, lambda: _write(request, tournament, form)) or carried_out(
        file, lambda: set_regulations(tournament, _data(file, part), **acting(request))
    ):
        messages.success(request, _("The notice is saved."))
        return redirect("desk_notice", tournament.slug)
    context = {
        "form": form,
        "file": file,
        "notice": notice,
        "regulations": regulations_of(notice) if notice else None,
    }
    status = status_with(file, status_with(form))
    return at_desk(request, tournament, "notice/desk_notice.html", context, status=status)


def _write(request: HttpRequest, tournament: Tournament, form: NoticeForm) -> None:
    write_notice(tournament, form.cleaned_data, where="", **acting(request))


def _data(form: RegulationsForm, part: str) -> bytes | None:
    return form.cleaned_data["regulations"].read(LARGEST_FILE + 2048) if part == "regulations" else None
