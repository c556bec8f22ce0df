"""The game profile: every option of a competition, complete with defaults (COM-7, COM-MATCH-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from scoring.cards.packs import PACKS, Card, Pack
from scoring.errors import BadSetup
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.options import OptionValue
from scoring.sentences import Sentence, _, sentence
from scoring.sheet.rules.hand import as_written, pointer
from scoring.types import Finding, Problem, Unreadable


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


def read_profile(card_game: CardGame, raw: object, where: str = "") -> Profile:
    """Complete a profile with the game's defaults, or raise BadSetup with everything wrong in it."""
    if type(raw) is not dict:
        finding = Finding(
            "not_a_profile", "COM-7", sentence(_("Write the profile as an object with its options."))
        )
        raise _bad_setup([finding.problem(where)])
    given: dict[str, OptionValue] = {}
    problems = [*_read_options(card_game, raw, given, where)]
    deck = _deck(card_game, given)
    if isinstance(deck, Finding):
        problems.append(deck.problem(where))
    if problems or isinstance(deck, Finding):
        raise _bad_setup(problems)
    profile = _complete(card_game, tuple(given.items()), *deck)
    together = [found.problem(where) for check in card_game.profile_checks if (found := check(profile))]
    if together:
        raise _bad_setup(together)
    return profile


def _bad_setup(problems: list[Problem]) -> BadSetup:
    return BadSetup(
        "bad_profile",
        sentence(_("These options cannot be played by. Look at each one marked.")),
        tuple(problems),
    )


def _read_options(
    card_game: CardGame, raw: Mapping[str, object], options: dict[str, OptionValue], where: str
) -> list[Problem]:
    """Read every option given, and find those that are unknown or say what they cannot."""
    problems = []
    for key, value in raw.items():
        if key in card_game.former_options:
            continue
        option = card_game.options_by_key.get(key)
        if option is None:
            text = sentence(_("%(game)s has no such option. Take it away."), game=Sentence(card_game.name))
            problems.append(Problem("unknown_option", "COM-7", "error", f"{where}/{pointer(key)}", text))
            continue
        try:
            options[key] = option.read(value)
        except Unreadable as reason:
            problems.extend(finding.problem(f"{where}/{key}") for finding in reason.findings)
    return problems


def _deck(card_game: CardGame, options: Mapping[str, OptionValue]) -> tuple[str, str] | Finding:
    """Settle pack and court order: each follows from the other when only one is given (MAR-CARD-2)."""
    decks = card_game.court_orders
    key = card_game.order_option[0]
    pack, order = options.get("pack"), options.get(key)
    usual = [deck for deck in decks if deck[0] == card_game.pack.key]
    for deck in [*usual, *decks]:
        if pack in (None, deck[0]) and order in (None, deck[1]):
            return deck
    text = sentence(_("These court cards are not in this pack. Change the pack or the order of the courts."))
    return Finding("pack_and_court_order", card_game.rules["courts"], text, f"/{key}")


@lru_cache(maxsize=512)
def _complete(
    card_game: CardGame, choices: tuple[tuple[str, OptionValue], ...], pack: str, order: str
) -> Profile:
    options = {option.key: option.default for option in card_game.all_options} | dict(choices)
    deck = (("pack", pack), (card_game.order_option[0], order))
    options |= {key: word for key, word in deck if key in options}
    chosen = {key for key, _value in choices}
    options |= {key: value(options) for key, value in card_game.defaults.items() if key not in chosen}
    seats = cast(int, options.get("players", card_game.seats))
    left_out = card_game.ranks_left_out.get(seats, frozenset())
    values = zip(card_game.court_orders[pack, order], card_game.card_values, strict=True)
    card_values = {rank: value for rank, value in values if rank not in left_out}
    ranks = tuple(card_values)
    return Profile(
        options=options,
        targets=cast(tuple[int, ...], options.get("targets", ())),
        seats=seats,
        sides=seats // card_game.players_a_side,
        pack=PACKS[pack],
        ranks=ranks,
        card_values=card_values,
        strength={rank: len(ranks) - place for place, rank in enumerate(ranks)},
        rank_names=card_game.rank_names,
    )


def game_hands(card_game: CardGame, profile: Profile, number: int) -> int:
    """Return how many hands game `number`, from 0, usually takes: as many as its target is far."""
    pace = card_game.pace
    said = profile.options.get(pace.counted_by)
    if type(said) is int:
        return said
    target = profile.target(number)
    if target is None:
        return pace.game_hands
    usual = card_game.targets[0]
    return max(1, (2 * pace.game_hands * target + usual) // (2 * usual))
