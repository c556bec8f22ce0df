from tournaments.models.arrival import Arrival
from tournaments.models.job import Job
from tournaments.models.journal import ClubMove, JournalEntry
from tournaments.models.made_file import FileKind, MadeFile
from tournaments.models.match import Match, Outcome, Slot
from tournaments.models.people import Person
from tournaments.models.season import Circuit, CircuitLine, CircuitMove, Rating, RatingList
from tournaments.models.stage import (
    Draw,
    DrawCommitment,
    PairedRound,
    RosterChange,
    Stage,
    Team,
    TeamPlayer,
)
from tournaments.models.timetable import ClockMove, RoundPlan
from tournaments.models.tournament import Change, Club, SetupLink, Tournament

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
