"""The tricks of a hand in which declarations set and change trumps (MNA-DECL-2, COP-1).

There are no duties, so every card is legal. The referee checks whether players held the cards they declared,
whether they were allowed to declare, and who won the tricks.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.cards.stock import Cards, CardShown, played_before, stock_fault
from scoring.cards.tricks import Trick, TrickPlay, best_place
from scoring.field_kinds.base import Field
from scoring.field_kinds.declarations import Declaration
from scoring.game_parts.briscola_cards import KING, QUEEN, marriage
from scoring.game_parts.declaration_limits import NOT_PLAYED, each
from scoring.game_parts.fields import Check, Hand, where_written
from scoring.game_parts.holdings import Holdings, HoldingWay, Leader
from scoring.game_parts.profile import Profile
from scoring.games.marianna_family import declarations
from scoring.referee import referee
from scoring.referee.play import CardByCard, Play, beyond_a_limit, not_as_in_play
from scoring.types import Finding, Scores, Sentence, _, sentence

DEALT, DRAWING = 5, 5
# The place of the leader's partner in a trick, counted from the leader.
PARTNER = 2

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


class MariannaPlay(NamedTuple):
    """The rules of play of Marianna or Cinquecento: tricks, trumps, and the referee's checks."""

    rules: TrickPlay
    trumps_change: Callable[[Profile], bool]
    looks: tuple[referee.Look, ...]
    # Checks of the declarations on a sheet, repeated with the players and tricks that the play shows
    limits: tuple[Check, ...]


def followed(manner: MariannaPlay, play_of: Play, points_of: Field[Scores]) -> CardByCard:
    """Return the referee for Marianna or Cinquecento, in which declarations set trumps."""

    def case(hand: Hand, profile: Profile, play: tuple[Trick, ...]) -> referee.Case:
        trumps = trumps_of(profile, play, changing=manner.trumps_change(profile))
        return referee.case_of(profile, manner.rules, play, hand.dealer, trumps=trumps)

    def fault(hand: Hand, profile: Profile) -> Finding | None:
        return _first_fault(manner, hand, case(hand, profile, hand[play_of]), hand.get(points_of))

    looks = (*manner.looks, asked_by_the_leader, still_to_play)
    return CardByCard(
        play_of, case, where_written(play_of, fault), counting=counting, looks=looks, limits=manner.limits
    )


def _first_fault(
    manner: MariannaPlay, hand: Hand, case: referee.Case, points: Scores | None
) -> Finding | None:
    """Return the first finding of the referee in a hand, or None."""
    counted_declarations = counting(case)
    return (
        referee.deal_fault(case, early=hand.rule.early)
        or _not_covered(hand, case)
        or not_as_in_play(case, hand[declarations.DECLARATIONS], counted_declarations)
        or beyond_a_limit(hand, case.profile, declarations.DECLARATIONS, counted_declarations, manner.limits)
        or referee.earliest(
            case, (referee.wrong_leader, *manner.looks, asked_by_the_leader, referee.wrong_winner)
        )
        or stock_fault(case, DEALT, cards_shown(case))
        or referee.miscount(case, None, points)
    )


def trumps_of(profile: Profile, play: Sequence[Trick], *, changing: bool) -> tuple[str | None, ...]:
    """Return each trick's trumps; a covered suit becomes trumps in the next trick (MNA-DECL-2, COP-1)."""
    trump: str | None = None
    takers: list[str | None] = []
    for trick in play:
        for declaration in trick.declared:
            if declaration.kind == declarations.MARIANNA and (changing or trump is None):
                trump = declaration.suit
        takers.append(trump)
        trump = trump or next(
            (cover.suit for cover in trick.declared if _covers(profile, trick, cover)), None
        )
    return tuple(takers)


def counting(case: referee.Case) -> tuple[Declaration, ...]:
    """Return the declarations that count: all except marriages that were not covered (COP-1)."""
    return tuple(
        declaration
        for trick, trump in zip(case.play, case.trumps, strict=True)
        for declaration in trick.declared
        if declaration.kind != declarations.COPRI
        or (trump is None and _covers(case.profile, trick, declaration))
    )


def _covers(profile: Profile, trick: Trick, declaration: Declaration) -> bool:
    """Return whether the leader and the partner play King and Queen of the suit and win the trick (COP-1)."""
    if (
        declaration.kind != declarations.COPRI
        or declaration.player != trick.leader
        or len(trick.cards) < profile.seats
    ):
        return False
    pair = {trick.cards[0], trick.cards[PARTNER]}
    winner = best_place(trick.cards, None, profile.strength)
    return pair == set(marriage(profile, str(declaration.suit))) and winner in (0, PARTNER)


def _not_covered(hand: Hand, case: referee.Case) -> Finding | None:
    """Return a finding if a marriage on the sheet was not covered in the recorded tricks (COP-1)."""
    pointers = {
        declaration.suit: at
        for at, declaration in each(hand, declarations.DECLARATIONS)
        if declaration.kind == declarations.COPRI
    }
    for number, trick in enumerate(case.play):
        for declaration in trick.declared:
            if (
                declaration.kind == declarations.COPRI
                and declaration.suit in pointers
                and declaration not in counting(case)
            ):
                until = case._replace(play=case.play[: number + 1], trumps=case.trumps[: number + 1])
                fault = referee.earliest(until, (referee.wrong_leader, asked_by_the_leader))
                return fault or case.fault("not_covered", "copri", _NOT_COVERED, pointers[declaration.suit])
    return None


def asked_by_the_leader(case: referee.Case) -> Finding | None:
    """Check that only the leader of a trick asks for cover, once, before trumps are set (COP-1, COP-2)."""
    trumps = False
    for number, trick in enumerate(case.play):
        requests = 0
        for place, declaration in enumerate(trick.declared):
            if declaration.kind == declarations.COPRI and (
                fault := _asked_wrongly(case, number, place, trumps, requests)
            ):
                return fault
            trumps = trumps or declaration.kind == declarations.MARIANNA
            requests += declaration.kind == declarations.COPRI
        trumps = trumps or any(_covers(case.profile, trick, declaration) for declaration in trick.declared)
    return None


def _asked_wrongly(case: referee.Case, number: int, place: int, trumps: bool, suit: int) -> Finding | None:
    trick, at = case.play[number], f"/play/{number}/declared/{place}"
    if not case.profile.options["copri"]:
        text = sentence(NOT_PLAYED, kind=Sentence(declarations.LABELS[declarations.COPRI]))
        return case.fault("declaration_not_played", "copri", text, at)
    if trick.declared[place].player != trick.leader:
        return case.fault("declared_out_of_turn", "copri", _LEADER_ASKS, at)
    if trumps:
        return Finding("covered_after_trumps", "COP-2", declarations.AFTER_TRUMPS, at)
    return case.fault("two_in_a_trick", "copri", declarations.TWO_IN_A_TRICK, at) if suit else None


def in_turn(case: referee.Case) -> Finding | None:
    """Check that players declare in turn and only if they are allowed to (MNA-DECL-4, MNA-DECL-2)."""
    most = 1 if case.profile.options["who_may"] == "leader_only" else case.profile.seats
    for number, trick in enumerate(case.play):
        places = [(each.seat - trick.leader) % case.profile.seats for each in trick.declared]
        late = [later for before, later in pairwise([0, *places]) if later < before]
        if late or any(place >= most for place in places):
            text = _LEADER_ONLY if most == 1 else _IN_TURN
            return case.fault("declared_out_of_turn", "who", text, f"/play/{number}/declared")
    return None


def holdings_of(
    manner: MariannaPlay,
    last: Callable[[Declaration, Profile], int],
    *,
    leader_only: Callable[[Profile], bool],
) -> Holdings:
    """Return the dealing, drawing and declaring rules of Marianna and Cinquecento (COM-HELD-1)."""

    def leaders(declaration: Declaration, player: int, profile: Profile) -> tuple[Leader, ...]:
        if declaration.kind == declarations.COPRI:
            partner = (player + PARTNER) % profile.seats
            return Leader(0, (player,)), Leader(1, (player, partner))
        return (Leader(0, (player,)),) if leader_only(profile) else ()

    return Holdings(
        declarations.DECLARATIONS,
        manner.rules,
        DEALT,
        showings=_shown_by,
        leaders=leaders,
        last=last,
        once_a_trick=True,
        in_turn=in_turn in manner.looks,
    )


def _shown_by(declaration: Declaration, player: int, profile: Profile) -> tuple[HoldingWay, ...]:
    """Return the possible holders of the declared cards: the player, or both partners (covered marriage)."""
    if declaration.kind != declarations.COPRI:
        return tuple(HoldingWay(tuple((player, card) for card in way)) for way in _ways(profile, declaration))
    partner, pair = (player + PARTNER) % profile.seats, marriage(profile, str(declaration.suit))
    return tuple(
        HoldingWay(((player, mine), (partner, his)), spent=True) for mine, his in (pair, (pair[1], pair[0]))
    )


def cards_shown(case: referee.Case) -> list[CardShown]:
    """Return the cards that players declare, except in covered marriages (MNA-DECL-1, MNA-DECL-5).

    A repeated declaration is included only once, which limits the number of cases to check.
    """
    once: dict[str, CardShown] = {}
    for number, trick in enumerate(case.play):
        for place, declaration in enumerate(trick.declared):
            if declaration.kind != declarations.COPRI:
                what = (
                    f"{declaration.kind} {declaration.suit}"
                    if declaration.kind == declarations.MARIANNA
                    else declaration.kind
                )
                once.setdefault(
                    what, _cards_of(case.profile, declaration, number, f"/play/{number}/declared/{place}")
                )
    return list(once.values())


def still_to_play(case: referee.Case) -> Finding | None:
    """Check that no card of a declaration was played in an earlier trick (MNA-DECL-1, COP-1)."""
    cover_requests = [
        CardShown(
            declaration.seat,
            number,
            (marriage(case.profile, str(declaration.suit)),),
            f"/play/{number}/declared/{place}",
        )
        for number, trick in enumerate(case.play)
        for place, declaration in enumerate(trick.declared)
        if declaration.kind == declarations.COPRI
    ]
    return played_before(case, [*cards_shown(case), *cover_requests])


def _cards_of(profile: Profile, declaration: Declaration, number: int, at: str) -> CardShown:
    article = "declare" if declaration.kind == declarations.MARIANNA else "combination"
    return CardShown(declaration.seat, number, _ways(profile, declaration), at, article)


def _ways(profile: Profile, declaration: Declaration) -> tuple[Cards, ...]:
    if declaration.kind == declarations.MARIANNA:
        return (marriage(profile, str(declaration.suit)),)
    four, one = (QUEEN, KING) if declaration.kind == declarations.MARIANNINO else (KING, QUEEN)
    all_four = tuple(Card(profile.ranks[four], suit) for suit in profile.pack.suits)
    suits = [declaration.suit] if declaration.suit else profile.pack.suits
    return tuple((*all_four, Card(profile.ranks[one], suit)) for suit in suits)


COVERED_LATE = declarations.when_the_stock_is_gone(
    declarations.COPRI,
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
    _("By the play this marriage was not covered, and scores nothing. Take it away from the sheet.")
)
_LEADER_ASKS = sentence(_("Only the player who leads may ask to be covered. Look at who led this trick."))
