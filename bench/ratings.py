"""Benchmark of the rating update at the end of a tournament, after 100 and 10,000 rated matches.

The benchmark stores finished tournaments of sixteen pairs with twenty matches, whose players come from the
register of a club. First all earlier matches are rated. Then tournaments end one after another, and the CPU
time of each rating update is measured. For comparison, a rating of all matches from the start is also
measured.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from statistics import median
from typing import Any

from bench.figures import Figure
from bench.hand_put import set_up

AFTER = (100, 10_000)
PEOPLE, PAIRS, MATCHES = 640, 16, 20
REPEATS = 25
GOAL = 1.2
SEED = 20261125
CARD_GAME = "mariglia"


def run(after: tuple[int, ...] = AFTER, people: int = PEOPLE, repeats: int = REPEATS) -> list[Figure]:
    """Measure the rating update after each number of rated matches in `after`."""
    set_up()
    return figures_of(_Club(people), after, repeats)


def figures_of(club: "_Club", after: tuple[int, ...], repeats: int) -> list[Figure]:
    """Time the rating update at the end of a tournament, after each number of rated matches in `after`.

    The first result compares the time after the last number with the time after the first number. The second
    result is the time to compute all ratings from the start.
    """
    from tournaments.season.selectors.ratings import played_matches, rate
    from tournaments.season.services import keep_ratings, rate_anew

    def bring_up() -> None:
        keep_ratings(CARD_GAME, rate_anew(CARD_GAME), at=club.at)

    spent: list[float] = []
    for matches in after:
        while club.matches < matches:
            club.play_events(min(50, -(-(matches - club.matches) // MATCHES)))
        bring_up()
        times = []
        for _event in range(repeats):
            club.play_events(1)
            times.append(_seconds(bring_up))
        spent.append(median(times))
    full_seconds = _seconds(lambda: rate(played_matches(CARD_GAME)))
    title = f"the end of a tournament after {after[-1]:,} matches, ms; after {after[0]:,}"
    return [
        Figure(title, 1000 * spent[-1], 1000 * spent[0], GOAL),
        Figure(f"all {club.matches:,} rated from the start, without storing, ms", 1000 * full_seconds),
    ]


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


class _Club:
    """A club whose players are registered, and which finishes one tournament a day."""

    def __init__(self, people: int) -> None:
        from tests.builders import an_organiser
        from tournaments.models import Person

        self.owner, self.chance = an_organiser(), Random(SEED)
        self.events = self.matches = 0
        self.at = datetime(2016, 1, 1, 20).astimezone()
        names = [f"Anna Primu{number}" for number in range(people)]
        self.people = Person.objects.bulk_create(
            [Person(name=each, written_name=each, name_key=each.lower()) for each in names]
        )

    def play_events(self, count: int) -> None:
        """Store `count` finished tournaments of the club."""
        from tournaments import models

        rows: dict[Any, list[Any]] = {}
        for _event in range(count):
            for row in self._event():
                rows.setdefault(type(row), []).append(row)
        order = ("Tournament", "Stage", "Team", "TeamPlayer", "ScoreSheet", "Match", "Slot", "Outcome")
        for kind in sorted(rows, key=lambda kind: order.index(kind.__name__)):
            kind.objects.bulk_create(rows[kind], batch_size=500)
        models.Tournament.objects.filter(version=0).update(version=1)

    def _event(self) -> list[Any]:
        from scoring.models import ScoreSheet
        from tournaments import models

        self.events += 1
        self.matches += MATCHES
        self.at += timedelta(days=1)
        name = f"Sera {self.events}"
        tournament = models.Tournament(
            slug=f"sera-{self.events}", name=name, card_game=CARD_GAME, tables=8, state="over",
            owner=self.owner, made_at=self.at,
        )  # fmt: skip
        stage = models.Stage(tournament=tournament, number=1, format="round_robin", state="over")
        players = self.chance.sample(self.people, 2 * PAIRS)
        teams = [
            models.Team(
                tournament=tournament, number=number, name=f"Coppia {number}", name_key=f"coppia {number}",
                written_name=f"Coppia {number}", entered_at=self.at,
            )
            for number in range(1, PAIRS + 1)
        ]  # fmt: skip
        seats = [
            models.TeamPlayer(team=teams[at // 2], tournament=tournament, person=person, position=at % 2)
            for at, person in enumerate(players)
        ]
        rows: list[Any] = [tournament, stage, *teams, *seats]
        for number in range(1, MATCHES + 1):
            sheet = ScoreSheet(card_game=CARD_GAME, profile={})
            match = models.Match(
                sheet=sheet, tournament=tournament, stage=stage, round=number, number=1,
                label=f"R{number}.1", state="confirmed",
            )  # fmt: skip
            slots = [
                models.Slot(
                    match=match, stage=stage, round=number, side=side, source="line", team=team, resolved=True
                )
                for side, team in enumerate(self.chance.sample(teams, 2))
            ]
            outcome = models.Outcome(
                match=match, version=1, stage=stage, seq=number, kind="result",
                winner=self.chance.randrange(2), games=[[35, 20]],
                made_at=self.at + timedelta(minutes=number),
            )  # fmt: skip
            rows += [sheet, match, *slots, outcome]
        return rows
