"""What the API says of matches and of what moves in them: one serializer writes and describes an answer.

Answers of one subject alone stand in its `api.py`.
"""

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.sheet.serializers import Answer, AnyObject, FunctionField, Problems, WordField
from scoring.strict_json import digest
from tournaments.competition.correction_policies import CorrectionEffect, Following, FollowUp
from tournaments.competition.lifecycle import MATCH
from tournaments.results.selectors.matches import MatchNow, came_from


@extend_schema_field(
    {"type": ["integer", "string"], "description": 'Whole as a number, anything else exactly: "1/2".'}
)
class Exact(serializers.Field[Fraction, Any, int | str, Any]):
    """A number of the standings, without rounding."""

    def to_representation(self, value: Fraction) -> int | str:
        """Return a whole number as a number, any other exactly, such as "1/2"."""
        return value.numerator if value.denominator == 1 else str(value)


def page(answer: type[Answer]) -> type[Answer]:
    """Return what describes one page of a list of these; the paginator writes it."""
    fields = {key: CharField(allow_null=True) for key in ("next", "previous")}
    name = answer.__name__.replace("Answer", "PageAnswer")
    return type(name, (Answer,), {**fields, "results": answer(many=True)})


class MatchSideAnswer(Answer):
    """One side of a match: who stands there, or where they will come from."""

    team = FunctionField(UUIDField(allow_null=True), lambda side: side.team and side.team.pk)
    teams = FunctionField(ListField(child=UUIDField()), lambda side: [team.pk for team in side.teams])
    from_ = FunctionField(CharField(), came_from)


def _winner(now: MatchNow) -> int | None:
    """The side that goes on: with a bye, the only one there."""
    if now.match.state != "bye":
        return now.winner
    return next((side.side for side in now.sides if side.teams), None)


class MatchAnswer(Answer):
    """One match as everybody sees it."""

    id = UUIDField(source="match.pk")
    label_ = CharField(source="match.label")
    stage = IntegerField(source="match.stage.number")
    round = IntegerField(source="match.round")
    state = WordField(source="match.state", choices=tuple(MATCH))
    sides = MatchSideAnswer(many=True)
    table = IntegerField(source="match.table", allow_null=True)
    games_won = FunctionField(
        ListField(child=IntegerField()), lambda now: [side.games_won for side in now.sides]
    )
    winner = FunctionField(IntegerField(allow_null=True), _winner)
    version = IntegerField(source="match.sheet.head_seq")


class SlotChangeAnswer(Answer):
    """A side of a match that gets another team."""

    label_ = CharField()
    side = IntegerField()
    from_ = UUIDField(source="before", allow_null=True)
    to = UUIDField(source="after", allow_null=True)


class SlotMoveAnswer(SlotChangeAnswer):
    """The same, and whether the match was played."""

    played = BooleanField()


class PlaceChangeAnswer(Answer):
    """A team whose place in the standings becomes another."""

    team = UUIDField(source="entrant")
    from_ = IntegerField(source="before")
    to = IntegerField(source="after")


class CorrectionAnswer(Answer):
    """What a correction moves: matches side by side, places, the sheets that may be on paper.

    Sent with the correction, `seal` has it refused where something has changed since this preview.
    """

    seal = CharField()
    change = WordField(choices=tuple(CorrectionEffect))
    following = WordField(choices=tuple(Following))
    verdict = WordField(choices=tuple(FollowUp))
    stays = BooleanField()
    matches = SlotMoveAnswer(source="slots", many=True)
    standings = PlaceChangeAnswer(source="places", many=True)
    sheets = ListField(child=CharField())


class MatchEndingAnswer(Answer):
    """How a match ends because a team leaves or comes back."""

    label_ = CharField()
    kind = CharField()
    winner = IntegerField(allow_null=True)
    played = BooleanField()


class RosterChangeAnswer(Answer):
    """What moves when a team leaves or comes back: how matches end, who stands elsewhere, places."""

    stage = IntegerField(source="stage.number")
    annulled = BooleanField()
    matches = MatchEndingAnswer(source="endings", many=True)
    slots = FunctionField(
        SlotChangeAnswer(many=True),
        lambda preview: [slot for slot in preview.slots if slot.before != slot.after],
    )
    standings = PlaceChangeAnswer(source="places", many=True)


class HandWrittenAnswer(Answer):
    """What became of a hand; key and digest are echoed, so that a phone knows its own hand was taken."""

    key = CharField(allow_null=True)
    digest = FunctionField(CharField(), lambda written: digest(written["sent"]))
    game = IntegerField()
    number = IntegerField()
    writing = WordField(source="result.writing", choices=("created", "same", "corrected"))
    version = IntegerField(source="result.version")
    hand = AnyObject(source="result.hand")
    warnings = FunctionField(Problems(), lambda written: written["result"].warnings)


class HandStruckAnswer(Answer):
    """The place of a hand that was struck, and the version of the striking."""

    key = CharField(allow_null=True)
    game = IntegerField()
    number = IntegerField()
    version = IntegerField()


class LateHandAnswer(Answer):
    """A hand left for the director, or found on the sheet."""

    key = CharField()
    digest = FunctionField(CharField(), lambda late: digest(late["body"]))
    on_sheet = BooleanField()
