"""Payments on the page of entries: a cash column, filter tabs and totals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _, pgettext

from tournaments.cash.rules import accounts
from tournaments.cash.selectors import CashNow, TeamCash, cash_now, entries_of, fee_of
from tournaments.cash.words import METHODS, in_euros, method_sums, paid_words, waived_words
from tournaments.entries.desk.entries import EntryColumn, EntryTable
from tournaments.permissions import may, roles_of
from tournaments.templatetags.components import Pill

UNPAID, ABSENT = "da-pagare", "assenti"


@dataclass(frozen=True)
class CashColumn(EntryColumn):
    """The cash column of the list of entries, and the state of the cash book that the column shows."""

    now: CashNow | None = None
    tab: str = ""
    absent: int = 0


def cash_column(table: EntryTable) -> CashColumn | None:
    """Return the column of paid and open amounts. At most seven queries.

    Return None if the user has no permission, or if the tournament has neither a fee nor a cash entry.
    """
    request, tournament = table.request, table.tournament
    if not may("read_cash", roles_of(request.user, tournament)):
        return None
    now = cash_now(tournament, table.teams)
    if not now.fee and not now.lines:
        return None
    base = reverse("desk_entries", args=[tournament.slug])
    cells = {}
    for team in (each for each in now.teams if not each.is_gone):
        context = {
            "team": team,
            "slug": tournament.slug,
            "base": base,
            "paid": paid_words(team.payments),
            "waived": waived_words(team) if team.waivers else "",
            "may_pay": not team.has_left,
        }
        cells[team.team_id] = render_to_string("cash/_cell.html", context, request)
    tab = chosen_tab(request)
    absent = {each.pk for each in table.teams if each.presence == "absent"}
    unpaid = {each.team_id for each in now.unpaid}
    chosen = {UNPAID: unpaid, ABSENT: absent}.get(tab)
    return CashColumn(_("Cash"), cells, chosen, now, tab, len(absent))


def ways_to_pay(team: TeamCash, vouchers: Mapping[UUID, list[Any]]) -> list[tuple[str, str]]:
    """Return the payment methods except cash.

    If players of the team have carnets (prepaid passes), each carnet is offered instead of a general voucher.
    """
    mine = vouchers.get(team.team_id, [])
    ways = [(key, str(words)) for key, words in METHODS.items() if key not in {"cash", "voucher"}]
    for each in mine:
        words = {"nth": each.used + 1, "evenings": each.carnet.evenings}
        ways.append((f"voucher:{each.carnet.pk}", _("voucher %(nth)d of %(evenings)d") % words))
    return ways if mine else [*ways, ("voucher", str(METHODS["voucher"]))]


def chosen_tab(request: HttpRequest) -> str:
    """Return the selected filter tab, which is read from the URL of the page in the browser."""
    query = request.GET.get("mostra", "")
    asks = getattr(request, "htmx", None)
    if asks and asks.current_url:
        query = parse_qs(urlsplit(asks.current_url).query).get("mostra", [""])[0]
    return query if query in {UNPAID, ABSENT} else ""


def column_of(context: Mapping[str, Any]) -> CashColumn | None:
    """Return the cash column from the page's template context; None if the page has no cash column."""
    columns = context.get("columns", ())
    return next((each for each in columns if isinstance(each, CashColumn)), None)


def tabs_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the template context of the tabs that filter the list of entries."""
    column = column_of(context)
    if column is None or column.now is None:
        return None
    counts = len(column.cells), len([each for each in column.now.unpaid if not each.is_gone]), column.absent
    names = (
        ("", pgettext("part of a list of teams", "All")),
        (UNPAID, _("To be paid")),
        (ABSENT, pgettext("part of a list of teams", "Absent")),
    )
    ways = [
        Pill(name, f"?mostra={key}" if key else "?", key == column.tab, count)
        for (key, name), count in zip(names, counts, strict=True)
    ]
    return {"cash_tabs": ways, "cash_fee": column.now.fee, "cash_key": uuid4().hex[:16]}


def sums_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the template context of the totals: the amounts paid and still due."""
    column = column_of(context)
    if column is None or column.now is None:
        return None
    return {"cash": column.now, "cash_methods": method_sums(column.now.by_method)}


def last_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the template context of the last payment, which can be reversed."""
    column = column_of(context)
    last = column.now.last_payment if column and column.now else None
    if last is None or column is None or column.now is None:
        return None
    names: dict[UUID | None, str] = {each.team_id: each.name for each in column.now.teams}
    words = {"amount": in_euros(last.line.amount, short=True), "team": names.get(last.line.team, "")}
    return {"last_payment": last, "last_words": _("%(amount)s taken from %(team)s.") % words}


def door_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the amount that a team still has to pay, for the check-in page; None if zero. Two queries."""
    tournament, team = context["tournament"], context["team"]
    owed = accounts(entries_of(tournament), {team.pk}, fee_of(tournament))[team.pk].open
    return {"owed": owed} if owed > 0 else None
