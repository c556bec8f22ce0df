"""The time at which play ended in a match; the persons seated at that time are the players of the match.

Play ends with the last hand that was recorded at the table and was not struck at the table. Without such a
hand, play ends with the first outcome. Corrections do not count.
"""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, UUIDField
from django.db.models.functions import Coalesce

from scoring.models import SheetEvent
from scoring.sheet.rules.log import EventKind
from scoring.statements import Blank, Statement
from tournaments.models import Match, Outcome
from tournaments.stages.selectors.stage_facts import REOPENED


def _at_the_table(kind: EventKind, **which: Any) -> QuerySet[SheetEvent]:
    """Return the sheet events of the given kind that were recorded while the match was open."""
    before = Outcome.objects.filter(match=OuterRef("sheet"), sheet_seq__lt=OuterRef("seq"))
    outcome = Subquery(before.order_by("-version").values("kind")[:1])
    facts = SheetEvent.objects.filter(kind=kind.value, **which).annotate(outcome=outcome)
    return facts.filter(Q(outcome=None) | Q(outcome=REOPENED))


_SAME_HAND = {name: OuterRef(name) for name in ("sheet", "game", "hand")}
_STRUCK = _at_the_table(EventKind.STRIKE, **_SAME_HAND, seq__gt=OuterRef("seq"))
_HANDS = _at_the_table(EventKind.HAND, sheet=OuterRef("pk")).exclude(Exists(_STRUCK))
_OUTCOMES = Outcome.objects.filter(match=OuterRef("pk"))

# Expression for the end of play of a match, for `update` and `annotate`.
END_OF_PLAY = Coalesce(
    Subquery(_HANDS.order_by("-seq").values("recorded_at")[:1]),
    Subquery(_OUTCOMES.order_by("version").values("made_at")[:1]),
)

_ENDS = Statement(
    lambda: Match.objects.filter(pk=Blank("match", UUIDField())).order_by().values_list(END_OF_PLAY)
)


def end_of_play(match: Match) -> datetime | None:
    """Return the time at which play ended; None if the match has no hand and no outcome. One query."""
    ended_at: datetime | None = _ENDS.rows(match=match.pk)[0][0]
    return ended_at
