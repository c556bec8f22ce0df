"""Score sheets prepared for display: games, hands with running totals, and the next dealer.

The module is used for the phones at the tables and for the public sheet. Sides are in display order, left
side first. The shape and the colour of a side depend on its seat.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, pgettext

from scoring import types
from scoring.field_kinds.base import Names
from scoring.game_parts.card_game import CardGame, count_field
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules.log import Place, SheetLog, StandingHand
from scoring.sheet.rules.reader import read_profile
from scoring.templatetags.score_drawing import MARKS
from scoring.translation import say
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.matches.selectors.seats import called_by, seated
from tournaments.web.hand_chips import Chip, hand_chips
from tournaments.web.hand_rows import HandCell, HandRow, count_note, hand_cell


@dataclass(frozen=True)
class SideView:
    """One side of the sheet: its team, the short and the full names of its players, and its games won."""

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
class GameView:
    """A game of the match, which may not have been played.

    `status` is over, playing, next, to_come or not_needed. `parts` contains the named components of the
    score.
    """

    number: int
    target: int | None
    decider: bool
    status: str
    score: tuple[int, ...]
    winner: int | None
    rows: tuple[HandRow, ...]
    quick: bool
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    # How the game ended if it was stopped by time.
    by_time: types.Stopped | None = None
    # COM-TIME-3: whether the game is the hand that decides a level match.
    deciding: bool = False


@dataclass(frozen=True)
class NextView:
    """The next hand; `dealer` is None if cards are drawn to choose the dealer."""

    game: int
    hand: int
    target: int | None
    dealer: int | None
    dealer_name: str
    dealer_side: int | None


@dataclass(frozen=True)
class SheetView:
    """The whole sheet for a page.

    `names` contains the short names of the players by seat. `version` is the number of sheet events.
    """

    match: MatchNow
    card_game: CardGame
    profile: Profile
    state: types.SheetState
    sides: tuple[SideView, ...]
    games: tuple[GameView, ...]
    names: Mapping[int, str]
    next: NextView | None
    winner: int | None
    problems: tuple[types.Problem, ...]
    version: int

    def side(self, side: int) -> SideView:
        """Return a side by its number in the match."""
        return next(each for each in self.sides if each.side == side)

    @property
    def called(self) -> Names:
        """The names of sides and players for use in sentences about hands."""
        return Names(self.profile, say, {side.side: side.name for side in self.sides}, self.names)

    @property
    def current(self) -> GameView | None:
        """The game in play, or else the next game; after the last hand, the last game played."""
        open_games = [game for game in self.games if game.status in ("playing", "next")]
        over = [game for game in self.games if game.status == "over"]
        return open_games[0] if open_games else over[-1] if over else None

    def rows_of(self, game: GameView) -> tuple[HandRow, ...]:
        """Return the rows of a game for the score table, with a row for the next hand."""
        if self.next is None or self.next.game != game.number:
            return game.rows
        return *game.rows, _next_row(self.sides, self.next)


def sheet_view(match: MatchNow, left_side: int = 0) -> SheetView:
    """Return the template context of a score sheet.

    One query for the names, one more if the log of the sheet was not read before, and more if a player was
    replaced (`seated`).
    """
    sheet = match.match.sheet
    card_game = CARD_GAMES[sheet.card_game]
    profile = read_profile(card_game, sheet.profile)
    log, verdict = sheet.standing.log, sheet.standing.verdict
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
    """Return the sides in the order in which the page shows them, from left to right."""
    sides = len(match.sides)
    return tuple((left_side + step) % sides for step in range(sides))


@dataclass(frozen=True)
class _Reading:
    """Data shared by the functions that build a `SheetView`."""

    card_game: CardGame
    profile: Profile
    log: SheetLog
    state: types.SheetState
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


def _games(reading: _Reading, problems: Sequence[types.Problem]) -> tuple[GameView, ...]:
    """Return all games, including games not played; a game that has not begun has no rows."""
    warnings: dict[Place, list[str]] = defaultdict(list)
    for problem in problems:
        if place := place_of(problem):
            warnings[place].append(say(problem.message))
    game_states = dict(enumerate(reading.state.games, start=1))
    coming = reading.state.next.game if reading.state.next else 0
    numbers = range(1, max(reading.profile.games, len(game_states), coming) + 1)
    return tuple(_game(reading, number, game_states.get(number), warnings) for number in numbers)


def place_of(problem: types.Problem) -> Place | None:
    """Return the game and hand numbers in the JSON Pointer of a problem; None if it contains no hand."""
    steps = problem.where.split("/")
    if len(steps) < 5 or steps[1] != "games" or steps[3] != "hands":
        return None
    return int(steps[2]) + 1, int(steps[4]) + 1


def _game(
    reading: _Reading, number: int, game: types.GameState | None, warnings: Mapping[Place, Sequence[str]]
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
        parts=_score_parts(reading, game),
        by_time=game.by_time if game else None,
        deciding=deciding,
    )


def decides_next(state: types.SheetState, number: int) -> bool:
    """Return whether the next hand is the deciding hand, which counts as a whole game (COM-TIME-3)."""
    return state.time is types.Now.DECIDE and state.next is not None and state.next.game == number


def _score_parts(reading: _Reading, game: types.GameState | None) -> tuple[tuple[str, tuple[int, ...]], ...]:
    labels = reading.card_game.parts
    if game is None or not reading.card_game.by_net or len(labels) < 2:
        return ()
    return tuple(
        (say(types.Sentence(labels[key])), _game_view(reading.order, part))
        for key, part in game.parts.items()
    )


def _status(state: types.SheetState, number: int, game: types.GameState | None) -> str:
    if game and game.over:
        return "over"
    if state.next and state.next.game == number:
        return "playing" if game and game.hands else "next"
    return "not_needed" if state.over else "to_come"


def _rows(
    reading: _Reading, number: int, game: types.GameState, warnings: Mapping[Place, Sequence[str]]
) -> tuple[HandRow, ...]:
    rows = []
    for hand, result in enumerate(game.hands, start=1):
        standing = reading.log.hands.get((number, hand))
        if standing:
            rows.append(_row(reading, (number, hand), standing, result, warnings.get((number, hand), ())))
    return tuple(rows)


def _row(
    reading: _Reading,
    place: Place,
    standing: StandingHand,
    result: types.HandResult | None,
    warnings: Sequence[str],
) -> HandRow:
    body = standing.body
    state = types.HandState(body.get("state", types.HandState.PLAYED))
    rule = reading.card_game.states[state]
    target = reading.profile.played_to(place[0] - 1)
    chips = hand_chips(reading.card_game, reading.profile, body, result, target)
    dealer = reading.profile.side(body["dealer"])
    ended = (
        rule.scores and state != types.HandState.ADJUSTED and any(chips.get(side) for side in reading.order)
    )
    dealer_chips: tuple[Chip, ...] = (
        () if state == types.HandState.PLAYED or ended else (Chip(text=say(types.Sentence(rule.label))),)
    )
    if _after_time(reading.log, place):
        dealer_chips += (Chip(text=pgettext("beside a hand", "time"), words=_("after time was called:")),)
    return HandRow(
        number=place[1],
        cells=tuple(
            hand_cell(side, result, chips.get(side, ()), dealer_chips if side == dealer else None)
            for side in reading.order
        ),
        chips=chips.get(None, ()),
        note=count_note(_counted(reading, body)),
        struck=not rule.scores,
        state=state.value,
        disputed=bool(reading.log.disputes.get(place)),
        warnings=tuple(warnings),
        has_cards=rule.scores and _has_cards(reading.card_game, body),
    )


def _next_row(sides: Sequence[SideView], hand: NextView) -> HandRow:
    words = _("%(name)s deals") % {"name": hand.dealer_name} if hand.dealer_name else ""
    if words and len(sides) > 2:
        words = pgettext("under a player's name", "deals")
    cells = (
        HandCell(dealt=True, text=words) if side.side == hand.dealer_side else HandCell() for side in sides
    )
    return HandRow(hand.hand, tuple(cells), next=True)


def _has_cards(card_game: CardGame, body: Mapping[str, Any]) -> bool:
    """Return whether the hand was recorded card by card."""
    follows = card_game.card_by_card
    play = body.get(follows.play.key) if follows else None
    return bool(play) and all(trick["cards"] for trick in play or ())


def _after_time(log: SheetLog, place: Place) -> bool:
    """Return whether the hand was recorded after time was called."""
    return log.time is not None and sum(1 for each in log.hands if each <= place) > log.time.hands


def _counted(reading: _Reading, body: Mapping[str, Any]) -> tuple[int, ...]:
    field = count_field(reading.card_game)
    return _game_view(reading.order, (body.get(field.key) if field else None) or ())


def _game_view(order: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    return tuple(values[side] for side in order) if values else ()


def _next(reading: _Reading, hand: types.NextHand | None) -> NextView | None:
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
