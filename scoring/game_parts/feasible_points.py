"""Card points that are possible with each number of tricks (MAR-VAL-2 to -4), and after a renuncio.

The points are computed from the card values of the pack. A side with some tricks may have any set of cards of
the right size; the module does not check whether the side could have won these cards legally. For each number
of cards, one integer stores the possible totals of card values: bit n is set if the total n is possible.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import cast

from scoring.field_kinds.base import Counted, Field
from scoring.field_kinds.captured_cards import Captured, CapturedCards
from scoring.game_parts.fields import Check, Hand
from scoring.game_parts.profile import Option, Profile, choice
from scoring.types import Finding, HandState, Scores, Sentence, _, ngettext, sentence

# The values of one suit, from the highest card to the lowest.
Values = tuple[int, ...]

PointsByTricks = Mapping[int, frozenset[int]]


@lru_cache(maxsize=64)
def feasible(values: Values, suits: int, cards_a_trick: int, trick_point: int) -> PointsByTricks:
    """Return the possible card points of a side, by its number of tricks."""
    return _by_tricks(_piles(values * suits), cards_a_trick, trick_point)


@lru_cache(maxsize=256)
def feasible_with_trionfo(
    values: Values, suits: int, cards_a_trick: int, trick_point: int, height: int
) -> PointsByTricks:
    """Return the possible points, by number of tricks, of the pair that holds a given trump.

    `height` is the number of higher trumps. Either the pair won the trick with this trump, or the opponents
    won it with a higher trump.
    """
    trumps, rest = list(values), values * (suits - 1)
    trionfo = trumps.pop(height)
    won = [bits << trionfo for bits in [0, *_piles((*trumps, *rest))]]
    lost = (_piles((*trumps[:higher], *trumps[higher + 1 :], *rest)) for higher in range(height))
    return _by_tricks(_united([won, *lost]), cards_a_trick, trick_point)


def possible_points(tricks: int, possible: frozenset[int]) -> Sentence:
    """Return the message that an entry of card points is impossible, with the possible range."""
    return ngettext(
        "With %(count)d trick you make %(least)d to %(most)d points. Count the tricks or the points again.",
        "With %(count)d tricks you make %(least)d to %(most)d points. Count the tricks or the points again.",
        tricks,
        least=min(possible),
        most=max(possible),
    )


def _piles(values: Iterable[int]) -> list[int]:
    """Return one integer per number of cards; bit n is set if that many cards can total n points."""
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
    """Return the number of tricks in a hand."""
    return len(profile.card_values) * len(profile.pack.suits) // profile.seats


def total_points(profile: Profile) -> int:
    """Return the total of card points in a hand, including points for tricks."""
    return sum(profile.card_values.values()) * len(profile.pack.suits) + trick_count(profile) * TRICK_POINT


def points_by_tricks(profile: Profile) -> PointsByTricks:
    """Return the possible card points in a game profile, by number of tricks."""
    values = tuple(profile.card_values.values())
    return feasible(values, len(profile.pack.suits), profile.seats, TRICK_POINT)


def tricks_with_points(tricks: Field[Scores], points: Field[Scores], rule: str, without_points: str) -> Check:
    """Return the check that a side's card points are possible with the side's number of tricks.

    `without_points` is the rule id for a side with all the points but not all the tricks.
    """

    def check(hand: Hand, profile: Profile) -> Finding | None:
        won, scores = hand.get(tricks), hand.get(points)
        if won is None or scores is None:
            return None
        possible = points_by_tricks(profile)[won[0]]
        if scores[0] in possible:
            return None
        if total_points(profile) in scores:
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
    """Return the check that the entered points match the points of the ticked cards.

    If `tricks` is given, the number of tricks is added to the points, and the check is skipped until the
    tricks are entered. `last_trick` is the field of the winner of the last trick, if the bonus for the last
    trick is part of the points.
    """

    def check(hand: Hand, profile: Profile) -> Finding | None:
        counted, totals = hand.get(field), hand.get(points)
        if counted is None or totals is None:
            return None
        card_sum = sum(profile.card_values[card.rank] for card in counted.cards)
        if tricks is not None:
            won = hand.get(tricks)
            if won is None:
                return None
            card_sum += won[counted.side]
        if last_trick is not None and hand.get(last_trick) == counted.side:
            card_sum += cast(Captured, field.kind).last_worth
        card_sum //= profile.card_unit
        written_points = totals[counted.side]
        if card_sum == written_points:
            return None
        text = sentence(_OTHERWISE, counted=card_sum, written=written_points)
        return Finding("not_as_counted", points.rule, text, f"/{points.key}", "warning")

    return check


_OTHERWISE = _("The cards that were ticked make %(counted)d, and %(written)d are written. Which is right?")


def renuncio_option(rule: str, all_points: str) -> Option:
    """Return the option for the score after a renuncio; `all_points` is the label of the default choice."""
    words = {"all_points": all_points, "director_sets": _("The referee sets the points")}
    return choice("renuncio", _("After a renuncio"), rule, words)


def question_of_all_points(points: Field[Scores], all_points: int, rule: str, question: str) -> Check:
    """Return the check that asks for confirmation if one side has all card points."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        if all_points not in (hand.get(points) or ()):
            return None
        return Finding("cappotto", rule, sentence(question), f"/{points.key}", "warning")

    return check


RENUNCIO = renuncio_option("COM-IRR-1", _("All points to the other side"))


def after_a_renuncio(points: Field[Scores], total: Counted, rule: str) -> Check:
    """Return the check that one side gets all points after a renuncio, if the profile requires this."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        ruled = hand.state is HandState.ADJUSTED and profile.options["renuncio"] == "all_points"
        if not ruled or total(profile) in hand[points]:
            return None
        return Finding("adjusted_otherwise", rule, sentence(_OTHER_RULING), f"/{points.key}", "warning")

    return check


_OTHER_RULING = _(
    "A renuncio gives all card points to the other side. Is this another ruling of the referee?"
)
