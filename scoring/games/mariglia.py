"""Mariglia: two pairs, 40 cards; a card turned up before play scores for the dealer's pair (MAR).

The rules are in games.md, section 1. Independent of sheets, matches and other card games.
"""

from collections.abc import Mapping
from functools import lru_cache

from scoring.cards.packs import FRENCH
from scoring.cards.tricks import BEAT, FOLLOW, TRUMP, Trick, TrickPlay
from scoring.field_kinds.captured_cards import taken_field
from scoring.game_parts import endings, feasible_points
from scoring.game_parts.card_game import CardGame, EntryStep, FinalScore, Moment, Preset
from scoring.game_parts.fields import COMMON_STATES, Hand, StateRule, card_field, dealer_field, shared_field
from scoring.game_parts.profile import TIME_UNFINISHED, Profile, choice, next_dealer, switch
from scoring.games.hand_tables.mariglia import HANDS
from scoring.referee.play import card_by_card, play_field
from scoring.referee.referee import Case, case_of
from scoring.types import Finding, HandState, Scores, Step, _, sentence

VALUES = (5, 4, 3, 2, 1, 0, 0, 0, 0, 0)
SUITS, SEATS, TRICKS = 4, 4, 10
TOTAL = SUITS * sum(VALUES) + TRICKS * feasible_points.TRICK_POINT
EVEN = TOTAL // 2
# MAR-SCORE-5: 40 points, for the highest turned card and all tricks.
BEST_HAND = max(VALUES) + TOTAL - EVEN

FRILLI = ("6", "5", "4", "3", "2")
COURT_ORDERS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("french", "jack_high"): ("7", "A", "K", "J", "Q", *FRILLI),
    ("french", "queen_high"): ("7", "A", "K", "Q", "J", *FRILLI),
    ("latin", "sardinian"): ("7", "A", "K", "H", "J", *FRILLI),
    ("neapolitan", "jack_high"): ("7", "A", "K", "H", "M", *FRILLI),
}

DEALER = dealer_field("MAR-DEAL-2")
TRIONFO = card_field("trionfo", _("Trump card"), Step.BEFORE, "MAR-TRI-1")
CARD_POINTS = shared_field("card_points", _("Card points"), "MAR-VAL-1", TOTAL)
CAPTURED_CARDS = taken_field(CARD_POINTS, trick_point=feasible_points.TRICK_POINT)
TRICKS_WON = shared_field("tricks", _("Tricks"), "MAR-SCORE-1", TRICKS, required=False)
PLAY = play_field("MAR-PLAY-1")


def trionfo_points(value: int, _before: int, _target: int) -> int:
    """Return the value of the turned-up card, which scores before play begins (MAR-TRI-2)."""
    return value


def score(hand: Hand, moment: Moment) -> Mapping[str, Scores]:
    """Return the points of the turned-up card plus the card points above 35 (MAR-SCORE-4)."""
    mine, other = hand.get(CARD_POINTS) or (0, 0)
    return {"trionfo": turned(hand, moment), "play": (max(0, mine - EVEN), max(0, other - EVEN))}


def turned(hand: Hand, moment: Moment) -> Scores:
    """Return the points of each side for the turned-up card (MAR-TRI-2)."""
    side = hand.dealer % 2
    value = moment.profile.card_values[hand[TRIONFO].rank]
    points = moment.card_game.trionfo_points(value, moment.before[side], moment.target)
    return (points, 0) if side == 0 else (0, points)


def ending_on_the_trionfo(hand: Hand, moment: Moment) -> Finding | None:
    """Check that a hand ends at the turned-up card if and only if the target is then reached (MAR-TRI-3)."""
    side = hand.dealer % 2
    over = moment.before[side] + turned(hand, moment)[side] >= moment.target
    if over and hand.state is not HandState.ENDED_ON_TRIONFO:
        text = _("The trump card already won the game. Take the card points away: the hand ended on it.")
        return Finding("won_on_the_trionfo", "MAR-TRI-3", sentence(text), "/card_points")
    if hand.state is HandState.ENDED_ON_TRIONFO and not over:
        text = _("The trump card does not reach %(target)d. Play the hand and write its card points.")
        return Finding("trionfo_does_not_win", "MAR-TRI-3", sentence(text, target=moment.target), "/state")
    return None


tricks_and_points = feasible_points.tricks_with_points(
    TRICKS_WON, CARD_POINTS, "MAR-VAL-2", without_points="MAR-VAL-3"
)


def dealer_holds_the_trionfo(hand: Hand, profile: Profile) -> Finding | None:
    """Check that the dealer's pair, which holds the turned-up card, can have its card points (MAR-VAL-4)."""
    side, height = hand.dealer % 2, profile.ranks.index(hand[TRIONFO].rank)
    tricks = hand.get(TRICKS_WON)
    points = hand.get(CARD_POINTS)
    if points is None or points[side] in dealers_points(height, None if tricks is None else tricks[side]):
        return None
    if tricks_and_points(hand, profile):
        return None  # these tricks and points are already refused for any holder of the card
    text = _THE_SEVEN if height == 0 else _HIGHER_TRUMP
    return Finding("points_without_the_trionfo", "MAR-VAL-4", sentence(text), "/card_points")


@lru_cache
def dealers_points(height: int, tricks: int | None) -> frozenset[int]:
    """Return the card points that the pair with the turned-up card can have in `tricks` tricks.

    If `tricks` is None, any number of tricks is possible.
    """
    by_tricks = feasible_points.feasible_with_trionfo(
        VALUES, SUITS, SEATS, feasible_points.TRICK_POINT, height
    )
    return frozenset().union(*by_tricks.values()) if tricks is None else by_tricks[tricks]


cappotto = feasible_points.question_of_all_points(
    CARD_POINTS, TOTAL, "MAR-VAL-5", _("All ten tricks for one pair: is that right?")
)


def shown_to_the_referee(hand: Hand, profile: Profile, play: tuple[Trick, ...]) -> Case:
    """Return the hand in the form that the referee checks; the turned-up card sets trumps (MAR-TRI-1)."""
    trionfo = hand[TRIONFO]
    return case_of(profile, TRICK_PLAY, play, hand.dealer, trumps=trionfo.suit, turned=trionfo)


# MAR-PLAY-1, MAR-SCORE-1: the referee checks the play and compares the written counts with it.
FOLLOWED = card_by_card(PLAY, shown_to_the_referee, tricks=TRICKS_WON, points=CARD_POINTS)


renuncio = feasible_points.after_a_renuncio(CARD_POINTS, feasible_points.total_points, "MAR-IRR-2")


final_bounds = endings.won_in_one_hand(lambda _profile: TOTAL - EVEN, "MAR-VAL-6")


def final_hands(final: FinalScore, target: int, _profile: Profile) -> Finding | None:
    """Check that the final score is possible in the number of hands, at 40 points per hand (MAR-VAL-7)."""
    hands = final.hand_count
    if hands is None or (sum(final.score) <= BEST_HAND * hands and (target <= BEST_HAND or hands > 1)):
        return None
    text = _("A hand is worth at most %(best)d points to both pairs together. Count the hands again.")
    return Finding("too_few_hands", "MAR-VAL-7", sentence(text, best=BEST_HAND), "/hand_count")


_THE_SEVEN = _(
    "The dealer’s pair has the seven of trumps, and it always takes its trick. Count their points again."
)
_HIGHER_TRUMP = _(
    "The dealer’s pair can lose the trump card only to a higher trump. Count the tricks or the points again."
)

TRICK_PLAY = TrickPlay(
    tricks=TRICKS,
    leads_after_dealer=1,
    trick_point=feasible_points.TRICK_POINT,
    duties=(FOLLOW, BEAT, TRUMP),
    articles={
        "deal": "MAR-DEAL-3",
        "pack": "MAR-CARD-1",
        "play": "MAR-PLAY-1",
        "turned": "MAR-TRI-1",
        "count": "MAR-SCORE-1",
    },
)

OPTIONS = (
    choice(
        "deal_style",
        _("Deal"),
        "MAR-DEAL-3",
        {"covered": _("All cards covered"), "scoperto": _("Some cards exposed")},
    ),
    next_dealer("MAR-MATCH-2"),
    TIME_UNFINISHED,
    choice(
        "speaking",
        _("Who may speak"),
        "MAR-COMM-1",
        {"leading": _("The pair that leads"), "winning": _("The pair winning the trick")},
    ),
    choice(
        "questions",
        _("Questions"),
        "MAR-COMM-1",
        {"free": _("Free"), "yes_no_number": _("Answered by yes, no or a number")},
    ),
    switch("hide_trump_seven", _("The seven of trumps may be kept silent"), "MAR-COMM-1"),
    feasible_points.renuncio_option("MAR-IRR-2", _("All points to the other pair")),
)

PRESETS = (
    Preset("35_35_45", _("Two games to 35, decider to 45"), {"targets": [35, 35, 45]}),
    Preset("35_35_35", _("Best of three to 35"), {"targets": [35, 35, 35]}),
    Preset("45_45_45", _("Best of three to 45"), {"targets": [45, 45, 45]}),
    Preset("35", _("One game to 35"), {"targets": [35]}),
    Preset("45", _("One game to 45"), {"targets": [45]}),
    Preset("70", _("One game to 70"), {"targets": [70]}),
    Preset("71", _("One game to 71"), {"targets": [71]}),
)

CARD_GAME = MARIGLIA = CardGame(
    key="mariglia",
    name=_("Mariglia"),
    rules={
        "deal": "MAR-DEAL-2",
        "misdeal": "MAR-IRR-1",
        "courts": "MAR-CARD-2",
        "targets": "MAR-MATCH-1",
        "long": "MAR-VAL-8",
    },
    pack=FRENCH,
    court_orders=COURT_ORDERS,
    order_names={
        "jack_high": _("Jack above Queen (Neapolitan: Horse above Maid)"),
        "queen_high": _("Queen above Jack"),
        "sardinian": _("Sardinian"),
    },
    deck_names={
        ("french", "jack_high"): _("Jack above Queen"),
        ("neapolitan", "jack_high"): _("Horse above Maid"),
    },
    card_values=VALUES,
    rank_names={"7": _("Mariglia")},
    fixed_total=TOTAL,
    even_split=EVEN,
    targets=(35, 35, 45),
    presets=PRESETS,
    first_dealer=_("the lowest card"),  # MAR-DEAL-1
    options=OPTIONS,
    fields=(DEALER, TRIONFO, CARD_POINTS, TRICKS_WON, CAPTURED_CARDS, PLAY),
    states={
        **COMMON_STATES,
        HandState.ENDED_ON_TRIONFO: StateRule(
            _("Ended on the trump card"),
            needs=frozenset({Step.DEAL, Step.BEFORE}),
            refuses=frozenset({Step.PLAY, Step.COUNT}),
            rule="MAR-TRI-3",
        ),
    },
    entry_steps=(
        EntryStep("trionfo", _("The trump card"), ("dealer", "trionfo")),
        EntryStep("points", _("The points"), ("card_points", "tricks", "taken")),
    ),
    checks=(renuncio,),
    range_checks=(
        tricks_and_points,
        dealer_holds_the_trionfo,
        cappotto,
        feasible_points.as_counted(CAPTURED_CARDS, CARD_POINTS, TRICKS_WON),
        FOLLOWED.fault,
    ),
    moment_checks=(ending_on_the_trionfo,),
    final_checks=(final_bounds, final_hands),
    card_by_card=FOLLOWED,
    parts={"trionfo": _("Trump card"), "play": _("Play")},
    score=score,
    trionfo_points=trionfo_points,
    long_game={35: 14, 45: 17},
    hand_table=HANDS,
)
