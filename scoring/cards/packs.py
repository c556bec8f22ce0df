"""Cards and card packs; each card game defines the values of its cards (MAR-CARD-1, MAN-CARD-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.types import Sentence, Unreadable, _, sentence


class Card(NamedTuple):
    """A card, written as its rank followed by its suit: `7C`, `AH` or `10S`."""

    rank: str
    suit: str

    @property
    def name(self) -> str:
        """The short name of the card, for example `7C`."""
        return self.rank + self.suit

    def as_json(self) -> str:
        """Return the JSON form of the card, which is its short name."""
        return self.name


RANK_NAMES: Mapping[str, str] = {
    "A": _("Ace"),
    "K": _("King"),
    "Q": _("Queen"),
    "J": _("Jack"),
    "H": _("Horse"),
    "M": _("Maid"),
    "10": _("Ten"),
    "9": _("Nine"),
    "8": _("Eight"),
    "7": _("Seven"),
    "6": _("Six"),
    "5": _("Five"),
    "4": _("Four"),
    "3": _("Three"),
    "2": _("Two"),
}

FRENCH_SUITS: Mapping[str, str] = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
LATIN_SUITS: Mapping[str, str] = {"D": _("coins"), "C": _("cups"), "B": _("batons"), "S": _("swords")}


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack of cards: its ranks and suits with their names, in display order."""

    key: str
    name: str
    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    cards: Mapping[str, Card] = field(init=False)

    def __post_init__(self) -> None:
        """Set `cards` to a dictionary of all cards by short name."""
        cards = [Card(rank, suit) for suit in self.suits for rank in self.ranks]
        object.__setattr__(self, "cards", {card.name: card for card in cards})

    def read(self, raw: object, rule: str, at: str = "") -> Card:
        """Return the card with this short name; raise Unreadable if it is not in the pack."""
        card = self.cards.get(raw) if type(raw) is str else None
        if card is None:
            raise Unreadable("not_a_card", rule, self._which_cards(raw), at)
        return card

    def _which_cards(self, raw: object) -> Sentence:
        if type(raw) is str and raw.strip().upper() in self.cards:
            return sentence(
                _("Write the card in capitals, without spaces: %(card)s."), card=raw.strip().upper()
            )
        return sentence(
            _("There is no such card in the %(pack)s pack. Write rank (%(ranks)s), then suit (%(suits)s)."),
            pack=Sentence(self.name),
            ranks=" ".join(self.ranks),
            suits=" ".join(self.suits),
        )


def pack_of(key: str, name: str, ranks: str, suits: Mapping[str, str]) -> Pack:
    """Return a pack; `ranks` contains the letters of its ranks, separated by spaces."""
    return Pack(key, name, {rank: RANK_NAMES[rank] for rank in ranks.split()}, suits)


FRENCH = pack_of("french", _("French"), "A K Q J 7 6 5 4 3 2", FRENCH_SUITS)
LATIN = pack_of("latin", _("Latin"), "A K H J 7 6 5 4 3 2", LATIN_SUITS)
NEAPOLITAN = pack_of("neapolitan", _("Neapolitan"), "A K H M 7 6 5 4 3 2", LATIN_SUITS)
FRENCH_52 = pack_of("french52", _("French, 52 cards"), "A K Q J 10 9 8 7 6 5 4 3 2", FRENCH_SUITS)

PACKS: Mapping[str, Pack] = {pack.key: pack for pack in (FRENCH, LATIN, NEAPOLITAN, FRENCH_52)}
