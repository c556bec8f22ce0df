"""The cash book as files for the treasurer (CSV of all entries, PDF of the closing), and journal lines."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext as _

from tournaments.cash import rules
from tournaments.cash.page import OUT, close_rows, corrections, method_rows, prizes_of
from tournaments.cash.rules import Drawer
from tournaments.cash.selectors import CashLineNow, CashNow, cash_now, note_of
from tournaments.cash.words import (
    CLOSED,
    JOURNAL_KINDS,
    KINDS,
    in_euros,
    method_words,
    treasurer_words,
    waived_words,
)
from tournaments.models import CashClose, CashLine, Team, Tournament
from tournaments.permissions import account_name
from tournaments.templatetags.entrants import called
from tournaments.values.money import LineKind
from tournaments.values.spreadsheet_cells import quoted
from tournaments.web.club_journal import JournalFilter, JournalLine
from tournaments.web.desk_frame import desk
from tournaments.web.typesetting import pdf_answer, typeset
from tournaments.web.words import clock, day, joined, plain

BOM = "\ufeff"
TEMPLATE = "cash/cash.typ"
NO_COPY = {"Cache-Control": "no-store, private"}


@desk("read_cash")
def cash_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return all cash entries as CSV; income is positive, expenses are negative."""
    text = "".join(_csv(cash_now(tournament)))
    name = f'attachment; filename="{tournament.slug}-{_("cash")}.csv"'
    headers = {"Content-Disposition": name, **NO_COPY}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


def _csv(now: CashNow) -> Iterator[str]:
    point = get_format("DECIMAL_SEPARATOR")
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if point == "," else ",")
    yield BOM
    heads = (_("No."), _("When"), _("What"), _("Team"), _("How"), _("Amount"), _("Note"), _("Receipt"),
             _("Takes back no."), _("Who"))  # fmt: skip
    writer.writerow(heads)
    names = {each.team_id: each.name for each in now.teams}
    numbers: dict[UUID | None, int] = {each.line.pk: each.line.number for each in now.lines}
    for each in now.lines:
        line = each.line
        words = (
            timezone.localtime(line.at).isoformat(timespec="seconds"),
            str(KINDS[line.kind]),
            names.get(line.team, "") if line.team else "",
            method_words(each),
        )
        amount = -line.amount if line.kind in OUT else line.amount
        sign = "-" if amount < 0 else ""
        figure = f"{sign}{abs(amount) // 100}{point}{abs(amount) % 100:02d}"
        note = "" if line.kind == LineKind.DUE else each.text
        after = (note, each.receipt, str(numbers.get(line.reverses_id, "")),
                 account_name(line.user))  # fmt: skip
        cells = [str(line.number), *map(quoted, words), figure, *map(quoted, after)]
        writer.writerow(cells)
    yield text.getvalue()


@desk("read_cash")
def cash_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the cash closing as an A4 PDF for the treasurer."""
    pdf = typeset(TEMPLATE, cash_data(cash_now(tournament)), tournament)
    return pdf_answer(pdf, f"{tournament.slug}-{_('cash')}")


def cash_data(now: CashNow) -> dict[str, Any]:
    """Return the data of the PDF template: sections with rows, the drawer, and the counted sum."""
    tournament, drawer = now.tournament, now.drawer
    last = close_rows(now)[0] if now.closes else None
    counted = rules.drawer(now.entries, last.close.up_to) if last else drawer
    dues = [
        {"text": str(row.name).capitalize(), "more": plain(row.teams), "sum": in_euros(row.amount)}
        for row in method_rows(now)
    ]
    waivers = [
        {"text": plain(each.name), "more": waived_words(each), "sum": in_euros(each.account.waived)}
        for each in now.teams
        if each.waivers
    ]
    owed = [{"text": plain(each.name), "more": "", "sum": in_euros(each.open)} for each in now.unpaid]
    back = [{"text": plain(each.name), "more": "", "sum": in_euros(-each.open)} for each in now.give_back]
    expenses = [_row(each, each.receipt) for each in now.of_kind(LineKind.EXPENSE)]
    prizes = [
        {"text": plain(row.text), "more": "", "sum": in_euros(row.cents) if row.line and row.cents else "—"}
        for row in prizes_of(now)
    ]
    fees = called("teams", tournament, count=sum(bool(each.payments) for each in now.teams))
    sections = [
        {"name": _("Dues"), "sum": in_euros(now.total.paid), "note": fees, "rows": dues},
        {"name": _("Waived"), "sum": in_euros(now.total.waived), "note": "", "rows": waivers},
        {"name": _("Still to come in"), "sum": in_euros(now.to_come), "note": "", "rows": owed},
        {"name": _("To be given back"), "sum": in_euros(sum(-each.open for each in now.give_back)),
         "note": "", "rows": back},
        {"name": _("Expenses"), "sum": in_euros(drawer.expenses), "note": "", "rows": expenses},
        {"name": _("Prizes"), "sum": in_euros(drawer.prizes), "note": "", "rows": prizes},
    ]  # fmt: skip
    return {
        "lang": get_language() or "",
        "title": _("Close of the evening"),
        "name": plain(tournament.name),
        "place": joined(day(tournament.starts_at), clock(tournament.starts_at)),
        "sections": [section for section in sections if section["rows"]],
        "drawer": [
            {"sign": sign, "text": text, "sum": in_euros(cents)} for sign, text, cents in drawer_rows(counted)
        ],
        "expected": in_euros(counted.expected),
        "counted": in_euros(last.close.counted) if last else "",
        "difference": last.words if last else "",
        "note": last.note if last else "",
        "closed": _closed_words(last.close) if last else _("Not closed yet"),
        "later": [
            {"text": plain(row.text), "more": clock(row.line.at), "sum": in_euros(row.cents)}
            for row in corrections(now)
        ],
        "treasurer": treasurer_words(now, now.in_hand),
        "words": {
            "drawer": _("The drawer at the close") if last else _("The drawer"),
            "expected": _("Should be there"),
            "counted": _("Counted"),
            "later": _("After the close"),
            "treasurer": _("To the treasurer"),
            "cashier": _("Who kept the cash"),
            "taker": _("The treasurer"),
        },
    }


def drawer_rows(drawer: Drawer) -> list[tuple[str, str, int]]:
    """Return the rows of the drawer as (sign, text, cents); zeros are left out except for the cash float."""
    rows = [
        ("", _("Float"), drawer.fund),
        ("+", _("Dues in cash"), drawer.fees),
        ("+", _("Carnets in cash"), drawer.carnets),
        ("\N{MINUS SIGN}", _("Expenses"), drawer.expenses),
        ("\N{MINUS SIGN}", _("Prizes"), drawer.prizes),
    ]
    return [row for row in rows if row[2] or row[0] == ""]


def _row(each: CashLineNow, more: str) -> dict[str, str]:
    return {"text": each.text, "more": more, "sum": in_euros(each.line.amount)}


def _closed_words(close: CashClose) -> str:
    name = account_name(close.user)
    words = {"day": day(close.at), "time": clock(close.at), "name": name}
    return _("Closed by %(name)s on %(day)s at %(time)s") % words


def journal_lines(wanted: JournalFilter) -> list[JournalLine]:
    """Return the journal lines about the cash book that match the filter, without dues.

    At most three queries.
    """
    where = {"tournament": wanted.tournament} if wanted.tournament else {}
    rows = CashLine.objects.filter(**where).select_related("user", "tournament", "note")
    moves = [] if wanted.kind == CLOSED else wanted.of(rows.exclude(kind=LineKind.DUE))
    names = dict(
        Team.objects.filter(pk__in={each.team for each in moves if each.team}).values_list(
            "pk", "written_name"
        )
    )
    lines = [_journal_line(each, names.get(each.team, "")) for each in moves]
    if wanted.kind not in ("", CLOSED):
        return lines
    closes = replace(wanted, kind="").of(CLOSES.filter(**where))
    return lines + [
        JournalLine(row.at, row.pk, CLOSED, row.tournament.name, str(JOURNAL_KINDS[CLOSED]),
                    account_name(row.user), note_of(row))
        for row in closes
    ]  # fmt: skip


CLOSES = CashClose.objects.select_related("user", "tournament", "note")


def _journal_line(line: CashLine, team: str) -> JournalLine:
    words = {"what": KINDS[line.kind], "amount": in_euros(line.amount), "team": team}
    text = _("%(what)s: %(amount)s, %(team)s") if team else _("%(what)s: %(amount)s")
    author = account_name(line.user)
    return JournalLine(line.at, line.pk, line.kind, line.tournament.name, text % words, author, note_of(line))
