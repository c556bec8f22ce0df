"""Printed name badges, ten on an A4 page, and table signs with the QR code of the table's public page."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import get_language, gettext as _

from tournaments.competition.names import surname
from tournaments.identity.public import logo_document
from tournaments.models import Club, Tournament
from tournaments.rosters.selectors.roster import teams_gone, with_seats
from tournaments.web.qr import qr_document
from tournaments.web.typesetting import typeset
from tournaments.web.words import plain

BADGES, SIGNS = "printing/badges.typ", "printing/signs.typ"
# The largest number of items per PDF, so that a request takes less than a second.
BADGES_AT_ONCE, SIGNS_AT_ONCE = 250, 128


def parts(count: int, at_once: int) -> list[tuple[int, str]]:
    """Return the number and the label (“1–128”) of each part of a long list; empty if the list is short."""
    starts = range(0, count, at_once)
    if len(starts) < 2:
        return []
    return [
        (number, f"{start + 1}–{min(start + at_once, count)}") for number, start in enumerate(starts, start=1)
    ]


def _cut(items: Sequence[Any], part: int | None, at_once: int) -> Sequence[Any]:
    count = max(1, -(-len(items) // at_once))
    start = (max(1, min(part or 1, count)) - 1) * at_once
    return items[start : start + at_once]


def badges_pdf(tournament: Tournament, part: int | None = None) -> bytes | None:
    """Return one part of the badges of all players as PDF. None if there are no entries.

    A part has at most 250 badges (`BADGES_AT_ONCE`). Parts are counted from 1. Without `part`, the first part
    is returned; if `part` is too large, the last part. Players of withdrawn teams have no badge.
    """
    data = badges_data(tournament, part)
    return typeset(BADGES, data, tournament) if data["badges"] else None


def badges_data(tournament: Tournament, part: int | None = None) -> dict[str, Any]:
    """Return the data of the badges template, ordered by surname. Five queries."""
    withdrawn = teams_gone(tournament)
    teams = [team for team in tournament.teams.prefetch_related(with_seats()) if team.pk not in withdrawn]
    seats = [(seat.person.name, team) for team in teams for seat in team.seats.all()]
    seats.sort(key=lambda seat: (surname(seat[0]).casefold(), seat[0].casefold()))
    return {
        "lang": get_language() or "",
        "title": _("Badges"),
        "logo": logo_document(Club.objects.current()),
        "tournament": plain(tournament.name),
        "badges": [
            {"name": plain(name), "team": "" if team.name == name else plain(team.name), "from": _from(team)}
            for name, team in _cut(seats, part, BADGES_AT_ONCE)
        ],
    }


def _from(team: Any) -> str:
    return plain(", ".join(team.detail_texts))


def signs_pdf(tournament: Tournament, address: Callable[[int], str], part: int | None = None) -> bytes:
    """Return one part of the table signs as PDF; `address` returns the public URL for a table number.

    A part has at most 128 signs (`SIGNS_AT_ONCE`); its number works as in `badges_pdf`.
    """
    return typeset(SIGNS, signs_data(tournament, address, part), tournament)


def signs_data(
    tournament: Tournament, address: Callable[[int], str], part: int | None = None
) -> dict[str, Any]:
    """Return the data of the template for table signs. One query, two with a logo."""
    club = Club.objects.current()
    tables = _cut(range(1, tournament.tables + 1), part, SIGNS_AT_ONCE)
    return {
        "lang": get_language() or "",
        "title": _("Table signs"),
        "logo": logo_document(club),
        "tournament": plain(tournament.name),
        "club": plain(", ".join(filter(None, [club.name, club.town]))),
        "signs": [{"table": str(table), "qr": qr_document(address(table))} for table in tables],
        "words": {
            "table": _("Table"),
            "scan": _("Point your camera here"),
            "opens": _("it opens the sheet of this table"),
            "code": _("To score you need the code on your sheet."),
        },
    }
