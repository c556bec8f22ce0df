"""Serializers of the API requests and responses about the register of persons."""

from rest_framework.serializers import CharField, DateField, DateTimeField, IntegerField, ListField, UUIDField

from scoring.api.fields import Text, WordField
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.names import LONGEST
from tournaments.people.services import register
from tournaments.values.persons import PersonAct

MOST_EVENTS = 200


class RegisteredPersonAnswer(Answer):
    """A person of the register, with the name as entered, and the number of tournaments."""

    id = UUIDField(source="person.pk")
    name = CharField(source="person.written_name")
    note = CharField(source="person.note")
    member_number = CharField(source="person.member_number")
    valid_until = DateField(source="person.valid_until", allow_null=True)
    events = IntegerField()


class PersonActAnswer(Answer):
    """An action on the register. `undo` is the id to send in a request that undoes the action."""

    undo = UUIDField(source="pk")
    person = UUIDField(source="person_id")


class StandingActAnswer(Answer):
    """An action on the register that was not undone."""

    id = UUIDField(source="pk")
    at = DateTimeField()
    kind = WordField(choices=tuple(PersonAct))
    person = UUIDField(source="person_id")
    other = UUIDField(source="other_id", allow_null=True)


class MovedEventAnswer(Answer):
    """A tournament that the merge would move."""

    tournament = CharField(source="slug")
    name = CharField()


class MergePreviewAnswer(Answer):
    """The effects of a merge: moved tournaments, tournament counts before and after, circuits, ratings."""

    person = RegisteredPersonAnswer()
    into = RegisteredPersonAnswer()
    moves = MovedEventAnswer(many=True)
    events_before = IntegerField()
    events_after = IntegerField()
    also = ListField(child=CharField())


class PersonIn(StrictSerializer):
    """The new values of a person's fields; a missing field keeps its value."""

    name = Text(max_length=LONGEST)
    note = Text(max_length=LONGEST, allow_blank=True)
    member_number = Text(max_length=register.MEMBER_LETTERS, allow_blank=True)
    valid_until = DateField(allow_null=True)


class NewPersonIn(PersonIn):
    """A new person, who has not entered a tournament yet."""

    note = Text(max_length=LONGEST, allow_blank=True, required=False)
    member_number = Text(max_length=register.MEMBER_LETTERS, allow_blank=True, required=False)
    valid_until = DateField(allow_null=True, required=False)


class MergeIn(StrictSerializer):
    """The person into whom the person in the URL is merged."""

    into = UUIDField()


class SplitIn(StrictSerializer):
    """The tournaments to move to another person, and the name of that person."""

    tournaments = ListField(child=Text(max_length=90), max_length=MOST_EVENTS)
    name = Text(max_length=LONGEST, required=False)
    note = Text(max_length=LONGEST, required=False, allow_blank=True)


class OtherPersonIn(StrictSerializer):
    """Another person with a similar name, to be marked as different."""

    other = UUIDField()
