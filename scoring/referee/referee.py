"""The referee, which checks a hand recorded card by card, from the deal to the count (MAR-PLAY-1).

The referee first checks that the deal is complete. Then it checks leaders and winners, which determine the
player of every card. Last it checks all cards and declarations, and returns the first illegal one. The cards
held by a seat are the cards it played, because the hand is played to its end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.cards.tricks import Trick, TrickPlay, Turn, best_place, breach
from scoring.game_parts.profile import Profile
from scoring.types import Finding, Scores, Sentence, _, sentence


class Case(NamedTuple):
    """A hand in the form that the referee checks, with its rules of play, trumps and teams."""

    profile: Profile
    rules: TrickPlay
    play: tuple[Trick, ...]
    dealer: int
    # The trump suit by which each trick is won; None if there is none
    trumps: tuple[str | None, ...]
    strength: Mapping[str, int]
    # The team of each seat
    teams: tuple[int, ...]
    turned: Card | None

    def winner(self, number: int) -> int:
        """Return the seat that wins the trick with this index (from 0)."""
        trick = self.play[number]
        place = best_place(trick.cards, self.trumps[number], self.strength)
        return (trick.leader + place) % self.profile.seats

    def leader(self, number: int) -> int:
        """Return the seat that must lead the trick with this index (from 0)."""
        if number == 0:
            return (self.dealer + self.rules.leads_after_dealer) % self.profile.seats
        return self.winner(number - 1)

    def cards_played(self) -> Iterator[tuple[int, int, int, Card]]:
        """Yield the played cards in order, as (trick index, position in the trick, seat, card)."""
        for number, trick in enumerate(self.play):
            for place, card in enumerate(trick.cards):
                yield number, place, (trick.leader + place) % self.profile.seats, card

    def fault(self, code: str, article: str, message: Sentence, at: str) -> Finding:
        """Return a finding with the rule id of `article` in this card game."""
        return Finding(code, self.rules.articles[article], message, at)

    @property
    def complete(self) -> bool:
        """Whether all cards have been played."""
        every_trick = len(self.play) == self.rules.tricks
        return every_trick and all(len(trick.cards) == self.profile.seats for trick in self.play)

    def hands_played(self) -> list[list[Card]]:
        """Return the cards that each seat played, in the order of play."""
        hands: list[list[Card]] = [[] for _seat in range(self.profile.seats)]
        for _number, _place, seat, card in self.cards_played():
            hands[seat].append(card)
        return hands


# One check by the referee.
Look = Callable[[Case], Finding | None]


def case_of(
    profile: Profile,
    rules: TrickPlay,
    play: tuple[Trick, ...],
    dealer: int,
    *,
    trumps: str | tuple[str | None, ...] | None,
    turned: Card | None = None,
    alone: int | None = None,
) -> Case:
    """Return the Case of a hand; `trumps` may change between tricks, `alone` is a seat without a partner."""
    seats = range(profile.seats)
    teams = tuple(profile.side(seat) if alone is None else int(seat != alone) for seat in seats)
    each = trumps if isinstance(trumps, tuple) else (trumps,) * len(play)
    return Case(profile, rules, play, dealer, each, profile.strength, teams, turned)


def first_fault(case: Case, *, early: bool = False) -> Finding | None:
    """Return a finding for the first fault in the tricks; `early` means that the hand ended early."""
    return deal_fault(case, early=early) or earliest(case, LEADS) or earliest(case, ACTS)


def deal_fault(case: Case, *, early: bool = False) -> Finding | None:
    """Report cards that are missing or played twice; if the hand ended `early`, some may be missing."""
    return (_torn_deal(case) if early else _short_deal(case)) or _doubled_card(case)


def earliest(case: Case, looks: Iterable[Look]) -> Finding | None:
    """Return the finding about the earliest trick; for the same trick, the first check takes priority."""
    return min((fault for look in looks if (fault := look(case))), key=_trick_of, default=None)


def _trick_of(fault: Finding) -> int:
    """Return the index of the trick to which a finding refers; -1 if it refers to none."""
    _start, field, *place = fault.at.split("/")
    return int(place[0]) if field == "play" else -1


def account(case: Case, numbers: Sequence[int] | None = None) -> tuple[Scores, Scores]:
    """Return the number of tricks and the card points of each team.

    Only the tricks with an index in `numbers` are counted; by default all tricks. Fractions of a point are
    dropped.
    """
    tricks, values = [0] * (max(case.teams) + 1), [0] * (max(case.teams) + 1)
    for number in range(len(case.play)) if numbers is None else numbers:
        team, last = case.teams[case.winner(number)], number == case.rules.tricks - 1
        tricks[team] += 1
        values[team] += case.rules.trick_point + (case.rules.last_trick if last else 0)
        values[team] += sum(case.profile.card_values[card.rank] for card in case.play[number].cards)
    return tuple(tricks), tuple(value // case.profile.card_unit for value in values)


def last_trick_of_another(case: Case, side: int) -> Finding | None:
    """Return a finding if `side` did not win the last trick."""
    if case.profile.side(case.winner(case.rules.tricks - 1)) == side:
        return None
    return case.fault("last_trick_not_as_played", "last", _NOT_LAST, "/last_trick")


def miscount(case: Case, tricks: Scores | None, points: Scores | None) -> Finding | None:
    """Return a finding if the written tricks or points differ from those counted from the played cards."""
    played_tricks, played_points = account(case)
    if tricks not in (None, played_tricks):
        return _not_as_played(case, "tricks", played_tricks)
    return None if points in (None, played_points) else _not_as_played(case, "card_points", played_points)


def _not_as_played(case: Case, key: str, played: Scores) -> Finding:
    text = sentence(
        _("By the cards played it is %(totals)s. Count again."), totals="–".join(map(str, played))
    )
    return case.fault(f"{key}_not_as_played", "count", text, f"/{key}")


def _short_deal(case: Case) -> Finding | None:
    """Check that all tricks are recorded, and that each has one card from each seat."""
    wanted, seats = case.rules.tricks, case.profile.seats
    if len(case.play) != wanted:
        text = sentence(_("A hand has %(tricks)d tricks. Write all of them."), tricks=wanted)
        return case.fault("deal_not_whole", "deal", text, "/play")
    for number, trick in enumerate(case.play):
        if len(trick.cards) != seats:
            text = sentence(_("A trick has %(cards)d cards, one of each player."), cards=seats)
            return case.fault("deal_not_whole", "deal", text, f"/play/{number}/cards")
    return None


def _torn_deal(case: Case) -> Finding | None:
    """Check that each trick has one card from each seat; only the last may be incomplete."""
    seats = case.profile.seats
    for number, trick in enumerate(case.play):
        last = number == len(case.play) - 1
        if number >= case.rules.tricks or len(trick.cards) > seats or (len(trick.cards) < seats and not last):
            return case.fault("deal_not_whole", "deal", _TORN, f"/play/{number}/cards")
    return None


def _doubled_card(case: Case) -> Finding | None:
    """Check that no card is played twice in a hand."""
    played_cards: set[Card] = set()
    for number, place, _seat, card in case.cards_played():
        if card in played_cards:
            text = sentence(
                _("The %(card)s was played before. One of the two is another card."),
                card=case.profile.card_words(card),
            )
            return case.fault("doubled_card", "pack", text, f"/play/{number}/cards/{place}")
        played_cards.add(card)
    return None


def wrong_leader(case: Case) -> Finding | None:
    """Check that each trick is led by the winner of the previous trick, and the first by the right seat."""
    for number, trick in enumerate(case.play):
        if trick.leader != case.leader(number):
            first = number == 0
            article = "lead" if first and "lead" in case.rules.articles else "play"
            text = _FIRST_LEAD if first else _NEXT_LEAD
            return case.fault("wrong_leader", article, text, f"/play/{number}/leader")
    return None


def wrong_winner(case: Case) -> Finding | None:
    """Check that the recorded winner of each trick played the winning card."""
    for number, trick in enumerate(case.play):
        if trick.winner is not None and trick.winner != case.winner(number):
            return case.fault("wrong_trick_winner", "play", _WINNER, f"/play/{number}/winner")
    return None


def turned_elsewhere(case: Case) -> Finding | None:
    """Check that only the dealer plays the turned-up card."""
    by_another = (
        seat != case.dealer for _number, _place, seat, card in case.cards_played() if card == case.turned
    )
    if case.turned is None or not any(by_another):
        return None
    text = _("The turned card is the dealer’s, but another player played the %(card)s. Look at who dealt.")
    message = sentence(text, card=case.profile.card_words(case.turned))
    return case.fault("trionfo_not_the_dealers", "turned", message, "/trionfo")


def illegal_card(case: Case) -> Finding | None:
    """Check that every card was a legal card for its player."""
    hands = case.hands_played()
    for number, place, seat, card in case.cards_played():
        duties = case.rules.duties if number >= case.rules.drawing else ()
        duty = breach(_turn(case, hands[seat], number, place, seat), card, duties)
        if duty:
            return case.fault(duty.code, "play", duty.message, f"/play/{number}/cards/{place}")
        hands[seat].remove(card)
    return None


def _turn(case: Case, cards: list[Card], number: int, place: int, seat: int) -> Turn:
    trick = case.play[number]
    lying, strength, trump = trick.cards[:place], case.strength, case.trumps[number]
    winning = (trick.leader + best_place(lying, trump, strength)) % case.profile.seats
    return Turn(cards, lying, trump, strength, case.teams[winning] == case.teams[seat])


LEADS: tuple[Look, ...] = (wrong_leader, wrong_winner)
ACTS: tuple[Look, ...] = (turned_elsewhere, illegal_card)

_NOT_LAST = sentence(_("By the cards played the other side wins the last trick. Look at who won it."))
_FIRST_LEAD = sentence(_("Another player leads the first trick. Look at who dealt."))
_NEXT_LEAD = sentence(_("Who won the trick before leads this one. Look at who won it."))
_TORN = sentence(
    _("Write the tricks that were played, each with a card of each player; only the last may be unfinished.")
)
_WINNER = sentence(_("Another player won this trick. Look at its highest card."))
