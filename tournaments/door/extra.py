"""Registration of the check-in page: its desk panel, URLs and permission."""

from scoring.types import _
from tournaments.extras import ActOfDesk, Extra, Panel, Route

PACKAGE = "tournaments.door"
DOOR = "regia/<slug:slug>/iscrizioni/porta/"

EXTRA = Extra(
    key="door",
    desk=(
        Route("porta/<uuid:secret>/", f"{PACKAGE}.public.door_page"),
        Route(DOOR, f"{PACKAGE}.desk.switch_door", "desk_door", rail="desk_entries"),
        Route(f"{DOOR}indietro/", f"{PACKAGE}.desk.take_back", "desk_door_back", rail="desk_entries"),
    ),
    panels=(Panel("entries", "door/_desk.html", f"{PACKAGE}.desk.door_panel"),),
    permissions={"open_door_page": ("organiser", "director", "door")},
    acts={
        "door_page": ActOfDesk(
            _("The page at the door is %(state)s"),
            f"{PACKAGE}.desk.switch_values",
            f"{PACKAGE}.services.undo_door",
        )
    },
)
