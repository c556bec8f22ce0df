"""Checks a sheet's log against itself: numbers without a gap, every hash, the derived head and summary."""

from collections import Counter

from scoring.models import ScoreSheet, SheetEvent
from scoring.rules.log import GENESIS, fold_log
from scoring.selectors import as_rules
from scoring.services.log import fact_digest
from scoring.services.summary import summary_of


def chain_faults(sheet: ScoreSheet, events: list[SheetEvent]) -> list[str]:
    """Return what is wrong with a sheet and its facts, in order; empty when all is well."""
    faults: list[str] = []
    before = GENESIS
    for number, event in enumerate(events, start=1):
        if event.seq != number:
            faults.append(f"fact {number} is missing")
        if event.prev_hash != before or event.hash != fact_digest(event):
            faults.append(f"fact {event.seq} does not follow from the one before")
        before = event.hash
    faults += _doubled(events)
    if (sheet.head_seq, sheet.head_hash) != (len(events), before):
        faults.append("the head is not the last fact")
    if events and sheet.summary != summary_of(sheet, fold_log(as_rules(events))):
        faults.append("the summary is not what the facts fold into")
    return faults


def _doubled(events: list[SheetEvent]) -> list[str]:
    """Find a version of a hand that was written twice: the constraint refuses it, if it stands."""
    seen = Counter((event.game, event.hand, event.version) for event in events if event.version is not None)
    return [
        f"hand {hand} of game {game} is there twice" for (game, hand, _version), n in seen.items() if n > 1
    ]
