"""The actions on the register of persons."""

from enum import StrEnum


class PersonAct(StrEnum):
    """The actions on a person of the register. All actions are stored, and all except UNDO can be undone."""

    ADD = "add"
    CHANGE = "change"
    MERGE = "merge"
    SPLIT = "split"
    APART = "apart"
    SAME = "same"
    UNDO = "undo"
