"""Public downloads: standings, results and entrants as CSV and XLSX."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.publishing import tables as published_tables
from tournaments.publishing.spreadsheets import Table, csv_lines, xlsx_bytes
from tournaments.standings.public.page import ALL_STAGES
from tournaments.web.frame import find_tournament
from tournaments.web.page_cache import answer_of_tournament

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the standings of one stage (by default the current stage) or of all stages as CSV."""
    tournament, stage_text = find_tournament(request, slug), request.GET.get("fase", "")
    name = pgettext("name of a file", "standings")
    return _csv(
        request,
        tournament,
        f"{name}-{stage_text}" if stage_text else name,
        lambda: _table_of_stage(tournament, stage_text),
    )


def _table_of_stage(tournament: Tournament, name: str) -> Table:
    if not name:
        return published_tables.stage_table(tournament.shown_stage())
    stages = {str(stage.number): stage for stage in published_tables.stages_of(tournament)}
    if name == ALL_STAGES and len(stages) > 1:
        return published_tables.overall_table(tournament)
    if name not in stages:
        raise Http404
    return published_tables.stage_table(stages[name])


def standings_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the standings of each stage and the overall standings as XLSX, one sheet each."""
    tournament = find_tournament(request, slug)
    name = pgettext("name of a file", "standings")
    return _xlsx(request, tournament, name, lambda: published_tables.standings_tables(tournament))


def results_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return all matches with their games as CSV."""
    tournament = find_tournament(request, slug)
    name = pgettext("name of a file", "results")
    return _csv(request, tournament, name, lambda: published_tables.results_table(tournament))


def results_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Return all matches with their games as XLSX."""
    tournament = find_tournament(request, slug)
    name = pgettext("name of a file", "results")
    return _xlsx(request, tournament, name, lambda: [published_tables.results_table(tournament)])


def entrants_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the entrants as CSV."""
    tournament = find_tournament(request, slug)
    name = pgettext("name of a file", "entrants")
    return _csv(request, tournament, name, lambda: published_tables.entrants_table(tournament))


def entrants_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the entrants as XLSX."""
    tournament = find_tournament(request, slug)
    name = pgettext("name of a file", "entrants")
    return _xlsx(request, tournament, name, lambda: [published_tables.entrants_table(tournament)])


def _csv(request: HttpRequest, tournament: Tournament, name: str, table: Callable[[], Table]) -> HttpResponse:
    def build() -> HttpResponse:
        built_table = table()
        answer = HttpResponse("".join(csv_lines(built_table)), content_type=CSV)
        return _named(answer, tournament, f"{name}{_after(built_table)}.csv")

    return _answer(request, tournament, build)


def _xlsx(
    request: HttpRequest, tournament: Tournament, name: str, tables: Callable[[], Sequence[Table]]
) -> HttpResponse:
    def build() -> HttpResponse:
        answer = HttpResponse(xlsx_bytes(tables(), tournament.made_at), content_type=XLSX)
        return _named(answer, tournament, f"{name}.xlsx")

    return _answer(request, tournament, build)


def _after(table: Table) -> str:
    turn = pgettext("name of a file", "round")
    return f"-{turn}-{table.after}" if table.after else ""


def _named(answer: HttpResponse, tournament: Tournament, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{name}"'
    return answer


def _answer(request: HttpRequest, tournament: Tournament, make: Callable[[], HttpResponse]) -> HttpResponse:
    return answer_of_tournament(request, tournament, make, every=None)
