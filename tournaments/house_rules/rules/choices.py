"""What a club chooses: tie-breaks put in order, and what follows a correction, asked in four questions.

Each question is how far that is which follows from a match. One answer holds whatever the correction changes,
the winner, the score or a tie; where a club wants these apart, each has an answer of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from tournaments.competition.correction_policies import (
    POLICIES,
    CorrectionEffect,
    Family,
    Following,
    FollowUp,
)


class ChainAct(StrEnum):
    """What is done with one tie-break of a chain."""

    UP = "up"
    DOWN = "down"
    DROP = "drop"
    ADD = "add"


def reordered(chain: Sequence[str], act: ChainAct, key: str) -> tuple[str, ...]:
    """Return the chain after an act; as it was where that cannot be done: the first does not move up."""
    keys = list(chain)
    if act is ChainAct.ADD:
        return tuple(dict.fromkeys([*keys, key]))
    if key not in keys:
        return tuple(keys)
    place = keys.index(key)
    if act is ChainAct.DROP:
        return tuple(each for each in keys if each != key) or (key,)
    target = min(max(place + (1 if act is ChainAct.DOWN else -1), 0), len(keys) - 1)
    keys.insert(target, keys.pop(place))
    return tuple(keys)


# To each question a word of `FollowUp`; empty where it is as usual.
Answers = Mapping[Following, str]

# The same for each thing that a correction may change; empty where the one answer holds.
FinerAnswers = Mapping[tuple[Following, CorrectionEffect], str]

EVERY_FAMILY = tuple(Family)


def offered(
    following: Following, effects: Iterable[CorrectionEffect], families: Iterable[Family] = EVERY_FAMILY
) -> tuple[FollowUp, ...]:
    """Return what may be answered: a match that has begun is given to nobody else."""
    cells = [(following, effect) for effect in effects]
    begun = any(POLICIES[family][cell] is FollowUp.DECIDE for family in families for cell in cells)
    return tuple(each for each in FollowUp if not (begun and each is FollowUp.MOVES))


def corrections_of(answers: Answers, finer: FinerAnswers) -> dict[str, str]:
    """Write the answers as a policy: {"started winner": "decide"}; what is as usual is left out."""
    cells = ((following, effect) for following in Following for effect in CorrectionEffect)
    words = {cell: finer.get(cell) or answers.get(cell[0]) or "" for cell in cells}
    return {f"{following} {effect}": word for (following, effect), word in words.items() if word}


def answers_of(corrections: Mapping[str, Any]) -> tuple[Answers, FinerAnswers]:
    """Read a policy back as answers: one where all three cells agree, else those that are written."""
    answers: dict[Following, str] = {}
    finer: dict[tuple[Following, CorrectionEffect], str] = {}
    for following in Following:
        cells = {effect: corrections.get(f"{following} {effect}", "") for effect in CorrectionEffect}
        if len(set(cells.values())) == 1:
            answers[following] = next(iter(cells.values()))
        else:
            finer |= {(following, effect): word for effect, word in cells.items() if word}
    return answers, finer
