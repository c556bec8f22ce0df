"""Matches, their slots, and their outcomes."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from scoring.facts import Fact
from scoring.models import ScoreSheet
from tournaments.competition.lifecycle import AT_A_TABLE, MATCH
from tournaments.competition.types import LineAfter
from tournaments.models.stage import Stage, Team
from tournaments.models.tournament import Tournament

# Matches that wait for a table: ready, or already begun and moved away from a table.
WAITS_FOR_TABLE = Q(table=None) & (
    Q(state="ready") | Q(state__in=sorted(AT_A_TABLE), moved_from__isnull=False)
)


def is_due(at: Any) -> Q:
    """Return the query condition for matches that are not postponed to a date after `at`."""
    return Q(postponed_to__isnull=True) | Q(postponed_to__lte=at)


class Match(models.Model):
    """A match between the entrants paired in a round. It shares the id of its score sheet.

    A match is not called to a table before `postponed_to`. If `by_cards` is set, the hands of the match are
    recorded card by card. `moved_from` is the table from which the match was moved.
    """

    sheet = models.OneToOneField(ScoreSheet, primary_key=True, on_delete=models.PROTECT, related_name="match")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=4, blank=True)
    label = models.CharField(max_length=16)
    state = models.CharField(max_length=10)
    table = models.PositiveSmallIntegerField(null=True)
    moved_from = models.PositiveSmallIntegerField(null=True)
    ready_at = models.DateTimeField(null=True)
    called_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    postponed_to = models.DateTimeField(null=True)
    by_cards = models.BooleanField(default=False)

    class Meta:
        ordering = ["stage", "round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "label"], name="match_label"),
            models.UniqueConstraint(
                fields=["tournament", "table"],
                condition=Q(state__in=sorted(AT_A_TABLE)),
                name="one_match_a_table",
            ),
            models.CheckConstraint(condition=Q(state__in=sorted(MATCH)), name="match_state_known"),
        ]
        indexes = [models.Index(fields=["tournament", "state"], name="match_by_state")]

    @cached_property
    def latest_outcome(self) -> "Outcome | None":
        """The latest outcome, or None. One query, or none if the outcomes were prefetched in order."""
        return next(reversed(self.outcomes.all()), None)


class Slot(models.Model):
    """One side of a match: the source of its team and, once known, the team.

    `source` is the kind of source (line, after, winner, loser). A resolved slot without a team is a bye, with
    its reason. If an unresolved slot has a team, the team still has to play an earlier match.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="slots")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=8)
    source_line = models.PositiveSmallIntegerField(null=True)
    source_match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="feeds")
    team = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="slots")
    resolved = models.BooleanField(default=False)
    reason = models.CharField(max_length=24, blank=True)

    class Meta:
        ordering = ["match", "side"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="slot_side"),
            models.UniqueConstraint(fields=["stage", "round", "team"], name="one_place_a_team_and_round"),
            models.CheckConstraint(
                condition=Q(team__isnull=True) | Q(resolved=True) | Q(source=LineAfter.kind),
                name="slot_team_resolved",
            ),
        ]


class Outcome(Fact):
    """The result of a match, with its reason. Only the latest version counts.

    `games` are the final scores of the games, and `game_winners` the sides that won them. `winner` is the
    side that won the match, or None if no side won. `moves_as` is set if a correction leaves the next match
    unchanged: it is the number of the version whose winner stays in the next match.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="outcomes")
    version = models.PositiveSmallIntegerField()
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="outcomes")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    winner = models.PositiveSmallIntegerField(null=True)
    games = models.JSONField(default=list)
    game_winners = models.JSONField(default=list)
    sheet_seq = models.PositiveIntegerField(default=0)
    moves_as = models.PositiveSmallIntegerField(null=True)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="outcome_version"),
            models.UniqueConstraint(fields=["stage", "seq"], name="outcome_seq"),
        ]
