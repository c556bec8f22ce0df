"""Whom a prize is for, and what is done with it: the words that its rows have."""

from enum import StrEnum


class PrizeFor(StrEnum):
    """Whom a prize is for: a place of the final standings, a place within a group, a category in words."""

    PLACE = "place"
    GROUP = "group"
    CATEGORY = "category"


class PrizeAct(StrEnum):
    """What is done with a prize; what is taken back is done anew."""

    ASSIGN = "assign"
    HAND_OVER = "hand_over"
    TAKE_BACK = "take_back"
