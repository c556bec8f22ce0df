"""Types shared by all rules: sentences, states of hands and sheets, problems and refusals (COM-4).

Sentences are untranslated English: the rules are independent of the language, and API and pages translate.
`_` and `ngettext` have these names so that the gettext tools find every text. A refusal (RuleError) is a
mistake that a person can correct, of four kinds; HTTP statuses are set by the API.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, NamedTuple, TypeVar, Union

Value = Union[int, float, str, "Sentence"]


def _(text: str) -> str:
    """Mark a text for translation and return it unchanged."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text to translate, with the values to fill in after the translation."""

    text: str
    values: Mapping[str, Value] | tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int | None = None

    def __post_init__(self) -> None:
        """Store the values as pairs, so that a sentence can be hashed and compared."""
        if isinstance(self.values, Mapping):
            object.__setattr__(self, "values", tuple(self.values.items()))

    def english(self) -> str:
        """Return the sentence in English, with its values filled in."""
        text = self.plural if self.plural and self.count != 1 else self.text
        values = {name: _english(value) for name, value in dict(self.values).items()}
        return text % values if values else text


Say = Callable[[Sentence], str]


def _english(value: Value) -> float | str:
    return value.english() if isinstance(value, Sentence) else value


def sentence(text: str, **values: Value) -> Sentence:
    """Return the sentence of a text marked with `_` and its values."""
    return Sentence(text, tuple(values.items()))


def ngettext(one: str, many: str, count: int, **values: Value) -> Sentence:
    """Return a sentence with a singular and a plural text, chosen by `count`, which is also a value."""
    return Sentence(one, (("count", count), *values.items()), many, count)


T = TypeVar("T")

# One number for each side, in seating order.
Scores = tuple[int, ...]

# "error": impossible, refused. "warning": possible but rare, to be confirmed.
Level = Literal["error", "warning"]


class HandState(StrEnum):
    """The state of a hand: how the hand ended (COM-4)."""

    PLAYED = "played"
    ENDED_ON_TRIONFO = "ended_on_trionfo"
    ENDED_ON_DECLARATION = "ended_on_declaration"
    CLAIMED = "claimed"
    ANNULLED = "annulled"
    ADJUSTED = "adjusted"
    VOID = "void"


class Step(StrEnum):
    """The step at which a field is entered: deal, before play, during play, count, or claim.

    `CARDS` is the record of the play, which every hand may have, in whatever state it ended.
    """

    DEAL = "deal"
    BEFORE = "before"
    PLAY = "play"
    COUNT = "count"
    CLAIM = "claim"
    CARDS = "cards"


class Stopped(StrEnum):
    """The ways to count a game that was stopped by the time limit (COM-TIME-2)."""

    WON = "won"
    LEVEL = "level"
    VOID = "void"


class Now(StrEnum):
    """The next action of a table after time was called."""

    FINISH = "finish_hand"
    PLAY_ON = "play_on"
    DECIDE = "deciding_hand"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning of a sheet, with its place as a JSON Pointer."""

    code: str
    rule: str
    level: Level
    where: str
    message: Sentence

    def as_json(self, say: Say = Sentence.english) -> dict[str, str]:
        """Return the problem as JSON."""
        return {
            "code": self.code,
            "rule": self.rule,
            "level": self.level,
            "where": self.where,
            "message": say(self.message),
        }


class Finding(NamedTuple):
    """A fault found by a rule in one hand, before the place of the hand in the sheet is known."""

    code: str
    rule: str
    message: Sentence
    at: str = ""
    level: Level = "error"
    # Further findings of the same rule
    more: tuple["Finding", ...] = ()

    def problem(self, where: str) -> Problem:
        """Return the finding as a problem of the hand at `where`."""
        return Problem(self.code, self.rule, self.level, where + self.at, self.message)


def together(findings: Iterable[Finding]) -> Finding | None:
    """Return the first finding with the others attached to it; None if there are none."""
    all_findings = tuple(findings)
    return all_findings[0]._replace(more=all_findings[1:]) if all_findings else None


class Unreadable(Exception):
    """Raised for a field that cannot be read; contains the findings with the reasons."""

    def __init__(
        self, code: str, rule: str, message: Sentence, at: str = "", more: Sequence[Finding] = ()
    ) -> None:
        super().__init__(code)
        self.finding = Finding(code, rule, message, at)
        self.findings = (self.finding, *more)


def read_each(raw: Sequence[Any], read: Callable[[int, Any], T]) -> tuple[T, ...]:
    """Read every entry of a list with its place; raise Unreadable with the findings of all bad entries."""
    values: list[T] = []
    findings: list[Finding] = []
    for place, each in enumerate(raw):
        try:
            values.append(read(place, each))
        except Unreadable as reason:
            findings.extend(reason.findings)
    if findings:
        code, rule, message, at, *_level = findings[0]
        raise Unreadable(code, rule, message, at, findings[1:])
    return tuple(values)


class HandResult(NamedTuple):
    """The score of one hand and the totals after it; `parts` splits the score, one entry for each side."""

    state: HandState
    dealer: int
    score: Scores
    running: Scores
    parts: Mapping[str, Scores]


class NextHand(NamedTuple):
    """The next hand to deal, counted from 1; `dealer` is None if the dealer is to be drawn."""

    game: int
    hand: int
    dealer: int | None


@dataclass(frozen=True, slots=True)
class GameState:
    """A game computed from its hands; a hand that could not be scored is None."""

    target: int | None
    score: Scores
    winner: int | None
    hands: tuple[HandResult | None, ...]
    quick: bool = False
    # A finished game may have no winner, if the best sides are level and share.
    over: bool = False
    # The parts of the score by name
    parts: Mapping[str, Scores] = field(default_factory=dict)
    by_time: Stopped | None = None
    # COM-TIME-3: whether this is the deciding hand, not a normal game
    deciding: bool = False

    @property
    def counts(self) -> bool:
        """Whether the game is over and counts: a game made void by the time limit does not (COM-TIME-2)."""
        return self.over and self.by_time is not Stopped.VOID

    def as_json(self) -> dict[str, Any]:
        """Return the game as JSON."""
        hands: list[dict[str, Any]] = [
            {"score": list(hand.score), "running": list(hand.running)}
            if hand
            else {"score": None, "running": None}
            for hand in self.hands
        ]
        game: dict[str, Any] = {
            "target": self.target,
            "score": list(self.score),
            "winner": self.winner,
            "hands": hands,
        }
        stopped = {"by_time": self.by_time.value} if self.by_time else {}
        quick = {"quick": True} if self.quick else {}
        return {**game, **stopped, **quick}


@dataclass(frozen=True, slots=True)
class SheetState:
    """A whole sheet computed from its hands: games, games won, winner, next hand."""

    games: tuple[GameState, ...]
    games_won: Scores
    winner: int | None
    next: NextHand | None
    problems: tuple[Problem, ...] = ()
    over: bool = False
    # What the table has to do after time was called; None before
    time: Now | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a sheet: its state and all problems, in the order of the sheet."""

    problems: tuple[Problem, ...]
    state: SheetState

    @property
    def valid(self) -> bool:
        """Whether the sheet has no errors. Sheets with warnings and unfinished sheets are valid."""
        return all(problem.level != "error" for problem in self.problems)

    def as_json(self, say: Say = Sentence.english) -> dict[str, Any]:
        """Return the verdict as JSON."""
        state = self.state
        verdict: dict[str, Any] = {
            "valid": self.valid,
            "problems": [problem.as_json(say) for problem in self.problems],
            "games": [game.as_json() for game in state.games],
            "games_won": list(state.games_won),
            "winner": state.winner,
            "next": state.next._asdict() if state.next else None,
        }
        return {**verdict, **({"time": state.time.value} if state.time else {})}


class RuleError(Exception):
    """A mistake that a person can correct: a stable code, a sentence, and each problem with its place."""

    def __init__(self, code: str, message: Sentence, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(code, message, problems)
        self.code = code
        self.message = message
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return f"{self.code}: {self.message.english()}"


class BadEntry(RuleError):
    """The entry is unreadable or impossible (HTTP 400)."""


class BadSetup(RuleError):
    """The options contradict each other (HTTP 400)."""


class NotNow(RuleError):
    """The action is not possible at this moment (HTTP 409)."""


class NoPairing(RuleError):
    """No legal pairing exists; the message names the condition that failed (HTTP 409)."""
