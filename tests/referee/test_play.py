"""Tests of the parser of recorded tricks.

The parser accepts the keys of the card game in each trick. It reports the position of each error.
"""

# ruff: noqa: E501  (a table reads best one row a line)

from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.cards.packs import FRENCH
from scoring.cards.tricks import Exchange, Trick
from scoring.field_kinds.declarations import Declaration, DeclarationKind, declarations_field
from scoring.game_parts.profile import Profile
from scoring.games.mariglia import MARIGLIA
from scoring.referee.play import Play, play_field
from scoring.sheet.rules.reader import read_profile
from scoring.strict_json import as_written
from scoring.types import Step, Unreadable

FOUR = read_profile(MARIGLIA, {})
TWO = replace(FOUR, seats=2, sides=2)
PAIRS = declarations_field("Marriages", "MGO-MARR-1", [DeclarationKind("", "Marriage")])

BARE = play_field("MAR-PLAY-1")
TALON = play_field("MGO-PLAY-1", seats=2, declared=PAIRS, draws=True, exchanges=True)
WITH_DECLARATIONS = play_field("MNA-DECL-1", declared=PAIRS)


def cards(names: str) -> tuple[Any, ...]:
    return tuple(FRENCH.cards[name] for name in names.split())


@pytest.mark.parametrize(
    ("field", "profile", "raw", "read"),
    [
        pytest.param(BARE, FOUR, {"leader": 3, "cards": ["7C", "2C"]}, Trick(3, cards("7C 2C")), id="MAR-PLAY-1 leader and cards"),
        pytest.param(BARE, FOUR, {"leader": 0, "cards": [], "winner": 3}, Trick(0, (), 3), id="MAR-PLAY-1 and its winner"),
        pytest.param(TALON, TWO, {"leader": 1, "cards": ["7C"], "drawn": ["AS", "2S"]}, Trick(1, cards("7C"), drawn_cards=cards("AS 2S")), id="MGO-DEAL-1 the cards drawn after it"),
        pytest.param(TALON, TWO, {"leader": 1, "cards": [], "exchanged": {"player": 1, "card": "KD"}}, Trick(1, (), exchanged=Exchange(1, cards("KD")[0])), id="MGO-EXCH-1 the Two for the turned trump"),
        pytest.param(TALON, TWO, {"leader": 1, "cards": [], "declared": [{"side": 1, "suit": "H"}]}, Trick(1, (), declared=(Declaration(1, "", "H", 1, 1),)), id="MGO-MARR-1 where each is a side, the side says who"),
        pytest.param(WITH_DECLARATIONS, FOUR, {"leader": 1, "cards": [], "declared": [{"player": 2, "suit": "H"}]}, Trick(1, (), declared=(Declaration(0, "", "H", 2, 1),)), id="MNA-DECL-1 in a pair the player says which side"),
    ],
)  # fmt: skip
def test_recorded_trick_is_read_and_fits_the_json_schema(
    field: Play, profile: Profile, raw: Any, read: Trick
) -> None:
    assert field.read([raw], profile) == (read,)
    jsonschema.validate([raw], field.schema)


def test_declaration_in_a_recorded_trick_gets_the_number_of_the_trick() -> None:
    raw = [{"leader": 1, "cards": [], "declared": [{"player": seat, "suit": "H"}]} for seat in (0, 3)]
    declarations = [trick.declared[0] for trick in WITH_DECLARATIONS.read(raw, FOUR)]
    assert declarations == [Declaration(0, "", "H", 0, 1), Declaration(1, "", "H", 3, 2)]


def test_recorded_trick_is_serialized_unchanged() -> None:
    raw = [{"leader": 0, "cards": ["7C", "2C"], "winner": 0, "declared": [{"suit": "H", "player": 0}], "drawn": ["AS"], "exchanged": {"player": 0, "card": "KD"}}]  # fmt: skip
    assert as_written(TALON.read(raw, TWO)) == raw


LIST = "Write the play as a list of tricks."
CARDS = "Write the cards as a list."
BARE_KEYS = "Write a trick as its leader and its cards; it may also have: winner."
ALL_KEYS = "Write a trick as its leader and its cards; it may also have: declared, drawn, exchanged, winner."
SEAT = "A seat is a number from 0 to 3, in the order of play."
SEAT_OF_TWO = "A seat is a number from 0 to 1, in the order of play."
DECLARED = "Write what was declared in the trick as a list of objects."
EXCHANGE = "Write an exchange as the player and the card that was taken."
NO_CARD = "There is no such card in the French pack. Write rank (A K Q J 7 6 5 4 3 2), then suit (S H D C)."


def trick(**more: Any) -> dict[str, Any]:
    """Return a trick without cards, with the given keys added."""
    return {"leader": 0, "cards": [], **more}


@pytest.mark.parametrize(
    ("field", "profile", "raw", "code", "at", "message"),
    [
        pytest.param(BARE, FOUR, {}, "bad_play", "", LIST, id="MAR-PLAY-1 no list"),
        pytest.param(BARE, FOUR, [trick(), []], "bad_trick", "/1", BARE_KEYS, id="MAR-PLAY-1 a trick is no object"),
        pytest.param(BARE, FOUR, [{"leader": 0}], "bad_trick", "/0", BARE_KEYS, id="MAR-PLAY-1 no cards"),
        pytest.param(BARE, FOUR, [{"cards": []}], "bad_trick", "/0", BARE_KEYS, id="MAR-PLAY-1 no leader"),
        pytest.param(BARE, FOUR, [trick(drawn=[])], "bad_trick", "/0", BARE_KEYS, id="MAR-PLAY-1 nothing is drawn here"),
        pytest.param(BARE, FOUR, [trick(declared=[])], "bad_trick", "/0", BARE_KEYS, id="MAR-PLAY-1 nothing is declared here"),
        pytest.param(BARE, FOUR, [trick(exchanged=None)], "bad_trick", "/0", BARE_KEYS, id="MAR-PLAY-1 nothing is exchanged here"),
        pytest.param(TALON, TWO, [trick(points=3)], "bad_trick", "/0", ALL_KEYS, id="MGO-PLAY-1 a stranger"),
        pytest.param(BARE, FOUR, [trick(leader=4)], "bad_seat", "/0/leader", SEAT, id="MAR-PLAY-1 no such leader"),
        pytest.param(BARE, FOUR, [trick(leader=-1)], "bad_seat", "/0/leader", SEAT, id="MAR-PLAY-1 below the first seat"),
        pytest.param(BARE, FOUR, [trick(winner=4)], "bad_seat", "/0/winner", SEAT, id="MAR-PLAY-1 no such winner"),
        pytest.param(TALON, TWO, [trick(winner=2)], "bad_seat", "/0/winner", SEAT_OF_TWO, id="MGO-PLAY-1 two players have two seats"),
        pytest.param(BARE, FOUR, [trick(cards={})], "bad_trick", "/0/cards", CARDS, id="MAR-PLAY-1 cards are no list"),
        pytest.param(BARE, FOUR, [trick(cards=["7C", "XX"])], "not_a_card", "/0/cards/1", NO_CARD, id="MAR-PLAY-1 no such card"),
        pytest.param(TALON, TWO, [trick(drawn="AS")], "bad_trick", "/0/drawn", CARDS, id="MGO-DEAL-1 drawn cards are no list"),
        pytest.param(TALON, TWO, [trick(drawn=["AS", "XX"])], "not_a_card", "/0/drawn/1", NO_CARD, id="MGO-DEAL-1 no such card to draw"),
        pytest.param(TALON, TWO, [trick(declared={})], "bad_declarations", "/0/declared", DECLARED, id="MGO-MARR-1 no list of declarations"),
        pytest.param(TALON, TWO, [trick(declared=["H"])], "bad_declarations", "/0/declared", DECLARED, id="MGO-MARR-1 a declaration is no object"),
        pytest.param(TALON, TWO, [trick(declared=[{"suit": "H"}])], "bad_seat", "/0/declared/0/player", SEAT_OF_TWO, id="MGO-MARR-1 nobody declared it"),
        pytest.param(WITH_DECLARATIONS, FOUR, [trick(declared=[{"side": 0, "suit": "H"}])], "bad_seat", "/0/declared/0/player", SEAT, id="MNA-DECL-1 a pair is no player"),
        pytest.param(TALON, TWO, [trick(), trick(declared=[{"side": 0, "suit": "B"}])], "not_a_suit", "/1/declared/0/suit", "A suit is one of: S H D C.", id="MGO-MARR-1 a suit of another pack"),
        pytest.param(TALON, TWO, [trick(exchanged=["KD"])], "bad_exchange", "/0/exchanged", EXCHANGE, id="MGO-EXCH-1 no object"),
        pytest.param(TALON, TWO, [trick(exchanged={"player": 0})], "bad_exchange", "/0/exchanged", EXCHANGE, id="MGO-EXCH-1 no card"),
        pytest.param(TALON, TWO, [trick(exchanged={"player": 2, "card": "KD"})], "bad_seat", "/0/exchanged/player", SEAT_OF_TWO, id="MGO-EXCH-1 nobody sits there"),
        pytest.param(TALON, TWO, [trick(exchanged={"player": 0, "card": "XX"})], "not_a_card", "/0/exchanged/card", NO_CARD, id="MGO-EXCH-1 no such card"),
    ],
)  # fmt: skip
def test_invalid_recorded_trick_is_refused_with_a_json_pointer_and_a_message(
    field: Play, profile: Profile, raw: Any, code: str, at: str, message: str
) -> None:
    with pytest.raises(Unreadable) as refusal:
        field.read(raw, profile)
    finding = refusal.value.finding
    assert (finding.code, finding.rule, finding.at, finding.message.english()) == (
        code,
        field.rule,
        at,
        message,
    )


@pytest.mark.parametrize(
    ("field", "raw", "accepted"),
    [
        (BARE, [], True),
        (BARE, {}, False),
        (BARE, ["7C"], False),
        (BARE, [trick(leader=3, winner=3)], True),
        (BARE, [trick(leader=4)], False),
        (BARE, [trick(winner=4)], False),
        (BARE, [trick(leader=-1)], False),
        (BARE, [trick(leader="0")], False),
        (BARE, [{"leader": 0}], False),
        (BARE, [{"cards": []}], False),
        (BARE, [trick(cards="7C")], False),
        (BARE, [trick(cards=["8X"])], False),
        (BARE, [trick(cards=[7])], False),
        (BARE, [trick(drawn=[])], False),
        (BARE, [trick(declared=[])], False),
        (BARE, [trick(exchanged={"player": 0, "card": "7C"})], False),
        (TALON, [trick(leader=2)], False),
        (TALON, [trick(drawn=["8X"])], False),
        (TALON, [trick(declared=["H"])], False),
        (TALON, [trick(declared={})], False),
        (TALON, [trick(exchanged="KD")], False),
        (TALON, [trick(exchanged={"player": 2, "card": "KD"})], False),
        (TALON, [trick(exchanged={"player": 1, "card": "KX"})], False),
    ],
)
def test_json_schema_accepts_only_valid_recorded_tricks(field: Play, raw: Any, accepted: bool) -> None:
    assert jsonschema.Draft202012Validator(field.schema).is_valid(raw) is accepted


def test_field_for_the_cards_played_has_the_expected_key_label_step_and_rule() -> None:
    attributes = (BARE.key, BARE.label, BARE.step, BARE.rule, BARE.required, BARE.kind.is_asked)
    assert attributes == ("play", "Play, card by card", Step.CARDS, "MAR-PLAY-1", False, False)
