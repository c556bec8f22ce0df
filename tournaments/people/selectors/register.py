"""The register of the club's people: who is found, what they played, who may be whom."""

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
    """A person of the register with the tournaments they are in, the latest first."""

    person: Person
    tournaments: tuple[Tournament, ...] = ()

    @property
    def events(self) -> int:
        """How many."""
        return len(self.tournaments)

    @property
    def last(self) -> datetime | None:
        """When the latest of them began, or was made."""
        return moment_of(self.tournaments[0]) if self.tournaments else None


def moment_of(tournament: Tournament) -> datetime:
    """Return when a tournament begins, or else when it was entered here."""
    return tournament.starts_at or tournament.made_at


def register() -> QuerySet[Person]:
    """Return everybody who is known by name, in the order of their names; not those merged into somebody."""
    return Person.objects.filter(erased_at=None, merged_into=None).order_by("name_key", "written_at", "pk")


def search(text: str) -> QuerySet[Person]:
    """Return those of the register whose name, note or member number a search finds."""
    text = text.replace("\0", "").strip()  # which PostgreSQL cannot be asked about
    key = name_key(" ".join(text.split()))
    by_name = Q(pk__isnull=False)
    for word in key.split():
        by_name &= Q(name_key__contains=word)
    return register().filter(by_name | Q(note__icontains=text) | Q(member_number=text))


def with_events(persons: Iterable[Person]) -> list[RegisteredPerson]:
    """Return people with their tournaments: four queries."""
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
    """Return everybody of the register of each spelling, whoever they were merged into: two queries.

    `lock`: within a transaction they are locked, in the order of their ids, and read once they are.
    """
    rows = Person.objects.filter(erased_at=None, name_key__in=keys).order_by("pk")
    found = list(rows.select_for_update(no_key=True) if lock else rows)
    now = final_persons({each.merged_into_id for each in found if each.merged_into_id}, lock=lock)
    named: dict[str, list[Person]] = defaultdict(list)
    for each in found:
        person = now[each.merged_into_id] if each.merged_into_id else each
        if person not in named[each.name_key] and person.erased_at is None:
            named[each.name_key].append(person)
    return named


def final_persons(ids: Collection[UUID], *, lock: bool = False) -> dict[UUID, Person]:
    """Return who each of these is in the end, by the id that was known: a query a step."""
    found: dict[UUID, Person] = {}
    wanted = {pk: pk for pk in ids}
    while wanted:
        rows = Person.objects.filter(pk__in=set(wanted.values())).order_by("pk")
        by_id = {each.pk: each for each in (rows.select_for_update(no_key=True) if lock else rows)}
        following = {}
        for known, pk in wanted.items():
            person = by_id.get(pk)
            if person is None or person.merged_into_id == known:  # a circle, which no act makes, has no end
                continue
            if person.merged_into_id:
                following[known] = person.merged_into_id
            else:
                found[known] = person
        wanted = following
    return found


@dataclass(frozen=True)
class Doubt:
    """What the desk is asked about: two people alike, or one whose evenings a spelling brought together."""

    first: RegisteredPerson
    second: RegisteredPerson | None = None


def doubtful_pairs() -> list[tuple[UUID, UUID]]:
    """Return the pairs of the register that may be one person, the likest first: five queries.

    Not those who were told apart, nor two who sat in one event.
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
    """Return those in whose name evenings stand that nothing but a spelling brought together."""
    return register().filter(doubtful_since__isnull=False, certain_since=None)


@dataclass(frozen=True)
class Doubts:
    """All that the desk is still to be asked about, pairs before single names."""

    pairs: Sequence[tuple[UUID, UUID]]
    spellings: Sequence[UUID]

    @property
    def waiting(self) -> int:
        """How much it is."""
        return len(self.pairs) + len(self.spellings)

    def at(self, place: int) -> Doubt | None:
        """Return the question at a place in the list, None behind the last: five queries."""
        single = self.spellings[max(0, place - len(self.pairs)) :][:1]
        ids = self.pairs[place] if place < len(self.pairs) else single
        rows = Person.objects.in_bulk(ids)
        return Doubt(*with_events(rows[pk] for pk in ids)) if ids else None


def doubts() -> Doubts:
    """Return what the desk is still to be asked about: six queries."""
    return Doubts(doubtful_pairs(), list(doubtful_spellings().values_list("pk", flat=True)))


def doubts_waiting() -> int:
    """Return how much the desk is still to be asked about: six queries."""
    return doubts().waiting


def standing_moves() -> QuerySet[PersonMove]:
    """Return the acts that were not undone, and undo nothing: the newest first."""
    undone = PersonMove.objects.filter(undoes=OuterRef("pk"))
    return PersonMove.objects.exclude(kind=PersonAct.UNDO).filter(~Exists(undone))
