"""A score sheet as it is read: games, their hands with every total, who deals next.

Shared by the phone at the table and by the public match sheet.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.game_parts.card_game import CardGame, count_field
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules.log import Place, SheetLog, StandingHand
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.sheet.services.log import written_sheet
from scoring.translation import say
from scoring.types import GameState, HandResult, HandState, NextHand, Now, Problem, Sentence, SheetState
from tournaments.entries.selectors.roster import called_by, seated
from tournaments.results.selectors.matches import MatchNow, SideNow
from tournaments.web.hand_chips import Chip, hand_chips, turned_card
from tournaments.web.sheet_parts import MARKS, CellView, GameView, NextView, RowView, SheetView, SideView

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
]


def sheet_view(match: MatchNow, log: SheetLog, left_side: int = 0) -> SheetView:
    """Return the sheet of a match from what stands on its log: one query, for the names."""
    sheet = match.match.sheet
    card_game = CARD_GAMES[sheet.card_game]
    profile = read_profile(card_game, sheet.profile)
    verdict = check_sheet(written_sheet(sheet, log.games(), log.time))
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
    seats = [seat for seat in sorted(full_names) if reading.profile.side(seat) == side.side]
    return SideView(
        side=side.side,
        mark=MARKS[side.side],
        name=side.name,
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
    coming = reading.state.next.game if reading.state.next else 0
    numbers = range(1, max(reading.profile.games, len(written), coming) + 1)
    return tuple(_game(reading, number, written.get(number), warnings) for number in numbers)


def place_of(problem: Problem) -> Place | None:
    """Return the hand a problem is about, from its JSON Pointer; None when it is about more than one hand."""
    steps = problem.where.split("/")
    if len(steps) < 5 or steps[1] != "games" or steps[3] != "hands":
        return None
    return int(steps[2]) + 1, int(steps[4]) + 1


def _game(
    reading: _Reading, number: int, game: GameState | None, warnings: Mapping[Place, Sequence[str]]
) -> GameView:
    score = game.score if game else (0,) * reading.profile.sides
    deciding = game.deciding if game else decides_next(reading.state, number)
    return GameView(
        number=number,
        target=reading.profile.played_to(number - 1),
        decider=number == reading.profile.games > 1 and not deciding,
        status=_status(reading.state, number, game),
        score=_game_view(reading.order, score),
        winner=game.winner if game else None,
        rows=_rows(reading, number, game, warnings) if game else (),
        quick=bool(game and game.quick),
        parts=_kept_apart(reading, game),
        by_time=game.by_time if game else None,
        deciding=deciding,
    )


def decides_next(state: SheetState, number: int) -> bool:
    """COM-TIME-3: whether the hand that decides is dealt next, as a game of its own."""
    return state.time is Now.DECIDE and state.next is not None and state.next.game == number


def _kept_apart(reading: _Reading, game: GameState | None) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Where the net is what counts, the parts it is made of stand beside it."""
    labels = reading.card_game.parts
    if game is None or not reading.card_game.by_net or len(labels) < 2:
        return ()
    return tuple(
        (say(Sentence(labels[key])), _game_view(reading.order, part)) for key, part in game.parts.items()
    )


def _status(state: SheetState, number: int, game: GameState | None) -> str:
    if game and game.over:
        return "over"
    if state.next and state.next.game == number:
        return "playing" if game and game.hands else "next"
    return "not_needed" if state.over else "to_come"


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
    reading: _Reading,
    place: Place,
    standing: StandingHand,
    result: HandResult | None,
    warnings: tuple[str, ...],
) -> RowView:
    body = standing.body
    dealer = body["dealer"]
    rule = reading.card_game.states[HandState(body.get("state", HandState.PLAYED))]
    target = reading.profile.played_to(place[0] - 1)
    chips = hand_chips(reading.card_game, reading.profile, body, result, target)
    dealer_side = reading.profile.side(dealer)
    return RowView(
        game=place[0],
        hand=place[1],
        version=standing.version,
        dealer=dealer,
        dealer_name=reading.names.get(dealer, ""),
        dealer_side=dealer_side,
        cells=tuple(
            _cell(side, result, chips.get(side, ()), deals=side == dealer_side) for side in reading.order
        ),
        chips=chips.get(None, ()),
        points=_counted(reading, body),
        state=body.get("state", HandState.PLAYED.value),
        state_label=say(Sentence(rule.label)),
        counts=rule.scores,
        note=body.get("note", ""),
        disputed=bool(reading.log.disputes.get(place)),
        warnings=warnings,
        after_time=_after_time(reading.log, place),
        has_cards=rule.scores and _has_cards(reading.card_game, body),
    )


def _has_cards(card_game: CardGame, body: Mapping[str, Any]) -> bool:
    """Whether the hand was written card by card."""
    follows = card_game.card_by_card
    play = body.get(follows.play.key) if follows else None
    return bool(play) and all(trick["cards"] for trick in play or ())


def _after_time(log: SheetLog, place: Place) -> bool:
    """Whether a hand was written when time had been called already."""
    return log.time is not None and sum(1 for each in log.hands if each <= place) > log.time.hands


def _counted(reading: _Reading, body: Mapping[str, Any]) -> tuple[int, ...] | None:
    field = count_field(reading.card_game)
    values = body.get(field.key) if field else None
    return _game_view(reading.order, values) if values else None


def _game_view(order: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    return tuple(values[side] for side in order)


def _cell(side: int, result: HandResult | None, chips: tuple[Chip, ...], *, deals: bool) -> CellView:
    score = result.score[side] if result else 0
    return CellView(
        side=side,
        mark=MARKS[side],
        total=result.running[side] if result else None,
        score=score,
        gained=score - sum(chip.points or 0 for chip in chips),
        deals=deals,
        chips=chips,
    )


def _next(reading: _Reading, hand: NextHand | None) -> NextView | None:
    if hand is None:
        return None
    return NextView(
        game=hand.game,
        hand=hand.hand,
        target=reading.profile.played_to(hand.game - 1),
        dealer=hand.dealer,
        dealer_name=reading.names.get(hand.dealer, "") if hand.dealer is not None else "",
        dealer_side=reading.profile.side(hand.dealer) if hand.dealer is not None else None,
    )
