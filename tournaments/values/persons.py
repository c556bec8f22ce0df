"""The actions on the register of persons."""

from enum import StrEnum


class PersonAct(StrEnum):
    """What is done to a person of the register; each is a fact, and all but the last can be undone."""

    ADD = "add"
    CHANGE = "change"
    MERGE = "merge"
    SPLIT = "split"
    APART = "apart"
    SAME = "same"
    UNDO = "undo"
