"""The current matches of running tournaments, for the front page of the site."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.competition.lifecycle import AT_A_TABLE, OVER
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.models import Match, Slot, Stage


@dataclass(frozen=True)
class TablesNow:
    """The matches of one stage that are at a table or waiting, and the match that ended last."""

    stage: Stage
    rounds: int
    seated: tuple[MatchNow, ...]
    waiting: tuple[MatchNow, ...]
    finished: MatchNow | None

    @property
    def live(self) -> int:
        """The number of matches in play."""
        return sum(each.match.state != "ready" for each in self.seated)


def tables_now(stages: Sequence[Stage]) -> list[TablesNow]:
    """Return the current tables of each stage, in the order of `stages`: three queries at most."""
    rows: dict[UUID, list[Match]] = {stage.pk: [] for stage in stages}
    stages_by_id = {stage.pk: stage for stage in stages}
    for row in with_sides(_front_matches(stages), stage_known=True) if stages else ():
        row.stage = stages_by_id[row.stage_id]
        rows[row.stage_id].append(row)
    return [_tables_now(stage, rows[stage.pk]) for stage in stages]


def _front_matches(stages: Sequence[Stage]) -> QuerySet[Match]:
    """Return the matches at a table, the waiting matches, and the most recently finished match of each stage.

    A waiting match waits for a table, or for the result of a match that is ready or in play. Postponed
    matches are left out.
    """
    same_stage = Match.objects.filter(stage=OuterRef("stage"))
    over = same_stage.filter(state__in=OVER - {"bye"}, over_at__isnull=False).order_by("-over_at", "number")
    last_round = same_stage.order_by("-round").values("round")[:1]
    played = Slot.objects.filter(stage__in=stages, source_match__state__in=AT_A_TABLE).values("match")
    waiting = Q(state="waiting", pk__in=played)
    matches = Match.objects.filter(stage__in=stages, postponed_to=None).filter(
        Q(state__in=AT_A_TABLE) | waiting | Q(pk=Subquery(over.values("pk")[:1]))
    )
    return matches.annotate(last_round=Subquery(last_round)).order_by("round", "number")


def _tables_now(stage: Stage, rows: Sequence[Match]) -> TablesNow:
    matches = [match_now(row) for row in rows]
    opened = [each for each in matches if each.match.state in AT_A_TABLE]
    seated = [each for each in opened if each.match.table]
    waiting = [each for each in opened if not each.match.table]
    waiting += [each for each in matches if each.match.state == "waiting" and not each.bye]
    return TablesNow(
        stage,
        max((row.last_round for row in rows), default=0),  # type: ignore[attr-defined]
        tuple(sorted(seated, key=lambda each: each.match.table or 0)),
        tuple(waiting),
        next((each for each in matches if each.decided), None),
    )
