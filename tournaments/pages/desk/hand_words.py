"""A hand in words at the desk, whatever the card game, and what two ways of writing it have in common."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules.asked import Shares
from scoring.rules.card_game import CardGame
from scoring.rules.types import HandState
from scoring.rules.words import Sentence
from scoring.translation import say
from tournaments.pages.public.words import clock
from tournaments.pages.sheet_view import turned_card
from tournaments.selectors.disputes import Dispute, HandVersion
from tournaments.selectors.matches import MatchNow

Body = Mapping[str, Any]


@dataclass(frozen=True)
class VersionView:
    """One way a hand was written: by whom, its first pair of numbers large, the rest small."""

    seq: int
    who: str
    score: str
    details: tuple[str, ...]
    card: str
    clock: str
    stands: bool


def shared_numbers(card_game: CardGame, body: Body) -> Iterator[tuple[str, list[int]]]:
    """Return what was counted side by side, in the order in which it is written: card points, then tricks."""
    for field in card_game.fields:
        value = body.get(field.key) if isinstance(field.asked, Shares) else None
        if isinstance(value, list) and all(type(each) is int for each in value):
            yield say(Sentence(field.label)), value


def in_numbers(numbers: list[int]) -> str:
    """Return numbers side by side: 41 to 29."""
    if len(numbers) != 2:
        return " – ".join(map(str, numbers))
    return _("%(ours)d to %(theirs)d") % {"ours": numbers[0], "theirs": numbers[1]}


def hand_score(card_game: CardGame, body: Body) -> str:
    """Return what a hand says first: its counted points, or how it ended."""
    counted = next((numbers for _label, numbers in shared_numbers(card_game, body)), None)
    if counted is not None:
        return in_numbers(counted)
    state = card_game.states.get(HandState(body.get("state", "played")))
    return say(Sentence(state.label)) if state else ""


def version_views(card_game: CardGame, match: MatchNow, dispute: Dispute) -> list[VersionView]:
    """Return the ways a hand was written, the one that stands first."""
    return [
        _version(card_game, match, version, stands=place == 0)
        for place, version in enumerate(dispute.versions)
    ]


def _version(card_game: CardGame, match: MatchNow, version: HandVersion, *, stands: bool) -> VersionView:
    others = list(shared_numbers(card_game, version.body))[1:]
    return VersionView(
        seq=version.seq,
        who=_whose(match, version),
        score=hand_score(card_game, version.body),
        details=tuple(f"{label.lower()} {in_numbers(numbers)}" for label, numbers in others),
        card=turned_card(card_game, version.body),
        clock=clock(version.at),
        stands=stands,
    )


def _whose(match: MatchNow, version: HandVersion) -> str:
    """Return whose phone wrote: its side, and the name it was given."""
    side = match.sides[version.side].name if version.side is not None else ""
    return " · ".join(filter(None, (side, version.phone))) or _("A phone at the table")


def likely_cause(card_game: CardGame, dispute: Dispute) -> str:
    """Return what probably happened, by what the first two ways have in common."""
    first, second = dispute.versions[0].body, dispute.versions[1].body
    ours, theirs = dict(shared_numbers(card_game, first)), dict(shared_numbers(card_game, second))
    if ours and ours != theirs and {key: numbers[::-1] for key, numbers in ours.items()} == theirs:
        return _("Same points the other way round: usually somebody mixed up Us and Them.")
    if ours != theirs:
        return _("The points differ: have the cards counted again.")
    if turned_card(card_game, first) != turned_card(card_game, second):
        return _("Same points, another card turned up: look at the card on the table.")
    return _("Same points: they differ in who dealt, or in how the hand ended.")
