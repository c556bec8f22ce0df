"""Computation of a match from its games: games won, winner, and the next hand to deal.

The module applies COM-MATCH-1, COM-5 and COM-TIME-3. The first dealer of later games follows from the option
`next_dealer` (MAR-MATCH-2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.game_parts.card_game import CardGame, FinalScore, highest
from scoring.game_parts.fields import Effect, Hand
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.game import GameFold, fold_final, fold_game
from scoring.sheet.rules.time_called import Called, TimeCall
from scoring.types import GameState, HandResult, NextHand, Now, Problem, SheetState, _, sentence

# The hands of one game in order, or its final score only; None is an unreadable game or hand.
Game = Sequence[Hand | None] | FinalScore | None


@dataclass(slots=True)
class MatchFold:
    """A match that is computed game by game."""

    card_game: CardGame
    profile: Profile
    games_won: list[int]
    time: TimeCall | None
    winner: int | None = None
    over: bool = False
    # COM-TIME-3: level when time was called, so one more hand decides
    deciding: bool = False
    # Number of hands on the sheet so far, in whatever state
    dealt: int = 0
    certain: bool = True
    dealer: int | None = None
    games: list[GameState] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, game: Game) -> None:
        """Add the next game, and credit it to its winner."""
        if not isinstance(game, FinalScore) or self._stopped:
            self.end_by_time()
        number = len(self.games)
        where = f"/games/{number}"
        if is_played(game):
            self._look_at_the_place(number, where)
        if self.over or self._beyond(number):
            self.games.append(self._left_out(number, game))
        elif game is None:
            self.certain = False
            self.games.append(self._left_out(number, game))
        else:
            self._count(self._fold(game, number, where), quick=isinstance(game, FinalScore))
        self.dealt += 0 if game is None or isinstance(game, FinalScore) else len(game)

    @property
    def _stopped(self) -> bool:
        """Whether a call of time has already stopped a game."""
        return any(game.by_time for game in self.games)

    def _beyond(self, number: int) -> bool:
        """Return whether the game index is too high: no such game exists, and no deciding hand is due."""
        return number >= self.profile.games and not self.deciding

    def end_by_time(self) -> None:
        """End the match if time was called and no game goes on; the side with more games wins (COM-TIME-3).

        A tie is a draw, or one more hand is dealt to decide it.
        """
        if self.time is None or self.over or not self.certain:
            return
        if any(game.hands and not game.over for game in self.games):
            return
        if not self._stopped and self.dealt < self.time.last:
            return
        self.winner = highest(tuple(self.games_won))
        self.over = self.winner is not None or self.time.draws
        self.deciding = not self.over

    def _look_at_the_place(self, number: int, where: str) -> None:
        """Check that the previous game is finished and the match is not yet won (COM-MATCH-1)."""
        if self.over:
            rule, text = ("COM-TIME-3", _AFTER_TIME) if self.time else ("COM-5", _AFTER_THE_MATCH)
            problem = Problem("game_after_the_match", rule, "error", where, text)
        elif self._beyond(number):
            problem = Problem("too_many_games", "COM-MATCH-1", "error", where, _TOO_MANY)
        elif self.certain and any(not game.over for game in self.games):
            problem = Problem("game_not_finished", "COM-MATCH-1", "error", where, _NOT_FINISHED)
        else:
            return
        self.certain = self.certain and self.over
        self.problems.append(problem)

    def _left_out(self, number: int, game: Game) -> GameState:
        """Return the state of a game that does not count: its hands stay, but without scores."""
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
        target = self.profile.played_to(number) or 0
        if isinstance(game, FinalScore):
            return fold_final(self.card_game, self.profile, game, target=target, where=where, time=self.time)
        return fold_game(
            self.card_game,
            self.profile,
            game,
            target=target,
            dealer=self._first_dealer(number),
            where=where,
            time=Called(self.time, self.dealt, self.deciding) if self.time else None,
        )

    def _first_dealer(self, number: int) -> int | None:
        """Return the seat that deals first in game `number`; None if lots decide (MAR-MATCH-2)."""
        redrawn_games = REDRAWN.get(str(self.profile.options.get("next_dealer")), ())
        return None if self.deciding or number in redrawn_games else self.dealer

    def _count(self, fold: GameFold, *, quick: bool) -> None:
        self.problems.extend(fold.problems)
        self.games.append(fold.state(quick=quick))
        self.dealer = fold.dealer
        self.certain = self.certain and fold.certain
        if fold.winner is not None:
            self.games_won[fold.winner] += 1
            if self.certain and self.games_won[fold.winner] >= self.profile.games_to_win:
                self.winner = fold.winner
        last = len(self.games) == self.profile.games and fold.ended is not None and fold.stop is None
        self.over = self.winner is not None or (self.certain and last)

    def next(self) -> NextHand | None:
        """Return the next hand to deal; None if the match is over or its state is unknown."""
        if self.over or not self.certain:
            return None
        for number, game in enumerate(self.games):
            if not game.over:
                return NextHand(number + 1, len(game.hands) + 1, self.dealer)
        return NextHand(len(self.games) + 1, 1, self._first_dealer(len(self.games)))

    def state(self) -> SheetState:
        """Return the current state of the match."""
        return SheetState(
            games=tuple(self.games),
            games_won=tuple(self.games_won),
            winner=self.winner,
            next=self.next(),
            problems=tuple(self.problems),
            over=self.over,
            time=self._now(),
        )

    def _now(self) -> Now | None:
        """Return the table's next action after a call of time; None if time was not called."""
        if self.time is None or not self.certain:
            return None
        if self.over:
            return Now.OVER
        if self.deciding:
            return Now.DECIDE
        return Now.FINISH if self.dealt < self.time.last else Now.PLAY_ON


# Games, counted from 0, whose first dealer is drawn again, by option.
REDRAWN: Mapping[str, Sequence[int]] = {"redraw": range(1, 5), "redraw_for_third": (2,)}


def fold_sheet(
    card_game: CardGame, profile: Profile, games: Sequence[Game], time: TimeCall | None = None
) -> SheetState:
    """Return the state of a sheet; each item of `games` is a list of hands or a final score.

    None stands for a game or a hand that could not be read.
    """
    fold = MatchFold(card_game, profile, [0] * profile.sides, time)
    for game in games:
        fold.add(game)
    fold.end_by_time()
    return fold.state()


def is_played(game: Game) -> bool:
    """Return whether a game has a final score or at least one hand that is not void."""
    if game is None or isinstance(game, FinalScore):
        return game is not None
    return any(hand is not None and hand.rule.effect is not Effect.LATE for hand in game)


_AFTER_THE_MATCH = sentence(
    _("The match was already won: this game does not count. Take it away or mark its hands as void.")
)
_AFTER_TIME = sentence(_("Time was called and the match is decided: this game does not count. Take it away."))
_TOO_MANY = sentence(_("The match has fewer games than this. Take this one away."))
_NOT_FINISHED = sentence(_("The game before this one is not finished. Write its missing hands first."))
