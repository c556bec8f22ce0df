"""Desk pages of the register of persons: search, questions about similar names, merges and splits."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import RuleError
from tournaments import extras
from tournaments.competition.names import LONGEST
from tournaments.models import Person, PersonMove
from tournaments.people.rules import parts_of
from tournaments.people.selectors import preview, register
from tournaments.people.services import register as acts
from tournaments.people.services.undoing import undo_move
from tournaments.values.persons import PersonAct
from tournaments.web import desk_frame
from tournaments.web.desk_frame import acting
from tournaments.web.frame import number_asked
from tournaments.web.words import day, instant

desk_frame.CLUB_BADGES["desk_persons"] = register.doubts_waiting

A_PAGE = 50
LATEST = 8
ACTS = {
    PersonAct.ADD: gettext_lazy("%(person)s: added"),
    PersonAct.CHANGE: gettext_lazy("%(person)s: written anew"),
    PersonAct.MERGE: gettext_lazy("%(person)s merged into %(other)s"),
    PersonAct.SPLIT: gettext_lazy("%(person)s split from %(other)s"),
    PersonAct.APART: gettext_lazy("%(person)s and %(other)s told apart"),
    PersonAct.SAME: gettext_lazy("%(person)s: one person"),
}


class PersonForm(forms.Form):
    """Form with the details of a person in the register."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST)
    note = forms.CharField(
        label=gettext_lazy("What tells them apart"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("Only the desk sees it: “from Ozieri”, “1956”."),
    )
    member_number = forms.CharField(
        label=gettext_lazy("Member number"), max_length=acts.MEMBER_LETTERS, required=False
    )
    valid_until = forms.DateField(
        label=gettext_lazy("Valid until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def register_page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of the register."""
    return desk_frame.at_club(request, "desk_persons", template, context, status)


@desk_frame.at_home("see_persons")
def persons(request: HttpRequest) -> HttpResponse:
    """Show the next question about similar names, and the persons that match the search."""
    text = request.GET.get("q", "")[:LONGEST]
    pages = Paginator(register.search(text), A_PAGE)
    page = pages.get_page(request.GET.get("pagina"))
    place = max(0, number_asked(request, "dopo") or 0)
    doubts = register.doubts()
    doubt = doubts.at(place)
    rows = register.with_events(page.object_list)
    columns = [column([each.person for each in rows]) for column in extras.parts_of("persons")]
    columns = [(heading, cells) for heading, cells in columns if cells]
    context = {
        "query": text,
        "page": page,
        "columns": [heading for heading, _cells in columns],
        "rows": [
            {**row, "more": [cells.get(row["person"].pk, "–") for _heading, cells in columns]}
            for row in row_views(rows)
        ],
        "doubt": doubt and doubt_view(doubt),
        "waiting": doubts.waiting,
        "next_place": place + 1,
        "moves": moves_shown(),
    }
    return register_page(request, "people/register.html", context)


@desk_frame.at_home("change_persons")
def new_person(request: HttpRequest) -> HttpResponse:
    """Add a person to the register before the person enters a tournament."""
    form = PersonForm(desk_frame.sent(request), initial={"name": request.GET.get("q", "")[:LONGEST]})
    added: list[PersonMove] = []
    if desk_frame.carried_out(
        form, lambda: added.append(acts.add_person(**form.cleaned_data, **acting(request)))
    ):
        messages.success(request, _("%(name)s is in the register.") % {"name": added[0].person.written_name})
        return redirect("desk_person", added[0].person_id)
    return register_page(request, "people/new_person.html", {"form": form}, desk_frame.status_with(form))


def row_views(rows: list[register.RegisteredPerson]) -> list[dict[str, Any]]:
    """Return the rows of the register list as template context. Rows with the same name are marked."""
    keys, today = [each.person.name_key for each in rows], timezone.localdate()
    return [
        {
            "entrant": each,
            "person": each.person,
            "last": day(each.last),
            "alike": keys.count(each.person.name_key) > 1,
            "expired": each.person.valid_until is not None and each.person.valid_until < today,
        }
        for each in rows
    ]


def doubt_view(doubt: register.Doubt) -> dict[str, Any]:
    """Return the template context of a question about similar names, with the differing parts marked."""
    both = [doubt.first, doubt.second] if doubt.second else [doubt.first]
    other = [*reversed(both)]
    return {
        "sides": [
            {
                "entrant": each,
                "person": each.person,
                "parts": parts_of(each.person.written_name, beside.person.written_name),
                "last": day(each.last),
            }
            for each, beside in zip(both, other, strict=True)
        ],
        "pair": doubt.second is not None,
    }


def moves_shown(person: Person | None = None) -> list[dict[str, Any]]:
    """Return the latest actions that were not undone, each with its description."""
    moves = register.standing_moves().select_related("person", "other", "user")
    if person is not None:
        moves = moves.filter(person=person) | moves.filter(other=person)
    return [
        {
            "move": move,
            "at": instant(move.at),
            "words": ACTS[PersonAct(move.kind)]
            % {"person": name_of(move.person), "other": name_of(move.other)},
        }
        for move in moves[:LATEST]
    ]


def name_of(person: Person | None) -> str:
    """Return a person's name as entered, or a placeholder if the name was erased."""
    return (person.written_name or _("somebody without a name")) if person else ""


@desk_frame.at_home("change_persons", "POST")
def answer(request: HttpRequest) -> HttpResponse:
    """Save the answer to a question about similar names: the same person, or different persons."""
    people = [_person_sent(request, name) for name in ("first", "second") if request.POST.get(name)]
    act = request.POST.get("act")
    if act == "apart" and len(people) == len(("first", "second")):
        _carry_out(request, lambda: acts.tell_apart(*people, **acting(request)), _("Told apart."))
    elif act == "same" and len(people) == 1:
        _carry_out(request, lambda: acts.keep_together(people, **acting(request)), _("Noted: one person."))
    elif act == "all_same":
        every = list(register.doubtful_spellings())
        _carry_out(
            request,
            lambda: acts.keep_together(every, **acting(request)),
            _("Noted: one person each."),
        )
    else:
        raise Http404
    return redirect("desk_persons")


def _person_sent(request: HttpRequest, field: str) -> Person:
    try:
        return get_object_or_404(Person, pk=UUID(request.POST.get(field, "")))
    except ValueError as wrong:
        raise Http404 from wrong


def _carry_out(request: HttpRequest, act: Any, words: str) -> None:
    if refusal := desk_frame.refusal_words(act):
        messages.error(request, refusal)
    else:
        messages.success(request, words)


@desk_frame.at_home("see_persons")
def person(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Show one person, and save changed details.

    If the person was merged, redirect to the person who remains after the merge.
    """
    final_person = register.final_persons([person_id]).get(person_id)
    if final_person is None or final_person.erased_at:
        raise Http404
    if final_person.pk != person_id:
        return redirect("desk_person", final_person.pk)
    now = {key: getattr(final_person, key) for key in ("note", "member_number", "valid_until")}
    form = PersonForm(desk_frame.sent(request), initial={"name": final_person.written_name, **now})
    if desk_frame.carried_out(
        form, lambda: acts.change_person(final_person, **form.cleaned_data, **acting(request))
    ):
        messages.success(request, _("The person is saved."))
        return redirect("desk_person", final_person.pk)
    (entrant,) = register.with_events([final_person])
    text = request.GET.get("q", "")[:LONGEST]
    matching_persons = register.search(text).exclude(pk=final_person.pk)[:LATEST] if text.strip() else ()
    context = {
        "form": form,
        "entrant": entrant,
        "person": final_person,
        "events": [(each, day(register.moment_of(each))) for each in entrant.tournaments],
        "query": text,
        "others": row_views(register.with_events(matching_persons)),
        "moves": moves_shown(final_person),
    }
    return register_page(request, "people/one_person.html", context, desk_frame.status_with(form))


@desk_frame.at_home("change_persons")
def merge(request: HttpRequest, person_id: UUID, into_id: UUID) -> HttpResponse:
    """Show which tournaments a merge would move, and merge the persons on POST."""
    first, into = get_object_or_404(Person, pk=person_id), get_object_or_404(Person, pk=into_id)
    if request.method == "POST":
        refusal = desk_frame.refusal_words(lambda: acts.merge_persons(first, into, **acting(request)))
        if not refusal:
            words = _("%(person)s and %(into)s are one person now.")
            messages.success(request, words % {"person": first.written_name, "into": into.written_name})
            return redirect("desk_person", into.pk)
        messages.error(request, refusal)
    try:
        planned = preview.preview_merge(first, into)
    except RuleError as refused:
        return register_page(
            request, "people/merge.html", {"refusal": say(refused.message), "person": first, "into": into}
        )
    return register_page(request, "people/merge.html", {"preview": planned, "person": first, "into": into})


@desk_frame.at_home("change_persons", "POST")
def split(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Move the selected tournaments of a person to a new person."""
    person_to_split = get_object_or_404(Person, pk=person_id)
    try:
        events = [UUID(each) for each in request.POST.getlist("tournament")]
    except ValueError as wrong:
        raise Http404 from wrong
    name, note = (request.POST.get(field, "")[:LONGEST] for field in ("name", "note"))
    try:
        move = acts.split_person(person_to_split, events, name=name, note=note, **acting(request))
    except RuleError as refusal:
        messages.error(request, say((refusal.problems or (refusal,))[0].message))
        return redirect("desk_person", person_to_split.pk)
    messages.success(request, _("They are two people now."))
    return redirect("desk_person", move.person_id)


@desk_frame.at_home("change_persons", "POST")
def undo(request: HttpRequest, act_id: UUID) -> HttpResponse:
    """Undo an action on the register."""
    move = get_object_or_404(PersonMove.objects.select_related("person", "other"), pk=act_id)
    _carry_out(request, lambda: undo_move(move, **acting(request)), _("Undone."))
    return redirect("desk_persons")
