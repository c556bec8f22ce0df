"""Random tournaments of every format: no page fails, and the data stay consistent after each action."""

import os

import pytest

from tests.builders import an_organiser
from tests.evenings.random_evening import EVENINGS, RandomEvening
from tournaments.competition.formats import FORMATS

pytestmark = pytest.mark.django_db

KINDS = sorted(EVENINGS)
# The number of random actions in `make test`, which plays one tournament of each kind.
FEW_ACTS = 10
MANY = int(os.environ.get("EVENINGS", "1000"))
PER_TEST = 20


def test_random_tournaments_cover_every_format() -> None:
    assert {stage.format for _game, stages, _sizes in EVENINGS.values() for stage in stages} == set(FORMATS)


@pytest.mark.parametrize("kind", KINDS)
def test_pages_and_data_of_a_random_tournament_are_correct_after_every_action(kind: str) -> None:
    assert RandomEvening(kind, 0, FEW_ACTS).play(an_organiser()) == []


@pytest.mark.sweep
@pytest.mark.parametrize("first", range(len(KINDS), MANY, PER_TEST))
def test_pages_and_data_of_many_random_tournaments_are_correct(first: int) -> None:
    owner = an_organiser()
    faults = []
    for number in range(first, min(first + PER_TEST, MANY)):
        evening = RandomEvening(KINDS[number % len(KINDS)], number // len(KINDS))
        faults += [f"{evening.kind} {evening.seed}: {fault}" for fault in evening.play(owner)]
    assert faults == []
