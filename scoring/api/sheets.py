"""A sheet as the API returns it: the verdict (contract, section 3) together with what is written."""

from typing import Any

from scoring.models import ScoreSheet
from scoring.rules.log import Event, SheetLog
from scoring.rules.sheet import check_sheet
from scoring.selectors import written_sheet
from scoring.translation import say


def sheet_answer(sheet: ScoreSheet, log: SheetLog) -> dict[str, Any]:
    """Return the sheet's verdict with every standing hand, its version, disputes and signatures in it."""
    verdict: dict[str, Any] = check_sheet(written_sheet(sheet, log.games(), log.time)).as_json(say)
    return {
        "card_game": sheet.card_game,
        "profile": sheet.profile,
        "version": sheet.head_seq,
        **verdict,
        "games": [_game(number, game, log) for number, game in enumerate(verdict["games"], start=1)],
        "disputes": [_dispute(place, others, log) for place, others in sorted(log.disputes.items())],
        "objection": log.objection is not None,
        "signed": sorted(log.signatures),
        "confirmed": log.confirmed,
        **({"time_called": log.time.as_json()} if log.time else {}),
    }


def _game(number: int, game: dict[str, Any], log: SheetLog) -> dict[str, Any]:
    """Put what is written beside what it is worth."""
    if game.get("quick"):
        return game
    places = sorted(place for place in log.hands if place[0] == number)
    hands = [
        {**log.hands[place].body, "version": log.hands[place].version, **worth}
        for place, worth in zip(places, game["hands"], strict=True)
    ]
    return {**game, "hands": hands}


def _dispute(place: tuple[int, int], others: tuple[Event, ...], log: SheetLog) -> dict[str, Any]:
    """Show the hand that stands and every hand that differs from it."""
    standing = log.hands[place]
    return {
        "game": place[0],
        "hand": place[1],
        "standing": {"version": standing.version, "hand": standing.body},
        "others": [{"seq": other.seq, "hand": other.body["hand"]} for other in others],
    }
