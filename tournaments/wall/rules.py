"""What the club's wall shows: a scene that the desk chose, and its cards in pages that take turns.

Knows nothing of how a card looks.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from scoring.types import NotNow, Sentence, _
from tournaments.competition.types import Scene

# So many cards have room to be read across a hall.
LARGE = 6
# So many stand on the wall at once, in four columns.
A_PAGE = 12
# So many pages are sent at once. Where there are more they come one by one, each when its turn is.
AT_ONCE = 5
# So many boxes have room below the tables.
IN_A_STRIP = 4
# More than these would be more pages than anybody waits for.
MOST_BELOW = 16

# So long the draw is shown once it is on the wall, where tables are called meanwhile.
DRAW_STANDS = timedelta(minutes=3)

Card = TypeVar("Card")


def refuse_scene(scene: Scene, *, has_draw: bool, over: bool) -> None:
    """Raise NotNow when there is nothing yet that this scene could show."""
    if scene is Scene.CHAMPIONS and not over:
        text = _("The champions are shown once every match is over.")
        raise NotNow("no_champions", Sentence(text))
    if scene in (Scene.DRAW, Scene.STANDINGS) and not has_draw:
        raise NotNow("not_drawn", Sentence(_("There is nothing to show of it before the draw.")))


def scene_now(scene: Scene, *, has_draw: bool, over: bool) -> Scene:
    """Return what is shown: the tables once more when a draw was taken back or an event opened again."""
    try:
        refuse_scene(scene, has_draw=has_draw, over=over)
    except NotNow:
        return Scene.TABLES
    return scene


def draw_gives_way(scene: Scene, since: datetime | None, now: datetime) -> bool:
    """Whether the draw has been on the wall long enough for those who are called to look for their tables."""
    return scene is Scene.DRAW and since is not None and now - since >= DRAW_STANDS


def in_pages(cards: Sequence[Card], size: int = A_PAGE) -> list[Sequence[Card]]:
    """Return the cards page by page, in their order."""
    return [cards[first : first + size] for first in range(0, len(cards), size)]


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return numbers in order as runs, each by its first and last: 1, 2, 3, 7 are 1 to 3 and 7 to 7."""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def rounds_below(matches: Sequence[int], current: int) -> range:
    """Return the rounds of a bracket that stand below the tables, counted from 1, given the matches of each.

    The one after the round that is played tells who goes through. Where there is room the played one stands
    before it, or else those that follow; beside the last round stands the one before. None of one round
    alone, nor where they are too many.
    """
    last = min(current + 1, len(matches))
    first = last
    if sum(matches[current - 1 : last]) <= IN_A_STRIP:
        first = current
    while last < len(matches) and sum(matches[first - 1 : last + 1]) <= IN_A_STRIP:
        last += 1
    while first > 1 and first == last and sum(matches[first - 2 : last]) <= IN_A_STRIP:
        first -= 1
    shown = range(first, last + 1)
    many = sum(matches[number - 1] for number in shown)
    return shown if len(matches) > 1 and many <= MOST_BELOW else range(0)


def boxes_at_once(longest: int) -> int:
    """Return how many boxes stand side by side, where the longest name has so many letters."""
    return next((many for most, many in ROOM_FOR_NAMES if longest <= most), 1)


ROOM_FOR_NAMES = ((18, IN_A_STRIP), (26, 3), (44, 2))
