"""Many visitors accept one invitation simultaneously, or two organisers remove each other's role.

python -m tests.faults.inviting "accept" or "take away" ROUNDS SEED [blind]

The database must be migrated. Prints one line of JSON: how often each outcome occurred, and every fault.
`blind` skips the conditional update of the invitation and the lock on the organisers' roles.
"""

import json
import os
import random
import sys
import time
from collections import Counter
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.sheet.services.log import Author  # noqa: E402
from scoring.types import NotNow, Sentence  # noqa: E402
from tests.builders import an_organiser  # noqa: E402
from tests.faults.races import at_once  # noqa: E402
from tournaments.models import Invitation, Role  # noqa: E402
from tournaments.roles import selectors, services  # noqa: E402

PAIRS = ("accept", "take away")
MANY = int(os.environ.get("VISITORS", "50"))
# Seconds that a blind act waits between reading and writing.
PAUSE = 0.1


def accept(number: int) -> tuple[str, list[str]]:
    """Have many visitors accept one invitation; return the number of new accounts and the faults."""
    organiser = an_organiser("organiser")
    invitation = services.invite("door", None, author=Author(organiser.pk), at=timezone.now())

    def come(visitor: int) -> object:
        name = f"visitor-{number}-{visitor}"
        account = services.NewAccount(name, name, None)
        return services.accept_with_account(invitation, account, at=timezone.now())

    ends = Counter(at_once([partial(come, visitor) for visitor in range(MANY)], (0.0,) * MANY))
    accounts = get_user_model().objects.filter(username__startswith=f"visitor-{number}-").count()
    roles = Role.objects.filter(user__username__startswith=f"visitor-{number}-").count()
    right = ends == {"done": 1, "invitation_spent": MANY - 1} and accounts == roles == 1
    return f"{accounts} account", [] if right else [f"{dict(ends)}: {accounts} accounts, {roles} roles"]


def take_away(number: int) -> tuple[str, list[str]]:
    """Have two organisers remove each other's role; exactly one organiser must remain."""
    Role.objects.filter(role="organiser").update(ended_at=timezone.now())
    first, second = (an_organiser(f"organiser-{number}-{place}") for place in (1, 2))

    def act(author: Any, other: Any) -> None:
        role = Role.objects.get(user=other, ended_at=None)
        services.take_role_away(role, author=Author(author.pk), at=timezone.now())

    ends = at_once([partial(act, first, second), partial(act, second, first)], (0.0, 0.0))
    remaining = selectors.standing_organisers().count()
    right = sorted(ends) == ["done", "last_organiser"] and remaining == 1
    return " ".join(sorted(ends)), [] if right else [f"{ends}: {remaining} organisers are left"]


def use_blindly(invitation: Invitation, at: Any) -> None:
    """Mark an invitation as used without the conditional UPDATE of the service: read, wait, then write."""
    if Invitation.objects.get(pk=invitation.pk).used_at:
        raise NotNow("invitation_spent", Sentence("spent"))
    time.sleep(PAUSE)
    Invitation.objects.filter(pk=invitation.pk).update(used_at=at)


def count_blindly(role: Role) -> None:
    """Count the organisers without a lock."""
    if selectors.standing_organisers().count() == 1:
        raise NotNow("last_organiser", Sentence("last"))
    time.sleep(PAUSE)


def main(pair: str, rounds: int, seed: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the number of times each outcome occurred, and the faults."""
    random.seed(seed)
    if blind:
        services._use = use_blindly
        services._refuse_last = count_blindly
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    ends, wrong = Counter[str](), []
    for number in range(rounds):
        end, faults = (accept if pair == "accept" else take_away)(number)
        ends[end] += 1
        wrong += [f"round {number}: {fault}" for fault in faults]
        if blind and wrong:
            break
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


if __name__ == "__main__":
    pair, rounds, seed, *more = sys.argv[1:]
    print(json.dumps(main(pair, int(rounds), int(seed), blind="blind" in more)))
