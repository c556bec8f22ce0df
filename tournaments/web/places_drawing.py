"""The drawing of the places in a tournament: diamond = taken, dot = free, outline = team that is waiting."""

from typing import NamedTuple

# The maximum number of places that are drawn; for more only the number is shown.
MOST_DRAWN = 128
FEW = 40
STEP = 22


class Place(NamedTuple):
    """A place for a team: its kind, and the coordinates of its centre in pixels."""

    kind: str
    across: int
    down: int


class PlacesDrawing(NamedTuple):
    """The places in the drawing, and its size in pixels; empty if there are no places or too many."""

    places: tuple[Place, ...]
    width: int
    height: int


def places_drawing(count: int | None, filled: int, your_place: int = 0, waiting: int = 0) -> PlacesDrawing:
    """Return the drawing of the places in a tournament, followed by `waiting` places of the waiting list.

    `filled` may be larger than `count`, because the desk may enter more teams. `count` is None or 0 if the
    places are not limited. `your_place` counts from 1; 0 means no place.
    """
    seats = max(count or 0, filled)
    everything = seats + waiting
    if not 0 < everything <= MOST_DRAWN:
        return PlacesDrawing((), 0, 0)
    columns = 8 if everything <= FEW else 16
    places = tuple(
        Place(
            _kind(number, seats, filled, your_place),
            (number - 1) % columns * STEP + STEP // 2,
            (number - 1) // columns * STEP + STEP // 2,
        )
        for number in range(1, everything + 1)
    )
    return PlacesDrawing(places, columns * STEP, -(-everything // columns) * STEP)


def _kind(number: int, seats: int, filled: int, your_place: int) -> str:
    if number > seats:
        return "waits-you" if number == your_place else "waits"
    if number > filled:
        return "free"
    return "you" if number == your_place else "filled"
