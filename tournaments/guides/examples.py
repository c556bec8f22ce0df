"""Template context for the examples in a guide: single tricks and short score sheets."""

from typing import Any, cast

from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.field_kinds.basic import Shares
from scoring.game_parts.card_game import CardGame, count_field, fields_asked
from scoring.game_parts.profile import Profile
from scoring.guides.rules.guide import PLAYERS, Example, Guide, HandCards, TrickExample
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.translation import say
from scoring.types import GameState, HandResult, HandState, Sentence
from tournaments.templatetags.components import ScoreFoot
from tournaments.web.hand_chips import Body, Chip, chooser_key, declared_words, hand_chips
from tournaments.web.hand_rows import HandRow, count_note, hand_cell

PAIRS = (
    pgettext_lazy("pair of an example", "First pair"),
    pgettext_lazy("pair of an example", "Second pair"),
)
# The names of two players; more than two are numbered.
TWO_PLAYERS = (
    pgettext_lazy("player of an example", "First player"),
    pgettext_lazy("player of an example", "Second player"),
)


# The place of each seat in the drawing, by the number of players: four go to the right, three to the left.
PLACES = {2: ("left", "right"), 3: ("bottom", "left", "right"), 4: ("bottom", "right", "top", "left")}
DUTIES = {
    "revoke": gettext_lazy("must follow suit"),
    "must_beat": gettext_lazy("must beat"),
    "must_trump": gettext_lazy("must trump"),
}


def trick_view(game: CardGame, guide: Guide, example: TrickExample) -> dict[str, Any]:
    """Return the template context of an example trick; `points` is None if no card has a value."""
    profile = read_profile(game, dict(example.profile))
    return {
        "example": example,
        "profile": profile,
        "seats": [
            _seat(game, profile, example, place, card) for place, card in enumerate(example.cards.split())
        ],
        "hands": [_hand(example, hand, profile.seats) for hand in example.hands],
        "declares_last": bool(game.card_by_card and game.card_by_card.declared_after),
        "winner": PLAYERS[example.winner],
        "points": None if guide.rank_orders else example.points,
        "worth": profile.in_points(example.points) if game.card_unit > 1 else "",
    }


def _seat(
    game: CardGame, profile: Profile, example: TrickExample, place: int, card: str
) -> dict[str, object]:
    """Return the template context of one player in an example trick."""
    seat = (example.leader + place) % profile.seats
    alone = example.hand.get(chooser_key(game))
    return {
        "name": PLAYERS[seat],
        "place": PLACES[profile.seats][seat],
        "team": profile.side(seat) if alone is None else int(seat != alone),
        "card": card,
        "wins": seat == example.winner,
        "alone": seat == alone,
        "declarations": [
            declared_words(game, profile, body)
            for body in example.declared
            # if each side is a single player, the body has the side
            if body.get("player", body.get("side")) == seat
        ],
    }


def _hand(
    example: TrickExample, hand: HandCards, seats: int
) -> tuple[str, list[str], list[tuple[object, list[str]]]]:
    cards = hand.cards.split()
    by_duty = [
        (words, [card for card in cards if hand.refused.get(card) == code]) for code, words in DUTIES.items()
    ]
    allowed = [card for card in cards if card not in hand.refused]
    name = PLAYERS[(example.leader + hand.place) % seats]
    return name, allowed, [(words, refused) for words, refused in by_duty if refused]


def example_view(game: CardGame, example: Example) -> dict[str, Any]:
    """Return the template context of an example score sheet, with totals computed by the game's rules."""
    hands = cast(list[Body], example.sheet["hands"])
    sheet = {"card_game": game.key, "profile": example.sheet["profile"], "games": [{"hands": hands}]}
    profile = read_profile(game, example.sheet["profile"])
    state = check_sheet(sheet).state.games[0]
    return {
        "text": example.text,
        "names": _names(game, profile.sides),
        "sides": range(profile.sides),
        "profile": profile,
        "rows": [
            _row(game, profile, number, body, result)
            for number, (body, result) in enumerate(zip(hands, state.hands, strict=True), start=1)
        ],
        "foot": _foot(game, state),
    }


def _names(game: CardGame, sides: int) -> tuple[str, ...]:
    two = PAIRS if game.players_a_side > 1 else TWO_PLAYERS
    return tuple(map(str, two if sides == len(two) else range(1, sides + 1)))


def _row(game: CardGame, profile: Profile, number: int, body: Body, result: HandResult | None) -> HandRow:
    chips = hand_chips(game, profile, body, result, profile.target(0))
    ended = HandState(body.get("state", HandState.PLAYED))
    word = () if ended is HandState.PLAYED else (Chip(text=say(Sentence(game.states[ended].label))),)
    dealer = profile.side(body["dealer"])
    return HandRow(
        number=number,
        cells=tuple(
            hand_cell(
                side,
                result,
                (*_own_count(game, body, side), *chips.get(side, ())),
                word if side == dealer else None,
            )
            for side in range(profile.sides)
        ),
        chips=chips.get(None, ()),
        note=_counted(game, body),
    )


def _counted(game: CardGame, body: Body) -> str:
    field = next((field for field in fields_asked(game, Shares) if field.required), None)
    return count_note(body.get(field.key, ()) if field else ())


def _own_count(game: CardGame, body: Body, side: int) -> tuple[Chip, ...]:
    field = count_field(game)
    numbers = body.get(field.key, ()) if field else ()
    if field is None or len(numbers) <= len(PAIRS):
        return ()
    return (Chip(text=str(numbers[side]), words=say(Sentence(field.label))),)


def _foot(game: CardGame, state: GameState) -> ScoreFoot:
    labels = game.parts if game.by_net and len(game.parts) > 1 else {}
    return ScoreFoot(
        words=pgettext("game", "Over") if state.over else pgettext("score", "now"),
        scores=[(side, points, state.winner not in (None, side)) for side, points in enumerate(state.score)],
        parts=[(say(Sentence(labels[key])), state.parts[key]) for key in labels if key in state.parts],
    )
