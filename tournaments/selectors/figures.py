"""What was written on the sheets of some matches, as the figures of one side of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.sheet.rules.figures import OneHand, hands_of_side
from scoring.sheet.rules.profile import Profile, read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.sheet.selectors import sheet_logs, written_sheet
from scoring.types import SheetState
from tournaments.selectors.matches import MatchNow, SideNow

Stood = tuple[MatchNow, SideNow]
"""A match, and the side in it that is asked about."""


@dataclass(frozen=True)
class SheetFigures:
    """The sheet of one match, folded, and what its hands say of one side."""

    match: MatchNow
    side: SideNow
    card_game: CardGame
    profile: Profile
    state: SheetState
    hands: tuple[OneHand, ...]


def sheet_figures(stood: Sequence[Stood]) -> list[SheetFigures]:
    """Return the figures of the matches that were played, in their order: one query.

    Of a match given away nothing counts that was written before (COM-WO-1): then it has no games.
    """
    played = [(match, side) for match, side in stood if match.games]
    logs = sheet_logs([match.match.pk for match, _side in played])
    found = []
    for match, side in played:
        sheet, log = match.match.sheet, logs[match.match.pk]
        card_game = CARD_GAMES[sheet.card_game]
        profile, written = read_profile(card_game, sheet.profile), log.games()
        state = check_sheet(written_sheet(sheet, written, log.time)).state
        hands = hands_of_side(card_game, profile, written, state, side.side)
        found.append(SheetFigures(match, side, card_game, profile, state, hands))
    return found
