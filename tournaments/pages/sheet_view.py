"""A score sheet as it is read: games, their hands with every total, who deals next.

Shared by the phone at the table and by the public match sheet.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.log import Place, SheetLog, Standing
from scoring.rules.profile import Profile, read_profile
from scoring.rules.sheet import check_sheet
from scoring.rules.types import GameState, HandResult, HandState, NextHand, Problem, SheetState, Step
from scoring.rules.words import Sentence
from scoring.selectors import written_sheet
from scoring.translation import say
from tournaments.pages.sheet_parts import MARKS, CellView, GameView, NextView, RowView, SheetView, SideView
from tournaments.selectors.matches import MatchNow, SideNow
from tournaments.selectors.seats import called_by, seated

__all__ = [
    "MARKS",
    "CellView",
    "GameView",
    "NextView",
    "RowView",
    "SheetView",
    "SideView",
    "sheet_view",
    "turned_card",
    "turned_key",
    "turned_points",
]


def sheet_view(match: MatchNow, log: SheetLog, left_side: int = 0) -> SheetView:
    """Return the sheet of a match from what stands on its log: one query, for the names."""
    sheet = match.match.sheet
    card_game = CARD_GAMES[sheet.card_game]
    profile = read_profile(card_game, sheet.profile)
    verdict = check_sheet(written_sheet(sheet, log.games()))
    full_names = seated(match)
    reading = _Reading(
        card_game, profile, log, verdict.state, called_by(full_names), order_of(match, left_side)
    )
    return SheetView(
        match=match,
        card_game=card_game,
        profile=profile,
        state=verdict.state,
        sides=tuple(_side(reading, match.sides[side], full_names) for side in reading.order),
        games=_games(reading, verdict.problems),
        names=reading.names,
        next=_next(reading, None if match.decided else verdict.state.next),
        winner=match.winner if match.decided else verdict.state.winner,
        problems=verdict.problems,
        version=sheet.head_seq,
    )


def order_of(match: MatchNow, left_side: int) -> tuple[int, ...]:
    """Return the sides in the order they are shown."""
    sides = len(match.sides)
    return tuple((left_side + step) % sides for step in range(sides))


@dataclass(frozen=True)
class _Reading:
    """What every part of the view is read from."""

    card_game: CardGame
    profile: Profile
    log: SheetLog
    state: SheetState
    names: Mapping[int, str]
    order: tuple[int, ...]


def _side(reading: _Reading, side: SideNow, full_names: Mapping[int, str]) -> SideView:
    seats = [seat for seat in sorted(full_names) if reading.card_game.side(seat) == side.side]
    return SideView(
        side=side.side,
        mark=MARKS[side.side],
        name=side.team.name if side.team else "",
        players=tuple(reading.names[seat] for seat in seats),
        full_names=tuple(full_names[seat] for seat in seats),
        club=(side.team.club or side.team.town) if side.team else "",
        games_won=reading.state.games_won[side.side],
        signed=side.side in reading.log.signatures,
        won=side.won,
        lost=side.lost,
    )


def _games(reading: _Reading, problems: Sequence[Problem]) -> tuple[GameView, ...]:
    """Return every game there can be, those not yet begun without rows."""
    warnings: dict[Place, list[str]] = defaultdict(list)
    for problem in problems:
        if place := place_of(problem):
            warnings[place].append(say(problem.message))
    written = dict(enumerate(reading.state.games, start=1))
    targets = reading.profile.targets
    return tuple(
        _game(reading, number, target, len(targets), written.get(number), warnings)
        for number, target in enumerate(targets, start=1)
    )


def place_of(problem: Problem) -> Place | None:
    """Return the hand a problem is about, from its JSON Pointer; None when it is about more than one hand."""
    steps = problem.where.split("/")
    if len(steps) < 5 or steps[1] != "games" or steps[3] != "hands":
        return None
    return int(steps[2]) + 1, int(steps[4]) + 1


def _game(
    reading: _Reading,
    number: int,
    target: int,
    possible: int,
    game: GameState | None,
    warnings: Mapping[Place, Sequence[str]],
) -> GameView:
    score = game.score if game else (0,) * reading.card_game.sides
    return GameView(
        number=number,
        target=target,
        decider=number == possible > 1,
        status=_status(reading.state, number, game),
        score=tuple(score[side] for side in reading.order),
        winner=game.winner if game else None,
        rows=_rows(reading, number, game, warnings) if game else (),
        quick=bool(game and game.quick),
    )


def _status(state: SheetState, number: int, game: GameState | None) -> str:
    if game and game.winner is not None:
        return "over"
    if state.next and state.next.game == number:
        return "playing" if game and game.hands else "next"
    return "not_needed" if state.winner is not None else "to_come"


def _rows(
    reading: _Reading, number: int, game: GameState, warnings: Mapping[Place, Sequence[str]]
) -> tuple[RowView, ...]:
    rows = []
    for hand, result in enumerate(game.hands, start=1):
        standing = reading.log.hands.get((number, hand))
        if standing:
            rows.append(
                _row(reading, (number, hand), standing, result, tuple(warnings.get((number, hand), ())))
            )
    return tuple(rows)


def _row(
    reading: _Reading, place: Place, standing: Standing, result: HandResult | None, warnings: tuple[str, ...]
) -> RowView:
    body = standing.body
    dealer = body["dealer"]
    rule = reading.card_game.states[HandState(body.get("state", HandState.PLAYED))]
    return RowView(
        game=place[0],
        hand=place[1],
        version=standing.version,
        dealer=dealer,
        dealer_name=reading.names.get(dealer, ""),
        dealer_side=reading.card_game.side(dealer),
        cells=tuple(_cell(reading, side, body, result) for side in reading.order),
        points=_shown(reading.order, body.get("card_points")),
        tricks=_shown(reading.order, body.get("tricks")),
        state=body.get("state", HandState.PLAYED.value),
        state_label=say(Sentence(rule.label)),
        counts=rule.scores,
        note=body.get("note", ""),
        disputed=bool(reading.log.disputes.get(place)),
        warnings=warnings,
    )


def _shown(order: Sequence[int], values: Sequence[int] | None) -> tuple[int, ...] | None:
    return tuple(values[side] for side in order) if values else None


def _cell(reading: _Reading, side: int, body: Mapping[str, object], result: HandResult | None) -> CellView:
    """The turned card stands on the side of whoever dealt it."""
    turned = (
        turned_card(reading.card_game, body)
        if reading.card_game.side(int(str(body["dealer"]))) == side
        else ""
    )
    score = result.score[side] if result else 0
    from_card = turned_points(reading.card_game, result, side) if turned else 0
    return CellView(
        side=side,
        mark=MARKS[side],
        total=result.running[side] if result else None,
        score=score,
        gained=score - from_card,
        deals=reading.card_game.side(int(str(body["dealer"]))) == side,
        card=turned,
        card_points=from_card,
    )


def turned_key(card_game: CardGame) -> str:
    """Return the key of the field that holds the card turned before play; empty when the game has none."""
    keys = [
        field.key for field in card_game.fields if field.step is Step.BEFORE and field.key in card_game.parts
    ]
    return keys[0] if keys else ""


def turned_card(card_game: CardGame, body: Mapping[str, object]) -> str:
    """Return the card turned before play, as it is written."""
    return str(body.get(turned_key(card_game)) or "")


def turned_points(card_game: CardGame, result: HandResult | None, side: int) -> int:
    """Return what the card turned before play scored for a side."""
    part = result.parts.get(turned_key(card_game)) if result else None
    return part[side] if part else 0


def _next(reading: _Reading, hand: NextHand | None) -> NextView | None:
    if hand is None:
        return None
    dealer_side = reading.card_game.side(hand.dealer) if hand.dealer is not None else None
    return NextView(
        game=hand.game,
        hand=hand.hand,
        target=reading.profile.targets[hand.game - 1],
        dealer=hand.dealer,
        dealer_name=reading.names.get(hand.dealer, "") if hand.dealer is not None else "",
        dealer_side=dealer_side,
        on_left=dealer_side == reading.order[0],
    )
