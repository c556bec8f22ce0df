"""Tests that play random tournaments and compare them with a reference implementation.

`make tournaments` plays ten thousand tournaments; the message of a failure contains the seed.
"""

import os
from collections.abc import Sequence
from random import Random

import pytest
from django.db import transaction

from tests.campaign.counting import Counted
from tests.campaign.random_tournament import RandomTournament
from tests.campaign.reference import Reference
from tests.campaign.standing import End

RUNS = int(os.environ.get("TOURNAMENTS", "8"))
SEED = int(os.environ.get("SEED", "20261121"))
CONTROLS = range(20261121, 20261141)

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900), pytest.mark.sweep, pytest.mark.alike]


@pytest.fixture(scope="module", autouse=True)
def _seed() -> None:
    """Print the first seed; with it, the same tournaments can be played again."""
    print(f"seed {SEED}, {RUNS} tournaments")


def run(seed: int, kind: type[Reference] = Reference) -> None:
    """Play one random tournament, and then roll back all changes."""
    with transaction.atomic():
        RandomTournament(seed, kind).play()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the random salts of draws, so that equal seeds give equal draws."""
    chance = Random(0)
    monkeypatch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())


@pytest.mark.parametrize("seed", range(SEED, SEED + RUNS))
def test_random_tournament_agrees_with_the_reference_implementation(seed: int) -> None:
    run(seed)


class ToldAWrongWinner(Reference):
    """A reference implementation with an error: the third finished match has the wrong winner."""

    def play(self, label: str, end: End) -> None:
        wrong = len(self.counts) == 2 and end.winner is not None
        super().play(label, end._replace(winner=(end.winner or 0) ^ 1) if wrong else end)


class WithoutDirectMatches(Reference):
    """A reference implementation with an error: it ignores the matches among tied entrants."""

    def counted(self) -> Counted:
        return _WithoutDuels(self.lines, self.played(), self.house)


class _WithoutDuels(Counted):
    def among(self, entrant: int, level: Sequence[int]) -> list[tuple[str, int, int]]:
        return []


class ByesCountMore(Reference):
    """A reference implementation with an error: a bye is worth one point too many."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.house.bye += 1


@pytest.mark.parametrize("kind", [ToldAWrongWinner, WithoutDirectMatches, ByesCountMore])
def test_error_in_the_reference_implementation_is_detected(kind: type[Reference]) -> None:
    def several() -> None:
        for seed in CONTROLS:
            run(seed, kind)

    with pytest.raises(AssertionError, match="the site says"):
        several()
