"""Types shared by all rules: sentences, states of hands and sheets, problems and errors (COM-4).

The rules do not depend on a language: they produce English sentences, which the API and the pages translate.
`_` and `ngettext` have these names so that the gettext tools extract every text. A RuleError is one of four
kinds of error that a user can correct; the API maps each kind to an HTTP status.
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
    """A text to be translated, and the values to be inserted after translation."""

    text: str
    values: Mapping[str, Value] | tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int | None = None

    def __post_init__(self) -> None:
        """Store the values as a tuple of pairs, so that a Sentence is hashable."""
        if isinstance(self.values, Mapping):
            object.__setattr__(self, "values", tuple(self.values.items()))

    def english(self) -> str:
        """Return the text in English with its values inserted."""
        text = self.plural if self.plural and self.count != 1 else self.text
        values = {name: _english(value) for name, value in dict(self.values).items()}
        return text % values if values else text


Say = Callable[[Sentence], str]


def _english(value: Value) -> float | str:
    return value.english() if isinstance(value, Sentence) else value


def sentence(text: str, **values: Value) -> Sentence:
    """Return a Sentence made of a text marked with `_` and the values to insert."""
    return Sentence(text, tuple(values.items()))


def ngettext(one: str, many: str, count: int, **values: Value) -> Sentence:
    """Return a Sentence with a singular and a plural text; `count` selects one of them and is inserted."""
    return Sentence(one, (("count", count), *values.items()), many, count)


T = TypeVar("T")

# One number for each side, in seating order.
Scores = tuple[int, ...]

# "error": impossible, refused. "warning": possible but rare, to be confirmed.
Level = Literal["error", "warning"]


class HandState(StrEnum):
    """The state of a hand, which records how the hand ended (COM-4)."""

    PLAYED = "played"
    ENDED_ON_TRIONFO = "ended_on_trionfo"
    ENDED_ON_DECLARATION = "ended_on_declaration"
    CLAIMED = "claimed"
    ANNULLED = "annulled"
    ADJUSTED = "adjusted"
    VOID = "void"


class Step(StrEnum):
    """The step at which a field of a hand is entered: deal, before play, play, count, or claim.

    `CARDS` is the record of the cards played, which a hand in any state may have.
    """

    DEAL = "deal"
    BEFORE = "before"
    PLAY = "play"
    COUNT = "count"
    CLAIM = "claim"
    CARDS = "cards"


class Stopped(StrEnum):
    """The possible results of a game that a call of time has stopped (COM-TIME-2)."""

    WON = "won"
    LEVEL = "level"
    VOID = "void"


class Now(StrEnum):
    """The possible next actions at a table after a call of time."""

    FINISH = "finish_hand"
    PLAY_ON = "play_on"
    DECIDE = "deciding_hand"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning about a sheet, with a JSON Pointer to its place."""

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
    """A rule's error or warning about a hand; `problem()` converts it to a Problem located in a sheet."""

    code: str
    rule: str
    message: Sentence
    at: str = ""
    level: Level = "error"
    # Further findings of the same rule
    more: tuple["Finding", ...] = ()

    def problem(self, where: str) -> Problem:
        """Return the finding as a Problem; `where` is the JSON Pointer of the hand."""
        return Problem(self.code, self.rule, self.level, where + self.at, self.message)


def together(findings: Iterable[Finding]) -> Finding | None:
    """Return the first finding with the others in its attribute `more`; return None if there are none."""
    all_findings = tuple(findings)
    return all_findings[0]._replace(more=all_findings[1:]) if all_findings else None


class Unreadable(Exception):
    """Raised if a field's value cannot be read; `findings` contains the reasons."""

    def __init__(
        self, code: str, rule: str, message: Sentence, at: str = "", more: Sequence[Finding] = ()
    ) -> None:
        super().__init__(code)
        self.finding = Finding(code, rule, message, at)
        self.findings = (self.finding, *more)


def read_each(raw: Sequence[Any], read: Callable[[int, Any], T]) -> tuple[T, ...]:
    """Read every entry of a list; raise Unreadable with the findings about all invalid entries."""
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
    """The score of a hand and the totals after it; `parts` contains the score by kind of points."""

    state: HandState
    dealer: int
    score: Scores
    running: Scores
    parts: Mapping[str, Scores]


class NextHand(NamedTuple):
    """The next hand to deal: game and hand number from 1, and the dealer (None if yet to be drawn)."""

    game: int
    hand: int
    dealer: int | None


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game; `hands` contains None for each hand whose score is unknown or does not count.

    An annulled hand in a game that counts is not None, but has the score 0.
    """

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
        """Whether the game is over and was not made void by a call of time (COM-TIME-2)."""
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
    """The state of a whole sheet: games, games won, winner, and next hand."""

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
    """The result of checking a sheet: its state, and its problems ordered by their place in the sheet."""

    problems: tuple[Problem, ...]
    state: SheetState

    @property
    def valid(self) -> bool:
        """Whether the sheet has no errors; it may have warnings and unfinished games."""
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
    """An error that the user can correct, with a stable code, a sentence, and a list of problems."""

    def __init__(self, code: str, message: Sentence, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(code, message, problems)
        self.code = code
        self.message = message
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return f"{self.code}: {self.message.english()}"


class BadEntry(RuleError):
    """Raised if an entry is unreadable or impossible (HTTP 400)."""


class BadSetup(RuleError):
    """Raised if options contradict each other (HTTP 400)."""


class NotNow(RuleError):
    """Raised if an action is not possible at this moment (HTTP 409)."""


class NoPairing(RuleError):
    """Raised if there is no legal pairing; the message names the condition that cannot be met (HTTP 409)."""
