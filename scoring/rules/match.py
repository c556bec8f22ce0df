"""A match folded from its games: how many each side won, the winner, and the hand to be dealt next.

COM-MATCH-1, COM-5; who deals first in a later game is the profile's `next_dealer` (MAR-MATCH-2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.rules.card_game import CardGame, FinalScore
from scoring.rules.game import GameFold, fold_final, fold_game
from scoring.rules.hand import Effect, Hand
from scoring.rules.profile import Profile
from scoring.rules.types import GameState, HandResult, NextHand, Problem, SheetState
from scoring.rules.words import _, sentence

Game = Sequence[Hand | None] | FinalScore | None
"""The hands of one game in order, or its result alone; `None` stands for what could not be read."""


@dataclass(slots=True)
class MatchFold:
    """A match while its games are added to it, one after the other."""

    card_game: CardGame
    profile: Profile
    games_won: list[int]
    winner: int | None = None
    over: bool = False
    certain: bool = True
    dealer: int | None = None
    games: list[GameState] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, game: Game) -> None:
        """Add the next game, and count it when it was won."""
        number = len(self.games)
        where = f"/games/{number}"
        if is_played(game):
            self._look_at_the_place(number, where)
        if self.over or number >= self.profile.games:
            self.games.append(self._left_out(number, game))
        elif game is None:
            self.certain = False
            self.games.append(self._left_out(number, ()))
        else:
            self._count(self._fold(game, number, where), quick=isinstance(game, FinalScore))

    def _look_at_the_place(self, number: int, where: str) -> None:
        """COM-MATCH-1: games are played one after the other, and none once the match is won."""
        if self.over:
            problem = Problem("game_after_the_match", "COM-5", "error", where, _AFTER_THE_MATCH)
        elif number >= self.profile.games:
            problem = Problem("too_many_games", "COM-MATCH-1", "error", where, _TOO_MANY)
        elif self.certain and any(not game.over for game in self.games):
            problem = Problem("game_not_finished", "COM-MATCH-1", "error", where, _NOT_FINISHED)
        else:
            return
        self.certain = self.certain and self.over
        self.problems.append(problem)

    def _left_out(self, number: int, game: Game) -> GameState:
        """A game that does not count: its hands stay visible and score nothing."""
        nothing = (0,) * self.profile.sides
        hands = () if game is None or isinstance(game, FinalScore) else game
        results = [
            HandResult(hand.state, hand.dealer, nothing, nothing, {})
            if hand and hand.rule.effect is Effect.LATE
            else None
            for hand in hands
        ]
        return GameState(self.profile.target(number), nothing, None, tuple(results))

    def _fold(self, game: Sequence[Hand | None] | FinalScore, number: int, where: str) -> GameFold:
        target = self.profile.target(number) or 0
        if isinstance(game, FinalScore):
            return fold_final(self.card_game, self.profile, game, target=target, where=where)
        dealer = self._first_dealer(number)
        return fold_game(self.card_game, self.profile, game, target=target, dealer=dealer, where=where)

    def _first_dealer(self, number: int) -> int | None:
        """MAR-MATCH-2: the turn goes on from game to game, unless the deal is drawn again."""
        drawn = REDRAWN.get(str(self.profile.options.get("next_dealer")), ())
        return None if number in drawn else self.dealer

    def _count(self, fold: GameFold, *, quick: bool) -> None:
        self.problems.extend(fold.problems)
        self.games.append(fold.state(quick=quick))
        self.dealer = fold.dealer
        self.certain = self.certain and fold.certain
        if fold.winner is not None:
            self.games_won[fold.winner] += 1
            if self.certain and self.games_won[fold.winner] > self.profile.games // 2:
                self.winner = fold.winner
        last = len(self.games) == self.profile.games and fold.ended is not None
        self.over = self.winner is not None or (self.certain and last)

    def next(self) -> NextHand | None:
        """Return the hand to be dealt next; none when the match is won or nobody can tell."""
        if self.over or not self.certain:
            return None
        for number, game in enumerate(self.games):
            if not game.over:
                return NextHand(number + 1, len(game.hands) + 1, self.dealer)
        return NextHand(len(self.games) + 1, 1, self._first_dealer(len(self.games)))

    def state(self) -> SheetState:
        """Return the match as it stands."""
        return SheetState(
            games=tuple(self.games),
            games_won=tuple(self.games_won),
            winner=self.winner,
            next=self.next(),
            problems=tuple(self.problems),
            over=self.over,
        )


REDRAWN: Mapping[str, Sequence[int]] = {"redraw": range(1, 5), "redraw_for_third": (2,)}
"""The games, counted from 0, whose first dealer is drawn again."""


def fold_sheet(card_game: CardGame, profile: Profile, games: Sequence[Game]) -> SheetState:
    """Fold games, each its readable hands in order or a result alone, into the state of the sheet."""
    fold = MatchFold(card_game, profile, [0] * profile.sides)
    for game in games:
        fold.add(game)
    return fold.state()


def is_played(game: Game) -> bool:
    """Whether anything in this game counts: a result, or a hand that is not void."""
    if game is None or isinstance(game, FinalScore):
        return game is not None
    return any(hand is not None and hand.rule.effect is not Effect.LATE for hand in game)


_AFTER_THE_MATCH = sentence(
    _("The match was already won: this game does not count. Take it away or mark its hands as void.")
)
_TOO_MANY = sentence(_("The match has fewer games than this. Take this one away."))
_NOT_FINISHED = sentence(_("The game before this one is not finished. Write its missing hands first."))
