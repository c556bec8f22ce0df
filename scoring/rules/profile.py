"""The game profile: every option of a competition, complete with defaults (COM-7, COM-MATCH-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from scoring.rules.card_game import CardGame
from scoring.rules.cards import PACKS, Pack
from scoring.rules.errors import BadSetup
from scoring.rules.hand import as_written, pointer
from scoring.rules.options import OptionValue
from scoring.rules.types import Finding, Problem, Unreadable
from scoring.rules.words import Sentence, _, sentence


@dataclass(frozen=True)
class Profile:
    """What a phase plays by: all options, and the cards they come down to."""

    card_game: str
    options: Mapping[str, OptionValue]
    targets: tuple[int, ...]
    pack: Pack
    ranks: tuple[str, ...]
    """From high to low."""
    card_values: Mapping[str, int]
    strength: Mapping[str, int]

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
    return _complete(card_game, tuple(given.items()), *deck)


def _bad_setup(problems: list[Problem]) -> BadSetup:
    return BadSetup(
        "bad_profile",
        sentence(_("These options cannot be played by. Look at each one marked.")),
        tuple(problems),
    )


def _read_options(
    card_game: CardGame, raw: Mapping[str, object], given: dict[str, OptionValue], where: str
) -> list[Problem]:
    """Read every option given, and find those that are unknown or say what they cannot."""
    problems = []
    for key, value in raw.items():
        option = card_game.options_by_key.get(key)
        if option is None:
            text = sentence(_("%(game)s has no such option. Take it away."), game=Sentence(card_game.name))
            problems.append(Problem("unknown_option", "COM-7", "error", f"{where}/{pointer(key)}", text))
            continue
        try:
            given[key] = option.read(value)
        except Unreadable as reason:
            problems.append(reason.finding.problem(f"{where}/{key}"))
    return problems


def _deck(card_game: CardGame, given: Mapping[str, OptionValue]) -> tuple[str, str] | Finding:
    """Settle pack and court order: each follows from the other when only one is given (MAR-CARD-2)."""
    decks = card_game.court_orders
    pack, order = given.get("pack"), given.get("court_order")
    usual = [deck for deck in decks if deck[0] == card_game.pack.key]
    for deck in [*usual, *decks]:
        if pack in (None, deck[0]) and order in (None, deck[1]):
            return deck
    text = sentence(_("These court cards are not in this pack. Change the pack or the order of the courts."))
    return Finding("pack_and_court_order", card_game.rules["courts"], text, "/court_order")


@lru_cache(maxsize=512)
def _complete(
    card_game: CardGame, given: tuple[tuple[str, OptionValue], ...], pack: str, order: str
) -> Profile:
    options = {option.key: option.default for option in card_game.all_options} | dict(given)
    options |= {key: word for key, word in (("pack", pack), ("court_order", order)) if key in options}
    ranks = card_game.court_orders[pack, order]
    return Profile(
        card_game=card_game.key,
        options=options,
        targets=cast(tuple[int, ...], options["targets"]),
        pack=PACKS[pack],
        ranks=ranks,
        card_values=dict(zip(ranks, card_game.card_values, strict=True)),
        strength={rank: len(ranks) - place for place, rank in enumerate(ranks)},
    )
