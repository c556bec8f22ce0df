"""Computation of a game from its hands: running score, winner, and checks that need the score.

The module applies COM-3 and COM-5. The rule ids for the deal and for a misdeal come from `rules` of the card
game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import add

from scoring.game_parts.card_game import CardGame, Ended, FinalScore, Moment, Reached, ahead_at, highest
from scoring.game_parts.fields import Effect, Hand
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.time_called import Called, Stop, TimeCall, stop_of
from scoring.types import Finding, GameState, HandResult, HandState, Problem, Scores, _, sentence


@dataclass(slots=True)
class GameFold:
    """A game that is computed hand by hand."""

    card_game: CardGame
    profile: Profile
    target: int
    # The seat whose turn it is to deal; None while the dealer is to be drawn
    dealer: int | None
    where: str
    running: Scores
    time: Called | None = None
    stop: Stop | None = None
    parts: Mapping[str, Scores] = field(default_factory=dict)
    ended: Ended | None = None
    # False after a hand that could not be scored: later scores are unknown
    certain: bool = True
    played: int = 0
    dealt: int = 0
    annulled_by: int | None = None
    results: list[HandResult | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, hand: Hand | None) -> None:
        """Add the next hand; `hand` is None if it could not be read."""
        self.end_by_time()
        if hand is None:
            self._lose_count()
        elif hand.rule.effect is Effect.LATE or (self.ended and hand.state is HandState.VOID):
            self._keep_void(hand)
        elif self.ended:
            self._find(_AFTER_TIME if self.stop else Finding("hand_after_the_game", "COM-5", _AFTER_THE_GAME))
            self.results.append(None)
        else:
            self._take_turn(hand)
            self.dealer = None if self.time and self.time.deciding else self.dealer

    def end_by_time(self) -> None:
        """End the game at its current score if time was called and no hand remains to deal (COM-TIME-2)."""
        if self.time and self.certain and self.ended is None:
            self.stop = self.time.stop(self.profile, len(self.results), self.running)
            self.ended = Ended(self.stop.winner) if self.stop else None

    def _lose_count(self) -> None:
        self.results.append(None)
        self.certain = self.certain and self.ended is not None
        self.dealer = None

    def _keep_void(self, hand: Hand) -> None:
        """Add a late hand without a score; only a game that has ended can have late hands (COM-5)."""
        if self.ended is None and self.certain:
            self._find(Finding("void_before_the_end", "COM-5", _VOID_BEFORE_THE_END, "/state"))
        self._nothing(hand)

    def _nothing(self, hand: Hand) -> None:
        self.results.append(HandResult(hand.state, hand.dealer, (0,) * self.profile.sides, self.running, {}))

    def _take_turn(self, hand: Hand) -> None:
        """Score the hand and pass the deal on; after an annulled hand, its dealer deals again."""
        if self.dealer is not None and hand.dealer != self.dealer:
            text = sentence(_("It was another player’s turn to deal. Is the dealer right?"))
            self._find(
                Finding("dealer_out_of_turn", self.card_game.rules["deal"], text, "/dealer", "warning")
            )
        if hand.rule.effect is Effect.AGAIN:
            return self._annul(hand)
        self.annulled_by = None
        self.dealer = (hand.dealer + 1) % self.profile.seats
        return self._score(hand)

    def _annul(self, hand: Hand) -> None:
        if self.annulled_by == hand.dealer:
            text = sentence(_("This dealer’s hand was annulled twice in a row: the referee decides."))
            self._find(Finding("annulled_again", self.card_game.rules["misdeal"], text, "/state", "warning"))
        self.annulled_by = self.dealer = hand.dealer
        self._nothing(hand)

    def _score(self, hand: Hand) -> None:
        if not self.certain:
            return self.results.append(None)
        moment = Moment(self.card_game, self.profile, self.running, self.target)
        parts = self._parts(hand, moment)
        if parts is None:
            self.certain = False
            return self.results.append(None)
        score = tuple(map(sum, zip(*parts.values(), strict=True))) or (0,) * self.profile.sides
        self.running = tuple(map(add, self.running, score))
        self.parts = {
            **self.parts,
            **{key: _added(self.parts.get(key), points) for key, points in parts.items()},
        }
        self.played += hand.rule.scores
        self.dealt += 1
        reached = Reached(self.running, self.parts, self.dealt)
        self.ended = self.card_game.ending(hand, moment, reached)
        return self.results.append(HandResult(hand.state, hand.dealer, score, self.running, parts))

    def _parts(self, hand: Hand, moment: Moment) -> Mapping[str, Scores] | None:
        """Return the parts of the hand's score; None if a check refuses the hand."""
        if not hand.rule.scores:
            return {}
        findings = [finding for check in self.card_game.moment_checks if (finding := check(hand, moment))]
        self._find(*findings)
        refused = any(finding.level == "error" for finding in findings)
        return None if refused else self.card_game.score(hand, moment)

    def _find(self, *findings: Finding) -> None:
        where = f"{self.where}/hands/{len(self.results)}"
        self.problems.extend(finding.problem(where) for finding in findings)

    @property
    def winner(self) -> int | None:
        """The side that won the game, or None."""
        return self.ended.winner if self.ended else None

    def state(self, *, quick: bool) -> GameState:
        """Return the current state of the game."""
        return GameState(
            target=self.target or None,
            score=self.running,
            winner=self.winner,
            hands=tuple(self.results),
            quick=quick,
            over=self.ended is not None,
            parts=self.parts,
            by_time=self.stop.how if self.stop else None,
            deciding=self.time is not None and self.time.deciding,
        )


def _added(before: Scores | None, points: Scores) -> Scores:
    return points if before is None else tuple(map(add, before, points))


def fold_game(
    card_game: CardGame,
    profile: Profile,
    hands: Iterable[Hand | None],
    *,
    target: int,
    dealer: int | None,
    where: str,
    time: Called | None,
) -> GameFold:
    """Return a game computed from its hands; `dealer` is the seat whose turn it is to deal first."""
    fold = GameFold(card_game, profile, target, dealer, where, (0,) * profile.sides, time)
    for hand in hands:
        fold.add(hand)
    fold.end_by_time()
    _warn_of_length(fold, fold.played, where)
    return fold


def fold_final(
    card_game: CardGame,
    profile: Profile,
    final: FinalScore,
    *,
    target: int,
    where: str,
    time: TimeCall | None,
) -> GameFold:
    """Return a game entered as a final score, after checking the limits of the card game (COM-8).

    If time was called, the target need not have been reached (COM-TIME-2).
    """
    fold = GameFold(card_game, profile, target, None, where, (0,) * profile.sides)
    if time and (card_game.by_net or ahead_at(final.score, target) is None):
        return _stopped_final(fold, final, time)
    findings = [finding for check in card_game.final_checks if (finding := check(final, target, profile))]
    findings += _of_nets(card_game, profile, final) if card_game.by_net else []
    if target and not findings and ahead_at(final.score, target) is None:
        findings = [Finding("final_score", "COM-8", sentence(_NO_WINNER, target=target), "/final")]
    fold.problems.extend(finding.problem(where) for finding in findings)
    fold.certain = not findings
    fold.running = final.score
    if fold.certain:
        fold.ended = Ended(ahead_at(final.score, target) if target else highest(final.score))
    _warn_of_length(fold, final.hand_count or 0, where)
    return fold


def _stopped_final(fold: GameFold, final: FinalScore, time: TimeCall) -> GameFold:
    fold.running = final.score
    fold.stop = stop_of(time, fold.profile, final.score)
    if sum(final.score) and fold.card_game.by_net:
        fold.problems.append(
            Finding("final_score", fold.card_game.rules["nets"], _NOT_ZERO, "/final").problem(fold.where)
        )
    if fold.stop is None:
        fold.problems.append(
            Finding("final_score", "COM-TIME-2", _LEVEL_AT_TIME, "/final").problem(fold.where)
        )
    fold.certain = not fold.problems
    fold.ended = Ended(fold.stop.winner) if fold.stop else None
    return fold


def _of_nets(card_game: CardGame, profile: Profile, final: FinalScore) -> list[Finding]:
    """Return the findings about net scores; the card game checks them only if their sum is 0."""
    if sum(final.score):
        return [Finding("final_score", card_game.rules["nets"], _NOT_ZERO, "/final")]
    return [finding for check in card_game.net_checks if (finding := check(final, profile))]


def _warn_of_length(fold: GameFold, hands: int, where: str) -> None:
    usual = fold.card_game.long_game.get(fold.target, hands)
    if hands > usual:
        text = _(
            "A game to %(target)d hardly ever takes more than %(usual)d hands. Are they all of this game?"
        )
        message = sentence(text, target=fold.target, usual=usual)
        fold.problems.append(Problem("long_game", fold.card_game.rules["long"], "warning", where, message))


_NO_WINNER = _(
    "Nobody is ahead with %(target)d or more. Look at both totals; where something else won the game, "
    "write its hands."
)
_NOT_ZERO = sentence(_("What one player wins the others lose: the results make zero together. Add up again."))
_LEVEL_AT_TIME = sentence(
    _("Time was called and the game is level: play further hands, and write the result after them.")
)
_AFTER_TIME = Finding(
    "hand_after_time",
    "COM-TIME-1",
    sentence(
        _("Time was called: no new hand starts. If this one had begun before the call, tell the referee.")
    ),
)
_AFTER_THE_GAME = sentence(
    _("The game was already won. Mark the hand as void, or write it in the next game.")
)
_VOID_BEFORE_THE_END = sentence(
    _("Only hands written after the game was won are void. Annul the hand instead.")
)
