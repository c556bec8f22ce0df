"""The optional extra for the wall page: its page, desk buttons, API call and journal line."""

from scoring.types import _
from tournaments.extras import ActOfDesk, Extra, Panel, Route

EXTRA = Extra(
    key="wall",
    pages=(Route("parete/", "tournaments.wall.public.wall", switches=("wall",)),),
    desk=(Route("regia/<slug:slug>/parete/", "tournaments.wall.desk.choose", "desk_wall"),),
    api=(Route("tournaments/<slug:slug>/wall/", "tournaments.wall.api.Wall"),),
    panels=(
        Panel("evening_tools", "wall/_desk_controls.html", "tournaments.wall.desk.scenes_panel"),
        Panel("evening_champions", "wall/_show_champions.html"),
    ),
    permissions={"show_on_wall": ("organiser", "director", "speaker")},
    acts={
        "show_on_wall": ActOfDesk(
            _("Screen in the hall: %(scene)s"),
            "tournaments.wall.desk.scene_values",
            "tournaments.wall.services.undo_scene",
        )
    },
)
