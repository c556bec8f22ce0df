"""Race: fifty simultaneous requests with one creation key create only one tournament.

python -m tests.faults.again PAIR ROUNDS SEED [blind]

Prints one line of JSON as `tests.faults.races` does. `blind` stores no creation key, so faults must appear.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.faults.races import at_once

# isort: split
from django.db import connection
from django.utils import timezone

from scoring.facts import missing
from scoring.models import ReleasedFact, SheetEvent
from scoring.sheet.services.log import Author
from tests.builders import an_organiser, drawn_tournament, match_of, play_match
from tournaments.again.services import again
from tournaments.club.services import deletion
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import CreationKey, JournalEntry, Match, Tournament

PRESSES = 50
PAIRS = ("one key", "again delete")


def main(pair: str, rounds: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the number of times each outcome occurred, and the faults."""
    if blind:
        again.once = without_key  # type: ignore[assignment]  # it stores no key
    ends, wrong = Counter[str](), []
    for number in range(1 if blind else rounds):
        trial = drawn_tournament(2, name=f"Prova {number}", trial=True)
        earnest = drawn_tournament(2, name=f"Sul serio {number}")
        for each in (trial, earnest):
            play_match(match_of(each))
        race = press_often if pair == "one key" else again_while_deleted
        outcomes = race(trial, f"Di nuovo {number}")
        ends[" ".join(sorted(set(outcomes)))] += 1
        wrong += [
            f"round {number}, {Counter(outcomes)}: {fault}"
            for fault in faults_of(pair, trial, earnest, outcomes)
        ]
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


def without_key(
    _owner: Any, _key: str | None, _request: object, make: Callable[[], Tournament], **_at: Any
) -> Any:
    """Create a tournament without a check of the creation key."""
    return make()


def hold(trial: Tournament, name: str) -> Tournament:
    """Repeat a tournament with all its entrants, using a creation key derived from the new name."""
    owner, at = an_organiser(), timezone.now()
    make = partial(again.hold_again, trial, owner=owner, name=name, at=at, entrants="all")
    return again.once(owner, f"key-{name}".replace(" ", "-"), name, make, at=at)


def press_often(trial: Tournament, name: str) -> list[str]:
    """Send the same request many times simultaneously; return the outcomes."""
    return at_once([partial(hold, trial, name)] * PRESSES, (0.0,) * PRESSES)


def again_while_deleted(trial: Tournament, name: str) -> list[str]:
    """Repeat a tournament while the original is being deleted; return both outcomes."""
    author = Author(trial.owner_id)
    erase = partial(deletion.delete_tournament, trial, author=author, at=timezone.now())
    return at_once([partial(hold, trial, name), erase], (0.0, 0.01))


def faults_of(pair: str, trial: Tournament, earnest: Tournament, ends: list[str]) -> Iterator[str]:
    """Yield the faults in the database after a round of the race."""
    yield from verify_tournament(earnest).faults
    created = Tournament.objects.filter(name=f"Di nuovo {trial.name.split()[-1]}")
    if pair == "one key":
        if set(ends) != {"done"} or created.count() != 1 or created[0].teams.count() != 2:
            yield f"{created.count()} tournaments were made"
        if CreationKey.objects.filter(tournament__in=created).count() != 1:
            yield "the key stands for no tournament"
        return
    if set(ends) - {"done", "being_deleted"} or ends[1] != "done":
        yield "an act ended otherwise"
    if created.count() != (ends[0] == "done") or any(each.teams.count() != 2 for each in created):
        yield "half a tournament was made"
    if Tournament.objects.filter(pk=trial.pk).exists() or Match.objects.filter(tournament=trial.pk).exists():
        yield "the trial is still there"
    traces = JournalEntry.objects.filter(tournament=trial.pk).exists() or missing(connection)
    if traces or ReleasedFact.objects.exists() or not SheetEvent.objects.exists():
        yield "facts are not as they should be"


if __name__ == "__main__":
    pair, rounds, _seed, *more = sys.argv[1:]
    print(json.dumps(main(pair, int(rounds), blind="blind" in more)))
