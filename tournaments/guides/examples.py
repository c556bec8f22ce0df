"""The examples of a guide: tricks as they lie on the table, and small sheets hand by hand."""

from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _, gettext_lazy, pgettext, pgettext_lazy

from scoring.field_kinds.basic import Shares
from scoring.game_parts.card_game import CardGame, count_field, fields_asked
from scoring.game_parts.guide import PLAYERS, Example, Guide, HandCards, TrickExample
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.translation import say
from scoring.types import GameState, HandResult, HandState, Sentence
from tournaments.web.hand_chips import Body, Chip, chooser_key, declared_words, hand_chips

PAIRS = (
    pgettext_lazy("pair of an example", "First pair"),
    pgettext_lazy("pair of an example", "Second pair"),
)
TWO_PLAYERS = (
    pgettext_lazy("player of an example", "First player"),
    pgettext_lazy("player of an example", "Second player"),
)
"""What two sides are called; more than two are numbered."""


@dataclass(frozen=True)
class ExampleView:
    """A worked example, as web/_hands.html draws a game."""

    text: str
    names: tuple[str, ...]
    sides: tuple[int, ...]
    profile: Profile
    rows: tuple[dict[str, Any], ...]
    final: dict[str, Any]


PLACES = {2: ("left", "right"), 3: ("bottom", "left", "right"), 4: ("bottom", "right", "top", "left")}
"""Where each seat is drawn, by the number of players: four go to the right, three to the left."""
DUTIES = {
    "revoke": gettext_lazy("must follow suit"),
    "must_beat": gettext_lazy("must beat"),
    "must_trump": gettext_lazy("must trump"),
}


@dataclass(frozen=True)
class SeatView:
    """A player of an example trick: where he sits, the card he plays, what he says and does."""

    name: str
    place: str
    team: int
    card: str
    number: int
    leads: bool
    wins: bool
    alone: bool
    declarations: tuple[str, ...]
    """What he declares."""
    declares_last: bool
    """Whether one declares once the trick is won."""
    exchanged: tuple[str, str] | None


@dataclass(frozen=True)
class HandView:
    """What a player holds at his turn: the cards he may play, the others by the duty that refuses them."""

    name: str
    allowed: tuple[str, ...]
    refused: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class TrickView:
    """An example trick, as guides/_trick.html draws it."""

    title: str
    text: str
    profile: Profile
    seats: tuple[SeatView, ...]
    trumps: tuple[str | None, ...]
    hands: tuple[HandView, ...]
    winner: str
    points: int | None
    """None where no card has a value."""


def trick_view(game: CardGame, guide: Guide, example: TrickExample) -> TrickView:
    """Put an example trick into words and places at the table."""
    profile = read_profile(game, dict(example.profile))
    return TrickView(
        title=_(example.title),
        text=_(example.text),
        profile=profile,
        seats=tuple(
            _seat(game, profile, example, place, card) for place, card in enumerate(example.cards.split())
        ),
        trumps=example.trumps,
        hands=tuple(_hand(example, hand, profile.seats) for hand in example.hands),
        winner=PLAYERS[example.winner],
        points=None if guide.rank_orders else example.points,
    )


def _seat(game: CardGame, profile: Profile, example: TrickExample, place: int, card: str) -> SeatView:
    seat = (example.leader + place) % profile.seats
    alone = example.hand.get(chooser_key(game))
    return SeatView(
        name=PLAYERS[seat],
        place=PLACES[profile.seats][seat],
        team=profile.side(seat) if alone is None else int(seat != alone),
        card=card,
        number=place + 1,
        leads=place == 0,
        wins=seat == example.winner,
        alone=seat == alone,
        declarations=tuple(
            _words(game, profile, body) for body in example.declared if _declarer(body) == seat
        ),
        declares_last=bool(game.card_by_card and game.card_by_card.declared_after),
        exchanged=example.exchanged if place == 0 else None,
    )


def _declarer(body: Body) -> object:
    """Where everybody plays alone, the side says who declared."""
    return body.get("player", body.get("side"))


def _words(game: CardGame, profile: Profile, body: Body) -> str:
    return declared_words(game, profile, body)


def _hand(example: TrickExample, hand: HandCards, seats: int) -> HandView:
    cards = hand.cards.split()
    by_duty = {
        str(words): tuple(card for card in cards if hand.refused.get(card) == code)
        for code, words in DUTIES.items()
    }
    return HandView(
        name=PLAYERS[(example.leader + hand.place) % seats],
        allowed=tuple(card for card in cards if card not in hand.refused),
        refused=tuple((words, refused) for words, refused in by_duty.items() if refused),
    )


def example_view(game: CardGame, example: Example) -> ExampleView:
    """Put a worked example into words; its totals are what the rules say of its sheet."""
    hands = cast(list[Body], example.sheet["hands"])
    sheet = {"card_game": game.key, "profile": example.sheet["profile"], "games": [{"hands": hands}]}
    profile = read_profile(game, example.sheet["profile"])
    state = check_sheet(sheet).state.games[0]
    sides = tuple(range(profile.sides))
    return ExampleView(
        text=_(example.text),
        names=_names(game, len(sides)),
        sides=sides,
        profile=profile,
        rows=tuple(
            _row(game, profile, number, body, result)
            for number, (body, result) in enumerate(zip(hands, state.hands, strict=True), start=1)
        ),
        final=_final(game, state),
    )


def _names(game: CardGame, sides: int) -> tuple[str, ...]:
    two = PAIRS if game.players_a_side > 1 else TWO_PLAYERS
    return tuple(map(str, two if sides == len(two) else range(1, sides + 1)))


def _row(
    game: CardGame, profile: Profile, number: int, body: Body, result: HandResult | None
) -> dict[str, Any]:
    chips = hand_chips(game, profile, body, result, profile.target(0))
    ended = HandState(body.get("state", HandState.PLAYED))
    word = () if ended is HandState.PLAYED else (Chip(text=say(Sentence(game.states[ended].label))),)
    dealt = profile.side(body["dealer"])
    return {
        "number": number,
        "note": _counted(game, body),
        "chips": chips.get(None, ()),
        "cells": [
            _cell(
                side,
                result,
                (*_own_count(game, body, side), *chips.get(side, ()), *(word if side == dealt else ())),
                dealt=side == dealt,
            )
            for side in range(profile.sides)
        ],
    }


def _counted(game: CardGame, body: Body) -> str:
    """What was counted, for the spine: 41·29; more than two numbers stand beside their sides."""
    field = next((field for field in fields_asked(game, Shares) if field.required), None)
    numbers = body.get(field.key, ()) if field else ()
    return "\N{MIDDLE DOT}".join(map(str, numbers)) if len(numbers) == len(PAIRS) else ""


def _own_count(game: CardGame, body: Body, side: int) -> tuple[Chip, ...]:
    field = count_field(game)
    numbers = body.get(field.key, ()) if field else ()
    if field is None or len(numbers) <= len(PAIRS):
        return ()
    return (Chip(text=str(numbers[side]), words=say(Sentence(field.label))),)


def _cell(side: int, result: HandResult | None, chips: tuple[Chip, ...], *, dealt: bool) -> dict[str, Any]:
    score = result.score[side] if result else 0
    return {
        "total": result.running[side] if result else None,
        "same": score == 0,
        "gain": score - sum(chip.points or 0 for chip in chips),
        "dealt": dealt,
        "chips": chips,
    }


def _final(game: CardGame, state: GameState) -> dict[str, Any]:
    labels = game.parts if game.by_net and len(game.parts) > 1 else {}
    return {
        "words": pgettext("game", "Over") if state.over else pgettext("score", "now"),
        "scores": [
            {"side": side, "points": points, "muted": state.winner not in (None, side)}
            for side, points in enumerate(state.score)
        ],
        "parts": [(say(Sentence(labels[key])), state.parts[key]) for key in labels if key in state.parts],
    }
