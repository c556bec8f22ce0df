"""The places of a tournament drawn: lozenges that are taken, dots that are free, outlines that wait."""

from typing import NamedTuple

# So many are told apart at a glance; of more the number alone is told.
MOST_DRAWN = 128
FEW = 40
STEP = 22


class Place(NamedTuple):
    """One place: what it is, and where its middle stands."""

    kind: str
    across: int
    down: int


class PlacesDrawing(NamedTuple):
    """All of them, and how large the drawing is; none where there are too many."""

    places: tuple[Place, ...]
    width: int
    height: int


def places_drawing(count: int | None, filled: int, your_place: int = 0, waiting: int = 0) -> PlacesDrawing:
    """Return the drawing; more may be taken than there are places, for the desk may let them in."""
    seats = max(count or 0, filled)
    everything = seats + waiting
    if not 0 < everything <= MOST_DRAWN:
        return PlacesDrawing((), 0, 0)
    columns = 8 if everything <= FEW else 16
    drawn = tuple(
        Place(
            _kind(number, seats, filled, your_place),
            (number - 1) % columns * STEP + STEP // 2,
            (number - 1) // columns * STEP + STEP // 2,
        )
        for number in range(1, everything + 1)
    )
    return PlacesDrawing(drawn, columns * STEP, -(-everything // columns) * STEP)


def _kind(number: int, seats: int, filled: int, your_place: int) -> str:
    if number > seats:
        return "waits-you" if number == your_place else "waits"
    if number > filled:
        return "free"
    return "you" if number == your_place else "filled"
