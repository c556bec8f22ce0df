"""What stands on a sheet, opened once: its log, the rules it is kept by, the verdict on its hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games import CARD_GAMES
from scoring.sheet.rules import sheet as written
from scoring.sheet.rules.log import Event, Place, SheetLog, fold_log
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.strict_json import canonical
from scoring.types import Verdict

Games = Sequence[Sequence[Mapping[str, Any]]]
"""Hands as they are written, game by game."""


@dataclass(frozen=True)
class Sheet:
    """A sheet after the facts so far. It never changes: one more fact gives the next one.

    `verdicts` are those that were already given, by the sheet as it was written: it goes from each sheet to
    the next, so that a hand that is looked at, then added, then shown is judged once.
    """

    card_game: str
    profile: Mapping[str, Any]
    log: SheetLog = field(default_factory=SheetLog)
    verdicts: dict[bytes, Verdict] = field(default_factory=dict, compare=False, repr=False)

    def after(self, *events: Event) -> "Sheet":
        """Return the sheet with these facts, the next ones, folded onto it."""
        return replace(self, log=fold_log(events, self.log))

    def as_json(self, games: Games | None = None) -> dict[str, Any]:
        """Return the sheet as it is written down (contract, section 3), or would be with these games."""
        hands = self.log.games() if games is None else games
        return {
            "card_game": self.card_game,
            "profile": self.profile,
            "games": [written.written_game(game) for game in hands],
            **({"time_called": self.log.time.as_json()} if self.log.time else {}),
        }

    def verdict_on(self, games: Games | None = None) -> Verdict:
        """Return the verdict on the sheet, or on what it would be with these games."""
        sheet = self.as_json(games)
        key = canonical(sheet)
        if key not in self.verdicts:
            self.verdicts[key] = written.check_sheet(sheet)
        return self.verdicts[key]

    def check_next_hand(self, place: Place, raw: object) -> written.HandCheck:
        """Check the hand that comes next, as the rules do; one that may be added is judged here already."""
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

    @property
    def verdict(self) -> Verdict:
        """The verdict on the hands that stand."""
        return self.verdict_on()

    @property
    def summary(self) -> dict[str, Any]:
        """The standing totals: games, games won, winner, next hand, disputes, signatures.

        A match can be over without a winner: the best are equal and share.
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
