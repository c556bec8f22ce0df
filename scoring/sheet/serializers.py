"""Serializers for API requests and responses about card games and score sheets."""

from typing import Any, ClassVar, NamedTuple, get_args

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DictField, IntegerField, JSONField, ListField

from scoring import types
from scoring.api.fields import AnyObject, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from scoring.game_parts.description import hand_schema
from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet
from scoring.sheet.rules.log import Event, SheetLog, StandingHand
from scoring.translation import say


class RankAnswer(Answer):
    """A rank of a pack and its value."""

    rank = CharField()
    name = CharField()
    value = IntegerField()


class DeckAnswer(Answer):
    """A pack with one order of its court cards, such as `court_order` "queen_high"."""

    additional_properties: ClassVar[Any] = {"type": "string"}
    pack = CharField()
    name = CharField()
    suits = DictField(child=CharField())
    ranks = RankAnswer(many=True)

    def to_representation(self, value: Any) -> dict[str, Any]:
        """Return the pack, with the key and value of the option that sets the order of court cards."""
        return {**value, **super().to_representation(value)}


class OptionAnswer(Answer):
    """An option of a card game: its default, and a JSON Schema of its values."""

    key = CharField()
    label_ = CharField()
    default_ = JSONField()
    schema = AnyObject()
    choices = DictField(child=CharField())


class PresetAnswer(Answer):
    """A named set of options that many clubs use."""

    key = CharField()
    name = CharField()
    profile = AnyObject()


class EntryStepAnswer(Answer):
    """One screen for entering a hand; `state` is the hand state for which the screen is shown, or null."""

    key = CharField()
    label_ = CharField()
    fields_ = ListField(child=CharField())
    state = CharField(allow_null=True)


class CardGameAnswer(Answer):
    """A card game: its packs, its options with their defaults, and the JSON Schema of a hand."""

    key = CharField()
    name = CharField()
    seats = IntegerField()
    sides = IntegerField()
    players_a_side = IntegerField()
    by_net = BooleanField()
    trionfo = BooleanField()
    fixed_total = IntegerField(allow_null=True)
    even_split = IntegerField(allow_null=True)
    card_unit = IntegerField()
    decks = DeckAnswer(many=True)
    options = OptionAnswer(many=True)
    presets = PresetAnswer(many=True)
    entry_steps = EntryStepAnswer(many=True)
    states = DictField(child=CharField())
    parts = DictField(child=CharField())
    hand = AnyObject()


def _hand(key: str) -> dict[str, Any]:
    schema = hand_schema(CARD_GAMES[key])
    del schema["$schema"]
    return {"title": key, **schema}


# The JSON Schema of a hand of any card game, derived from the definitions of the card games.
HAND: dict[str, Any] = {"anyOf": [_hand(key) for key in CARD_GAMES]}


@extend_schema_field(HAND)
class HandField(AnyObject):
    """A hand in JSON, as on a sheet."""


class TimeCallAnswer(Answer):
    """A call of time: the number of hands on the sheet when time was called.

    `begun` is whether a hand was being played (omitted if not known yet). `draws` is whether a tie is a draw
    (COM-TIME-1 to 3).
    """

    hands = IntegerField(min_value=0)
    begun = BooleanField(required=False)
    draws = BooleanField(required=False)


class GameOfHands(StrictSerializer):
    """A game that is given hand by hand."""

    hands = ListField(child=HandField())


class GameOfScores(StrictSerializer):
    """A game that is given as a final score, without hands."""

    final = ListField(child=IntegerField())
    hand_count = IntegerField(required=False)


class WrittenSheet(StrictSerializer):
    """A sheet sent for checking."""

    card_game = WordField(choices=tuple(CARD_GAMES))
    profile = AnyObject(required=False)
    games = PolymorphicProxySerializer(
        "WrittenGame", [GameOfHands, GameOfScores], resource_type_field_name=None, many=True
    )
    time_called = TimeCallAnswer(required=False)


class ProblemAnswer(Answer):
    """A problem; `where` is a JSON Pointer into the request body."""

    code = CharField()
    rule = CharField()
    level = WordField(choices=get_args(types.Level))
    where = CharField()
    message = CharField()


@extend_schema_field(ProblemAnswer(many=True))
class ProblemsField(serializers.Field[Any, Any, Any, Any]):
    """A field for problems already converted by `Problem.as_json`; there may be thousands of them."""

    def to_representation(self, value: list[dict[str, str]]) -> list[dict[str, str]]:
        """Return the problems unchanged."""
        return value


class NextHandAnswer(Answer):
    """The next hand to deal; `dealer` is null if the dealer is to be drawn."""

    game = IntegerField()
    hand = IntegerField()
    dealer = IntegerField(allow_null=True)


class HandScoreAnswer(Answer):
    """A hand's points, and the score of the game after it; null if they cannot be computed."""

    score = ListField(child=IntegerField(), allow_null=True)
    running = ListField(child=IntegerField(), allow_null=True)


class GameAnswer(Answer):
    """A game; `by_time` is how the game counts if a call of time stopped it."""

    target = IntegerField(allow_null=True)
    score = ListField(child=IntegerField())
    winner = IntegerField(allow_null=True)
    quick = BooleanField(required=False)
    by_time = WordField(choices=tuple(types.Stopped), required=False)
    hands = HandScoreAnswer(many=True)


class VerdictAnswer(Answer):
    """The verdict on a sheet; `time` is the table's next action after a call of time."""

    valid = BooleanField()
    problems = ProblemsField()
    games = GameAnswer(many=True)
    games_won = ListField(child=IntegerField())
    winner = IntegerField(allow_null=True)
    next = NextHandAnswer(allow_null=True)
    time = WordField(choices=tuple(types.Now), required=False)


class SheetHandAnswer(HandScoreAnswer):
    """A valid hand as on the sheet, with its version and its points."""

    additional_properties: ClassVar[Any] = {}
    version = IntegerField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        """Return the fields of the hand, followed by its version and its points."""
        return {**value["body"], **super().to_representation(value)}


class SheetGameAnswer(GameAnswer):
    """A game of a score sheet."""

    hands = SheetHandAnswer(many=True)


class SheetDispute(NamedTuple):
    """The dispute about a hand: the valid version, and the versions that differ from it."""

    game: int
    hand: int
    standing: StandingHand
    versions: tuple[Event, ...]


class DisputedHandAnswer(Answer):
    """The valid version of a disputed hand."""

    version = IntegerField()
    hand = AnyObject(source="body")


class OtherHandAnswer(Answer):
    """A version of a disputed hand other than the valid one."""

    seq = IntegerField()
    hand = AnyObject(source="body.hand")


class DisputeAnswer(Answer):
    """A disputed hand with all its versions."""

    game = IntegerField()
    hand = IntegerField()
    standing = DisputedHandAnswer()
    others = OtherHandAnswer(source="versions", many=True)


def disputes_of(log: SheetLog) -> list[SheetDispute]:
    """Return the disputes in a log, in the order of the hands on the sheet."""
    return [
        SheetDispute(*place, log.hands[place], versions) for place, versions in sorted(log.disputes.items())
    ]


class ScoreSheetAnswer(VerdictAnswer):
    """A score sheet with its hands, and the verdict on it."""

    card_game = CharField(source="sheet.card_game")
    profile = AnyObject(source="sheet.profile")
    version = IntegerField(source="sheet.head_seq")
    games = SheetGameAnswer(many=True)
    disputes = FunctionField(DisputeAnswer(many=True), lambda row: disputes_of(row["log"]))
    objection = FunctionField(BooleanField(), lambda row: row["log"].objection is not None)
    signed = FunctionField(ListField(child=IntegerField()), lambda row: sorted(row["log"].signatures))
    confirmed = BooleanField(source="log.confirmed")
    time_called = TimeCallAnswer(required=False)


def sheet_row(sheet: ScoreSheet) -> dict[str, Any]:
    """Return the data for ScoreSheetAnswer: the sheet, its log, and the verdict with the hands inserted."""
    log, verdict = sheet.standing.log, sheet.standing.verdict
    row = verdict.as_json(say) | {"sheet": sheet, "log": log}
    row["games"] = [_with_hands(number, game, log) for number, game in enumerate(row["games"], start=1)]
    return row | ({"time_called": log.time.as_json()} if log.time else {})


def _with_hands(number: int, game: dict[str, Any], log: SheetLog) -> dict[str, Any]:
    """Return a game with the content and the version of each of its hands."""
    if game.get("quick"):
        return game
    places = sorted(place for place in log.hands if place[0] == number)
    hands = [
        {"body": log.hands[place].body, "version": log.hands[place].version, **score}
        for place, score in zip(places, game["hands"], strict=True)
    ]
    return {**game, "hands": hands}
