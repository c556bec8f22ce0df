"""What a round and a match are called, where a side goes on, how many rounds a stage will have."""

from typing import cast

from django.db.models import Max

from scoring.errors import NoPairing
from scoring.sentences import Sentence
from tournaments.formats import FORMATS
from tournaments.models import Match, Slot, Stage
from tournaments.selectors.as_rules import profile_of
from tournaments.standings.rules.qualifying import places_next
from tournaments.standings.rules.stage_state import StageState
from tournaments.types import EntrantId


def rounds_of(match: Match) -> int:
    """Return how many rounds the stage of a match has."""
    return int(
        Match.objects.filter(stage_id=match.stage_id).aggregate(last=Max("round"))["last"] or match.round
    )


def round_words(match: Match) -> Sentence:
    """Return what the round of a match is called: quarter-finals, final."""
    return FORMATS[match.stage.format].round_name(match.round, rounds_of(match))


def goes_on_to(match: Match) -> list[Slot]:
    """Return the slots that the winner and the loser of a match go on to, each with its match."""
    return list(
        Slot.objects.filter(source_match=match)
        .select_related("match")
        .order_by("match__round", "match__number")
    )


def _lines(entrants: int) -> list[EntrantId]:
    return [EntrantId(str(number)) for number in range(1, entrants + 1)]


def rounds_to_play(stage: Stage, entrants: int) -> int:
    """Return how many rounds so many entrants play in a stage; 0 where it cannot be played by so many.

    No query: the stage's tournament must be there.
    """
    form, sides = FORMATS[stage.format], profile_of(stage).sides
    state = StageState(tuple(_lines(entrants)), options=stage.options, sides=sides, partners=form.partners)
    try:
        form.check(entrants, stage.options, sides)
    except NoPairing:
        return 0
    return form.round_count(state)


def entrants_going_on(stage: Stage, entrants: int) -> int:
    """Return how many of so many entrants go on to the next stage: all where nobody is left behind.

    Raises NoPairing where the stage cannot be played by so many. No query.
    """
    advance = cast(int, stage.options.get("advance", 0))
    if not advance:
        return entrants
    plan = FORMATS[stage.format].plan(_lines(entrants), stage.options, profile_of(stage).sides)
    groups = max(1, len(plan.groups))
    return groups * advance + places_next(groups, advance, stage.options.get("best_next", 0))
