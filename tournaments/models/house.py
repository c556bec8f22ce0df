"""The house rules of the club for each card game, and its logo files."""

from django.db import models


class HouseRules(models.Model):
    """The house rules for one card game. `version` counts how often the rules were saved.

    A new stage copies the rules, so a later change does not affect existing stages. Each change is stored as
    a `ClubMove` with the new rules.
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
    """A sanitised SVG logo, named by the digest of its content: `3f9a….svg`."""

    name = models.CharField(max_length=40, primary_key=True)
    data = models.BinaryField()
