"""The length of matches, measured in the club's latest tournaments, or the usual length."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from math import sqrt
from typing import Any, NamedTuple

from scoring.game_parts.card_game import CardGame
from scoring.sheet.rules.reader import read_profile
from tournaments.models import Match
from tournaments.proposals.rules.evening import MatchPace, pace_around, usual_for

# The number of tournaments that are measured.
EVENINGS = 6
# The number of matches needed for a measurement.
ENOUGH = 12
LOOKED_BACK = 600
# Other lengths are errors: results entered later, or sheets left open.
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(hours=4)


class PaceNow(NamedTuple):
    """The length of a match, and the number of measured tournaments (0 if the usual length is used)."""

    pace: MatchPace
    evenings: int


def pace_for(card_game: CardGame, profile: Mapping[str, Any]) -> PaceNow:
    """Return the match length for a card game with the given rule options. One query."""
    lengths, evenings = _measured(card_game, profile)
    if len(lengths) < ENOUGH:
        return PaceNow(usual_for(card_game, profile), 0)
    mean = sum(lengths) / len(lengths)
    deviation = sqrt(sum((length - mean) ** 2 for length in lengths) / len(lengths))
    return PaceNow(pace_around(mean, deviation), evenings)


def _measured(card_game: CardGame, profile: Mapping[str, Any]) -> tuple[Sequence[float], int]:
    """Return the durations of the measured matches in seconds, and the number of measured tournaments."""
    lengths: list[float] = []
    evenings: list[Any] = []
    for tournament, seconds in _matches(card_game, profile):
        if tournament not in evenings:
            if len(evenings) == EVENINGS:
                break
            evenings.append(tournament)
        lengths.append(seconds)
    return lengths, len(evenings)


def _matches(card_game: CardGame, profile: Mapping[str, Any]) -> Iterator[tuple[Any, float]]:
    """Yield the tournament and the duration in seconds of each comparable match, latest match first."""
    settled = {key for preset in card_game.presets for key in preset.profile} | {"targets"}
    usual = read_profile(card_game, {}).as_json()
    played_by = read_profile(card_game, profile).as_json()
    rows = Match.objects.filter(
        tournament__card_game=card_game.key,
        tournament__trial=False,
        state__in=("signed", "confirmed"),
        called_at__isnull=False,
        over_at__isnull=False,
    ).order_by("-over_at")
    columns = ("tournament", "called_at", "over_at", "stage__profile")
    for tournament, called, over, options in rows.values_list(*columns)[:LOOKED_BACK]:
        profile_of_match = {**usual, **options}
        alike = all(profile_of_match.get(key) == played_by.get(key) for key in settled)
        if alike and SHORTEST <= over - called <= LONGEST:
            yield tournament, (over - called).total_seconds()
