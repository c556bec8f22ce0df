"""The page a club shows on its television: one scene, in large letters, that nobody has to touch."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.translation import say
from tournaments.models import Stage
from tournaments.results.selectors.bracket import RoundNow, stage_rounds
from tournaments.stages.selectors.stage_facts import shown_stage
from tournaments.teams.public import before_the_draw
from tournaments.wall.boards import champions_scene, draw_scene, lot_scene, standings_scene
from tournaments.wall.rules import Scene
from tournaments.wall.selectors import scene_shown
from tournaments.wall.tables import tables_scene
from tournaments.web.frame import find_tournament, frame
from tournaments.web.qr import only_here, qr_code
from tournaments.web.words import clock, joined

Show = Callable[[Stage, Sequence[RoundNow]], dict[str, Any]]


def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the desk chose; before the draw what is known, after the end that it is over."""
    tournament = find_tournament(request, slug)
    stage = shown_stage(tournament)
    rounds, over = stage_rounds(stage), tournament.state == "over"
    scene = scene_shown(tournament, has_draw=bool(rounds), over=over, now=timezone.now())
    context = _around(request, stage, rounds) | _scene(scene, stage, rounds, over=over)
    answer = render(request, "wall/wall.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def _scene(scene: Scene, stage: Stage, rounds: Sequence[RoundNow], *, over: bool) -> dict[str, Any]:
    if stage.tournament.laid:
        return lot_scene(stage.tournament)
    if scene is not Scene.TABLES:
        return SCENES[scene](stage, rounds)
    if over:
        return {"scene": "wall/_end.html"}
    if not rounds:
        return {"scene": "wall/_before_draw.html"} | before_the_draw(stage.tournament, stage)
    return tables_scene(stage, rounds)


def _around(request: HttpRequest, stage: Stage, rounds: Sequence[RoundNow]) -> dict[str, Any]:
    """What stands around every scene: names, the rounds being played, the address for phones: one query."""
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
    """How far the round that is played has come."""
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
