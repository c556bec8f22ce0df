"""Desk pages that import a list of teams: a preview of all changes, then the import."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import BadEntry, RuleError, Sentence, _ as marked
from tournaments.entries.desk.namesakes import SOMEBODY_ELSE, meant_by, which_field, with_counts
from tournaments.entries.list_files import LARGEST, ListFile, encoding_doubt, read_file, read_text, respelt
from tournaments.entries.rules.columns import column_choices
from tournaments.entries.rules.import_rows import column_letter
from tournaments.entries.rules.list_lines import CHANGE, KEEP, TWO, ListDoubt, row_text
from tournaments.entries.rules.list_text import Rows, text_of_rows
from tournaments.entries.services import imports
from tournaments.entries.services.imports import ImportPlan, PlannedRow, import_teams, plan_import
from tournaments.models import Tournament
from tournaments.values.details import DETAILS
from tournaments.web.desk_frame import BAD_FORM, acting, at_desk, desk, put_beside, sent

MAX_SHOWN_ROWS = 200
SAMPLES = 3  # number of rows that are shown as examples of a column


class ListForm(forms.Form):
    """Form for a list of teams, either pasted as text or uploaded as a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste the rows here"), required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "paste"}),
    )  # fmt: skip
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"), required=False, allow_empty_file=True,
        help_text=gettext_lazy("CSV, XLSX or ODS, up to 2 MB and 10,000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xls,.ods"}),
    )  # fmt: skip

    def list_file(self) -> ListFile:
        """Return the list from the file or, if none, from the text; raise BadEntry if both are missing."""
        file = self.cleaned_data["file"]
        if file:
            return read_file(file.read(LARGEST + 1))
        if not self.cleaned_data["text"].strip():
            raise BadEntry("no_list", Sentence(marked("Paste the rows, or choose a file.")))
        return ListFile(read_text(self.cleaned_data["text"]))


class DoubtsForm(forms.Form):
    """Form with the questions about a list. The first choice of each question is the proposed answer."""

    def __init__(self, doubts: Sequence[ListDoubt], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for doubt in doubts:
            self.fields[f"doubt_{doubt.key}"] = forms.ChoiceField(
                label=say(doubt.question),
                choices=[(value, say(words)) for value, words in doubt.choices],
                initial=doubt.choices[0][0],
                widget=forms.RadioSelect,
            )


def doubts_sent(data: Mapping[str, str]) -> dict[str, str]:
    """Return the submitted answers to the questions about a list, by question key."""
    return {
        match[1]: value
        for key, value in data.items()
        if (
            match := re.fullmatch(
                r"doubt_(letters|comma|remark|club|sign|numbering|halves|order|(row|surname)_\d{1,5})", key
            )
        )
        and value in (KEEP, CHANGE, TWO)
    }


class NamesForm(forms.Form):
    """Form for choosing the right person for each name that several people in the register share."""

    def __init__(self, questions: Sequence[imports.NameQuestion], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        people = with_counts().in_bulk({each.pk for question in questions for each in question.people})
        for question in questions:
            choice = which_field((people[each.pk] for each in question.people), question.name)
            choice.label = _("%(name)s, row %(row)s") % {"name": question.name, "row": question.row}
            self.fields[f"which_{question.row}_{question.place}"] = choice


def answers_sent(data: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen persons (id or SOMEBODY_ELSE), keyed by row number and player index."""
    return {
        key.removeprefix("which_"): value
        for key, value in data.items()
        if re.fullmatch(r"which_\d{1,5}_\d", key) and (value == SOMEBODY_ELSE or ID.fullmatch(value))
    }


ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def read_answers(answers: Mapping[str, str]) -> dict[tuple[int, int], UUID | None]:
    """Convert the chosen persons to person ids by row number and player index; None means a new person."""
    places = {tuple(map(int, key.split("_"))): meant_by(value) for key, value in answers.items()}
    return {(row, place): person for (row, place), person in places.items()}


class ColumnsForm(forms.Form):
    """Form for choosing a field for each non-empty column of the list."""

    def __init__(self, rows: Rows, columns: Mapping[int, str], size: int, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.places = [
            place for place in columns if any(len(row) > place and row[place].strip() for row in rows)
        ]
        choices = [(key, column_words(key, size)) for key in column_choices(size)]
        for place in self.places:
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=_("Column %(letter)s") % {"letter": column_letter(place)},
                choices=choices,
                required=False,
                initial=columns[place],
            )

    def columns(self) -> dict[int, str]:
        """Return the chosen field of each column."""
        return {place: self.cleaned_data[f"column_{place}"] for place in self.places}

    def samples(self, rows: Rows) -> list[tuple[forms.BoundField, list[str]]]:
        """Return the form field of each column together with sample cells from the given rows."""
        return [
            (self[f"column_{place}"], [row[place] if len(row) > place else "" for row in rows])
            for place in self.places
        ]


def column_words(key: str, size: int) -> str:
    """Return the label of an import field, given the key of the field."""
    if key.startswith("players/"):
        return _("Player %(number)s") % {"number": int(key[8:]) + 1} if size > 1 else _("Player")
    if key.startswith("members/"):
        values = {"number": int(key[8:]) + 1}
        return _("Member number of player %(number)s") % values if size > 1 else _("Member number")
    if key.startswith("surnames/"):
        return _("Surname of player %(number)s") % {"number": int(key[9:]) + 1} if size > 1 else _("Surname")
    return {"players": _("All the players"), "": _("Not used")}.get(key) or str(LABELS[key])


@dataclass(frozen=True)
class ShownList:
    """A list in a preview, with the answers to its questions. The page contains the list as signed text."""

    rows: Rows
    columns: Mapping[int, str] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    encodings: Sequence[str] = ()

    @classmethod
    def signed(cls, request: HttpRequest, tournament: Tournament) -> Self:
        """Read a list from its signed text in the page; raise BadSignature if the text was changed."""
        fields = signing.loads(request.POST.get("rows", ""), salt=_salt(tournament))
        columns = {int(place): key for place, key in fields.pop("columns").items()}
        return cls(columns=columns, **fields)

    def to_sign(self, tournament: Tournament) -> str:
        """Return the list as signed text for the preview page."""
        return signing.dumps(asdict(self), salt=_salt(tournament), compress=True)

    def plan(self, tournament: Tournament) -> ImportPlan:
        """Return the changes that importing the list would make."""
        return plan_import(tournament, self.rows, self.columns, read_answers(self.names), self.doubts)


@desk("enter_teams", "GET", "HEAD", "POST")
def take_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form for a list, or the preview of a submitted list with all its errors; save nothing."""
    if "rows" in request.POST:
        return _with_answers(request, tournament)
    form = ListForm(sent(request), request.FILES or None)
    if form.is_valid():
        try:
            file = form.list_file()
            notes = [say(note) for note in file.notes]
            listing = ShownList(file.rows, notes=notes, encodings=file.encodings)
            return _plan_page(request, tournament, listing, listing.plan(tournament), form.data.get("text"))
        except RuleError as refusal:
            put_beside(form, refusal, {refusal.code: "file" if form.cleaned_data["file"] else "text"})
    return at_desk(request, tournament, "entries/list_import.html", {"form": form})


def _with_answers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the preview again with the columns and answers that the user has chosen."""
    try:
        listing = ShownList.signed(request, tournament)
    except signing.BadSignature:
        return _another_list(request, tournament)
    encoding = request.POST.get("doubt_encoding", "")
    if encoding in listing.encodings:
        rows = respelt(listing.rows, listing.encodings[0], encoding)
        listing = replace(listing, rows=rows, encodings=())
    listing = replace(
        listing,
        names={**listing.names, **answers_sent(request.POST)},
        doubts={**listing.doubts, **doubts_sent(request.POST)},
    )
    asks_columns = any(key.startswith("column_") for key in request.POST)
    size = tournament.team_size
    chosen = ColumnsForm(listing.rows, listing.columns or {}, size, request.POST if asks_columns else None)
    try:
        if chosen.is_valid() and chosen.columns() != listing.columns:
            asked_again = {key: answer for key, answer in listing.doubts.items() if key != "comma"}
            listing = replace(  # the names are in other cells now
                listing, columns=chosen.columns(), names={}, doubts=asked_again
            )
        plan = listing.plan(tournament)
    except RuleError as refusal:
        chosen.add_error(None, say(refusal.message))
        listing = replace(listing, columns=None)
        plan = listing.plan(tournament)
    return _plan_page(request, tournament, listing, plan, columns=chosen if asks_columns else None)


def _another_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ListForm(data={"text": ""})
    form.add_error(None, _("This list was not the one that was shown. Choose it again."))
    return at_desk(request, tournament, "entries/list_import.html", {"form": form})


@desk("enter_teams", "POST")
def confirm_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Import the previewed list; show the preview again if the list now has an error."""
    try:
        listing = ShownList.signed(request, tournament)
        answers = read_answers(listing.names)
        plan = import_teams(
            tournament, listing.rows, listing.columns, answers, listing.doubts, **acting(request)
        )
    except signing.BadSignature:
        return _another_list(request, tournament)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
        return redirect("desk_entries", tournament.slug)
    if plan.faults or plan.doubts:
        return _plan_page(request, tournament, listing, plan)
    counts = {"added": len(plan.of("add")), "changed": len(plan.of("change"))}
    messages.success(request, _("List imported: %(added)s new, %(changed)s changed.") % counts)
    return redirect("desk_entries", tournament.slug)


def _salt(tournament: Tournament) -> str:
    """Return the salt for signing a list, so that a signed list is valid for one tournament only."""
    return f"list of teams for {tournament.pk}"


def _plan_page(
    request: HttpRequest,
    tournament: Tournament,
    listing: ShownList,
    plan: ImportPlan,
    text: str | None = None,
    columns: ColumnsForm | None = None,
) -> HttpResponse:
    """Render the preview of an import. `text` is the submitted text of the list."""
    columns = columns or ColumnsForm(listing.rows, plan.columns, tournament.team_size)
    faults = [fault for fault in plan.faults if fault.code != "which_person"]
    doubts = [*plan.doubts]
    if listing.encodings:
        doubts.insert(0, encoding_doubt(listing.rows, listing.encodings))
    context: dict[str, Any] = {
        "plan": plan,
        "form": ListForm(initial={"text": text or text_of_rows(listing.rows)}),
        "added": plan.of("add"),
        "details": [LABELS[key] for key in DETAILS],
        "changed": [(planned, changes(planned)) for planned in plan.of("change")],
        "unchanged": plan.of("same"),
        "faults": faults[:MAX_SHOWN_ROWS],
        "fault_rows": [(fault, _text_of(listing.rows, fault.row)) for fault in faults[:MAX_SHOWN_ROWS]],
        "fault_count": len(faults),
        "more_faults": max(0, len(faults) - MAX_SHOWN_ROWS),
        "more_added": max(0, len(plan.of("add")) - MAX_SHOWN_ROWS),
        "more_changed": max(0, len(plan.of("change")) - MAX_SHOWN_ROWS),
        "notes": [*listing.notes, *(say(note) for note in plan.notes)],
        "doubts": DoubtsForm(doubts) if doubts else None,
        "names": NamesForm(plan.questions) if plan.questions else None,
        "columns": columns,
        "samples": columns.samples([listing.rows[each.row.number - 1] for each in plan.rows[:SAMPLES]]),
        "rows": replace(listing, columns=plan.columns).to_sign(tournament),
        "can_take": plan.changes_something and not doubts and not columns.errors,
    }
    status = BAD_FORM if plan.faults or columns.errors else 200
    return at_desk(request, tournament, "entries/list_plan.html", context, status=status)


def _text_of(rows: Rows, number: int) -> str:
    """Return the text of the row with this number, or an empty text for number 0 (the whole list)."""
    return row_text(rows[number - 1]) if 0 < number <= len(rows) else ""


LABELS = {
    "players": gettext_lazy("Players"),
    "name": gettext_lazy("Team name"),
    **{key: gettext_lazy(detail.label) for key, detail in DETAILS.items()},
    "seed": gettext_lazy("Seed"),
}


def changes(planned: PlannedRow) -> list[tuple[object, str, str]]:
    """Return the label, old value and new value of each field that a row changes."""
    before = planned.before.fields if planned.before else {}
    return [
        (LABELS[key], _field_text(before[key]), _field_text(planned.entry.fields[key]))
        for key in planned.differs
    ]


def _field_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
