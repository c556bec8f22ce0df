"""Tests that incremental ratings equal, to the last bit, the ratings computed from all matches.

The histories are random: tournaments, corrections, merged and split persons, unpublished and republished
tournaments, deleted trials, overlapping tournaments.
"""

import os
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import (
    WINS_FOR_FIRST,
    WINS_FOR_SECOND,
    a_tournament,
    an_organiser,
    draw,
    play_match,
    play_out,
)
from tournaments.club.services.deletion import delete_tournament
from tournaments.club.services.new_tournament import change_tournament
from tournaments.corrections.services import Correction, correct_match
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Match, Person, RatedEvent, Rating, RatingList, RatingStop, Tournament
from tournaments.people.services.register import merge_persons, split_person
from tournaments.queue import runner
from tournaments.season.selectors.rated_events import rating_task
from tournaments.season.selectors.ratings import CourseStop, played_matches, rate
from tournaments.season.services import rating_list_id
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600)]

HISTORIES = int(os.environ.get("HISTORIES", "3"))
ACTS = 9
PEOPLE = [f"Anna Primu{number}" for number in range(10)]


def writer() -> dict[str, Any]:
    return {"author": Author(an_organiser().pk), "at": timezone.now()}


def an_evening(chance: Random, name: str, **more: Any) -> Tournament:
    tournament = a_tournament(name=name, **more)
    people = chance.sample(PEOPLE, 4)
    enter_teams(tournament, [Entry(people[:2]), Entry(people[2:])], **writer())
    draw(tournament)
    return tournament


def play(chance: Random) -> None:
    play_out(an_evening(chance, "Sera"))


def play_two_side_by_side(chance: Random) -> None:
    first, second = an_evening(chance, "Sera"), an_evening(chance, "Altra")
    for tournament in (first, second):
        play_match(Match.objects.filter(tournament=tournament)[0], winner=chance.randrange(2))


def play_a_trial(chance: Random) -> None:
    trial = an_evening(chance, "Prova", trial=True)
    play_out(trial)
    delete_tournament(Tournament.objects.get(pk=trial.pk), **writer())


def correct(chance: Random) -> None:
    match = chance.choice(list(Match.objects.filter(outcomes__kind="result").order_by("pk")))
    won = chance.choice([WINS_FOR_FIRST, WINS_FOR_SECOND])
    hands = [HandChange((game, 1), 1, hand) for game, hand in enumerate(won, start=1)]
    correct_match(match.pk, Correction(hands=hands), "al contrario", **writer())


def merge(chance: Random) -> None:
    one, other = chance.sample(list(Person.objects.filter(merged_into=None).order_by("pk")), 2)
    merge_persons(one, other, **writer())


def split(chance: Random) -> None:
    person = chance.choice(list(Person.objects.filter(merged_into=None).order_by("pk")))
    played = list(Tournament.objects.filter(teams__seats__person=person).order_by("pk"))
    split_person(person, {each.pk for each in played[:1]}, name="Anna Altra", **writer())


def hide_or_show(chance: Random) -> None:
    tournament = chance.choice(list(Tournament.objects.filter(trial=False).order_by("pk")))
    hidden = tournament.visibility == Visibility.UNPUBLISHED
    now = Visibility.PUBLISHED if hidden else Visibility.UNPUBLISHED
    change_tournament(tournament, visibility=now, **writer())


def as_folded(stop: RatingStop) -> CourseStop:
    return CourseStop(str(stop.event.tournament_key), stop.matches, stop.mu, stop.sigma, stop.ordinal)


def stored() -> dict[tuple[str, ...], tuple[Any, ...]]:
    return {
        tuple(str(each) for each in (row.person_id, row.partner_id) if each): (
            row.mu, row.sigma, row.ordinal, row.matches, [as_folded(stop) for stop in row.stops.all()],
        )
        for row in Rating.objects.prefetch_related("stops__event")
    }  # fmt: skip


def folded() -> dict[tuple[str, ...], tuple[Any, ...]]:
    """Return the ratings computed from all matches, as a dict by player id."""
    courses = rate(played_matches("mariglia")).courses
    return {
        players: (each.mu, each.sigma, each.ordinal, each.matches, each.stops)
        for players, each in courses.items()
    }


def brought_up() -> None:
    """Run all due jobs and then the rating job, whether or not it is due."""
    runner.drain()
    tournament = Tournament.objects.order_by("pk")[0]
    runner.enqueue("ratings", rating_list_id("mariglia"), tournament_id=tournament.pk, due_at=timezone.now())
    runner.drain()


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_incremental_ratings_equal_ratings_computed_from_all_matches(seed: int) -> None:
    chance = Random(seed)
    for act in (play, play, correct):
        act(chance)
    brought_up()
    assert stored() == folded()
    for _act in range(ACTS):
        act = chance.choice([play, play_two_side_by_side, play_a_trial, correct, merge, split, hide_or_show])
        try:
            act(chance)
        except (BadEntry, NotNow, IndexError):
            continue
        brought_up()
        assert stored() == folded(), act
        assert RatingList.objects.get().matches == len(played_matches("mariglia"))


def test_only_changed_and_later_tournaments_are_rated_again() -> None:
    chance = Random(1)
    first, *_middle, last = [an_evening(chance, f"Sera {number}") for number in range(4)]
    for tournament in Tournament.objects.order_by("made_at"):
        play_out(tournament)
    brought_up()

    def rated_anew() -> set[str]:
        return {match.tournament for match in rating_task("mariglia", RatingList.objects.get()).matches}

    assert rated_anew() == set()
    Tournament.objects.filter(pk=first.pk).update(version=99)  # no rated data have changed
    assert rated_anew() == set()
    RatedEvent.objects.filter(tournament_key=last.pk).update(digest="", version=0)
    assert rated_anew() == {str(last.pk)}
    RatedEvent.objects.filter(tournament_key=first.pk).update(digest="", version=0)
    assert len(rated_anew()) == 4
