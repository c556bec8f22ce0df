"""A function that finds the match for a public page."""

from uuid import UUID

from django.http import Http404

from tournaments.matches.selectors.matches import MatchNow, one_match
from tournaments.models import Match, Tournament


def find_match(tournament: Tournament, match_id: UUID) -> MatchNow:
    """Return a match of a tournament; raise Http404 if the tournament has no such match."""
    try:
        match = one_match(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if match.match.tournament_id != tournament.pk:
        raise Http404
    match.match.stage.tournament = tournament
    return match
