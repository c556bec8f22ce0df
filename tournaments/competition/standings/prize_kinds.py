"""Kinds of prizes and of actions on prizes, as stored in the database."""

from enum import StrEnum


class PrizeFor(StrEnum):
    """The receiver of a prize: a place of the final standings, a place in a group, or a category in words."""

    PLACE = "place"
    GROUP = "group"
    CATEGORY = "category"


class PrizeAct(StrEnum):
    """An action on a prize. A prize that was taken back can be assigned again."""

    ASSIGN = "assign"
    HAND_OVER = "hand_over"
    TAKE_BACK = "take_back"
