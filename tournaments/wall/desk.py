"""The buttons on the evening page that choose the view of the wall page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import BadEntry, RuleError, Sentence, _ as marked
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import Scene
from tournaments.models import Tournament
from tournaments.wall.selectors import scene_shown
from tournaments.wall.services import show_on_wall
from tournaments.web.desk_frame import author_of, desk, note_done

NAMES = {
    Scene.TABLES: gettext_lazy("Tables"),
    Scene.DRAW: gettext_lazy("Draw"),
    Scene.STANDINGS: gettext_lazy("Standings"),
    Scene.CHAMPIONS: gettext_lazy("Champions"),
}


@dataclass(frozen=True)
class SceneButton:
    """A button that chooses a wall view: the view, its name, and whether it is shown now."""

    scene: str
    name: str
    current: bool


def wall_buttons(tournament: Tournament, *, bracket: bool) -> list[SceneButton]:
    """Return the buttons for all wall views of a drawn tournament. At most one query."""
    now, over = timezone.now(), tournament.state == "over"
    current_scene = scene_shown(tournament, has_draw=True, over=over, now=now)
    names = {scene: scene_name(scene, bracket=bracket) for scene in Scene}
    if over:
        names[Scene.TABLES] = _("Final standings")
    return [SceneButton(scene.value, name, current_scene is scene) for scene, name in names.items()]


@desk("show_on_wall", "POST")
def choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Store the chosen view for all wall pages of the tournament."""
    since = timezone.now()
    try:
        scene = _read(request.POST.get("scene", ""))
        show_on_wall(tournament, scene, author=author_of(request), at=since)
        bracket = FORMATS[tournament.shown_stage().format].bracket
        words = _("Screen in the hall: %(scene)s") % {"scene": scene_name(scene, bracket=bracket)}
        note_done(request, tournament, words, since)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_evening", tournament.slug)


def scene_name(scene: Scene, *, bracket: bool) -> Any:
    """Return the name of a wall view; the name of the standings view is "Bracket" if a bracket is shown."""
    return _("Bracket") if scene is Scene.STANDINGS and bracket else str(NAMES[scene])


def scene_values(tournament: Tournament, body: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values to insert into the journal sentence about a new wall view."""
    bracket = FORMATS[list(tournament.stages.all())[-1].format].bracket
    return {"scene": scene_name(Scene(body["scene"]), bracket=bracket)}


def scenes_panel(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the template context with the wall-view buttons for the evening page."""
    bracket = FORMATS[context["evening"].stage.format].bracket
    return {"scenes": wall_buttons(context["tournament"], bracket=bracket)}


def _read(word: str) -> Scene:
    if word not in set(Scene):
        raise BadEntry("unknown_scene", Sentence(marked("Choose what the big screen is to show.")))
    return Scene(word)
