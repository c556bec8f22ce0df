"""Details of a stage: card game, profile, match points, number and names of its rounds."""

from typing import cast

from django.db.models import Max

from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES, CardGame
from scoring.sheet.rules.reader import read_profile
from scoring.types import NoPairing, Sentence
from tournaments import models
from tournaments.competition import types
from tournaments.competition.format_parts.format import RoundByRound
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings import qualifying, stage_state, tally


def rounds_of(match: models.Match) -> int:
    """Return the number of rounds that the stage of this match has so far. One query."""
    return int(
        models.Match.objects.filter(stage_id=match.stage_id).aggregate(last=Max("round"))["last"]
        or match.round
    )


def round_words(match: models.Match) -> Sentence:
    """Return the name of the round of a match, such as "Quarter-finals" or "Final"."""
    return FORMATS[match.stage.format].round_name(match.round, rounds_of(match))


def goes_on_to(match: models.Match) -> list[models.Slot]:
    """Return the slots to which the winner and the loser of a match advance, each with its match."""
    return list(
        models.Slot.objects.filter(source_match=match)
        .select_related("match")
        .order_by("match__round", "match__number")
    )


def card_game_of(stage: models.Stage) -> CardGame:
    """Return the card game of a stage."""
    return CARD_GAMES[stage.tournament.card_game]


def profile_of(stage: models.Stage) -> Profile:
    """Return the profile of a stage: targets, pack of cards, and number of sides at a table."""
    return read_profile(card_game_of(stage), stage.profile)


def match_points_of(stage: models.Stage) -> tally.MatchPoints:
    """Return the match points for each kind of result, as adapted by the format of the stage."""
    return FORMATS[stage.format].match_points(stage.match_points)


def _lines(entrants: int) -> list[types.EntrantId]:
    return [types.EntrantId(str(number)) for number in range(1, entrants + 1)]


def rounds_to_play(stage: models.Stage, entrants: int) -> int:
    """Return the number of rounds of a stage with this number of entrants; 0 if it cannot be played.

    No query if the tournament of the stage is loaded.
    """
    form, sides = FORMATS[stage.format], profile_of(stage).sides
    state = stage_state.StageState(
        tuple(_lines(entrants)), options=stage.options, sides=sides, partners=form.partners
    )
    try:
        form.check(entrants, stage.options, sides)
    except NoPairing:
        return 0
    return form.round_count(state)


def entrants_going_on(stage: models.Stage, entrants: int) -> int:
    """Return the number of entrants that qualify for the next stage; all entrants if none is eliminated.

    Raise NoPairing if the number of qualifiers is limited and the stage cannot be played with this number of
    entrants. No query if the tournament of the stage is loaded.
    """
    advance = cast(int, stage.options.get("advance", 0))
    if not advance:
        return entrants
    plan = FORMATS[stage.format].plan(_lines(entrants), stage.options, profile_of(stage).sides)
    groups = max(1, len(plan.groups))
    return groups * advance + qualifying.places_next(groups, advance, stage.options.get("best_next", 0))


ROUND_BY_ROUND = frozenset(key for key, form in FORMATS.items() if isinstance(form.paired, RoundByRound))
