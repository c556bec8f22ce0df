"""Preview of a merge of two persons."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.extras import parts_of
from tournaments.models import Person, Tournament
from tournaments.people.selectors.register import RegisteredPerson, with_events


@dataclass(frozen=True)
class MergePreview:
    """Preview of a merge: both persons, and the data that would move from the first person to the second."""

    person: RegisteredPerson
    into: RegisteredPerson
    also: Sequence[str] = ()

    @property
    def moves(self) -> Sequence[Tournament]:
        """The tournaments that would move to the second person."""
        return self.person.tournaments

    @property
    def events_before(self) -> int:
        """The number of tournaments of the second person before the merge."""
        return self.into.events

    @property
    def events_after(self) -> int:
        """The number of tournaments of the second person after the merge."""
        return self.into.events + self.person.events


def preview_merge(person: Person, into: Person) -> MergePreview:
    """Preview a merge without saving it; raise the same errors as `merge_persons`."""
    refuse_same(person, into)
    first, second = with_events([person, into])
    refuse_merge(first, second)
    also = [line for lines in parts_of("merges") for line in lines((person, into))]
    return MergePreview(first, second, also)


def refuse_same(person: Person, into: Person) -> None:
    """Raise BadEntry if both arguments are the same person."""
    if person.pk == into.pk:
        sentence = Sentence(_("These are the same person already. Choose two."))
        raise BadEntry("same_person", sentence, (Problem("same_person", "", "error", "/into", sentence),))


def refuse_gone(*persons: Person) -> None:
    """Raise NotNow if the person's name was erased or the person was merged into another person."""
    for person in persons:
        if person.erased_at:
            raise NotNow("name_erased", Sentence(_("This name was erased, and is not known any more.")))
        if person.merged_into_id:
            text = _("%(name)s was merged into somebody else already. Look again.")
            raise NotNow("merged_already", Sentence(text, {"name": person.written_name}))


def refuse_merge(person: RegisteredPerson, into: RegisteredPerson) -> None:
    """Raise NotNow if a person was erased or merged, or if both persons played in one tournament."""
    refuse_gone(person.person, into.person)
    shared = set(person.tournaments) & set(into.tournaments)
    if shared:
        event = min(shared, key=lambda each: each.made_at)
        text = _("%(first)s and %(second)s both played in “%(event)s”: they are two people. Tell them apart.")
        words = {"first": person.person.written_name, "second": into.person.written_name}
        raise NotNow("met_in_one_event", Sentence(text, {**words, "event": event.name}))
