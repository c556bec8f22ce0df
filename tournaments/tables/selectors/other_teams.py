"""Who would go on to a stage that is drawn, after a result of the stage before was corrected."""

from dataclasses import dataclass
from uuid import UUID

from scoring.translation import say
from scoring.types import Sentence
from tournaments.formats import FORMATS
from tournaments.models import Draw, Stage, Team
from tournaments.standings.selectors import other_qualifiers, standings_now


@dataclass(frozen=True)
class OtherTeams:
    """The names of the teams that would go on now, and of those the stage was drawn with instead."""

    stage: str
    going_on: tuple[str, ...]
    in_draw: tuple[str, ...]


def other_teams(stage: Stage, draw: Draw | None) -> OtherTeams | None:
    """Compare the draw of a stage with the standings of the stage before, as they are now.

    Returns None for a first stage, once the stage has begun, and while no result was corrected since the
    draw.
    """
    if stage.number == 1 or draw is None or _has_begun(stage):
        return None
    stages = Stage.objects.select_related("tournament")
    before = stages.get(tournament=stage.tournament_id, number=stage.number - 1)
    corrected = before.outcomes.filter(made_at__gt=draw.made_at).exists()
    others = other_qualifiers(before, standings_now(before, withheld_too=True)) if corrected else None
    if others is None:
        return None
    names = dict(Team.objects.filter(tournament=stage.tournament_id).values_list("pk", "name"))
    return OtherTeams(
        say(Sentence(FORMATS[stage.format].name)),
        tuple(names[UUID(each)] for each in others.going_on),
        tuple(names[UUID(each)] for each in others.in_draw),
    )


def _has_begun(stage: Stage) -> bool:
    """Return whether a match of the stage is decided or in play: one query at most."""
    return bool(stage.outcome_seq) or stage.matches.filter(state__in=("playing", "disputed")).exists()
