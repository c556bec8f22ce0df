"""Requests and answers of the API about the house rules of a club."""

from rest_framework.serializers import CharField, IntegerField, ListField

from scoring.api.fields import AnyObject, Text, WholeNumber
from scoring.api.serializers import Answer, StrictSerializer


class HouseRulesAnswer(Answer):
    """What the club plays a card game by; version 0 where it has said nothing, and all is as usual."""

    profile = AnyObject()
    tie_breaks = ListField(child=CharField())
    match_points = AnyObject()
    corrections = AnyObject()
    version = IntegerField()


class HouseRulesIn(StrictSerializer):
    """The rules as they are to be; what is left out is as usual. `version` is the one that was looked at."""

    profile = AnyObject(required=False)
    tie_breaks = ListField(child=Text(max_length=40), required=False, max_length=20)
    match_points = AnyObject(required=False)
    corrections = AnyObject(required=False)
    version = WholeNumber(min_value=0, required=False)
