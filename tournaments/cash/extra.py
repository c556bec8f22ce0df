"""Registration of the cash book: pages, API views, a column in the list of entries, and journal lines."""

from scoring.types import _
from tournaments.extras import Extra, NavigationEntry, Panel, Route

PACKAGE = "tournaments.cash"
CASH = "regia/<slug:slug>/cassa/"
API = "tournaments/<slug:slug>/"
THE_DOOR = ("organiser", "director", "door")

EXTRA = Extra(
    key="cash",
    desk=(
        Route(CASH, f"{PACKAGE}.desk.cash", "desk_cash"),
        Route(f"{CASH}carnet/", f"{PACKAGE}.desk.carnet_page", "desk_cash_carnets", rail="desk_cash"),
        Route(f"{CASH}incassa/", f"{PACKAGE}.desk.take_cash", "desk_cash_take", rail="desk_entries"),
        Route(f"{CASH}cassa.csv", f"{PACKAGE}.files.cash_csv", "desk_cash_csv"),
        Route(f"{CASH}chiusura.pdf", f"{PACKAGE}.files.cash_pdf", "desk_cash_pdf"),
        Route(f"{CASH}righe/<uuid:line_id>/storna/", f"{PACKAGE}.desk.take_back", "desk_cash_reverse"),
        Route(f"{CASH}<uuid:team_id>/", f"{PACKAGE}.desk.team_page", "desk_cash_team", rail="desk_cash"),
        Route(f"{CASH}<uuid:team_id>/incassa/", f"{PACKAGE}.desk.take", "desk_cash_pay", rail="desk_entries"),
    ),
    api=(
        Route(f"{API}cash/", f"{PACKAGE}.api.Cash"),
        Route(f"{API}cash/float/", f"{PACKAGE}.api.ChangeFund"),
        Route(f"{API}cash/close/", f"{PACKAGE}.api.CloseOfCash"),
        Route(f"{API}payments/", f"{PACKAGE}.api.Payments"),
        Route(f"{API}payments/<uuid:line_id>/reverse/", f"{PACKAGE}.api.Reversal"),
        Route(f"{API}waivers/", f"{PACKAGE}.api.Waivers"),
        Route(f"{API}expenses/", f"{PACKAGE}.api.Expenses"),
        Route(f"{API}carnets/", f"{PACKAGE}.api.Carnets"),
    ),
    panels=(
        Panel("entries_over", "cash/_tabs.html", f"{PACKAGE}.entries_page.tabs_panel"),
        Panel("entries_under", "cash/_sums.html", f"{PACKAGE}.entries_page.sums_panel"),
        Panel("door_confirm", "cash/_door.html", f"{PACKAGE}.entries_page.door_panel"),
        Panel("entries_aside", "cash/_last.html", f"{PACKAGE}.entries_page.last_panel"),
    ),
    navigation=(NavigationEntry("rail", "desk_cash", "euro", _("Cash"), 65),),
    permissions={"read_cash": THE_DOOR, "take_money": THE_DOOR, "close_cash": THE_DOOR},
    chores=(f"{PACKAGE}.services.prune_notes",),
    occasions={"plan": f"{PACKAGE}.services.release_gone"},
    journal_kinds=f"{PACKAGE}.words.JOURNAL_KINDS",
    parts={
        "entry_columns": f"{PACKAGE}.entries_page.cash_column",
        "journal": f"{PACKAGE}.files.journal_lines",
        "role_lines": f"{PACKAGE}.words.role_lines",
    },
)
