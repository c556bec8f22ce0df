"""Serializers of the API requests and responses about the house rules of a club."""

from rest_framework.serializers import CharField, IntegerField, ListField

from scoring.api.fields import AnyObject, Text, WholeNumber
from scoring.api.serializers import Answer, StrictSerializer


class HouseRulesAnswer(Answer):
    """The house rules of a card game. Version 0 means that no rules are saved and the defaults apply."""

    profile = AnyObject()
    tie_breaks = ListField(child=CharField())
    match_points = AnyObject()
    corrections = AnyObject()
    version = IntegerField()


class HouseRulesIn(StrictSerializer):
    """The new house rules. A missing field means the default; `version` is the version that was edited."""

    profile = AnyObject(required=False)
    tie_breaks = ListField(child=Text(max_length=40), required=False, max_length=20)
    match_points = AnyObject(required=False)
    corrections = AnyObject(required=False)
    version = WholeNumber(min_value=0, required=False)
