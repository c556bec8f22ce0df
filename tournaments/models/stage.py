"""Stages of a tournament, their teams, their draws and their rounds."""

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Max, Q

from scoring.facts import Fact
from tournaments.competition.lifecycle import STAGE
from tournaments.models.people import Person
from tournaments.models.tournament import Tournament
from tournaments.values.clock import ClockAct
from tournaments.values.details import DETAILS

if TYPE_CHECKING:
    from tournaments.models.notice import Notice


class StageQuerySet(models.QuerySet["Stage"]):
    """Query set of stages with filters for drawn stages and for stages after a given one."""

    def with_draw(self) -> "StageQuerySet":
        """Return the stages that are drawn. A stage whose draw was undone is not drawn."""
        return self.exclude(state="planned")

    def after(self, stage: "Stage") -> "StageQuerySet":
        """Return the stages of the same tournament that come after the given stage."""
        return self.filter(tournament=stage.tournament_id, number__gt=stage.number)


class Stage(models.Model):
    """One part of a tournament, with one format and its own rules, which do not change after the draw.

    `outcome_seq` is the number of the latest outcome or roster change; `roster_changes` counts the roster
    changes. `bracket_seq` is the number of the last outcome from which slots were filled.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    match_points = models.JSONField(default=dict)
    tie_breaks = models.JSONField(default=list)
    corrections = models.JSONField(default=dict)
    profile = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=16)
    over_at = models.DateTimeField(null=True)
    outcome_seq = models.PositiveIntegerField(default=0)
    bracket_seq = models.PositiveIntegerField(default=0)
    roster_changes = models.PositiveIntegerField(default=0)

    objects = StageQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number"),
            models.CheckConstraint(condition=Q(state__in=sorted(STAGE)), name="stage_state_known"),
        ]

    def front_notice(self) -> "Notice | None":
        """Return the notice of the tournament, or None once a draw has begun.

        Until then the notice is the front page of the tournament.
        """
        has_draw = self.tournament.state != "entries" or self.state != "planned" or self.tournament.laid
        return None if has_draw else getattr(self.tournament, "notice", None)


class Team(models.Model):
    """The player or players who enter together and play on one side, usually two.

    `name` is public; `written_name` is the name as entered (see `Person`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    written_name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    town = models.CharField(max_length=80, blank=True)
    seed = models.PositiveSmallIntegerField(null=True)
    presence = models.CharField(max_length=8, default="expected")
    entered_at = models.DateTimeField()
    players = models.ManyToManyField(Person, through="TeamPlayer", related_name="teams")

    class Meta:
        ordering = ["tournament", models.F("seed").asc(nulls_last=True), "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number"),
            models.UniqueConstraint(fields=["tournament", "name_key"], name="team_name"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="team_seed"),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(seed__gte=1), name="team_seed_from_one"
            ),
            models.CheckConstraint(
                condition=Q(presence__in=["expected", "present", "absent"]), name="team_presence_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def details(self) -> dict[str, str]:
        """The details of the team, such as its club, by key; `values/details.py` defines the keys."""
        return {key: getattr(self, key) for key in DETAILS}

    @property
    def detail_texts(self) -> list[str]:
        """The team details that are not empty."""
        return [text for text in self.details.values() if text]


class TeamPlayer(models.Model):
    """A person's seat in a team. A person has at most one seat in a tournament.

    `since` is the time a substitute took the place, None for an original player.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="seats")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    since = models.DateTimeField(null=True)

    class Meta:
        ordering = ["team", "position"]
        constraints = [
            models.UniqueConstraint(fields=["team", "position"], name="team_player_position"),
            models.UniqueConstraint(
                fields=["tournament", "person"], condition=Q(person__isnull=False), name="team_player_once"
            ),
        ]


class RosterIdentity(models.Model):
    """The current person for a person id that is stored in roster changes.

    A merge of persons does not change stored ids; it adds a row here. An id without a row still refers to the
    same person.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    named = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="identities")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "named"], name="one_identity_a_name")]


class DrawCommitment(Fact):
    """The commitment published before a draw: a hash of the ordered entrants, the algorithm and the salt.

    If members of one club are kept apart, the entrants include their clubs. `apart` then contains groups of
    draw lines, and the draw spreads the members of a club over these groups.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="commitments")
    round = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    entrants = models.JSONField()
    apart = models.JSONField(default=list)
    algorithm = models.CharField(max_length=20)
    salt = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "attempt"], name="commitment_attempt")
        ]


class DrawQuerySet(models.QuerySet["Draw"]):
    """Query set of draws, including draws of lots between tied entrants."""

    def standing(self) -> "DrawQuerySet":
        """Return the draws of the first rounds of drawn stages, highest version first.

        The first draw of each stage is the valid one; its earlier draws were undone.
        """
        return self.filter(round=Draw.FIRST_ROUND).exclude(stage__state="planned").order_by("-version")

    def next_version(self, stage: Stage, number: int) -> int:
        """Return the version number for a new draw of a stage's round. One query."""
        return (self.filter(stage=stage, round=number).aggregate(last=Max("version"))["last"] or 0) + 1


class Draw(Fact):
    """A draw with its random lot and the resulting order of lines.

    `by` is the method: seeds, lots or hand. A draw of round 0 is a draw of lots between tied entrants; its
    `lines` are the order of these entrants.
    """

    LOTS, FIRST_ROUND = 0, 1

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="draws")
    round = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    commitment = models.OneToOneField(DrawCommitment, on_delete=models.PROTECT, related_name="draw")
    by = models.CharField(max_length=8)
    lot = models.TextField(blank=True)
    lines = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField()

    objects = DrawQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "version"], name="one_standing_draw"),
            models.CheckConstraint(condition=Q(by__in=["seeds", "lots", "hand"]), name="draw_by_known"),
        ]


class PairedRound(Fact):
    """A round paired from earlier results: entrants, pairings, and the last outcome that was used.

    `pairings` are lists of teams, one list per table. `after_seq` is the number of the last outcome
    considered, `given` the other inputs: clubs, withdrawals and late entries. `breaches` are the rules
    of the format that no pairing could keep, as [code, teams, values of the message].
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="paired_rounds")
    round = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    lines = models.JSONField()
    pairings = models.JSONField()
    after_seq = models.PositiveIntegerField()
    given = models.JSONField(default=dict)
    breaches = models.JSONField(default=list)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "round", "version"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "version"], name="one_standing_round")
        ]


class RosterChange(Fact):
    """A change of a stage's roster: a team leaves, returns or enters late, or a player is replaced.

    `seq` is the number of the change among the outcomes of the stage. Outcomes with number `first_seq` or
    higher are affected by the change. `body` contains the details of the change, as ids and numbers only. The
    latest version for a team counts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="roster")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="roster")
    version = models.PositiveSmallIntegerField()
    first_seq = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    body = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "team", "version"], name="roster_version"),
            models.UniqueConstraint(fields=["stage", "seq"], name="roster_seq"),
        ]


class RoundPlan(models.Model):
    """The planned start of a round, its length in minutes, and the deadline for its matches."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="round_plans")
    round = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    deadline = models.DateTimeField(null=True)

    class Meta:
        ordering = ["stage", "round"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "round"], name="one_plan_a_round"),
            models.CheckConstraint(
                condition=Q(minutes__isnull=True) | Q(minutes__gte=1, minutes__lte=720),
                name="round_plan_minutes",
            ),
        ]


class ClockMove(Fact):
    """One action on the clock of a round. `seconds` is the initial time or the time added by the action."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="clock_moves")
    round = models.PositiveSmallIntegerField()
    seq = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=8)
    seconds = models.IntegerField(default=0)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "at", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "seq"], name="clock_move_seq"),
            models.CheckConstraint(
                condition=Q(act__in=[act.value for act in ClockAct]), name="clock_act_known"
            ),
        ]
