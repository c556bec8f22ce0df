"""Race: one person is merged many times simultaneously, and exactly one merge succeeds.

python -m tests.faults.merges same|across ROUNDS SEED [blind]

`same` merges one person into the same other person fifty times at once; `across` merges each of two persons
into the other. Prints one line of JSON as `tests.faults.races` does. `blind` locks no person and skips the
check for an earlier merge; it runs eight merges, because PostgreSQL takes a second for each pair of merges
that wait for each other.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import uuid4

from tests.faults.races import PAUSE, at_once

# isort: split
from django.db import connection
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Person, PersonMove
from tournaments.people.services import moving, register

MANY, FEW = 50, 8
REFUSALS = {"merged_already", "state_changed"}


def main(pair: str, rounds: int, seed: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the number of times each outcome occurred, and the faults."""
    if blind:
        moving.lock_persons = lambda *_persons: time.sleep(PAUSE)
        register.refuse_gone = lambda *_persons: None  # type: ignore[attr-defined]
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    ends, wrong = Counter[str](), []
    for number in range(rounds):
        first, second = (_entered(f"{name} {seed} {uuid4().hex}") for name in ("Gio", "Tore"))
        outcomes = race(first, second, pair, FEW if blind else MANY)
        ends[f"{outcomes.count('done')} of {len(outcomes)}"] += 1
        wrong += [f"round {number}: {fault}" for fault in faults_of(first, second, outcomes)]
        if blind and wrong:
            break
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


def _entered(name: str) -> Person:
    tournament = a_tournament(name=name[:40])
    entry = Entry([name[:40], f"Compagno di {name}"[:40]])
    (team,) = enter_teams(tournament, [entry], author=Author(tournament.owner_id), at=timezone.now())
    return team.seats.get(position=0).person


def race(first: Person, second: Person, pair: str, many: int) -> list[str]:
    """Merge two persons `many` times simultaneously; return the outcome of each merge."""
    ways = [(first, second) if pair == "same" or number % 2 else (second, first) for number in range(many)]
    acts = [
        partial(
            register.merge_persons,
            Person.objects.get(pk=one.pk),
            Person.objects.get(pk=other.pk),
            author=Author(),
            at=timezone.now(),
        )
        for one, other in ways
    ]
    return at_once(acts, (0.0,) * many)


def faults_of(first: Person, second: Person, ends: list[str]) -> Iterator[str]:
    """Yield the faults in the database after a round of the race."""
    if ends.count("done") != 1:
        yield f"{ends.count('done')} of {len(ends)} were done"
    if unexpected := set(ends) - REFUSALS - {"done"}:
        yield f"some were answered {sorted(unexpected)}"
    both = Person.objects.filter(pk__in=[first.pk, second.pk])
    if both.filter(merged_into=None).count() != 1:
        yield "one of the two is left"
    if PersonMove.objects.filter(person__in=both).count() != 1:
        yield "one act is written down"
    remaining = both.filter(merged_into=None).first()
    if remaining is None or remaining.seats.count() != len((first, second)):
        yield "who is left has what both played"


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), blind="blind" in sys.argv[4:])))
