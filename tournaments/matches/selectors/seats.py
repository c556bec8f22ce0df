"""Queries for the players at a table, and their short names."""

from tournaments.competition.names import surname
from tournaments.matches.selectors.end_of_play import end_of_play
from tournaments.matches.selectors.matches import MatchNow
from tournaments.models import TeamPlayer
from tournaments.rosters.selectors.roster import who_played


def seated(match: MatchNow) -> dict[int, str]:
    """Return the full name of the player in each seat of the known sides. One query.

    After a match, the names are those of the players at the end of play. Up to five more queries if a player
    was replaced.
    """
    seats = {
        team.pk: side.side + place * len(match.sides)
        for side in match.sides
        for place, team in enumerate(side.teams)
    }
    rows = list(TeamPlayer.objects.filter(team__in=seats).select_related("person").order_by("position"))
    until = match.match.over_at
    if until is None and match.played_out and any(row.since for row in rows):
        until = end_of_play(match.match)
    played = who_played(rows, until)
    names = {}
    for row in rows:
        names[seats[row.team_id]] = played[row.team_id, row.position]
        seats[row.team_id] += len(match.sides)
    return names


def called_by(names: dict[int, str]) -> dict[int, str]:
    """Return a short name for each player that is unique at the table.

    The short name is the first name, else the first name with the initial of the surname ("Nanni L."), else
    the full name.
    """
    first = {seat: name.split()[0] for seat, name in names.items()}
    initialled = {
        seat: f"{first[seat]} {surname(name)[0]}." if " " in name else name for seat, name in names.items()
    }
    called = {}
    for seat, name in names.items():
        ways = (way[seat] for way in (first, initialled) if [*way.values()].count(way[seat]) == 1)
        called[seat] = next(ways, name)
    return called
