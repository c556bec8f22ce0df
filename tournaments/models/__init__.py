from tournaments.models.match import Match, Outcome, Slot
from tournaments.models.people import Person
from tournaments.models.queue import Arrival, FileKind, Job, MadeFile
from tournaments.models.season import Circuit, CircuitLine, CircuitMove, Rating, RatingList
from tournaments.models.stage import (
    ClockMove,
    Draw,
    DrawCommitment,
    PairedRound,
    RosterChange,
    RoundPlan,
    Stage,
    Team,
    TeamPlayer,
)
from tournaments.models.tournament import Change, Club, ClubMove, JournalEntry, SetupLink, Tournament

__all__ = [
    "Arrival",
    "Change",
    "Circuit",
    "CircuitLine",
    "CircuitMove",
    "ClockMove",
    "Club",
    "ClubMove",
    "Draw",
    "DrawCommitment",
    "FileKind",
    "Job",
    "JournalEntry",
    "MadeFile",
    "Match",
    "Outcome",
    "PairedRound",
    "Person",
    "Rating",
    "RatingList",
    "RosterChange",
    "RoundPlan",
    "SetupLink",
    "Slot",
    "Stage",
    "Team",
    "TeamPlayer",
    "Tournament",
]
