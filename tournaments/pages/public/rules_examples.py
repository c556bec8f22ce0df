"""The worked examples of a guide as small sheets: each hand as it was written, and the totals after it."""

from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring.rules import asked
from scoring.rules.card_game import CardGame
from scoring.rules.guide import Example
from scoring.rules.known_fields import count_field, fields_asked
from scoring.rules.profile import Profile, read_profile
from scoring.rules.sheet import check_sheet
from scoring.rules.types import GameState, HandResult, HandState
from scoring.rules.words import Sentence
from scoring.translation import say
from tournaments.pages.hand_chips import Body, Chip, hand_chips

SIDES = (pgettext_lazy("side of an example", "First"), pgettext_lazy("side of an example", "Second"))
"""What two sides are called; more than two are numbered."""


@dataclass(frozen=True)
class ExampleView:
    """A worked example, as parts/hands.html draws a game."""

    text: str
    names: tuple[str, ...]
    sides: tuple[int, ...]
    profile: Profile
    rows: tuple[dict[str, Any], ...]
    final: dict[str, Any]


def example_view(game: CardGame, example: Example) -> ExampleView:
    """Put a worked example into words; its totals are what the rules say of its sheet."""
    hands = cast(list[Body], example.sheet["hands"])
    sheet = {"card_game": game.key, "profile": example.sheet["profile"], "games": [{"hands": hands}]}
    profile = read_profile(game, example.sheet["profile"])
    state = check_sheet(sheet).state.games[0]
    sides = tuple(range(profile.sides))
    return ExampleView(
        text=_(example.text),
        names=_names(len(sides)),
        sides=sides,
        profile=profile,
        rows=tuple(
            _row(game, profile, number, body, result)
            for number, (body, result) in enumerate(zip(hands, state.hands, strict=True), start=1)
        ),
        final=_final(game, state),
    )


def _names(sides: int) -> tuple[str, ...]:
    return tuple(map(str, SIDES if sides == len(SIDES) else range(1, sides + 1)))


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
    field = next((field for field in fields_asked(game, asked.Shares) if field.required), None)
    numbers = body.get(field.key, ()) if field else ()
    return "\N{MIDDLE DOT}".join(map(str, numbers)) if len(numbers) == len(SIDES) else ""


def _own_count(game: CardGame, body: Body, side: int) -> tuple[Chip, ...]:
    field = count_field(game)
    numbers = body.get(field.key, ()) if field else ()
    if field is None or len(numbers) <= len(SIDES):
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
