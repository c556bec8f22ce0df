"""Models of the club and its tournaments, with their changes and journal entries."""

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.facts import Fact
from scoring.games import CARD_GAMES
from scoring.models import Device
from tournaments.competition.correction_policies import MOST_MINUTES, USUAL_MINUTES
from tournaments.competition.lifecycle import TOURNAMENT
from tournaments.competition.lots import CARDS
from tournaments.competition.standings.withheld_standings import MOST_ROUNDS
from tournaments.competition.types import Scene
from tournaments.values.visibility import Visibility

if TYPE_CHECKING:
    from tournaments.models.stage import Stage


class ClubManager(models.Manager["Club"]):
    """Manager for the table of the club, which has a single row."""

    def current(self) -> "Club":
        """Return the club of this site, or an unsaved club without a name before the setup. One query."""
        return self.first() or Club(name="", town="")


class Club(models.Model):
    """The club to which this database belongs. There is only one row.

    `contact` is for players, `privacy_contact` for questions about personal data. `logo` is the name of the
    logo file (`ClubLogo`). The two colours are a background colour and the colour of text on it. `version`
    counts the changes of the club's data. Names are erased after `forget_after` years (None: never); this
    setting was made on `forget_since`. `forgotten_on` is the last day on which all due names had been erased.
    """

    name = models.CharField(max_length=80)
    town = models.CharField(max_length=80, blank=True)
    address = models.CharField(max_length=160, blank=True, default="")
    contact = models.CharField(max_length=160, blank=True, default="")
    privacy_contact = models.CharField(max_length=160, blank=True, default="")
    iban = models.CharField(max_length=34, blank=True, default="")
    ground_colour = models.CharField(max_length=7, blank=True, default="")
    text_colour = models.CharField(max_length=7, blank=True, default="")
    logo = models.CharField(max_length=40, blank=True, default="")
    version = models.PositiveIntegerField(default=0)
    forget_after = models.PositiveSmallIntegerField(null=True)
    forget_since = models.DateField(null=True)
    forgotten_on = models.DateField(null=True)

    objects = ClubManager()


class HostedClub(models.Model):
    """Any club except the first. Only the database of the first club contains these rows.

    `slug` names the club's database, `host` is the host name of its site.
    """

    slug = models.SlugField(max_length=30, unique=True)
    name = models.CharField(max_length=80)
    host = models.CharField(max_length=253, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class SetupLink(models.Model):
    """The one-time link that creates the first organiser. Only its hash is stored."""

    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()


class Tournament(models.Model):
    """One tournament of the club. Every change of stored data increases `version` in its transaction.

    `results_version` is the last version that changed more than the hands of a game in play.

    `partners` is the number of entrants on a side: two if players enter alone for a game of pairs. `laid`
    contains the cards of a lot in the order on the table, `turned` is the number of these cards that lie face
    up, `pairs_up` is the number of drawn pairs that are revealed. `wall_since` is the time of the last change
    of `wall`. If `embeddable` is set, other sites may embed the bracket and the standings. `standings_until`
    is the last round in the public standings (`competition/standings/withheld_standings.py`). `closed_pages`
    contains the switches of pages that only the desk can open (`values/visibility.py`). `owner` is the
    account that created the tournament; roles determine who can manage it. A `trial` is left out of all
    statistics and can be deleted; its deletion began at `deleting_at`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=90, unique=True)
    name = models.CharField(max_length=80)
    card_game = models.CharField(max_length=40)
    profile = models.JSONField(default=dict)
    starts_at = models.DateTimeField(null=True)
    tables = models.PositiveSmallIntegerField()
    partners = models.PositiveSmallIntegerField(default=1)
    shows_odds = models.BooleanField(default=True)
    correction_minutes = models.PositiveSmallIntegerField(default=USUAL_MINUTES)
    reopened_at = models.DateTimeField(null=True)
    grace_minutes = models.PositiveSmallIntegerField(default=15)
    state = models.CharField(max_length=16)
    trial = models.BooleanField(default=False)
    deleting_at = models.DateTimeField(null=True)
    embeddable = models.BooleanField(default=False)
    standings_until = models.PositiveSmallIntegerField(null=True)
    closed_pages = models.JSONField(default=list)
    visibility = models.CharField(max_length=12, default=Visibility.PUBLISHED.value)
    wall = models.CharField(max_length=12, default=Scene.TABLES.value)
    wall_since = models.DateTimeField(null=True)
    laid = models.CharField(max_length=24, blank=True, default="")
    turned = models.PositiveSmallIntegerField(default=0)
    pairs_up = models.PositiveSmallIntegerField(default=0)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    version = models.PositiveBigIntegerField(default=0)
    results_version = models.PositiveBigIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-starts_at", "-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tables__gte=1, tables__lte=512), name="tournament_tables_range"
            ),
            models.CheckConstraint(condition=Q(state__in=sorted(TOURNAMENT)), name="tournament_state_known"),
            models.CheckConstraint(
                condition=Q(deleting_at__isnull=True) | Q(trial=True) | Q(state="entries"),
                name="tournament_deleting_trial",
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=[each.value for each in Visibility]),
                name="tournament_visibility_known",
            ),
            models.CheckConstraint(
                condition=Q(wall__in=[each.value for each in Scene]), name="tournament_wall_known"
            ),
            models.CheckConstraint(condition=Q(turned__lte=CARDS), name="tournament_turned_range"),
            models.CheckConstraint(
                condition=Q(standings_until__isnull=True) | Q(standings_until__range=(1, MOST_ROUNDS)),
                name="tournament_standings_until",
            ),
            models.CheckConstraint(
                condition=Q(correction_minutes__lte=MOST_MINUTES), name="tournament_correction_minutes"
            ),
            models.CheckConstraint(
                condition=Q(grace_minutes__gte=1, grace_minutes__lte=180), name="tournament_grace_range"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def team_size(self) -> int:
        """The number of players who enter together as one entrant."""
        return CARD_GAMES[self.card_game].players_a_side // self.partners

    def stage_at_hand(self) -> "Stage":
        """Return the first unfinished stage, or else the last stage. One query, none after a prefetch."""
        stages = list(self.stages.all())
        stage = next((stage for stage in stages if stage.state != "over"), stages[-1])
        stage.tournament = self
        return stage

    def shown_stage(self) -> "Stage":
        """Return the stage for public pages: the last stage that has begun or, if none has, the first."""
        stages = list(self.stages.all())
        begun = [stage for stage in stages if stage.state != "planned"]
        stage = begun[-1] if begun else stages[0]
        stage.tournament = self
        return stage


class Change(models.Model):
    """One change of a tournament, sent to live pages with its version number. Old rows are deleted."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveBigIntegerField()
    topic = models.CharField(max_length=12)
    match_id = models.UUIDField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "version"]
        constraints = [models.UniqueConstraint(fields=["tournament", "version"], name="change_version")]


class JournalEntry(Fact):
    """A journal entry of a tournament. `kind` is a stable key; `body` has ids and numbers but no names."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    match_id = models.UUIDField(null=True)
    body = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["tournament", "-at"]
        indexes = [models.Index(fields=["tournament", "-at"], name="journal_latest")]


class ClubMove(Fact):
    """A journal entry of the club, e.g. about the erasure of a name. It has ids and numbers but no names."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    body = models.JSONField(default=dict)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["-at"]
