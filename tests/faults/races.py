"""A correction and the first hand of the match that follows, sent by two threads at the same instant.

python -m tests.faults.races ROUNDS SEED [blind]

Prints one line of JSON: how often which of the two was done, and every fault: a match with a hand has other
entrants than when it was written, both were done, or one was answered by something that is no refusal.
`blind` locks no sheet, takes the match back without asking again whether it has begun, and lets SQLite begin
without its write lock: with it the test must see faults.
"""

import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.models import ScoreSheet, SheetEvent  # noqa: E402
from scoring.rules.errors import NotNow  # noqa: E402
from scoring.rules.words import Sentence  # noqa: E402
from scoring.services.corrections import HandChange  # noqa: E402
from scoring.services.log import Author  # noqa: E402
from tests.builders import WINS_FOR_FIRST, WINS_FOR_SECOND, drawn_tournament, match_of, play_match  # noqa: E402
from tournaments.jobs import runner  # noqa: E402
from tournaments.models import Match, Slot, Tournament  # noqa: E402
from tournaments.selectors.corrections import fed_matches  # noqa: E402
from tournaments.selectors.verify import verify_tournament  # noqa: E402
from tournaments.services import corrections, results  # noqa: E402

OTHER_WINNER = [HandChange((game, 1), 1, hand) for game, hand in enumerate(WINS_FOR_SECOND, start=1)]
SURE = {0: (0.0, 2.0), 1: (2.0, 0.0)}
"""In the first round the correction is surely first, in the second the hand."""
REFUSALS = {"done", "director_decides", "next_match_begun", "match_waiting"}
SPREAD = 0.1
"""Seconds by which the hand may come later: checking the correction takes about half of it."""


def main(rounds: int, seed: int, *, blind: bool) -> dict[str, Any]:
    """Race so many times; return what came of it."""
    call_command("migrate", verbosity=0)
    if blind:
        corrections._locked = fed_matches
        corrections._take_back = take_back_blindly
        results.lock_sheet = read_only  # type: ignore[attr-defined]
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    chance, ends, wrong = random.Random(seed), Counter[str](), []
    for number in range(rounds):
        later = SURE.get(number, (0.0, chance.uniform(0, SPREAD)))
        end, faults = race(f"Serata {number}", later)
        ends[end] += 1
        wrong += [f"round {number}, {end}: {fault}" for fault in faults]
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


def race(name: str, later: tuple[float, float]) -> tuple[str, list[str]]:
    """Two semi-finals are over; the first is corrected while the final begins."""
    tournament = drawn_tournament(4, name=name)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    first, final = match_of(tournament, "R1.1"), match_of(tournament, "R2.1")
    author, who = Author(tournament.owner_id), entrants(final)
    correction = corrections.Correction(hands=OTHER_WINNER)

    def correct() -> None:
        corrections.correct_match(
            first.pk, correction, "scritto al contrario", author=author, at=timezone.now()
        )

    def begin() -> None:
        results.write_hand(final.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())

    ends = at_once([correct, begin], later)
    runner.drain()
    return " ".join(ends), list(faults_of(tournament, final, who, ends))


def at_once(acts: list[Callable[[], None]], later: tuple[float, ...]) -> list[str]:
    """Do each in a thread of its own; return what each came to: done, or the code of its refusal."""
    gate, ends = threading.Barrier(len(acts)), ["?"] * len(acts)

    def run(place: int) -> None:
        try:
            gate.wait()
            time.sleep(later[place])
            acts[place]()
            ends[place] = "done"
        except NotNow as refusal:
            ends[place] = refusal.code
        except Exception as failure:  # noqa: BLE001  what is none of ours is told as it is
            ends[place] = repr(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def faults_of(tournament: Tournament, final: Match, who: list[Any], ends: list[str]) -> list[str]:
    """Say what is wrong after a round: a hand of other entrants, both done, a file that does not verify."""
    found = verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults
    begun = SheetEvent.objects.filter(sheet=final.pk).exists()
    if begun and entrants(final) != who:
        found = [*found, f"the hand was written by {who}, and now {entrants(final)} stand there"]
    if begun and Match.objects.get(pk=final.pk).state != "playing":
        found = [*found, "a match with a hand is not in play"]
    if ends.count("done") != 1 or not REFUSALS.issuperset(ends):
        found = [*found, f"one of the two is done and the other told why not: {ends}"]
    return found


def entrants(match: Match) -> list[UUID | None]:
    """Return who stands on the sides of a match."""
    return list(Slot.objects.filter(match=match.pk).order_by("side").values_list("team_id", flat=True))


def read_only(sheet_id: UUID) -> ScoreSheet:
    """Return a sheet without locking it."""
    return ScoreSheet.objects.get(pk=sheet_id)


def take_back_blindly(match: Match, reached: Sequence[Match], at: datetime) -> None:
    """As the service does it, but it looks once and locks nothing."""
    for fed in reached:
        if fed.state not in ("waiting", "ready", "bye"):
            raise NotNow("next_match_begun", Sentence(f"The match that follows has begun, {at}."))
        Match.objects.filter(pk=fed.pk).update(state="waiting", table=None, ready_at=None, called_at=None)
    Slot.objects.filter(source_match=match.pk).exclude(source="after").update(
        team=None, resolved=False, reason=""
    )


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), blind="blind" in sys.argv[3:])))
