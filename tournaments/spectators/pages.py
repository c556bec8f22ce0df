"""The public pages of a tournament, and the front page of the club."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.sheet.services.log import sheet_events
from tournaments.club.services.setup import organiser_exists
from tournaments.competition.formats import FORMATS
from tournaments.draws.public import lot_view
from tournaments.matches.public.bracket import bracket_view, stage_words
from tournaments.matches.public.match_box import rounds_view, settled_view
from tournaments.matches.public.match_pages import find_match
from tournaments.matches.public.sheet import sheet_page
from tournaments.matches.public.team_status import follow_view
from tournaments.matches.selectors.bracket import bracket_now, stage_rounds, team_path, trees_of_stage
from tournaments.matches.selectors.matches import settled_now
from tournaments.matches.selectors.round_tables import round_tables
from tournaments.models import Club, Stage, Team, Tournament
from tournaments.notice.public import notice_view
from tournaments.permissions import versions_found
from tournaments.spectators.front_page import front_view
from tournaments.standings.public.page import Query, standings_view
from tournaments.tables.public import tables_view
from tournaments.teams.public import before_the_draw, teams_view
from tournaments.web import frame
from tournaments.web.addresses import logo_url
from tournaments.web.followed_team import followed_team, remember
from tournaments.web.page_cache import answer_of, cached_page, shows_results


def landing(request: HttpRequest) -> HttpResponse:
    """Show the club and its tournaments, or the first steps if the site is not set up yet."""
    club, waiting = Club.objects.current(), not organiser_exists()

    def page() -> HttpResponse:
        context = {"club": club, "logo_url": logo_url(club), "waiting": waiting}
        return render(request, "club/landing.html", context | ({} if waiting else front_view()))

    made_of = (club.version, club.name, club.town, waiting, versions_found())
    return answer_of(request, made_of, page)


@cached_page
def tournament(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show the bracket or, in other formats, the standings; before the draw, the notice or the entries."""
    stage = event.shown_stage()
    if frame.front_is_closed(stage) and stage.matches.exists() and not frame.runs(request, event):
        return render(request, "visibility/closed_front.html", frame.frame(stage, "tournament"))
    team = followed_team(request, event)
    page = _bracket if FORMATS[stage.format].bracket else _standings_in_front
    return remember(request, page(request, stage, team), event, team)


def _bracket(request: HttpRequest, stage: Stage, team: Team | None) -> HttpResponse:
    bracket = bracket_now(
        stage,
        turn=frame.number_asked(request, "turno"),
        tree=frame.number_asked(request, "albero"),
        part=frame.number_asked(request, "parte"),
        team_id=team.pk if team else None,
    )
    if bracket is None:
        return _before(request, stage, team)
    context = {
        "follow": follow_view(stage, team, bracket.path, len(bracket.rounds), bracket.trees)
        if team
        else None,
        "bracket": bracket_view(bracket),
        "settled": settled_view(stage.tournament, settled_now(stage, timezone.now())),
        "live": bracket.live,
        "live_words": stage_words(stage, bracket.rounds),
        "trees": bracket.trees,
    }
    return render(request, "matches/bracket.html", frame.frame(stage, "tournament") | context)


def _standings_in_front(request: HttpRequest, stage: Stage, team: Team | None) -> HttpResponse:
    if stage.state == "planned" or (stage.state == "drawing" and not stage_rounds(stage)):
        return _before(request, stage, team)
    return _standings(request, stage, "tournament", team)


def _before(request: HttpRequest, stage: Stage, team: Team | None) -> HttpResponse:
    if notice := stage.front_notice():
        context = frame.frame(stage, "tournament")
        address = request.build_absolute_uri(request.path)
        view = notice_view(stage, notice, context["club"], address)
        return render(request, "notice/notice.html", context | view)
    context = {"follow": follow_view(stage, team, None, 0) if team else None}
    context |= before_the_draw(stage.tournament, stage)
    context["lot"] = lot_view(stage.tournament) if stage.tournament.laid else None
    return render(request, "matches/before_draw.html", frame.frame(stage, "tournament") | context)


@cached_page
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tables of a round; for a bracket, redirect to the tournament's front page."""
    stage = tournament.shown_stage()
    if FORMATS[stage.format].bracket:
        return redirect("tournament", tournament.slug)
    team = followed_team(request, tournament)
    now = round_tables(
        stage,
        turn=frame.number_asked(request, "turno"),
        part=frame.number_asked(request, "parte"),
        team_id=team.pk if team else None,
    )
    if now is None:
        return remember(request, _before(request, stage, team), tournament, team)
    context = {
        "follow": follow_view(stage, team, now.path, len(now.rounds)) if team else None,
        "view": rounds_view(now),
        "live_words": stage_words(stage, now.rounds),
    }
    page = render(request, "matches/rounds.html", frame.frame(stage, "rounds") | context)
    return remember(request, page, tournament, team)


@cached_page
def match_sheet(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Show the score sheet of one match."""
    match = find_match(tournament, match_id)
    stage = match.match.stage
    context = frame.frame(stage, "tables") | sheet_page(match, sheet_events(match_id))
    return render(request, "matches/sheet.html", context)


@cached_page
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tables, and the matches that wait for a free table."""
    stage = tournament.shown_stage()
    view = tables_view(tournament, stage, *_search_and_page(request))
    return render(request, "tables/tables.html", frame.frame(stage, "tables") | view)


def _search_and_page(request: HttpRequest) -> tuple[str, int]:
    return request.GET.get("cerca", "")[:80], frame.number_asked(request, "pagina") or 1


@cached_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings of the current stage, of the stage in `?fase=`, or of all stages."""
    stage = tournament.shown_stage()
    page_name = "standings" if FORMATS[stage.format].bracket else "tournament"
    return _standings(request, stage, page_name, None, request.GET.get("fase", ""))


def _standings(
    request: HttpRequest, stage: Stage, page_name: str, team: Team | None, asked_stage: str = ""
) -> HttpResponse:
    context = frame.frame(stage, page_name) if team else frame.results_frame(stage, page_name)
    page, after = frame.number_asked(request, "pagina") or 1, frame.number_asked(request, "dopo")
    query = Query(asked_stage, page, request.GET.get("perche", ""), after)
    tournament = stage.tournament
    withheld_too = tournament.standings_until is not None and frame.runs(request, tournament)
    context |= standings_view(stage, query, withheld_too=withheld_too)
    if team:
        rounds = len(stage_rounds(stage))
        trees = trees_of_stage(stage) if rounds and FORMATS[stage.format].bracket else None
        context["follow"] = follow_view(stage, team, team_path(stage, team.pk), rounds, trees)
        context["followed"] = team
    answer = render(request, "standings/standings.html", context)
    return answer if team else shows_results(answer)  # the status of the team changes with each hand


@cached_page
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams and their status."""
    stage = tournament.shown_stage()
    context = frame.frame(stage, "teams") | teams_view(stage, *_search_and_page(request))
    return render(request, "teams/teams.html", context)
