"""Briscola 151: two players declare marriages while the stock lasts, and play to 151 points (B51).

The rules are in games.md, section 6; cards, count and claims are those of Mariaggia.
"""

from collections.abc import Collection
from dataclasses import replace

from scoring.cards.packs import Card
from scoring.field_kinds.declarations import DeclarationKind, declarations_field
from scoring.game_parts.briscola_cards import KING, QUEEN, made_of_cards, marriage
from scoring.game_parts.card_game import Pace, Preset
from scoring.game_parts.declaration_limits import in_order, once_a_suit, within
from scoring.game_parts.endings import final_totals, only_when_claimed
from scoring.game_parts.feasible_points import as_counted
from scoring.game_parts.fields import Hand, dealer_field
from scoring.game_parts.marriages import ExchangeRule, MarriageFields, MarriagePlay, can_be_held, followed
from scoring.game_parts.profile import TIME_UNFINISHED, Profile, choice, switch
from scoring.games import mariaggia
from scoring.referee.play import play_field
from scoring.types import Finding, HandState, _, sentence

DEALER = dealer_field("B51-DEAL-1", mariaggia.SEATS)
DECLARATIONS = declarations_field(_("Declarations"), "B51-DECL-1", [DeclarationKind("", _("Matrimonio"))])
PLAY = play_field("B51-DEAL-1", seats=mariaggia.SEATS, declared=DECLARATIONS, draws=True, exchanges=True)


def while_the_stock_lasts(_profile: Profile) -> tuple[int, int]:
    """Return the first and last trick in which players may declare (B51-DECL-1)."""
    return 2, mariaggia.DRAWING


def courts_of_a_matrimonio(profile: Profile) -> Collection[str]:
    """Return the ranks of a turned-up card that a player may take for the Ace of trumps (B51-DEAL-1)."""
    return profile.ranks[KING], profile.ranks[QUEEN]


def other_half(profile: Profile, card: Card) -> Card:
    """Return the other card of a marriage, which a player must hold to exchange for `card` (B51-DEAL-1)."""
    king, queen = marriage(profile, card.suit)
    return queen if card == king else king


def ace_exchange(profile: Profile) -> bool:
    """Return whether the profile allows a player to exchange the Ace of trumps (B51-DEAL-1)."""
    return bool(profile.options["ace_exchange"])


def claims_are_played(hand: Hand, profile: Profile) -> Finding | None:
    """Check that no hand is claimed if the profile decides games only after the whole hand (B51-GAME-1)."""
    if hand.state is not HandState.CLAIMED or profile.options["finish"] == "claim":
        return None
    return Finding("claims_not_played", "B51-GAME-1", _NO_CLAIMS, "/state")


_NO_CLAIMS = sentence(
    _("Here nobody claims: the totals are looked at when the deal is over. Write the card points of both.")
)
DECLARED = (in_order(DECLARATIONS, "B51-DECL-1"), once_a_suit(DECLARATIONS, "B51-DECL-1", [""]))
LIMITS = (within(DECLARATIONS, "B51-DECL-1", while_the_stock_lasts),)
MANNER = MarriagePlay(
    rules=mariaggia.TRICK_PLAY._replace(
        duties=(),
        articles={
            **mariaggia.TRICK_PLAY.articles,
            "play": "B51-DEAL-1",
            "declare": "B51-DECL-1",
            "exchange": "B51-DEAL-1",
        },
    ),
    dealt=mariaggia.DEALT,
    shown_after=0,
    exchange=ExchangeRule(
        "A", courts_of_a_matrimonio, only_on_lead=False, played=ace_exchange, completes=other_half
    ),
    looks=(),
    limits=LIMITS,
)
HOLDABLE = can_be_held(MANNER, DECLARATIONS, None, mariaggia.DRAWING, (*DECLARED, *LIMITS))

FOLLOWED = followed(
    MANNER, MarriageFields(mariaggia.TRUMP_SUIT, DECLARATIONS, mariaggia.CARD_POINTS, PLAY, mariaggia.CLAIM)
)._replace(limits=(*LIMITS, HOLDABLE))

CARD_GAME = BRISCOLA_151 = replace(
    mariaggia.MARIAGGIA,
    key="briscola_151",
    pace=Pace(game_hands=2),
    name=_("Briscola 151"),
    rules={**mariaggia.MARIAGGIA.rules, "deal": "B51-DEAL-1", "targets": "B51-GAME-1"},
    targets=(151,),
    presets=(
        Preset("151", _("One game to 151"), {"targets": [151]}),
        Preset("151_151_151", _("Best of three to 151"), {"targets": [151, 151, 151]}),
        Preset(
            "151_end_of_deal",
            _("One game to 151, looked at when the deal is over"),
            {"targets": [151], "finish": "end_of_deal"},
        ),
    ),
    options=(
        choice(
            "finish",
            _("How the target is established"),
            "B51-GAME-1",
            {"claim": _("A player claims it"), "end_of_deal": _("At the end of the deal")},
        ),
        switch("ace_exchange", _("The Ace of trumps may take a turned King or Horse"), "B51-DEAL-1"),
        TIME_UNFINISHED,
    ),
    fields=(
        DEALER,
        mariaggia.TRUMP_SUIT,
        DECLARATIONS,
        mariaggia.CARD_POINTS,
        mariaggia.CAPTURED_CARDS,
        mariaggia.CLAIM,
        PLAY,
    ),
    checks=(
        only_when_claimed(mariaggia.CLAIM, "MGG-CLAIM-2"),
        claims_are_played,
        *DECLARED,
    ),
    range_checks=(
        made_of_cards(mariaggia.CARD_POINTS, "MGG-SCORE-1"),
        as_counted(mariaggia.CAPTURED_CARDS, mariaggia.CARD_POINTS),
        mariaggia.claim_of_cards,
        *LIMITS,
        HOLDABLE,
        FOLLOWED.fault,
    ),
    final_checks=final_totals(mariaggia.WORTH, "B51-GAME-1"),
    card_by_card=FOLLOWED,
)
