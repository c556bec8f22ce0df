"""Botifarra: two pairs, 48 cards; the dealer names trumps or chooses to play without trumps (BOT).

The rules are in `docs/rules.md`. Independent of sheets, matches and other card games.
"""

from collections.abc import Mapping

from scoring.cards.packs import LATIN_SUITS, pack_of
from scoring.cards.tricks import BEAT, FOLLOW, TRUMP, Trick, TrickPlay
from scoring.field_kinds import basic, captured_cards, choice
from scoring.game_parts import card_game, endings, feasible_points, fields, profile as profiles
from scoring.referee import play as hand_play, referee
from scoring.types import Finding, Scores, Step, _, sentence

RANKS = ("9", "A", "K", "H", "J", "8", "7", "6", "5", "4", "3", "2")
VALUES = (5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0)
TRICKS = 12
TOTAL = 4 * sum(VALUES) + TRICKS * feasible_points.TRICK_POINT
EVEN = TOTAL // 2
# BOT-DBL-1: factor of the points, by the last doubling.
DOUBLINGS: Mapping[str, int] = {"plain": 1, "contro": 2, "recontro": 4, "sant_vicenc": 8}
# BOT-SCORE-2: factor of the points in a hand without trumps, in addition to doubling.
WITHOUT_TRUMPS = 2

PACK = pack_of("latin48", _("Latin, 48 cards"), "A K H J 9 8 7 6 5 4 3 2", LATIN_SUITS)

DEALER = fields.dealer_field("BOT-DEAL-1")
TRUMPS = fields.suit_field("trump", _("Trumps"), "BOT-TRUMP-1", no_suit=_("Botifarra"))
DOUBLING = choice.choice_field(
    "doubling",
    _("Doubled"),
    Step.BEFORE,
    "BOT-DBL-1",
    {
        "plain": _("Nobody doubled"),
        "contro": _("Contro, ×2"),
        "recontro": _("Recontro, ×4"),
        "sant_vicenc": _("Sant Vicenç, ×8"),
    },
)
CARD_POINTS = fields.shared_field("card_points", _("Card points"), "BOT-SCORE-1", TOTAL)
CAPTURED_CARDS = captured_cards.taken_field(CARD_POINTS, trick_point=feasible_points.TRICK_POINT)
TRICKS_WON = fields.shared_field("tricks", _("Tricks"), "BOT-SCORE-1", TRICKS, required=False)
PLAY = hand_play.play_field("BOT-PLAY-1")


def score(hand: fields.Hand, _moment: card_game.Moment) -> Mapping[str, Scores]:
    """Return each pair's card points above 36, multiplied by the factors of the hand (BOT-SCORE-2)."""
    times = DOUBLINGS[hand[DOUBLING]] * (WITHOUT_TRUMPS if hand[TRUMPS] == basic.NO_SUIT else 1)
    return {"play": tuple(times * max(0, points - EVEN) for points in hand[CARD_POINTS])}


def doubled_as_the_club_allows(hand: fields.Hand, profile: profiles.Profile) -> Finding | None:
    """Check that the profile allows a Sant Vicenç; many clubs stop at the recontro (BOT-DBL-2)."""
    if hand[DOUBLING] != "sant_vicenc" or profile.options["sant_vicenc"]:
        return None
    return Finding("doubling_not_played", "BOT-DBL-2", sentence(_NOT_PLAYED), "/doubling")


_NOT_PLAYED = _("Here one doubles up to recontro. Choose what was said before.")


cappotto = feasible_points.question_of_all_points(
    CARD_POINTS, TOTAL, "BOT-VAL-2", _("All twelve tricks for one pair: is that right?")
)


def shown_to_the_referee(
    hand: fields.Hand, profile: profiles.Profile, play: tuple[Trick, ...]
) -> referee.Case:
    """Return the hand in the form that the referee checks, with or without trumps (BOT-TRUMP-1)."""
    trumps = None if hand[TRUMPS] == basic.NO_SUIT else hand[TRUMPS]
    return referee.case_of(profile, TRICK_PLAY, play, hand.dealer, trumps=trumps)


def best_hand(profile: profiles.Profile) -> int:
    """Return the highest score of a hand: all card points, no trumps, highest doubling (BOT-VAL-3)."""
    doubled = DOUBLINGS["sant_vicenc" if profile.options["sant_vicenc"] else "recontro"]
    return (TOTAL - EVEN) * doubled * WITHOUT_TRUMPS


final_bounds = endings.won_in_one_hand(best_hand, "BOT-VAL-3")


def final_hands(final: card_game.FinalScore, _target: int, profile: profiles.Profile) -> Finding | None:
    """Check that the final score is possible in the number of hands; one pair scores in each (BOT-VAL-3)."""
    best, hands = best_hand(profile), final.hand_count
    if hands is None or sum(-(-points // best) for points in final.score) <= hands:
        return None
    text = _("In a hand one pair scores, at most %(best)d points. Count the hands again.")
    return Finding("too_few_hands", "BOT-VAL-3", sentence(text, best=best), "/hand_count")


TRICK_PLAY = TrickPlay(
    tricks=TRICKS,
    leads_after_dealer=1,
    trick_point=feasible_points.TRICK_POINT,
    duties=(FOLLOW, BEAT, TRUMP),
    articles={
        "deal": "BOT-DEAL-1",
        "pack": "BOT-CARD-1",
        "play": "BOT-PLAY-1",
        "count": "BOT-SCORE-1",
    },
)

# BOT-PLAY-1, BOT-SCORE-1: the referee checks the play and compares the written counts with it.
FOLLOWED = hand_play.card_by_card(PLAY, shown_to_the_referee, tricks=TRICKS_WON, points=CARD_POINTS)

CARD_GAME = BOTIFARRA = card_game.CardGame(
    key="botifarra",
    pace=card_game.Pace(hand_seconds=288, game_hands=8),
    name=_("Botifarra"),
    rules={
        "deal": "BOT-DEAL-1",
        "misdeal": "COM-IRR-1",
        "courts": "BOT-CARD-1",
        "targets": "BOT-GAME-1",
        "long": "BOT-GAME-1",
    },
    pack=PACK,
    court_orders={("latin48", "manilla"): RANKS},
    order_names={"manilla": _("Nine high")},
    card_values=VALUES,
    rank_names={"9": _("Manilla")},
    fixed_total=TOTAL,
    even_split=EVEN,
    targets=(101,),
    target_range=range(20, 501),
    presets=(
        card_game.Preset("101", _("One game to 101"), {"targets": [101]}),
        card_game.Preset("101_101_101", _("Best of three to 101"), {"targets": [101, 101, 101]}),
        card_game.Preset(
            "101_recontro",
            _("One game to 101, doubled up to recontro"),
            {"targets": [101], "sant_vicenc": False},
        ),
    ),
    options=(
        profiles.switch(
            "sant_vicenc", _("A recontro may be answered by Sant Vicenç"), "BOT-DBL-2", default=True
        ),
        profiles.next_dealer("BOT-GAME-1"),
        profiles.TIME_UNFINISHED,
        feasible_points.RENUNCIO,
    ),
    fields=(DEALER, TRUMPS, DOUBLING, CARD_POINTS, TRICKS_WON, CAPTURED_CARDS, PLAY),
    states=fields.COMMON_STATES,
    entry_steps=(
        card_game.EntryStep("trumps", _("The trumps"), ("dealer", "trump", "doubling")),
        card_game.EntryStep("points", _("The points"), ("card_points", "tricks", "taken")),
    ),
    checks=(
        doubled_as_the_club_allows,
        feasible_points.after_a_renuncio(CARD_POINTS, feasible_points.total_points, "COM-IRR-1"),
    ),
    range_checks=(
        feasible_points.tricks_with_points(TRICKS_WON, CARD_POINTS, "BOT-VAL-1", without_points="BOT-VAL-1"),
        cappotto,
        feasible_points.as_counted(CAPTURED_CARDS, CARD_POINTS, TRICKS_WON),
        FOLLOWED.fault,
    ),
    final_checks=(final_bounds, final_hands),
    card_by_card=FOLLOWED,
    parts={"play": _("Play")},
    score=score,
    long_game={101: 20},
)
