"""Conversion of teams submitted to the API into entries with players from the register."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from scoring.types import BadEntry, Problem
from tournaments.entries.services.entries import Entry
from tournaments.entries.services.players import UNKNOWN_NUMBER, members_known


def entry_of(team: Mapping[str, Any]) -> Entry:
    """Return the entry of a submitted team; raise BadEntry for an unknown member number."""
    return entries_of([team])[0]


def entries_of(teams: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """Return the entries of submitted teams; raise BadEntry with all unknown member numbers."""
    players = [player for team in teams for player in team["players"]]
    numbers = {player["member_number"] for player in players if "member_number" in player}
    members, problems, entries = members_known(numbers), [], []
    for index, team in enumerate(teams):
        meant: dict[int, UUID | None] = {}
        for place, player in enumerate(team["players"]):
            number = player.get("member_number")
            if number is not None and number not in members:
                where = f"/{index}/players/{place}/member_number"
                problems.append(Problem("unknown_member_number", "", "error", where, UNKNOWN_NUMBER))
            elif number is not None or "person" in player:
                meant[place] = members[number].pk if number is not None else player["person"]
        names = [player.get("name", "?") for player in team["players"]]
        entries.append(Entry.of({**team, "players": names, "meant": meant}))
    if problems:
        raise BadEntry("unknown_member_number", UNKNOWN_NUMBER, tuple(problems))
    return entries
