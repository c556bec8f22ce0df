"""The desk page that controls which pages and which rounds of the standings are public."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.club.services.new_tournament import change_tournament
from tournaments.competition.format_parts.format import Format
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.withheld_standings import MOST_ROUNDS, by_rounds
from tournaments.models import Tournament
from tournaments.values.visibility import SWITCHES, PageSwitch
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk, sent
from tournaments.web.frame import page_label

# The URL names of the pages whose URL is not named as the switch.
FRONT = {PageSwitch.BRACKET: "tournament", PageSwitch.DRAW: "draw_public"}


class ShownForm(forms.Form):
    """The form that chooses the public pages and standings. A page that is not ticked is not public."""

    pages = forms.MultipleChoiceField(
        label=gettext_lazy("Pages that everybody sees"), required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "A closed page is the desk’s alone, with its files and what it tells other programs. Phones at "
            "the tables go on as they are."
        ),
    )  # fmt: skip
    standings_until = forms.IntegerField(
        label=gettext_lazy("Standings up to round"), min_value=1, max_value=MOST_ROUNDS, required=False,
        help_text=gettext_lazy(
            "From the next round on everybody but the desk sees the standings as they were then, until you "
            "empty this field or the results are official. Left empty, they are always up to date."
        ),
    )  # fmt: skip

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        formats = [FORMATS[stage.format] for stage in tournament.stages.all()]
        self.offered = _pages_of(tournament, formats)
        self.slug, self.closed = tournament.slug, tournament.closed_pages
        now = {
            "standings_until": tournament.standings_until,
            "pages": [page for page in self.offered if page not in self.closed],
        }
        super().__init__(*args, **{"initial": now} | more)
        self.fields["pages"].choices = [*self.offered.items()]  # type: ignore[attr-defined]
        if not any(map(by_rounds, formats)):
            del self.fields["standings_until"]

    def changes(self) -> dict[str, Any]:
        """Return the new values of `closed_pages` and, if the form has the field, of `standings_until`.

        A closed page that the form does not offer stays closed.
        """
        values = dict(self.cleaned_data)
        open_now = values.pop("pages")
        closed_pages = [page for page in self.closed if page not in self.offered]
        return values | {
            "closed_pages": closed_pages + [page for page in self.offered if page not in open_now]
        }

    def closed_now(self) -> list[tuple[str, str]]:
        """Return the labels and URLs of the pages that are not public, except the score sheets.

        The desk can still open these pages.
        """
        return [
            (label, reverse(FRONT.get(page, page), args=(self.slug,)))
            for page, label in self.offered.items()
            if page in self.closed and page is not PageSwitch.SHEETS
        ]


def _pages_of(tournament: Tournament, formats: Sequence[Format]) -> dict[PageSwitch, Any]:
    bracket = any(form.bracket for form in formats)
    pages = [page for page in SWITCHES if bracket or page is not PageSwitch.BRACKET]
    return {page: page_label(page.label, tournament) for page in pages}


@desk("change_tournament", "GET", "HEAD", "POST")
def visibility_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and change which pages are public and which standings are withheld."""
    form = ShownForm(tournament, sent(request))
    if form.is_bound and form.is_valid():
        change_tournament(tournament, author=author_of(request), at=timezone.now(), **form.changes())
        messages.success(request, _("The choice of public pages is saved."))
        return redirect("desk_shown", tournament.slug)
    status = BAD_FORM if form.is_bound else 200
    return at_desk(request, tournament, "visibility/page_switches.html", {"form": form}, status=status)
