"""One hand as it is written (COM-4): its fields, its states, and the hand they make when all is read.

Strict: a field that is unknown, of another type or out of place in this state is refused, each with
its place. Knows nothing of the game around the hand; what the score changes is in `game.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoring.game_parts.field_kinds import NOT_ASKED, FieldKind
from scoring.sentences import Sentence, _, ngettext, sentence
from scoring.types import Finding, HandState, Problem, Step, Unreadable

if TYPE_CHECKING:
    from scoring.game_parts.card_game import CardGame
    from scoring.sheet.rules.profile import Profile

T = TypeVar("T")

LONGEST_NOTE = 500
COMMON_KEYS = frozenset({"state", "note"})


@dataclass(frozen=True, eq=False)
class Field(Generic[T]):
    """One field of a hand: when it is entered, how it is read and asked for, and the rule behind it."""

    key: str
    label: str
    step: Step
    rule: str
    read: Callable[[object, "Profile"], T]
    schema: Mapping[str, object]
    required: bool = True
    input_kind: FieldKind = NOT_ASKED


class Effect(Enum):
    """What a hand of one state does to the game."""

    SCORES = "scores"
    AGAIN = "again"
    """Nothing, and the same dealer deals again."""
    PASSES = "passes"
    """Nothing, and the deal passes on."""
    LATE = "late"
    """Nothing: it was written after the end."""


@dataclass(frozen=True, slots=True)
class StateRule:
    """The steps whose fields a hand of one state must hold, and those it may not hold."""

    label: str
    needs: frozenset[Step] = frozenset({Step.DEAL})
    refuses: frozenset[Step] = frozenset()
    rule: str = "COM-4"
    effect: Effect = Effect.SCORES
    """A hand that does not score is not checked either; it is only kept."""
    ranges: bool = True
    """Whether what the cards allow is checked, or the director's word stands (COM-4)."""
    ruling: bool = False
    """Whether only the director writes such a hand (COM-4)."""

    @property
    def scores(self) -> bool:
        """Whether the hand counts."""
        return self.effect is Effect.SCORES

    @property
    def early(self) -> bool:
        """Whether the hand may have ended before its last card."""
        return Step.COUNT in self.refuses


EVERY_STEP = frozenset(Step)

COMMON_STATES: Mapping[HandState, StateRule] = {
    HandState.PLAYED: StateRule(_("Played"), needs=EVERY_STEP),
    HandState.ADJUSTED: StateRule(_("Adjusted by the referee"), needs=EVERY_STEP, ranges=False, ruling=True),
    HandState.ANNULLED: StateRule(_("Annulled"), effect=Effect.AGAIN),
    HandState.VOID: StateRule(_("Void"), effect=Effect.LATE, rule="COM-5", ruling=True),
}
"""The states every card game has; a game adds its own ways to end a hand early."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that could be read; its fields are asked for by their `Field`."""

    state: HandState
    rule: StateRule
    dealer: int
    values: Mapping[str, Any]
    note: str = ""

    def __getitem__(self, field: Field[T]) -> T:
        value: T = self.values[field.key]
        return value

    def get(self, field: Field[T]) -> T | None:
        """Return the field, or None when it was not written."""
        return self.values.get(field.key)

    def as_json(self) -> dict[str, object]:
        """Write the hand in its one form: everything derived is filled in, nothing empty is kept."""
        written = {key: as_written(value) for key, value in self.values.items()}
        if self.state is not HandState.PLAYED:
            written["state"] = self.state.value
        return {**written, "note": self.note} if self.note else written


def as_written(value: Any) -> object:
    """Write a field's value as JSON: cards and tricks by their own form, tuples as lists."""
    if hasattr(value, "as_json"):
        return value.as_json()
    return [as_written(each) for each in value] if isinstance(value, tuple) else value


def read_hand(
    card_game: "CardGame", profile: "Profile", raw: object, where: str = ""
) -> tuple[Hand | None, list[Problem]]:
    """Read one hand; it is None when any problem is an error, and all its problems are returned."""
    try:
        written, state, rule = _form(card_game, raw)
    except Unreadable as reason:
        return None, [finding.problem(where) for finding in reason.findings]
    values: dict[str, Any] = {}
    findings = [*_strangers(card_game, written), *_read_fields(card_game, profile, written, rule, values)]
    if "note" in written and (unfit := _unfit_note(written["note"])):
        findings.append(unfit)
    if findings:
        return None, [finding.problem(where) for finding in findings]
    hand = Hand(state, rule, values["dealer"], values, written.get("note", ""))
    if not rule.scores or not (findings := _check(card_game, profile, hand)):
        return hand, []
    problems = [finding.problem(where) for finding in findings]
    return (None if any(problem.level == "error" for problem in problems) else hand), problems


def _form(card_game: "CardGame", raw: object) -> tuple[dict[str, Any], HandState, StateRule]:
    """Tell what kind of hand this is, before its fields are read."""
    if type(raw) is not dict:
        raise Unreadable("not_a_hand", "COM-3", sentence(_("Write the hand as an object with its fields.")))
    state = STATE_BY_WORD.get(raw.get("state", "played")) if type(raw.get("state", "")) is str else None
    if state is None:
        words = ", ".join(state.value for state in card_game.states)
        text = sentence(_("There is no such state of a hand. Choose one of: %(states)s."), states=words)
        raise Unreadable("unknown_state", "COM-4", text, "/state")
    if state not in card_game.states:
        text = sentence(
            _("A hand of %(game)s cannot end this way. Choose another state."), game=Sentence(card_game.name)
        )
        raise Unreadable(
            "state_not_in_this_game", card_game.refused_states.get(state, "COM-4"), text, "/state"
        )
    return raw, state, card_game.states[state]


STATE_BY_WORD: Mapping[object, HandState] = {state.value: state for state in HandState}


def _strangers(card_game: "CardGame", fields: Mapping[str, Any]) -> Iterator[Finding]:
    """Find fields that no hand of this game has."""
    for key in fields.keys() - card_game.hand_keys:
        text = sentence(
            _("A hand of %(game)s has no such field. Take it away."), game=Sentence(card_game.name)
        )
        yield Finding("unknown_field", "COM-3", text, "/" + pointer(key))


def pointer(key: str) -> str:
    """Write a key as one step of a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _read_fields(
    card_game: "CardGame",
    profile: "Profile",
    raw: Mapping[str, Any],
    rule: StateRule,
    values: dict[str, Any],
) -> Iterator[Finding]:
    """Read every field into `values`, and find those that are missing, out of place or unreadable."""
    for field in card_game.fields:
        key = field.key
        if key not in raw:
            if field.required and field.step in rule.needs:
                text = sentence(_("Write this too: %(field)s."), field=Sentence(field.label))
                yield Finding("missing_field", field.rule, text, f"/{key}")
        elif field.step in rule.refuses:
            yield Finding(
                "after_the_end", rule.rule, sentence(_AFTER_THE_END, field=Sentence(field.label)), f"/{key}"
            )
        else:
            try:
                values[key] = field.read(raw[key], profile)
            except Unreadable as reason:
                yield from (found._replace(at=f"/{key}{found.at}") for found in reason.findings)


_AFTER_THE_END = _("The game ended before this could be counted. Take it away: %(field)s.")


def _unfit_note(note: object) -> Finding | None:
    """A note is a short text without control characters."""
    if type(note) is not str:
        return Finding("bad_note", "COM-4", sentence(_("The referee's note is a text.")), "/note")
    if len(note) > LONGEST_NOTE:
        text = ngettext(
            "The referee's note has at most %(count)d character.",
            "The referee's note has at most %(count)d characters.",
            LONGEST_NOTE,
        )
        return Finding("bad_note", "COM-4", text, "/note")
    if any(not letter.isprintable() and letter != "\n" for letter in note):
        return Finding(
            "bad_note", "COM-4", sentence(_("The note holds an invisible character. Type it again.")), "/note"
        )
    return None


def _check(card_game: "CardGame", profile: "Profile", hand: Hand) -> list[Finding]:
    """Ask every check of the game; what the cards allow is not asked where the director's word stands."""
    checks = card_game.all_checks if hand.rule.ranges else card_game.checks
    found = [finding for check in checks if (finding := check(hand, profile))]
    return [each for finding in found for each in (finding, *finding.more)]
