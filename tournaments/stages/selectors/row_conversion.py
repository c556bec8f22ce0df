"""Rows of a stage as the values its rules speak in: what it plays by, who stands where, how a match ended."""

from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES, CardGame
from scoring.sheet.rules.reader import read_profile
from tournaments.formats import FORMATS
from tournaments.models import Outcome as OutcomeRow
from tournaments.models import Slot, Stage, Tournament
from tournaments.standings.rules.match_points import MatchPoints
from tournaments.types import EntrantId, Occupant, Outcome, read_occupant, read_outcome


def card_game_of(stage: Stage) -> CardGame:
    """Return the card game of a stage."""
    return CARD_GAMES[stage.tournament.card_game]


def profile_of(stage: Stage) -> Profile:
    """Return what a stage plays by: its targets, its cards, how many sit at a table."""
    return read_profile(card_game_of(stage), stage.profile)


def match_points_of(stage: Stage) -> MatchPoints:
    """Return what a match of a stage is worth, as its format has it; nothing of it counts by net."""
    return FORMATS[stage.format].match_points(stage.match_points)


def team_size(tournament: Tournament) -> int:
    """Return how many players enter together."""
    return CARD_GAMES[tournament.card_game].players_a_side // tournament.partners


REOPENED = "reopened"
"""What stands in place of an outcome when a match is given back to its table."""


def as_rule(outcome: OutcomeRow) -> Outcome | None:
    """Return a stored outcome as the rules know it; None once the match was given back to its table."""
    if outcome.kind == REOPENED:
        return None
    return read_outcome(
        outcome.kind,
        outcome.winner,
        games=outcome.games,
        reason=outcome.reason,
        winners=outcome.game_winners,
    )


def occupant_of(slot: Slot) -> Occupant:
    """Return who stands in a slot, as the rules know it."""
    entrant = EntrantId(str(slot.team_id)) if slot.team_id else None
    return read_occupant(slot.resolved, entrant, slot.reason)
