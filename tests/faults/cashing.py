"""Race: simultaneous payments of one fee, or from a carnet (prepaid pass) with one evening left.

python -m tests.faults.cashing "one pair", "one key" or "last evening" ROUNDS SEED [blind]

"one pair" pays the fee of one team with many keys, "one key" with a single key. "last evening" pays in two
tournaments from the same carnet. The database must be migrated. Prints one line of JSON: how often each
outcome occurred, and every fault. A fault is a fee paid twice, a wrong account, or an error of a service that
is not a refusal.

`blind` locks neither the tournament nor the carnet. On SQLite it also reads and writes in separate
transactions: in one transaction SQLite itself would refuse the later write with "database is locked", and
hide the missing lock.
"""

import json
import os
import random
import sys
import time
from collections import Counter
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.sheet.services.log import Acting, Author  # noqa: E402
from tests.builders import a_tournament  # noqa: E402
from tests.faults.races import at_once  # noqa: E402
from tournaments.cash import rules, services  # noqa: E402
from tournaments.cash.selectors import cash_now  # noqa: E402
from tournaments.models import CashLine, Notice, Tournament  # noqa: E402

PAIRS = ("one pair", "one key", "last evening")
MANY = int(os.environ.get("VISITORS", "20"))
FEE = 1000
PAUSE = 0.25
# Seconds that a blind act waits between reading and writing: PAUSE, and up to SPREAD more for a payment.
SPREAD = 1.0


def an_evening(name: str) -> Tournament:
    """Create a tournament with two teams, each with a fee of ten euros."""
    tournament = a_tournament(teams=2, name=name)
    Notice.objects.create(tournament=tournament, fee=FEE)
    return tournament


def acting(tournament: Tournament) -> Acting:
    """Return the common arguments for calls to the cash services: `author` (the owner) and `at` (now)."""
    return {"author": Author(tournament.owner_id), "at": timezone.now()}


def take(tournament: Tournament, **more: Any) -> object:
    """Take ten euros from the first team of a tournament."""
    team = tournament.teams.get(number=1)
    method = "voucher" if "carnet" in more else "cash"
    return services.pay(tournament, team.pk, FEE, method, present=True, **more, **acting(tournament))


def one_pair(number: int) -> tuple[Counter[str], list[Tournament], Counter[str]]:
    """Pay the fee of one team many times simultaneously, with a different key each time."""
    tournament = an_evening(f"Serata {number}")
    acts = [partial(take, tournament, key=f"page-{visitor}") for visitor in range(MANY)]
    ends = Counter(at_once(acts, (0.0,) * MANY))
    return ends, [tournament], Counter({"done": 1, "overpaid": MANY - 1})


def one_key(number: int) -> tuple[Counter[str], list[Tournament], Counter[str]]:
    """Pay the fee of one team many times simultaneously with the same key."""
    tournament = an_evening(f"Serata {number}")
    ends = Counter(at_once([partial(take, tournament, key="page-1")] * MANY, (0.0,) * MANY))
    return ends, [tournament], Counter({"done": MANY})


def last_evening(number: int) -> tuple[Counter[str], list[Tournament], Counter[str]]:
    """Pay in two tournaments simultaneously from a carnet (prepaid pass) with one evening left."""
    first, second = (an_evening(f"Serata {number} {place}") for place in (1, 2))
    person = first.teams.get(number=1).seats.order_by("position")[0].person
    carnet = services.sell_carnet(first, person, 1, 4500, "card", **acting(first)).line.carnet_id
    acts = [partial(take, each, carnet=carnet) for each in (first, second)]
    return Counter(at_once(acts, (0.0, 0.0))), [first, second], Counter({"done": 1, "carnet_used_up": 1})


def race(pair: str, number: int) -> tuple[int, list[str]]:
    """Run a race; return the number of payments and the faults."""
    kinds = {"one pair": one_pair, "one key": one_key, "last evening": last_evening}
    ends, tournaments, right = kinds[pair](number)
    payments = CashLine.objects.filter(tournament__in=tournaments, kind="payment").count()
    faults = [] if ends == right else [f"{dict(ends)} instead of {dict(right)}"]
    faults += [] if payments == 1 else [f"{payments} payments"]
    for tournament in tournaments:
        faults += [f"{each.name} owes {each.account}" for each in cash_now(tournament).teams if each.open < 0]
    return payments, faults


def plan_slowly(*args: Any, plan: Any = rules.plan_payment) -> Any:
    """Plan the payment, then wait for a random time, so that threads rarely take the same entry number."""
    planned = plan(*args)
    time.sleep(PAUSE + SPREAD * random.random())
    return planned


def count_slowly(carnet_id: Any, count: Any = services.uses_of) -> int:
    """Count the used evenings of a carnet (prepaid pass), then wait."""
    used: int = count(carnet_id)
    time.sleep(PAUSE)
    return used


def main(pair: str, rounds: int, seed: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the outcomes and the faults. If `blind`, stop at the first expected fault."""
    random.seed(seed)
    if blind:
        services.lock_tournament = lambda _tournament: None  # type: ignore[attr-defined, assignment]
        services._lock_carnet = lambda _carnet: None  # type: ignore[assignment]
        rules.plan_payment = plan_slowly  # type: ignore[assignment]
        services.uses_of = count_slowly
        if connection.vendor == "sqlite":
            services.transaction = SimpleNamespace(  # type: ignore[attr-defined, assignment]
                atomic=nullcontext
            )
    ends, wrong = Counter[str](), []
    for number in range(rounds):
        payments, faults = race(pair, number)
        ends[f"{payments} payment"] += 1
        wrong += [f"round {number}: {fault}" for fault in faults]
        if blind and faults and (payments > 1 or pair == "one key"):
            break
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


if __name__ == "__main__":
    pair, rounds, seed, *more = sys.argv[1:]
    print(json.dumps(main(pair, int(rounds), int(seed), blind="blind" in more)))
