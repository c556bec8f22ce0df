"""The desk page of name retention: the period, names due for erasure, names to keep, latest changes."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.translation import say
from scoring.types import RuleError
from tournaments.models import ClubMove, Person
from tournaments.people.services.names import erase_person
from tournaments.permissions import account_name
from tournaments.retention.rules import NOTICE, YEARS
from tournaments.retention.selectors import Due, due_by, latest_club_moves, never_over, terms_now, who_stays
from tournaments.retention.services import let_stay, set_retention
from tournaments.web.desk_frame import at_club, at_home, author_of, sent, status_with
from tournaments.web.words import date_words, instant

MOST = 200
MOVE_WORDS = {
    "retention_set": gettext_lazy("the time was changed"),
    "person_stays": gettext_lazy("a name stays, its owner asked for it"),
    "person_released": gettext_lazy("a name stays no longer than others"),
    "name_erased": gettext_lazy("a name was forgotten"),
}


def read_years(text: str) -> int | None:
    """Convert a choice to the number of years; None for "never"."""
    return int(text) if text else None


def times() -> list[tuple[str, str]]:
    """Return the choices of the retention period, labelled in the reader's language."""
    years = [
        (str(count), ngettext("After %(count)d year", "After %(count)d years", count) % {"count": count})
        for count in YEARS
    ]
    return [("", _("Never")), *years]


class TimeForm(forms.Form):
    """The form of the retention period."""

    years = forms.TypedChoiceField(
        label=gettext_lazy("Forget the names of those who have not played"),
        coerce=read_years,
        empty_value=None,
        required=False,
        choices=times,
        widget=forms.RadioSelect,
    )


@at_home("forget_names")
def forgetting(request: HttpRequest) -> HttpResponse:
    """Show the names that are erased next; on POST, set the retention period."""
    terms = terms_now()
    form = TimeForm(sent(request), initial={"years": str(terms.years) if terms else ""})
    if form.is_valid():
        set_retention(form.cleaned_data["years"], author=author_of(request), at=timezone.now())
        messages.success(request, _("The years after which names are forgotten are saved."))
        return redirect("desk_forgetting")
    today = timezone.localdate()
    due = due_by(today + NOTICE)
    context = {
        "form": form,
        "terms": terms,
        "headline": headline(due),
        "due": [(each.person, date_words(each.day)) for each in due[:MOST]],
        "more": max(0, len(due) - MOST),
        "staying": who_stays()[:MOST],
        "never_over": never_over(terms, today) if terms else (),
        "done": [_line(move) for move in latest_club_moves(MOVE_WORDS)],
    }
    return at_club(request, "desk_forgetting", "retention/retention.html", context, status_with(form))


def headline(due: Sequence[Due]) -> str:
    """Return a sentence with the number of names to be erased and the last day; empty if there are none."""
    if not due:
        return ""
    words = ngettext(
        "%(count)d name will be forgotten by %(day)s",
        "%(count)d names will be forgotten by %(day)s",
        len(due),
    )
    return words % {"count": len(due), "day": date_words(due[-1].day)}


def _line(move: ClubMove) -> dict[str, Any]:
    author = account_name(move.user) or _("by itself")
    return {"at": instant(move.at), "words": MOVE_WORDS[move.kind], "author": author}


@at_home("forget_names", "POST")
def one_name(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Mark a name to be kept, remove the mark, or erase the name."""
    person = get_object_or_404(Person, pk=person_id)
    name, act, author, at = person.written_name, request.POST.get("act"), author_of(request), timezone.now()
    try:
        if act == "forget":
            erase_person(person, author=author, at=at)
            messages.success(request, _("The name is erased, here and in every other tournament."))
        elif act == "stay":
            let_stay(person, stays=True, author=author, at=at)
            messages.success(request, _("The name of %(name)s stays.") % {"name": name})
        elif act == "release":
            let_stay(person, stays=False, author=author, at=at)
            words = _("The name of %(name)s will be forgotten when its time comes.")
            messages.success(request, words % {"name": name})
        else:
            raise Http404
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_forgetting")
