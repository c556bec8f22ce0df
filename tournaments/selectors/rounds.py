"""What a round and a match are called, and where a side goes on from a match: each in one query."""

from django.db.models import Max

from scoring.rules.words import Sentence
from tournaments.models import Match, Slot
from tournaments.rules.formats import FORMATS


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
