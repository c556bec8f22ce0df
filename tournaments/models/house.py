"""What the club plays each card game by unless it says otherwise."""

from django.db import models


class HouseRules(models.Model):
    """The rules of the house for one card game, as last saved; `version` counts how often they were.

    A stage copies them when it is set up: what is changed here changes no stage. Each change is a `ClubMove`
    with the rules as they became.
    """

    card_game = models.CharField(max_length=40)
    profile = models.JSONField(default=dict)
    tie_breaks = models.JSONField(default=list)
    match_points = models.JSONField(default=dict)
    corrections = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card_game"], name="house_rules_of_a_game")]


class ClubLogo(models.Model):
    """A logo as it was drawn anew, under a name made of its own digest: `3f9a….svg`."""

    name = models.CharField(max_length=40, primary_key=True)
    data = models.BinaryField()
