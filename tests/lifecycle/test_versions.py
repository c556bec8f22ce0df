"""Tests of the version number of a tournament, and of the context manager `one_version`."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from tests.builders import a_tournament
from tournaments.lifecycle.services.changes import MOST_TOLD, note_change, note_changes, one_version
from tournaments.models import Change, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


def topics(tournament: Tournament) -> list[tuple[int, str]]:
    """Return the changes stored since the fixture was created, as tuples (increase of version, topic)."""
    rows = Change.objects.filter(tournament=tournament, version__gt=tournament.version)
    return [(row.version - tournament.version, row.topic) for row in rows]


def raised(tournament: Tournament) -> int:
    """Return the increase of the tournament's version since the fixture was created."""
    return Tournament.objects.get(pk=tournament.pk).version - tournament.version


def test_several_changes_are_stored_with_two_queries(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(2):
        note_changes(tournament.pk, [("match", uuid4()), ("match", uuid4()), ("bracket", None)])
    assert topics(tournament) == [(1, "match"), (2, "match"), (3, "bracket")]
    assert raised(tournament) == 3


def test_changes_collected_in_a_one_version_block_are_stored_together_at_its_end(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(2), one_version(tournament.pk):
        note_change(tournament.pk, "match", uuid4())
        with one_version(tournament.pk):
            note_change(tournament.pk, "standings")
        note_change(tournament.pk, "bracket")
    assert topics(tournament) == [(1, "match"), (2, "standings"), (3, "bracket")]


def test_change_of_another_tournament_in_a_one_version_block_is_stored_immediately(
    tournament: Tournament,
) -> None:
    other = a_tournament(name="Un altro")
    with one_version(tournament.pk):
        note_change(other.pk, "entries")
        assert topics(other) == [(1, "entries")]
    assert topics(tournament) == []


def test_one_version_block_without_changes_needs_no_query(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0), one_version(tournament.pk):
        pass


def fail(tournament: Tournament) -> None:
    """Store a change in a transaction, and then raise an error."""
    with transaction.atomic(), one_version(tournament.pk):
        note_change(tournament.pk, "match")
        raise LookupError


def test_changes_of_a_failed_transaction_are_not_stored(tournament: Tournament) -> None:
    with pytest.raises(LookupError):
        fail(tournament)
    note_change(tournament.pk, "bracket")
    assert topics(tournament) == [(1, "bracket")]


def test_many_changes_at_once_increase_the_version_but_no_topics_are_stored(tournament: Tournament) -> None:
    note_changes(tournament.pk, [("match", uuid4()) for _match in range(MOST_TOLD)])
    assert (raised(tournament), topics(tournament)) == (MOST_TOLD, [])
