"""Desk page and CSV export of the journal of the club, its tournaments and its circuits."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from io import StringIO
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.extras import journal_kinds, parts_of
from tournaments.matches.selectors.matches import match_now, with_sides
from tournaments.models import ClubMove, JournalEntry, Match, Team, Tournament
from tournaments.permissions import account_name
from tournaments.tables.desk.moves import MOVES, move_sentence
from tournaments.tables.selectors.journal_lines import Move
from tournaments.values.spreadsheet_cells import like_a_formula, quoted
from tournaments.web.club_journal import PAGE, JournalFilter, JournalLine
from tournaments.web.desk_frame import at_club, at_home
from tournaments.web.words import against_words, instant

OF_THE_CLUB = {
    "privacy_text": gettext_lazy("What people agree to was written anew"),
    "retention_set": gettext_lazy("The time after which names are forgotten was changed"),
    "person_stays": gettext_lazy("A name stays, its owner asked for it"),
    "person_released": gettext_lazy("A name stays no longer than others"),
    "name_erased": gettext_lazy("A name was erased"),
    "restore_ordered": gettext_lazy("A copy is to be put back"),
    "copy_restored": gettext_lazy("A copy was put back"),
    "role_given": gettext_lazy("Somebody got a role"),
    "role_taken_away": gettext_lazy("Somebody lost a role"),
    "invited": gettext_lazy("An invitation was made"),
    "invitation_withdrawn": gettext_lazy("An invitation was withdrawn"),
    "token_made": gettext_lazy("A key for a program was made"),
    "token_revoked": gettext_lazy("A key of a program was revoked"),
    "access_renewed": gettext_lazy("Somebody chose a new password by a link"),
    "club_added": gettext_lazy("A club was added to the site"),
    "club_changed": gettext_lazy("The page of the club was changed"),
    "house_rules_set": gettext_lazy("House rules were saved"),
    "tournament_deleted": gettext_lazy("A tournament was deleted"),
}
# The largest number of lines of a CSV.
MOST = 5_000
BOM = "\ufeff"


@at_home("run_machine")
def show_journal(request: HttpRequest) -> HttpResponse:
    """Show the newest journal entries that match the filter; a cursor links to older entries."""
    wanted = read_filter(request)
    lines = journal_lines(wanted)
    more = lines[wanted.most : wanted.most + 1]
    lines = lines[: wanted.most]
    chosen = {name: value for name, value in request.GET.items() if name != "prima" and value}
    cursor = f"{lines[-1].at.isoformat()}/{lines[-1].id}" if more else ""
    users = get_user_model()._default_manager.order_by("first_name", "last_name", "username")
    kinds = {**MOVES, **OF_THE_CLUB, **journal_kinds()}
    context = {
        "lines": [(line, instant(line.at)) for line in lines],
        "older": urlencode({**chosen, "prima": cursor}) if more else "",
        "csv": urlencode(chosen),
        "chosen": chosen,
        "kinds": sorted(((key, _plain(words)) for key, words in kinds.items()),
                        key=lambda each: each[1].lower()),
        "users": [(str(user.pk), account_name(user)) for user in users],
        "tournaments": [(str(pk), name) for pk, name in
                        Tournament.objects.order_by("-made_at").values_list("pk", "name")[:200]],
    }  # fmt: skip
    return at_club(request, "desk_machine", "machine/journal.html", context)


@at_home("run_machine")
def journal_csv(request: HttpRequest) -> HttpResponse:
    """Return the journal entries that match the filter as CSV."""
    lines = journal_lines(replace(read_filter(request), most=MOST))[:MOST]
    answer = HttpResponse("".join(_csv(lines)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_("journal")}.csv"'
    answer["Cache-Control"] = "no-store, private"
    return answer


def read_filter(request: HttpRequest) -> JournalFilter:
    """Return the journal filter from the query string; invalid values are ignored."""
    query = request.GET
    at, _slash, row = query.get("prima", "").partition("/")
    moment, before = _read(datetime.fromisoformat, at), _read(UUID, row)
    return JournalFilter(
        query.get("atto", "")[:24],
        _read(int, query.get("chi", "")),
        _read(UUID, query.get("torneo", "")),
        _read(date.fromisoformat, query.get("giorno", "")),
        (moment, before) if moment and before and timezone.is_aware(moment) else None,
        PAGE,
    )


def _read(kind: Any, text: str) -> Any:
    try:
        return kind(text) if text else None
    except ValueError:
        return None


def journal_lines(wanted: JournalFilter) -> list[JournalLine]:
    """Return one page of matching journal entries, newest first, and the first entry of the next page.

    The number of queries does not depend on the number of entries.
    """
    lines = [*_of_tournaments(wanted), *_of_the_club(wanted)]
    lines += [line for part in parts_of("journal") for line in part(wanted)]
    return sorted(lines, key=lambda line: (line.at, line.id), reverse=True)[: wanted.most + 1]


def _of_the_club(wanted: JournalFilter) -> list[JournalLine]:
    if wanted.tournament:
        return []
    moves = wanted.of(ClubMove.objects.select_related("user"))
    return [JournalLine.of(move, _("The club"), str(OF_THE_CLUB.get(move.kind, move.kind))) for move in moves]


def _of_tournaments(wanted: JournalFilter) -> list[JournalLine]:
    rows = JournalEntry.objects.select_related("user", "tournament").prefetch_related("tournament__stages")
    entries = wanted.of(rows.filter(tournament=wanted.tournament) if wanted.tournament else rows)
    ids = {entry.match_id for entry in entries if entry.match_id}
    matches = {row.pk: match_now(row) for row in with_sides(Match.objects.filter(pk__in=ids))} if ids else {}
    named = {entry.body["team"] for entry in entries if "team" in entry.body}
    teams = {str(pk): name for pk, name in Team.objects.filter(pk__in=named).values_list("pk", "name")}
    return [
        JournalLine.of(entry, entry.tournament.name, _sentence(entry, matches, teams)) for entry in entries
    ]


def _sentence(entry: JournalEntry, matches: Mapping[Any, Any], teams: Mapping[str, str]) -> str:
    match = matches.get(entry.match_id)
    sides = tuple(side.name for side in match.sides) if match else ()
    row = match.match if match else None
    team = teams.get(str(entry.body.get("team")), "")
    move = Move(entry.at, entry.kind, row, None, None, entry.body, "", "", team, sides, entry.pk)
    words = move_sentence(move, entry.tournament)
    opponents = against_words(sides)
    return _("%(match)s: %(act)s") % {"match": opponents, "act": words} if opponents else words


def _plain(words: object) -> str:
    text = str(words)
    while "%(" in text:
        before, _mark, rest = text.partition("%(")
        text = f"{before}…{rest.partition(')s')[2]}"
    return text


def _csv(lines: list[JournalLine]) -> Iterator[str]:
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if get_format("DECIMAL_SEPARATOR") == "," else ",")
    yield BOM
    writer.writerow([_("When"), _("Where"), _("What"), _("Who"), _("Why")])
    for line in lines:
        cells = (timezone.localtime(line.at).isoformat(timespec="seconds"), line.place, line.words,
                 line.author, line.reason)  # fmt: skip
        writer.writerow([quoted(cell) if like_a_formula(cell) else cell for cell in cells])
    yield text.getvalue()
