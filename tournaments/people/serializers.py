"""Requests and answers of the API about the register of persons."""

from rest_framework.serializers import CharField, DateField, DateTimeField, IntegerField, ListField, UUIDField

from scoring.api.fields import Text, WordField
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.names import LONGEST
from tournaments.people.services import register
from tournaments.values.persons import PersonAct

MOST_EVENTS = 200


class RegisteredPersonAnswer(Answer):
    """A person of the register, by the name as it was written; how many tournaments they are in."""

    id = UUIDField(source="person.pk")
    name = CharField(source="person.written_name")
    note = CharField(source="person.note")
    member_number = CharField(source="person.member_number")
    valid_until = DateField(source="person.valid_until", allow_null=True)
    events = IntegerField()


class PersonActAnswer(Answer):
    """An act upon the register: by this id it is undone."""

    undo = UUIDField(source="pk")
    person = UUIDField(source="person_id")


class StandingActAnswer(Answer):
    """An act that was not undone."""

    id = UUIDField(source="pk")
    at = DateTimeField()
    kind = WordField(choices=tuple(PersonAct))
    person = UUIDField(source="person_id")
    other = UUIDField(source="other_id", allow_null=True)


class MovedEventAnswer(Answer):
    """A tournament that would stand under the other name."""

    tournament = CharField(source="slug")
    name = CharField()


class MergePreviewAnswer(Answer):
    """What a merge would move: the tournaments, how many there are then, and what of circuits and ratings."""

    person = RegisteredPersonAnswer()
    into = RegisteredPersonAnswer()
    moves = MovedEventAnswer(many=True)
    events_before = IntegerField()
    events_after = IntegerField()
    also = ListField(child=CharField())


class PersonIn(StrictSerializer):
    """What is written of a person; what is left out stays."""

    name = Text(max_length=LONGEST)
    note = Text(max_length=LONGEST, allow_blank=True)
    member_number = Text(max_length=register.MEMBER_LETTERS, allow_blank=True)
    valid_until = DateField(allow_null=True)


class NewPersonIn(PersonIn):
    """Somebody who has not entered yet."""

    note = Text(max_length=LONGEST, allow_blank=True, required=False)
    member_number = Text(max_length=register.MEMBER_LETTERS, allow_blank=True, required=False)
    valid_until = DateField(allow_null=True, required=False)


class MergeIn(StrictSerializer):
    """Who they turned out to be."""

    into = UUIDField()


class SplitIn(StrictSerializer):
    """The tournaments that somebody else played, and who that was."""

    tournaments = ListField(child=Text(max_length=90), max_length=MOST_EVENTS)
    name = Text(max_length=LONGEST, required=False)
    note = Text(max_length=LONGEST, required=False, allow_blank=True)


class OtherPersonIn(StrictSerializer):
    """Somebody with a name that is alike."""

    other = UUIDField()
