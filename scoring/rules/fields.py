"""The fields that hands of several games share: the dealer, a card, a fixed sum, the play (COM-6)."""

from typing import Any

from scoring.rules.cards import Card
from scoring.rules.hand import Field
from scoring.rules.profile import Profile
from scoring.rules.tricks import Trick
from scoring.rules.types import Scores, Step, Unreadable
from scoring.rules.words import Sentence, _, sentence

CARD_PATTERN = "^(10|[2-9AKQJHM])[SHDCB]$"


def whole_number(raw: object, lowest: int, highest: int) -> bool:
    """Whether this is a whole number in the range; true, 1.0 and "1" are not."""
    return type(raw) is int and lowest <= raw <= highest


def dealer_field(seats: int, rule: str) -> Field[int]:
    """The seat that dealt."""

    def read(raw: object, _profile: Profile) -> int:
        if type(raw) is not int or not 0 <= raw < seats:
            text = sentence(
                _("The dealer is a seat from 0 to %(last)d, in the order of play."), last=seats - 1
            )
            raise Unreadable("bad_dealer", rule, text)
        return raw

    schema = {"type": "integer", "minimum": 0, "maximum": seats - 1}
    return Field("dealer", _("Dealer"), Step.DEAL, rule, read, schema)


def card_field(key: str, label: str, step: Step, rule: str) -> Field[Card]:
    """One card of the pack."""

    def read(raw: object, profile: Profile) -> Card:
        return profile.pack.read(raw, rule)

    return Field(key, label, step, rule, read, {"type": "string", "pattern": CARD_PATTERN})


def shared_field(
    key: str, label: str, rule: str, total: int, *, sides: int = 2, required: bool = True
) -> Field[Scores]:
    """COM-6: numbers that make a fixed sum; one of them may be null and is derived."""
    text = _("%(field)s: write two whole numbers from 0 to %(total)d, or one and leave the other empty.")
    range_text = sentence(text, field=Sentence(label), total=total)

    def read(raw: object, _profile: Profile) -> Scores:
        if type(raw) is not list or len(raw) != sides:
            raise Unreadable(f"{key}_range", rule, range_text)
        given = [number for number in raw if number is not None]
        for number in given:
            if not whole_number(number, 0, total):
                raise Unreadable(f"{key}_range", rule, range_text)
        if len(given) < sides - 1:
            raise Unreadable(f"{key}_missing", "COM-6", range_text)
        if len(given) == sides and sum(given) != total:
            raise Unreadable(f"{key}_sum", rule, _wrong_sum(label, sum(given), total))
        return tuple(total - sum(given) if number is None else number for number in raw)

    number = {"type": ["integer", "null"], "minimum": 0, "maximum": total}
    schema = {"type": "array", "items": number, "minItems": sides, "maxItems": sides}
    return Field(key, label, Step.COUNT, rule, read, schema, required)


def _wrong_sum(label: str, found: int, total: int) -> Sentence:
    text = _("%(field)s: together they make %(sum)d, not %(total)d. Count again before the cards are mixed.")
    return sentence(text, field=Sentence(label), sum=found, total=total)


def play_field(seats: int, rule: str) -> Field[tuple[Trick, ...]]:
    """The whole hand card by card, trick by trick in the order played."""

    def read(raw: object, profile: Profile) -> tuple[Trick, ...]:
        if type(raw) is not list:
            raise Unreadable("bad_play", rule, sentence(_("Write the play as a list of tricks.")))
        return tuple(
            _read_trick(trick, profile, seats, rule, f"/{number}") for number, trick in enumerate(raw)
        )

    seat = {"type": "integer", "minimum": 0, "maximum": seats - 1}
    trick = {
        "type": "object",
        "properties": {
            "leader": seat,
            "cards": {"type": "array", "items": {"type": "string", "pattern": CARD_PATTERN}},
            "winner": seat,
        },
        "required": ["leader", "cards"],
        "additionalProperties": False,
    }
    return Field(
        "play",
        _("Play, card by card"),
        Step.COUNT,
        rule,
        read,
        {"type": "array", "items": trick},
        required=False,
    )


def _read_trick(raw: Any, profile: Profile, seats: int, rule: str, at: str) -> Trick:
    if (
        type(raw) is not dict
        or raw.keys() - {"winner"} != {"leader", "cards"}
        or type(raw["cards"]) is not list
    ):
        text = sentence(_("Write a trick as its leader and its cards, and its winner if you wish."))
        raise Unreadable("bad_trick", rule, text, at)
    for key in ("leader", "winner"):
        if key in raw and not whole_number(raw[key], 0, seats - 1):
            text = sentence(_("A seat is a number from 0 to %(last)d, in the order of play."), last=seats - 1)
            raise Unreadable("bad_seat", rule, text, f"{at}/{key}")
    cards = [profile.pack.read(card, rule, f"{at}/cards/{place}") for place, card in enumerate(raw["cards"])]
    return Trick(raw["leader"], tuple(cards), raw.get("winner"))
