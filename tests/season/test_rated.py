"""Tests that ratings equal those of the openskill library for the same matches in the same order."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from openskill.models import PlackettLuce

from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from tests.builders import (
    WINS_FOR_SECOND,
    a_tournament,
    drawn_tournament,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tournaments.club.services.new_tournament import change_tournament
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.matches.services.results import award_walkover
from tournaments.models import Job, Match, Outcome, Person, Rating, RatingList, Tournament
from tournaments.queue import runner
from tournaments.season.rules import PersonIds
from tournaments.season.selectors.ratings import PlayedMatch, played_matches, ranks_of, rate
from tournaments.season.services import WHILE_PLAYED, rating_list_id
from tournaments.values.visibility import Visibility

# A win, a defeat, a draw with other partners, the same pairs with the players swapped, a table of three with
# two equal sides, and a match of single players.
PLAYED = [
    PlayedMatch("estate", (("ada", "bea"), ("cleo", "dora")), (0, 1)),
    PlayedMatch("estate", (("ada", "bea"), ("elsa", "fina")), (1, 0)),
    PlayedMatch("estate", (("ada", "cleo"), ("bea", "dora")), (0, 0)),
    PlayedMatch("autunno", (("dora", "cleo"), ("fina", "elsa")), (1, 0)),
    PlayedMatch("autunno", (("ada",), ("cleo",), ("elsa",)), (1, 0, 1)),
    PlayedMatch("autunno", (("ada",), ("dora",)), (0, 1)),
]


def figures(rating: Any) -> tuple[float, float, float]:
    return rating.mu, rating.sigma, rating.ordinal()


def test_ratings_of_persons_equal_the_ratings_of_openskill() -> None:
    model = PlackettLuce()
    a, b, c, d, e, f = (model.rating() for _each in range(6))
    [[a, b], [c, d]] = model.rate([[a, b], [c, d]])
    [[a, b], [e, f]] = model.rate([[a, b], [e, f]], ranks=[1, 0])
    [[a, c], [b, d]] = model.rate([[a, c], [b, d]], ranks=[0, 0])
    [[d, c], [f, e]] = model.rate([[d, c], [f, e]], ranks=[1, 0])
    [[a], [c], [e]] = model.rate([[a], [c], [e]], ranks=[1, 0, 1])
    [[a], [d]] = model.rate([[a], [d]])
    names = ("ada", "bea", "cleo", "dora", "elsa", "fina")
    courses = rate(PLAYED).courses
    for name, rating in zip(names, (a, b, c, d, e, f), strict=True):
        course = courses[(name,)]
        assert (course.mu, course.sigma, course.ordinal) == figures(rating), name


def test_ratings_of_pairs_equal_the_ratings_of_openskill() -> None:
    model = PlackettLuce()
    ab, cd, ef, ac, bd = (model.rating() for _each in range(5))
    [[ab], [cd]] = model.rate([[ab], [cd]])
    [[ab], [ef]] = model.rate([[ab], [ef]], ranks=[1, 0])
    [[ac], [bd]] = model.rate([[ac], [bd]], ranks=[0, 0])
    [[cd], [ef]] = model.rate([[cd], [ef]], ranks=[1, 0])
    courses = rate(PLAYED).courses
    pairs = {players: each for players, each in courses.items() if len(players) == 2}
    assert sorted(pairs) == [
        ("ada", "bea"), ("ada", "cleo"), ("bea", "dora"), ("cleo", "dora"), ("elsa", "fina"),
    ]  # fmt: skip
    for pair, rating in zip(sorted(pairs), (ab, ac, bd, cd, ef), strict=True):
        assert (pairs[pair].mu, pairs[pair].sigma, pairs[pair].ordinal) == figures(rating), pair


def test_rating_is_stored_after_each_tournament() -> None:
    ada = rate(PLAYED).courses[("ada",)]
    summer = rate(PLAYED[:3]).courses[("ada",)]
    assert ada.stops == [
        ("estate", 3, summer.mu, summer.sigma, summer.ordinal),
        ("autunno", 5, ada.mu, ada.sigma, ada.ordinal),
    ]
    assert ada.matches == 5


def test_ratings_continued_from_any_match_equal_ratings_computed_in_one_run() -> None:
    for number in range(len(PLAYED) + 1):
        courses = dict(rate(PLAYED[:number]).courses)
        assert rate(PLAYED[number:], courses=courses).courses == rate(PLAYED).courses


def test_equal_sequences_of_matches_give_equal_ratings() -> None:
    assert rate(PLAYED) == rate(PLAYED)


@pytest.mark.parametrize(
    ("sides", "winner", "games", "ranks"),
    [
        pytest.param(2, 0, [[35, 20], [10, 35], [45, 44]], (0, 1), id="won, however closely"),
        pytest.param(2, 1, [[35, 34]], (1, 0), id="a lost claim goes to the lower score"),
        pytest.param(2, None, [[20, 30]], (0, 0), id="level"),
        pytest.param(3, 2, [[5, -10, 5]], (1, 2, 0), id="a winner among those with as many"),
        pytest.param(4, 1, [[3, 9, 3, 1]], (1, 0, 1, 3), id="two share the second place"),
        pytest.param(3, None, [[4, 4, 1]], (0, 0, 2), id="two share the first"),
    ],
)
def test_ranks_of_the_sides_of_a_match_are_computed_from_winner_and_points(
    sides: int, winner: int | None, games: list[list[int]], ranks: tuple[int, ...]
) -> None:
    assert ranks_of(sides, winner, games) == ranks


def persons(team: Any) -> PersonIds:
    return tuple(str(seat.person_id) for seat in team.seats.order_by("position"))


def seated(tournament: Tournament, label: str) -> tuple[PersonIds, ...]:
    slots = match_of(tournament, label).slots.order_by("side")
    return tuple(persons(slot.team) for slot in slots)


def stored() -> dict[PersonIds, tuple[float, int]]:
    return {
        tuple(str(each) for each in (row.person_id, row.partner_id) if each): (row.ordinal, row.matches)
        for row in Rating.objects.all()
    }


pytest_db = pytest.mark.django_db


@pytest_db
def test_ratings_are_stored_when_a_tournament_is_over() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.2"))
    play_match(match_of(tournament, "R1.1"), winner=1)
    assert not RatingList.objects.exists()  # the tournament is not over
    ended = [
        PlayedMatch(str(tournament.pk), seated(tournament, "R1.2"), (0, 1)),
        PlayedMatch(str(tournament.pk), seated(tournament, "R1.1"), (1, 0)),
        PlayedMatch(str(tournament.pk), seated(tournament, "R2.1"), (0, 1)),
    ]
    play_match(match_of(tournament, "R2.1"))
    assert played_matches("mariglia") == ended
    listing = RatingList.objects.get()
    assert (listing.card_game, listing.matches) == ("mariglia", 3)
    assert listing.computed_at
    expected = {
        tuple(sorted(players)): (course.ordinal, course.matches)
        for players, course in rate(ended).courses.items()
    }
    assert {tuple(sorted(players)): each for players, each in stored().items()} == expected


@pytest_db
def test_ratings_are_updated_within_an_hour_during_a_tournament() -> None:
    tournament = drawn_tournament(4)
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    (job,) = Job.objects.filter(kind="ratings")
    assert (job.subject, job.state) == (rating_list_id("mariglia"), "queued")
    assert timedelta(0) < job.due_at - timezone.now() <= WHILE_PLAYED
    Job.objects.update(due_at=timezone.now())
    runner.drain()
    assert RatingList.objects.get().matches == 2


@pytest_db
def test_walkovers_byes_and_reopened_matches_are_not_rated() -> None:
    tournament = drawn_tournament(7)
    at, author = timezone.now(), Author(tournament.owner_id)
    away, played, back = Match.objects.filter(tournament=tournament, state="ready").order_by("number")
    award_walkover(away.pk, 0, "non sono venuti", author=author, at=at)
    play_match(played)
    play_match(back)
    correct_match(back.pk, Correction(outcome="reopened"), "da rigiocare", author=author, at=at)
    runner.drain()
    assert [match.sides for match in played_matches("mariglia")] == [seated(tournament, played.label)]


@pytest_db
def test_correction_changes_the_result_of_a_rated_match_but_not_its_time() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    play_out(tournament)
    before = played_matches("mariglia")
    first = Outcome.objects.order_by("made_at")[0].match
    hands = [HandChange((game, 1), 1, hand) for game, hand in enumerate(WINS_FOR_SECOND, 1)]
    author = Author(tournament.owner_id)
    correct_match(first.pk, Correction(hands=hands), "al contrario", author=author, at=timezone.now())
    runner.drain()
    after = played_matches("mariglia")
    assert after == [before[0]._replace(ranks=(1, 0)), *before[1:]]
    player = before[0].sides[1][:1]
    assert stored()[player][0] == rate(after).courses[player].ordinal != rate(before).courses[player].ordinal


@pytest_db
def test_match_is_rated_for_the_players_seated_at_its_end() -> None:
    tournament = a_tournament(teams=4, options={"substitutes": 2})
    author = Author(tournament.owner_id)
    draw_stage(first_stage(tournament), by="seeds", author=author, at=timezone.now())
    runner.drain()
    first = seated(tournament, "R1.1")
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    team = tournament.teams.get(seed=1)
    replace_player(team, 1, "Dora Piga", "sta male", author=author, at=timezone.now())
    coming = str(Person.objects.get(name="Dora Piga").pk)
    play_match(match_of(tournament, "R2.1"))
    matches = played_matches("mariglia")
    assert matches[0].sides == first
    assert matches[-1].sides[0] == (first[0][0], coming)


@pytest_db
def test_partners_who_entered_as_single_players_are_rated_as_one_side() -> None:
    tournament = drawn_tournament(4, form="individual", options={"rounds": 1})
    match = Match.objects.get(tournament=tournament)
    play_match(match)
    ((_tournament, sides, ranks),) = played_matches("mariglia")
    seats = [persons(slot.team)[0] for slot in match.slots.order_by("side")]
    assert (sides, ranks) == (((seats[0], seats[2]), (seats[1], seats[3])), (0, 1))


@pytest_db
def test_only_public_tournaments_are_rated() -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    author, at = Author(tournament.owner_id), timezone.now()
    change_tournament(tournament, author=author, at=at, visibility=Visibility.UNPUBLISHED)
    runner.drain()
    assert (RatingList.objects.get().matches, Rating.objects.count()) == (0, 0)
    change_tournament(tournament, author=author, at=at, visibility=Visibility.PUBLISHED)
    runner.drain()
    assert RatingList.objects.get().matches == 3


@pytest_db
def test_ratings_are_separate_for_each_card_game(django_assert_num_queries: Any) -> None:
    play_out(drawn_tournament(4))
    play_out(drawn_tournament(8, name="Altro"))
    other = a_tournament(name="Maniglia", card_game="maniglia")
    enter_teams(other, [Entry(["Ada", "Bea"])], author=Author(other.owner_id), at=timezone.now())
    with django_assert_num_queries(5):
        assert len(played_matches("mariglia")) == 10
    assert played_matches("maniglia") == []
