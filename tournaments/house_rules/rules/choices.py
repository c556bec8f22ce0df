"""The order of tie-breaks, and the correction policy as answers to four questions.

Each question is about one state of the next match, for example "started". An answer applies to all effects of
a correction (winner, score, tie-break), unless the club answers for each effect separately.
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
    """An action on a tie-break: move up or down, add or remove."""

    UP = "up"
    DOWN = "down"
    DROP = "drop"
    ADD = "add"


def reordered(chain: Sequence[str], act: ChainAct, key: str) -> tuple[str, ...]:
    """Return the tie-breaks in the order after an action; an impossible action leaves the order unchanged."""
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


# The follow-up for each question, empty for the default.
Answers = Mapping[Following, str]

# The separate follow-up for each effect, empty if the common answer applies.
FinerAnswers = Mapping[tuple[Following, CorrectionEffect], str]

EVERY_FAMILY = tuple(Family)


def offered(
    following: Following, effects: Iterable[CorrectionEffect], families: Iterable[Family] = EVERY_FAMILY
) -> tuple[FollowUp, ...]:
    """Return the possible answers to a question about the correction policy.

    Once a match has begun, a correction cannot change its entrants.
    """
    cells = [(following, effect) for effect in effects]
    begun = any(POLICIES[family][cell] is FollowUp.DECIDE for family in families for cell in cells)
    return tuple(each for each in FollowUp if not (begun and each is FollowUp.MOVES))


def corrections_of(answers: Answers, finer: FinerAnswers) -> dict[str, str]:
    """Return the policy with the given answers, such as {"started winner": "decide"}, without defaults."""
    cells = ((following, effect) for following in Following for effect in CorrectionEffect)
    words = {cell: finer.get(cell) or answers.get(cell[0]) or "" for cell in cells}
    return {f"{following} {effect}": word for (following, effect), word in words.items() if word}


def answers_of(corrections: Mapping[str, Any]) -> tuple[Answers, FinerAnswers]:
    """Return the answers of a correction policy: the common answers, and the answers by effect.

    A question has a common answer if the policy is the same for all effects (winner, score, tie-break).
    Otherwise the question has separate answers for the effects.
    """
    answers: dict[Following, str] = {}
    finer: dict[tuple[Following, CorrectionEffect], str] = {}
    for following in Following:
        cells = {effect: corrections.get(f"{following} {effect}", "") for effect in CorrectionEffect}
        if len(set(cells.values())) == 1:
            answers[following] = next(iter(cells.values()))
        else:
            finer |= {(following, effect): word for effect, word in cells.items() if word}
    return answers, finer
