"""A hand while it is being written: what was chosen so far, carried from step to step in the address.

Nothing is kept on the server, so two tabs never mix. Which inputs there are follows from the fields of
the card game; what they mean is left to its rules.
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


KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
# A hand card by card, as `scoring/referee/live_hand.py` reads it.
ACTS = re.compile(r"[A-Za-z0-9.-]{0,500}")


@dataclass(frozen=True)
class Draft:
    """The values typed so far, by input name, the ending that was said, and the key made at the opening.

    `acts` are those of a hand that is taken down card by card; None for one that is written as always.
    """

    place: Place
    key: str
    values: Mapping[str, str]
    state: HandState | None = None
    acts: str | None = None

    def query(self, **more: str) -> str:
        """Return the draft as a query string."""
        return urlencode({**dict(self.inputs), **more})

    def value(self, name: str) -> str:
        """Return the text of an input; empty where nothing was typed."""
        return self.values.get(name, "")

    def saying(self, state: HandState | None) -> "Draft":
        """Return the draft of a hand that ends this way."""
        return replace(self, state=state)

    def with_value(self, name: str, value: str) -> "Draft":
        """Return the draft with one input changed; emptied when the value is empty."""
        values = {**self.values, name: value}
        return replace(self, values={each: text for each, text in values.items() if text})

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Every input with its value, as hidden fields carry them."""
        said = [("state", self.state.value)] if self.state else []
        acts = [("acts", self.acts)] if self.acts is not None else []
        return [*self.values.items(), *said, *acts, ("key", self.key)]

    def with_acts(self, acts: str) -> "Draft":
        """Return the draft of a hand taken down this far."""
        return replace(self, acts=acts)


def read_draft(card_game: CardGame, profile: Profile, place: Place, sent: Mapping[str, str]) -> Draft:
    """Read a draft from what was sent; unknown names are left out, a missing key is made."""
    names: dict[str, int] = {}
    for step in card_game.entry_steps:
        names |= step_inputs(card_game, profile, step)
    values = {name: sent.get(name, "").strip()[:longest] for name, longest in names.items()}
    key, state, acts = sent.get("key", ""), sent.get("state", ""), sent.get("acts")
    return Draft(
        place=place,
        key=key if KEY.fullmatch(key) else secrets.token_urlsafe(12),
        values={name: value for name, value in values.items() if value},
        state=next((each for each in said_states(card_game) if each.value == state), None),
        acts=acts if acts is None or ACTS.fullmatch(acts) else "",
    )


def changed_list(card_game: CardGame, draft: Draft, sent: Mapping[str, str]) -> Draft | None:
    """Return the draft with an entry added to a list or taken off it, when that is what was touched.

    The button says `field:entry`, or `field:place`; a tick beside it says that it was taken in a trick.
    """
    lists = {field.key for field in card_game.fields if field.kind.is_list}
    name, _colon, entry = sent.get("add", "").partition(":")
    if name in lists:
        taken = ".c" if sent.get(f"{name}_captured") else ""
        return draft.with_value(name, listed(draft.value(name), entry + taken))
    name, _colon, place = sent.get("undo", "").partition(":")
    return draft.with_value(name, unlisted(draft.value(name), place)) if name in lists else None


def body_of(card_game: CardGame, profile: Profile, draft: Draft) -> dict[str, Any]:
    """Return the hand as it is written down so far; what is empty is left out."""
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
    """Return a field of a card game by its key."""
    return next(field for field in card_game.fields if field.key == key)


def step_inputs(card_game: CardGame, profile: Profile, step: EntryStep) -> dict[str, int]:
    """Return the names of the inputs of a step, and how long what is typed there may be."""
    fields = [field_of(card_game, key) for key in step.fields]
    return {name: field.kind.longest for field in fields for name in input_names(field, profile)}


def keys_of(steps: Steps) -> list[str]:
    """Return the keys of the fields on these steps."""
    return [key for step in steps for key in step.fields]
