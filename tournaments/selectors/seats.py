"""Who sits where at a match (seats in the order of play, the sides taking turns)."""

from tournaments.models import TeamPlayer
from tournaments.selectors.matches import MatchNow
from tournaments.selectors.roster import who_played


def seated(match: MatchNow) -> dict[int, str]:
    """Return the full name of whoever sits on each seat, for the sides that are known: one query.

    Of a match that is over, of whoever sat there; two more where somebody was replaced since.
    """
    seats = {
        team.pk: side.side + place * len(match.sides)
        for side in match.sides
        for place, team in enumerate(side.teams)
    }
    rows = list(TeamPlayer.objects.filter(team__in=seats).select_related("person").order_by("position"))
    played = who_played(rows, match.match.over_at)
    names = {}
    for row in rows:
        names[seats[row.team_id]] = played[row.team_id, row.position]
        seats[row.team_id] += len(match.sides)
    return names


def called_by(names: dict[int, str]) -> dict[int, str]:
    """Return the name each is called by at this table: the first name, unless two share it."""
    first = {seat: name.split()[0] for seat, name in names.items()}
    return {
        seat: name if list(first.values()).count(first[seat]) > 1 else first[seat]
        for seat, name in names.items()
    }
