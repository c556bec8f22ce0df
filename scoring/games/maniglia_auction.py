"""Maniglia with an auction for three to five players; the highest bidder plays against the rest (MAU).

The rules are in games.md, section 3. Independent of sheets and matches.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import cast

from scoring.cards.tricks import BEAT, FOLLOW, TRUMP, Trick, TrickPlay
from scoring.field_kinds.base import MOST_SEATS, Field, NotAsked
from scoring.game_parts import card_game, feasible_points, fields
from scoring.game_parts.profile import OptionValue, Profile, number
from scoring.games.maniglia import MANIGLIA
from scoring.referee.play import CardByCard, play_field
from scoring.referee.referee import Case, case_of, first_fault, miscount
from scoring.types import Finding, HandState, Scores, Step, Unreadable, _, sentence

# MAU-BID-1: the highest possible bid, with three players, who make the most tricks.
LOWEST_BID, HIGHEST_BID = 20, 72
PLAYERS = range(3, MOST_SEATS + 1)
MOST_DEALS, MOST_STAKE = 60, 100
# How often each player deals by default.
USUAL_ROUNDS = 3
OWNERS = (_("Bidder"), _("The others"))

Calls = tuple[int | None, ...]


def lowest_bid(_profile: Profile) -> int:
    """Return the lowest bid, which is the same for any number of players (MAU-BID-1)."""
    return LOWEST_BID


def _read_auction(raw: object, profile: Profile) -> Calls:
    """Return the calls of an auction: None for a pass, a number for a bid (MAU-BID-1)."""
    most = feasible_points.total_points(profile)
    text = _(
        "Write the calls in order from the dealer’s right: null for a pass, %(least)d to %(most)d for a bid."
    )
    message = sentence(text, least=LOWEST_BID, most=most)
    if type(raw) is not list:
        raise Unreadable("bad_auction", "MAU-BID-1", message)
    for place, call in enumerate(raw):
        if call is not None and (type(call) is not int or not LOWEST_BID <= call <= most):
            raise Unreadable("bad_call", "MAU-BID-1", message, f"/{place}")
    return tuple(raw)


DEALER = fields.dealer_field("MAU-DEAL-1", MOST_SEATS)
BIDDER = fields.side_field("bidder", _("Bidder"), Step.BEFORE, "MAU-BID-1", MOST_SEATS)
BID = fields.number_field(
    "bid", _("Bid"), Step.BEFORE, "MAU-BID-1", lowest_bid, feasible_points.total_points, most=HIGHEST_BID
)
TRUMPS = fields.suit_field("trump", _("Trumps"), "MAU-BID-1", required=False)
CALL_SCHEMA = {"type": ["integer", "null"], "minimum": LOWEST_BID, "maximum": HIGHEST_BID}
AUCTION = Field(
    "auction",
    _("The auction, call by call"),
    Step.BEFORE,
    "MAU-BID-1",
    NotAsked(_read_auction, {"type": "array", "items": CALL_SCHEMA}),
    required=False,
)
CARD_POINTS = fields.shared_field(
    "card_points", _("Card points"), "MAU-CARD-1", feasible_points.total_points, owners=OWNERS
)
TRICKS_WON = fields.shared_field(
    "tricks", _("Tricks"), "MAU-DEAL-1", feasible_points.trick_count, owners=OWNERS, required=False
)
PLAY = play_field("MAR-PLAY-1", seats=MOST_SEATS)


def score(hand: fields.Hand, moment: card_game.Moment) -> Mapping[str, Scores]:
    """Return the payments: each opponent pays the bidder, or the bidder pays each opponent (MAU-SCORE-1)."""
    stake, seats = cast(int, moment.profile.options["stake"]), range(moment.profile.seats)
    won = stake if hand[CARD_POINTS][0] >= hand[BID] else -stake
    return {"payment": tuple(won * (len(seats) - 1) if seat == hand[BIDDER] else -won for seat in seats)}


def ending(
    _hand: fields.Hand, moment: card_game.Moment, reached: card_game.Reached
) -> card_game.Ended | None:
    """End the game after a fixed number of deals; tied players share first place (MAU-P-1)."""
    over = reached.dealt >= cast(int, moment.profile.options["deals"])
    return card_game.Ended(card_game.highest(reached.running)) if over else None


tricks_and_points = feasible_points.tricks_with_points(
    TRICKS_WON, CARD_POINTS, "MAU-VAL-1", without_points="MAU-VAL-1"
)


def as_called(hand: fields.Hand, profile: Profile) -> Finding | None:
    """Check that the auction follows the rules, and that its highest call is the recorded bid (MAU-BID-1)."""
    calls = hand.get(AUCTION)
    if calls is None:
        return None
    called = _highest_call(
        calls, [(hand.dealer + turn) % profile.seats for turn in range(1, profile.seats + 1)]
    )
    if isinstance(called, Finding):
        return called
    bidder, bid = called
    if hand[BIDDER] != bidder:
        text = _("By the auction another player bid highest. Look at who dealt and who bid.")
        return Finding("bidder_not_as_called", "MAU-BID-1", sentence(text), "/bidder")
    if hand[BID] != bid:
        text = _("By the auction the highest bid is %(bid)d.")
        return Finding("bid_not_as_called", "MAU-BID-1", sentence(text, bid=bid), "/bid")
    return None


def _highest_call(calls: Calls, seats: Sequence[int]) -> tuple[int, int] | Finding:
    """Return the highest bidder and his bid, or a finding if the auction breaks a rule.

    A player who has passed may not bid again. The sources do not mention a second round of bidding, so an
    auction may have one round or several rounds.
    """
    speaking, best = deque(seats), (-1, LOWEST_BID - 1)
    for place, call in enumerate(calls):
        if not speaking or list(speaking) == [best[0]]:
            return Finding("call_too_many", "MAU-BID-1", sentence(_TOO_MANY), f"/auction/{place}")
        seat = speaking.popleft()
        if call is None:
            continue
        if call <= best[1]:
            text = sentence(_("A bid is higher than the one before, %(bid)d."), bid=best[1])
            return Finding("bid_not_higher", "MAU-BID-1", text, f"/auction/{place}")
        best = (seat, call)
        speaking.append(seat)
    if not speaking:
        return Finding("all_passed", "MAU-P-1", sentence(_ALL_PASSED), "/auction")
    if len(calls) < len(seats):
        return Finding("auction_not_whole", "MAU-BID-1", sentence(_NOT_WHOLE), "/auction")
    return best


_TOO_MANY = _("All others had passed: the auction was over. Take this call away.")
_ALL_PASSED = _("By the auction everybody passed. Then the hand is void and the deal passes.")
_NOT_WHOLE = _("Everybody passes or bids at least once. Write the missing calls.")


def shown_to_the_referee(hand: fields.Hand, profile: Profile, play: tuple[Trick, ...]) -> Case:
    """Return the hand in the form that the referee checks; the bidder plays alone (MAU-BID-1)."""
    trumps, alone = hand.get(TRUMPS), hand[BIDDER]
    return case_of(profile, trick_play(profile), play, hand.dealer, trumps=trumps, alone=alone)


def played_by_the_rules(hand: fields.Hand, profile: Profile) -> Finding | None:
    """Check that the tricks are legal and agree with the counts (MAR-PLAY-1)."""
    if hand.get(TRUMPS) is None:
        text = sentence(_("Write the suit that was trumps beside the play."))
        return Finding("trump_missing", "MAU-BID-1", text, "/trump")
    case = shown_to_the_referee(hand, profile, hand[PLAY])
    return first_fault(case) or miscount(case, hand.get(TRICKS_WON), hand[CARD_POINTS])


FOLLOWED = CardByCard(PLAY, shown_to_the_referee, fields.where_written(PLAY, played_by_the_rules))


def final_payments(final: card_game.FinalScore, profile: Profile) -> Finding | None:
    """Check that the net scores can result from payments of the stake (MAU-SCORE-1)."""
    stake, players = cast(int, profile.options["stake"]), profile.seats
    apart = [net - final.score[0] for net in final.score]
    if all(net % stake == 0 for net in final.score) and all(gap % (stake * players) == 0 for gap in apart):
        return None
    text = _("Payments of %(stake)d from each player cannot come to this. Add up again.")
    return Finding("final_score", "MAU-SCORE-1", sentence(text, stake=stake), "/final")


def final_deals(final: card_game.FinalScore, profile: Profile) -> Finding | None:
    """Check that the winnings are possible in the number of deals (MAU-P-1)."""
    stake, deals = cast(int, profile.options["stake"]), cast(int, profile.options["deals"])
    hands = min(deals, final.hand_count or deals)
    most = hands * (profile.seats - 1) * stake
    if sum(max(0, net) for net in final.score) <= most:
        return None
    text = _("In %(deals)d deals all together win %(most)d at most. Add up again.")
    return Finding("final_score", "MAU-P-1", sentence(text, deals=hands, most=most), "/final")


def deals_for_everybody(profile: Profile) -> Finding | None:
    """Check that the number of deals is a multiple of the number of players (MAU-P-1)."""
    if cast(int, profile.options["deals"]) % profile.seats == 0:
        return None
    text = sentence(
        _("Write a multiple of %(players)d, so that everybody deals equally often."), players=profile.seats
    )
    return Finding("deals_not_even", "MAU-P-1", text, "/deals")


def usual_deals(options: Mapping[str, OptionValue]) -> int:
    """Return the usual number of deals, a multiple of the number of players (MAU-P-1)."""
    return USUAL_ROUNDS * cast(int, options["players"])


def trick_play(profile: Profile) -> TrickPlay:
    """Return the rules of trick play; the number of tricks depends on the number of players (MAU-DEAL-1)."""
    return TrickPlay(
        tricks=feasible_points.trick_count(profile),
        leads_after_dealer=1,
        trick_point=feasible_points.TRICK_POINT,
        duties=(FOLLOW, BEAT, TRUMP),
        articles={
            "deal": "MAU-DEAL-1",
            "pack": "MAU-DEAL-1",
            "play": "MAR-PLAY-1",
            "count": "MAU-CARD-1",
        },
    )


CARD_GAME = MANIGLIA_AUCTION = card_game.CardGame(
    key="maniglia_auction",
    pace=card_game.Pace(counted_by="deals"),
    name=_("Maniglia with an auction"),
    seats=MANIGLIA.seats,
    players_a_side=1,
    by_net=True,
    rules={"deal": "MAU-P-1", "misdeal": "COM-IRR-1", "courts": "MAN-CARD-1", "nets": "MAU-SCORE-1"},
    pack=MANIGLIA.pack,
    court_orders=MANIGLIA.court_orders,
    order_names=MANIGLIA.order_names,
    deck_names=MANIGLIA.deck_names,
    card_values=MANIGLIA.card_values,
    rank_names=MANIGLIA.rank_names,
    ranks_left_out={3: frozenset({"2"})},
    presets=tuple(
        card_game.Preset(f"players_{players}", name, {"players": players})
        for players, name in zip(PLAYERS, (_("3 players"), _("4 players"), _("5 players")), strict=True)
    ),
    options=(
        number("players", _("Players at a table"), "MAU-DEAL-1", MANIGLIA.seats, PLAYERS),
        number("stake", _("Stake"), "MAU-SCORE-1", 1, range(1, MOST_STAKE + 1)),
        number(
            "deals", _("Number of deals"), "MAU-P-1", USUAL_ROUNDS * MANIGLIA.seats, range(3, MOST_DEALS + 1)
        ),
        feasible_points.RENUNCIO,
    ),
    defaults={"deals": usual_deals},
    profile_checks=(deals_for_everybody,),
    fields=(DEALER, BIDDER, BID, TRUMPS, AUCTION, CARD_POINTS, TRICKS_WON, PLAY),
    states={
        **fields.COMMON_STATES,
        HandState.VOID: fields.StateRule(_("All passed"), effect=fields.Effect.PASSES, rule="MAU-P-1"),
    },
    entry_steps=(
        card_game.EntryStep("auction", _("The auction"), ("dealer", "bidder", "bid", "trump")),
        card_game.EntryStep("points", _("The points"), ("card_points", "tricks")),
    ),
    checks=(feasible_points.after_a_renuncio(CARD_POINTS, feasible_points.total_points, "COM-IRR-1"),),
    range_checks=(tricks_and_points, as_called, FOLLOWED.fault),
    net_checks=(final_payments, final_deals),
    card_by_card=FOLLOWED,
    parts={"payment": _("Payment")},
    score=score,
    ending=ending,
)
