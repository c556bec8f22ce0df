"""Marianna: two pairs and a stock; declaring the King and Queen of a suit scores and sets trumps (MNA, COP).

The rules are in games.md, section 4; declarations and play are in `marianna_family/`. Independent of sheets,
matches and other card games.
"""

from collections.abc import Callable, Mapping
from math import gcd
from typing import cast

from scoring.cards.packs import FRENCH, LATIN, NEAPOLITAN
from scoring.field_kinds.captured_cards import taken_field
from scoring.field_kinds.declarations import Declaration
from scoring.game_parts import card_game
from scoring.game_parts.briscola_cards import TEN_NAMES, TOTAL, VALUES, made_of_cards, orders
from scoring.game_parts.declaration_limits import in_order, once_a_suit
from scoring.game_parts.endings import Worth, final_totals
from scoring.game_parts.feasible_points import as_counted
from scoring.game_parts.fields import COMMON_STATES, Check, Hand, StateRule, dealer_field, shared_field
from scoring.game_parts.holdings import holdable
from scoring.game_parts.profile import TIME_UNFINISHED, Option, Profile, choice, next_dealer, switch
from scoring.games.marianna_family import declarations, play
from scoring.referee.play import play_field
from scoring.types import Finding, HandState, Scores, Step, Unreadable, _, sentence

# MNA-DECL-1: the values of the marianne of a hand in order, and the alternative of the option.
COUNTS = ((40, 60, 80, 100), (20, 40, 60, 80))

DEALER = dealer_field("MNA-CARD-1")
CARD_POINTS = shared_field("card_points", _("Card points"), "MNA-CARD-2", TOTAL)
CAPTURED_CARDS = taken_field(CARD_POINTS)
PLAY = play_field("MNA-CARD-1", declared=declarations.DECLARATIONS, draws=True)


def values_chosen(profile: Profile) -> tuple[int, ...]:
    """Return the values of a hand's first, second and later mariannas in this profile (MNA-DECL-1)."""
    return cast(tuple[int, ...], profile.options["values"])


def scoring(values: declarations.Values) -> Callable[[Hand, card_game.Moment], Mapping[str, Scores]]:
    """Return the function that scores a hand by its card points and declared points (MNA-SCORE-1)."""

    def score(hand: Hand, moment: card_game.Moment) -> Mapping[str, Scores]:
        declared = declarations.declared_points(
            hand[declarations.DECLARATIONS], moment.profile, values(moment.profile)
        )
        return {"cards": hand.get(CARD_POINTS) or (0, 0), "declarations": declared}

    return score


def last_trick(profile: Profile) -> int:
    """Return the number of the last trick in which players may declare a marianna (MNA-DECL-3)."""
    return play.DRAWING + bool(profile.options["late_trick6"])


def latest(declaration: Declaration, profile: Profile) -> int:
    """Return the last trick in which this declaration may be made (MNA-DECL-3, MNA-DECL-5, COP-1)."""
    return {declarations.MARIANNA: last_trick(profile), declarations.COPRI: play.TRICK_PLAY.tricks}.get(
        declaration.kind, play.DRAWING
    )


DECLARED: tuple[Check, ...] = (
    declarations.played_here,
    in_order(declarations.DECLARATIONS, "MNA-DECL-1"),
    once_a_suit(declarations.DECLARATIONS, "MNA-DECL-3", declarations.MARRIAGES),
    declarations.combination_once,
)
# Limits of declarations; the director may set them aside, unlike DECLARED.
LIMITS: tuple[Check, ...] = (
    declarations.in_time((declarations.MARIANNA,), "MNA-DECL-3", last_trick),
    declarations.in_time(declarations.COMBINATIONS, "MNA-DECL-5", lambda _profile: play.DRAWING),
    declarations.once_a_turn,
    declarations.combination_apart,
    declarations.copri_before_trumps,
)


MANNER = play.MariannaPlay(
    rules=play.TRICK_PLAY,
    trumps_change=lambda profile: bool(profile.options["trump_changes"]),
    looks=(play.in_turn,),
    limits=LIMITS,
)
HOLDABLE = holdable(
    play.holdings_of(MANNER, latest, leader_only=lambda profile: profile.options["who_may"] == "leader_only"),
    (*DECLARED, *LIMITS),
)
FOLLOWED = play.followed(MANNER, PLAY, CARD_POINTS)._replace(limits=(*LIMITS, HOLDABLE))


# Returns after how many declarations of a hand the game is over; None if it goes on.
OverAfter = Callable[[Hand, card_game.Moment], int | None]


def after_the_mariannone(hand: Hand, moment: card_game.Moment) -> int | None:
    """Return the number of declarations after which a mariannone wins the game, or None (MNA-GAME-2)."""
    kinds = [declaration.kind for declaration in hand[declarations.DECLARATIONS]]
    wins = moment.profile.options["mariannone"] == "win" and declarations.MARIANNONE in kinds
    return kinds.index(declarations.MARIANNONE) + 1 if wins else None


def ending_on_a_declaration(over_after: OverAfter, rule: str) -> card_game.MomentCheck:
    """Return the check that a hand ends on a declaration if and only if this declaration wins the game."""

    def check(hand: Hand, moment: card_game.Moment) -> Finding | None:
        last = over_after(hand, moment)
        ended = hand.state is HandState.ENDED_ON_DECLARATION
        if last is None:
            return Finding("declaration_does_not_win", rule, _NOT_WON, "/state") if ended else None
        if last < len(hand[declarations.DECLARATIONS]):
            return Finding("declared_after_the_end", rule, _AFTER_THE_END, f"/declarations/{last}")
        return None if ended else Finding("won_on_a_declaration", rule, _WON, "/card_points")

    return check


def ending(hand: Hand, moment: card_game.Moment, reached: card_game.Reached) -> card_game.Ended | None:
    """End the game on a winning declaration, or at the target after a hand (MNA-GAME-1, MNA-GAME-2)."""
    if hand.state is HandState.ENDED_ON_DECLARATION:
        return card_game.Ended(hand[declarations.DECLARATIONS][-1].side)
    return card_game.at_the_target(hand, moment, reached)


def values_option() -> Option:
    """Return the option for the values of mariannas, with two possible lists (MNA-DECL-1)."""
    lists = [list(values) for values in COUNTS]

    def read(raw: object) -> tuple[int, ...]:
        if type(raw) is not list or raw not in lists or {type(value) for value in raw} != {int}:
            text = sentence(_("Choose one of: %(choices)s."), choices=", ".join(map(str, lists)))
            raise Unreadable("bad_option", "MNA-DECL-1", text)
        return tuple(raw)

    return Option("values", _("Values of the marianne"), "MNA-DECL-1", COUNTS[0], read, {"enum": lists}, {})


_WON = sentence(_("This declaration already won the game. Take the card points away: the hand ended on it."))
_NOT_WON = sentence(_("No declaration of this hand wins the game. Play the hand and write its card points."))
_AFTER_THE_END = sentence(
    _("The game was won by the declaration before this one. Take away what was declared after it.")
)

COPRI_PLAYED = switch("copri", _("“Mi copri” is played"), "COP-1")
FALSE_DECLARATION = choice(
    "false_decl",
    _("A false declaration"),
    "MNA-IRR-1",
    {"nothing": _("Scores nothing"), "director_sets": _("The referee decides")},
)
OPTIONS = (
    values_option(),
    switch("trump_changes", _("Every marianna changes trumps"), "MNA-DECL-2", default=True),
    switch("late_trick6", _("A marianna counts in the sixth trick too"), "MNA-DECL-3"),
    choice(
        "who_may",
        _("Who may declare"),
        "MNA-DECL-4",
        {
            "any_at_turn": _("Anybody in turn"),
            "any_before_lead": _("Anybody before the trick is led"),
            "leader_only": _("Only the player who leads"),
        },
    ),
    switch("mariannino", _("The mariannino is played"), "MNA-DECL-5", default=True),
    choice(
        "mariannone",
        _("The mariannone"),
        "MNA-DECL-5",
        {"win": _("Wins the game"), "points": _("Scores 500"), "off": _("Is not played")},
    ),
    FALSE_DECLARATION,
    COPRI_PLAYED,
    switch("copri_counts", _("“Mi copri” counts as the first marianna"), "COP-2", default=True),
    next_dealer("MNA-GAME-2"),
    TIME_UNFINISHED,
)
PRESETS = (
    card_game.Preset("501", _("One game to 501"), {"targets": [501]}),
    card_game.Preset("500", _("One game to 500"), {"targets": [500]}),
    card_game.Preset("300", _("One game to 300"), {"targets": [300]}),
    card_game.Preset("700", _("One game to 700"), {"targets": [700]}),
    card_game.Preset("501_501_501", _("Best of three to 501"), {"targets": [501, 501, 501]}),
    card_game.Preset("300_300_300", _("Best of three to 300"), {"targets": [300, 300, 300]}),
)

BEST = TOTAL + sum(COUNTS[0]) + sum(declarations.FIXED[kind] for kind in declarations.COMBINATIONS)
STEP = gcd(TOTAL, *(value for values in COUNTS for value in values), *declarations.FIXED.values())
# MNA-SCORE-1: all cards and declarations; a hand won by a declaration is worth more than the cards.
WORTH = Worth(ordinary=range(TOTAL, BEST + 1, STEP), last=range(TOTAL, BEST + 1, STEP))

CARD_GAME = MARIANNA_GAME = card_game.CardGame(
    key="marianna",
    pace=card_game.Pace(game_hands=6),
    name=_("Marianna"),
    rules={
        "deal": "MNA-CARD-1",
        "misdeal": "COM-IRR-1",
        "courts": "MNA-CARD-1",
        "targets": "MNA-GAME-1",
    },
    pack=FRENCH,
    court_orders=orders(FRENCH, LATIN, NEAPOLITAN),
    order_names=TEN_NAMES,
    card_values=VALUES,
    fixed_total=TOTAL,
    targets=(501,),
    target_range=range(100, 1001),
    presets=PRESETS,
    options=OPTIONS,
    fields=(DEALER, declarations.DECLARATIONS, CARD_POINTS, CAPTURED_CARDS, PLAY),
    states={
        **COMMON_STATES,
        HandState.ENDED_ON_DECLARATION: StateRule(
            _("Ended on a declaration"),
            needs=frozenset({Step.DEAL, Step.PLAY}),
            refuses=frozenset({Step.COUNT}),
            rule="MNA-GAME-2",
        ),
    },
    entry_steps=(
        card_game.EntryStep("declarations", _("The declarations"), ("dealer", "declarations")),
        card_game.EntryStep("points", _("The points"), ("card_points", "taken")),
    ),
    checks=DECLARED,
    range_checks=(
        made_of_cards(CARD_POINTS, "MNA-CARD-2"),
        as_counted(CAPTURED_CARDS, CARD_POINTS),
        play.COVERED_LATE,
        *LIMITS,
        HOLDABLE,
        FOLLOWED.fault,
    ),
    card_by_card=FOLLOWED,
    moment_checks=(ending_on_a_declaration(after_the_mariannone, "MNA-GAME-2"),),
    final_checks=final_totals(WORTH, "MNA-GAME-1"),
    parts={"cards": _("Cards"), "declarations": _("Declarations")},
    score=scoring(values_chosen),
    ending=ending,
)
