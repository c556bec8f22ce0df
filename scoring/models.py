"""Models for a card table: the score sheet, its log entries, and the devices that record hands.

The log entries are the only source of a sheet. `head_seq`, `head_hash` and `summary` are derived from them in
the same transaction, and can be computed from them again.
"""

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from scoring.facts import Fact
from scoring.sheet.rules.log import GENESIS, Event, EventKind, SheetLog, fold_log
from scoring.sheet.rules.standing import Sheet
from scoring.statements import Blank, Statement


class ScoreSheet(models.Model):
    """The score sheet of a match, with the game profile of the match."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    card_game = models.CharField(max_length=40)
    profile = models.JSONField()
    profile_version = models.PositiveSmallIntegerField(default=1)
    head_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default=GENESIS)
    summary = models.JSONField(default=dict)
    written_at = models.DateTimeField(null=True)

    @cached_property
    def standing(self) -> Sheet:
        """The sheet computed from its log entries; cached, and read with at most one query."""
        return self.with_log(fold_log(self.facts_after(0) if self.head_seq else ()))

    def open_with(self, events: Iterable["SheetEvent"]) -> Sheet:
        """Return the sheet computed from `events`, its log entries in order, and cache it as `standing`."""
        self.standing = self.with_log(fold_log(event.as_rule for event in events))
        return self.standing

    def with_log(self, log: SheetLog) -> Sheet:
        """Return this sheet with the given log in place of its own."""
        return Sheet(self.card_game, self.profile, log)

    def facts_after(self, seq: int) -> list[Event]:
        """Return the log entries with numbers above `seq`, in order, as Event objects; runs one query."""
        return [
            Event(number, EventKind(kind), *more)
            for number, kind, *more in FACTS.rows(sheet=self.pk, seq=seq)
        ]


class Device(models.Model):
    """A phone that has opened a table. Its cookie contains a secret, and only the secret's hash is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    secret_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()


class TableKey(models.Model):
    """The hashes of a sheet's two keys: the token in its QR code, and the code that people enter."""

    sheet = models.OneToOneField(ScoreSheet, on_delete=models.CASCADE, related_name="key", primary_key=True)
    generation = models.PositiveSmallIntegerField(default=1)
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    closed_at = models.DateTimeField(null=True)


class Grant(models.Model):
    """The permission of a device to write on a sheet for one side, valid until it is revoked.

    `pen_at` is the time of the device's last request to be the scorer. It is shown to the other phones and
    locks nothing.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="grants")
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="grants")
    side = models.PositiveSmallIntegerField(null=True)
    made_at = models.DateTimeField()
    pen_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "sheet"], name="one_grant_a_device_and_sheet")
        ]


class CodeTry(models.Model):
    """An attempt that counts towards a limit: a wrong table code, a log-in, or a request for entry.

    `visitor` identifies the phone, the IP address or the account name whose attempts are counted together.
    """

    visitor = models.CharField(max_length=64, db_index=True)
    tried_at = models.DateTimeField()


class ReplacedKey(models.Model):
    """A client key that is invalid: its hand was changed or deleted before the phone got a response."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE)
    device = models.ForeignKey(Device, on_delete=models.CASCADE)
    client_key = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "client_key"], name="one_end_of_a_key")]


class LateHand(models.Model):
    """A hand that arrived too late for its sheet and is kept separately for the director."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="late_hands")
    device = models.ForeignKey(Device, on_delete=models.PROTECT)
    client_key = models.CharField(max_length=64)
    game = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    body = models.JSONField()
    code = models.CharField(max_length=40)
    received_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "client_key"], name="one_late_hand_a_key"),
        ]


class ReleasedFact(models.Model):
    """An entry in the list of append-only rows that the current transaction may delete.

    The entry is removed together with the row.
    """

    fact_table = models.CharField(max_length=63)
    fact_row = models.CharField(max_length=36)

    class Meta:
        indexes = [models.Index(fields=["fact_table", "fact_row"], name="released_fact")]


class SheetEvent(Fact):
    """One log entry of a sheet; its hash also covers the previous entry.

    For an entry imported from another site, `written_by` contains the author: account, phone and key. The
    hash of the entry includes these values.
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.value) for kind in EventKind])
    game = models.PositiveSmallIntegerField(null=True)
    hand = models.PositiveSmallIntegerField(null=True)
    version = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(default=dict)
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    client_key = models.CharField(max_length=64, null=True)
    written_by = models.JSONField(null=True)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    recorded_at = models.DateTimeField()

    @property
    def as_rule(self) -> Event:
        """The log entry as an Event, the form that the rules use."""
        return Event(self.seq, EventKind(self.kind), self.game, self.hand, self.version, self.body)

    class Meta:
        ordering = ["sheet", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="sheet_event_seq"),
            models.UniqueConstraint(
                fields=["sheet", "game", "hand", "version"],
                condition=Q(version__isnull=False),
                name="sheet_event_hand_version",
            ),
            models.UniqueConstraint(fields=["device", "client_key"], name="sheet_event_client_key"),
            models.UniqueConstraint(
                fields=["user", "client_key"], condition=Q(device__isnull=True), name="sheet_event_user_key"
            ),
            models.CheckConstraint(condition=Q(seq__gte=1), name="sheet_event_seq_from_one"),
            models.CheckConstraint(
                condition=Q(game__isnull=True) | Q(game__gte=1, game__lte=6), name="sheet_event_game_range"
            ),
            models.CheckConstraint(
                condition=Q(hand__isnull=True) | Q(hand__gte=1, hand__lte=200), name="sheet_event_hand_range"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in EventKind]), name="sheet_event_kind_known"
            ),
        ]


# Select the facts of a sheet with a number above `seq`, in order.
FACTS = Statement(
    lambda: (
        SheetEvent.objects.filter(
            sheet=Blank("sheet", models.UUIDField()), seq__gt=Blank("seq", models.IntegerField())
        )
        .order_by("seq")
        .values_list("seq", "kind", "game", "hand", "version", "body")
    )
)
