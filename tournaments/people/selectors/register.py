"""Queries of the register of persons: search, tournaments of a person, open questions about similar names."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.competition.names import name_key
from tournaments.models import Distinction, Person, PersonMove, Tournament
from tournaments.people.rules import alike_pairs
from tournaments.rosters.selectors.identities import events_of
from tournaments.values.persons import PersonAct

# The number of pairs shown at once. The remaining pairs follow when these are answered.
MOST_PAIRS = 500


@dataclass(frozen=True)
class RegisteredPerson:
    """A person of the register with their tournaments, latest first."""

    person: Person
    tournaments: tuple[Tournament, ...] = ()

    @property
    def events(self) -> int:
        """The number of tournaments of the person."""
        return len(self.tournaments)

    @property
    def last(self) -> datetime | None:
        """The start or creation time of the latest tournament; None without tournaments."""
        return moment_of(self.tournaments[0]) if self.tournaments else None


def moment_of(tournament: Tournament) -> datetime:
    """Return the start of a tournament or, without a start, the time of its creation."""
    return tournament.starts_at or tournament.made_at


def register() -> QuerySet[Person]:
    """Return all persons that are neither erased nor merged, ordered by name."""
    return Person.objects.filter(erased_at=None, merged_into=None).order_by("name_key", "written_at", "pk")


def search(text: str) -> QuerySet[Person]:
    """Return the persons whose name or note contains the text, or whose member number is the text."""
    text = text.replace("\0", "").strip()  # PostgreSQL rejects null characters
    key = name_key(" ".join(text.split()))
    by_name = Q(pk__isnull=False)
    for word in key.split():
        by_name &= Q(name_key__contains=word)
    return register().filter(by_name | Q(note__icontains=text) | Q(member_number=text))


def with_events(persons: Iterable[Person]) -> list[RegisteredPerson]:
    """Return the persons with their tournaments. Four queries."""
    rows = list(persons)
    events = events_of([person.pk for person in rows])
    every = {each.pk: each for each in Tournament.objects.filter(pk__in=set().union(*events.values()))}
    return [
        RegisteredPerson(
            person,
            tuple(
                sorted((every[pk] for pk in events[person.pk] if pk in every), key=moment_of, reverse=True)
            ),
        )
        for person in rows
    ]


def named_so(keys: Collection[str], *, lock: bool = False) -> Mapping[str, list[Person]]:
    """Return lists of persons by name key. One query, and more if persons were merged.

    If a person was merged, the list contains the person who remains after the merge. With `lock`, which needs
    a transaction, the rows are locked in the order of their ids.
    """
    rows = Person.objects.filter(erased_at=None, name_key__in=keys).order_by("pk")
    namesakes = list(rows.select_for_update(no_key=True) if lock else rows)
    now = final_persons({each.merged_into_id for each in namesakes if each.merged_into_id}, lock=lock)
    named: dict[str, list[Person]] = defaultdict(list)
    for each in namesakes:
        person = now[each.merged_into_id] if each.merged_into_id else each
        if person not in named[each.name_key] and person.erased_at is None:
            named[each.name_key].append(person)
    return named


def final_persons(ids: Collection[UUID], *, lock: bool = False) -> dict[UUID, Person]:
    """Return the persons who remain after all merges, by the given ids. Unknown ids are left out.

    A person who was not merged is returned unchanged. Erased persons are included. With `lock` the rows of
    the persons are locked, which needs a transaction. The function makes one query for each step of the
    longest chain of merges.
    """
    persons: dict[UUID, Person] = {}
    wanted = {pk: pk for pk in ids}
    while wanted:
        rows = Person.objects.filter(pk__in=set(wanted.values())).order_by("pk")
        by_id = {each.pk: each for each in (rows.select_for_update(no_key=True) if lock else rows)}
        following = {}
        for given_id, pk in wanted.items():
            person = by_id.get(pk)
            if person is None or person.merged_into_id == given_id:  # a circle has no end; no act makes one
                continue
            if person.merged_into_id:
                following[given_id] = person.merged_into_id
            else:
                persons[given_id] = person
        wanted = following
    return persons


@dataclass(frozen=True)
class Doubt:
    """A question for the desk about similar names: are two persons the same person?

    If `second` is None, the question is about one person: do all tournaments of `first` belong to this
    person?
    """

    first: RegisteredPerson
    second: RegisteredPerson | None = None


def doubtful_pairs() -> list[tuple[UUID, UUID]]:
    """Return pairs of persons who may be the same person, most similar first. Five queries.

    Pairs that were marked as different, and pairs that played in the same tournament, are left out.
    """
    keys = tuple((str(pk), key) for pk, key in register().values_list("pk", "name_key"))
    pairs = [(UUID(one), UUID(two)) for one, two in alike_pairs(keys)[:MOST_PAIRS]]
    if not pairs:
        return []
    people = {person for pair in pairs for person in pair}
    apart = {
        frozenset(each)
        for each in Distinction.objects.filter(first__in=people).values_list("first", "second")
    }
    events = events_of(people)
    return [
        (one, two)
        for one, two in pairs
        if frozenset((one, two)) not in apart and not events[one] & events[two]
    ]


def doubtful_spellings() -> QuerySet[Person]:
    """Return the persons whose tournaments belong together only because the names are spelled alike."""
    return register().filter(doubtful_since__isnull=False, certain_since=None)


@dataclass(frozen=True)
class Doubts:
    """All open questions for the desk: first the questions about two persons, then those about one person."""

    pairs: Sequence[tuple[UUID, UUID]]
    spellings: Sequence[UUID]

    @property
    def waiting(self) -> int:
        """The number of open questions."""
        return len(self.pairs) + len(self.spellings)

    def at(self, place: int) -> Doubt | None:
        """Return the open question at the given position, or None after the last question. Five queries."""
        single = self.spellings[max(0, place - len(self.pairs)) :][:1]
        ids = self.pairs[place] if place < len(self.pairs) else single
        rows = Person.objects.in_bulk(ids)
        return Doubt(*with_events(rows[pk] for pk in ids)) if ids else None


def doubts() -> Doubts:
    """Return all open questions about similar or identical names. Six queries."""
    return Doubts(doubtful_pairs(), list(doubtful_spellings().values_list("pk", flat=True)))


def doubts_waiting() -> int:
    """Return the number of open questions about similar or identical names. Six queries."""
    return doubts().waiting


def standing_moves() -> QuerySet[PersonMove]:
    """Return the register actions that were not undone, newest first. Undo actions are left out."""
    undone = PersonMove.objects.filter(undoes=OuterRef("pk"))
    return PersonMove.objects.exclude(kind=PersonAct.UNDO).filter(~Exists(undone))
