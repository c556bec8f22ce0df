"""The final scores of a paper sheet, game by game: a number for each side, for the rules to judge."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from scoring.sheet.rules.log import SheetLog
from scoring.translation import say
from tournaments.pages.public.words import game_words, targets_of
from tournaments.pages.sheet_view import SheetView

WHOLE = re.compile(r"-?[0-9]{1,5}")
OF_A_GAME = re.compile(r"/games/([0-9]+)(/.*)?")
LONGEST = 6


@dataclass(frozen=True)
class Input:
    """One number: of which game and side."""

    name: str
    label: str
    typed: str


@dataclass
class GameInputs:
    """One game that is not written hand by hand, and what is wrong with what was typed."""

    number: int
    label: str
    inputs: tuple[Input, ...]
    wrong: list[str] = field(default_factory=list)
    first_wrong: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not any(each.typed for each in self.inputs)


@dataclass
class FinalsForm:
    """Every game that has no hands, with what stands or was sent."""

    view: SheetView
    log: SheetLog
    data: QueryDict | None = None
    refusal: list[str] = field(default_factory=list)

    @cached_property
    def games(self) -> list[GameInputs]:
        """The games, the first first."""
        return [self._game(number) for number in range(1, self.view.profile.games + 1) if self._open(number)]

    def _open(self, number: int) -> bool:
        standing = self.log.hands.get((number, 1))
        sent = self.data is not None and any(self._sent(number, side) for side in range(len(self.view.sides)))
        return standing is None or "final" in standing.body or sent

    def _game(self, number: int) -> GameInputs:
        label = game_words(number, targets_of(self.view.match.match.stage))
        sides = sorted(self.view.sides, key=lambda side: side.side)
        inputs = tuple(
            Input(
                f"final-{number}-{side.side}",
                _("%(what)s: %(whose)s") % {"what": label, "whose": side.name},
                self._typed(number, side.side),
            )
            for side in sides
        )
        return GameInputs(number, label, inputs)

    def _sent(self, number: int, side: int) -> str:
        return self.data.get(f"final-{number}-{side}", "").strip()[:LONGEST] if self.data is not None else ""

    def _typed(self, number: int, side: int) -> str:
        if self.data is not None:
            return self._sent(number, side)
        standing = self.log.hands.get((number, 1))
        return str(standing.body["final"][side]) if standing and "final" in standing.body else ""

    def scores(self) -> dict[int, list[Any]]:
        """Return what was typed as the rules read it, without the games left empty."""
        return {
            game.number: [
                int(each.typed) if WHOLE.fullmatch(each.typed) else each.typed for each in game.inputs
            ]
            for game in self.games
            if not game.empty
        }

    def refuse(self, refusal: RuleError) -> None:
        """Say every problem beside the game it is about."""
        self.refusal.append(say(refusal.message))
        by_number = {game.number: game for game in self.games}
        for problem in refusal.problems:
            found = OF_A_GAME.match(problem.where)
            game = by_number.get(int(found[1]) + 1) if found else None
            (game.wrong if game else self.refusal).append(say(problem.message))
        wrong = next((game for game in self.games if game.wrong), None)
        if wrong:
            wrong.first_wrong = True
