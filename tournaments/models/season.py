"""Circuits (series of tournaments) and ratings.

All stored data except the circuits and their rules are derived from results.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.facts import Fact
from tournaments.competition.types import MOST_EVENTS, MOST_POINTS, Counted, Sharing
from tournaments.models.people import Person
from tournaments.models.tournament import Tournament


class Circuit(models.Model):
    """A series of tournaments of the club with common standings. Its name and slug are unique in the club.

    `computed_at` is the time at which a job last computed the standings.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=90, unique=True)
    name = models.CharField(max_length=80)
    counted = models.CharField(max_length=8, default=Counted.PLAYERS.value)
    points = models.JSONField()
    beyond = models.PositiveSmallIntegerField(default=0)
    sharing = models.CharField(max_length=8, default=Sharing.SPLIT.value)
    best = models.PositiveSmallIntegerField(default=0)
    tournaments = models.ManyToManyField(Tournament, related_name="circuits")
    made_at = models.DateTimeField()
    computed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(counted__in=[each.value for each in Counted]), name="circuit_counted_known"
            ),
            models.CheckConstraint(
                condition=Q(sharing__in=[each.value for each in Sharing]), name="circuit_sharing_known"
            ),
            models.CheckConstraint(
                condition=Q(best__lte=MOST_EVENTS, beyond__lte=MOST_POINTS), name="circuit_numbers_range"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CircuitLine(models.Model):
    """One row of a circuit's standings: a person, a partner (or None), and the exact total (`145/2`).

    `results` contains a list [tournament, place, points, counts] for each result, best result first.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    partner = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    total = models.CharField(max_length=40)
    results = models.JSONField()

    class Meta:
        ordering = ["circuit", "number"]
        constraints = [models.UniqueConstraint(fields=["circuit", "number"], name="circuit_line_number")]


class CircuitMove(Fact):
    """One action on a circuit. `body` contains the new rules and tournaments."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    circuit = models.ForeignKey(Circuit, on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    body = models.JSONField(default=dict)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["circuit", "-at"]


class RatingList(models.Model):
    """The ratings of the players of one card game, computed by a job. Ratings do not affect results."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    card_game = models.CharField(max_length=40, unique=True)
    matches = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True)


class RatedEvent(models.Model):
    """A tournament as it was last rated: first and last match times, and a digest of its matches.

    The row has no foreign key to the tournament and is kept when the tournament is deleted. After a deletion,
    the next job computes the ratings again, beginning with the deleted tournament.
    """

    listing = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="events")
    tournament_key = models.UUIDField()
    version = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    first_at = models.DateTimeField(null=True)
    last_at = models.DateTimeField(null=True)
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["listing", "tournament_key"], name="one_rated_event"),
        ]
        indexes = [models.Index(fields=["listing", "last_at"], name="rated_event_by_end")]


class Rating(models.Model):
    """The estimated strength of a person, or of two partners."""

    listing = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="ratings")
    partner = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        ordering = ["listing", "-ordinal", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["listing", "person", "partner"], name="one_rating_a_pair"),
            models.UniqueConstraint(
                fields=["listing", "person"], condition=Q(partner=None), name="one_rating_a_person"
            ),
        ]


class RatingStop(models.Model):
    """The value of a rating after one tournament, and the number of matches on which the value is based.

    The rows of a rating, ordered by number of matches, are its history. If a tournament changes, ratings are
    computed again from that tournament on.
    """

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="stops", db_index=False)
    event = models.ForeignKey(RatedEvent, on_delete=models.CASCADE, related_name="stops")
    matches = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField()

    class Meta:
        ordering = ["rating_id", "matches"]
        constraints = [models.UniqueConstraint(fields=["rating", "matches"], name="one_stop_by_its_matches")]
