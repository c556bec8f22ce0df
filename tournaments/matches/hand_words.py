"""A hand in words at the desk, for all card games, and the likely cause of a dispute."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _

from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import Shares
from scoring.game_parts.card_game import CardGame
from scoring.templatetags.suits import card_name
from scoring.translation import say
from scoring.types import HandState, Sentence
from tournaments.matches.selectors.disputes import Dispute, HandVersion
from tournaments.matches.selectors.matches import MatchNow
from tournaments.web.hand_chips import turned_card
from tournaments.web.words import clock, short_names

Body = Mapping[str, Any]


@dataclass(frozen=True)
class WrittenVersion:
    """One version of a hand: its author, the points of each side by it, and what the referee may rule."""

    seq: int
    author: str
    points: tuple[tuple[str, int, int | None], ...]
    """Each name with its points, and its side where the number is a side's own."""
    ending: str
    """How the hand ended, where nothing was counted."""
    details: tuple[str, ...]
    card: str
    clock: str
    stands: bool
    ruling: str
    """What the button that chooses it says: Carta 20, Cossu 50."""


def shared_numbers(card_game: CardGame, body: Body) -> Iterator[tuple[Field[Any], list[int]]]:
    """Return what was counted side by side, in the order in which it is written: card points, then tricks."""
    for field in card_game.fields:
        value = body.get(field.key) if isinstance(field.kind, Shares) else None
        if isinstance(value, list) and all(type(each) is int for each in value):
            yield field, value


def in_numbers(numbers: list[int]) -> str:
    """Return numbers side by side: 41 to 29."""
    if len(numbers) != 2:
        return " – ".join(map(str, numbers))
    return _("%(ours)d to %(theirs)d") % {"ours": numbers[0], "theirs": numbers[1]}


def hand_score(card_game: CardGame, body: Body) -> str:
    """Return what a hand says first: its counted points, or how it ended."""
    counted = next((numbers for _field, numbers in shared_numbers(card_game, body)), None)
    return ending_words(card_game, body) if counted is None else in_numbers(counted)


def ending_words(card_game: CardGame, body: Body) -> str:
    """Return how a hand ended: played, annulled …"""
    state = card_game.states.get(HandState(body.get("state", "played")))
    return say(Sentence(state.label)) if state else ""


def points_by_name(
    card_game: CardGame, names: Sequence[str], body: Body
) -> tuple[tuple[str, int, int | None], ...]:
    """Return whose each counted number is: a side's, by the names given, or the bidder's and the others'."""
    field, numbers = next(shared_numbers(card_game, body), (None, []))
    owners = cast(Shares, field.kind).owners if field else ()
    if owners:
        return tuple((say(Sentence(owner)), each, None) for owner, each in zip(owners, numbers, strict=True))
    return tuple((name, each, side) for side, (name, each) in enumerate(zip(names, numbers, strict=False)))


def hand_sentence(card_game: CardGame, names: Sequence[str], body: Body) -> str:
    """Return a hand by what each made: Carta – Ruiu 20, Cossu – Pinna 50; or how it ended."""
    points = points_by_name(card_game, names, body)
    return ", ".join(f"{name} {number}" for name, number, _side in points) or ending_words(card_game, body)


def version_views(card_game: CardGame, match: MatchNow, dispute: Dispute) -> list[WrittenVersion]:
    """Return the ways a hand was written, the one that stands first."""
    versions = dispute.versions
    rulings = _rulings(card_game, match, versions)
    return [
        _version(card_game, match, version, stands=place == 0, ruling=rulings[place])
        for place, version in enumerate(versions)
    ]


def _rulings(card_game: CardGame, match: MatchNow, versions: Sequence[HandVersion]) -> list[str]:
    """Return what tells each version from the others: the points, else the card, else who wrote it."""
    short = short_names(_names(match))
    by_points = [hand_sentence(card_game, short, version.body) for version in versions]
    by_card = [_card_name(card_game, version.body) for version in versions]
    by_writer = [_("as written by %(who)s") % {"who": _whose(match, version)} for version in versions]
    told_apart = (words for words in (by_points, by_card) if all(words) and len({*words}) == len(words))
    return next(told_apart, by_writer)


def _card_name(card_game: CardGame, body: Body) -> str:
    card = turned_card(card_game, body)
    return str(card_name(card, card_game)) if card else ""


def _names(match: MatchNow) -> list[str]:
    return [side.name or "?" for side in match.sides]


def _version(
    card_game: CardGame, match: MatchNow, version: HandVersion, *, stands: bool, ruling: str
) -> WrittenVersion:
    points = points_by_name(card_game, _names(match), version.body)
    others = list(shared_numbers(card_game, version.body))[1:]
    return WrittenVersion(
        seq=version.seq,
        author=_whose(match, version),
        points=points,
        ending="" if points else ending_words(card_game, version.body),
        details=tuple(
            f"{say(Sentence(field.label)).lower()} {in_numbers(numbers)}" for field, numbers in others
        ),
        card=turned_card(card_game, version.body),
        clock=clock(version.at),
        stands=stands,
        ruling=ruling,
    )


def _whose(match: MatchNow, version: HandVersion) -> str:
    """Return whose phone wrote: its side, and the name it was given."""
    side = match.sides[version.side].name if version.side is not None else ""
    return " · ".join(filter(None, (side, version.phone))) or _("a phone at the table")


def likely_cause(card_game: CardGame, dispute: Dispute) -> str:
    """Return what probably happened, by what the first two ways have in common."""
    first, second = dispute.versions[0].body, dispute.versions[1].body
    ours, theirs = (
        {field.key: numbers for field, numbers in shared_numbers(card_game, body)} for body in (first, second)
    )
    if ours and ours != theirs and {key: numbers[::-1] for key, numbers in ours.items()} == theirs:
        return _("Same points the other way round: usually somebody mixed up Us and Them.")
    if ours != theirs:
        return _("The points differ: have the cards counted again.")
    if turned_card(card_game, first) != turned_card(card_game, second):
        return _("Same points, another card turned up: look at the card on the table.")
    return _("Same points: they differ in who dealt, or in how the hand ended.")
