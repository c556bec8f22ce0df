"""A list from a spreadsheet: shown first with everything it would do, then taken in whole."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
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
from tournaments.entries.list_files import LARGEST, Rows, read_file, read_text
from tournaments.entries.rules.details import DETAILS
from tournaments.entries.rules.import_rows import column_choices, column_letter
from tournaments.entries.services import imports
from tournaments.entries.services.imports import ImportPlan, PlannedRow, import_teams, plan_import
from tournaments.models import Tournament
from tournaments.stages.selectors.stage_facts import team_size
from tournaments.web.desk_frame import BAD_FORM, acting, at_desk, desk, put_beside, sent

SHOWN = 200
SAMPLES = 3  # rows that show what is in a column


class ListForm(forms.Form):
    """A list of teams: pasted, or in a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste the rows here"), required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "paste"}),
    )  # fmt: skip
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"), required=False, allow_empty_file=True,
        help_text=gettext_lazy("CSV, XLSX or ODS, up to 2 MB and 10,000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xls,.ods"}),
    )  # fmt: skip

    def rows(self) -> Rows:
        """Return the rows of the file, or of the text; raise BadEntry when there is neither."""
        file = self.cleaned_data["file"]
        if file:
            return read_file(file.read(LARGEST + 1))
        if not self.cleaned_data["text"].strip():
            raise BadEntry("no_list", Sentence(marked("Paste the rows, or choose a file.")))
        return read_text(self.cleaned_data["text"])


class NamesForm(forms.Form):
    """Whom a name means that several people of the register have: one question a name of a row."""

    def __init__(self, questions: Sequence[imports.NameQuestion], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        people = with_counts().in_bulk({each.pk for question in questions for each in question.people})
        for question in questions:
            field = which_field((people[each.pk] for each in question.people), question.name)
            field.label = _("%(name)s, row %(row)s") % {"name": question.name, "row": question.row}
            self.fields[f"which_{question.row}_{question.place}"] = field


def answers_sent(data: Mapping[str, str]) -> dict[str, str]:
    """Return what was answered: by row and place the id of a person, or that it is somebody else."""
    return {
        key.removeprefix("which_"): value
        for key, value in data.items()
        if re.fullmatch(r"which_\d{1,5}_\d", key) and (value == SOMEBODY_ELSE or ID.fullmatch(value))
    }


ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def read_answers(answers: Mapping[str, str]) -> dict[tuple[int, int], UUID | None]:
    """Return the answers as the services take them."""
    places = {tuple(map(int, key.split("_"))): meant_by(value) for key, value in answers.items()}
    return {(row, place): person for (row, place), person in places.items()}


class ColumnsForm(forms.Form):
    """What each column of a list holds, one choice a column that is not empty."""

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
        """Return the choice of each column."""
        return {place: self.cleaned_data[f"column_{place}"] for place in self.places}

    def samples(self, rows: Rows) -> list[tuple[forms.BoundField, list[str]]]:
        """Return each column's field with its first cells."""
        filled = [row for row in rows if any(cell.strip() for cell in row)][:SAMPLES]
        return [
            (self[f"column_{place}"], [row[place] if len(row) > place else "" for row in filled])
            for place in self.places
        ]


def column_words(key: str, size: int) -> str:
    """Return what a column is called that holds this (`import_rows.column_choices`)."""
    if key.startswith("players/"):
        return _("Player %(number)s") % {"number": int(key[8:]) + 1} if size > 1 else _("Player")
    if key.startswith("members/"):
        words = {"number": int(key[8:]) + 1}
        return _("Member number of player %(number)s") % words if size > 1 else _("Member number")
    return {"players": _("All the players"), "surname": _("Surname"), "": _("Not used")}.get(key) or str(
        LABELS[key]
    )


@desk("enter_teams", "GET", "HEAD", "POST")
def take_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a list; show what it would do, and every fault in it. Writes nothing."""
    if "rows" in request.POST:
        return _with_columns(request, tournament)
    form = ListForm(sent(request), request.FILES or None)
    if form.is_valid():
        try:
            rows = form.rows()
            return _plan_page(request, tournament, rows, plan_import(tournament, rows), form.data.get("text"))
        except RuleError as refusal:
            put_beside(form, refusal, {refusal.code: "file" if form.cleaned_data["file"] else "text"})
    return at_desk(request, tournament, "entries/list_import.html", {"form": form})


def _with_columns(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the same list again, its columns understood as the director says."""
    try:
        rows, columns, answers = _signed(request, tournament)
    except signing.BadSignature:
        return _another_list(request, tournament)
    answers |= answers_sent(request.POST)
    asks_columns = any(key.startswith("column_") for key in request.POST)
    chosen = ColumnsForm(rows, columns, team_size(tournament), request.POST if asks_columns else None)
    try:
        if chosen.is_valid() and chosen.columns() != columns:
            columns, answers = chosen.columns(), {}  # other cells hold the names now
        plan = plan_import(tournament, rows, columns, read_answers(answers))
    except RuleError as refusal:
        chosen.add_error(None, say(refusal.message))
        plan = plan_import(tournament, rows)
    return _plan_page(request, tournament, rows, plan, columns=chosen, answers=answers)


def _signed(request: HttpRequest, tournament: Tournament) -> tuple[Rows, dict[int, str], dict[str, str]]:
    """Return the list that was shown, what its columns hold and who its names are.

    Raise BadSignature if it is another list.
    """
    told = signing.loads(request.POST.get("rows", ""), salt=_salt(tournament))
    return told["rows"], {int(place): key for place, key in told["columns"].items()}, told["answers"]


def _another_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ListForm(data={"text": ""})
    form.add_error(None, _("This list was not the one that was shown. Choose it again."))
    return at_desk(request, tournament, "entries/list_import.html", {"form": form})


@desk("enter_teams", "POST")
def confirm_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take in the list that was shown, whole; when it has a fault by now, show it again."""
    try:
        rows, columns, answers = _signed(request, tournament)
        plan = import_teams(tournament, rows, columns, read_answers(answers), **acting(request))
    except signing.BadSignature:
        return _another_list(request, tournament)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
        return redirect("desk_entries", tournament.slug)
    if plan.faults:
        return _plan_page(request, tournament, rows, plan, answers=answers)
    counts = {"added": len(plan.of("add")), "changed": len(plan.of("change"))}
    messages.success(request, _("List imported: %(added)s new, %(changed)s changed.") % counts)
    return redirect("desk_entries", tournament.slug)


def _salt(tournament: Tournament) -> str:
    """A list shown at one tournament is confirmed at no other."""
    return f"list of teams for {tournament.pk}"


def _plan_page(
    request: HttpRequest,
    tournament: Tournament,
    rows: Rows,
    plan: ImportPlan,
    text: str | None = None,
    columns: ColumnsForm | None = None,
    answers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Show what a list would do; `text` is how it was typed, `answers` who its names are said to be."""
    columns = columns or ColumnsForm(rows, plan.columns, team_size(tournament))
    faults = [fault for fault in plan.faults if fault.code != "which_person"]
    shown = {"rows": rows, "columns": plan.columns, "answers": answers or {}}
    context: dict[str, Any] = {
        "plan": plan,
        "form": ListForm(initial={"text": text or in_tabs(rows)}),
        "added": plan.of("add"),
        "details": [LABELS[key] for key in DETAILS],
        "changed": [(planned, changes(planned)) for planned in plan.of("change")],
        "unchanged": plan.of("same"),
        "faults": faults[:SHOWN],
        "fault_count": len(faults),
        "more_faults": max(0, len(faults) - SHOWN),
        "names": NamesForm(plan.questions) if plan.questions else None,
        "columns": columns,
        "samples": columns.samples(rows),
        "rows": signing.dumps(shown, salt=_salt(tournament), compress=True),
        "can_take": plan.changes_something and not columns.errors,
    }
    status = BAD_FORM if plan.faults or columns.errors else 200
    return at_desk(request, tournament, "entries/list_plan.html", context, status=status)


def in_tabs(rows: Rows) -> str:
    """Return rows as a spreadsheet copies them, to be put right by hand."""
    return "\n".join(
        "\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in row) for row in rows[:SHOWN]
    )


LABELS = {
    "players": gettext_lazy("Players"),
    "name": gettext_lazy("Team name"),
    **{key: gettext_lazy(detail.label) for key, detail in DETAILS.items()},
    "seed": gettext_lazy("Seed"),
}


def changes(planned: PlannedRow) -> list[tuple[object, str, str]]:
    """Return what a row would change of its team: the field, before and after."""
    before = planned.before.fields if planned.before else {}
    return [
        (LABELS[key], _field_text(before[key]), _field_text(planned.entry.fields[key]))
        for key in planned.differs
    ]


def _field_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
