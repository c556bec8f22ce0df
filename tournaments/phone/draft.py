"""The draft of a hand: the values entered so far, passed from step to step in the query string.

Nothing is stored on the server, so that two browser tabs cannot interfere. The card game defines the inputs
and the meaning of their values.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from scoring.field_kinds.base import Field, input_names
from scoring.field_kinds.declarations import listed, unlisted
from scoring.game_parts.card_game import CardGame, EntryStep
from scoring.game_parts.fields import Effect
from scoring.game_parts.profile import Profile
from scoring.referee.live_hand import begun, taken_down
from scoring.sheet.rules.log import Place
from scoring.types import HandState, Step

Steps = tuple[EntryStep, ...]


@dataclass(frozen=True)
class Way:
    """A button for a special ending of a hand, such as a claim.

    `state` is the ending, and `step` the step that asks for its values; None if no step follows.
    """

    state: HandState
    label: str
    step: EntryStep | None


def way_through(card_game: CardGame, state: HandState | None) -> Steps:
    """Return the steps to enter a hand with the ending `state`; None stands for a hand played to its end."""
    plain = tuple(step for step in card_game.entry_steps if step.state is None)
    if state is None:
        return plain
    ending_steps = tuple(step for step in card_game.entry_steps if step.state is state)
    return (*_plain_before(card_game, ending_steps[0]), *ending_steps) if ending_steps else plain[:1]


def _plain_before(card_game: CardGame, step: EntryStep) -> Steps:
    before = card_game.entry_steps[: card_game.entry_steps.index(step)]
    return tuple(each for each in before if each.state is None)


def ways_on(card_game: CardGame, step: EntryStep) -> list[Way]:
    """Return the buttons for special endings that are shown on a step of the hand form."""
    ways = [
        Way(later.state, later.label, later)
        for later in card_game.entry_steps
        if later.state is not None and _plain_before(card_game, later)[-1:] == (step,)
    ]
    if step == way_through(card_game, None)[0]:
        ways += [Way(state, card_game.states[state].label, None) for state in passing(card_game)]
    return ways


def passing(card_game: CardGame) -> list[HandState]:
    """Return the endings after which a hand is not played and the next player deals."""
    return [state for state, rule in card_game.states.items() if rule.effect is Effect.PASSES]


def selectable_endings(card_game: CardGame) -> list[HandState]:
    """Return the special endings of a hand from which the user can choose."""
    return [*(step.state for step in card_game.entry_steps if step.state), *passing(card_game)]


def early_endings(card_game: CardGame) -> list[HandState]:
    """Return the endings that follow from values entered before the points, such as a declaration."""
    chosen_endings = selectable_endings(card_game)
    return [
        state
        for state, rule in card_game.states.items()
        if rule.scores and Step.COUNT in rule.refuses and state not in chosen_endings
    ]


def steps_before(card_game: CardGame, state: HandState) -> Steps:
    """Return the steps for entering a hand with an early ending, up to the last step that accepts a value."""
    refused = card_game.states[state].refuses
    steps = {field.key: field.step for field in card_game.fields}
    plain = way_through(card_game, None)
    numbers = [number for number, step in enumerate(plain) if _any_outside(step, steps, refused)]
    return plain[: numbers[-1] + 1]


def _any_outside(step: EntryStep, steps: dict[str, Step], refused: frozenset[Step]) -> bool:
    return any(steps[key] not in refused for key in step.fields)


def step_named(steps: Sequence[EntryStep], key: str) -> EntryStep | None:
    """Return the step of a card game with the key `key`, or None."""
    return next((step for step in steps if step.key == key), None)


KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
# The acts of a hand written card by card, in the notation of `scoring/referee/live_hand.py`.
ACTS = re.compile(r"[A-Za-z0-9.-]{0,500}")


@dataclass(frozen=True)
class Draft:
    """The entered values by input name, the chosen ending, and the idempotency key of the hand.

    `acts` are the actions of a hand that is recorded card by card, otherwise None.
    """

    place: Place
    key: str
    values: Mapping[str, str]
    state: HandState | None = None
    acts: str | None = None

    def query(self, **more: str) -> str:
        """Return the draft of a hand and the additional parameters `more` as a query string."""
        return urlencode({**dict(self.inputs), **more})

    def value(self, name: str) -> str:
        """Return the text entered in an input of the draft; empty if nothing was entered."""
        return self.values.get(name, "")

    def saying(self, state: HandState | None) -> "Draft":
        """Return a copy of the draft with the ending `state` of the hand."""
        return replace(self, state=state)

    def with_value(self, name: str, value: str) -> "Draft":
        """Return a copy of the draft with one input changed, or removed if `value` is empty."""
        values = {**self.values, name: value}
        return replace(self, values={each: text for each, text in values.items() if text})

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """The names and values of all inputs, for hidden form fields."""
        ending = [("state", self.state.value)] if self.state else []
        acts = [("acts", self.acts)] if self.acts is not None else []
        return [*self.values.items(), *ending, *acts, ("key", self.key)]

    def with_acts(self, acts: str) -> "Draft":
        """Return a copy of the draft with `acts`, the actions of a hand that is recorded card by card."""
        return replace(self, acts=acts)


def read_draft(card_game: CardGame, profile: Profile, place: Place, sent: Mapping[str, str]) -> Draft:
    """Read a hand's draft from submitted values; ignore unknown names, and replace an invalid key."""
    names: dict[str, int] = {}
    for step in card_game.entry_steps:
        names |= step_inputs(card_game, profile, step)
    values = {name: sent.get(name, "").strip()[:longest] for name, longest in names.items()}
    key, state, acts = sent.get("key", ""), sent.get("state", ""), sent.get("acts")
    return Draft(
        place=place,
        key=key if KEY.fullmatch(key) else secrets.token_urlsafe(12),
        values={name: value for name, value in values.items() if value},
        state=next((each for each in selectable_endings(card_game) if each.value == state), None),
        acts=acts if acts is None or ACTS.fullmatch(acts) else "",
    )


def changed_list(card_game: CardGame, draft: Draft, sent: Mapping[str, str]) -> Draft | None:
    """Return the draft after a button added or removed a list entry; None if no list button was pressed.

    The value of the button is `field:entry` to add and `field:index` to remove. With the checkbox `captured`,
    the added card is marked as captured in a trick.
    """
    lists = {field.key for field in card_game.fields if field.kind.is_list}
    name, _colon, entry = sent.get("add", "").partition(":")
    if name in lists:
        capture_mark = ".c" if sent.get(f"{name}_captured") else ""
        return draft.with_value(name, listed(draft.value(name), entry + capture_mark))
    name, _colon, place = sent.get("undo", "").partition(":")
    return draft.with_value(name, unlisted(draft.value(name), place)) if name in lists else None


def body_of(card_game: CardGame, profile: Profile, draft: Draft) -> dict[str, Any]:
    """Convert a draft to the values of a hand, without empty fields."""
    body: dict[str, Any] = {}
    for key in keys_of(way_through(card_game, draft.state)):
        field = field_of(card_game, key)
        parts = [draft.value(name) for name in input_names(field, profile)]
        value = field.kind.typed_value(parts) if field.kind.always or any(parts) else None
        if value is not None:
            body[key] = value
    start = begun(card_game, profile, body) if draft.acts is not None else None
    return {**body, **taken_down(start, draft.acts or "")[0].written_fields()} if start else body


def field_of(card_game: CardGame, key: str) -> Field[Any]:
    """Return the field that has the key `key` in a card game."""
    return next(field for field in card_game.fields if field.key == key)


def step_inputs(card_game: CardGame, profile: Profile, step: EntryStep) -> dict[str, int]:
    """Return the input names of a step, each with its maximum text length."""
    fields = [field_of(card_game, key) for key in step.fields]
    return {name: field.kind.longest for field in fields for name in input_names(field, profile)}


def keys_of(steps: Steps) -> list[str]:
    """Return the keys of all fields in the steps."""
    return [key for step in steps for key in step.fields]
