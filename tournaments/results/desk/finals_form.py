"""The final scores of games that are not written hand by hand, typed on one line."""

import re
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.functional import cached_property

from scoring.sheet.rules.log import SheetLog
from scoring.translation import say
from scoring.types import RuleError
from tournaments.web.sheet_view import SheetView, SideView
from tournaments.web.words import game_words, targets_of

WHOLE = re.compile(r"-?[0-9]{1,5}")
OF_A_GAME = re.compile(r"/games/([0-9]+)(/.*)?")
LONGEST = 6


@dataclass
class GameScore:
    """A game without hands: the scores as typed for each side, and their faults."""

    number: int
    label: str
    typed: list[tuple[SideView, str]]
    wrong: list[str] = field(default_factory=list)


@dataclass
class FinalsForm:
    """Each game without hands, with its stored or submitted scores."""

    view: SheetView
    log: SheetLog
    data: QueryDict | None = None
    refusal: list[str] = field(default_factory=list)

    @cached_property
    def games(self) -> list[GameScore]:
        """The games in order."""
        targets = targets_of(self.view.match.match.stage)
        sides = sorted(self.view.sides, key=lambda side: side.side)
        games = []
        for number in range(1, self.view.profile.games + 1):
            standing = self.log.hands.get((number, 1))
            final = standing.body.get("final") if standing else [""] * len(sides)
            sent = [self._sent(number, side.side) for side in sides]
            if any(sent) or final is not None:
                texts = sent if self.data is not None else map(str, final or ())
                typed = list(zip(sides, texts, strict=True))
                games.append(GameScore(number, game_words(number, targets), typed))
        return games

    def _sent(self, number: int, side: int) -> str:
        return self.data.get(f"final-{number}-{side}", "").strip()[:LONGEST] if self.data is not None else ""

    def scores(self) -> dict[int, list[Any]]:
        """Return the typed scores in the form of the rules, without empty games."""
        typed = {game.number: [text for _side, text in game.typed] for game in self.games}
        return {
            number: [int(text) if WHOLE.fullmatch(text) else text for text in texts]
            for number, texts in typed.items()
            if any(texts)
        }

    def refuse(self, refusal: RuleError) -> None:
        """Add each problem to the field of its game."""
        self.refusal.append(say(refusal.message))
        by_number = {game.number: game for game in self.games}
        for problem in refusal.problems:
            place = OF_A_GAME.match(problem.where)
            game = by_number.get(int(place[1]) + 1) if place else None
            (game.wrong if game else self.refusal).append(say(problem.message))

    @property
    def first_wrong(self) -> GameScore | None:
        """The first game with an error."""
        return next((game for game in self.games if game.wrong), None)
