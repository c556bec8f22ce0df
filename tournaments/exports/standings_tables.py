"""The standings as tables to take along: the numbers of the API, with the names that everybody sees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.sentences import Sentence
from scoring.translation import say
from tournaments.entries.selectors.roster import with_seats
from tournaments.exports.spreadsheets import Cell, Table
from tournaments.format_parts.format import Placing
from tournaments.formats import FORMATS
from tournaments.models import Stage, Team, Tournament
from tournaments.standings.public.numbers import Question, questions
from tournaments.standings.rules.tables import MATCH_POINTS, Row
from tournaments.standings.rules.tally import COUNTED
from tournaments.standings.selectors import StandingsNow, overall_now, standings_of
from tournaments.templatetags.entrants import called
from tournaments.types import EntrantId
from tournaments.web.words import LEFT


@dataclass(frozen=True)
class Columns:
    """Which columns a table of standings has beside those that every one has."""

    decides: Sequence[Question]
    groups: bool = False
    placing: bool = False

    def heads(self, tournament: Tournament) -> list[str]:
        """Return what stands over them."""
        return [
            _("Place"),
            *([pgettext("spreadsheet", "Group")] if self.groups else ()),
            called("one", tournament),
            _("Players"),
            _("Club"),
            _("Town"),
            *([pgettext("spreadsheet", "From place"), pgettext("spreadsheet", "To place")] * self.placing),
            *(each.name for each in self.decides),
            *_tally_heads(),
            pgettext("spreadsheet", "Remarks"),
        ]


def _tally_heads() -> list[str]:
    return [
        pgettext("spreadsheet", "Played"),
        pgettext("spreadsheet", "Without play"),
        pgettext("spreadsheet", "Won"),
        pgettext("spreadsheet", "Level"),
        pgettext("spreadsheet", "Lost"),
        pgettext("spreadsheet", "Byes"),
        pgettext("spreadsheet", "Games won"),
        pgettext("spreadsheet", "Games lost"),
        pgettext("spreadsheet", "Points made"),
        pgettext("spreadsheet", "Points conceded"),
    ]


def standings_tables(tournament: Tournament) -> list[Table]:
    """Return a table for each stage, and one of all together where there are several; queries do not grow."""
    stages = stages_of(tournament)
    teams, now = teams_by_entrant(tournament), standings_of(stages)
    tables = [_of_stage(stage, now[stage.pk], teams) for stage in stages]
    return [*tables, _of_all(stages, teams)] if len(stages) > 1 else tables


def stage_table(stage: Stage) -> Table:
    """Return the standings of one stage."""
    return _of_stage(stage, standings_of([stage])[stage.pk], teams_by_entrant(stage.tournament))


def overall_table(tournament: Tournament) -> Table:
    """Return all stages counted together."""
    return _of_all(stages_of(tournament), teams_by_entrant(tournament))


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages in their order, each with its tournament: one query."""
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
    return stages


def teams_by_entrant(tournament: Tournament) -> dict[EntrantId, Team]:
    """Return the teams with their players, as the rules know them: two queries."""
    teams = tournament.teams.prefetch_related(with_seats())
    return {EntrantId(str(team.pk)): team for team in teams}


def players_of(team: Team) -> str:
    """Return who plays for a team."""
    return ", ".join(seat.person.name for seat in team.seats.all())


def _of_stage(stage: Stage, now: StandingsNow, teams: Mapping[EntrantId, Team]) -> Table:
    bracket = FORMATS[stage.format].bracket
    columns = Columns(questions(stage), groups=bool(now.groups), placing=bracket)
    groups = now.groups or {"": now.rows}
    rows = [
        _line(row, teams[row.entrant], columns, group=key, placing=now.placing, gone=now.gone)
        for key, group in groups.items()
        for row in group
    ]
    name = say(Sentence(FORMATS[stage.format].name))
    return Table(_named(name, now.held), columns.heads(stage.tournament), rows, after=now.held)


def _named(name: str, held: int | None) -> str:
    """The name of a sheet, with the round after which the standings are held back: it has room for little."""
    after = _("after round %(number)s") % {"number": held} if held else ""
    return f"{after} {name}".strip()


def _of_all(stages: Sequence[Stage], teams: Mapping[EntrantId, Team]) -> Table:
    columns = Columns(questions(stages[-1], overall=True))
    now = overall_now(stages)
    rows = [_line(row, teams[row.entrant], columns) for row in now.rows]
    name = _named(_("All together"), now.held)
    return Table(name, columns.heads(stages[-1].tournament), rows, after=now.held)


def _line(row: Row, team: Team, columns: Columns, **more: Any) -> list[Cell]:
    """Return one row; `more` is its group, the places that are certain, and who has left."""
    worth = {MATCH_POINTS.key: row.match_points, **dict(row.tie_breaks)}
    placing: Placing | None = more.get("placing", {}).get(row.entrant)
    return [
        row.place,
        *([more["group"]] if columns.groups else ()),
        team.name,
        players_of(team),
        team.club,
        team.town,
        *((placing.first if placing else None, placing.last if placing else None) if columns.placing else ()),
        *(worth.get(each.key) for each in columns.decides),
        *(getattr(row.tally, key) for key in COUNTED),
        str(LEFT.get(more.get("gone", {}).get(row.entrant, ""), "")),
    ]
