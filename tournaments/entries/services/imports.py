"""Services that plan the import of a list of teams, and import the whole list or nothing.

A row with the name or the players of an entered team changes that team; empty fields of the row change
nothing. A player is identified by member number or by name; if several people have the name, a question is
added.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction

from scoring.sheet.services.log import Author
from scoring.types import Sentence, _
from tournaments.competition.names import name_key
from tournaments.entries.rules.import_rows import (
    Fault,
    ImportRow,
    Table,
    in_order,
    place_of,
    read_table,
)
from tournaments.entries.rules.list_lines import DoubtAnswers, ListDoubt
from tournaments.entries.rules.name_order import given_names_of
from tournaments.entries.services.entries import Entry, check_entries, write_teams
from tournaments.entries.services.players import UNKNOWN_NUMBER, Meant, members_known
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_entries
from tournaments.models import Person, Team, Tournament
from tournaments.people.rules import are_alike
from tournaments.people.selectors.register import named_so, register
from tournaments.queue.runner import follow_up
from tournaments.rosters.selectors.roster import with_seats
from tournaments.values.details import all_details

Act = Literal["add", "change", "same"]

# Faults of a row after which its other faults are not reported, because they follow from these.
DECISIVE_FAULTS = frozenset(
    {
        "player_missing",
        "cell_error",
        "letter_unreadable",
        "two_teams",
        "team_twice",
        "unknown_member_number",
        "member_number_of_another",
    }
)


@dataclass(frozen=True)
class PlannedRow:
    """The planned change of a row. `before` is the saved entry; `differs` lists the changed fields.

    `stored` is the entry that would be saved, with cleaned names and a team name.
    """

    row: ImportRow
    act: Act
    entry: Entry
    team: Team | None = None
    before: Entry | None = None
    differs: tuple[str, ...] = ()
    stored: Entry | None = None


@dataclass(frozen=True)
class NameQuestion:
    """A question about an ambiguous name: row number, player index, and the people with this name."""

    row: int
    place: int
    name: str
    people: tuple[Person, ...]


# The chosen persons by row and place: a person id, or None for a person who is not in the register.
NameAnswers = Mapping[tuple[int, int], UUID | None]


@dataclass(frozen=True)
class ImportPlan:
    """The plan of an import: its changes, its errors and its unanswered questions."""

    rows: tuple[PlannedRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...]
    columns: Mapping[int, str]
    questions: tuple[NameQuestion, ...] = ()
    doubts: tuple[ListDoubt, ...] = ()
    notes: tuple[Sentence, ...] = ()

    def of(self, act: Act) -> list[PlannedRow]:
        """Return the rows of the plan that have the given action."""
        return [planned for planned in self.rows if planned.act == act]

    @property
    def changes_something(self) -> bool:
        """True if the plan can be confirmed: it has changes, but no errors or open questions."""
        return not self.faults and not self.doubts and any(planned.act != "same" for planned in self.rows)


def plan_import(
    tournament: Tournament,
    table: Table,
    columns: Mapping[int, str] | None = None,
    answers: NameAnswers | None = None,
    doubts: DoubtAnswers | None = None,
) -> ImportPlan:
    """Return the changes that a list would make, with all errors and questions; save nothing.

    `columns` maps each column to its field, as in `read_table`; `answers` contains the chosen persons for
    ambiguous names; `doubts` contains the answers to the questions of `read_table`. Raise BadEntry if the
    table is not a list of teams.
    """
    entered_teams = _Register(tournament.teams.prefetch_related(with_seats()))
    given_names = given_names_of(register().values_list("name_key", flat=True))
    read = read_table(table, tournament.team_size, columns, doubts, entered_teams.names, given_names)
    faults = list(read.faults)
    rows_meant = _with_members(read.rows, answers or {}, faults)
    planned = [_planned(row, meant, entered_teams, faults) for row, meant in rows_meant]
    planned_changes = [row for row in planned if row.act == "change"] + [
        row for row in planned if row.act == "add"
    ]
    rows = [each.row for each in planned_changes]
    cleaned, problems = check_entries(
        tournament,
        [each.entry for each in planned_changes],
        replacing=[each.team for each in planned_changes if each.team],
    )
    decided_rows = {fault.row for fault in faults if fault.code in DECISIVE_FAULTS}
    several = []
    for problem in problems:
        number, column = place_of(problem.where, rows)
        if number not in decided_rows:
            faults.append(Fault(number, column, problem.code, problem.message))
            if problem.code == "which_person":
                several.append(problem.where.split("/"))
    stored = {each.row.number: checked.entry for each, checked in zip(planned_changes, cleaned, strict=True)}
    planned = [replace(each, stored=stored.get(each.row.number)) for each in planned]
    questions = _questions([(rows[int(index)], int(place)) for _, index, _, place, _ in several])
    return ImportPlan(
        tuple(planned),
        tuple(in_order(faults)),
        read.ignored,
        read.columns,
        questions,
        read.doubts,
        read.notes,
    )


def _with_members(
    rows: Sequence[ImportRow], answers: NameAnswers, faults: list[Fault]
) -> list[tuple[ImportRow, dict[int, UUID | None]]]:
    """Return each row with its players' names, and its identified people by player index. One query.

    If a player is given by member number, the name is taken from the register. An error is added to `faults`
    if the number is unknown, or if the number belongs to a person with another name.
    """
    holders = members_known({number for row in rows for number in row.members.values()})
    rows_meant = []
    for row in rows:
        meant = {place: person for (number, place), person in answers.items() if number == row.number}
        players = dict(enumerate(row.players))
        for place, number in row.members.items():
            person = holders.get(number)
            column = row.columns.get(f"members/{place}", "")
            if person is None:
                faults.append(Fault(row.number, column, "unknown_member_number", UNKNOWN_NUMBER))
            elif players[place] and not are_alike(name_key(players[place]), person.name_key):
                values = {"number": number, "holder": person.written_name, "name": players[place]}
                faults.append(Fault(row.number, column, "member_number_of_another", _other_holder(values)))
            else:
                meant[place], players[place] = person.pk, person.written_name
        names = tuple(players[place] or "?" for place in sorted(players))
        rows_meant.append((replace(row, players=names), meant))
    return rows_meant


def _other_holder(values: Mapping[str, str]) -> Sentence:
    text = _("The member number %(number)s is %(holder)s’s, but this row says %(name)s. Put one right.")
    return Sentence(text, values)


def _questions(places: Sequence[tuple[ImportRow, int]]) -> tuple[NameQuestion, ...]:
    """Return the questions about ambiguous names. Two queries at most, none without names."""
    names = [" ".join(row.players[place].split()) for row, place in places]
    people = named_so({name_key(name) for name in names}) if names else {}
    return tuple(
        NameQuestion(row.number, place, name, tuple(people.get(name_key(name), ())))
        for (row, place), name in zip(places, names, strict=True)
    )


def import_teams(
    tournament: Tournament,
    table: Table,
    columns: Mapping[int, str] | None = None,
    answers: NameAnswers | None = None,
    doubts: DoubtAnswers | None = None,
    *,
    author: Author,
    at: datetime,
) -> ImportPlan:
    """Import the teams of a list; save nothing if the returned plan has errors or questions.

    Entered teams that are not in the list stay unchanged. Raise BadEntry if the table is not a list of teams,
    and NotNow if entries are closed.
    """
    with transaction.atomic():
        tournament = lock_entries(tournament)
        plan = plan_import(tournament, table, columns, answers, doubts)
        if plan.changes_something:
            changed = [(each.team, each.entry) for each in plan.of("change") if each.team]
            added = write_teams(tournament, changed, [each.entry for each in plan.of("add")], at=at)
            counts = {"teams": len(added), "changed": len(changed)}
            note_move(tournament.pk, "teams_imported", author=author, at=at, body=counts)
            note_change(tournament.pk, "entries")
            follow_up("plan", tournament)
    return plan


class _Register:
    """The entered teams of a tournament, indexed by their names and by their players."""

    def __init__(self, teams: Iterable[Team]) -> None:
        self.by_name: dict[str, Team] = {}
        self.by_players: dict[tuple[str, ...], list[Team]] = defaultdict(list)
        self.listed: set[object] = set()
        for team in teams:
            self.by_name[team.name_key] = team
            self.by_players[_name_keys(_players(team))].append(team)
        self.names = {key for keys in self.by_players for key in keys} | self.by_name.keys()

    def find(self, row: ImportRow, meant: Meant) -> tuple[Team | None, Team | None]:
        """Return two entered teams: the team with the row's team name, and the team with the row's players.

        A team is None if it does not exist. If several teams have players with these names, the team with
        the row's team name is preferred, then the team with the identified persons, then the first team that
        no earlier row of the list has matched.
        """
        named = self.by_name.get(name_key(row.name)) if row.name else None
        seated = self.by_players.get(_name_keys(row.players), [])
        persons = set(filter(None, meant.values()))
        ranks = {
            team.pk: (
                team == named,
                persons <= {seat.person_id for seat in team.seats.all()},
                team.pk not in self.listed,
            )
            for team in seated
        }
        return named, max(seated, key=lambda team: ranks[team.pk], default=None)


def _name_keys(players: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(map(name_key, players)))


def _players(team: Team) -> list[str]:
    return [seat.person.written_name for seat in team.seats.all()]


def _planned(
    row: ImportRow, meant: dict[int, UUID | None], register: _Register, faults: list[Fault]
) -> PlannedRow:
    named, seated = register.find(row, meant)
    team = named or seated
    if named and seated and named != seated:
        text = _("This row has the name of %(named)s and the players of %(seated)s. Put one of them right.")
        message = Sentence(text, {"named": named.written_name, "seated": seated.written_name})
        faults.append(Fault(row.number, row.columns.get("name", ""), "two_teams", message))
    if team is None:
        entry = Entry(row.players, row.name or "", row.seed, all_details(row.details), meant)
        return PlannedRow(row, "add", entry)
    if team.pk in register.listed:
        message = Sentence(_("%(team)s is already in this list, further up."), {"team": team.written_name})
        faults.append(Fault(row.number, row.columns.get("players/0", ""), "team_twice", message))
    register.listed.add(team.pk)
    return _compared(row, meant, team)


def _compared(row: ImportRow, meant: dict[int, UUID | None], team: Team) -> PlannedRow:
    """Return the change that a row would make to an entered team."""
    before = Entry(_players(team), team.written_name, team.seed, team.details)
    fields = {"name": row.name, **row.details, "seed": row.seed, "players": list(row.players) or None}
    filled_fields = {key: value for key, value in fields.items() if value is not None}
    differs = tuple(key for key, value in filled_fields.items() if _differs(value, before.fields[key]))
    seated = {seat.position: seat.person_id for seat in team.seats.all()}
    if "players" not in differs and any(seated.get(place) != person for place, person in meant.items()):
        differs += ("players",)
    entry = Entry.of(before.fields | filled_fields | {"meant": meant}) if differs else before
    return PlannedRow(row, "change" if differs else "same", entry, team, before, differs)


def _differs(value: object, standing: object) -> bool:
    """Return whether two values differ by more than white space; the order of players matters."""
    return _spaced(value) != _spaced(standing)


def _spaced(value: object) -> object:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_spaced(each) for each in value]
    return " ".join(value.split()) if isinstance(value, str) else value
