"""The way through the screens of a hand: which steps there are, and the ways a hand ends before the last.

A step that belongs to an ending takes the place of those after it. Which ending it is stands in the
draft when a person says so; one that follows from what was written is found in `preview.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game_parts.card_game import CardGame, EntryStep
from scoring.sheet.rules.hand import Effect
from scoring.types import HandState, Step

Steps = tuple[EntryStep, ...]


@dataclass(frozen=True)
class Way:
    """Another way on from a step: the ending it says, its words, and its own step if it has one."""

    state: HandState
    label: str
    step: EntryStep | None


def way_through(card_game: CardGame, state: HandState | None) -> Steps:
    """Return the steps of a hand that ends this way; `None` is a hand that is played out."""
    plain = tuple(step for step in card_game.entry_steps if step.state is None)
    if state is None:
        return plain
    own = tuple(step for step in card_game.entry_steps if step.state is state)
    return (*_plain_before(card_game, own[0]), *own) if own else plain[:1]


def _plain_before(card_game: CardGame, step: EntryStep) -> Steps:
    before = card_game.entry_steps[: card_game.entry_steps.index(step)]
    return tuple(each for each in before if each.state is None)


def ways_on(card_game: CardGame, step: EntryStep) -> list[Way]:
    """Return the endings a person may say on this step, beside going on."""
    ways = [
        Way(later.state, later.label, later)
        for later in card_game.entry_steps
        if later.state is not None and _plain_before(card_game, later)[-1:] == (step,)
    ]
    if step == way_through(card_game, None)[0]:
        ways += [Way(state, card_game.states[state].label, None) for state in passing(card_game)]
    return ways


def passing(card_game: CardGame) -> list[HandState]:
    """Return the endings in which nothing was played and the deal passes on."""
    return [state for state, rule in card_game.states.items() if rule.effect is Effect.PASSES]


def said_states(card_game: CardGame) -> list[HandState]:
    """Return the endings that a person says."""
    return [*(step.state for step in card_game.entry_steps if step.state), *passing(card_game)]


def early_endings(card_game: CardGame) -> list[HandState]:
    """Return the endings that follow from what was written before the count."""
    said = said_states(card_game)
    return [
        state
        for state, rule in card_game.states.items()
        if rule.scores and Step.COUNT in rule.refuses and state not in said
    ]


def steps_before(card_game: CardGame, state: HandState) -> Steps:
    """Return the steps up to the last that a hand of this early ending has anything on."""
    refused = card_game.states[state].refuses
    steps = {field.key: field.step for field in card_game.fields}
    plain = way_through(card_game, None)
    kept = [number for number, step in enumerate(plain) if _any_outside(step, steps, refused)]
    return plain[: kept[-1] + 1]


def _any_outside(step: EntryStep, steps: dict[str, Step], refused: frozenset[Step]) -> bool:
    return any(steps[key] not in refused for key in step.fields)


def step_named(steps: Sequence[EntryStep], key: str) -> EntryStep | None:
    """Return a step by its key."""
    return next((step for step in steps if step.key == key), None)
