"""Teams that qualify for a stage after a correction, although the stage was drawn with other teams."""

from dataclasses import dataclass
from uuid import UUID

from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.formats import FORMATS
from tournaments.models import Draw, Stage, Team
from tournaments.stages.selectors.stage_facts import facts_of
from tournaments.standings.selectors import other_qualifiers


@dataclass(frozen=True)
class OtherTeams:
    """A drawn stage, the teams that newly qualify for it, and the drawn teams that no longer qualify."""

    stage: str
    going_on: tuple[str, ...]
    in_draw: tuple[str, ...]


def other_teams(stage: Stage, draw: Draw | None) -> OtherTeams | None:
    """Compare the draw of a stage with the current standings of the previous stage.

    `draw` is the current draw of the stage, or None. Return None without a draw, for the first stage, if the
    stage has begun, if no result was corrected since the draw, or if the same teams still qualify.
    """
    if stage.number == 1 or draw is None or _has_begun(stage):
        return None
    stages = Stage.objects.select_related("tournament")
    before = stages.get(tournament=stage.tournament_id, number=stage.number - 1)
    corrected = before.outcomes.filter(made_at__gt=draw.made_at).exists()
    qualifiers = other_qualifiers(facts_of([before])[before.pk]) if corrected else None
    if qualifiers is None:
        return None
    names = dict(Team.objects.filter(tournament=stage.tournament_id).values_list("pk", "name"))
    return OtherTeams(
        say(Sentence(FORMATS[stage.format].name)),
        tuple(names[UUID(each)] for each in qualifiers.going_on),
        tuple(names[UUID(each)] for each in qualifiers.in_draw),
    )


def _has_begun(stage: Stage) -> bool:
    """Return True if a match of the stage is decided or in play. At most one query."""
    return bool(stage.outcome_seq) or stage.matches.filter(state__in=("playing", "disputed")).exists()
