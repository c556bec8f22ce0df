"""The correction form: the hands and final scores of the score sheet, or another outcome of the match."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from scoring.models import SheetEvent
from scoring.sheet.rules.log import WRITES_A_HAND, EventKind, Place, SheetLog
from scoring.sheet.services.corrections import normal_body
from scoring.sheet.services.log import sheet_events
from scoring.translation import say
from scoring.types import BadEntry, Problem, RuleError
from tournaments.competition.formats import FORMATS
from tournaments.corrections.services import Correction
from tournaments.matches.desk.finals_form import OF_A_GAME, ScoreForm
from tournaments.matches.desk.hand_form import HandForm
from tournaments.matches.hand_words import HandWords
from tournaments.matches.selectors.matches import MatchNow
from tournaments.matches.sheet_view import SheetView, place_of, sheet_view
from tournaments.stages.selectors.stage_facts import REOPENED

HANDS = "hands"
# Instructions for the rest of the sheet after a hand was changed, by the code of the problem.
GUIDES = {
    "game_not_finished": gettext_lazy(
        "With this hand game %(game)s is not over: add hand %(hand)s to it, or put its other hands right."
    ),
    "hand_after_the_game": gettext_lazy(
        "With this hand game %(game)s is over before hand %(hand)s: strike hand %(hand)s."
    ),
    "game_after_the_match": gettext_lazy(
        "With this correction the match is over before game %(game)s: strike the hands of game %(game)s."
    ),
}
SENT_PLACE = re.compile(r"([1-9][0-9]?)-([1-9][0-9]{0,2})-version")
OF_A_CHANGE = re.compile(r"/hands/([0-9]+)/hand(/.*)?")
Body = Mapping[str, Any]


class EndingForm(forms.Form):
    """Form for the choice between correcting the hands and setting another outcome of the match."""

    ending = forms.ChoiceField(
        label=gettext_lazy("What should stand"), widget=forms.RadioSelect, initial=HANDS
    )

    def __init__(self, match: MatchNow, data: QueryDict | None) -> None:
        super().__init__(data)
        self.fields["ending"].choices = endings(match)  # type: ignore[attr-defined]

    @property
    def outcome(self) -> tuple[str, int | None]:
        """The chosen outcome and the winning side. The outcome is empty if the hands are corrected."""
        kind, _colon, winner = self.cleaned_data["ending"].partition(":")
        return ("" if kind == HANDS else kind), int(winner) if winner else None


def endings(match: MatchNow) -> list[tuple[str, str]]:
    """Return the choices of `EndingForm` for a match, as pairs of value and label."""
    names = {side.side: side.name or "?" for side in match.sides}
    awards = [(f"walkover:{side}", _("Walkover: %(team)s win") % {"team": names[side]}) for side in names]
    if len(names) == 2:
        out = _("%(team)s disqualified")
        awards += [(f"disqualification:{1 - side}", out % {"team": names[side]}) for side in names]
    nobody = [
        ("double_walkover", _("Nobody was there: nobody wins")),
        ("double_disqualification", _("All disqualified: nobody wins")),
    ]
    if not FORMATS[match.match.stage.format].bracket:
        nobody.append(("annulled", _("Annulled: it counts for nobody")))
    back = (REOPENED, _("Back to the table: it has no result yet"))
    return [(HANDS, _("As written on the sheet")), *awards, *nobody, back]


@dataclass
class CorrectionForm:
    """The whole correction form of a match: the outcome, the hands and the scores. Three queries."""

    match: MatchNow
    data: QueryDict | None = None
    refusal: list[str] = field(default_factory=list)

    @cached_property
    def events(self) -> list[SheetEvent]:
        """The log entries of the score sheet."""
        return sheet_events(self.match.match.pk)

    @cached_property
    def log(self) -> SheetLog:
        """The current content of the score sheet."""
        return self.match.match.sheet.open_with(self.events).log

    @cached_property
    def view(self) -> SheetView:
        """The current score sheet for display."""
        self.match.match.sheet.open_with(self.events)
        return sheet_view(self.match)

    @cached_property
    def ending(self) -> EndingForm:
        """The form in which the director corrects the hands or sets another outcome of the match."""
        return EndingForm(self.match, self.data)

    @cached_property
    def hands(self) -> list[HandForm | ScoreForm]:
        """One form per recorded hand or final score, and one empty form per game for a further hand."""
        scores = {game for game in range(1, self.view.profile.games + 1) if self._by_score(game)}
        vacant = {(game, self._next_hand(game)) for game, _hand in self.log.hands if game not in scores}
        places = {*self.log.hands, *self._sent(), *vacant, *((game, 1) for game in scores)}
        return [
            self._score(place) if place == (place[0], 1) and place[0] in scores else self._hand(place)
            for place in sorted(places)
        ]

    @property
    def _chosen(self) -> str:
        return self.data.get("open", "") if self.data is not None else ""

    def _by_score(self, game: int) -> bool:
        """Return True if the form has fields for a game's final score, False if it has fields for hands.

        A game without an entry has fields for a final score if another game is recorded by its final score.
        """
        data: Mapping[str, Any] = self.data or {}
        if f"{game}-1-version" in data or self._chosen == f"{game}-1":
            return False
        standing = self.log.hands.get((game, 1))
        if f"final-{game}-version" in data or (standing and "final" in standing.body):
            return True
        return standing is None and any("final" in hand.body for hand in self.log.hands.values())

    def _next_hand(self, game: int) -> int:
        return 1 + max((hand for at, hand in self.log.hands if at == game), default=0)

    def _sent(self) -> Iterable[Place]:
        matches = (SENT_PLACE.fullmatch(name) for name in self.data or ())
        return [(int(each[1]), int(each[2])) for each in matches if each]

    def _hand(self, place: Place) -> HandForm:
        """Return the form of a hand; empty if the game is recorded by its final score."""
        prefix = f"{place[0]}-{place[1]}"
        body, version, sent = self._on_page(place, prefix)
        hand = HandForm(self.view, place, {} if "final" in body else body, version, sent)
        hand.asked_for = prefix == self._chosen
        return hand

    def _score(self, place: Place) -> ScoreForm:
        body, version, sent = self._on_page(place, f"final-{place[0]}")
        return ScoreForm(self.view, place[0], body, version, sent)

    def _on_page(self, place: Place, prefix: str) -> tuple[Body, int, QueryDict | None]:
        typed = self.data.get(f"{prefix}-version") if self.data is not None else None
        is_version = typed and typed.isdecimal() and len(typed) < 6
        version = int(typed) if typed and is_version else self.standing(place)
        body = self._bodies.get((place, version), {})
        return body, version if body else 0, None if typed is None else self.data

    @cached_property
    def _bodies(self) -> dict[tuple[Place, int], Body]:
        return {
            ((event.game or 0, event.hand or 0), event.version or 0): event.body
            for event in self.events
            if EventKind(event.kind) in WRITES_A_HAND
        }

    def standing(self, place: Place) -> int:
        """Return the current version of a hand; 0 if the hand is not recorded."""
        hand = self.log.hands.get(place)
        return hand.version if hand else 0

    @property
    def touched(self) -> list[HandForm | ScoreForm]:
        """The forms of hands and scores that were changed by the user."""
        return [hand for hand in self.hands if hand.touched]

    def is_valid(self) -> bool:
        """Return True if all submitted forms are valid; each form stores its errors."""
        read = [form.is_valid() for form in (self.ending, *self.touched)]
        return all(read)

    def correction(self, *, stays: bool = False) -> Correction:
        """Return the submitted correction; the service checks it against the rules."""
        outcome, winner = self.ending.outcome
        return Correction([hand.change() for hand in self.touched], outcome, winner, stays)

    def put_beside(self, refusal: RuleError) -> None:
        """Show each error of the service at its hand, or above the form if the error is not about a hand."""
        by_place = {hand.place: hand for hand in self.hands}
        for problem in refusal.problems:
            sent, place = OF_A_CHANGE.match(problem.where), self._place_of(problem)
            if sent:
                self.touched[int(sent[1])].say(sent[2] or "", problem)
            elif self._guide(problem):
                continue
            elif place in by_place and by_place[place].is_bound:
                by_place[place].say("/".join(problem.where.split("/")[5:]), problem)
            elif place in by_place:
                by_place[place].guides.append(say(problem.message))
                by_place[place].asked_for = True
            else:
                self.refusal.append(say(problem.message))
        self.refusal.insert(0, say(refusal.message))

    def _place_of(self, problem: Problem) -> Place | None:
        """Return the game and number of the hand or final score to which the problem belongs, or None."""
        game = OF_A_GAME.match(problem.where)
        place = (int(game[1]) + 1, 1) if game else None
        scores = {hand.place for hand in self.hands if isinstance(hand, ScoreForm)}
        return place if place in scores else place_of(problem)

    def _guide(self, problem: Problem) -> bool:
        """Show an instruction at the changed hand, and open the hands that must be entered next.

        Return False for a problem without an instruction, or if no earlier hand was changed.
        """
        steps = problem.where.split("/")
        game = int(steps[2]) + 1 if problem.code in GUIDES else 0
        place = place_of(problem)
        needed = {
            "game_not_finished": [(game - 1, self._next_hand(game - 1))],
            "hand_after_the_game": [place] if place else [],
            "game_after_the_match": [
                at for at in self.log.hands if at[0] == game and not self._by_score(game)
            ],
        }.get(problem.code, [])
        changed = [hand for hand in self.touched if needed and hand.place < needed[0]]
        if not changed:
            return False
        values = {"game": game - (problem.code == "game_not_finished"), "hand": needed[0][1]}
        changed[-1].guides.append(str(GUIDES[problem.code]) % values)
        for hand in self.hands:
            hand.asked_for = hand.asked_for or hand.place in needed
        return True

    def with_current_hands(self) -> "CorrectionForm":
        """Return the form with the current hands; a hand that two directors changed shows both versions."""
        data = self.data.copy() if self.data is not None else QueryDict(mutable=True)
        clashes = {}
        for hand in self.hands:
            now = self.standing(hand.place)
            if not hand.is_bound or now == hand.base_version:
                continue
            if hand.touched:
                clashes[hand.place] = self._both(hand)
                data[hand.add_prefix("version")] = str(now)
            else:
                for name in [name for name in data if name.startswith(f"{hand.prefix}-")]:
                    del data[name]
        again = CorrectionForm(self.match, data, self.refusal)
        for hand in again.hands:
            hand.conflict = clashes.get(hand.place, "")
        return again

    def _both(self, hand: HandForm | ScoreForm) -> str:
        current = self.log.hands.get(hand.place)
        standing = current.body if current else None
        wanted = self._normal(hand) if hand.change().body else None
        now, mine = self._line(standing, wanted), self._line(wanted, standing)
        return _("Meanwhile it has become %(now)s; you wrote %(mine)s.") % {"now": now, "mine": mine}

    def _line(self, body: Body | None, other: Body | None) -> str:
        if body is None:
            return _("struck")
        return HandWords(self.view.card_game, body, self.view.called).line(other)

    def _normal(self, hand: HandForm | ScoreForm) -> Body:
        try:
            return normal_body(self.match.match.sheet, hand.wanted())
        except BadEntry:
            return {key: value for key, value in hand.wanted().items() if key == "state"}
