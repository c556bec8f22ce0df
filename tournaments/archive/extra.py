"""The optional extra for archives: export, import, past tournaments and records."""

from scoring.types import _
from tournaments.archive.rules import LARGEST_FILE
from tournaments.extras import Extra, FileKindOfDesk, NavigationEntry, Panel, Route

ARCHIVES = "tournaments.archive.services.archives"
# The size that a form adds to its file, in bytes.
FORM = 2**20

EXTRA = Extra(
    key="archive",
    public=(Route("archivio/", "tournaments.archive.public.archive"),),
    desk=(
        Route("regia/porta-qui/", "tournaments.archive.desk.bring", "desk_bring"),
        Route("regia/porta-qui/<uuid:arrival_id>/", "tournaments.archive.desk.arrival", "desk_arrival"),
        Route("regia/<slug:slug>/fogli/archivio/", "tournaments.archive.desk.archive", "desk_archive"),
        Route(
            "regia/<slug:slug>/fogli/archivio.zip", "tournaments.archive.desk.archive_zip", "desk_archive_zip"
        ),
    ),
    api=(
        Route("tournaments/<slug:slug>/archive/", "tournaments.archive.api.EventArchive"),
        Route("tournaments/<slug:slug>/archive/file/", "tournaments.archive.api.EventArchiveFile"),
        Route("archives/", "tournaments.archive.api.Arrivals"),
        Route("archives/<uuid:arrival_id>/", "tournaments.archive.api.OneArrival"),
        Route("archives/<uuid:arrival_id>/take-in/", "tournaments.archive.api.TakeIn"),
    ),
    panels=(
        Panel("evening_end", "archive/_evening.html", "tournaments.archive.desk.archive_panel"),
        Panel("sheets_end", "archive/_sheets.html", "tournaments.archive.desk.archive_panel"),
        Panel("desk_home", "archive/_bring_link.html"),
        Panel("champions", "archive/_roll_link.html"),
    ),
    navigation=(
        NavigationEntry("club", "archive", "list", _("Archive"), 20),
        NavigationEntry("person", "archive", "list", _("Past tournaments and records"), 10),
        NavigationEntry("club_rail", "desk_bring", "down", _("Import"), 30),
    ),
    permissions={"take_event_along": ("organiser",), "bring_event": ("organiser",)},
    files=(FileKindOfDesk("archive", "tournaments.archive.export.make_archive", 950),),
    chores=(f"{ARCHIVES}.forget_arrivals",),
    uploads={"/regia/porta-qui/": LARGEST_FILE + FORM, "/api/v1/archives/": LARGEST_FILE + FORM},
    apps=("tournaments.archive",),
)
