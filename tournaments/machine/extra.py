"""Registration of the optional extra `machine`: its pages, backup jobs, and the journal of the club."""

from scoring.types import _
from tournaments.extras import Extra, NavigationEntry, Panel, Route

SERVICES = "tournaments.machine.services"
DESK = "tournaments.machine.desk.machine"
JOURNAL = "tournaments.machine.desk.journal"
# The largest upload of a backup, in bytes; a larger one is copied into the folder by hand.
LARGEST = 64 * 2**20

EXTRA = Extra(
    key="machine",
    desk=(
        Route("regia/macchina/", f"{DESK}.show_machine", "desk_machine"),
        Route("regia/macchina/rimetti/", f"{DESK}.show_restore", "desk_restoring"),
        Route("regia/macchina/invia/", f"{DESK}.send_copy", "desk_send_copy"),
        Route("regia/macchina/copie/<str:name>/", f"{DESK}.download_copy", "desk_copy"),
        Route("regia/macchina/rimetti/<str:name>/", f"{DESK}.restore_copy", "desk_restore"),
        Route("regia/giornale/", f"{JOURNAL}.show_journal", "desk_club_journal"),
        Route("regia/giornale.csv", f"{JOURNAL}.journal_csv", "desk_club_journal_csv"),
    ),
    panels=(Panel("rail_foot", "machine/_rail_copy.html", f"{DESK}.rail_copy"),),
    navigation=(NavigationEntry("club_rail", "desk_machine", "cog", _("The machine"), 90),),
    permissions={"run_machine": ("organiser",)},
    chores=(f"{SERVICES}.ask_copies",),
    occasions={"results": f"{SERVICES}.ask_after_event"},
    uploads={"/regia/macchina/invia/": LARGEST},
    apps=("tournaments.machine",),
)
