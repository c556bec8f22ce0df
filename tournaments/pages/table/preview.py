"""What a hand that is being written would do to the sheet, before anything is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.hand import StateRule
from scoring.rules.log import Place
from scoring.rules.profile import Profile
from scoring.rules.sheet import check_next_hand, check_sheet
from scoring.rules.types import HandResult, HandState, Problem, Scores, SheetState, Step
from scoring.selectors import written_sheet
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.draft import Draft, body_of


@dataclass(frozen=True)
class Opening:
    """Where the game stands when this hand is dealt, and whose turn it is to deal."""

    card_game: CardGame
    profile: Profile
    games: tuple[Mapping[str, Any], ...]
    place: Place
    before: Scores
    target: int
    dealer: int | None

    def turned_points(self, dealer: int, rank: str) -> int:
        """Return what a turned card of this rank would score at once for the dealer's side."""
        if not self.card_game.turns_a_card or rank not in self.profile.card_values:
            return 0
        side = self.card_game.side(dealer)
        return self.card_game.trionfo_points(self.profile.card_values[rank], self.before[side], self.target)


def opening(here: AtTable, place: Place) -> Opening | None:
    """Return where hand `place` opens; None when an earlier hand is missing or the match is won before it."""
    sheet = here.match.match.sheet
    games = here.log.games(before=place)
    state = check_sheet(written_sheet(sheet, games)).state
    following = state.next
    if following is None or (following.game, following.hand) != place:
        return None
    standing = (
        state.games[place[0] - 1].score if len(state.games) >= place[0] else (0,) * here.view.card_game.sides
    )
    return Opening(
        card_game=CARD_GAMES[sheet.card_game],
        profile=here.view.profile,
        games=tuple({"hands": hands} for hands in games),
        place=place,
        before=standing,
        target=here.view.profile.targets[place[0] - 1],
        dealer=following.dealer,
    )


@dataclass(frozen=True)
class Preview:
    """A hand as it would be written, what it would score, and every problem with its place in the hand."""

    body: Mapping[str, Any]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    result: HandResult | None
    state: SheetState
    ended: bool

    def errors_at(self, *keys: str) -> list[Problem]:
        """Return the errors of these fields."""
        return [
            problem
            for problem in self.errors
            if problem.where.split("/")[1:2] and problem.where.split("/")[1] in keys
        ]


def preview(here: Opening, draft: Draft) -> Preview:
    """Return what the draft would do, ended early when its turned card already wins the game (MAR-TRI-3)."""
    body = body_of(here.card_game, draft)
    for state, rule in here.card_game.states.items():
        if ends_early(rule):
            ended = _checked(here, {**_kept(here.card_game, rule, body), "state": state.value}, ended=True)
            if not ended.errors:
                return ended
    return _checked(here, body, ended=False)


def ends_early(rule: StateRule) -> bool:
    """Whether a hand of this state is over before its points are counted, by what came before play."""
    return rule.scores and Step.COUNT in rule.refuses and Step.BEFORE in rule.needs


def _kept(card_game: CardGame, rule: StateRule, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a hand of this state may hold."""
    keys = {field.key for field in card_game.fields if field.step not in rule.refuses}
    return {key: value for key, value in body.items() if key in keys}


def _checked(here: Opening, body: dict[str, Any], *, ended: bool) -> Preview:
    game, hand = here.place
    check = check_next_hand(here.card_game, here.profile, here.games, body, game=game, hand=hand)
    errors = tuple(problem for problem in check.problems if problem.level == "error")
    games = check.state.games
    results = games[game - 1].hands if len(games) >= game else ()
    return Preview(
        body=dict(check.hand.as_json()) if check.hand and not errors else body,
        errors=errors,
        warnings=tuple(problem for problem in check.problems if problem.level == "warning"),
        result=results[hand - 1] if len(results) >= hand else None,
        state=check.state,
        ended=ended,
    )


def annulled(here: Opening, dealer: int) -> dict[str, Any]:
    """Return the hand that scores nothing and leaves the deal where it was (COM-4)."""
    return {"dealer": dealer, "state": HandState.ANNULLED.value}
