"""The optional extra for entry requests: pages, API calls, permissions, scheduled tasks, event handlers."""

from scoring.types import _
from tournaments.extras import Extra, NavigationEntry, Panel, Route

SERVICES = "tournaments.requests.services"
API = "tournaments.requests.api"
PUBLIC = "tournaments.requests.public"
LINKS = "tournaments.requests.links"
LINK = "i/<str:token>/"
REQUESTS = "tournaments/<slug:slug>/requests/"
ONE = f"{REQUESTS}<uuid:request_id>/"
DESK = "tournaments.requests.desk"
TRAY = "regia/<slug:slug>/iscrizioni/richieste/"
A_REQUEST = f"{TRAY}<uuid:request_id>/"
EVERYBODY = ("organiser", "director", "door", "tables", "speaker", "scorer", "public")
THE_DOOR = ("organiser", "director", "door")

EXTRA = Extra(
    key="requests",
    forms=(
        Route("<slug:slug>/iscrizione/", f"{PUBLIC}.entry_form"),
        Route("<slug:slug>/iscrizione/privacy/", f"{PUBLIC}.privacy_page"),
        Route(LINK, f"{LINKS}.request_page"),
        Route(f"{LINK}nomi/", f"{LINKS}.request_names"),
        Route(f"{LINK}ritiro/", f"{LINKS}.request_withdraw"),
        Route(f"{LINK}arrivo/", f"{LINKS}.request_arrive"),
        Route(f"{LINK}contatto/", f"{LINKS}.request_contact"),
        Route(f"{LINK}dati.json", f"{LINKS}.request_data"),
    ),
    desk=(
        Route("regia/circolo/privacy/", f"{DESK}.privacy.privacy", "desk_privacy"),
        Route(TRAY, f"{DESK}.tray.request_list", "desk_requests", rail="desk_entries"),
        Route(f"{A_REQUEST}accetta/", f"{DESK}.tray.accept", "desk_accept_request", rail="desk_entries"),
        Route(f"{A_REQUEST}rispondi/", f"{DESK}.tray.refuse", "desk_refuse_request", rail="desk_entries"),
        Route(f"{A_REQUEST}unisci/", f"{DESK}.tray.join", "desk_join_requests", rail="desk_entries"),
        Route(f"{A_REQUEST}attesa/", f"{DESK}.tray.keep_waiting", "desk_request_waits", rail="desk_entries"),
    ),
    panels=(
        Panel("entries_side", "requests/_tray_panel.html", f"{DESK}.tray.tray_panel"),
        Panel("notice_places", "requests/_places_panel.html", f"{PUBLIC}.button_panel"),
        Panel("notice_bar", "requests/_button.html", f"{PUBLIC}.button_panel"),
    ),
    navigation=(NavigationEntry("club_page", "desk_privacy", "lock", _("What people agree to"), 20),),
    api=(
        Route(REQUESTS, f"{API}.Requests"),
        Route(f"{ONE}accept/", f"{API}.AcceptRequest"),
        Route(f"{ONE}refuse/", f"{API}.RefuseRequest"),
        Route(f"{ONE}withdraw/", f"{API}.WithdrawRequest"),
        Route(f"{ONE}join/<uuid:other_id>/", f"{API}.JoinRequests"),
    ),
    permissions={
        "write_privacy": ("organiser",),
        "ask_entry": EVERYBODY,
        "read_requests": THE_DOOR,
        "decide_requests": THE_DOOR,
    },
    chores=(f"{SERVICES}.contacts.forget_contacts",),
    journal_kinds=f"{DESK}.journal.JOURNAL_KINDS",
    parts={
        "copies": f"{SERVICES}.contacts.forget_before",
        "put_aside": f"{SERVICES}.contacts.due_aside",
        "badges": f"{DESK}.tray.badges",
        "journal": f"{DESK}.journal.journal_lines",
    },
    occasions={"plan": f"{SERVICES}.entering.fill_places"},
)
