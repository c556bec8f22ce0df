"""The wall page for a television: tables, draw, bracket or standings, champions.

The page shows one view at a time in large letters and needs no input.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.templatetags.sheet import real
from scoring.translation import say
from tournaments.club.selectors.tournaments import champions_of
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import Row
from tournaments.competition.types import Scene
from tournaments.draws.public import PairMatch, lot_view
from tournaments.draws.selectors.proposed_rounds import drawn_cards
from tournaments.matches.public.match_box import BoxDrawing, box_view
from tournaments.matches.selectors.bracket import RoundNow, busiest_round, stage_rounds
from tournaments.matches.selectors.matches import MatchNow
from tournaments.models import Draw, Stage, Team, Tournament
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.standings.public.groups import after_words, nobody_words
from tournaments.standings.public.numbers import by_net, cells_of, columns_of
from tournaments.standings.selectors import held_now, standings_now
from tournaments.teams.public import before_the_draw
from tournaments.values.visibility import PageSwitch
from tournaments.wall.ending import around_the_end, ending
from tournaments.wall.rules import in_pages
from tournaments.wall.selectors import last_match, matches_of_rounds, people_of, scene_shown
from tournaments.wall.tables import part_of, tables_scene, turns_of
from tournaments.web.frame import frame, number_asked
from tournaments.web.number_cells import NumberCell
from tournaments.web.page_cache import cached_page
from tournaments.web.qr import only_here, qr_code
from tournaments.web.words import clock, joined

# the wall changes with time: the draw gives way to the tables, and the waiting minutes are counted
every_ten_seconds = partial(cached_page, every=10)
# The number of rows of the standings on a page.
ROWS = 10
# With more winners of groups than these, the wall names no champions.
MOST_CHAMPIONS = 8
FEW_COLUMNS = 3


class BoardRow(NamedTuple):
    """A row of the standings on the wall page."""

    place: int
    name: str
    cells: tuple[NumberCell, ...]


def draw_scene(stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the context of the wall view of a draw: the drawn matches and, after a draw by lots, the lot.

    At most nine queries.
    """
    draw = Draw.objects.standing().filter(stage=stage).first()
    return {
        "scene": "wall/_draw.html",
        "heading": _("The draw"),
        "lot": draw.lot if draw and draw.by == "lots" else "",
        "pack": profile_of(stage).pack,
        "turns": turns_of(in_pages(drawn_cards(stage))),
    }


def lot_scene(tournament: Tournament) -> dict[str, Any]:
    """Return the context of a draw by cards: cards turned up and pairs drawn so far. At most six queries."""
    lot = lot_view(tournament)
    if not lot["matches"]:
        return lot | {"scene": "wall/_lot.html"}
    page = newest_page(lot["matches"])
    return lot | {"scene": "wall/_pairs.html", "heading": _("The draw"), "turns": turns_of([page])}


def newest_page(matches: Sequence[PairMatch]) -> Sequence[PairMatch]:
    """Return the page with the pair that was drawn last, or the first page if no pair was drawn yet."""
    pages = in_pages(matches)
    return next((page for page in pages if any(match.newest for match in page)), pages[0])


# The number of names on a page before the draw.
ARRIVALS = 40


def before_scene(stage: Stage) -> dict[str, Any]:
    """Return the context of the wall view before the draw: time of the draw and, if public, the teams."""
    tournament = stage.tournament
    teams = tournament.teams.order_by("name", "pk")
    if PageSwitch.TEAMS in tournament.closed_pages:
        teams = teams.none()
    arrivals = [(name, presence == "present") for name, presence in teams.values_list("name", "presence")]
    return before_the_draw(tournament, stage) | {
        "scene": "wall/_before_draw.html",
        "turns": turns_of(in_pages(arrivals, ARRIVALS)),
    }


def standings_scene(stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the context of the standings view: a bracket's current round, or the standings.

    At most five queries.
    """
    return _round(stage, rounds) if FORMATS[stage.format].bracket else _standings(stage)


def _round(stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the context with the round that has most matches in play.

    The undecided matches of earlier rounds are listed first.
    """
    busy = busiest_round(rounds)
    shown_rounds = [each for each in rounds if each.number == busy or (each.number < busy and not each.over)]
    by_round = matches_of_rounds(stage, [each.number for each in shown_rounds])
    matches = [
        match
        for each in shown_rounds
        for match in by_round.get(each.number, ())
        if each.number == busy or not match.decided
    ]
    drawing = BoxDrawing(stage, len(rounds), matches, None)
    return {
        "scene": "wall/_round.html",
        "heading": joined(*(say(each.name) for each in shown_rounds)),
        "turns": turns_of(in_pages([box_view(drawing, match) for match in matches])),
    }


def _standings(stage: Stage) -> dict[str, Any]:
    """Return the context of the standings, with separate pages for the groups."""
    now, columns = standings_now(stage), columns_of(stage)[:FEW_COLUMNS]
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    tables = [(_("Group %(key)s") % {"key": key}, rows) for key, rows in now.groups.items()] or [
        ("", now.rows)
    ]
    parts = [(title, part) for title, rows in tables for part in in_pages(rows, ROWS)]
    net = by_net(stage)

    def line(row: Row) -> BoardRow:
        return BoardRow(row.place, teams[row.entrant].name, cells_of(row, columns, net=net))

    pages = [[line(row) for row in part] for _title, part in parts]
    return {
        "scene": "wall/_standings.html",
        "heading": after_words(now.withheld_after) if now.withheld_after else _("Standings"),
        "columns": columns,
        "turns": turns_of(pages, [title for title, _part in parts]),
    }


def champions_scene(stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the context with the champions, their players and the result of the final.

    With more than MOST_CHAMPIONS champions, none is named. At most eleven queries.
    """
    champions = champions_of([stage.tournament]).get(stage.tournament_id, ())
    nobody = nobody_words(stage.tournament)
    if len(champions) > MOST_CHAMPIONS:
        champions, nobody = (), _("Each group has its own winners.")
    final = last_match(stage) if len(champions) == 1 else None
    return {
        "scene": "wall/_champions.html",
        "champions": champions,
        "nobody": nobody,
        "people": _people(champions),
        "result": _result(final, champions[0].pk) if final else "",
    }


def end_scene(stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the context of the wall view after the end; without names while the standings are withheld."""
    context = {"nobody": nobody_words(stage.tournament), **around_the_end(stage)}
    if held_now(stage) is None:
        end = ending(stage, len(rounds))
        pages = [[page] for page in end.pop("end_pages")]
        context |= champions_scene(stage, rounds) | end | {"turns": turns_of(pages)}
    return context | {"scene": "wall/_end.html", "ended": True}


def _people(champions: Sequence[Team]) -> list[str]:
    """Return the player names shown under the champion; empty for single players and joint champions."""
    if len(champions) != 1:
        return []
    people = people_of(champions).get(champions[0].pk, [])
    return [person.name for person in people] if len(people) > 1 else []


def _result(final: MatchNow, champion: UUID) -> str:
    """Return the result of the final: "2 to 1 against Carta – Ruiu · 35–31 · 28–37 · 46–44"."""
    winner = next((side for side in final.sides if side.has(champion)), None)
    opponents = [side for side in final.sides if winner and side is not winner and side.name]
    if winner is None or len(opponents) != 1 or not final.games:
        return ""
    loser = opponents[0]
    values = {"won": winner.games_won, "lost": loser.games_won, "team": loser.name}
    games = [f"{real(a)}–{real(b)}" for a, b in zip(winner.scores, loser.scores, strict=True)]
    return " · ".join([_("%(won)s to %(lost)s against %(team)s") % values, *games])


Show = Callable[[Stage, Sequence[RoundNow]], dict[str, Any]]


@every_ten_seconds
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the wall view that the desk chose; before the draw and after the end, a special view."""
    stage = tournament.shown_stage()
    rounds, over = stage_rounds(stage), tournament.state == "over"
    scene = scene_shown(tournament, has_draw=bool(rounds), over=over, now=timezone.now())
    part = number_asked(request, "pagina") or 1
    context = _around(request, stage, rounds) | _scene(scene, stage, rounds, part, over=over)
    context |= part_of(context.get("turns", ()), part)
    return render(request, "wall/wall.html", context)


def _scene(
    scene: Scene, stage: Stage, rounds: Sequence[RoundNow], part: int, *, over: bool
) -> dict[str, Any]:
    if stage.tournament.laid:
        return lot_scene(stage.tournament)
    if scene is not Scene.TABLES:
        return SCENES[scene](stage, rounds) | {"bare": scene is Scene.CHAMPIONS}
    if over:
        return end_scene(stage, rounds)
    if not rounds:
        return before_scene(stage)
    return tables_scene(stage, rounds, part)


def _around(request: HttpRequest, stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """Return the context shared by all wall views: names, current rounds, URL for phones. One query."""
    page = request.build_absolute_uri(reverse("tournament", args=(stage.tournament.slug,)))
    reachable = not only_here(request)
    around = frame(stage, "wall")
    playing = [say(each.name) for each in rounds if each.live] or [
        say(each.name) for each in rounds if not each.over
    ][:1]
    return around | {
        "always_dark": True,
        "subtitle": joined(around["club"].name, ", ".join(playing)),
        "progress": _progress(rounds),
        "qr": qr_code(page) if reachable else "",
        "address": page.partition("://")[2].rstrip("/") if reachable else "",
        "time_of_data": clock(timezone.now()),
    }


def _progress(rounds: Sequence[RoundNow]) -> str:
    """Return the progress of the current round as text; empty if all rounds are over."""
    now = next((each for each in rounds if not each.over), None)
    if now is None:
        return ""
    values = {"round": say(now.name), "over": now.decided, "total": now.matches}
    return _("%(round)s: %(over)s of %(total)s finished") % values


SCENES: Mapping[Scene, Show] = {
    Scene.DRAW: draw_scene,
    Scene.STANDINGS: standings_scene,
    Scene.CHAMPIONS: champions_scene,
}
