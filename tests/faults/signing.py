"""Race: both sides of a sheet are signed simultaneously, on two phones or on one phone.

python -m tests.faults.signing PAIR ROUNDS SEED [blind]

The command prints one line of JSON like `tests.faults.races`. The argument `blind` removes protections, so
that faults must appear: sheets are not locked, phones are not bound to a side, and SQLite transactions start
without the write lock.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.faults.races import at_once, delays, read_only

# isort: split
from django.db import connection
from django.utils import timezone

from scoring.models import SheetEvent, TableKey
from scoring.sheet.devices import choose_side, know_device, open_by_code, table_code
from scoring.sheet.services import signing
from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.services import results
from tournaments.models import Match, Outcome

# Who signs, and how the two acts end, in any order.
PAIRS = {"two phones": ("done", "done"), "one phone": ("done", "not_your_side")}
# Seconds by which the second signature may be later: about the duration of one.
SPREAD = 0.02


def main(pair: str, rounds: int, seed: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the number of times each outcome occurred, and the faults."""
    if blind:
        results.lock_sheet = read_only  # type: ignore[attr-defined]
        signing._bind = lambda *_arguments: None
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    chance, ends, wrong = random.Random(seed), Counter[str](), []
    for number in range(rounds):
        later = delays(number, chance.uniform(0, SPREAD), blind=blind)
        match = play_match(match_of(drawn_tournament(2, name=f"Firma {number}")), sign=False)
        outcomes = race(match, pair, later)
        ends[" ".join(outcomes)] += 1
        wrong += [f"round {number}, {outcomes}: {fault}" for fault in faults_of(match, pair, outcomes)]
        if blind and wrong:
            break
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


def race(match: Match, pair: str, later: tuple[float, float]) -> list[str]:
    """Sign for both sides simultaneously, on two phones or on one phone that has not chosen a side."""
    code = table_code(TableKey.objects.get(sheet=match.pk))
    phones = [know_device(None, at=timezone.now())[0] for _number in range(2 if pair == "two phones" else 1)]
    grants = [open_by_code(code, phone, "10.0.0.1", at=timezone.now()) for phone in phones]
    if pair == "two phones":
        for side, grant in enumerate(grants):
            choose_side(grant, side)
    acts = [
        partial(
            results.sign_sheet,
            match.pk,
            side,
            author=Author(device_id=phones[side % len(phones)].pk),
            at=timezone.now(),
        )
        for side in (0, 1)
    ]
    return at_once(acts, later)


def faults_of(match: Match, pair: str, ends: list[str]) -> Iterator[str]:
    """Yield the faults in the database after a round of the race."""
    yield from verify_tournament(match.tournament).faults
    if sorted(ends) != sorted(PAIRS[pair]):
        yield f"the two end as {PAIRS[pair]}"
    signatures = SheetEvent.objects.filter(sheet=match.pk, kind="signature")
    if signatures.values("device").distinct().count() != signatures.count():
        yield "one phone signed for two sides"
    both = pair == "two phones"
    if Outcome.objects.filter(match=match.pk).count() != both:
        yield "the result counts once, and only when both have signed"
    if Match.objects.get(pk=match.pk).state != ("signed" if both else "playing"):
        yield "the match is signed when both have signed, and not before"


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), blind="blind" in sys.argv[4:])))
