"""Cinquecento: like Marianna, but the first marianna fixes trumps and later ones are worth less (CIN).

The rules are in games.md, section 5.
"""

from dataclasses import replace
from math import gcd
from operator import add

from scoring.cards.packs import LATIN
from scoring.field_kinds.declarations import declarations_field
from scoring.game_parts.briscola_cards import TOTAL, made_of_cards
from scoring.game_parts.card_game import Moment, Preset, ahead_at
from scoring.game_parts.declaration_limits import in_order, once_a_suit
from scoring.game_parts.endings import Worth, final_totals
from scoring.game_parts.feasible_points import as_counted
from scoring.game_parts.fields import Hand
from scoring.game_parts.holdings import holdable
from scoring.game_parts.profile import TIME_UNFINISHED, next_dealer, switch
from scoring.games import marianna
from scoring.games.marianna_family import declarations, play
from scoring.referee.play import play_field
from scoring.types import Finding, HandState, _, sentence

# CIN-DECL-1: the values of the marianne of a hand, in order.
COUNT = (40, 20, 20, 20)

DECLARATIONS = declarations_field(
    _("Declarations"),
    "CIN-DECL-1",
    tuple(kind for kind in declarations.KINDS if kind.key in declarations.MARRIAGES),
)
PLAY = play_field("MNA-CARD-1", declared=DECLARATIONS, draws=True)


LATE_SONG = declarations.when_the_stock_is_gone(
    declarations.MARIANNA,
    play.DRAWING,
    Finding(
        "sung_late",
        "CIN-DECL-2",
        sentence(_("The stock is gone after trick %(last)d: was this sung later?"), last=play.DRAWING),
    ),
)


def after_reaching(hand: Hand, moment: Moment) -> int | None:
    """Return the number of declarations after which the target is reached, or None (CIN-GAME-1)."""
    declared = hand[DECLARATIONS] if moment.profile.options["immediate"] else ()
    for count in range(1, len(declared) + 1):
        points = declarations.declared_points(declared[:count], moment.profile, COUNT)
        if ahead_at(tuple(map(add, moment.before, points)), moment.target) is not None:
            return count
    return None


DECLARED = (
    declarations.played_here,
    in_order(DECLARATIONS, "CIN-DECL-1"),
    once_a_suit(DECLARATIONS, "MNA-DECL-3", declarations.MARRIAGES),
)
LIMITS = (declarations.once_a_turn, declarations.copri_before_trumps)
MANNER = play.MariannaPlay(
    rules=play.TRICK_PLAY._replace(articles={**play.TRICK_PLAY.articles, "play": "CIN-DECL-1"}),
    trumps_change=lambda _profile: False,
    looks=(),
    limits=LIMITS,
)
HOLDABLE = holdable(
    play.holdings_of(
        MANNER, lambda _declaration, _profile: play.TRICK_PLAY.tricks, leader_only=lambda _profile: False
    ),
    (*DECLARED, *LIMITS),
)
FOLLOWED = play.followed(MANNER, PLAY, marianna.CARD_POINTS)._replace(limits=(*LIMITS, HOLDABLE))

BEST, STEP = TOTAL + sum(COUNT), gcd(TOTAL, *COUNT)
# MNA-SCORE-1: all cards and declarations; the last hand may end on a declaration (CIN-GAME-1).
WORTH = Worth(ordinary=range(TOTAL, BEST + 1, STEP), last=range(min(COUNT), BEST + 1, STEP))

CARD_GAME = CINQUECENTO = replace(
    marianna.MARIANNA_GAME,
    key="cinquecento",
    name=_("Cinquecento"),
    rules={**marianna.MARIANNA_GAME.rules, "targets": "CIN-GAME-1"},
    pack=LATIN,
    targets=(500,),
    presets=(
        Preset("500", _("One game to 500"), {"targets": [500]}),
        Preset("700", _("One game to 700"), {"targets": [700]}),
        Preset("300", _("One game to 300"), {"targets": [300]}),
        Preset("500_500_500", _("Best of three to 500"), {"targets": [500, 500, 500]}),
    ),
    options=(
        switch("immediate", _("The game ends the moment the target is reached"), "CIN-GAME-1"),
        marianna.FALSE_DECLARATION,
        marianna.COPRI_PLAYED,
        next_dealer("CIN-GAME-1"),
        TIME_UNFINISHED,
    ),
    former_options={"copri_counts": True},
    fields=(marianna.DEALER, DECLARATIONS, marianna.CARD_POINTS, marianna.CAPTURED_CARDS, PLAY),
    states={
        **marianna.MARIANNA_GAME.states,
        HandState.ENDED_ON_DECLARATION: replace(
            marianna.MARIANNA_GAME.states[HandState.ENDED_ON_DECLARATION], rule="CIN-GAME-1"
        ),
    },
    checks=DECLARED,
    range_checks=(
        made_of_cards(marianna.CARD_POINTS, "MNA-CARD-2"),
        as_counted(marianna.CAPTURED_CARDS, marianna.CARD_POINTS),
        LATE_SONG,
        play.COVERED_LATE,
        *LIMITS,
        HOLDABLE,
        FOLLOWED.fault,
    ),
    card_by_card=FOLLOWED,
    moment_checks=(marianna.ending_on_a_declaration(after_reaching, "CIN-GAME-1"),),
    final_checks=final_totals(WORTH, "CIN-GAME-1"),
    score=marianna.scoring(lambda _profile: COUNT),
)
