"""Template data of the cash page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.cash.forms import CashCountForm
from tournaments.cash.rules import line_key_of_prize
from tournaments.cash.selectors import CashLineNow, CashNow, TeamCash, note_of, prize_lines
from tournaments.cash.words import KINDS, METHODS, difference_words, in_euros, paid_words, treasurer_words
from tournaments.models import CashLine
from tournaments.templatetags.entrants import called
from tournaments.values.money import LineKind

MOST_LOZENGES = 24
OUT = (LineKind.EXPENSE, LineKind.PRIZE)


@dataclass(frozen=True)
class MethodRow:
    """The income by one payment method, and the name of the team if only one team paid."""

    name: object
    lozenges: range
    teams: str
    amount: int


@dataclass(frozen=True)
class PrizePaidRow:
    """A prize: text, cost, whether it was handed over, and the cash entry of its payment (None if unpaid)."""

    key: str
    text: str
    cents: int | None
    is_given: bool
    line: CashLineNow | None = None


@dataclass(frozen=True)
class CloseRow:
    """A cash closing, and the difference between the counted and the expected sum as text."""

    close: Any
    difference: int
    words: str
    note: str


def method_rows(now: CashNow) -> list[MethodRow]:
    """Return a row for each payment method with income."""
    rows = []
    for method, name in METHODS.items():
        payers = [
            (team, [each for each in team.payments if each.line.method == method]) for team in now.teams
        ]
        payers = [(team, payments) for team, payments in payers if payments]
        if payers:
            amount = sum(each.line.amount for _team, payments in payers for each in payments)
            rows.append(MethodRow(name, range(min(len(payers), MOST_LOZENGES)), _payers(now, payers), amount))
    return rows


def _payers(now: CashNow, payers: Sequence[tuple[TeamCash, list[CashLineNow]]]) -> str:
    """Return the name of the team if only one team paid, else the number of teams that paid."""
    if len(payers) > 1:
        return called("teams", now.tournament, count=len(payers))
    team, payments = payers[0]
    turn = next((each for each in payments if each.nth_evening), None)
    return f"{team.name}, {paid_words([turn])}" if turn else team.name


def prizes_of(now: CashNow) -> list[PrizePaidRow]:
    """Return the prizes listed by other optional extras, paid or not, then all other paid prizes."""
    lines = {each.line.key: each for each in now.lines if each.line.kind == LineKind.PRIZE and each.line.key}
    rows, line_ids = [], set()
    for prize, text, cents, is_given in prize_lines(now.tournament):
        start = line_key_of_prize(prize)
        mine = [each for key, each in lines.items() if key.startswith(start)]
        standing = next((each for each in mine if each.stands), None)
        line_ids |= {each.line.pk for each in mine}
        key = standing.line.key if standing else f"{start}{len(mine)}"
        rows.append(PrizePaidRow(key or "", text, cents, is_given, standing))
    further = [each for each in now.of_kind(LineKind.PRIZE) if each.line.pk not in line_ids]
    rows += [PrizePaidRow("", each.text, each.line.amount, is_given=True, line=each) for each in further]
    return rows


def close_rows(now: CashNow) -> list[CloseRow]:
    """Return all cash closings, newest first."""
    return [
        CloseRow(row, difference, difference_words(difference)[0], note_of(row))
        for row in reversed(now.closes)
        for difference in (row.counted - row.expected,)
    ]


@dataclass(frozen=True)
class CorrectionRow:
    """A cash entry recorded after the last closing: its text and its cents (positive for income)."""

    line: CashLine
    text: str
    cents: int


def corrections(now: CashNow) -> list[CorrectionRow]:
    """Return a row for each cash entry recorded after the last closing."""
    names = {each.team_id: each.name for each in now.teams}
    lines = {each.line.pk: each for each in now.lines}
    rows = []
    for each in now.after_close:
        first = lines[each.line.reverses_id] if each.line.reverses_id else each
        what = names.get(each.line.team, "") if each.line.team else first.text
        kind = str(KINDS[each.line.kind])
        if first is not each:
            kind = f"{_('Taken back')}: {kind}"
        sign = -1 if each.line.kind in OUT else 1
        rows.append(CorrectionRow(each.line, ", ".join(filter(None, [kind, what])), sign * each.line.amount))
    return rows


def cash_context(now: CashNow, counting: CashCountForm) -> dict[str, Any]:
    """Return the template context: the cash book, the counted sum and the summary for the treasurer."""
    counted = counting.cleaned_data.get("counted") if counting.is_bound and counting.is_valid() else None
    if counting.is_bound and counting.sums and counted is not None:
        counting.data = {**counting.data.dict(), "counted": in_euros(counted)}  # type: ignore[attr-defined]
    difference = None if counted is None else counted - now.drawer.expected
    return {
        "cash": now,
        "methods": method_rows(now),
        "paid_teams": called("teams", now.tournament, count=sum(bool(each.payments) for each in now.teams)),
        "waived": [each for each in now.teams if each.waivers],
        "expected_dues": now.total.due - now.total.waived,
        "expenses": now.of_kind(LineKind.EXPENSE),
        "funds": now.of_kind(LineKind.FLOAT),
        "prizes": prizes_of(now),
        "difference": difference,
        "difference_words": None if difference is None else difference_words(difference),
        "treasurer": treasurer_words(now, now.in_hand if counted is None else counted),
        "closes": close_rows(now),
        "corrections": corrections(now),
        "title": _("Close of the evening"),
    }
