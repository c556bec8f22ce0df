"""Serializers of API requests and responses about matches, hands and signatures."""

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.api.fields import AnyObject, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from scoring.sheet.serializers import ProblemsField, ScoreSheetAnswer
from scoring.strict_json import digest
from scoring.translation import say
from tournaments.competition.lifecycle import MATCH
from tournaments.matches.selectors.matches import MatchNow, came_from


class LateHandIn(StrictSerializer):
    """A hand that its sheet refused, the error code, and the key of the hand on the phone."""

    key = Text(max_length=64)
    game = WholeNumber(min_value=1, max_value=6)
    hand = WholeNumber(min_value=1, max_value=200)
    code = Text(max_length=40)
    body = AnyObject()


class SideIn(StrictSerializer):
    """The number of a side in the match."""

    side = WholeNumber(min_value=0)


class SignIn(SideIn):
    """The side that signs, and the table code if the side signs on another side's phone."""

    code = serializers.CharField(required=False, max_length=20)


class CallIn(StrictSerializer):
    """The number of the side that calls the director (optional)."""

    side = WholeNumber(min_value=0, required=False, allow_null=True)


class WalkoverIn(StrictSerializer):
    """The number of the side that was present, or null if no side wins, and the reason for the walkover."""

    winner = WholeNumber(min_value=0, allow_null=True)
    reason = Text(max_length=500)


class VersionIn(StrictSerializer):
    """The version of the hand that the director keeps."""

    version = WholeNumber(min_value=1)


class MatchSideAnswer(Answer):
    """One side of a match, with its team.

    Until the team is known, the side has the draw line or the earlier match that decides the team.
    """

    team = UUIDField(source="team.pk", allow_null=True)
    teams = FunctionField(ListField(child=UUIDField()), lambda side: [team.pk for team in side.teams])
    from_ = FunctionField(CharField(), came_from)


def _winner(now: MatchNow) -> int | None:
    """Return the winning side; for a bye, the only side with a team."""
    if now.match.state != "bye":
        return now.winner
    return next((side.side for side in now.sides if side.teams), None)


class MatchAnswer(Answer):
    """The public state of a match."""

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


class SheetAnswer(ScoreSheetAnswer):
    """The score sheet of a match."""

    match = UUIDField(source="sheet.pk")


class HandWrittenAnswer(Answer):
    """The recorded hand, with the key and the digest by which the phone recognises its own request."""

    key = CharField(allow_null=True)
    digest = FunctionField(CharField(), lambda values: digest(values["sent"]))
    game = IntegerField()
    number = IntegerField()
    writing = WordField(source="result.writing", choices=("created", "same", "corrected"))
    version = IntegerField(source="result.version")
    hand = AnyObject(source="result.hand")
    warnings = FunctionField(
        ProblemsField(), lambda values: [each.as_json(say) for each in values["result"].warnings]
    )


class HandStruckAnswer(Answer):
    """The game, number and key of a struck hand, and the version of the strike.

    If a request with the header Replaces strikes no hand, the version is the version of the hand or strike
    that is stored in the same place, or 0 if nothing is stored there.
    """

    key = CharField(allow_null=True)
    game = IntegerField()
    number = IntegerField()
    version = IntegerField()


class LateHandAnswer(Answer):
    """The state of a late hand: stored for the director, or already on the sheet."""

    key = CharField()
    digest = FunctionField(CharField(), lambda late: digest(late["body"]))
    on_sheet = BooleanField()
