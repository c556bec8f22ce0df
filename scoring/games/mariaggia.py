"""Mariaggia: two players; marriages are declared after a trick; a player may claim the game (MGG).

The rules are in games.md, section 7. Independent of sheets, matches and other card games.
"""

from collections.abc import Mapping

from scoring.cards.packs import FRENCH, LATIN, NEAPOLITAN
from scoring.cards.tricks import BEAT, FOLLOW, TRUMP, TrickPlay
from scoring.field_kinds.captured_cards import taken_field
from scoring.field_kinds.claim import claim_field
from scoring.field_kinds.declarations import DeclarationKind, declarations_field
from scoring.game_parts import briscola_cards, endings, marriages
from scoring.game_parts.card_game import CardGame, EntryStep, Moment, Pace, Preset
from scoring.game_parts.declaration_limits import in_order, once_a_suit, within
from scoring.game_parts.feasible_points import RENUNCIO, after_a_renuncio, as_counted
from scoring.game_parts.fields import Hand, dealer_field, shared_field, suit_field
from scoring.game_parts.profile import TIME_UNFINISHED, Profile
from scoring.referee.play import play_field
from scoring.referee.referee import Case
from scoring.types import Finding, HandState, Scores, _

SEATS, DEALT, TRICKS = 2, 5, 20
DRAWING = TRICKS - DEALT
# King and Horse: the number of cards in hand needed for a declaration.
PAIR = 2
MOST_DECLARED = marriages.most_declared(briscola_cards.SUITS)

DEALER = dealer_field("MGG-GAME-1", SEATS)
TRUMP_SUIT = suit_field("trump", _("Trump suit"), "B51-DEAL-1")
DECLARATIONS = declarations_field(_("Declarations"), "MGG-DECL-1", [DeclarationKind("", _("Marriage"))])
CARD_POINTS = shared_field("card_points", _("Card points"), "MGG-SCORE-1", briscola_cards.TOTAL)
CAPTURED_CARDS = taken_field(CARD_POINTS)
CLAIM = claim_field("MGG-CLAIM-2", briscola_cards.TOTAL)
PLAY = play_field("B51-DEAL-1", seats=SEATS, declared=DECLARATIONS, draws=True)


def score(hand: Hand, _moment: Moment) -> Mapping[str, Scores]:
    """Return the sum of the counted card points and the declared points (MGG-SCORE-1, MGG-CLAIM-1)."""
    cards = endings.counted(hand, CARD_POINTS, CLAIM)
    return {"cards": cards, "declarations": marriages.marriage_points(hand[DECLARATIONS], hand[TRUMP_SUIT])}


def claim_of_cards(hand: Hand, profile: Profile) -> Finding | None:
    """Check that the claimed card points can be the total of complete tricks (MGG-CLAIM-2)."""
    claim = hand.get(CLAIM)
    if claim is None:
        return None
    return briscola_cards.impossible_total(claim.card_points, profile, "MGG-CLAIM-2", "/claim/card_points")


def after_a_trick(_profile: Profile) -> tuple[int, int]:
    """Return the first and last trick after which players may declare (MGG-DECL-1)."""
    return 1, TRICKS - PAIR


TRICK_PLAY = TrickPlay(
    tricks=TRICKS,
    leads_after_dealer=1,
    trick_point=0,
    duties=(FOLLOW, BEAT, TRUMP),
    articles={
        "deal": "B51-DEAL-1",
        "pack": "MNA-CARD-1",
        "stock": "B51-DEAL-1",
        "turned": "B51-DEAL-1",
        "play": "MGG-PLAY-1",
        "declare": "MGG-DECL-1",
        "count": "MGG-SCORE-1",
    },
    drawing=DRAWING,
)

DECLARED = (in_order(DECLARATIONS, "MGG-DECL-1"), once_a_suit(DECLARATIONS, "MGG-DECL-1", [""]))
LIMITS = (
    within(DECLARATIONS, "MGG-DECL-1", after_a_trick),
    marriages.by_one_in_a_trick(DECLARATIONS, "MGG-DECL-1"),
)
MANNER = marriages.MarriagePlay(
    rules=TRICK_PLAY,
    dealt=DEALT,
    shown_after=1,
    exchange=None,
    looks=(
        marriages.declared_only_by(
            Case.winner, _("Only who has just won a trick may declare. Look at who won it.")
        ),
    ),
    limits=LIMITS,
)
HOLDABLE = marriages.can_be_held(MANNER, DECLARATIONS, 1, TRICKS - PAIR, (*DECLARED, *LIMITS))
# A hand that ends on a claim can have any total, because the opponent's cards are not counted.
WORTH = endings.Worth(
    ordinary=range(briscola_cards.TOTAL, briscola_cards.TOTAL + MOST_DECLARED + 1, marriages.IN_ANOTHER),
    last=range(briscola_cards.TOTAL + MOST_DECLARED + 1),
)

FOLLOWED = marriages.followed(
    MANNER, marriages.MarriageFields(TRUMP_SUIT, DECLARATIONS, CARD_POINTS, PLAY, CLAIM)
)._replace(limits=(*LIMITS, HOLDABLE))

CARD_GAME = MARIAGGIA = CardGame(
    key="mariaggia",
    pace=Pace(game_hands=3),
    name=_("Mariaggia (two players)"),
    seats=SEATS,
    players_a_side=1,
    rules={
        "deal": "MGG-GAME-1",
        "misdeal": "COM-IRR-1",
        "courts": "MNA-CARD-1",
        "targets": "MGG-GAME-1",
    },
    pack=LATIN,
    court_orders=briscola_cards.orders(LATIN, NEAPOLITAN, FRENCH),
    order_names=briscola_cards.TEN_NAMES,
    card_values=briscola_cards.VALUES,
    fixed_total=briscola_cards.TOTAL,
    targets=(200,),
    target_range=range(10, 1001),
    presets=(
        Preset("200", _("One game to 200"), {"targets": [200]}),
        Preset("250", _("One game to 250"), {"targets": [250]}),
        Preset("200_200_200", _("Best of three to 200"), {"targets": [200, 200, 200]}),
    ),
    options=(RENUNCIO, TIME_UNFINISHED),
    fields=(DEALER, TRUMP_SUIT, DECLARATIONS, CARD_POINTS, CAPTURED_CARDS, CLAIM, PLAY),
    states=endings.claimable_states("MGG-CLAIM-2"),
    entry_steps=(
        EntryStep("trump", _("The trump suit"), ("dealer", "trump")),
        EntryStep("declarations", _("The declarations"), ("declarations",)),
        EntryStep("claim", _("Somebody claims the game"), ("claim",), HandState.CLAIMED),
        EntryStep("points", _("The points"), ("card_points", "taken")),
    ),
    checks=(
        endings.only_when_claimed(CLAIM, "MGG-CLAIM-2"),
        *DECLARED,
        after_a_renuncio(CARD_POINTS, briscola_cards.all_points, "COM-IRR-1"),
    ),
    range_checks=(
        briscola_cards.made_of_cards(CARD_POINTS, "MGG-SCORE-1"),
        as_counted(CAPTURED_CARDS, CARD_POINTS),
        claim_of_cards,
        *LIMITS,
        HOLDABLE,
        FOLLOWED.fault,
    ),
    final_checks=endings.final_totals(WORTH, "MGG-GAME-1"),
    card_by_card=FOLLOWED,
    parts={"cards": _("Cards"), "declarations": _("Declarations")},
    score=score,
    ending=endings.won_or_lost_by_a_claim(CLAIM),
)
