"""A score sheet as it is read: games, their hands with every total, who deals next.

Shared by the phone at the table and by the public match sheet. Sides come in the order in which they
are shown, left side first; a side's mark (its shape and colour) stays with its seat.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.log import Place, SheetLog, Standing
from scoring.rules.profile import Profile, read_profile
from scoring.rules.sheet import check_sheet
from scoring.rules.types import GameState, HandResult, HandState, NextHand, Problem, SheetState, Step
from scoring.rules.words import Sentence
from scoring.selectors import written_sheet
from scoring.translation import say
from tournaments.selectors.matches import MatchNow, SideNow
from tournaments.selectors.seats import called_by, seated

MARKS = "abcde"
"""The mark of each side: its shape and colour on every page, wherever the side is shown."""


@dataclass(frozen=True)
class SideView:
    """One side of the sheet: the team, the names its players are called by, what it has won so far."""

    side: int
    mark: str
    name: str
    players: tuple[str, ...]
    full_names: tuple[str, ...]
    club: str
    games_won: int
    signed: bool
    won: bool
    lost: bool


@dataclass(frozen=True)
class CellView:
    """What one side has in one row. `gained` is this hand's score without the points of the turned card."""

    side: int
    mark: str
    total: int | None
    score: int
    gained: int
    deals: bool
    card: str
    card_points: int

    @property
    def same(self) -> bool:
        """Whether the hand left this side's total as it was."""
        return self.score == 0


@dataclass(frozen=True)
class RowView:
    """One hand of a game: the spine with its number and counted points, and a cell for each side."""

    game: int
    hand: int
    version: int
    dealer: int
    dealer_name: str
    dealer_side: int
    cells: tuple[CellView, ...]
    points: tuple[int, ...] | None
    tricks: tuple[int, ...] | None
    state: str
    state_label: str
    counts: bool
    note: str
    disputed: bool
    warnings: tuple[str, ...]

    @property
    def played(self) -> bool:
        """Whether the hand was simply played: any other state is named beside it."""
        return self.state == HandState.PLAYED

    @property
    def adjusted(self) -> bool:
        """Whether the director set the score of this hand (MAR-IRR-2)."""
        return self.state == HandState.ADJUSTED

    @property
    def struck(self) -> bool:
        """Whether the hand is kept without scoring: annulled or void (COM-4, COM-5)."""
        return not self.counts


@dataclass(frozen=True)
class GameView:
    """One of the games there can be. `status` is one of over, playing, next, to_come, not_needed."""

    number: int
    target: int | None
    decider: bool
    status: str
    score: tuple[int, ...]
    winner: int | None
    rows: tuple[RowView, ...]
    quick: bool


@dataclass(frozen=True)
class NextView:
    """The hand that is dealt next; without a dealer when the cards are drawn for it."""

    game: int
    hand: int
    target: int
    dealer: int | None
    dealer_name: str
    dealer_side: int | None
    on_left: bool


@dataclass(frozen=True)
class SheetView:
    """The whole sheet, ready to be shown. `names` are those called by, by seat; `version` counts its facts."""

    match: MatchNow
    card_game: CardGame
    profile: Profile
    state: SheetState
    sides: tuple[SideView, ...]
    games: tuple[GameView, ...]
    names: Mapping[int, str]
    next: NextView | None
    winner: int | None
    problems: tuple[Problem, ...]
    version: int

    def side(self, side: int) -> SideView:
        """Return a side by its number."""
        return next(each for each in self.sides if each.side == side)

    @property
    def current(self) -> GameView | None:
        """The game being played or about to be; after the last hand, the last game played."""
        open_games = [game for game in self.games if game.status in ("playing", "next")]
        over = [game for game in self.games if game.status == "over"]
        return open_games[0] if open_games else over[-1] if over else None


def sheet_view(match: MatchNow, log: SheetLog, left_side: int = 0) -> SheetView:
    """Return the sheet of a match from what stands on its log: one query, for the names."""
    sheet = match.match.sheet
    card_game = CARD_GAMES[sheet.card_game]
    profile = read_profile(card_game, sheet.profile)
    verdict = check_sheet(written_sheet(sheet, log.games()))
    full_names = seated(match)
    reading = _Reading(card_game, profile, log, verdict.state, called_by(full_names), order_of(match, left_side))
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
            rows.append(_row(reading, (number, hand), standing, result, tuple(warnings.get((number, hand), ()))))
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
    turned = turned_card(reading.card_game, body) if reading.card_game.side(int(str(body["dealer"]))) == side else ""
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
    keys = [field.key for field in card_game.fields if field.step is Step.BEFORE and field.key in card_game.parts]
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


def hand_rows(view: SheetView, game: GameView) -> list[dict[str, Any]]:
    """Return the rows of one game as `parts/hands.html` draws them, with the row of the hand to come."""
    rows = [_drawn(row) for row in game.rows]
    if view.next and view.next.game == game.number:
        rows.append(_drawn_next(view.next))
    return rows


def _drawn(row: RowView) -> dict[str, Any]:
    note = "\N{MIDDLE DOT}".join(map(str, row.points)) if row.points else ""
    left, right = (_drawn_cell(row, cell) for cell in row.cells)
    return {"number": row.hand, "note": note, "struck": row.struck, "left": left, "right": right}


def _drawn_cell(row: RowView, cell: CellView) -> dict[str, Any]:
    """A state that is not plain play is named on the side of whoever dealt."""
    return {
        "total": cell.total,
        "same": cell.same,
        "gain": cell.gained,
        "dealt": cell.deals,
        "cards": [(cell.card, cell.card_points)] if cell.card else [],
        "chips": [row.state_label] if cell.deals and not row.played and not cell.card else [],
    }


def _drawn_next(hand: NextView) -> dict[str, Any]:
    deals = _("%(name)s deals") % {"name": hand.dealer_name} if hand.dealer_name else ""
    known = hand.dealer is not None
    left = {"dealt": known and hand.on_left, "text": deals if hand.on_left else ""}
    right = {"dealt": known and not hand.on_left, "text": "" if hand.on_left else deals}
    return {"number": hand.hand, "next": True, "left": left, "right": right}
