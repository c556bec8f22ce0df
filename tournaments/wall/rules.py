"""Rules of the wall page: permitted views, number of cards per page, rounds shown below the tables.

The rules do not depend on the appearance of a card.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from scoring.types import NotNow, Sentence, _
from tournaments.competition.types import Scene

# The number of large cards, readable from a distance.
LARGE = 6
# The number of cards on a page, in four columns.
A_PAGE = 12
# The number of pages sent at once. With more, each page is requested when it is due.
AT_ONCE = 5
# The number of boxes below the tables.
IN_A_STRIP = 4
# With more boxes than these the pages would take too long.
MOST_BELOW = 16

# How long the draw is shown while tables are called.
DRAW_STANDS = timedelta(minutes=3)

Card = TypeVar("Card")


def refuse_scene(scene: Scene, *, has_draw: bool, over: bool) -> None:
    """Raise NotNow if this wall view has nothing to show yet."""
    if scene is Scene.CHAMPIONS and not over:
        text = _("The champions are shown once every match is over.")
        raise NotNow("no_champions", Sentence(text))
    if scene in (Scene.DRAW, Scene.STANDINGS) and not has_draw:
        raise NotNow("not_drawn", Sentence(_("There is nothing to show of it before the draw.")))


def scene_now(scene: Scene, *, has_draw: bool, over: bool) -> Scene:
    """Return `scene`, or the view of the tables if `scene` has nothing to show."""
    try:
        refuse_scene(scene, has_draw=has_draw, over=over)
    except NotNow:
        return Scene.TABLES
    return scene


def draw_gives_way(scene: Scene, since: datetime | None, now: datetime) -> bool:
    """Return True if the draw has been shown long enough for players to find their tables."""
    return scene is Scene.DRAW and since is not None and now - since >= DRAW_STANDS


def in_pages(cards: Sequence[Card], size: int = A_PAGE) -> list[Sequence[Card]]:
    """Divide the cards into pages, in the given order."""
    return [cards[first : first + size] for first in range(0, len(cards), size)]


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return ranges of consecutive numbers as (first, last): for 1, 2, 3, 7 return (1, 3) and (7, 7)."""
    pairs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if pairs and number == pairs[-1][1] + 1:
            pairs[-1] = (pairs[-1][0], number)
        else:
            pairs.append((number, number))
    return pairs


def rounds_below(matches: Sequence[int], current: int) -> range:
    """Return the bracket rounds shown below the tables. `matches` contains each round's number of matches.

    The round after the current one is always shown. If there is room, the current round is shown before it,
    or later rounds after it; the last round is shown together with the round before it. The range is empty if
    there is only one round, or if the rounds have too many matches.
    """
    last = min(current + 1, len(matches))
    first = last
    if sum(matches[current - 1 : last]) <= IN_A_STRIP:
        first = current
    while last < len(matches) and sum(matches[first - 1 : last + 1]) <= IN_A_STRIP:
        last += 1
    while first > 1 and first == last and sum(matches[first - 2 : last]) <= IN_A_STRIP:
        first -= 1
    visible_rounds = range(first, last + 1)
    many = sum(matches[number - 1] for number in visible_rounds)
    return visible_rounds if len(matches) > 1 and many <= MOST_BELOW else range(0)


def boxes_at_once(longest: int) -> int:
    """Return the number of match boxes that fit side by side, given the length of the longest name."""
    return next((many for most, many in ROOM_FOR_NAMES if longest <= most), 1)


ROOM_FOR_NAMES = ((18, IN_A_STRIP), (26, 3), (44, 2))
