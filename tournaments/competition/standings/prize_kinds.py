"""Kinds of prizes and of actions on prizes, as stored in the database."""

from enum import StrEnum


class PrizeFor(StrEnum):
    """The recipient of a prize: a final place, a place in a group, or a category described in words."""

    PLACE = "place"
    GROUP = "group"
    CATEGORY = "category"


class PrizeAct(StrEnum):
    """An action on a prize. A prize can be assigned again after its assignment has been revoked."""

    ASSIGN = "assign"
    HAND_OVER = "hand_over"
    TAKE_BACK = "take_back"
