"""What the club's wall shows: a scene that the desk chose, and its cards in pages that take turns.

Knows nothing of how a card looks.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from scoring.rules.errors import NotNow
from scoring.rules.words import Sentence, _

LARGE = 6
"""So many cards have room to be read across a hall."""
A_PAGE = 12
"""So many stand on the wall at once, in four columns."""

Card = TypeVar("Card")


class Scene(StrEnum):
    """What fills the wall."""

    TABLES = "tables"
    DRAW = "draw"
    STANDINGS = "standings"
    CHAMPIONS = "champions"


def refuse_scene(scene: Scene, *, drawn: bool, over: bool) -> None:
    """Raise NotNow when there is nothing yet that this scene could show."""
    if scene is Scene.CHAMPIONS and not over:
        text = _("The champions are shown once every match is over.")
        raise NotNow("no_champions", Sentence(text))
    if scene in (Scene.DRAW, Scene.STANDINGS) and not drawn:
        raise NotNow("not_drawn", Sentence(_("There is nothing to show of it before the draw.")))


def scene_now(scene: Scene, *, drawn: bool, over: bool) -> Scene:
    """Return what is shown: the tables once more when a draw was taken back or an event opened again."""
    try:
        refuse_scene(scene, drawn=drawn, over=over)
    except NotNow:
        return Scene.TABLES
    return scene


def in_pages(cards: Sequence[Card], size: int = A_PAGE) -> list[Sequence[Card]]:
    """Return the cards page by page, in their order."""
    return [cards[first : first + size] for first in range(0, len(cards), size)]
