"""Tests that pairing near entrants first breaks no more rules than a wider search.

Every round of random events is paired twice: first among near entrants, then by a wider search. The costs of
both pairings are compared rule by rule. In events with up to `ALL` entrants, the wider search finds the best
of all possible rounds. The independent checker also checks small events.

`make rounds` plays two thousand events. A failure shows the seed of its event.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.format_parts.rounds import a_stage, played_rounds, some_clubs
from tournaments.competition.format_parts import matching, pairing
from tournaments.competition.format_parts.matching import Candidates, Cost, Edges, Pair
from tournaments.competition.format_parts.round_checks import verdicts
from tournaments.competition.format_parts.rounds_file import RoundInFile
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import Pairing

EVENTS = int(os.environ.get("EVENTS", "12"))
SIZES = (20, 400)
ALL, CHECKED = 60, 60
EACH = 4
KINDS: Sequence[tuple[str, Mapping[str, Any]]] = (
    ("swiss", {}),
    ("swiss", {"pairing": "fold"}),
    ("swiss", {"pairing": "adjacent"}),
    ("danish", {}),
)

pytestmark = [pytest.mark.timeout(0 if EVENTS > 100 else 600), pytest.mark.sweep]


class Rounds:
    """A search that pairs every round twice and compares the costs of both pairings.

    The first pairing uses only near entrants; the second pairing uses a wider search.
    """

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def first_whole(self, count: int, widening: Iterator[Candidates]) -> tuple[Pair, ...]:
        nearest = next(widening)
        wider = islice(widening, len(pairing.WINDOWS) if count <= ALL else 0, None)
        pairs = matching.cheapest_pairs(count, nearest.edges)
        if 2 * len(pairs) < count or not all(map(nearest.enough, pairs)):
            self.told["looked farther"] += 1
            return matching.first_whole(count, wider)
        edges, before = first_of(count, wider)
        self.told["the same" if pairs == before else "as good"] += 1
        assert added(edges, pairs) <= added(edges, before)
        return pairs


def first_of(count: int, widening: Iterable[Candidates]) -> tuple[Edges, tuple[Pair, ...]]:
    """Return the first set of candidate pairs that allows a complete pairing, and this pairing."""
    rounds = ((each.edges, matching.cheapest_pairs(count, each.edges)) for each in widening)
    return next((edges, pairs) for edges, pairs in rounds if 2 * len(pairs) == count)


def added(costs: Edges, pairs: Sequence[Pair]) -> Cost:
    return tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))


def an_event(seed: int) -> tuple[str, StageState, dict[str, int], Random]:
    """Return a random event: number of entrants, clubs, late entrants and withdrawals."""
    chance = Random(seed)
    fewest, most = SIZES
    entrants = int(fewest * (most / fewest) ** chance.random())
    key, options = chance.choice(KINDS)
    stage = a_stage(FORMATS[key], entrants, rounds=chance.choice([0, 0, 5, 7, 9, 11]), **options)
    stage = replace(stage, clubs=some_clubs(stage.entrants, chance.randrange(9), chance))
    moving = {each: chance.choice([0, 0, entrants // 10]) for each in ("coming", "going")}
    return key, stage, moving, chance


def broken(key: str, stage: StageState, pairings: tuple[Pairing, ...], turn: int) -> list[str]:
    """Return the codes of the avoidable breaches of rules in a round."""
    round_verdicts = verdicts(RoundInFile(turn, FORMATS[key], stage, pairings))
    return [each.breach.code for each in round_verdicts if each.helped]


def play(seed: int, rounds: Rounds) -> None:
    key, stage, moving, chance = an_event(seed)
    for turn, (before, pairings) in enumerate(played_rounds(FORMATS[key], stage, chance, **moving), start=1):
        assert len(before.entrants) > CHECKED or not broken(key, before, pairings, turn), (seed, turn)


@pytest.fixture(autouse=True)
def rounds(monkeypatch: pytest.MonkeyPatch) -> Rounds:
    """Replace the pairing search by a `Rounds` object, and return this object.

    Even in small events, near entrants are now paired first.
    """
    rounds = Rounds()
    monkeypatch.setattr(pairing, "MANY", 0)
    monkeypatch.setattr(pairing, "first_whole", rounds.first_whole)
    return rounds


@pytest.mark.parametrize("first", range(0, EVENTS, EACH))
def test_pairing_near_entrants_first_is_no_worse_than_a_wider_search(first: int, rounds: Rounds) -> None:
    for seed in range(first, first + EACH):
        try:
            play(seed, rounds)
        except AssertionError as wrong:
            raise AssertionError(f"event {seed}") from wrong
    assert rounds.told["the same"]
    print(dict(rounds.told))


@pytest.mark.parametrize("near", [2, 4])
def test_pairing_only_the_nearest_entrants_is_worse_than_a_wider_search(
    near: int, rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show that the comparison with a wider search fails if the search for near entrants is too narrow."""
    monkeypatch.setattr(pairing, "NEAREST", near)
    monkeypatch.setattr(pairing, "_well_within", lambda *_of: True)

    def several() -> None:
        for seed in range(20):
            play(seed, rounds)

    with pytest.raises(AssertionError):
        several()
