"""What a match is played by: every option of its card game, and what follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.cards.packs import Card, Pack
from scoring.game_parts.options import OptionValue
from scoring.sentences import Sentence, _, sentence
from scoring.strict_json import as_written
from scoring.types import Unreadable


@dataclass(frozen=True)
class Profile:
    """What a phase plays by: all options, and the cards they come down to."""

    options: Mapping[str, OptionValue]
    targets: tuple[int, ...]
    """Empty when the game has none."""
    seats: int
    sides: int
    pack: Pack
    ranks: tuple[str, ...]
    """From high to low."""
    card_values: Mapping[str, int]
    strength: Mapping[str, int]
    rank_names: Mapping[str, str]

    @property
    def games(self) -> int:
        """How many games a match can have."""
        return len(self.targets) or 1

    @property
    def games_to_win(self) -> int:
        """How many games win a match (COM-MATCH-1)."""
        return self.games // 2 + 1

    def target(self, number: int) -> int | None:
        """Return the target of a game, counted from 0."""
        return self.targets[number] if number < len(self.targets) else None

    def played_to(self, number: int) -> int | None:
        """Return the same for a hand that decides after the last game too: it is dealt as in that one."""
        return self.target(min(number, self.games - 1))

    def side(self, seat: int) -> int:
        """Return the side a seat plays for."""
        return seat % self.sides

    def read_card(self, raw: object, rule: str, at: str = "") -> Card:
        """Read a card of the pack that is played with, or say which cards there are."""
        card = self.pack.read(raw, rule, at)
        if card.rank not in self.strength:
            text = sentence(_("The %(card)s is not played with here."), card=self.card_words(card))
            raise Unreadable("card_left_out", rule, text, at)
        return card

    def rank_name(self, rank: str) -> str:
        """Return what a rank is called in this game, to be translated."""
        return self.rank_names.get(rank) or self.pack.ranks[rank]

    def card_words(self, card: Card) -> Sentence:
        """Name a card as people do."""
        rank, suit = Sentence(self.rank_name(card.rank)), Sentence(self.pack.suits[card.suit])
        return sentence(_("%(rank)s of %(suit)s"), rank=rank, suit=suit)

    def as_json(self) -> dict[str, object]:
        """Write every option, defaults included; `read_profile` reads it back to the same."""
        return {key: as_written(value) for key, value in self.options.items()}
