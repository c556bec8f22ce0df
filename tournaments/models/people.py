"""Models of persons. Names are stored only here, so that erasing a name does not change any hash."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.facts import Fact
from tournaments.competition.names import Showing
from tournaments.values.persons import PersonAct


class Person(models.Model):
    """A person in the register of the club.

    `name` is the public name, made from the other fields by `people/services/names.py`; `written_name` is
    shown only at the desk. A page that uses `name` therefore never shows a protected name. A person may ask
    for the name to be kept; `stays_since` is the time from which it is kept, however long ago the person
    played.

    Several persons may share a `name_key`; `note` (only at the desk) and `member_number` distinguish them.
    `bare_key` has the same value as `name_key` if the person was created from a name alone; its unique
    constraint detects concurrent creation. `doubtful_since` is the time at which a tournament was first added
    to the person's other tournaments only because the names are spelled alike. `certain_since` is the time at
    which a user confirmed that all tournaments belong to one person. After a merge, `merged_into` is the
    remaining person.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    written_name = models.CharField(max_length=80, blank=True)
    name_key = models.CharField(max_length=80, db_index=True)
    bare_key = models.CharField(max_length=80, null=True, unique=True)
    note = models.CharField(max_length=80, blank=True, default="")
    member_number = models.CharField(max_length=20, blank=True, default="")
    valid_until = models.DateField(null=True)
    doubtful_since = models.DateTimeField(null=True)
    certain_since = models.DateTimeField(null=True)
    merged_into = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="merged")
    showing = models.CharField(max_length=8, default=Showing.FULL.value)
    alias = models.CharField(max_length=80, blank=True)
    is_minor = models.BooleanField(default=False)
    written_at = models.DateTimeField(default=timezone.now)
    stays_since = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(showing__in=[each.value for each in Showing]), name="person_showing_known"
            ),
            models.CheckConstraint(condition=~Q(showing="alias", alias=""), name="person_has_its_alias"),
            models.UniqueConstraint(
                fields=["member_number"], condition=~Q(member_number=""), name="one_person_a_member_number"
            ),
            models.CheckConstraint(
                condition=Q(merged_into=None) | Q(member_number=""), name="merged_person_has_no_number"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PersonMove(Fact):
    """One action on the register of persons, with ids and numbers but no names. It can be undone once.

    `other` is the second person of a merge or a split, or of a pair marked as different.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField()
    kind = models.CharField(max_length=8)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="moves")
    other = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    body = models.JSONField(default=dict)
    undoes = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="undone_by")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=[each.value for each in PersonAct]), name="person_act_known"
            )
        ]


class PersonBefore(models.Model):
    """A person's values before an action, for undoing the action. Deleted when the name is erased."""

    move = models.ForeignKey(PersonMove, on_delete=models.CASCADE, related_name="before")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    values = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "person"], name="one_before_an_act")]


class Distinction(models.Model):
    """Two persons with similar names who are known to be different, so that no merge is proposed."""

    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["first", "second"], name="told_apart_once")]
