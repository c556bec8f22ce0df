"""Services that enter, change, remove and check in teams. A list of teams is entered whole or not at all."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.db import transaction
from django.db.models import Max, prefetch_related_objects

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import clean_name, name_key, team_name
from tournaments.competition.roster import MOST_TEAMS
from tournaments.entries.services.players import Meant, Player, known_players, players_of, seat_persons
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_entries
from tournaments.models import Team, TeamPlayer, Tournament
from tournaments.people.services.names import show_teams
from tournaments.queue.runner import follow_up
from tournaments.rosters.selectors.roster import with_seats
from tournaments.values.details import DETAILS, all_details

BATCH = 200


@dataclass(frozen=True)
class Entry:
    """The submitted data of one team. A team without a name is named after its players' surnames.

    `meant` maps a player index to the person, if the player is identified by more than the name.
    """

    players: Sequence[str]
    name: str = ""
    seed: int | None = None
    details: Mapping[str, str] = field(default_factory=dict)
    meant: Meant = field(default_factory=dict)

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Self:
        """Create an entry from field values that include the team details; `players` is required."""
        details = {key: fields[key] for key in DETAILS if key in fields}
        return cls(**{key: value for key, value in fields.items() if key not in DETAILS}, details=details)

    @property
    def fields(self) -> dict[str, Any]:
        """All fields and details of the entry, by field name."""
        details = all_details(self.details)
        return {"players": self.players, "name": self.name, **details, "seed": self.seed, "meant": self.meant}


@dataclass(frozen=True)
class CheckedEntry:
    """An entry with cleaned names, and its players."""

    entry: Entry
    players: Sequence[Player]


def enter_teams(
    tournament: Tournament, entries: Sequence[Entry], *, author: Author, at: datetime
) -> list[Team]:
    """Enter all teams of a list or none.

    Raise BadEntry with all problems and their JSON Pointers, and NotNow after the draw.
    """
    with transaction.atomic():
        tournament = lock_entries(tournament)
        teams = write_teams(tournament, [], entries, at=at)
        body: dict[str, Any] = {"teams": len(teams)}
        if len(teams) == 1:
            body["team"] = str(teams[0].pk)
        note_move(tournament.pk, "teams_entered", author=author, at=at, body=body)
        note_change(tournament.pk, "entries")
        follow_up("plan", tournament)
    return teams


_BAD_ENTRIES = Sentence(_("Nothing was entered: put right what is marked and try again."))


def check_entries(
    tournament: Tournament, entries: Sequence[Entry], *, replacing: Sequence[Team] = (), lock: bool = False
) -> tuple[list[CheckedEntry], list[Problem]]:
    """Return the cleaned entries, and all problems: missing fields, and repeated players, names or seeds.

    `replacing` contains the stored teams that the first entries replace, in the same order. With `lock`, the
    persons in the register are locked, which needs a transaction.
    """
    problems: list[Problem] = []
    checked = _with_players(tournament, entries, replacing, problems, lock=lock)
    teams = list(tournament.teams.exclude(pk__in=[team.pk for team in replacing]).prefetch_related("players"))
    if len(teams) + len(entries) > MOST_TEAMS:
        problems.append(
            _problem("too_many_teams", "", _("A tournament takes at most %(most)s teams."), most=MOST_TEAMS)
        )
    people: dict[object, str] = {
        person.pk: team.written_name for team in teams for person in team.players.all()
    }
    names = {team.name_key: team.written_name for team in teams}
    seeds = {team.seed: team.written_name for team in teams if team.seed is not None}
    checked = _named(checked, names)
    for index, each in enumerate(checked):
        _refuse_repeated(index, each, people, names, seeds, problems)
    return checked, problems


def _with_players(
    tournament: Tournament,
    entries: Sequence[Entry],
    replacing: Sequence[Team],
    problems: list[Problem],
    *,
    lock: bool,
) -> list[CheckedEntry]:
    """Return the cleaned entries and their players; team names may still be missing."""
    cleaned = [_clean(tournament, entry, f"/{index}", problems) for index, entry in enumerate(entries)]
    names = [name for entry in cleaned for name in entry.players]
    player_index = known_players(names, [entry.meant for entry in entries], lock=lock)
    prefetch_related_objects(list(replacing), with_seats())
    seated = [[seat.person for seat in team.seats.all()] for team in replacing]
    checked_entries = []
    for index, entry in enumerate(cleaned):
        before = seated[index] if index < len(seated) else ()
        players = players_of(entry.players, entry.meant, before, player_index, f"/{index}", problems)
        player_names = [each.name for each in players]
        checked_entries.append(CheckedEntry(replace(entry, players=player_names), players))
    return checked_entries


def _named(checked: Sequence[CheckedEntry], used_keys: Collection[str]) -> list[CheckedEntry]:
    """Add the missing team names, derived from the players' surnames and different from all others."""
    team_names = [each.entry.name or team_name(each.entry.players or ["?"]) for each in checked]
    often = Counter([*map(name_key, team_names), *used_keys])
    keys = set(often)
    for index, each in enumerate(checked):
        if not each.entry.name and often[name_key(team_names[index])] > 1:
            team_names[index] = team_name(each.entry.players or ["?"], keys)
            keys.add(name_key(team_names[index]))
    return [
        replace(each, entry=replace(each.entry, name=name))
        for each, name in zip(checked, team_names, strict=True)
    ]


def _problem(code: str, where: str, text: str, **values: Any) -> Problem:
    return Problem(code, "", "error", where, Sentence(text, values))


def _clean(tournament: Tournament, entry: Entry, where: str, problems: list[Problem]) -> Entry:
    size = tournament.team_size
    players = [
        _cleaned(name, f"{where}/players/{place}/name", problems) for place, name in enumerate(entry.players)
    ]
    if len(players) != size:
        text = _("A team of this game has %(size)s players.") if size > 1 else _ALONE
        problems.append(_problem("team_size", f"{where}/players", text, size=size))
    name = _cleaned(entry.name, f"{where}/name", problems) if entry.name.strip() else ""
    if entry.seed is not None and not 1 <= entry.seed <= MOST_TEAMS:
        problems.append(_problem("seed_range", f"{where}/seed", _("Seeds count from 1, the strongest.")))
    details = {
        key: _cleaned(text, f"{where}/{key}", problems) if text.strip() else ""
        for key, text in all_details(entry.details).items()
    }
    return Entry(players, name[:80], entry.seed, details, entry.meant)


_ALONE = _("Everybody enters alone here: write one player.")


def _cleaned(text: str, where: str, problems: list[Problem]) -> str:
    try:
        return clean_name(text)
    except BadEntry as wrong:
        problems.append(Problem(wrong.code, "", "error", where, wrong.message))
        return text.strip() or "?"


def _refuse_repeated(
    index: int,
    checked: CheckedEntry,
    people: dict[object, str],
    names: dict[str, str],
    seeds: dict[int, str],
    problems: list[Problem],
) -> None:
    """Add a problem for each player, name or seed of an entry that an earlier entry already uses."""
    entry, keys = checked.entry, [player.identity for player in checked.players]
    again = [place for place, key in enumerate(keys) if key in people or key in keys[:place]]
    for place in again:
        values = {"player": entry.players[place], "team": people.get(keys[place], entry.name)}
        text = _ENTERED_ALREADY if len(keys) == 1 else _IN_ANOTHER_TEAM
        problems.append(_problem("player_twice", f"/{index}/players/{place}/name", text, **values))
    people |= {key: people.get(key, entry.name) for key in keys}
    if name_key(entry.name) in names and not (again and len(keys) == 1 and entry.name == entry.players[0]):
        text = _("There is already a team called %(team)s. Give this one another name.")
        problems.append(_problem("team_name_taken", f"/{index}/name", text, team=entry.name))
    names[name_key(entry.name)] = entry.name
    if entry.seed is not None:
        other = seeds.setdefault(entry.seed, entry.name)
        if other != entry.name:
            text = _("Seed %(seed)s is already %(team)s.")
            problems.append(_problem("seed_taken", f"/{index}/seed", text, seed=entry.seed, team=other))


_IN_ANOTHER_TEAM = _(
    "%(player)s is already in %(team)s. If they are two people, write what tells them apart."
)
_ENTERED_ALREADY = _("%(player)s is entered already. If they are two people, write what tells them apart.")


def write_teams(
    tournament: Tournament, changed: Sequence[tuple[Team, Entry]], added: Sequence[Entry], *, at: datetime
) -> list[Team]:
    """Save changed and new teams together, so that teams can swap names and seeds; return the new teams.

    The entries must be locked. Raise BadEntry with all problems. The indexes in the JSON Pointers of the
    problems count the changed teams first, then the new teams.
    """
    teams = [team for team, _entry in changed]
    checked, problems = check_entries(
        tournament, [*(entry for _team, entry in changed), *added], replacing=teams, lock=True
    )
    if problems:
        raise BadEntry("bad_entries", _BAD_ENTRIES, tuple(problems))
    _rewrite_teams(tournament, list(zip(teams, checked, strict=False)), at)
    return _add_teams(tournament, checked[len(teams) :], at)


def _rewrite_teams(
    tournament: Tournament, changed: Sequence[tuple[Team, CheckedEntry]], at: datetime
) -> None:
    """Save changed teams; first clear their names, seeds and seats, so that teams can swap them."""
    teams = [team for team, _checked in changed]
    for team in teams:
        team.seed, team.name_key = None, str(team.pk)
    Team.objects.bulk_update(teams, ["seed", "name_key"], batch_size=BATCH)
    TeamPlayer.objects.filter(team__in=teams).delete()
    for team, checked in changed:
        for column, value in _columns(checked.entry).items():
            setattr(team, column, value)
    columns = ["name", "written_name", "name_key", *DETAILS, "seed"]
    Team.objects.bulk_update(teams, columns, batch_size=BATCH)
    _seat_players(tournament, changed, at)


def _seat_players(tournament: Tournament, teams: Sequence[tuple[Team, CheckedEntry]], at: datetime) -> None:
    people = seat_persons(tournament, [player for _team, each in teams for player in each.players], at=at)
    in_order = iter(people[place] for place in sorted(people))
    seated = [(team, [next(in_order) for _player in each.players]) for team, each in teams]
    TeamPlayer.objects.bulk_create(
        TeamPlayer(team=team, tournament=tournament, person=person, position=position)
        for team, players in seated
        for position, person in enumerate(players)
    )
    show_teams(seated)


def _add_teams(tournament: Tournament, checked: Sequence[CheckedEntry], at: datetime) -> list[Team]:
    last = tournament.teams.aggregate(last=Max("number"))["last"] or 0
    teams = [
        Team(tournament=tournament, number=number, entered_at=at, **_columns(each.entry))
        for number, each in enumerate(checked, start=last + 1)
    ]
    Team.objects.bulk_create(teams)
    _seat_players(tournament, list(zip(teams, checked, strict=True)), at)
    return teams


def _columns(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "written_name": entry.name,
        "name_key": name_key(entry.name),
        "seed": entry.seed,
        **all_details(entry.details),
    }


def change_team(team: Team, entry: Entry, *, author: Author, at: datetime) -> Team:
    """Change a team before the draw; raise BadEntry with all problems, NotNow after the draw.

    `entry` replaces all values of the team. The JSON Pointers of the problems begin with `/0`.
    """
    with transaction.atomic():
        tournament = lock_entries(team.tournament)
        write_teams(tournament, [(team, entry)], [], at=at)
        note_move(tournament.pk, "team_changed", author=author, at=at, body={"team": str(team.pk)})
        note_change(tournament.pk, "entries")
        follow_up("plan", tournament)
    team.refresh_from_db()
    return team


def withdraw_team(team: Team, *, author: Author, at: datetime) -> None:
    """Remove a team from the list before the draw; raise NotNow after the draw."""
    with transaction.atomic():
        tournament = lock_entries(team.tournament)
        team.delete()
        note_move(tournament.pk, "team_withdrawn", author=author, at=at)
        note_change(tournament.pk, "entries")
        follow_up("plan", tournament)


def _presence_of_one(tournament: Tournament, presence: Mapping[Any, str]) -> dict[str, str]:
    words = set(presence.values())
    journal_values = {"presence": words.pop()} if len(words) == 1 else {}
    team = tournament.teams.filter(pk__in=presence).first() if len(presence) == 1 else None
    return journal_values | ({"team": str(team.pk), "before": team.presence} if team else {})


def mark_presence(
    tournament: Tournament, presence: Mapping[Any, str], *, author: Author, at: datetime, place: str = ""
) -> None:
    """Mark teams as "present", "absent" or "expected" before the draw; raise NotNow after the draw.

    `presence` maps team ids to the new presence; an id that is not an entered team of `tournament` is
    ignored. `place` is the place at which teams checked themselves in; the journal stores the place.
    """
    with transaction.atomic():
        tournament = lock_entries(tournament)
        before = _presence_of_one(tournament, presence)
        by_word: dict[str, list[Any]] = defaultdict(list)
        for team_id, word in presence.items():
            by_word[word].append(team_id)
        for word, team_ids in by_word.items():
            tournament.teams.filter(pk__in=team_ids).update(presence=word)
        body = {"teams": len(presence), **before, **({"place": place} if place else {})}
        note_move(tournament.pk, "presence_marked", author=author, at=at, body=body)
        note_change(tournament.pk, "entries")
        follow_up("plan", tournament)


def seed_teams(tournament: Tournament, ids: Sequence[UUID], *, author: Author, at: datetime) -> None:
    """Replace all seeds of a tournament: the given teams get seed 1, 2, ... in order, strongest first.

    All other teams lose their seeds. Raise NotNow if entries are closed (`already_drawn`) or if a team is no
    longer entered (`entries_changed`).
    """
    ids = list(dict.fromkeys(ids))
    with transaction.atomic():
        tournament = lock_entries(tournament)
        teams = tournament.teams.in_bulk(ids)
        if len(teams) < len(ids):
            text = _("The list has changed meanwhile. Look at the proposal again.")
            raise NotNow("entries_changed", Sentence(text))
        tournament.teams.update(seed=None)
        for seed, team_id in enumerate(ids, start=1):
            teams[team_id].seed = seed
        Team.objects.bulk_update(teams.values(), ["seed"], batch_size=BATCH)
        note_move(tournament.pk, "seeds_set", author=author, at=at, body={"seeds": len(ids)})
        note_change(tournament.pk, "entries")
