"""What every rule speaks in: sentences, states of hands and sheets, problems, refusals (COM-4).

Sentences are in English and untranslated: the rules must not know any language, the edge puts them into the
reader's. `_` and `ngettext` carry these names so that the gettext tools find every text. A refusal is what a
person can put right, in four kinds; statuses and wording are the business of the edge.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, TypeVar, Union

Value = Union[int, float, str, "Sentence"]


def _(text: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text to translate, and the values that go into it once it is translated."""

    text: str
    values: Mapping[str, Value] | tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int | None = None

    def __post_init__(self) -> None:
        """Keep the values as pairs, so that a sentence can be hashed and compared."""
        if isinstance(self.values, Mapping):
            object.__setattr__(self, "values", tuple(self.values.items()))

    def english(self) -> str:
        """Return the sentence in English, its values filled in."""
        text = self.plural if self.plural and self.count != 1 else self.text
        values = {name: _english(value) for name, value in dict(self.values).items()}
        return text % values if values else text


Say = Callable[[Sentence], str]


def _english(value: Value) -> float | str:
    return value.english() if isinstance(value, Sentence) else value


def sentence(text: str, **values: Value) -> Sentence:
    """Put the values beside a text marked with `_`."""
    return Sentence(text, tuple(values.items()))


def ngettext(one: str, many: str, count: int, **values: Value) -> Sentence:
    """Choose between two texts by a count, which is also the value `count`."""
    return Sentence(one, (("count", count), *values.items()), many, count)


T = TypeVar("T")

Scores = tuple[int, ...]
"""One number a side, in seating order."""

Level = Literal["error", "warning"]
"""Impossible, so refused; or possible but rare, so asked about."""


class HandState(StrEnum):
    """COM-4: what became of a hand."""

    PLAYED = "played"
    ENDED_ON_TRIONFO = "ended_on_trionfo"
    ENDED_ON_DECLARATION = "ended_on_declaration"
    CLAIMED = "claimed"
    ANNULLED = "annulled"
    ADJUSTED = "adjusted"
    VOID = "void"


class Step(StrEnum):
    """When a field is entered: at the deal, before play, during it, at the count, or when play is stopped.

    `CARDS` is the record of the play, which any hand may keep, however it ended.
    """

    DEAL = "deal"
    BEFORE = "before"
    PLAY = "play"
    COUNT = "count"
    CLAIM = "claim"
    CARDS = "cards"


class Stopped(StrEnum):
    """COM-TIME-2: what became of a game that time stopped."""

    WON = "won"
    LEVEL = "level"
    VOID = "void"


class Now(StrEnum):
    """What the table does once time was called."""

    FINISH = "finish_hand"
    PLAY_ON = "play_on"
    DECIDE = "deciding_hand"
    OVER = "over"


class ProblemJson(TypedDict):
    """A problem in JSON; `where` is a JSON Pointer into what was sent."""

    code: str
    rule: str
    level: Level
    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with what was written, and its place as a JSON Pointer."""

    code: str
    rule: str
    level: Level
    where: str
    message: Sentence

    def as_json(self, say: Say = Sentence.english) -> ProblemJson:
        """Write the problem as the contract has it."""
        return {
            "code": self.code,
            "rule": self.rule,
            "level": self.level,
            "where": self.where,
            "message": say(self.message),
        }


class Finding(NamedTuple):
    """What a rule found, not knowing where in the sheet the hand stands."""

    code: str
    rule: str
    message: Sentence
    at: str = ""
    level: Level = "error"
    more: tuple["Finding", ...] = ()
    """What the same rule found besides."""

    def problem(self, where: str) -> Problem:
        """Give the finding its place."""
        return Problem(self.code, self.rule, self.level, where + self.at, self.message)


def together(findings: Iterable[Finding]) -> Finding | None:
    """Return the first of these findings, with the others behind it."""
    found = tuple(findings)
    return found[0]._replace(more=found[1:]) if found else None


class Unreadable(Exception):
    """A field that cannot be read; carries the findings that say why."""

    def __init__(
        self, code: str, rule: str, message: Sentence, at: str = "", more: Sequence[Finding] = ()
    ) -> None:
        super().__init__(code)
        self.finding = Finding(code, rule, message, at)
        self.findings = (self.finding, *more)


def read_each(raw: Sequence[Any], read: Callable[[int, Any], T]) -> tuple[T, ...]:
    """Read every entry of a list by its place, or say of all those that cannot be read why."""
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
    """What one hand added and where it left the game; `parts` says why, side by side."""

    state: HandState
    dealer: int
    score: Scores
    running: Scores
    parts: Mapping[str, Scores]


class NextHand(NamedTuple):
    """The hand to be dealt next, from 1; no dealer when he is to be drawn."""

    game: int
    hand: int
    dealer: int | None


class HandJson(TypedDict):
    """What a hand added and where it left the game; null where it could not be scored."""

    score: list[int] | None
    running: list[int] | None


class GameParts(TypedDict):
    """A game in JSON without its hands; `by_time` says how a game that time stopped counts."""

    target: int | None
    score: list[int]
    winner: int | None
    quick: NotRequired[bool]
    by_time: NotRequired[Stopped]


class GameJson(GameParts):
    """A game in JSON."""

    hands: list[HandJson]


class VerdictParts(TypedDict):
    """A verdict in JSON without its games; `time` says what is to be done since time was called."""

    valid: bool
    problems: list[ProblemJson]
    games_won: list[int]
    winner: int | None
    next: NextHand | None
    time: NotRequired[Now]


class VerdictJson(VerdictParts):
    """A verdict in JSON."""

    games: list[GameJson]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game folded from its hands; a hand that could not be scored leaves `None`."""

    target: int | None
    score: Scores
    winner: int | None
    hands: tuple[HandResult | None, ...]
    quick: bool = False
    over: bool = False
    """A game can be over and have no winner: the best are equal and share."""
    parts: Mapping[str, Scores] = field(default_factory=dict)
    """What the score is made of, part by part."""
    by_time: Stopped | None = None
    deciding: bool = False
    """COM-TIME-3: not a game like the others, but the hand that decides."""

    @property
    def counts(self) -> bool:
        """Whether the game is over and counts: one that time made void does not (COM-TIME-2)."""
        return self.over and self.by_time is not Stopped.VOID

    def as_json(self) -> GameJson:
        """Write the game as the contract has it."""
        hands: list[HandJson] = [
            {"score": list(hand.score), "running": list(hand.running)}
            if hand
            else {"score": None, "running": None}
            for hand in self.hands
        ]
        game: GameJson = {
            "target": self.target,
            "score": list(self.score),
            "winner": self.winner,
            "hands": hands,
        }
        stopped = {"by_time": self.by_time.value} if self.by_time else {}
        quick = {"quick": True} if self.quick else {}
        return {**game, **stopped, **quick}  # type: ignore[typeddict-item] # these two may be left out


@dataclass(frozen=True, slots=True)
class SheetState:
    """A whole sheet folded: games, who won how many, the winner, what comes next."""

    games: tuple[GameState, ...]
    games_won: Scores
    winner: int | None
    next: NextHand | None
    problems: tuple[Problem, ...] = ()
    over: bool = False
    time: Now | None = None
    """What is to be done since time was called."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a sheet: its state and every problem, in the order of the sheet."""

    problems: tuple[Problem, ...]
    state: SheetState

    @property
    def valid(self) -> bool:
        """A sheet with warnings alone is valid, and so is an unfinished one."""
        return all(problem.level != "error" for problem in self.problems)

    def as_json(self, say: Say = Sentence.english) -> dict[str, Any]:
        """Write the verdict as the contract has it."""
        state = self.state
        verdict: VerdictJson = {
            "valid": self.valid,
            "problems": [problem.as_json(say) for problem in self.problems],
            "games": [game.as_json() for game in state.games],
            "games_won": list(state.games_won),
            "winner": state.winner,
            "next": state.next._asdict() if state.next else None,  # type: ignore[typeddict-item] # its fields
        }
        return {**verdict, **({"time": state.time.value} if state.time else {})}


class RuleError(Exception):
    """Something a person can put right: a stable code, a sentence, and each problem with its place."""

    def __init__(self, code: str, message: Sentence, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(code, message, problems)
        self.code = code
        self.message = message
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return f"{self.code}: {self.message.english()}"


class BadEntry(RuleError):
    """What was written cannot be true."""


class BadSetup(RuleError):
    """The options contradict each other."""


class NotNow(RuleError):
    """The right act at the wrong moment."""


class NoPairing(RuleError):
    """No legal pairing exists; the message says which condition failed."""
