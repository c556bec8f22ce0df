"""Tests that random register actions, once undone, leave standings, ratings and pages unchanged.

Each history performs random actions and then undoes all of them, starting with the last. A merge is undone
directly, or its tournaments are split off again. Every other action is undone directly.

The tournaments are finished, and one player was replaced in each of them. Random persons have the seats.
Every fifth history assigns the seats anew; the other histories continue from the previous history.

The environment variable `REGISTERS` sets the number of histories, fifty per seed. `SEED` sets the first seed.
To continue an interrupted run, set `SEED` to the first seed that was not printed.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, draw, play_out
from tournaments.competition.names import Showing, shown_name
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import (
    Circuit,
    Distinction,
    Person,
    PersonMove,
    RosterChange,
    RosterIdentity,
    Team,
    TeamPlayer,
    Tournament,
)
from tournaments.people.rules import SHOWN_AS
from tournaments.people.selectors.history import player_history
from tournaments.people.selectors.register import register
from tournaments.people.services import register as acts
from tournaments.people.services.moving import name_after_players
from tournaments.people.services.names import show_teams
from tournaments.people.services.undoing import undo_move
from tournaments.rosters.selectors.roster import who_entered, with_seats
from tournaments.season.selectors.circuits import computed
from tournaments.season.selectors.ratings import played_matches, rate
from tournaments.season.services import create_circuit
from tournaments.standings.selectors import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.timeout(7200), pytest.mark.sweep]

HISTORIES = int(os.environ.get("REGISTERS", "10"))
SEED = int(os.environ.get("SEED", "20261125"))
# The number of histories per seed, and per seating.
A_SEED, A_SEATING = 50, 5
SEEDS = range(SEED, SEED + -(-HISTORIES // A_SEED))
EVENINGS = 3
NAMES = ("Gio Maria Carta", "Giommaria Carta", "Giovanni Sanna", "Ugo Fois", "Ada Piras", "Rita Murgia")
# The compared columns of a person.
COLUMNS = (
    "pk", "written_name", "name", "name_key", "note", "member_number", "valid_until", "stays_since",
    "showing", "alias", "is_minor", "doubtful_since", "certain_since",
)  # fmt: skip
# The players: eight per tournament, and one substitute.
PEOPLE = [f"{name}{number}" for number in range(3) for name in NAMES]


def a_season() -> Circuit:
    """Return a circuit of finished tournaments.

    In each tournament, a substitute replaced one player.
    """
    played = []
    for number in range(EVENINGS):
        tournament = a_tournament(name=f"Sera {number}", options={"substitutes": 2})
        author, at = Author(tournament.owner_id), timezone.now()
        *players, substitute = (PEOPLE[(8 * number + place) % len(PEOPLE)] for place in range(9))
        teams = [Entry(players[place : place + 2]) for place in range(0, 8, 2)]
        entered = enter_teams(tournament, teams, author=author, at=at)
        draw(tournament)
        replace_player(entered[0], 0, substitute, "malato", author=author, at=timezone.now())
        play_out(tournament)
        tournament.refresh_from_db()
        played.append(tournament)
    return create_circuit(
        name="Stagione",
        points=[10, 6, 4, 2],
        tournaments=played,
        author=Author(played[0].owner_id),
        at=timezone.now(),
    )


def seat_at_random(chance: random.Random) -> None:
    """Give each free seat to a random person; a person has at most one seat in a tournament.

    The seats of replaced players and of substitutes are not free.
    """
    people = list(Person.objects.order_by("name_key"))
    for tournament in Tournament.objects.order_by("name"):
        changes = RosterChange.objects.filter(stage__tournament=tournament, kind="substitute")
        fixed = {UUID(row.body[way]) for row in changes for way in ("out", "in")}
        seats = TeamPlayer.objects.filter(tournament=tournament).order_by("team__number", "position")
        free = [seat for seat in seats if seat.person_id not in fixed]
        TeamPlayer.objects.filter(pk__in=[seat.pk for seat in free]).delete()
        candidates = [person for person in people if person.pk not in fixed]
        for seat, person in zip(free, chance.sample(candidates, len(free)), strict=True):
            seat.person = person
        TeamPlayer.objects.bulk_create(free)
    name_after_players(Team.objects.order_by("pk").values_list("pk", flat=True))


def describe_at_random(chance: random.Random) -> None:
    """Give persons random member numbers, expiry dates, name forms, and requests to keep the name."""
    day, now = timezone.localdate(), timezone.now()
    people = list(Person.objects.order_by("name_key"))
    for number, person in enumerate(people):
        person.member_number = chance.choice(["", str(number)])
        person.valid_until = chance.choice([None, day + timedelta(days=chance.randrange(400))])
        person.stays_since = chance.choice([None, now - timedelta(days=chance.randrange(400))])
        person.showing = chance.choice([*Showing, Showing.FULL, Showing.FULL])
        person.alias = f"Carta {number}" if person.showing == Showing.ALIAS else ""
        person.is_minor = chance.random() < 0.2
        person.doubtful_since = chance.choice([None, now])
        person.name = shown_name(person.written_name, Showing(person.showing), person.alias)
    columns = ["member_number", "valid_until", "stays_since", "doubtful_since", "name", *SHOWN_AS]
    Person.objects.bulk_update(people, columns)
    teams = list(Team.objects.prefetch_related(with_seats()))
    show_teams(zip(teams, who_entered(teams), strict=True))


def evenings() -> Mapping[UUID, list[UUID]]:
    """Return the tournaments of each person, in the order of the tournaments' names.

    Tournaments in which the person was replaced are included.
    """
    events_by_person: dict[UUID, set[UUID]] = defaultdict(set)
    for person, event in TeamPlayer.objects.values_list("person", "tournament"):
        events_by_person[person].add(event)
    now = {(row.tournament_id, row.named_id): row.person_id for row in RosterIdentity.objects.all()}
    for row in RosterChange.objects.filter(kind="substitute").select_related("team"):
        event = row.team.tournament_id
        for named in (UUID(row.body[way]) for way in ("out", "in")):
            events_by_person[now.get((event, named), named)].add(event)
    order = list(Tournament.objects.order_by("name").values_list("pk", flat=True))
    return defaultdict(
        list, {person: sorted(events, key=order.index) for person, events in events_by_person.items()}
    )


class Writer:
    """A source of the arguments `author` and `at` for service calls; each call is one second later."""

    def __init__(self) -> None:
        self.author, self.began = Author(Tournament.objects.all()[0].owner_id), timezone.now()
        self.seconds: Iterator[int] = count()

    def now(self) -> dict[str, Any]:
        """Return the keyword arguments `author` and `at` for the next service call."""
        at: datetime = self.began + timedelta(seconds=next(self.seconds))
        return {"author": self.author, "at": at}


def site_now(circuit: Circuit) -> dict[str, Any]:
    """Return all data of the site that a merge of persons can change: standings, ratings, the register and
    pages.
    """
    standings = {}
    for tournament in Tournament.objects.order_by("pk"):
        stages = list(tournament.stages.select_related("tournament"))
        names = dict(tournament.teams.values_list("pk", "name"))
        standings_by_stage = standings_of(stages)
        standings[tournament.name] = (
            [[(row.place, row.entrant) for row in standings_by_stage[stage.pk].rows] for stage in stages],
            sorted(names.items()),
        )
    fold = rate(played_matches("mariglia"))
    ratings = {entrant: (course.mu, course.sigma, course.stops) for entrant, course in fold.courses.items()}
    people = list(register())
    return {
        "standings": standings,
        "circuit": computed(circuit),
        "ratings": ratings,
        "register": [[getattr(each, column) for column in COLUMNS] for each in people],
        "apart": sorted(map(sorted, Distinction.objects.values_list("first", "second"))),
        "pages": {each.pk: page_of(each) for each in people},
    }


def page_of(person: Person) -> object:
    """Return the numbers shown on the page of a person; None if the person has no page."""
    history = player_history(person.pk, None)
    if history is None:
        return None
    return (
        sorted((each.team.name, len(each.stood)) for each in history.appearances),
        sorted((str(each.person.pk), each.played, each.won) for each in history.partners),
    )


def digests() -> list[str]:
    """Return the digest of every tournament."""
    return [verify_tournament(each).digest for each in Tournament.objects.order_by("pk")]


def one_act(chance: random.Random, writer: Writer) -> PersonMove | None:
    """Perform a random action on random persons and return it; return None if the action is refused."""
    people, played = list(register()), evenings()
    pairs = [chance.sample(people, 2) for _try in range(2)]
    first, second = min(pairs, key=lambda pair: len({*played[pair[0].pk]} & {*played[pair[1].pk]}))
    events = played[first.pk]
    act = chance.choice(["merge", "merge", "merge", "split", "split", "apart", "change", "same"])
    try:
        with transaction.atomic():
            if act == "merge":
                move = acts.merge_persons(first, second, **writer.now())
                assert not {*events} & {*played[second.pk]}, "two who met in one event were merged"
                return move
            if act == "split":
                chosen = chance.sample(events, chance.randint(0, len(events)))
                return acts.split_person(first, chosen, name=chance.choice(NAMES), **writer.now())
            if act == "change":
                number = chance.choice(["", *map(str, range(len(PEOPLE)))])
                details: dict[str, Any] = {"note": chance.choice(["", "1956"]), "member_number": number}
                return acts.change_person(first, **details, valid_until=first.valid_until, **writer.now())
            if act == "same":
                return next(iter(acts.keep_together([first], **writer.now())), None)
            return acts.tell_apart(first, second, **writer.now())
    except NotNow:
        assert act != "merge" or {*events} & {*played[second.pk]}, "two who never met were not merged"
    except BadEntry:
        assert act in {"split", "change"}
    return None


def split_back(merge: PersonMove, events: list[UUID], writer: Writer) -> None:
    """Undo a merge by splitting the person, and delete the `Distinction` rows that the split creates."""
    assert merge.other
    certain_since, apart = merge.other.certain_since, set(Distinction.objects.values_list("pk", flat=True))
    acts.split_person(merge.other, events, name=merge.person.written_name, **writer.now())
    Person.objects.filter(pk=merge.other.pk).update(certain_since=certain_since)
    Distinction.objects.exclude(pk__in=apart).delete()


def take_back(moves: list[PersonMove], chance: random.Random, writer: Writer) -> int:
    """Undo the given actions, the last one first; return the number of merges that were undone by a split."""
    standing: dict[Any, Any] = {}
    split = 0
    for move in reversed(moves):
        again = PersonMove.objects.get(pk=standing.get(move.pk, move.pk))
        events = [UUID(each) for each in again.body.get("tournaments", ())]
        if again.kind == "merge" and again.other and events and chance.random() < 0.5:
            split_back(again, events, writer)
            split += 1
            continue
        undone = undo_move(again, **writer.now())
        if undone.kind == "merge":  # the merge was undone by a split and is repeated by another act
            standing[move.undoes_id] = undone.pk
    return split


@pytest.mark.parametrize("seed", SEEDS)
def test_undoing_random_register_actions_restores_the_state_of_the_site(seed: int) -> None:
    circuit, chance = a_season(), random.Random(seed)  # no secret
    writer, archived, act_count, split = Writer(), digests(), 0, 0
    histories = min(A_SEED, HISTORIES - (seed - SEED) * A_SEED)
    for first in range(0, histories, A_SEATING):
        with transaction.atomic():
            seat_at_random(chance)
            describe_at_random(chance)
            before = site_now(circuit)
            for _history in range(first, min(first + A_SEATING, histories)):
                moves = [move for move in (one_act(chance, writer) for _act in range(4)) if move]
                act_count += len(moves)
                split += take_back(moves, chance, writer)
                assert site_now(circuit) == before
            for _act in range(4):
                one_act(chance, writer)
            assert digests() == archived
            transaction.set_rollback(True)
    print(
        f"seed {seed}: {histories} histories, {act_count} acts taken back, {split} of them merges by a split"
    )


def test_generated_season_for_random_tests_has_a_substitute_in_each_tournament() -> None:
    a_season()
    assert RosterChange.objects.filter(kind="substitute").count() == EVENINGS
    assert Person.objects.count() == len(PEOPLE)
