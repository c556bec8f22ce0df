"""What of a tournament everybody sees: up to which round its standings."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.pages.desk.access import author_of, desk, sent
from tournaments.pages.desk.frame import at_desk
from tournaments.pages.desk.refusals import BAD_FORM
from tournaments.rules.formats import FORMATS
from tournaments.rules.holding import MOST_ROUNDS, by_rounds
from tournaments.services.create import change_tournament


class ShownForm(forms.Form):
    """As it is now."""

    standings_until = forms.IntegerField(
        label=gettext_lazy("Standings up to round"), min_value=1, max_value=MOST_ROUNDS, required=False,
        help_text=gettext_lazy(
            "From the next round on everybody but the desk sees the standings as they were then, until you "
            "empty this field or the results are official. Left empty, they are always up to date."
        ),
    )  # fmt: skip

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"initial": {"standings_until": tournament.standings_until}} | more)
        if not can_hold(tournament):
            del self.fields["standings_until"]


def can_hold(tournament: Tournament) -> bool:
    """Whether there are standings that can be held back: one query."""
    return any(by_rounds(FORMATS[stage.format]) for stage in tournament.stages.all())


@desk("change_tournament", "GET", "HEAD", "POST")
def shown(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and change it."""
    form = ShownForm(tournament, sent(request))
    if form.is_bound and form.is_valid():
        change_tournament(tournament, author=author_of(request), at=timezone.now(), **form.cleaned_data)
        messages.success(request, _("Changed."))
        return redirect("desk_shown", tournament.slug)
    status = BAD_FORM if form.is_bound else 200
    return at_desk(request, tournament, "desk/shown.html", {"form": form}, status=status)
