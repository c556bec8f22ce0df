"""Requests and answers of the API about matches, hands and signatures."""

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.api.fields import AnyObject, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from scoring.sheet.serializers import Problems
from scoring.strict_json import digest
from tournaments.competition.lifecycle import MATCH
from tournaments.matches.selectors.matches import MatchNow, came_from


class LateHandIn(StrictSerializer):
    """A hand that its sheet refused, under which code, and the key its phone gave it."""

    key = Text(max_length=64)
    game = WholeNumber(min_value=1, max_value=6)
    hand = WholeNumber(min_value=1, max_value=200)
    code = Text(max_length=40)
    body = AnyObject()


class SideIn(StrictSerializer):
    """A side of the match."""

    side = WholeNumber(min_value=0)


class SignIn(SideIn):
    """The side that signs, and the table's code where it does so on another side's phone."""

    code = serializers.CharField(required=False, max_length=20)


class CallIn(StrictSerializer):
    """The side that calls the director, if it wants to say so."""

    side = WholeNumber(min_value=0, required=False, allow_null=True)


class WalkoverIn(StrictSerializer):
    """The side that was present, or null when nobody wins; and why."""

    winner = WholeNumber(min_value=0, allow_null=True)
    reason = Text(max_length=500)


class VersionIn(StrictSerializer):
    """The version of a hand that is right."""

    version = WholeNumber(min_value=1)


class MatchSideAnswer(Answer):
    """One side of a match: who stands there, or where they will come from."""

    team = UUIDField(source="team.pk", allow_null=True)
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
