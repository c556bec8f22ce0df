"""The attendance at the tournaments of a year, as a table and as a CSV file."""

import csv
from io import StringIO
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.people.desk.register import register_page
from tournaments.people.selectors.attendance import attendance_of, years_played
from tournaments.values.spreadsheet_cells import cell_text, quoted
from tournaments.web.desk_frame import at_home
from tournaments.web.frame import number_asked


def _year(request: HttpRequest) -> int:
    return number_asked(request, "anno") or timezone.localdate().year


@at_home("see_persons")
def attendance(request: HttpRequest) -> HttpResponse:
    """Show how many tournaments of a year each person attended."""
    year = _year(request)
    context: dict[str, Any] = {"year": year, "years": years_played(), "table": attendance_of(year)}
    return register_page(request, "people/attendance.html", context)


@at_home("see_persons")
def attendance_file(request: HttpRequest) -> HttpResponse:
    """Return the attendance of a year as CSV, with one line per person and one column per tournament."""
    year = _year(request)
    table, text = attendance_of(year), StringIO()
    lines = csv.writer(text, delimiter=";")
    events = [quoted(cell_text(each.name)) for each in table.tournaments]
    lines.writerow([_("Name"), _("Note"), _("Member number"), _("Evenings"), *events])
    for row in table.rows:
        person = row.person
        words = [quoted(cell_text(each)) for each in (person.written_name, person.note, person.member_number)]
        lines.writerow([*words, row.count, *("1" if is_present else "" for is_present in row.presences)])
    name = f"presenze-{year}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(f"\ufeff{text.getvalue()}", "text/csv; charset=utf-8", headers=headers)
