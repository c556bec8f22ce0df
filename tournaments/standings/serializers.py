"""Serializers of the API responses about the bracket and the standings of a stage."""

from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema_field
from rest_framework.serializers import BooleanField, CharField, Field, IntegerField, ListField, UUIDField

from scoring.api.fields import Instant, WordField
from scoring.api.serializers import Answer, FunctionField
from tournaments.competition.correction_policies import SettledState
from tournaments.competition.standings.tally import COUNTED
from tournaments.competition.types import Points
from tournaments.matches.serializers import MatchAnswer


@extend_schema_field(
    {"type": ["integer", "string"], "description": 'Whole as a number, anything else exactly: "1/2".'}
)
class Exact(Field[Points, Any, int | str, Any]):
    """A serializer field for exact numbers: an integer, or a fraction as text, such as "1/2"."""

    def to_representation(self, value: Points) -> int | str:
        """Return a whole number as an integer, and a fraction as text, such as "1/2"."""
        return value.numerator if value.denominator == 1 else str(value)


class StampAnswer(Answer):
    """The stage that a response describes, the number of results counted, and the status of the results."""

    stage = IntegerField(source="stage.number")
    computed_at = Instant(source="stamp.computed_at", allow_null=True)
    results_counted = IntegerField(source="stamp.results_counted")
    up_to_date = BooleanField(source="stamp.up_to_date")
    standing = WordField(source="stamp.settled.standing", choices=tuple(SettledState))
    official_at = Instant(source="stamp.settled.official_at", allow_null=True)


class BracketAnswer(StampAnswer):
    """The matches of a stage."""

    rows = MatchAnswer(many=True)


class TieBreakWorth(NamedTuple):
    """The key of a tie-break, and its value for one team."""

    key: str
    value: Points


class TieBreakAnswer(Answer):
    """The key of a tie-break, and its value for one team."""

    key = CharField()
    value = Exact()


class StandingsRowAnswer(Answer):
    """One row of the standings; `net` is the net score, null if the card game does not count net points."""

    place = IntegerField(source="row.place")
    team = UUIDField(source="row.entrant")
    group = CharField()
    match_points = Exact(source="row.match_points")
    net = FunctionField(
        IntegerField(allow_null=True), lambda line: line.row.tally.points_for if line.by_net else None
    )
    tie_breaks = FunctionField(
        TieBreakAnswer(many=True),
        lambda line: [TieBreakWorth(*each) for each in line.row.tie_breaks],
    )
    placing = FunctionField(
        ListField(child=IntegerField(), allow_null=True),
        lambda line: line.placing and (line.placing.first, line.placing.last),
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the serializer fields, including an integer field for each count of matches."""
        return {**super().get_fields(), **{key: IntegerField(source=f"row.tally.{key}") for key in COUNTED}}


class StandingsAnswer(StampAnswer):
    """The teams of a stage in order; `held_after` is the round after which the standings are withheld."""

    held_after = IntegerField(allow_null=True)
    rows = StandingsRowAnswer(many=True)


class OverallAnswer(Answer):
    """The combined standings of all stages."""

    held_after = IntegerField(allow_null=True)
    rows = StandingsRowAnswer(many=True)
