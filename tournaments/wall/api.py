"""API calls for the current view on the wall screens, which anyone may read and the desk may change."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.types import Scene
from tournaments.values.visibility import PageSwitch
from tournaments.wall.selectors import scene_shown
from tournaments.wall.serializers import WallAnswer, WallIn
from tournaments.wall.services import show_on_wall
from tournaments.web.api.requests import TournamentCall, read
from tournaments.web.api.schema import answers


class Wall(TournamentCall):
    """The API calls that return and change the current view on the wall screens."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "show_on_wall"}
    of_page = PageSwitch.WALL

    @extend_schema(operation_id="wall", responses=answers(WallAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the current wall view: the tables, the draw, the bracket or standings, or the champions."""
        return Response(WallAnswer({"scene": self._scene()}).data, headers={"Cache-Control": "no-store"})

    def _scene(self) -> Scene:
        has_draw = self.tournament.shown_stage().matches.exists()
        over = self.tournament.state == "over"
        return scene_shown(self.tournament, has_draw=has_draw, over=over, now=timezone.now())

    @extend_schema(operation_id="show_on_wall", request=WallIn, responses=answers(WallAnswer))
    def post(self, request: Request, slug: str) -> Response:
        """Change the view on all wall screens of the tournament."""
        scene = Scene(read(WallIn, request.data)["scene"])
        show_on_wall(self.tournament, scene, author=self.author, at=timezone.now())
        return Response(WallAnswer({"scene": self._scene()}).data)
