"""Standings and results of every stage as A4 pages to hang up; the pages contain only public data."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _

from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import Row
from tournaments.identity.public import logo_document
from tournaments.matches.public.match_box import settled_view
from tournaments.matches.selectors.matches import MatchNow, event_settled, stage_matches
from tournaments.matches.words import result_words
from tournaments.models import Club, Stage, Team, Tournament
from tournaments.printing.sheets import place_words
from tournaments.standings.public import numbers
from tournaments.standings.public.groups import after_words
from tournaments.standings.public.page import place_text
from tournaments.standings.selectors import StandingsNow, standings_of
from tournaments.web.number_cells import NumberColumn
from tournaments.web.typesetting import typeset
from tournaments.web.words import match_words, plain

TEMPLATE = "printing/lists.typ"


def standings_pdf(tournament: Tournament) -> bytes:
    """Return the standings of every drawn stage as PDF, latest stage first."""
    return typeset(TEMPLATE, standings_data(tournament), tournament)


def results_pdf(tournament: Tournament) -> bytes:
    """Return the results of every round as PDF, latest round first."""
    return typeset(TEMPLATE, results_data(tournament), tournament)


def standings_data(tournament: Tournament) -> dict[str, Any]:
    """Return the data of the standings template. Eleven queries at most."""
    stages = _stages(tournament)
    now = standings_of(stages)
    ids = {row.entrant for each in now.values() for row in each.rows}
    teams = {str(team.pk): team for team in tournament.teams.filter(pk__in=ids)}
    tables = [table for stage in stages for table in _tables(stage, now[stage.pk], teams, len(stages))]
    over = tournament.state == "over"
    return _list(
        tournament,
        title=_("Final standings") if over and len(stages) == 1 else _("Standings"),
        tables=tables,
        nothing=_("Nothing was drawn yet."),
    )


def results_data(tournament: Tournament) -> dict[str, Any]:
    """Return the data of the results template. At most six queries, plus three per stage."""
    stages = _stages(tournament)
    tables = [table for stage in stages for table in _rounds(stage, len(stages))]
    return _list(tournament, title=_("Results"), tables=tables, nothing=_("No result yet."))


def _stages(tournament: Tournament) -> list[Stage]:
    stages = list(tournament.stages.order_by("-number"))
    for stage in stages:
        stage.tournament = tournament
    return stages


def _list(
    tournament: Tournament, *, title: str, tables: Sequence[Mapping[str, Any]], nothing: str
) -> dict[str, Any]:
    settled = settled_view(tournament, event_settled(tournament, timezone.now()))
    return {
        "lang": get_language() or "",
        "title": title,
        "logo": logo_document(Club.objects.current()),
        "tournament": plain(tournament.name),
        "place": plain(place_words(tournament).removeprefix(tournament.name).strip(" ·")),
        "game": _(CARD_GAMES[tournament.card_game].name),
        "settled": settled.words if settled else "",
        "tables": tables,
        "nothing": nothing,
    }


def _stage_name(stage: Stage, stages: int) -> str:
    return say(Sentence(FORMATS[stage.format].name)) if stages > 1 else ""


def _tables(stage: Stage, now: StandingsNow, teams: Mapping[str, Team], stages: int) -> list[dict[str, Any]]:
    """Return the standings of a stage as one table, or as one table per group."""
    tables = now.groups or ({"": now.rows} if now.rows else {})
    how_far = FORMATS[stage.format].bracket and not numbers.by_net(stage)
    columns = numbers.bracket_columns() if how_far else numbers.columns_of(stage)
    withheld = after_words(now.withheld_after) if now.withheld_after else ""
    return [
        {
            "kind": "standings",
            "name": _("Group %(key)s") % {"key": key} if key else _stage_name(stage, stages),
            "beside": withheld or (_stage_name(stage, stages) if key else ""),
            "heads": ["", _("Name"), *(_head(column) for column in columns)],
            "rows": [_line(stage, now, row, columns, teams, how_far=how_far) for row in rows],
        }
        for key, rows in tables.items()
    ]


def _head(column: NumberColumn) -> str:
    return f"{column.name}\n{column.beneath}" if column.beneath else column.name


def _line(  # a row needs all of these
    stage: Stage,
    now: StandingsNow,
    row: Row,
    columns: Sequence[NumberColumn],
    teams: Mapping[str, Team],
    *,
    how_far: bool,
) -> list[str]:
    if how_far:
        cells = numbers.bracket_cells(row)
    else:
        cells = numbers.cells_of(row, columns, net=numbers.by_net(stage))
    bracket = FORMATS[stage.format].bracket
    placing = now.placing.get(row.entrant)
    place = "" if bracket and placing is None else place_text(row, placing)
    return [place, plain(teams[row.entrant].name), *(cell.text for cell in cells)]


def _rounds(stage: Stage, stages: int) -> list[dict[str, Any]]:
    """Return a table for each round with results, latest round first."""
    matches = stage_matches(stage)
    last = max((each.match.round for each in matches), default=0)
    by_round: dict[int, list[MatchNow]] = defaultdict(list)
    for each in sorted(matches, key=lambda each: (each.match.round, each.match.number)):
        if each.decided and not each.bye:
            by_round[each.match.round].append(each)
    return [
        {
            "kind": "results",
            "name": capfirst(say(FORMATS[stage.format].round_name(number, last))),
            "beside": _stage_name(stage, stages),
            "heads": [_("Match"), "", _("Result")],
            "rows": [
                [match_words(stage, each.match.label, last), *_sides(each), result_words(each)]
                for each in results
            ],
        }
        for number, results in sorted(by_round.items(), reverse=True)
    ]


def _sides(match: MatchNow) -> list[Any]:
    """Return the sides of a match, with the winner marked."""
    return [[{"name": plain(side.name), "won": side.won} for side in match.sides]]
