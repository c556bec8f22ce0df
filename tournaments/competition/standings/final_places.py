"""The final places of a tournament, from the places in its stages, and the ranges of shared places."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.competition.types import EntrantId


class PlaceSpan(NamedTuple):
    """One place, or the first and the last of several shared places."""

    first: int
    last: int

    def holds(self, places: Collection[int]) -> bool:
        """Return True if one of the given places is in this range."""
        return any(self.first <= place <= self.last for place in places)


def final_places(stages: Sequence[Mapping[EntrantId, int]]) -> dict[EntrantId, int]:
    """Return the final places of a tournament from the places in its stages, in chronological order.

    Entrants that reached a later stage are ahead of all others. Within the same last stage the place there
    decides; equal places are shared. If there is no champion, the first place stays empty.
    """
    reached = {
        entrant: (-number, place) for number, stage in enumerate(stages) for entrant, place in stage.items()
    }
    ordered = sorted(reached, key=lambda entrant: reached[entrant])
    first = {reached[entrant]: place for place, entrant in reversed(list(enumerate(ordered, start=1)))}
    return {entrant: max(first[reached[entrant]], reached[entrant][1]) for entrant in ordered}


def spans(places: Mapping[EntrantId, int]) -> dict[EntrantId, PlaceSpan]:
    """Return the range of places that each entrant occupies: two entrants that share place 3 occupy 3 to 4.

    Two entrants that share place 2 because place 1 is empty occupy place 2 only.
    """
    ordered = sorted(places, key=lambda entrant: places[entrant])
    last = {places[entrant]: max(number, places[entrant]) for number, entrant in enumerate(ordered, start=1)}
    return {entrant: PlaceSpan(places[entrant], last[places[entrant]]) for entrant in ordered}
