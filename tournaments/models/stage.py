"""A stage of a tournament, the teams in it, and the draws that made its rounds."""

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
    """Stages, and which of them are drawn."""

    def with_draw(self) -> "StageQuerySet":
        """Return the stages whose draw stands; a draw that was taken back leaves its stage planned."""
        return self.exclude(state="planned")

    def after(self, stage: "Stage") -> "StageQuerySet":
        """Those that follow this one in its tournament."""
        return self.filter(tournament=stage.tournament_id, number__gt=stage.number)


class Stage(models.Model):
    """One part of a tournament with one format; what it plays by is copied in when it is drawn.

    `outcome_seq` numbers its outcomes and the changes of its roster, of which there are `roster_changes`;
    `bracket_seq` says up to which number its slots were filled.
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
        """Return the notice if it is the front page now: before the draw, while no lot is drawn."""
        drawn = self.tournament.state != "entries" or self.state != "planned" or self.tournament.laid
        return None if drawn else getattr(self.tournament, "notice", None)


class Team(models.Model):
    """Two people (or as many as the card game seats on a side) who enter together.

    `name` is what everybody may see, `written_name` what was written (`Person` says why).
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
        """The details of the team, such as the club, by the name of the detail (`values/details.py`)."""
        return {key: getattr(self, key) for key in DETAILS}

    @property
    def detail_texts(self) -> list[str]:
        """The details that are not empty."""
        return [text for text in self.details.values() if text]


class TeamPlayer(models.Model):
    """A person's place in a team; the same person stands once in a tournament.

    `since` is when a substitute took the place; who plays from the start has none.
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
    """Who somebody is now whom a change of the roster names: facts keep their ids, people are merged.

    Where there is no row, it is the person of that id.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    named = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="identities")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "named"], name="one_identity_a_name")]


class DrawCommitment(Fact):
    """What was promised before the lot was drawn: entrants in order, algorithm, hash of both and a salt.

    Where club mates are parted, the clubs stand with the entrants and `apart` has the parts of the lines.
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
    """Draws: of a first round, and of lots."""

    def standing(self) -> "DrawQuerySet":
        """Those that stages stand on, newest first; none of a stage whose draw was taken back."""
        return self.filter(round=Draw.FIRST_ROUND).exclude(stage__state="planned").order_by("-version")

    def next_version(self, stage: Stage, number: int) -> int:
        """The version of one that is made now for a round: one query."""
        return (self.filter(stage=stage, round=number).aggregate(last=Max("version"))["last"] or 0) + 1


class Draw(Fact):
    """The public act that makes a round's pairings: `by` seeds or lots, the lot, the lines it made.

    Of round 0, which nobody plays, are the lots between those whom nothing else separates, also drawn by
    hand: `lines` has their order.
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
    """A round paired from the results so far: who stood in the stage, who meets whom, up to which result.

    `pairings` are lists of teams, one list a table; `after_seq` is the number of the last outcome looked at,
    `given` what was looked at beside the outcomes: clubs, and who plays no more. `breaches` are the
    promises of the format that no pairing could keep, as [code, teams, what the sentence names].
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
    """Who is in a stage changes: a team leaves, comes back or enters late, or one of its players is replaced.

    `seq` is its number among the outcomes of the stage; those from `first_seq` on were made with it. `body`
    has the particulars of its kind, ids and numbers only; the latest version of a team counts.
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
    """What is planned of a round: when it begins, how long it lasts, until when it must be played."""

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
    """One act upon the clock of a round; `seconds` is its length at the start, or how far a shift goes."""

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
