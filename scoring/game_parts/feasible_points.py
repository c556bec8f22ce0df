"""Which tricks and card points go together, of the cards that a side can have taken; all after a renuncio.

Computed from the values of the pack (MAR-VAL-2 to MAR-VAL-4). A pile of t tricks is any t-th part of the pack
that can be told apart by number of cards and value alone; who could legally have won which trick is not
asked. Totals of card values are kept as the bits of an integer, one integer for each number of cards.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import cast

from scoring.field_kinds.base import Counted, Field
from scoring.field_kinds.captured_cards import Captured, CapturedCards
from scoring.game_parts.fields import Check, Hand
from scoring.game_parts.profile import Option, Profile, choice
from scoring.types import Finding, HandState, Scores, Sentence, _, ngettext, sentence

Values = tuple[int, ...]
"""The values of one suit, from the highest card to the lowest."""

PointsByTricks = Mapping[int, frozenset[int]]


@lru_cache(maxsize=64)
def feasible(values: Values, suits: int, cards_a_trick: int, trick_point: int) -> PointsByTricks:
    """Return, for each number of tricks, the card points a side can have made with them."""
    return _by_tricks(_piles(values * suits), cards_a_trick, trick_point)


@lru_cache(maxsize=256)
def feasible_with_trionfo(
    values: Values, suits: int, cards_a_trick: int, trick_point: int, height: int
) -> PointsByTricks:
    """The same for the pair that held this trump, `height` cards below the highest one.

    Either the pair won the trick it fell in, or the others won it with one of the higher trumps.
    """
    trumps, rest = list(values), values * (suits - 1)
    trionfo = trumps.pop(height)
    won = [bits << trionfo for bits in [0, *_piles((*trumps, *rest))]]
    lost = (_piles((*trumps[:higher], *trumps[higher + 1 :], *rest)) for higher in range(height))
    return _by_tricks(_united([won, *lost]), cards_a_trick, trick_point)


def possible_points(tricks: int, possible: frozenset[int]) -> Sentence:
    """Say what can be made with so many tricks."""
    return ngettext(
        "With %(count)d trick you make %(least)d to %(most)d points. Count the tricks or the points again.",
        "With %(count)d tricks you make %(least)d to %(most)d points. Count the tricks or the points again.",
        tricks,
        least=min(possible),
        most=max(possible),
    )


def _piles(values: Iterable[int]) -> list[int]:
    """Return the totals that 0, 1, 2… of these cards can have, as bits."""
    totals = [1]
    for value in values:
        totals.append(0)
        for count in range(len(totals) - 1, 0, -1):
            totals[count] |= totals[count - 1] << value
    return totals


def _united(piles: Sequence[list[int]]) -> list[int]:
    united = [0] * max(map(len, piles))
    for totals in piles:
        for count, bits in enumerate(totals):
            united[count] |= bits
    return united


def _by_tricks(totals: Sequence[int], cards_a_trick: int, trick_point: int) -> PointsByTricks:
    return {
        tricks: frozenset(
            value + tricks * trick_point for value in range(bits.bit_length()) if bits >> value & 1
        )
        for tricks, bits in enumerate(totals[::cards_a_trick])
    }


TRICK_POINT = 1


def trick_count(profile: Profile) -> int:
    """Return how many tricks a hand has: all cards that are played with, one of each player to a trick."""
    return len(profile.card_values) * len(profile.pack.suits) // profile.seats


def total_points(profile: Profile) -> int:
    """Return the card points of a hand, tricks included."""
    return sum(profile.card_values.values()) * len(profile.pack.suits) + trick_count(profile) * TRICK_POINT


def points_by_tricks(profile: Profile) -> PointsByTricks:
    """Return, for each number of tricks, the card points that can be made with them."""
    values = tuple(profile.card_values.values())
    return feasible(values, len(profile.pack.suits), profile.seats, TRICK_POINT)


def tricks_with_points(tricks: Field[Scores], points: Field[Scores], rule: str, without_points: str) -> Check:
    """Make the check that these card points can be made with these tricks, where the tricks were written.

    `without_points` is the rule for who has all the points and not all the tricks.
    """

    def check(hand: Hand, profile: Profile) -> Finding | None:
        won, made = hand.get(tricks), hand.get(points)
        if won is None or made is None:
            return None
        possible = points_by_tricks(profile)[won[0]]
        if made[0] in possible:
            return None
        if total_points(profile) in made:
            text = sentence(_TRICKS_WITHOUT_POINTS)
            return Finding("tricks_without_points", without_points, text, f"/{tricks.key}")
        return Finding("tricks_and_points", rule, possible_points(won[0], possible), f"/{tricks.key}")

    return check


_TRICKS_WITHOUT_POINTS = _("Every trick is worth at least one point. Count the tricks or the points again.")


def as_counted(
    field: Field[CapturedCards],
    points: Field[Scores],
    tricks: Field[Scores] | None = None,
    last_trick: Field[int] | None = None,
) -> Check:
    """Make the check that what was written is what was counted; where tricks count, once they are written.

    `last_trick` is the field of who took it, where its point is one of those that are counted.
    """

    def check(hand: Hand, profile: Profile) -> Finding | None:
        counted, totals = hand.get(field), hand.get(points)
        if counted is None or totals is None:
            return None
        made = sum(profile.card_values[card.rank] for card in counted.cards)
        if tricks is not None:
            won = hand.get(tricks)
            if won is None:
                return None
            made += won[counted.side]
        if last_trick is not None and hand.get(last_trick) == counted.side:
            made += cast(Captured, field.kind).last_worth
        made //= profile.card_unit
        written = totals[counted.side]
        if made == written:
            return None
        text = sentence(_OTHERWISE, counted=made, written=written)
        return Finding("not_as_counted", points.rule, text, f"/{points.key}", "warning")

    return check


_OTHERWISE = _("The cards that were ticked make %(counted)d, and %(written)d are written. Which is right?")


def renuncio_option(rule: str, all_points: str) -> Option:
    """Make the option that says what an adjusted hand holds; `all_points` are the words for the usual way."""
    words = {"all_points": all_points, "director_sets": _("The referee sets the points")}
    return choice("renuncio", _("After a renuncio"), rule, words)


def question_of_all_points(points: Field[Scores], all_points: int, rule: str, question: str) -> Check:
    """Make the check that asks about a hand in which one side has all the points: it happens, but seldom."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        if all_points not in (hand.get(points) or ()):
            return None
        return Finding("cappotto", rule, sentence(question), f"/{points.key}", "warning")

    return check


RENUNCIO = renuncio_option("COM-IRR-1", _("All points to the other side"))


def after_a_renuncio(points: Field[Scores], total: Counted, rule: str) -> Check:
    """Make the check that a hand adjusted after a renuncio gives one side everything, where that holds."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        ruled = hand.state is HandState.ADJUSTED and profile.options["renuncio"] == "all_points"
        if not ruled or total(profile) in hand[points]:
            return None
        return Finding("adjusted_otherwise", rule, sentence(_OTHER_RULING), f"/{points.key}", "warning")

    return check


_OTHER_RULING = _(
    "A renuncio gives all card points to the other side. Is this another ruling of the referee?"
)
