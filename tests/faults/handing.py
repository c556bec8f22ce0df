"""Two helpers hand over the same prize simultaneously: the prize is handed over only once.

python -m tests.faults.handing "one prize" ROUNDS SEED [blind]

The database must be migrated. Prints one line of JSON: the number of rounds with one handover, with two and
so on, and every fault. A fault is a handover recorded twice, a second line in the journal, or a helper who
gets a refusal.

`blind` locks no tournament, waits between reading and writing, and starts SQLite transactions without the
write lock.
"""

import json
import os
import sys
import time
from collections import Counter
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.sheet.services.log import Acting, Author  # noqa: E402
from tests.builders import a_tournament, an_account  # noqa: E402
from tests.faults.races import at_once  # noqa: E402
from tournaments.competition.standings.prize_kinds import PrizeAct, PrizeFor  # noqa: E402
from tournaments.models import JournalEntry, PrizeMove  # noqa: E402
from tournaments.prizes import services  # noqa: E402
from tournaments.prizes.rules import PrizeTerms  # noqa: E402

PAIRS = ("one prize",)
# Seconds that a blind act waits between reading and writing.
PAUSE = 0.05


def race(number: int) -> tuple[str, list[str]]:
    """Have two helpers hand over the prize of one team; return the number of handovers and the faults."""
    tournament = a_tournament(teams=2, name=f"Serata {number}")
    helpers = [an_account(f"door-{place}", "door", tournament) for place in (1, 2)]
    club: Acting = {"author": Author(tournament.owner_id), "at": timezone.now()}
    terms = PrizeTerms("Una torta", PrizeFor.CATEGORY, category="I più anziani", is_money=True, value=2000)
    prize = services.add_prize(tournament, terms, **club)
    services.assign_prize(prize, tournament.teams.get(number=1).pk, **club)
    acts = [partial(services.hand_over, prize, author=Author(each.pk), at=timezone.now()) for each in helpers]
    ends = at_once(acts, (0.0, 0.0))
    moves = PrizeMove.objects.filter(prize_id=prize.pk, kind=PrizeAct.HAND_OVER).count()
    lines = JournalEntry.objects.filter(tournament=tournament, kind="prize_handed_over").count()
    faults = [] if ends == ["done", "done"] else [f"answered {ends}"]
    faults += [] if moves == lines == 1 else [f"handed over {moves} times, {lines} lines of the journal"]
    return f"{moves} handed over", faults


def look_slowly(*args: Any, look: Any = services._now) -> Any:
    """Read the prize as the service does, then wait before the service writes."""
    state = look(*args)
    time.sleep(PAUSE)
    return state


def main(rounds: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the number of times each outcome occurred, and the faults."""
    if blind:
        services.lock_tournament = lambda _tournament: None  # type: ignore[attr-defined, assignment]
        services._now = look_slowly  # type: ignore[assignment]
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    ends, wrong = Counter[str](), []
    for number in range(rounds):
        end, faults = race(number)
        ends[end] += 1
        wrong += [f"round {number}: {fault}" for fault in faults]
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


if __name__ == "__main__":
    _pair, rounds, _seed, *more = sys.argv[1:]
    print(json.dumps(main(int(rounds), blind="blind" in more)))
