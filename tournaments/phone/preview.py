"""The effect of a hand on the sheet, computed before the hand is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game_parts.card_game import CardGame, Moment
from scoring.game_parts.fields import Hand
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules import log, reader
from scoring.sheet.rules.standing import Sheet
from scoring.types import HandResult, HandState, Problem, Scores, SheetState
from tournaments.matches.hand_endings import ended_as
from tournaments.phone.access import AtTable
from tournaments.phone.draft import Draft, Steps, body_of, early_endings, steps_before, way_through


@dataclass(frozen=True)
class Opening:
    """The state of the game before a hand: scores, target, and the seat of the dealer (None if unknown)."""

    card_game: CardGame
    profile: Profile
    sheet: Sheet
    place: log.Place
    before: Scores
    target: int | None
    dealer: int | None

    @property
    def moment(self) -> Moment:
        """The state before the hand as the `Moment` that the scoring rules use."""
        return Moment(self.card_game, self.profile, self.before, self.target or 0)

    def turned_points(self, dealer: int, rank: str) -> int:
        """Return the points that a turned-up card of rank `rank` scores for the dealer's side."""
        if not self.card_game.turns_a_card or rank not in self.profile.card_values:
            return 0
        before = self.before[self.profile.side(dealer)]
        return self.card_game.trionfo_points(self.profile.card_values[rank], before, self.target or 0)


def opening(table: AtTable, place: log.Place) -> Opening | None:
    """Return the state of the game before a hand; None if the hand does not follow the hands before it.

    If the hand is recorded already, the recorded version and all later hands are ignored.
    """
    sheet, profile = table.match.match.sheet.standing, table.view.profile
    state = sheet.verdict_on(table.log.games(before=place)).state
    following = state.next
    if following is None or (following.game, following.hand) != place:
        return None
    begun = len(state.games) >= place[0]
    return Opening(
        card_game=CARD_GAMES[sheet.card_game],
        profile=profile,
        sheet=sheet,
        place=place,
        before=state.games[place[0] - 1].score if begun else (0,) * profile.sides,
        target=profile.played_to(place[0] - 1),
        dealer=following.dealer,
    )


@dataclass(frozen=True)
class Preview:
    """A hand that is not recorded yet, with its effect on the sheet and all its errors.

    `ended` is the ending that follows from the entered values, or None. `steps` are the steps of the hand
    form.
    """

    body: Mapping[str, Any]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    result: HandResult | None
    state: SheetState
    steps: Steps
    ended: HandState | None = None

    def errors_at(self, *keys: str) -> list[Problem]:
        """Return the errors of the fields with the given keys."""
        return [problem for problem in self.errors if _field_at(problem) in keys]

    @property
    def errors_elsewhere(self) -> list[Problem]:
        """The errors that belong to no field of any step."""
        keys = {key for step in self.steps for key in step.fields}
        return [problem for problem in self.errors if _field_at(problem) not in keys]


def _field_at(problem: Problem) -> str:
    return (*problem.where.split("/"), "")[1]


def preview(opening: Opening, draft: Draft) -> Preview:
    """Return the effect of a drafted hand on the sheet.

    If no ending was chosen, the hand is first checked as a hand played to its end. If errors are found, the
    hand is checked with each early ending that the entered values may imply.
    """
    game = opening.card_game
    body = body_of(game, opening.profile, draft)
    if draft.state:
        return _checked(opening, ended_as(game, draft.state, body), way_through(game, draft.state))
    plain = _checked(opening, body, way_through(game, None))
    for state in early_endings(game) if plain.errors else ():
        ended = _checked(opening, ended_as(game, state, body), steps_before(game, state), state)
        if not ended.errors:
            return ended
    return plain


def _checked(opening: Opening, body: dict[str, Any], steps: Steps, ended: HandState | None = None) -> Preview:
    game, hand = opening.place
    check = opening.sheet.check_next_hand(opening.place, body)
    errors = tuple(problem for problem in check.problems if problem.level == "error")
    games = check.state.games
    results = games[game - 1].hands if len(games) >= game else ()
    return Preview(
        body=dict(check.hand.as_json()) if check.hand and not errors else body,
        errors=errors,
        warnings=tuple(problem for problem in check.problems if problem.level == "warning"),
        result=results[hand - 1] if len(results) >= hand else None,
        state=check.state,
        steps=steps,
        ended=ended,
    )


def so_far(opening: Opening, body: Mapping[str, Any]) -> tuple[Hand | None, list[Problem]]:
    """Read the values of an unfinished hand; missing required fields get placeholder values.

    Return the hand (None if the values cannot be read) and the problems of the hand.
    """
    rule = opening.card_game.states[HandState.PLAYED]
    fields = [field for field in opening.card_game.fields if field.required and field.step in rule.needs]
    filled = {field.key: field.kind.filler(opening.profile) for field in fields}
    filled = {key: value for key, value in filled.items() if value is not None}
    return reader.read_hand(opening.card_game, opening.profile, {**filled, **body})


def annulled(dealer: int) -> dict[str, Any]:
    """Return an annulled hand, which scores nothing and keeps the dealer (COM-4)."""
    return {"dealer": dealer, "state": HandState.ANNULLED.value}
