"""Independent reference implementation of the totals in standings; it uses one dictionary per entrant.

It shares no code with the rules under test. The input consists of the entrants and the outcome of each match.
Entrants are ordered by match points and then by each tie-break; entrants that are still tied share a place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

# The score of a game and the side that won it; None if the score decides.
Game = tuple[tuple[int, ...], int | None]


# Of a match between two entrants: "win", "level" or "loss"; difference of games; difference of points.
Duel = tuple[str, int, int]


class Played(NamedTuple):
    """A finished match: round, entrants, kind of outcome, winner, and games."""

    turn: int
    entrants: tuple[int, ...]
    how: str
    winner: int | None = None
    games: tuple[Game, ...] = ()


@dataclass
class House:
    """The scoring options of a stage."""

    win: Fraction = Fraction(1)
    level: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)
    by_net: bool = False
    games_to_win: int = 1
    targets: tuple[int, ...] = ()
    chain: tuple[str, ...] = ()
    # The newest lot first.
    lots: list[tuple[int, ...]] = field(default_factory=list)
    late: dict[int, Fraction] = field(default_factory=dict)
    partners: int = 1
    drop_worst: int = 0


COLUMNS = ("played", "walkovers", "won", "level", "lost", "byes")
MORE = ("games_won", "games_lost", "points_for", "points_against", "capped", "halves")


class Counted:
    """The totals of all entrants over the given matches."""

    def __init__(self, entrants: Sequence[int], matches: Iterable[Played], house: House) -> None:
        self.entrants, self.house = entrants, house
        self.tables: dict[tuple[int, ...], dict[int, list[Duel]]] = {}
        self.matches = [match for match in matches if match.how != "annulled"]
        self.of: dict[int, dict[str, int]] = {
            entrant: dict.fromkeys(COLUMNS + MORE, 0) for entrant in entrants
        }
        for match in self.matches:
            for entrant in match.entrants if not house.drop_worst else ():
                self._add(self.of[entrant], match, self.side(match, entrant))
        for entrant in entrants if house.drop_worst else ():
            self._add_the_best(entrant)

    def side(self, match: Played, entrant: int) -> int:
        """Return the side on which an entrant plays; the sides alternate in the list of entrants."""
        return match.entrants.index(entrant) % max(1, len(match.entrants) // self.house.partners)

    def _add_the_best(self, entrant: int) -> None:
        """Add up the results of an entrant. The worst rounds are left out, as many as the options require."""
        rounds = []
        for match in self.matches:
            if entrant in match.entrants:
                rounds.append(dict.fromkeys(COLUMNS + MORE, 0))
                self._add(rounds[-1], match, self.side(match, entrant))
        if len(rounds) > self.house.drop_worst:
            for _worst in range(self.house.drop_worst):
                rounds.remove(min(rounds, key=self._worth))
        for row in rounds:
            for key, value in row.items():
                self.of[entrant][key] += value

    def _worth(self, row: dict[str, int]) -> tuple[Fraction, int, int]:
        games, points = row["games_won"] - row["games_lost"], row["points_for"] - row["points_against"]
        return self._made_of(row), games, points

    def _add(self, row: dict[str, int], match: Played, side: int) -> None:
        if match.how == "bye":
            row["byes"] += 1
        elif match.how == "result":
            row["played"] += 1
            row[self._made(match, side)] += 1
            for number, game in enumerate(match.games):
                self._add_game(row, game, side, number)
        else:
            row["walkovers"] += 1
            row["won" if side == match.winner else "lost"] += 1
            row["games_won" if side == match.winner else "games_lost"] += self.house.games_to_win

    def _made(self, match: Played, side: int) -> str:
        """Return the result of a side: "won", "lost" or "level".

        In a game with net scores, the sides that share the highest net score are level.
        """
        if side == match.winner:
            return "won"
        if not self.house.by_net:
            return "level" if match.winner is None else "lost"
        nets = net_of(match)
        return "lost" if nets[side] < max(nets) else "level"

    def _add_game(self, row: dict[str, int], game: Game, side: int, number: int) -> None:
        score, winner = game
        score_for, best = score[side], max(points for other, points in enumerate(score) if other != side)
        row["points_for"] += score_for
        row["points_against"] += best
        if winner is not None:
            row["games_won" if winner == side else "games_lost"] += 1
        elif score_for > best:
            row["games_won"] += 1
        elif score_for < best:
            row["games_lost"] += 1
        elif len(score) == 2:
            row["halves"] += 1
        if self.house.targets:
            target = self.house.targets[min(number, len(self.house.targets) - 1)]
            score_for, best = min(score_for, target), min(best, target)
        row["capped"] += score_for - best

    def points(self, entrant: int) -> Fraction:
        """Return the match points of an entrant."""
        return self._made_of(self.of[entrant]) + self.house.late.get(entrant, Fraction(0))

    def _made_of(self, row: dict[str, int]) -> Fraction:
        house = self.house
        if house.by_net:
            return Fraction(row["points_for"])
        points = row["won"] * house.win + row["level"] * house.level + row["lost"] * house.loss
        return points + row["byes"] * house.bye

    def met(self, entrant: int) -> list[int]:
        """Return all opponents that an entrant has met."""
        return [
            other
            for match in self.matches
            if match.how == "result" and entrant in match.entrants
            for other in match.entrants
            if self.side(match, other) != self.side(match, entrant)
        ]

    def had(self, entrant: int) -> list[int]:
        """Return all partners that an entrant has had."""
        return [
            other
            for match in self.matches
            if match.how == "result" and entrant in match.entrants
            for other in match.entrants
            if other != entrant and self.side(match, other) == self.side(match, entrant)
        ]

    def duel(self, match: Played, entrant: int, other: int) -> Duel:
        """Return the result of `entrant` against `other`.

        The result is a win, a loss or level, with the differences in games and points.
        """
        one, two = self.side(match, entrant), self.side(match, other)
        if match.how != "result":
            outcome = match.winner == one
            return "win" if outcome else "loss", self.house.games_to_win * (1 if outcome else -1), 0
        games = points = 0
        for score, winner in match.games:
            points += score[one] - score[two]
            ahead = (score[one] > score[two]) - (score[one] < score[two])
            games += 1 if winner == one else -1 if winner == two else ahead
        if self.house.by_net:
            nets = net_of(match)
            order = (nets[one] > nets[two]) - (nets[one] < nets[two])
        else:
            order = (match.winner == one) - (match.winner == two)
        return ("level", "win", "loss")[order], games, points

    def among(self, entrant: int, level: Sequence[int]) -> list[Duel]:
        """Return the results of an entrant against the other tied entrants.

        The list is empty unless all tied entrants have met each other equally often.
        """
        key = tuple(level)
        if key not in self.tables:
            self.tables[key] = self._table(key)
        return self.tables[key].get(entrant, [])

    def _apart(self, match: Played, one: int, other: int) -> bool:
        return self.side(match, one) != self.side(match, other)

    def _table(self, level: tuple[int, ...]) -> dict[int, list[Duel]]:
        times: dict[frozenset[int], int] = {}
        duels: dict[int, list[Duel]] = {entrant: [] for entrant in level}
        for match in self.matches:
            present = [each for each in match.entrants if each in duels and match.how != "bye"]
            against = [pair for pair in permutations(present, 2) if self._apart(match, *pair)]
            for one, other in against:
                duels[one].append(self.duel(match, one, other))
            for pair in (pair for pair in combinations(present, 2) if pair in against):
                times[frozenset(pair)] = times.get(frozenset(pair), 0) + 1
        pairs = len(level) * (len(level) - 1) // 2
        return duels if len(times) == pairs and len(set(times.values())) <= 1 else {}


def net_of(match: Played) -> list[int]:
    """Return the points of each side, summed over all games."""
    return [sum(score[side] for score, _winner in match.games) for side in range(len(match.entrants))]
