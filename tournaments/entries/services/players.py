"""Functions that find the players of an entry in the register, or create new persons for the players.

If only one person in the register has a player's name, the name alone identifies the person, and the desk has
to confirm the person later. If several people have the name, the entry must identify the person.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from scoring.types import Problem, Sentence, _
from tournaments.competition.names import name_key
from tournaments.models import Distinction, Person, Team, TeamPlayer, Tournament
from tournaments.people.selectors.register import final_persons, named_so

# The given persons of a team, by place: a person id, or None for a person who is not in the register.
Meant = Mapping[int, UUID | None]


@dataclass(frozen=True)
class Player:
    """A player of an entry. `person` is None for a new person; `by_name` means that only a name was given."""

    name: str
    person: Person | None = None
    by_name: bool = False
    namesakes: tuple[Person, ...] = ()

    @property
    def identity(self) -> object:
        """A key that is equal for two players only if they are the same person."""
        if self.person is not None:
            return self.person.pk
        return name_key(self.name) if self.by_name else object()


@dataclass
class PlayerIndex:
    """The people in the register who may be players of the given entries, by id and by name key."""

    by_id: Mapping[UUID, Person] = field(default_factory=dict)
    by_key: Mapping[str, Sequence[Person]] = field(default_factory=dict)


def known_players(names: Collection[str], meant: Collection[Meant], *, lock: bool) -> PlayerIndex:
    """Return the people with these names or ids. At most two queries, or more if persons were merged."""
    ids = {person for each in meant for person in each.values() if person is not None}
    by_key = named_so({name_key(name) for name in names}, lock=lock)
    return PlayerIndex(final_persons(ids, lock=lock) if ids else {}, by_key)


def players_of(
    names: Sequence[str],
    meant: Meant,
    seated: Sequence[Person],
    index: PlayerIndex,
    where: str,
    problems: list[Problem],
) -> list[Player]:
    """Return the players of a team; add each problem to `problems`. `seated` are the team's current players.

    Current players with the same name are assigned in order, each once, unless the entry identifies the
    person.
    """
    given_persons = {person for each, person in index.by_id.items() if each in meant.values()}
    before: dict[str, list[Person]] = defaultdict(list)
    for person in seated:
        if person not in given_persons:
            before[person.name_key].append(person)
    return [
        _player(name, place in meant, meant.get(place), before, index, f"{where}/players/{place}", problems)
        for place, name in enumerate(names)
    ]


def _player(  # the data of one player, and the register
    name: str,
    is_given: bool,
    person_id: UUID | None,
    before: Mapping[str, list[Person]],
    index: PlayerIndex,
    where: str,
    problems: list[Problem],
) -> Player:
    key = name_key(name)
    namesakes = tuple(index.by_key.get(key, ()))
    if person_id is not None:
        person = index.by_id.get(person_id)
        if person is None or person.erased_at:
            problems.append(Problem("unknown_person", "", "error", f"{where}/person", UNKNOWN))
            return Player(name, by_name=True)
        return Player(person.written_name, person)
    if is_given:
        return Player(name, namesakes=namesakes)
    if before.get(key):
        return Player(name, before[key].pop(0))
    if len(namesakes) > 1:
        problems.append(Problem("which_person", "", "error", f"{where}/name", which_of(name, namesakes)))
    return Player(name, namesakes[0] if len(namesakes) == 1 else None, by_name=True)


UNKNOWN = Sentence(_("Nobody of the register has this id. Look the person up again, or leave the id out."))


def which_of(name: str, namesakes: Sequence[Person]) -> Sentence:
    """Return the error message that several people have this name, with details of each person."""
    text = _("%(count)s people are called %(name)s (%(people)s). Say which of them plays.")
    people = "; ".join(filter(None, (described(each) for each in namesakes)))
    return Sentence(text, {"count": len(namesakes), "name": name, "people": people or "?"})


def described(person: Person) -> str:
    """Return the note and the member number of a person, which distinguish people of the same name."""
    return ", ".join(filter(None, (person.note, person.member_number)))


def seat_persons(tournament: Tournament, players: Sequence[Player], *, at: datetime) -> dict[int, Person]:
    """Return the person of each player by player index; create the missing persons.

    A person who was found by name alone and plays in other tournaments is marked for confirmation.
    """
    by_place = {place: each.person for place, each in enumerate(players) if each.person is not None}
    bare = {name_key(each.name): each.name for each in players if each.person is None and each.by_name}
    new_persons = _new_by_name(bare)
    for place, each in enumerate(players):
        if each.person is None:
            by_place[place] = new_persons[name_key(each.name)] if each.by_name else _new_person(each)
    joined = [by_place[place].pk for place, each in enumerate(players) if each.person and each.by_name]
    _mark_doubtful(tournament, joined, at)
    return by_place


def _new_by_name(names: Mapping[str, str]) -> dict[str, Person]:
    fresh = [
        Person(name=name, written_name=name, name_key=key, bare_key=key)
        for key, name in sorted(names.items())
    ]
    if not fresh:
        return {}
    Person.objects.bulk_create(fresh, ignore_conflicts=True)
    return {str(person.bare_key): person for person in Person.objects.filter(bare_key__in=names)}


def _new_person(player: Player) -> Person:
    """Create a new person, and record that people with the same name are different people."""
    person = Person.objects.create(name=player.name, written_name=player.name, name_key=name_key(player.name))
    pairs = (sorted((person, each), key=lambda one: one.pk) for each in player.namesakes)
    Distinction.objects.bulk_create(Distinction(first=first, second=second) for first, second in pairs)
    return person


def _mark_doubtful(tournament: Tournament, joined: Collection[UUID], at: datetime) -> None:
    """Mark persons as doubtful if they are unconfirmed and have also played in other tournaments."""
    elsewhere = TeamPlayer.objects.filter(person=OuterRef("pk")).exclude(tournament=tournament)
    rows = Person.objects.filter(pk__in=joined, certain_since=None, doubtful_since=None)
    if joined:
        rows.filter(Exists(elsewhere)).update(doubtful_since=at)


def player_named(name: str, meant: Meant, team: Team, problems: list[Problem]) -> Player:
    """Return the player with this name, and lock the person; add each problem to `problems`.

    The function requires a transaction.
    """
    index = known_players([name], [meant], lock=True)
    seated = [seat.person for seat in team.seats.select_related("person")]
    return players_of([name], meant, seated, index, "", problems)[0]


def members_known(numbers: Collection[str]) -> dict[str, Person]:
    """Return the people with these member numbers, keyed by number. One query; no query without numbers."""
    rows = Person.objects.filter(member_number__in=numbers) if numbers else ()
    return {person.member_number: person for person in rows}


UNKNOWN_NUMBER = Sentence(
    _("Nobody of the register has this member number. Look it up again, or leave it out.")
)
