"""Search of the register for the person with a typed name: suggested labels, and questions to the user."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournaments.competition.names import name_key
from tournaments.models import Person
from tournaments.people.selectors.register import named_so, register

SUGGESTED = 600
SOMEBODY_ELSE = "new"
# The separator between a name and the details that distinguish it from the same name.
DOT = " · "


def with_counts() -> QuerySet[Person]:
    """Return the people in the register, annotated with their number of entries as `entered`."""
    return register().annotate(entered=Count("seats"))


def label_of(person: Person) -> str:
    """Return the label of a person: the name, and details that distinguish people of the same name."""
    count: int = getattr(person, "entered", 0)
    times = ngettext("%(count)d evening", "%(count)d evenings", count) % {"count": count}
    number = _("member %(number)s") % {"number": person.member_number} if person.member_number else ""
    return DOT.join(filter(None, (person.written_name, person.note, number, times)))


def suggestions(without: Collection[UUID] = ()) -> list[str]:
    """Return the labels of the people in the register to suggest as players. One query."""
    people = with_counts().exclude(pk__in=without).order_by("written_name")
    return [label_of(person) for person in people[:SUGGESTED]]


class Namesakes:
    """The people in the register who have the typed names.

    Two queries, and more if persons were merged; no query without names.
    """

    def __init__(self, texts: Iterable[str], seated: Iterable[Person] = ()) -> None:
        self.texts = [" ".join(text.split()) for text in texts]
        self._keys = [name_key(text.partition(DOT)[0]) for text in self.texts]
        keys = set(filter(None, self._keys))
        people_by_key = named_so(keys) if keys else {}
        ids = [person.pk for people in people_by_key.values() for person in people]
        counted = {person.pk: person for person in with_counts().filter(pk__in=ids)} if ids else {}
        self._people = {
            key: [counted.get(each.pk, each) for each in people] for key, people in people_by_key.items()
        }
        chosen = [self.chosen(place) for place in range(len(self.texts))]
        self._seated = Counter(person.name_key for person in seated if person not in chosen)

    def chosen(self, place: int) -> Person | None:
        """Return the person whose label is the text of a field, or None.

        A label ends with the number of the person's entries. An outdated number is ignored.
        """
        text, labels = self.texts[place], [(each, label_of(each)) for each in self._people_at(place)]
        identity, dot, _times = text.rpartition(DOT)
        matches = [each for each, label in labels if label == text]
        matches = matches or [each for each, label in labels if dot and label.rpartition(DOT)[0] == identity]
        return matches[0] if len(matches) == 1 else None

    def asked_about(self, place: int) -> list[Person]:
        """Return the people to choose from for the name in a form field; empty if no choice is needed."""
        key, *before = (name_key(text) for text in self.texts[place::-1])
        return [] if before.count(key) < self._seated[key] else self._people_at(place)

    def _people_at(self, place: int) -> list[Person]:
        return self._people.get(self._keys[place], [])


def which_field(people: Iterable[Person], name: str) -> forms.ChoiceField:
    """Return a form field for choosing one of the given people or another person of the same name."""
    choices = [(str(each.pk), label_of(each)) for each in people]
    choices.append((SOMEBODY_ELSE, _("somebody else called %(name)s") % {"name": name}))
    return forms.ChoiceField(
        label=gettext_lazy("Which one?"), choices=choices, required=False, widget=forms.RadioSelect
    )


def meant_by(answer: str) -> UUID | None:
    """Return the id of the chosen person; None means another person of the same name."""
    return None if answer == SOMEBODY_ELSE else UUID(answer)


class NamesakesForm(forms.Form):
    """Form with players' names, and a question for each typed name that is in the register."""

    def ask_which(self, names: Sequence[str], seated: Iterable[Person] = ()) -> None:
        """Add a question for each typed name that is in the register, unless a person was chosen."""
        self.names = names
        self.chosen: dict[int, Person] = {}
        self.questions: list[int] = []
        if not self.is_bound:
            return
        namesakes = Namesakes([str(self.data.get(name, "")) for name in names], seated)
        for place, text in enumerate(namesakes.texts):
            person = namesakes.chosen(place)
            if person is not None:
                self.chosen[place] = person
            elif people := namesakes.asked_about(place):
                self.fields[f"which_{place}"] = which_field(people, text.partition(DOT)[0])
                self.questions.append(place)

    @property
    def which(self) -> list[forms.BoundField]:
        """The form fields for choosing the person who is meant by a typed name."""
        return [self[f"which_{place}"] for place in self.questions]

    def clean(self) -> dict[str, Any]:
        """Add an error to each question that has no answer."""
        for place in self.questions:
            if f"which_{place}" not in self.errors and not self.cleaned_data.get(f"which_{place}"):
                self.add_error(f"which_{place}", _("The register has this name. Say who it is."))
        return self.cleaned_data

    def players_written(self) -> list[str]:
        """Return the players' names as typed or, for chosen people, as in the register."""
        names = [self.cleaned_data[name] for name in self.names]
        bare = {place: names[place].partition(DOT)[0] for place in self.questions}
        chosen = {place: person.written_name for place, person in self.chosen.items()}
        return [(bare | chosen).get(place, name) for place, name in enumerate(names)]

    def meant(self) -> dict[int, UUID | None]:
        """Return the ids of the chosen people by player index; None means another person of that name."""
        answers = {place: self.cleaned_data[f"which_{place}"] for place in self.questions}
        chosen = {place: person.pk for place, person in self.chosen.items()}
        return {place: meant_by(answer) for place, answer in answers.items() if answer} | chosen
