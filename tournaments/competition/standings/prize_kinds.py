"""Kinds of prizes and of actions on prizes, as stored in the database."""

from enum import StrEnum


class PrizeFor(StrEnum):
    """The recipient of a prize: a final place, a place in a group, or a category described in words."""

    PLACE = "place"
    GROUP = "group"
    CATEGORY = "category"


class PrizeAct(StrEnum):
    """An action on a prize. If its assignment is revoked, a prize can be assigned again."""

    ASSIGN = "assign"
    HAND_OVER = "hand_over"
    TAKE_BACK = "take_back"
