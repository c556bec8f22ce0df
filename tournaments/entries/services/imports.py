"""A list of teams from a spreadsheet: first what it would do, then all of it or nothing.

A row is a team that is there already when it has its name or its players; a field the row says nothing
about stays as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import transaction

from scoring.sheet.services.log import Author
from scoring.types import Sentence, _
from tournaments.entries.rules.details import all_details
from tournaments.entries.rules.import_rows import Fault, ImportRow, Table, in_order, place_of, read_table
from tournaments.entries.selectors.roster import with_seats
from tournaments.entries.services.entries import Entry, check_entries, lock_entries, write_teams
from tournaments.forecast.services import ask_forecast
from tournaments.lifecycle.services import note_change, note_move
from tournaments.models import Team, Tournament
from tournaments.people.names import name_key
from tournaments.stages.selectors.stage_facts import team_size

Act = Literal["add", "change", "same"]

SAYS_IT_ALL = frozenset({"player_missing", "two_teams", "team_twice"})
"""Faults of a row after which what else may be wrong with it only follows."""


@dataclass(frozen=True)
class PlannedRow:
    """What one row would do; `before` is the team as it is, `differs` the fields that would change."""

    row: ImportRow
    act: Act
    entry: Entry
    team: Team | None = None
    before: Entry | None = None
    differs: tuple[str, ...] = ()


@dataclass(frozen=True)
class ImportPlan:
    """What a whole list would do, and every fault of it."""

    rows: tuple[PlannedRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...]
    columns: Mapping[int, str]

    def of(self, act: Act) -> list[PlannedRow]:
        """Return the rows that would do this."""
        return [planned for planned in self.rows if planned.act == act]

    @property
    def changes_something(self) -> bool:
        """Whether there is anything to confirm."""
        return not self.faults and any(planned.act != "same" for planned in self.rows)


def plan_import(tournament: Tournament, table: Table, columns: Mapping[int, str] | None = None) -> ImportPlan:
    """Say what a list would add and change, and every fault by row and column. Writes nothing.

    `columns` says what each holds, as `read_table` takes it. Raises BadEntry when it is no list of teams.
    """
    read = read_table(table, team_size(tournament), columns)
    known = _Register(tournament.teams.prefetch_related(with_seats()))
    faults = list(read.faults)
    planned = [_planned(row, known, faults) for row in read.rows]
    written = [row for row in planned if row.act == "change"] + [row for row in planned if row.act == "add"]
    rows = [each.row for each in written]
    _cleaned, problems = check_entries(
        tournament, [each.entry for each in written], replacing=[each.team for each in written if each.team]
    )
    known_rows = {fault.row for fault in faults if fault.code in SAYS_IT_ALL}
    for problem in problems:
        number, column = place_of(problem.where, rows)
        if number not in known_rows:
            faults.append(Fault(number, column, problem.code, problem.message))
    return ImportPlan(tuple(planned), tuple(in_order(faults)), read.ignored, read.columns)


def import_teams(
    tournament: Tournament,
    table: Table,
    columns: Mapping[int, str] | None = None,
    *,
    author: Author,
    at: datetime,
) -> ImportPlan:
    """Enter and change what the list says; a plan that comes back with faults did nothing."""
    with transaction.atomic():
        tournament = lock_entries(tournament)
        plan = plan_import(tournament, table, columns)
        if plan.changes_something:
            changed = [(each.team, each.entry) for each in plan.of("change") if each.team]
            added = write_teams(tournament, changed, [each.entry for each in plan.of("add")], at=at)
            counts = {"teams": len(added), "changed": len(changed)}
            note_move(tournament.pk, "teams_imported", author=author, at=at, body=counts)
            note_change(tournament.pk, "entries")
            ask_forecast(tournament.pk)
    return plan


class _Register:
    """The teams that are there, to be found by their name or by their players."""

    def __init__(self, teams: Iterable[Team]) -> None:
        self.by_name: dict[str, Team] = {}
        self.by_players: dict[frozenset[str], Team] = {}
        self.listed: set[object] = set()
        for team in teams:
            self.by_name[team.name_key] = team
            self.by_players[frozenset(name_key(player) for player in _players(team))] = team

    def find(self, row: ImportRow) -> tuple[Team | None, Team | None]:
        """Return the team with this row's name, and the team with its players."""
        players = frozenset(name_key(player) for player in row.players)
        return self.by_name.get(name_key(row.name)) if row.name else None, self.by_players.get(players)


def _players(team: Team) -> list[str]:
    return [seat.person.written_name for seat in team.seats.all()]


def _planned(row: ImportRow, register: _Register, faults: list[Fault]) -> PlannedRow:
    named, seated = register.find(row)
    team = named or seated
    if named and seated and named != seated:
        text = _("This row has the name of %(named)s and the players of %(seated)s. Put one of them right.")
        message = Sentence(text, {"named": named.written_name, "seated": seated.written_name})
        faults.append(Fault(row.number, row.columns.get("name", ""), "two_teams", message))
    if team is None:
        return PlannedRow(row, "add", Entry(row.players, row.name or "", row.seed, all_details(row.details)))
    if team.pk in register.listed:
        message = Sentence(_("%(team)s is already in this list, further up."), {"team": team.written_name})
        faults.append(Fault(row.number, row.columns.get("players/0", ""), "team_twice", message))
    register.listed.add(team.pk)
    return _compared(row, team)


def _compared(row: ImportRow, team: Team) -> PlannedRow:
    """Return what a row changes of the team it means."""
    before = Entry(_players(team), team.written_name, team.seed, team.details)
    fields = {"name": row.name, **row.details, "seed": row.seed, "players": list(row.players) or None}
    said = {key: value for key, value in fields.items() if value is not None}
    differs = tuple(key for key, value in said.items() if _differs(value, before.fields[key]))
    entry = Entry.of(before.fields | said) if differs else before
    return PlannedRow(row, "change" if differs else "same", entry, team, before, differs)


def _differs(value: object, standing: object) -> bool:
    """Whether two values differ by more than the space between words; the order of the players counts."""
    return _spaced(value) != _spaced(standing)


def _spaced(value: object) -> object:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_spaced(each) for each in value]
    return " ".join(value.split()) if isinstance(value, str) else value
