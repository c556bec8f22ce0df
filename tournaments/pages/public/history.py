"""What was put right on a sheet: every hand that was corrected, struck or disputed, as it was before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.game_parts.card_game import CardGame
from scoring.models import SheetEvent
from scoring.sentences import Sentence
from scoring.templatetags.suits import card_name
from scoring.translation import say
from scoring.types import HandState
from tournaments.pages.public.words import joined
from tournaments.pages.sheet_view import turned_card

Body = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """One thing that was put right, when and how."""

    at: datetime
    words: str


def history(card_game: CardGame, events: Sequence[SheetEvent]) -> tuple[Entry, ...]:
    """Return what happened to the sheet beside first writings and signatures, the oldest first."""
    standing: dict[tuple[int | None, int | None], Body] = {}
    entries = []
    for event in events:
        place = (event.game, event.hand)
        words = _words(card_game, event, standing.get(place))
        if words:
            entries.append(Entry(event.recorded_at, words))
        if event.kind in ("hand", "correction"):
            standing[place] = event.body
    return tuple(entries)


def _words(card_game: CardGame, event: SheetEvent, before: Body | None) -> str:
    values = {"game": event.game, "hand": event.hand, "before": "", "after": ""}
    if before is not None:
        values["before"] = hand_words(card_game, before)
    if event.kind in ("correction", "dispute"):
        values["after"] = hand_words(card_game, event.body)
    if event.kind == "ruling" and event.game is None:
        return _("The referee has been at the table.")
    sentences = {
        "correction": _("Game %(game)s, hand %(hand)s corrected: %(before)s became %(after)s."),
        "strike": _("Game %(game)s, hand %(hand)s struck out: it was %(before)s."),
        "dispute": _("Game %(game)s, hand %(hand)s written twice: %(before)s stands, %(after)s differs."),
        "ruling": _("Game %(game)s, hand %(hand)s settled: %(before)s stands."),
        "objection": _("The referee was called."),
    }
    return sentences.get(event.kind, "") % values


def hand_words(card_game: CardGame, body: Body) -> str:
    """Return a hand in a few words: its state unless just played, its card points, the card turned."""
    if "final" in body:
        return _("final score %(score)s") % {"score": "–".join(map(str, body["final"]))}
    points = "·".join(map(str, body.get("card_points") or ()))
    card = turned_card(card_game, body)
    state = HandState(body.get("state", HandState.PLAYED))
    label = "" if state is HandState.PLAYED else say(Sentence(card_game.states[state].label))
    return joined(label, points, card_name(card, card_game.pack) if card else "") or "–"
