"""The versions of a disputed hand as text for the desk, and the likely cause of the dispute."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.field_kinds.basic import Shares
from scoring.game_parts.card_game import CardGame, turned_key
from scoring.sheet.rules.reader import read_profile
from scoring.translation import say
from scoring.types import Sentence
from tournaments.matches.hand_words import Body, HandWords, NamedNumber, names_of_sides
from tournaments.matches.selectors.disputes import Dispute, HandVersion
from tournaments.matches.selectors.matches import MatchNow
from tournaments.web.hand_chips import turned_card
from tournaments.web.words import clock, short_names


@dataclass(frozen=True)
class WrittenVersion:
    """One version of a hand: its author, its numbers, and the label of the button that selects it."""

    seq: int
    author: str
    points: tuple[NamedNumber, ...]
    # How the hand ended; empty if it was played and counted.
    ending: str
    details: tuple[str, ...]
    card: str
    clock: str
    stands: bool
    # For example: Carta 20, Cossu 50.
    ruling: str


def version_views(card_game: CardGame, match: MatchNow, dispute: Dispute) -> list[WrittenVersion]:
    """Return the versions of a disputed hand for display, the valid version first."""
    names = names_of_sides(
        read_profile(card_game, match.match.sheet.profile), [side.name or "?" for side in match.sides]
    )
    hands = [HandWords(card_game, version.body, names) for version in dispute.versions]
    authors = [_author(match, version) for version in dispute.versions]
    rulings = _rulings(hands, authors)
    return [
        _version(hand, version, author, stands=place == 0, ruling=rulings[place])
        for place, (hand, version, author) in enumerate(zip(hands, dispute.versions, authors, strict=True))
    ]


def _rulings(hands: Sequence[HandWords], authors: Sequence[str]) -> list[str]:
    short = dict(enumerate(short_names([*hands[0].names.sides.values()])))
    by_points = [replace(hand, names=replace(hand.names, sides=short)).sentence for hand in hands]
    by_card = [hand.card for hand in hands]
    by_author = [_("as written by %(who)s") % {"who": author} for author in authors]
    distinct = (words for words in (by_points, by_card) if all(words) and len({*words}) == len(words))
    return next(distinct, by_author)


def _version(
    hand: HandWords, version: HandVersion, author: str, *, stands: bool, ruling: str
) -> WrittenVersion:
    separate_keys = {"state", turned_key(hand.card_game)}
    return WrittenVersion(
        seq=version.seq,
        author=author,
        points=hand.numbers,
        ending=hand.early_ending if hand.numbers else hand.ending,
        details=tuple(each.words for each in hand.other_fields if each.key not in separate_keys),
        card=turned_card(hand.card_game, version.body),
        clock=clock(version.at),
        stands=stands,
        ruling=ruling,
    )


def _author(match: MatchNow, version: HandVersion) -> str:
    """Return the side and the name of the phone that wrote the version."""
    side = match.sides[version.side].name if version.side is not None else ""
    return " · ".join(filter(None, (side, version.phone))) or _("a phone at the table")


def likely_cause(card_game: CardGame, dispute: Dispute) -> str:
    """Return a sentence with the probable cause of a dispute, found by comparing the first two versions."""
    first, second = dispute.versions[0].body, dispute.versions[1].body
    first_counts, second_counts = (_counts(card_game, body) for body in (first, second))
    if (
        first_counts
        and first_counts != second_counts
        and {key: numbers[::-1] for key, numbers in first_counts.items()} == second_counts
    ):
        return _("Same points the other way round: usually somebody mixed up Us and Them.")
    if first_counts != second_counts:
        return _("The points differ: have the cards counted again.")
    if turned_card(card_game, first) != turned_card(card_game, second):
        return _("Same points, another card turned up: look at the card on the table.")
    if any(first.get(key) != second.get(key) for key in ("dealer", "state")):
        return _("Same points: they differ in who dealt, or in how the hand ended.")
    fields = [field for field in card_game.fields if first.get(field.key) != second.get(field.key)]
    return _("Same points; differences: %(fields)s.") % {
        "fields": ", ".join(say(Sentence(field.label)).lower() for field in fields)
    }


def _counts(card_game: CardGame, body: Body) -> dict[str, list[int]]:
    keys = [field.key for field in card_game.fields if isinstance(field.kind, Shares)]
    return {key: body[key] for key in keys if key in body}
