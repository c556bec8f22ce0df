"""Tables for downloads: standings, results and entrants, with the same names and numbers as the API."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, pgettext, pgettext_lazy

from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.format_parts.format import Placing
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import MATCH_POINTS, Row
from tournaments.competition.standings.tally import COUNTED
from tournaments.competition.types import EntrantId
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.matches.words import STATES, side_words, walkover_words
from tournaments.models import Match, Stage, Team, Tournament
from tournaments.publishing.spreadsheets import Cell, Table, csv_lines
from tournaments.rosters.selectors.roster import teams_gone, with_seats
from tournaments.standings.public.numbers import QuestionLine, questions
from tournaments.standings.selectors import StandingsNow, overall_now, standings_of
from tournaments.templatetags.entrants import called
from tournaments.values.details import DETAILS
from tournaments.web.words import LEAVING_WORDS, match_words


def entrants_table(tournament: Tournament) -> Table:
    """Return the table of entrants, ordered by number, with one column per player. Three queries."""
    withdrawn = teams_gone(tournament)
    teams = list(tournament.teams.order_by("number").prefetch_related(with_seats()))
    size = max([tournament.team_size, *(len(team.seats.all()) for team in teams)])
    player = pgettext("spreadsheet", "Player %(number)s")
    heads = [
        pgettext("spreadsheet", "Number"),
        _("Seed"),
        called("one", tournament),
        *(player % {"number": number} for number in range(1, size + 1)),
        *detail_heads(),
        pgettext("spreadsheet", "Remarks"),
    ]
    rows = []
    for team in teams:
        players = [seat.person.name for seat in team.seats.all()]
        names = [*players, *[""] * (size - len(players))]
        absent = _("absent") if team.presence == "absent" else ""
        remarks = str(LEAVING_WORDS.get(withdrawn.get(team.pk, ""), absent))
        rows.append([team.number, team.seed, team.name, *names, *team.details.values(), remarks])
    return Table(str(called("all", tournament)), heads, rows)


def detail_heads() -> list[str]:
    """Return the column headings for the details of a team (`Team.details`)."""
    return [_(detail.label) for detail in DETAILS.values()]


HOW_IT_STANDS = STATES | {
    "waiting": gettext_lazy("to be played"),
    "ready": gettext_lazy("to be played"),
    "playing": pgettext_lazy("spreadsheet", "in play"),
}


def results_table(tournament: Tournament) -> Table:
    """Return a table of the matches of all stages in order. Three queries."""
    rows = with_sides(Match.objects.filter(tournament=tournament))
    matches = [match_now(row) for row in rows.order_by("stage__number", "round", "number")]
    sides = max((len(match.sides) for match in matches), default=2)
    games = max((len(match.games) for match in matches), default=0)
    last: dict[int, int] = {}
    for each in matches:
        last[each.match.stage.number] = each.match.round
    lines = [_result_line(match, last[match.match.stage.number], sides, games) for match in matches]
    return Table(pgettext("spreadsheet", "Results"), _heads(sides, games), lines)


def _heads(sides: int, games: int) -> list[str]:
    numbers = range(1, sides + 1)
    name, won = pgettext("spreadsheet", "Side %(side)s"), pgettext("spreadsheet", "Games of side %(side)s")
    points = pgettext("spreadsheet", "Game %(game)s, side %(side)s")
    return [
        pgettext("spreadsheet", "Stage"),
        pgettext("spreadsheet", "Group"),
        _("Round"),
        _("Match"),
        _("Table"),
        pgettext("spreadsheet", "How it stands"),
        *(name % {"side": side} for side in numbers),
        *(won % {"side": side} for side in numbers),
        pgettext("spreadsheet", "Winner"),
        *(points % {"game": game, "side": side} for game in range(1, games + 1) for side in numbers),
    ]


def _result_line(match: MatchNow, last: int, sides: int, games: int) -> list[Cell]:
    row, empty = match.match, [None] * (sides - len(match.sides))
    return [
        row.stage.number,
        row.group,
        say(FORMATS[row.stage.format].round_name(row.round, last)),
        match_words(row.stage, row.label, last),
        row.table,
        walkover_words(match) if match.annulled else str(HOW_IT_STANDS[row.state]),
        *(side_words(row.stage, side, last, {}) for side in match.sides),
        *empty,
        *(None if match.annulled else side.games_won for side in match.sides),
        *empty,
        next((side.name for side in match.sides if side.won), ""),
        *chain.from_iterable(_points(match, game, sides) for game in range(games)),
    ]


def _points(match: MatchNow, game: int, sides: int) -> Sequence[Cell]:
    """Return the points of each side in a game; empty cells if the game was not started."""
    scores = match.games[game]["score"] if game < len(match.games) else []
    return [*scores, *[None] * (sides - len(scores))]


@dataclass(frozen=True)
class ColumnChoice:
    """The optional columns in a table of standings."""

    decides: Sequence[QuestionLine]
    groups: bool = False
    placing: bool = False

    def heads(self, tournament: Tournament) -> list[str]:
        """Return the column headings of a table of standings."""
        return [
            _("Place"),
            *([pgettext("spreadsheet", "Group")] if self.groups else ()),
            called("one", tournament),
            _("Players"),
            *detail_heads(),
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
    """Return a table per stage, and a table of the overall standings if there are several stages.

    The number of queries does not depend on the number of stages.
    """
    stages = stages_of(tournament)
    teams, now = teams_by_entrant(tournament), standings_of(stages)
    tables = [_of_stage(stage, now[stage.pk], teams) for stage in stages]
    return [*tables, _of_all(stages, teams)] if len(stages) > 1 else tables


def stage_table(stage: Stage) -> Table:
    """Return the standings of one stage as a table."""
    return _of_stage(stage, standings_of([stage])[stage.pk], teams_by_entrant(stage.tournament))


def overall_table(tournament: Tournament) -> Table:
    """Return the overall standings of all stages as a table."""
    return _of_all(stages_of(tournament), teams_by_entrant(tournament))


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages in order, with their tournament. One query."""
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
    return stages


def teams_by_entrant(tournament: Tournament) -> dict[EntrantId, Team]:
    """Return the teams with their players, by entrant id. Two queries."""
    teams = tournament.teams.prefetch_related(with_seats())
    return {EntrantId(str(team.pk)): team for team in teams}


def players_of(team: Team) -> str:
    """Return the names of the players of a team."""
    return ", ".join(seat.person.name for seat in team.seats.all())


def _of_stage(stage: Stage, now: StandingsNow, teams: Mapping[EntrantId, Team]) -> Table:
    bracket = FORMATS[stage.format].bracket
    columns = ColumnChoice(questions(stage), groups=bool(now.groups), placing=bracket)
    groups = now.groups or {"": now.rows}
    rows = [
        _standings_line(
            row, teams[row.entrant], columns, group=key, placing=now.placing, gone=now.withdrawals
        )
        for key, group in groups.items()
        for row in group
    ]
    name = say(Sentence(FORMATS[stage.format].name))
    return Table(
        _named(name, now.withheld_after), columns.heads(stage.tournament), rows, after=now.withheld_after
    )


def _named(name: str, after_round: int | None) -> str:
    """Return the name of a sheet, with the last public round if later standings are withheld."""
    after = _("after round %(number)s") % {"number": after_round} if after_round else ""
    return f"{after} {name}".strip()


def _of_all(stages: Sequence[Stage], teams: Mapping[EntrantId, Team]) -> Table:
    columns = ColumnChoice(questions(stages[-1], overall=True))
    now = overall_now(stages)
    rows = [_standings_line(row, teams[row.entrant], columns) for row in now.rows]
    name = _named(_("All together"), now.withheld_after)
    return Table(name, columns.heads(stages[-1].tournament), rows, after=now.withheld_after)


def _standings_line(row: Row, team: Team, columns: ColumnChoice, **more: Any) -> list[Cell]:
    """Return the cells of one row of the standings.

    `more` may contain the group (`group`), the reasons for withdrawals (`gone`) and the final places
    (`placing`).
    """
    worth = {MATCH_POINTS.key: row.match_points, **dict(row.tie_breaks)}
    placing: Placing | None = more.get("placing", {}).get(row.entrant)
    return [
        row.place,
        *([more["group"]] if columns.groups else ()),
        team.name,
        players_of(team),
        *team.details.values(),
        *((placing.first if placing else None, placing.last if placing else None) if columns.placing else ()),
        *(worth.get(each.key) for each in columns.decides),
        *(getattr(row.tally, key) for key in COUNTED),
        str(LEAVING_WORDS.get(more.get("gone", {}).get(row.entrant, ""), "")),
    ]


def files_of_archive(tournament: Tournament) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the file name and the CSV lines of each table for the archive of a tournament."""
    tables = {
        f"standings-{number}": each for number, each in enumerate(standings_tables(tournament), start=1)
    }
    tables |= {"results": results_table(tournament), "entrants": entrants_table(tournament)}
    for name, table in tables.items():
        yield f"{name}.csv", (line.encode() for line in csv_lines(table))
