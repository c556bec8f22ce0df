"""Random tournaments, played through the services and counted once more by a plain reference.

`make tournaments` plays ten thousand; the seed of each is in its failure.
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
    """Say first from which seed on, so that the same can be played again."""
    print(f"seed {SEED}, {RUNS} tournaments")


def run(seed: int, kind: type[Reference] = Reference) -> None:
    """Play one, and leave nothing behind."""
    with transaction.atomic():
        RandomTournament(seed, kind).play()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The salts of the draws follow one another from the same first, so that a seed draws the same lines."""
    chance = Random(0)
    monkeypatch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())


@pytest.mark.parametrize("seed", range(SEED, SEED + RUNS))
def test_a_tournament_comes_out_as_the_reference_says(seed: int) -> None:
    run(seed)


class ToldAWrongWinner(Reference):
    """The third match that ends is told with another winner."""

    def play(self, label: str, end: End) -> None:
        wrong = len(self.counts) == 2 and end.winner is not None
        super().play(label, end._replace(winner=(end.winner or 0) ^ 1) if wrong else end)


class WithoutDirectMatches(Reference):
    """Its tables among those level are always empty."""

    def counted(self) -> Counted:
        return _WithoutDuels(self.lines, self.played(), self.house)


class _WithoutDuels(Counted):
    def among(self, who: int, level: Sequence[int]) -> list[tuple[str, int, int]]:
        return []


class ByesCountMore(Reference):
    """A bye counts a point more than it does."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.house.bye += 1


@pytest.mark.parametrize("kind", [ToldAWrongWinner, WithoutDirectMatches, ByesCountMore])
def test_a_reference_that_is_wrong_in_one_thing_is_noticed(kind: type[Reference]) -> None:
    def several() -> None:
        for seed in CONTROLS:
            run(seed, kind)

    with pytest.raises(AssertionError, match="the site says"):
        several()
