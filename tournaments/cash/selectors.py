"""Queries about the cash book: accounts of teams, cash drawer, cash entries, and carnets (prepaid passes)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, Sum
from django.utils.functional import cached_property

from tournaments.cash import rules
from tournaments.cash.rules import Account, CashEntry, Drawer
from tournaments.extras import parts_of
from tournaments.models import Carnet, CashClose, CashLine, Notice, Team, TeamPlayer, Tournament
from tournaments.rosters.selectors.roster import teams_gone
from tournaments.values.money import LineKind

# Lines that were not reversed and are not counter-entries.
STANDING = Q(reverses=None, reversal=None)
USED = Q(lines__kind=LineKind.PAYMENT, lines__reverses=None, lines__reversal=None)


def fee_of(tournament: Tournament) -> int:
    """Return the fee that a team entering now has to pay, in cents. One query."""
    return Notice.objects.filter(tournament=tournament).values_list("fee", flat=True).first() or 0


def entries_of(tournament: Tournament) -> list[CashEntry]:
    """Return the cash entries of a tournament as `CashEntry` values, by number. One query."""
    columns = ("number", "kind", "amount", "team", "method", "reverses__number")
    rows = CashLine.objects.filter(tournament=tournament).order_by("number").values_list(*columns)
    return [CashEntry(*row) for row in rows]


@dataclass(frozen=True)
class CashLineNow:
    """A cash entry with its note; `undone` is true if the entry was reversed."""

    line: CashLine
    undone: bool
    text: str
    receipt: str
    # The number of the carnet's evening that a payment used, 0 for other payments.
    nth_evening: int

    @property
    def stands(self) -> bool:
        """True if the cash entry was not reversed and is not a reversal itself."""
        return not self.undone and self.line.reverses_id is None

    @property
    def may_be_reversed(self) -> bool:
        """True if the cash entry may be reversed."""
        return self.stands and self.line.kind != LineKind.DUE


@dataclass(frozen=True)
class TeamCash:
    """The cash account of a team.

    `is_gone` is true if the team left before the draw, `has_left` if the team left during play.
    """

    team_id: UUID
    name: str
    account: Account
    payments: Sequence[CashLineNow]
    waivers: Sequence[CashLineNow]
    is_gone: bool = False
    has_left: bool = False

    @property
    def open(self) -> int:
        """The amount that the team still has to pay, in cents."""
        return self.account.open


@dataclass(frozen=True)
class CashNow:
    """The current state of a tournament's cash book."""

    tournament: Tournament
    fee: int
    lines: Sequence[CashLineNow]
    teams: Sequence[TeamCash]
    closes: Sequence[CashClose]

    @cached_property
    def entries(self) -> list[CashEntry]:
        """The cash entries of the tournament as `CashEntry` values."""
        numbers = {each.line.pk: each.line.number for each in self.lines}
        return [_entry(each.line, numbers) for each in self.lines]

    @cached_property
    def total(self) -> Account:
        """The sum of the accounts of all teams."""
        return rules.total(each.account for each in self.teams)

    @cached_property
    def by_method(self) -> dict[str, int]:
        """The amounts paid by teams, in cents, by payment method."""
        return rules.sums_by_method(self.entries)

    @cached_property
    def carnets_sold(self) -> dict[str, int]:
        """The amounts paid for carnets (prepaid passes), in cents, by payment method."""
        return rules.sums_by_method(self.entries, LineKind.CARNET)

    @cached_property
    def drawer(self) -> Drawer:
        """The expected contents of the cash drawer."""
        return rules.drawer(self.entries)

    @property
    def in_hand(self) -> int:
        """The amount in the cash drawer, in cents: the last counted sum plus later changes."""
        close = self.last_close
        return self.drawer.expected + (close.counted - close.expected if close else 0)

    @property
    def unpaid(self) -> list[TeamCash]:
        """The teams that still owe money."""
        return [each for each in self.teams if each.open > 0]

    @property
    def give_back(self) -> list[TeamCash]:
        """The teams that have paid more than their dues."""
        return [each for each in self.teams if each.open < 0]

    @property
    def to_come(self) -> int:
        """The total amount that teams still have to pay, in cents."""
        return sum(each.open for each in self.unpaid)

    @property
    def last_payment(self) -> CashLineNow | None:
        """The newest payment that was not reversed; None if there is none."""
        payments = [each for each in self.lines if each.line.kind == LineKind.PAYMENT and each.stands]
        return payments[-1] if payments else None

    @property
    def last_close(self) -> CashClose | None:
        """The newest cash closing; None if the cash book was never closed."""
        return self.closes[-1] if self.closes else None

    @property
    def after_close(self) -> list[CashLineNow]:
        """The cash entries recorded after the last closing."""
        return [each for each in self.lines if self.last_close and each.line.number > self.last_close.up_to]

    def of_kind(self, kind: str) -> list[CashLineNow]:
        """Return the cash entries of the given kind that were not reversed."""
        return [each for each in self.lines if each.line.kind == kind and each.stands]


def _entry(line: CashLine, numbers: Mapping[UUID, int]) -> CashEntry:
    undone = numbers[line.reverses_id] if line.reverses_id else None
    return CashEntry(line.number, line.kind, line.amount, line.team, line.method, undone)


def cash_now(tournament: Tournament, teams: Iterable[Team] | None = None) -> CashNow:
    """Return the state of the cash book. Four queries, one more with carnets, one more after the draw.

    One query fewer if `teams` is given. Before the draw, an absent team without cash entries owes nothing.
    """
    teams = list(tournament.teams.all() if teams is None else teams)
    lines = _lines(tournament)
    is_drawn = tournament.state != "entries"
    withdrawn = teams_gone(tournament) if is_drawn else {}
    by_team: dict[UUID, list[CashLineNow]] = defaultdict(list)
    for each in lines:
        if each.line.team:
            by_team[each.line.team].append(each)
    playing = {team.pk for team in teams if not is_drawn or team.presence != "absent"}
    numbers = {each.line.pk: each.line.number for each in lines}
    fee = fee_of(tournament)
    accounts = rules.accounts((_entry(each.line, numbers) for each in lines), playing, fee)
    listed = [
        _team(team.pk, team.written_name, accounts.get(team.pk, Account()), by_team[team.pk],
              has_left=team.pk in withdrawn)
        for team in teams
    ]  # fmt: skip
    deleted_teams = [pk for pk in by_team if pk not in {team.pk for team in teams}]
    listed += [
        _team(pk, _name_then(by_team[pk]), accounts[pk], by_team[pk], is_gone=True) for pk in deleted_teams
    ]
    closes = CashClose.objects.filter(tournament=tournament).select_related("note", "user")
    return CashNow(tournament, fee, lines, listed, list(closes))


def note_of(row: CashLine | CashClose) -> str:
    """Return the note on a cash entry or on a cash closing; empty if there is no note."""
    note = getattr(row, "note", None)
    return note.text if note else ""


def _team(  # a row has all of these parts
    pk: UUID,
    name: str,
    account: Account,
    lines: Sequence[CashLineNow],
    *,
    is_gone: bool = False,
    has_left: bool = False,
) -> TeamCash:
    stand = [each for each in lines if each.stands]
    payments = [each for each in stand if each.line.kind == LineKind.PAYMENT]
    waivers = [each for each in stand if each.line.kind == LineKind.WAIVER]
    return TeamCash(pk, name, account, payments, waivers, is_gone, has_left)


def _name_then(lines: Iterable[CashLineNow]) -> str:
    """Return the stored name of a team that left before the draw; empty if the name was deleted."""
    return next((each.text for each in lines if each.line.kind == LineKind.DUE and each.text), "")


def _lines(tournament: Tournament) -> list[CashLineNow]:
    rows = CashLine.objects.filter(tournament=tournament).order_by("number")
    lines = list(rows.select_related("note", "carnet", "user"))
    undone = {line.reverses_id for line in lines}
    turns = _turns({line.carnet_id for line in lines if line.carnet_id})
    cash_lines = []
    for line in lines:
        note = getattr(line, "note", None)
        text, receipt = (note.text, note.receipt) if note else ("", "")
        cash_lines.append(CashLineNow(line, line.pk in undone, text, receipt, turns.get(line.pk, 0)))
    return cash_lines


def _turns(carnets: Collection[UUID]) -> dict[UUID, int]:
    if not carnets:
        return {}
    rows = CashLine.objects.filter(STANDING, carnet__in=carnets, kind=LineKind.PAYMENT)
    counts: dict[UUID, int] = defaultdict(int)
    turns = {}
    for line, carnet in rows.order_by("at", "number").values_list("pk", "carnet"):
        counts[carnet] += 1
        turns[line] = counts[carnet]
    return turns


@dataclass(frozen=True)
class CarnetNow:
    """A carnet (prepaid pass), its number of used evenings and its price in cents (0 if reversed)."""

    carnet: Carnet
    used: int
    price: int

    @property
    def remaining(self) -> int:
        """The number of unused evenings on the carnet (prepaid pass)."""
        return max(0, self.carnet.evenings - self.used) if self.price else 0


def carnets(of: Q | None = None) -> list[CarnetNow]:
    """Return the carnets (prepaid passes) of the club, newest first. Two queries."""
    rows = list(
        Carnet.objects.filter(of or Q()).select_related("person").annotate(used=Count("lines", filter=USED))
        .order_by("-number")
    )  # fmt: skip
    sold = CashLine.objects.filter(kind=LineKind.CARNET, carnet__in=[row.pk for row in rows])
    prices = dict(sold.order_by().values_list("carnet").annotate(price=Sum("amount")))
    return [CarnetNow(row, row.used, prices.get(row.pk, 0)) for row in rows]


def carnets_of_teams(tournament: Tournament) -> dict[UUID, list[CarnetNow]]:
    """Return, for each team, the carnets (prepaid passes) of its players that have unused evenings.

    The result is empty for a trial. Three queries.
    """
    seats = TeamPlayer.objects.filter(tournament=tournament).values_list("person", "team")
    teams: dict[UUID, list[UUID]] = defaultdict(list)
    for person, team in seats:
        teams[person].append(team)
    if tournament.trial or not teams:
        return {}
    seated = TeamPlayer.objects.filter(tournament=tournament).values("person")
    carnets_by_team: dict[UUID, list[CarnetNow]] = defaultdict(list)
    for each in carnets(Q(person__in=seated) | Q(person__merged_into__in=seated)):
        owner = each.carnet.person
        holders = [pk for pk in (owner.pk, owner.merged_into_id) if pk in teams]
        for team in teams[holders[0]] if each.remaining and holders else ():
            carnets_by_team[team].append(each)
    return carnets_by_team


def prize_lines(tournament: Tournament) -> list[tuple[str, str, int | None, bool]]:
    """Return (key, text, cost in cents or None, whether it was handed over) for each prize."""
    return [line for part in parts_of("prize_lines") for line in part(tournament)]
