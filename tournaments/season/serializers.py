"""Serializers of the API requests and responses about circuits."""

from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.api.fields import Instant, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.names import LONGEST
from tournaments.competition.types import MOST_EVENTS, Counted, Sharing
from tournaments.season.rules import MOST_PLACES
from tournaments.standings.serializers import Exact


class CircuitAnswer(Answer):
    """A circuit, with the tournaments that the user may see."""

    id = UUIDField(source="circuit.pk")
    slug = CharField(source="circuit.slug")
    name = CharField(source="circuit.name")
    counted = WordField(source="circuit.counted", choices=tuple(Counted))
    points = ListField(source="circuit.points", child=IntegerField())
    beyond = IntegerField(source="circuit.beyond")
    sharing = WordField(source="circuit.sharing", choices=tuple(Sharing))
    best = IntegerField(source="circuit.best")
    tournaments = FunctionField(
        ListField(child=CharField()), lambda row: [each.slug for each in row["tournaments"]]
    )
    computed_at = Instant(source="circuit.computed_at", allow_null=True)


class CircuitPersonAnswer(Answer):
    """A person in a row of the standings."""

    id = UUIDField(source="pk")
    name = CharField()


class CircuitResultAnswer(Answer):
    """The result of one row of the standings in one tournament, and whether the result counts."""

    tournament = CharField(source="tournament.slug")
    place = IntegerField()
    points = Exact()
    counts = BooleanField()


class CircuitLineAnswer(Answer):
    """One row of the standings of a circuit, with its results."""

    place = IntegerField()
    players = CircuitPersonAnswer(source="people", many=True)
    points = Exact(source="total")
    results = FunctionField(CircuitResultAnswer(many=True), lambda line: line.results.values())


class CircuitStandingsAnswer(Answer):
    """The standings of a circuit as last computed."""

    rows = CircuitLineAnswer(many=True)
    computed_at = Instant(source="circuit.computed_at", allow_null=True)
    up_to_date = BooleanField()


class CircuitIn(StrictSerializer):
    """The data of a circuit: its name, the points for each place, and its other rules."""

    name = Text(max_length=LONGEST)
    points = ListField(child=WholeNumber(), max_length=MOST_PLACES)
    counted = WordField(choices=tuple(Counted), required=False)
    beyond = WholeNumber(required=False)
    sharing = WordField(choices=tuple(Sharing), required=False)
    best = WholeNumber(required=False)
    tournaments = ListField(child=Text(max_length=90), required=False, max_length=MOST_EVENTS)
