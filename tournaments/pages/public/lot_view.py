"""The cards of a lot on the table and the pairs drawn by them, as far as the desk has turned them.

What is face down is nothing but a place: the wall, the phones and the desk show the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Tournament
from tournaments.rules.lots import CARDS
from tournaments.rules.wall import A_PAGE, in_pages
from tournaments.selectors.drawn import DrawnCard, DrawnMatch, cards_of_lot
from tournaments.stages.selectors.rounds import stage_at_hand
from tournaments.stages.selectors.row_conversion import profile_of


@dataclass(frozen=True)
class PairCard:
    """One side of a match of the draw: `card` is None while it lies face down."""

    card: DrawnCard | None
    newest: bool = False

    @property
    def bye(self) -> bool:
        """Whether nobody stands there; it needs no turning."""
        return self.card is not None and not self.card.teams


@dataclass(frozen=True)
class PairMatch:
    """A match of the draw, and what can be seen of it."""

    name: str
    sides: tuple[PairCard, ...]

    @property
    def begun(self) -> bool:
        """Whether anybody of it can be read."""
        return any(side.card and side.card.teams for side in self.sides)

    @property
    def newest(self) -> bool:
        """Whether the pair turned last stands in it."""
        return any(side.newest for side in self.sides)


def lot_view(tournament: Tournament, *, all_pairs: bool = False) -> dict[str, Any]:
    """Return the cards that lie on the table: two queries, up to six once pairs are turned.

    `all_pairs`: also while no pair is turned yet, for the desk that is going to turn them.
    """
    stage, cards = stage_at_hand(tournament), tournament.laid.split()
    shows = tournament.pairs_up or (all_pairs and tournament.turned == CARDS)
    matches = cards_of_lot(stage, tournament.laid) if shows else []
    return {
        "cards": [*cards[: tournament.turned], *([""] * (len(cards) - tournament.turned))],
        "turned": tournament.turned,
        "pack": profile_of(stage).pack,
        "matches": tuple(_seen(matches, tournament.pairs_up)),
        "pairs_up": tournament.pairs_up,
        "pairs": sum(bool(side.teams) for match in matches for side in match.sides),
    }


def newest_page(matches: Sequence[PairMatch]) -> Sequence[PairMatch]:
    """Return the page of the wall on which the pair turned last stands; the first while none is."""
    pages = in_pages(matches, A_PAGE)
    return next((page for page in pages if any(match.newest for match in page)), pages[0])


def _seen(matches: Sequence[DrawnMatch], pairs_up: int) -> Iterator[PairMatch]:
    number = 0
    for match in matches:
        sides = []
        for side in match.sides:
            number += bool(side.teams)
            known = not side.teams or number <= pairs_up
            sides.append(PairCard(side if known else None, bool(side.teams) and number == pairs_up))
        yield PairMatch(match.name, tuple(sides))
