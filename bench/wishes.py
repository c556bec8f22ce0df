"""Benchmark of the estimated duration of a tournament, compared with a simulation of every hand.

Eight requests of organisers are measured, with 8 to 64 pairs, 2 to 16 tables and 2 to 5 hours. Every hand is
dealt and played card by card. Its duration, and the time to reach the next table, vary randomly around the
usual values, with a fixed seed. Winners advance as in the format, and a free table takes the match that has
been ready longest. The simulation uses only the proposed stages from `tournaments/proposals/`, which computes
the estimate.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean
from typing import NamedTuple

from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.odds.simulation import CountScale, result, shuffled
from scoring.sheet.rules.reader import read_profile
from tournaments.club.rules import going_on
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.format_parts.format import Format, Options, RoundByRound
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import EntrantId, KnownEntrant, Label, Outcome, Plan, Result
from tournaments.proposals.rules.courses import EveningWish, Proposal, offer
from tournaments.proposals.rules.evening import usual_for

GAME = CARD_GAMES["mariglia"]
PROFILE = {"targets": [35]}
SCALE = CountScale((6, 5, 4, 3, 2, 1, 0, 0, 0, 0), 70)
EVEN = 35
# Seconds from the last card of a match to the first card of the next at the same table.
WAY = (180, 420)
SEED, EVENINGS = 20261121, 12
# Pairs, tables, minutes.
WISHES = (
    (8, 2, 180),
    (8, 4, 120),
    (12, 3, 240),
    (16, 8, 180),
    (24, 8, 240),
    (32, 16, 180),
    (48, 12, 300),
    (64, 16, 300),
)

Chance = Callable[[], float]


class Compared(NamedTuple):
    """The estimated and the simulated duration of one proposal, in minutes."""

    wish: tuple[int, int, int]
    proposal: str
    promised: float
    played: float

    @property
    def off(self) -> float:
        """The relative difference between the estimated and the simulated duration."""
        return self.promised / self.played - 1


def run(evenings: int = EVENINGS) -> dict[str, object]:
    """Return the estimated and the simulated duration of each tournament proposed to an organiser."""
    figures: dict[str, object] = {}
    compared = list(compare(evenings))
    for each in compared:
        pairs, tables, minutes = each.wish
        figures[f"{pairs} pairs, {tables} tables, {minutes} minutes: {each.proposal}"] = (
            f"promised {each.promised:.0f}, simulated {each.played:.0f}, {each.off:+.1%}"
        )
    figures["largest difference"] = f"{max((abs(each.off) for each in compared), default=0):.1%}"
    return figures


def compare(evenings: int = EVENINGS) -> Iterator[Compared]:
    """Yield the estimated and the simulated duration of every tournament proposed for `WISHES`."""
    profile = read_profile(GAME, PROFILE)
    pace = usual_for(GAME, PROFILE)
    for pairs, tables, minutes in WISHES:
        for proposal in offer(EveningWish(pairs, tables, minutes, pace)).proposals:
            ends = [
                evening(
                    proposal, pairs, tables, profile, Random(f"{SEED}/{pairs}/{proposal.key}/{number}").random
                )
                for number in range(evenings)
            ]
            yield Compared((pairs, tables, minutes), proposal.name.english(), proposal.end, mean(ends) / 60)


def evening(proposal: Proposal, pairs: int, tables: int, profile: Profile, chance: Chance) -> float:
    """Simulate a tournament; return the seconds from the call of its first matches to its end."""
    now, entrants = 0.0, pairs
    for stage in proposal.stages:
        form = FORMATS[stage.format]
        options = form.read_options(stage.named_options)
        names = [EntrantId(str(number)) for number in range(entrants)]
        play = rounds_played if isinstance(form.paired, RoundByRound) else structure_played
        now = play(form, options, names, tables, now, lambda: a_match(profile, chance))
        entrants = going_on(form.plan(names, options), options)
    return now


def a_match(profile: Profile, chance: Chance) -> tuple[int, float]:
    """Simulate the hands of a match; return its winner, and the seconds for which it occupies a table."""
    won, seconds, dealer = [0, 0], WAY[0] + (WAY[1] - WAY[0]) * chance(), 0
    for target in profile.targets:
        score = [0, 0]
        while max(score) < target:
            trump, points = result(shuffled(chance), SCALE)
            score[dealer] += trump
            if score[dealer] < target:
                score[dealer] += max(0, points - EVEN)
                score[1 - dealer] += max(0, EVEN - points)
            seconds += GAME.pace.hand_seconds * (5 + 6 * chance()) / 8
            dealer = 1 - dealer
        won[score[1] > score[0]] += 1
        if max(won) >= profile.games_to_win:
            break
    return int(won[1] > won[0]), seconds


Match = Callable[[], tuple[int, float]]


def rounds_played(
    form: Format, options: Options, names: Sequence[EntrantId], tables: int, start: float, match: Match
) -> float:
    """Simulate a stage whose rounds follow one another; return the time of its end, in seconds."""
    paired = form.paired
    assert isinstance(paired, RoundByRound)
    now = start
    for _round in range(paired.rounds(len(names), options, 2)):
        free = [now] * tables
        for _match in range(len(names) // 2):
            heapq.heapreplace(free, free[0] + match()[1])
        now = max(free)
    return now


def structure_played(
    form: Format, options: Options, names: Sequence[EntrantId], tables: int, start: float, match: Match
) -> float:
    """Simulate a stage with a fixed structure; return the time of its end, in seconds.

    The match that has been ready longest starts first.
    """
    plan, outcomes, now = form.plan(names, options), dict[Label, Outcome](), start
    called: set[Label] = set()
    waiting: list[tuple[float, int, Label]] = []
    playing: list[tuple[float, Label, int]] = []
    while True:
        for place, label in ready(plan, outcomes):
            if label not in called:
                called.add(label)
                heapq.heappush(waiting, (now, place, label))
        while waiting and len(playing) < tables:
            _since, _place, label = heapq.heappop(waiting)
            winner, seconds = match()
            heapq.heappush(playing, (now + seconds, label, winner))
        if not playing:
            return now
        now, label, winner = heapq.heappop(playing)
        outcomes[label] = Result(winner, ((35, 20) if winner == 0 else (20, 35),))


def ready(plan: Plan, outcomes: dict[Label, Outcome]) -> Iterator[tuple[int, Label]]:
    """Yield the index and label of each undecided match whose entrants are both known."""
    matches = advance(plan, outcomes).matches
    for place, planned in enumerate(plan.matches):
        sides = matches[planned.label].sides
        if matches[planned.label].outcome is None and all(isinstance(side, KnownEntrant) for side in sides):
            yield place, planned.label


if __name__ == "__main__":
    for name, figure in run().items():
        print(f"{name}: {figure}")
