"""What a person can put right, in four kinds; statuses and wording are the edge's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.sentences import Sentence

if TYPE_CHECKING:
    from scoring.types import Problem


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
