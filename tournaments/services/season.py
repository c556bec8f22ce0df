"""The season is asked for whenever what it is made of has changed; jobs compute it, and several asks are one.

While a tournament is played its results move ratings only now and then: a rating that is an hour old misleads
nobody, and no table should wait for one.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.models import (
    Circuit,
    CircuitLine,
    Job,
    Rating,
    RatingList,
    Tournament,
)
from tournaments.queue.runner import enqueue
from tournaments.rules.circuit import CircuitRow, Who
from tournaments.selectors.rated import Course, Rated, rating_list_id

BATCH = 200
WHILE_PLAYED = timedelta(hours=1)


def ask_season(tournament: Tournament, *, now: bool = False) -> None:
    """Queue what a tournament is counted in: its circuits once it is over, and the ratings of its card game.

    `now`: at once in any case, because it is found, or not found any more, by everybody.
    """
    if now or tournament.state == "over":
        ask_circuits(tournament)
        ask_ratings(tournament, due_at=timezone.now())
    elif not Job.objects.filter(
        kind="ratings", subject=rating_list_id(tournament.card_game), state="queued"
    ).exists():
        ask_ratings(tournament, due_at=timezone.now() + WHILE_PLAYED)


def ask_circuits(tournament: Tournament) -> None:
    """Queue the standings of every circuit a tournament belongs to."""
    for circuit_id in tournament.circuits.values_list("pk", flat=True):
        enqueue("circuit", circuit_id, tournament_id=tournament.pk, due_at=timezone.now())


def ask_ratings(tournament: Tournament, *, due_at: datetime) -> None:
    """Queue the ratings of a tournament's card game."""
    enqueue("ratings", rating_list_id(tournament.card_game), tournament_id=tournament.pk, due_at=due_at)


def keep_circuit(circuit: Circuit, rows: tuple[CircuitRow, ...], *, at: datetime) -> None:
    """Put new standings of a circuit in the place of the old ones."""
    with transaction.atomic():
        circuit.lines.all().delete()
        CircuitLine.objects.bulk_create(
            [_line(circuit, number, row) for number, row in enumerate(rows, start=1)], batch_size=BATCH
        )
        Circuit.objects.filter(pk=circuit.pk).update(computed_at=at)


def _line(circuit: Circuit, number: int, row: CircuitRow) -> CircuitLine:
    person, partner = row.who[0], row.who[1] if len(row.who) > 1 else None
    return CircuitLine(
        circuit=circuit,
        number=number,
        place=row.place,
        person_id=person,
        partner_id=partner,
        total=str(row.total),
        results=[[each.event, each.place, str(each.points), each.counts] for each in row.results],
    )


def keep_ratings(card_game: str, rated: Rated, *, at: datetime) -> None:
    """Put new ratings of a card game in the place of the old ones."""
    with transaction.atomic():
        stamp = {"matches": rated.matches, "computed_at": at}
        listing, _made = RatingList.objects.update_or_create(
            pk=rating_list_id(card_game), defaults={**stamp, "card_game": card_game}
        )
        listing.ratings.all().delete()
        Rating.objects.bulk_create(
            [_rating(listing, who, course) for who, course in rated.courses.items()], batch_size=BATCH
        )


def _rating(listing: RatingList, who: Who, course: Course) -> Rating:
    person, partner = who[0], who[1] if len(who) > 1 else None
    return Rating(
        listing=listing,
        person_id=person,
        partner_id=partner,
        mu=course.mu,
        sigma=course.sigma,
        ordinal=course.ordinal,
        matches=course.matches,
        course=course.stops,
    )
