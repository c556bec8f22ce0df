"""A draw by lots that anyone can repeat: commitment, lot, shuffle (docs/decisions/0002-draws.md).

Before the lot is drawn the digest of entrants, algorithm and salt is published, and of clubs and parts where
the algorithm looks at them; afterwards salt and lot decide everything. An algorithm, once used, never
changes: a better one is a new key in `ALGORITHMS`.
"""

import hmac
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import count
from typing import NamedTuple

from scoring.strict_json import digest
from scoring.types import BadEntry, Sentence, _
from tournaments.competition.format_parts.matching import Levels, kept_apart
from tournaments.competition.names import INVISIBLE
from tournaments.competition.seeding import seeded_first
from tournaments.competition.types import Entrant, EntrantId

LONGEST_LOT = 200
CARDS = 5
"""So many cards make a lot."""
WORD = 8
"""Bytes taken from the stream for one number."""

Committed = list[list[str | int | None]]
"""Each entrant with its seed or null, and with its club where the algorithm looks at it."""


def read_lot(text: str) -> str:
    """The lot as it counts, any text or cards drawn in public ("7C AH 10S KD 2C"): NFC, single spaces."""
    lot = " ".join(unicodedata.normalize("NFC", text).split())
    if not lot:
        raise BadEntry("lot_missing", Sentence(_("Write the lot that was drawn: five cards, or any text.")))
    if any(unicodedata.category(letter) in INVISIBLE for letter in lot):
        raise BadEntry("lot_invisible", Sentence(_("The lot holds an invisible character. Type it again.")))
    if len(lot) > LONGEST_LOT:
        long = _("The lot has at most %(most)s letters. Write a shorter one.")
        raise BadEntry("lot_too_long", Sentence(long, {"most": LONGEST_LOT}))
    return lot


def entrants_as_json(entrants: Sequence[Entrant], algorithm: str = "trionfo-1") -> Committed:
    """The entrants in order, as committed, stored and published."""
    if ALGORITHMS[algorithm].parts_clubs:
        return [[entrant.id, entrant.seed, entrant.club] for entrant in entrants]
    return [[entrant.id, entrant.seed] for entrant in entrants]


def read_entrants(stored: Sequence[Sequence[str | int | None]]) -> tuple[Entrant, ...]:
    """Read back what `entrants_as_json` wrote."""
    return tuple(_read_entrant(*row) for row in stored)


def _read_entrant(raw: str | int | None, seed: str | int | None, club: str | int | None = "") -> Entrant:
    return Entrant(EntrantId(str(raw)), None if seed is None else int(seed), str(club))


def commitment(entrants: Sequence[Entrant], algorithm: str, salt: str, apart: Levels = ()) -> str:
    """SHA-256 of entrants in order, algorithm and salt, as JSON without spaces and with sorted keys.

    An algorithm that parts clubs promises the parts of the lines as well.
    """
    listed = entrants_as_json(entrants, algorithm)
    promised: dict[str, object] = {"algorithm": algorithm, "entrants": listed, "salt": salt}
    if ALGORITHMS[algorithm].parts_clubs:
        promised["apart"] = apart
    return digest(promised)


def numbers(salt: str, lot: str) -> Iterator[int]:
    """64-bit numbers: HMAC-SHA-256(salt, lot) is the key, block n is HMAC-SHA-256(key, n), n = 0, 1, 2 …"""
    key = hmac.digest(salt.encode(), lot.encode(), "sha256")
    for block in count():
        made = hmac.digest(key, block.to_bytes(WORD, "big"), "sha256")
        for start in range(0, len(made), WORD):
            yield int.from_bytes(made[start : start + WORD], "big")


def below(limit: int, stream: Iterator[int]) -> int:
    """The next number under the limit: those that would favour the low ones are thrown away."""
    fair = 2 ** (8 * WORD) // limit * limit
    return next(number for number in stream if number < fair) % limit


def shuffled(entrants: Sequence[EntrantId], salt: str, lot: str) -> tuple[EntrantId, ...]:
    """Fisher and Yates from the last place to the second: each place swaps with one at or before it."""
    order, stream = list(entrants), numbers(salt, lot)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seeds_kept(
    entrants: Sequence[Entrant], salt: str, lot: str, _apart: Levels = ()
) -> tuple[EntrantId, ...]:
    """Trionfo-1: the seeded keep the first lines in the order of their seeds, the lot orders the others."""
    seeded, others = seeded_first(entrants)
    return seeded + shuffled(others, salt, lot)


def clubs_apart(entrants: Sequence[Entrant], salt: str, lot: str, apart: Levels) -> tuple[EntrantId, ...]:
    """Trionfo-2: as trionfo-1, then club mates who stand in one part change places until none can."""
    clubs = {entrant.id: entrant.club for entrant in entrants}
    seeded = sum(entrant.seed is not None for entrant in entrants)
    return kept_apart(seeds_kept(entrants, salt, lot), clubs, apart, seeded)


class Algorithm(NamedTuple):
    """A way of drawing, and whether clubs and the parts of the lines are promised with it."""

    draw: Callable[[Sequence[Entrant], str, str, Levels], tuple[EntrantId, ...]]
    parts_clubs: bool = False


ALGORITHMS: Mapping[str, Algorithm] = {
    "trionfo-1": Algorithm(seeds_kept),
    "trionfo-2": Algorithm(clubs_apart, parts_clubs=True),
}
"""Every way of drawing that was ever used, kept for ever."""


def algorithm_for(entrants: Sequence[Entrant], apart: Levels) -> str:
    """The way a new draw is made: clubs are parted where there are any and the format has parts to use."""
    return "trionfo-2" if apart and any(entrant.club for entrant in entrants) else "trionfo-1"


def lines_by_lot(
    entrants: Sequence[Entrant], algorithm: str, salt: str, lot: str, apart: Levels = ()
) -> tuple[EntrantId, ...]:
    """The entrants on their lines, line 1 first, by the algorithm that was promised."""
    return ALGORITHMS[algorithm].draw(entrants, salt, read_lot(lot), apart)


Lot = tuple[EntrantId, ...]
"""Those whom nothing else separated, as a lot drew them."""


def lot_among(lots: Sequence[Lot], level: AbstractSet[EntrantId]) -> Lot | None:
    """The newest lot that drew all of these, the newest standing first; none while nobody has drawn."""
    return next((lot for lot in lots if level <= set(lot)), None)
