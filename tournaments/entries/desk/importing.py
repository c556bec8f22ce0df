"""A list from a spreadsheet: shown first with everything it would do, then taken in whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import BadEntry, RuleError, Sentence, _ as marked
from tournaments.entries.list_files import LARGEST, Rows, read_file, read_text
from tournaments.entries.rules.details import DETAILS
from tournaments.entries.rules.import_rows import column_choices, column_letter
from tournaments.entries.services.imports import ImportPlan, PlannedRow, import_teams, plan_import
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.stages.selectors.stage_facts import team_size
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk

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
    return {"players": _("All the players"), "surname": _("Surname"), "": _("Not used")}.get(key) or str(
        LABELS[key]
    )


@dataclass(frozen=True)
class FieldChange:
    """One field that a row would change."""

    label: str
    before: str
    after: str


@desk("enter_teams", "GET", "HEAD", "POST")
def take_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a list; show what it would do, and every fault in it. Writes nothing."""
    if request.method != "POST":
        return at_desk(request, tournament, "entries/list_import.html", {"form": ListForm()})
    if "rows" in request.POST:
        return _with_columns(request, tournament)
    form = ListForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            rows = form.rows()
            return _plan_page(request, tournament, rows, plan_import(tournament, rows), form)
        except RuleError as refusal:
            form.add_error("file" if form.cleaned_data["file"] else "text", say(refusal.message))
            return at_desk(
                request, tournament, "entries/list_import.html", {"form": form}, status=status_of(refusal)
            )
    return at_desk(request, tournament, "entries/list_import.html", {"form": form}, status=BAD_FORM)


def _with_columns(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the same list again, its columns understood as the director says."""
    try:
        rows, columns = _signed(request, tournament)
    except signing.BadSignature:
        return _another_list(request, tournament)
    chosen = ColumnsForm(rows, columns, team_size(tournament), request.POST)
    list_form = ListForm(initial={"text": in_tabs(rows)})
    try:
        if chosen.is_valid():
            columns = chosen.columns()
        plan = plan_import(tournament, rows, columns)
    except RuleError as refusal:
        chosen.add_error(None, say(refusal.message))
        plan = plan_import(tournament, rows)
    return _plan_page(request, tournament, rows, plan, list_form, chosen)


def _signed(request: HttpRequest, tournament: Tournament) -> tuple[Rows, dict[int, str]]:
    """Return the list that was shown and what its columns hold; raise BadSignature if it is another."""
    told = signing.loads(request.POST.get("rows", ""), salt=_salt(tournament))
    return told["rows"], {int(place): key for place, key in told["columns"].items()}


def _another_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ListForm(data={"text": ""})
    form.add_error(None, _("This list was not the one that was shown. Choose it again."))
    return at_desk(request, tournament, "entries/list_import.html", {"form": form}, status=BAD_FORM)


@desk("enter_teams", "POST")
def confirm_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take in the list that was shown, whole; when it has a fault by now, show it again."""
    try:
        rows, columns = _signed(request, tournament)
        plan = import_teams(tournament, rows, columns, author=author_of(request), at=timezone.now())
    except signing.BadSignature:
        return _another_list(request, tournament)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
        return redirect("desk_entries", tournament.slug)
    if plan.faults:
        return _plan_page(request, tournament, rows, plan, ListForm(initial={"text": in_tabs(rows)}))
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
    form: ListForm,
    columns: ColumnsForm | None = None,
) -> HttpResponse:
    columns = columns or ColumnsForm(rows, plan.columns, team_size(tournament))
    signed = signing.dumps({"rows": rows, "columns": plan.columns}, salt=_salt(tournament), compress=True)
    again = ListForm(initial={"text": form.data.get("text") or in_tabs(rows)})
    context: dict[str, Any] = {
        "plan": plan,
        "form": again,
        "added": plan.of("add"),
        "details": [LABELS[key] for key in DETAILS],
        "changed": [(planned, changes(planned)) for planned in plan.of("change")],
        "unchanged": plan.of("same"),
        "faults": [(fault, say(fault.message)) for fault in plan.faults[:SHOWN]],
        "more_faults": max(0, len(plan.faults) - SHOWN),
        "columns": columns,
        "samples": columns.samples(rows),
        "rows": signed,
        "can_take": plan.changes_something and not columns.errors,
    }
    return at_desk(
        request,
        tournament,
        "entries/list_plan.html",
        context,
        status=BAD_FORM if plan.faults or columns.errors else 200,
    )


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


def changes(planned: PlannedRow) -> list[FieldChange]:
    """Return what a row would change of its team, before and after."""
    before = planned.before.fields if planned.before else {}
    return [
        FieldChange(str(LABELS[key]), _page(before[key]), _page(planned.entry.fields[key]))
        for key in planned.differs
    ]


def _page(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
