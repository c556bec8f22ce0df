"""Who has entered, as a table to take along."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.entries.selectors.roster import teams_gone, with_seats
from tournaments.exports.spreadsheets import Table
from tournaments.models import Tournament
from tournaments.stages.selectors.row_conversion import team_size
from tournaments.templatetags.entrants import called
from tournaments.web.words import LEFT


def entrants_table(tournament: Tournament) -> Table:
    """Return those who entered by their numbers, a column for each player: three queries."""
    gone = teams_gone(tournament)
    teams = list(tournament.teams.order_by("number").prefetch_related(with_seats()))
    size = max([team_size(tournament), *(len(team.seats.all()) for team in teams)])
    player = pgettext("spreadsheet", "Player %(number)s")
    heads = [
        pgettext("spreadsheet", "Number"),
        _("Seed"),
        called("one", tournament),
        *(player % {"number": number} for number in range(1, size + 1)),
        _("Club"),
        _("Town"),
        pgettext("spreadsheet", "Remarks"),
    ]
    rows = []
    for team in teams:
        players = [seat.person.name for seat in team.seats.all()]
        names = [*players, *[""] * (size - len(players))]
        left = str(LEFT.get(gone.get(team.pk, ""), ""))
        rows.append([team.number, team.seed, team.name, *names, team.club, team.town, left])
    return Table(str(called("all", tournament)), heads, rows)
