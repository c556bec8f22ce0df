"""Tests of migration 0041, which sets the end of play of a match to the time of its last hand."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.utils import timezone

from tests.builders import drawn_tournament, match_of, play_match
from tests.corrections.test_corrections import correct, score_of
from tests.entries.test_substitutes import replace
from tests.entries.test_withdrawals import leave
from tests.matches.test_end_of_play import BACHISIO, DORA, OPTIONS, at, clock, desk, rated, sitting  # noqa: F401
from tournaments.corrections.services import Correction
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.services import results
from tournaments.models import Match, Rating, Tournament
from tournaments.queue import runner
from tournaments.season.services import keep_ratings, rate_anew

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]

BEFORE = [("tournaments", "0040_no_courses")]


def migrate_from_before() -> None:
    """Migrate back to migration 0040, and then forward again."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    executor.loader.build_graph()
    executor.migrate(leaves)


def move_ends_as_before() -> None:
    """Set the ends of play to the values from before migration 0041, and recompute the ratings."""
    for match in Match.objects.filter(outcomes__isnull=False).annotate(latest=Max("outcomes__made_at")):
        Match.objects.filter(pk=match.pk, over_at__isnull=False).update(over_at=match.latest)
    keep_ratings("mariglia", rate_anew("mariglia"), at=timezone.now())


def ratings_of(name: str) -> list[int]:
    """Return the number of matches on which a person's stored rating is based."""
    rows = Rating.objects.filter(person__written_name=name, partner=None)
    return list(rows.values_list("matches", flat=True))


def digest_of(tournament: Tournament) -> str:
    """Verify a tournament and return its digest."""
    report = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    assert report.faults == []
    return report.digest


def test_migration_sets_the_end_of_play_to_the_time_of_the_last_hand(
    clock: time_machine.Traveller,  # noqa: F811
) -> None:
    tournament = drawn_tournament(8, options=OPTIONS)
    clock.move_to(at(20, 45))
    match = play_match(match_of(tournament), sign=False)
    clock.move_to(at(20, 50))
    results.confirm_match(match.pk, **desk(tournament))
    results.award_walkover(match_of(tournament, "R1.2").pk, 1, "assenti", **desk(tournament))
    play_match(match_of(tournament, "R1.3"), sign=False)
    clock.move_to(at(21, 30))
    replace(tournament, 1, DORA)
    clock.move_to(at(22))
    correct(match, Correction(outcome="walkover", winner=1))
    correct(match, score_of(68, version=1))
    correct(match_of(tournament, "R1.2"), Correction(outcome="double_walkover"))
    leave(tournament, seed_of(match_of(tournament, "R1.3")))
    ends = dict(Match.objects.values_list("label", "over_at"))
    digest = digest_of(tournament)
    move_ends_as_before()
    assert (sitting(match), rated()) == (["Anna Primu1", DORA], ["Anna Primu1", DORA])
    assert (ratings_of(DORA), ratings_of(BACHISIO)) == ([1], [])

    migrate_from_before()

    assert {label: ends[label] for label in ("R1.1", "R1.2", "R1.3", "R1.4")} == {
        "R1.1": at(20, 45),
        "R1.2": at(20, 50),
        "R1.3": at(20, 50),
        "R1.4": None,
    }
    assert dict(Match.objects.values_list("label", "over_at")) == ends
    assert sitting(match) == rated() == ["Anna Primu1", BACHISIO]
    assert digest_of(tournament) == digest
    clock.shift(timedelta(seconds=1))
    runner.drain()
    assert (ratings_of(DORA), ratings_of(BACHISIO)) == ([], [1])


def seed_of(match: Match) -> int:
    """Return the seed of the first side of a match."""
    team = match.slots.order_by("side")[0].team
    assert team is not None
    assert team.seed is not None
    return team.seed
