"""The current state of a score sheet: its log, profile and verdict, and checks of new hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games import CARD_GAMES
from scoring.sheet.rules import sheet as written
from scoring.sheet.rules.log import Event, Place, SheetLog, fold_log
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.strict_json import canonical
from scoring.types import BadEntry, NotNow, Problem, Sentence, Verdict, _

# Hands as written, game by game.
Games = Sequence[Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class Sheet:
    """The state of a sheet: its card game, its profile and its log.

    A Sheet is immutable: adding a log entry returns a new Sheet. `verdicts` caches verdicts by the JSON of
    the sheet. A new Sheet shares the cache of the old one: the verdict on a hand is computed only once, even
    if the hand is checked, then added, then shown.
    """

    card_game: str
    profile: Mapping[str, Any]
    log: SheetLog = field(default_factory=SheetLog)
    verdicts: dict[bytes, Verdict] = field(default_factory=dict, compare=False, repr=False)

    def after(self, *events: Event) -> "Sheet":
        """Return the sheet with more log entries added, in this order."""
        return replace(self, log=fold_log(events, self.log))

    def as_json(self, games: Games | None = None) -> dict[str, Any]:
        """Return the sheet in the JSON form that is checked; `games`, if given, replace its own games."""
        hands = self.log.games() if games is None else games
        return {
            "card_game": self.card_game,
            "profile": self.profile,
            "games": [written.written_game(game) for game in hands],
            **({"time_called": self.log.time.as_json()} if self.log.time else {}),
        }

    def verdict_on(self, games: Games | None = None) -> Verdict:
        """Return the cached verdict on the sheet; `games`, if given, replace its own games."""
        sheet = self.as_json(games)
        key = canonical(sheet)
        if key not in self.verdicts:
            self.verdicts[key] = written.check_sheet(sheet)
        return self.verdicts[key]

    def check_next_hand(self, place: Place, raw: object) -> written.HandCheck:
        """Check the next hand; the verdict is cached and used again when the hand is added.

        All hands before `place` must be on the sheet. The hands from `place` on are ignored. The JSON
        Pointers of the problems are relative to the hand.
        """
        card_game, where = CARD_GAMES[self.card_game], written.pointer_to(*place)
        profile = read_profile(card_game, self.profile)
        hand, problems = read_hand(card_game, profile, raw, where)
        games = self.log.games(before=place)
        if hand is None:
            before = [written.written_game(game) for game in games]
            number = {"game": place[0], "hand": place[1]}
            return written.check_next_hand(card_game, profile, before, raw, **number, time=self.log.time)
        games += [[] for _missing in range(place[0] - len(games))]
        games[-1].append(hand.as_json())
        return written.hand_check(where, hand, problems, self.verdict_on(games).state)

    def read_hand(self, raw: object) -> dict[str, Any]:
        """Return a hand in canonical form; raise BadEntry with all its errors if the hand has any."""
        card_game = CARD_GAMES[self.card_game]
        hand, problems = read_hand(card_game, read_profile(card_game, self.profile), raw, where="")
        errors = [problem for problem in problems if problem.level == "error"]
        if hand is None or errors:
            raise BadEntry("bad_hand", _BAD_HAND, tuple(errors))
        return dict(hand.as_json())

    def check_new_hand(self, place: Place, body: Mapping[str, Any]) -> tuple[Problem, ...]:
        """Check a new hand that follows the recorded hands; return its warnings.

        Raises:
            BadEntry: the hand is impossible at this place; the exception contains all its errors.
            NotNow: an earlier hand is missing (`hand_out_of_order`).
        """
        game, hand = place
        games = [list(hands) for hands in self.log.games(before=place)]
        begun = len(games) >= game
        if len(games) < game - 1 or (len(games[game - 1]) if begun else 0) != hand - 1:
            text = _("Write hand %(hand)s of game %(game)s first.")
            missing = {"hand": len(games[game - 1]) + 1 if begun else 1, "game": min(game, len(games) + 1)}
            raise NotNow("hand_out_of_order", Sentence(text, missing))
        if not begun:
            games.append([])
        games[game - 1].append(body)
        return self._warnings_at(place, games)

    def check_correction(self, place: Place, body: Mapping[str, Any]) -> tuple[Problem, ...]:
        """Check the whole sheet with one hand replaced; return the warnings about that hand.

        The sheet must have a hand at `place`.

        Raises:
            BadEntry: the hand, or a hand after it, is impossible; the exception contains all
                errors.
        """
        game, hand = place
        games = [list(hands) for hands in self.log.games()]
        games[game - 1][hand - 1] = body
        return self._warnings_at(place, games)

    def _warnings_at(self, place: Place, games: Games) -> tuple[Problem, ...]:
        """Return the warnings about one hand; raise BadEntry if the sheet has errors."""
        where, problems = written.pointer_to(*place), self.verdict_on(games).problems
        errors = tuple(_seen_from(where, problem) for problem in problems if problem.level == "error")
        if errors:
            raise BadEntry("bad_hand", _BAD_HAND, errors)
        return tuple(_seen_from(where, each) for each in problems if written.is_within(each.where, where))

    @property
    def verdict(self) -> Verdict:
        """The verdict on the sheet with its current hands."""
        return self.verdict_on()

    @property
    def summary(self) -> dict[str, Any]:
        """The current totals: games, games won, winner, next hand, disputes, signatures.

        A match can be over without a winner, if the best sides are tied and share the first place.
        """
        state, log = self.verdict.state, self.log
        return {
            "games": [
                {
                    "target": game.target,
                    "score": list(game.score),
                    "over": game.over,
                    "winner": game.winner,
                    "hands": len(game.hands),
                    **({"by_time": game.by_time.value} if game.by_time else {}),
                }
                for game in state.games
            ],
            "games_won": list(state.games_won),
            "over": state.over,
            "winner": state.winner,
            "next": state.next._asdict() if state.next else None,
            "hands": len(log.hands),
            "disputed": sorted(map(list, log.disputes)),
            "objection": log.objection is not None,
            "signed": sorted(log.signatures),
            "confirmed": log.confirmed,
            **({"time": state.time.value} if state.time else {}),
        }


def _seen_from(where: str, problem: Problem) -> Problem:
    if not written.is_within(problem.where, where):
        return problem
    return replace(problem, where=problem.where.removeprefix(where))


_BAD_HAND = Sentence(_("This hand cannot be right. Look at what is marked and write it again."))
