"""The play of a hand with marianne: trumps come and change while it goes on (MNA-DECL-2, COP-1).

Nobody owes anything, so every card is legal; what can be wrong is who held what he declared, whether he
might declare it, and who won the tricks.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.rules.briscola_cards import KING, QUEEN, marriage
from scoring.rules.card_by_card import CardByCard
from scoring.rules.card_game import Check
from scoring.rules.card_games.marianne.declared import (
    COPRI,
    DECLARATIONS,
    MARIANNA,
    MARIANNINO,
    when_the_stock_is_gone,
)
from scoring.rules.cards import Card
from scoring.rules.declarations import Declaration
from scoring.rules.hand import Field, Hand
from scoring.rules.holdings import Holdings, Leader, Showing
from scoring.rules.play import Play
from scoring.rules.profile import Profile
from scoring.rules.referee import (
    Case,
    Look,
    case_of,
    deal_fault,
    earliest,
    miscount,
    wrong_leader,
    wrong_winner,
)
from scoring.rules.spoken import beyond_a_limit, not_as_spoken
from scoring.rules.stock import Cards, Shown, stock_fault
from scoring.rules.tricks import Trick, TrickPlay
from scoring.rules.types import Finding, Scores
from scoring.rules.words import _, sentence

DEALT, DRAWING = 5, 5
PARTNER = 2
"""The place in a trick, counted from its leader, of the leader's partner."""

TRICK_PLAY = TrickPlay(
    tricks=DEALT + DRAWING,
    leads_after_dealer=1,
    trick_point=0,
    duties=(),
    articles={
        "deal": "MNA-CARD-1",
        "pack": "MNA-CARD-1",
        "stock": "MNA-CARD-1",
        "play": "MNA-DECL-2",
        "declare": "MNA-DECL-1",
        "combination": "MNA-DECL-5",
        "who": "MNA-DECL-4",
        "copri": "COP-1",
        "count": "MNA-SCORE-1",
    },
    drawing=DRAWING,
)


class Manner(NamedTuple):
    """How one of these games is played: its tricks, whether trumps change, what else the referee looks at."""

    rules: TrickPlay
    trumps_change: Callable[[Profile], bool]
    looks: tuple[Look, ...]
    limits: tuple[Check, ...]
    """What is asked of the declarations of a sheet, and again when the play tells who and when."""


def followed(manner: Manner, play_of: Play, points_of: Field[Scores]) -> CardByCard:
    """Say how one of these games is followed: what is declared makes trumps."""

    def case(hand: Hand, profile: Profile, play: tuple[Trick, ...]) -> Case:
        trumps = trumps_of(play, changing=manner.trumps_change(profile))
        return case_of(profile, manner.rules, play, hand.dealer, trumps=trumps)

    def fault(hand: Hand, profile: Profile) -> Finding | None:
        play = hand.get(play_of)
        return (
            None if play is None else _first_fault(manner, hand, case(hand, profile, play), hand[points_of])
        )

    return CardByCard(play_of, case, fault, looks=(*manner.looks, covered), limits=manner.limits)


def _first_fault(manner: Manner, hand: Hand, case: Case, points: Scores) -> Finding | None:
    """What was declared makes trumps, so it is looked at beside who led and won the tricks."""
    return (
        deal_fault(case)
        or not_as_spoken(case, hand[DECLARATIONS])
        or beyond_a_limit(hand, case, DECLARATIONS, manner.limits)
        or earliest(case, (wrong_leader, *manner.looks, covered, wrong_winner))
        or stock_fault(case, DEALT, shown(case))
        or miscount(case, None, points)
    )


def trumps_of(play: Sequence[Trick], *, changing: bool) -> tuple[str | None, ...]:
    """MNA-DECL-2: the trumps each trick is taken by; a covered suit is trumps after its trick (COP-1)."""
    trump: str | None = None
    each: list[str | None] = []
    for trick in play:
        for declaration in trick.declared:
            if declaration.kind == MARIANNA and (changing or trump is None):
                trump = declaration.suit
        each.append(trump)
        covered_suits = [declaration.suit for declaration in trick.declared if declaration.kind == COPRI]
        trump = next((suit for suit in covered_suits if trump is None), trump)
    return tuple(each)


def in_turn(case: Case) -> Finding | None:
    """MNA-DECL-4: who may declare does, in the order of play; the last makes trumps (MNA-DECL-2)."""
    most = 1 if case.profile.options["who_may"] == "leader_only" else case.profile.seats
    for number, trick in enumerate(case.play):
        places = [(each.seat - trick.leader) % case.profile.seats for each in trick.declared]
        late = [later for before, later in pairwise([0, *places]) if later < before]
        if late or any(place >= most for place in places):
            text = _LEADER_ONLY if most == 1 else _IN_TURN
            return case.fault("declared_out_of_turn", "who", text, f"/play/{number}/declared")
    return None


def covered(case: Case) -> Finding | None:
    """COP-1: the leader and his partner play King and Queen and win the trick, without trumps."""
    whole = [trick for trick in case.play if len(trick.cards) == case.profile.seats]
    for number, trick in enumerate(whole):
        for place, declaration in enumerate(trick.declared):
            if declaration.kind == COPRI and not _is_covered(case, number, declaration):
                at = f"/play/{number}/declared/{place}"
                return case.fault("not_covered", "copri", _NOT_COVERED, at)
    return None


def _is_covered(case: Case, number: int, declaration: Declaration) -> bool:
    trick = case.play[number]
    pair = {trick.cards[0], trick.cards[PARTNER]}
    return (
        declaration.player == trick.leader
        and pair == set(marriage(case.profile, str(declaration.suit)))
        and case.trumps[number] is None
        and case.teams[case.winner(number)] == case.teams[trick.leader]
    )


def holdings_of(
    manner: Manner, last: Callable[[Declaration, Profile], int], *, leader_only: Callable[[Profile], bool]
) -> Holdings:
    """Say what the declarations of a written hand need, in one of these games (COM-HELD-1)."""

    def leaders(said: Declaration, player: int, profile: Profile) -> tuple[Leader, ...]:
        if said.kind == COPRI:
            partner = (player + PARTNER) % profile.seats
            return Leader(0, (player,)), Leader(1, (player, partner))
        return (Leader(0, (player,)),) if leader_only(profile) else ()

    return Holdings(
        DECLARATIONS,
        manner.rules,
        DEALT,
        showings=_shown_by,
        leaders=leaders,
        last=last,
        once_a_trick=True,
        in_turn=in_turn in manner.looks,
    )


def _shown_by(said: Declaration, player: int, profile: Profile) -> tuple[Showing, ...]:
    """What one player shows; of a covered marriage he has one card and his partner the other."""
    if said.kind != COPRI:
        return tuple(Showing(tuple((player, card) for card in way)) for way in _ways(profile, said))
    partner, pair = (player + PARTNER) % profile.seats, marriage(profile, str(said.suit))
    return tuple(
        Showing(((player, mine), (partner, his)), spent=True) for mine, his in (pair, (pair[1], pair[0]))
    )


def shown(case: Case) -> list[Shown]:
    """MNA-DECL-1, MNA-DECL-5: the cards every declaration shows; what is covered is played at once.

    A combination comes once (MNA-DECL-5), so that there are few ways to have held all that was shown.
    """
    once: dict[str, Shown] = {}
    for number, trick in enumerate(case.play):
        for place, said in enumerate(trick.declared):
            if said.kind != COPRI:
                what = f"{said.kind} {said.suit}" if said.kind == MARIANNA else said.kind
                once.setdefault(what, _shown(case.profile, said, number, f"/play/{number}/declared/{place}"))
    return list(once.values())


def _shown(profile: Profile, declaration: Declaration, number: int, at: str) -> Shown:
    article = "declare" if declaration.kind == MARIANNA else "combination"
    return Shown(declaration.seat, number, _ways(profile, declaration), at, article)


def _ways(profile: Profile, declaration: Declaration) -> tuple[Cards, ...]:
    if declaration.kind == MARIANNA:
        return (marriage(profile, str(declaration.suit)),)
    four, one = (QUEEN, KING) if declaration.kind == MARIANNINO else (KING, QUEEN)
    all_four = tuple(Card(profile.ranks[four], suit) for suit in profile.pack.suits)
    suits = [declaration.suit] if declaration.suit else profile.pack.suits
    return tuple((*all_four, Card(profile.ranks[one], suit)) for suit in suits)


COVERED_LATE = when_the_stock_is_gone(
    COPRI,
    DRAWING,
    Finding(
        "covered_late",
        "COP-1",
        sentence(_("The stock is gone after trick %(last)d: was this covered later?"), last=DRAWING),
    ),
)
_IN_TURN = sentence(
    _("In a trick players declare in the order they play. Write what was declared in that order.")
)
_LEADER_ONLY = sentence(_("Here only the player who leads may declare. Take the other declaration away."))
_NOT_COVERED = sentence(
    _("To cover a marriage leader and partner play one card each, and win the trick without trumps.")
)
