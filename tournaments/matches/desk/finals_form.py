"""Desk forms that enter or correct the final scores of games whose hands were not recorded."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property

from scoring.sheet.rules.log import SheetLog
from scoring.sheet.services.corrections import HandChange
from scoring.translation import say
from scoring.types import Problem, RuleError
from tournaments.matches.sheet_view import SheetView, SideView
from tournaments.matches.words import targets_of
from tournaments.web.words import game_words

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,5}")
OF_A_GAME = re.compile(r"/games/([0-9]+)(/.*)?")
MAX_SCORE_LENGTH = 6


def in_numbers(texts: list[str]) -> list[Any]:
    """Convert the entered scores to integers where possible.

    A text that is not a whole number is returned unchanged; the rules of the sheet reject it.
    """
    return [int(text) if WHOLE_NUMBER.fullmatch(text) else text for text in texts]


@dataclass
class GameScore:
    """A game whose hands were not recorded: the score entered for each side, and the errors."""

    number: int
    label: str
    typed: list[tuple[SideView, str]]
    wrong: list[str] = field(default_factory=list)


@dataclass
class FinalsForm:
    """Form for the final scores of games without recorded hands, filled with stored or submitted scores."""

    view: SheetView
    log: SheetLog
    data: QueryDict | None = None
    refusal: list[str] = field(default_factory=list)

    @cached_property
    def games(self) -> list[GameScore]:
        """The games of the form, in playing order."""
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
        return (
            self.data.get(f"final-{number}-{side}", "").strip()[:MAX_SCORE_LENGTH]
            if self.data is not None
            else ""
        )

    def scores(self) -> dict[int, list[Any]]:
        """Return the entered scores, keyed by game number, in the format of the rules of the sheet."""
        typed = {game.number: [text for _side, text in game.typed] for game in self.games}
        return {number: in_numbers(texts) for number, texts in typed.items() if any(texts)}

    def refuse(self, refusal: RuleError) -> None:
        """Add the message and the errors of a refused submission to the form.

        An error about a game of the form is added to this game. The message and all other errors are added
        to the refusal of the whole form.
        """
        self.refusal.append(say(refusal.message))
        by_number = {game.number: game for game in self.games}
        for problem in refusal.problems:
            place = OF_A_GAME.match(problem.where)
            game = by_number.get(int(place[1]) + 1) if place else None
            (game.wrong if game else self.refusal).append(say(problem.message))

    @property
    def first_wrong(self) -> GameScore | None:
        """The first game with an error, or None."""
        return next((game for game in self.games if game.wrong), None)


class ScoreForm(forms.Form):
    """Form that corrects the final score of a game; the score is deleted if all inputs are empty."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    is_score = open = True

    def __init__(
        self, view: SheetView, game: int, body: Mapping[str, Any], version: int, data: QueryDict | None
    ) -> None:
        super().__init__(data, prefix=f"final-{game}")
        self.place, self.base_version = (game, 1), version
        self.conflict = ""
        self.guides: list[str] = []
        self.asked_for = True
        self.fields["version"].initial = version
        sides = sorted(view.sides, key=lambda side: side.side)
        scores = body.get("final") or [""] * len(sides)
        for side, score in zip(sides, scores, strict=True):
            widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
            self.fields[str(side.side)] = forms.CharField(
                label=side.name,
                initial=str(score),
                max_length=MAX_SCORE_LENGTH,
                required=False,
                widget=widget,
            )

    @property
    def hands_prefix(self) -> str:
        """The prefix of the form for the game's first hand; empty if no final score is stored."""
        return f"{self.place[0]}-1" if self.base_version else ""

    @property
    def touched(self) -> bool:
        """True if the submitted score differs from the score that the page showed."""
        return self.is_bound and bool(set(self.changed_data) - {"version"})

    def change(self) -> HandChange:
        """Return the submitted change of the game's score as an argument of the correction service."""
        body = self.wanted() if any(self._texts()) else None
        return HandChange(self.place, self.cleaned_data["version"], body)

    def wanted(self) -> dict[str, Any]:
        """Return the submitted score."""
        return {"final": in_numbers(self._texts())}

    def _texts(self) -> list[str]:
        return [text for name, text in self.cleaned_data.items() if name != "version"]

    def say(self, _where: str, problem: Problem) -> None:
        """Add an error to the first input of the form."""
        self.add_error("0", say(problem.message))
