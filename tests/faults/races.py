"""Two simultaneous actions on one tournament in two threads.

python -m tests.faults.races PAIR ROUNDS SEED [blind]

The database must be migrated. The command prints one line of JSON: the number of times each outcome occurred,
and every fault. A fault is, for example, a match with a hand whose entrants have changed, two successful
actions that exclude each other, an error that is not a refusal, or invalid data of the tournament.

The argument `blind` removes protections, so that faults must appear: sheets are not locked, a match is undone
without a second check that play has not begun, and SQLite transactions start without the write lock.
"""

import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.models import ScoreSheet, SheetEvent  # noqa: E402
from scoring.sheet.services.corrections import HandChange  # noqa: E402
from scoring.sheet.services.log import Author  # noqa: E402
from scoring.types import NotNow, Sentence  # noqa: E402
from tests.builders import WINS_FOR_FIRST, WINS_FOR_SECOND, drawn_tournament, match_of, play_match  # noqa: E402
from tournaments.corrections import services  # noqa: E402
from tournaments.corrections.selectors.preview import fed_matches  # noqa: E402
from tournaments.draws.selectors.verify import verify_tournament  # noqa: E402
from tournaments.entries.services import withdrawals  # noqa: E402
from tournaments.matches.services import results  # noqa: E402
from tournaments.models import Match, Slot, Team, Tournament  # noqa: E402
from tournaments.queue import runner  # noqa: E402

OTHER_WINNER = [HandChange((game, 1), 1, hand) for game, hand in enumerate(WINS_FOR_SECOND, start=1)]
# Delays in seconds: in the first round the first act is certainly first, in the second round the other act.
SURE = {0: (0.0, 2.0), 1: (2.0, 0.0)}
# Seconds by which the second act may be later. Finding the matches that the first act changes takes half.
SPREAD = 0.1
# Seconds that a blind act waits between reading and writing, so that the other act reads meanwhile.
PAUSE = 0.25

Act = Callable[[], object]


class Evening(NamedTuple):
    """A tournament with two finished semi-finals and a ready final."""

    tournament: Tournament
    first: Match
    final: Match
    finalists: Sequence[UUID | None]
    author: Author

    def correct(self) -> object:
        """Correct the first semi-final, whose hands were recorded for the wrong sides."""
        correction = services.Correction(hands=OTHER_WINNER)
        why, at = "scritto al contrario", timezone.now()
        return services.correct_match(self.first.pk, correction, why, author=self.author, at=at)

    def begin(self) -> object:
        """Record the first hand of the final."""
        hand, at = WINS_FOR_FIRST[0], timezone.now()
        return results.write_hand(self.final.pk, (1, 1), hand, author=self.author, at=at)

    def leave(self, side: int = 0) -> object:
        """Withdraw one of the finalists."""
        team = Team.objects.get(pk=str(self.finalists[side]))
        return withdrawals.leave_stage(team, "withdrawal", "si ritira", author=self.author, at=timezone.now())

    def leave_too(self) -> object:
        """Withdraw the other finalist."""
        return self.leave(side=1)


class Pair(NamedTuple):
    """Two simultaneous actions, the allowed refusals, and whether only one of the actions may succeed."""

    acts: tuple[Callable[[Evening], object], Callable[[Evening], object]]
    refusals: frozenset[str] = frozenset()
    one_only: bool = False


PAIRS: Mapping[str, Pair] = {
    "correct begin": Pair(
        (Evening.correct, Evening.begin),
        frozenset({"director_decides", "next_match_begun", "match_waiting"}),
        one_only=True,
    ),
    "leave begin": Pair((Evening.leave, Evening.begin), frozenset({"match_over", "state_changed"})),
    "leave leave": Pair((Evening.leave, Evening.leave_too), frozenset({"state_changed", "nothing_to_leave"})),
    "leave correct": Pair(
        (Evening.leave, Evening.correct),
        frozenset({"state_changed", "director_decides", "next_match_begun", "nothing_to_leave"}),
    ),
}


def main(pair: str, rounds: int, seed: int, *, blind: bool) -> dict[str, Any]:
    """Run the races; return the number of times each outcome occurred, and the faults."""
    if blind:
        services._lock_fed_matches = fed_matches
        services._empty_fed_slots = take_back_blindly
        results.lock_sheet = read_only  # type: ignore[attr-defined]
        connection.close()
        connection.settings_dict["OPTIONS"].pop("transaction_mode", None)
    chance, ends, wrong = random.Random(seed), Counter[str](), []
    for number in range(rounds):
        later = delays(number, chance.uniform(0, SPREAD), blind=blind)
        end, faults = race(f"Serata {number}", PAIRS[pair], later)
        ends[end] += 1
        wrong += [f"round {number}, {end}: {fault}" for fault in faults]
        if blind and wrong:
            break
    return {"database": connection.vendor, "ends": ends, "wrong": wrong}


def delays(number: int, close: float, *, blind: bool) -> tuple[float, float]:
    """Return the start delay of each action in seconds; if `blind`, both actions start almost together."""
    near = (0.0, close)
    return near if blind else SURE.get(number, near)


def race(name: str, pair: Pair, later: tuple[float, float]) -> tuple[str, list[str]]:
    """Play the semi-finals, then run both actions simultaneously; return their outcomes and the faults."""
    tournament = drawn_tournament(4, name=name)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    first, final = match_of(tournament, "R1.1"), match_of(tournament, "R2.1")
    evening = Evening(tournament, first, final, entrants(final), Author(tournament.owner_id))
    ends = at_once([partial(act, evening) for act in pair.acts], later)
    runner.drain()
    return " ".join(ends), list(faults_of(evening, pair, ends))


def at_once(acts: Sequence[Act], later: tuple[float, ...]) -> list[str]:
    """Run each action in a thread; return "done" or the refusal code for each action."""
    gate, ends = threading.Barrier(len(acts)), ["?"] * len(acts)

    def run(place: int) -> None:
        try:
            gate.wait()
            time.sleep(later[place])
            acts[place]()
            ends[place] = "done"
        except NotNow as refusal:
            ends[place] = refusal.code
        except Exception as failure:  # noqa: BLE001  report any error as a fault
            ends[place] = repr(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def faults_of(evening: Evening, pair: Pair, ends: list[str]) -> list[str]:
    """Return the faults after a round of the race.

    A fault is one of these: the final has a hand and changed entrants or a wrong state, no action succeeded,
    two actions that exclude each other succeeded, an outcome is not an allowed refusal, or the data of the
    tournament are invalid.
    """
    final, finalists = evening.final, evening.finalists
    faults = verify_tournament(Tournament.objects.get(pk=evening.tournament.pk)).faults
    begun = SheetEvent.objects.filter(sheet=final.pk).exists()
    if begun and entrants(final) != finalists:
        faults = [*faults, f"the hand was written by {finalists}, and now {entrants(final)} stand there"]
    if begun and Match.objects.get(pk=final.pk).state not in ("playing", "walkover"):
        faults = [*faults, "a match with a hand is neither in play nor given"]
    if "done" not in ends or (pair.one_only and ends.count("done") != 1):
        faults = [*faults, f"one of the two is done and the other told why not: {ends}"]
    if not {"done", *pair.refusals}.issuperset(ends):
        faults = [*faults, f"answered by something that is no refusal: {ends}"]
    return faults


def entrants(match: Match) -> list[UUID | None]:
    """Return the ids of the entrants of a match in the order of its sides."""
    return list(Slot.objects.filter(match=match.pk).order_by("side").values_list("team_id", flat=True))


def read_only(sheet_id: UUID, before: ScoreSheet | None = None) -> ScoreSheet:
    """Read a sheet without locking it, and wait before returning it."""
    sheet = ScoreSheet.objects.get(pk=before.pk if before else sheet_id)
    time.sleep(PAUSE)
    return sheet


def take_back_blindly(match: Match, reached: Sequence[Match], at: datetime) -> None:
    """Undo the matches that depend on a match, without a lock and without a second check.

    The function checks once that each match has not begun. The service also checks at the time of the change.
    """
    for fed in reached:
        if fed.state not in ("waiting", "ready", "bye"):
            raise NotNow("next_match_begun", Sentence(f"The match that follows has begun, {at}."))
        time.sleep(PAUSE)
        Match.objects.filter(pk=fed.pk).update(state="waiting", table=None, ready_at=None, called_at=None)
    Slot.objects.filter(source_match=match.pk).exclude(source="after").update(
        team=None, resolved=False, reason=""
    )


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), blind="blind" in sys.argv[4:])))
