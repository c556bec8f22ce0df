"""Optional details of a team, in addition to its players, name and seed.

The desk form, the API, the import of lists, the downloads and the archive use `DETAILS`. To add a detail, add
an entry here, a column of the same name in `models.Team`, and texts in `templatetags/entrants.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.types import _

LONGEST_DETAIL = 80


@dataclass(frozen=True)
class Detail:
    """A detail of a team: its label, and its possible column headings in an imported list."""

    label: str
    headings: frozenset[str]


# By column name (also used in the API and in archives), in the order shown.
DETAILS: Mapping[str, Detail] = {
    "club": Detail(_("Club"), frozenset({"circolo", "club", "associazione", "societa"})),
    "town": Detail(_("Town"), frozenset({"paese", "citta", "comune", "localita", "town", "city", "place"})),
}


def all_details(details: Mapping[str, str]) -> dict[str, str]:
    """Return all details of a team in a fixed order; a missing detail is an empty text."""
    return {key: details.get(key, "") for key in DETAILS}
