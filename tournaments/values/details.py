"""What may be said of a team beside its players, its name and its seed: a text each, and never needed.

The form of the desk, the calls, the import of a list, the files and the archive of an event go over
`DETAILS`. A new one is a line here, a column of the same name of `models.Team`, and its words in the forms of
`templatetags/entrants.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.types import _

LONGEST_DETAIL = 80


@dataclass(frozen=True)
class Detail:
    """What a detail is called, and the headings by which a list has it, as `import_rows` compares them."""

    label: str
    headings: frozenset[str]


# By the name that each has among the columns, in a call and in an archive, in the order they are shown.
DETAILS: Mapping[str, Detail] = {
    "club": Detail(_("Club"), frozenset({"circolo", "club", "associazione", "societa"})),
    "town": Detail(_("Town"), frozenset({"paese", "citta", "comune", "localita", "town", "city", "place"})),
}


def all_details(details: Mapping[str, str]) -> dict[str, str]:
    """Return every detail in order, those that are not given empty."""
    return {key: details.get(key, "") for key in DETAILS}
