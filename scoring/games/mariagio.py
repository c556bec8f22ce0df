"""Mariagio: two players, seven cards each; leaders declare marriages; the last trick scores 20 (MGO).

The rules are in games.md, section 8. Independent of sheets, matches and other card games.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache

from scoring.cards.packs import FRENCH, LATIN, NEAPOLITAN
from scoring.cards.tricks import BEAT, FOLLOW, TRUMP, TrickPlay
from scoring.field_kinds.captured_cards import taken_field
from scoring.field_kinds.declarations import DeclarationKind, declarations_field
from scoring.game_parts import briscola_cards, marriages
from scoring.game_parts.card_game import CardGame, EntryStep, Moment, Pace, Preset
from scoring.game_parts.declaration_limits import each, in_order, once_a_suit
from scoring.game_parts.endings import Worth, final_totals
from scoring.game_parts.feasible_points import RENUNCIO, after_a_renuncio, as_counted, feasible
from scoring.game_parts.fields import COMMON_STATES, Hand, dealer_field, shared_field, side_field, suit_field
from scoring.game_parts.profile import TIME_UNFINISHED, Profile, switch
from scoring.referee.play import play_field
from scoring.referee.referee import Case, last_trick_of_another
from scoring.types import Finding, Scores, Step, _, sentence

SEATS, DEALT, TRICKS = 2, 7, 20
DRAWING = TRICKS - DEALT
LAST_TRICK = 20
MOST_DECLARED = marriages.most_declared(briscola_cards.SUITS)
# MGO-EXCH-1: the trump that may be exchanged for the turned card.
GIVEN_RANK = "2"


def captured_counts(profile: Profile) -> bool:
    """Return whether capturing a Queen with the King of her suit counts as a marriage (MGO-MARR-2)."""
    return bool(profile.options["captured"])


DEALER = dealer_field("MGO-DEAL-1", SEATS)
TRUMP_SUIT = suit_field("trump", _("Trump suit"), "MGO-DEAL-1")
DECLARATIONS = declarations_field(
    _("Declarations"),
    "MGO-MARR-1",
    [DeclarationKind("", _("Marriage"))],
    captures=captured_counts,
    captures_rule="MGO-MARR-2",
)
CARD_POINTS = shared_field("card_points", _("Card points"), "MGO-SCORE-1", briscola_cards.TOTAL)
CAPTURED_CARDS = taken_field(CARD_POINTS)
LAST = side_field("last_trick", _("Last trick"), Step.COUNT, "MGO-LAST-1")
PLAY = play_field("MGO-DEAL-1", seats=SEATS, declared=DECLARATIONS, draws=True, exchanges=True)


def score(hand: Hand, _moment: Moment) -> Mapping[str, Scores]:
    """Return the sum of card points, points for the last trick, and declared points (MGO-SCORE-1)."""
    last = (LAST_TRICK, 0) if hand[LAST] == 0 else (0, LAST_TRICK)
    declared = marriages.marriage_points(hand[DECLARATIONS], hand[TRUMP_SUIT])
    return {"cards": hand[CARD_POINTS], "last_trick": last, "declarations": declared}


def in_time(hand: Hand, _profile: Profile) -> Finding | None:
    """Check that no marriage is declared in the last trick, unless it is captured there (MGO-MARR-1)."""
    for at, declaration in each(hand, DECLARATIONS):
        if declaration.trick == TRICKS and not declaration.captured:
            text = sentence(
                _("One may declare in tricks %(first)d to %(last)d. This declaration does not count."),
                first=1,
                last=TRICKS - 1,
            )
            return Finding("declared_too_late_or_early", "MGO-MARR-1", text, f"{at}/trick")
    return None


def taken_once_a_trick(hand: Hand, _profile: Profile) -> Finding | None:
    """Check that at most one marriage is captured in each trick (MGO-MARR-2).

    Also check that a marriage captured in the last trick belongs to the side that won it (MGO-LAST-1).
    """
    tricks: set[int | None] = set()
    for at, declaration in each(hand, DECLARATIONS):
        if declaration.captured and declaration.trick is not None:
            if declaration.trick in tricks:
                return Finding("captured_twice", "MGO-MARR-2", _TWICE, at)
            if declaration.trick == TRICKS and declaration.side != hand[LAST]:
                return Finding("last_trick_of_another", "MGO-LAST-1", _TAKEN_LAST, at)
            tricks.add(declaration.trick)
    return None


def taken_cards_count(hand: Hand, profile: Profile) -> Finding | None:
    """Check that the card points are possible with the captured marriages (MGO-MARR-2)."""
    captures = Counter(
        declaration.side for _at, declaration in each(hand, DECLARATIONS) if declaration.captured
    )
    points = hand[CARD_POINTS][0]
    if points not in briscola_cards.possible_totals(profile.seats) or points in with_taken(
        captures[0], captures[1]
    ):
        return None
    return Finding("captured_not_counted", "MGO-MARR-2", _UNCOUNTED, "/card_points")


@lru_cache
def with_taken(mine: int, other: int) -> frozenset[int]:
    """Return the possible card points of a side, given the marriages that each side captured."""
    pair, other_values = (
        briscola_cards.VALUES[briscola_cards.KING] + briscola_cards.VALUES[briscola_cards.QUEEN],
        (*briscola_cards.VALUES[: briscola_cards.KING], *briscola_cards.VALUES[briscola_cards.QUEEN + 1 :]),
    )
    rest = (*briscola_cards.VALUES * (briscola_cards.SUITS - mine - other), *other_values * (mine + other))
    totals = frozenset().union(*feasible(rest, 1, SEATS, 0).values())
    return frozenset(total + mine * pair for total in totals)


def taken_in_the_trick(case: Case) -> Finding | None:
    """Check every captured marriage against the trick in which it was captured (MGO-MARR-2).

    The trick must consist of the King and the Queen of the suit, and the declaring player must have won it.
    """
    for number, trick in enumerate(case.play):
        for place, declaration in enumerate(trick.declared):
            pair = set(briscola_cards.marriage(case.profile, str(declaration.suit)))
            if declaration.captured and (
                set(trick.cards) != pair or case.winner(number) != declaration.player
            ):
                at = f"/play/{number}/declared/{place}"
                return case.fault("not_captured", "captured", _NOT_CAPTURED, at)
    return None


def last_trick_as_played(case: Case, hand: Hand) -> Finding | None:
    """Check that the recorded winner of the last trick is the side that won it (MGO-LAST-1)."""
    return last_trick_of_another(case, hand[LAST])


def on_lead(case: Case, number: int) -> int:
    """Return the seat that leads the trick; only the leader may declare (MGO-MARR-1)."""
    return case.play[number].leader


def any_other_trump(profile: Profile) -> Collection[str]:
    """Return the ranks of a turned-up card that may be exchanged for the Two of trumps (MGO-EXCH-1)."""
    return tuple(rank for rank in profile.ranks if rank != GIVEN_RANK)


_TWICE = sentence(_("In a trick only one marriage can be taken. Look at when each was."))
_TAKEN_LAST = sentence(_("Who takes a marriage in the last trick wins it. Look at who won the last trick."))
_UNCOUNTED = sentence(
    _("The King and the Queen of a marriage that was taken count with the cards. Count again.")
)
_NOT_CAPTURED = sentence(
    _("A marriage is taken when the King takes the Queen of its suit. Look at the cards of this trick.")
)

DECLARED = (in_order(DECLARATIONS, "MGO-MARR-1"), once_a_suit(DECLARATIONS, "MGO-MARR-1", [""]))
LIMITS = (in_time, marriages.by_one_in_a_trick(DECLARATIONS, "MGO-MARR-1"), taken_once_a_trick)
MANNER = marriages.MarriagePlay(
    rules=TrickPlay(
        tricks=TRICKS,
        leads_after_dealer=1,
        trick_point=0,
        duties=(FOLLOW, BEAT, TRUMP),
        articles={
            "deal": "MGO-DEAL-1",
            "pack": "MGO-CARD-1",
            "stock": "MGO-DEAL-1",
            "turned": "MGO-DEAL-1",
            "play": "MGO-PLAY-1",
            "declare": "MGO-MARR-1",
            "captured": "MGO-MARR-2",
            "exchange": "MGO-EXCH-1",
            "last": "MGO-LAST-1",
            "count": "MGO-SCORE-1",
        },
        drawing=DRAWING,
    ),
    dealt=DEALT,
    shown_after=0,
    exchange=marriages.ExchangeRule(
        GIVEN_RANK, any_other_trump, only_on_lead=True, played=lambda _profile: True
    ),
    looks=(
        marriages.declared_only_by(on_lead, _("Only who leads may declare. Look at who led this trick.")),
        taken_in_the_trick,
    ),
    limits=LIMITS,
    counts=(last_trick_as_played,),
)
HOLDABLE = marriages.can_be_held(MANNER, DECLARATIONS, 0, TRICKS - 1, (*DECLARED, *LIMITS))
# MGO-SCORE-1: the points both players can score together in a hand.
WORTH = range(
    briscola_cards.TOTAL + LAST_TRICK,
    briscola_cards.TOTAL + LAST_TRICK + MOST_DECLARED + 1,
    marriages.IN_ANOTHER,
)

FOLLOWED = marriages.followed(
    MANNER, marriages.MarriageFields(TRUMP_SUIT, DECLARATIONS, CARD_POINTS, PLAY)
)._replace(limits=(*LIMITS, HOLDABLE))

CARD_GAME = MARIAGIO = CardGame(
    key="mariagio",
    pace=Pace(game_hands=2),
    name=_("Mariagio"),
    seats=SEATS,
    players_a_side=1,
    rules={
        "deal": "MGO-DEAL-1",
        "misdeal": "COM-IRR-1",
        "courts": "MGO-CARD-1",
        "targets": "MGO-GAME-1",
    },
    pack=FRENCH,
    court_orders={
        **briscola_cards.orders(FRENCH, LATIN, NEAPOLITAN, ten="seven"),
        **briscola_cards.orders(FRENCH, LATIN, NEAPOLITAN, ten="three"),
    },
    order_names=briscola_cards.TEN_NAMES,
    order_option=("ten_card", _("The card worth ten")),
    card_values=briscola_cards.VALUES,
    fixed_total=briscola_cards.TOTAL,
    targets=(200,),
    target_range=range(10, 1001),
    presets=(
        Preset("200", _("One game to 200"), {"targets": [200]}),
        Preset("200_200_200", _("Best of three to 200"), {"targets": [200, 200, 200]}),
        Preset(
            "200_captured",
            _("One game to 200, marriages may be taken"),
            {"targets": [200], "captured": True},
        ),
    ),
    options=(
        switch("captured", _("A marriage taken in a trick counts"), "MGO-MARR-2"),
        RENUNCIO,
        TIME_UNFINISHED,
    ),
    fields=(DEALER, TRUMP_SUIT, DECLARATIONS, CARD_POINTS, CAPTURED_CARDS, LAST, PLAY),
    states=COMMON_STATES,
    entry_steps=(
        EntryStep("trump", _("The trump suit"), ("dealer", "trump")),
        EntryStep("declarations", _("The declarations"), ("declarations",)),
        EntryStep("points", _("The points"), ("card_points", "last_trick", "taken")),
    ),
    checks=(
        *DECLARED,
        after_a_renuncio(CARD_POINTS, briscola_cards.all_points, "COM-IRR-1"),
    ),
    range_checks=(
        briscola_cards.made_of_cards(CARD_POINTS, "MGO-SCORE-1"),
        as_counted(CAPTURED_CARDS, CARD_POINTS),
        taken_cards_count,
        *LIMITS,
        HOLDABLE,
        FOLLOWED.fault,
    ),
    final_checks=final_totals(Worth(WORTH, WORTH), "MGO-GAME-1"),
    card_by_card=FOLLOWED,
    parts={"cards": _("Cards"), "last_trick": _("Last trick"), "declarations": _("Declarations")},
    score=score,
)
