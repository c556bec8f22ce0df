"""The optional extra for circuits and ratings: pages, API views, jobs, and a person's rating curves."""

from scoring.types import _
from tournaments.extras import Extra, NavigationEntry, Panel, Route

SERVICES = "tournaments.season.services"
CIRCUIT = "<slug:circuit>/"

EXTRA = Extra(
    key="season",
    public=(
        Route("circuiti/", "tournaments.season.public.circuit.circuits"),
        Route(f"circuiti/{CIRCUIT}", "tournaments.season.public.circuit.circuit"),
        Route("punteggi/<slug:key>/", "tournaments.season.public.ratings.ratings"),
    ),
    desk=(
        Route("regia/circuiti/", "tournaments.season.desk.circuits", "desk_circuits"),
        Route(f"regia/circuiti/{CIRCUIT}", "tournaments.season.desk.circuit", "desk_circuit"),
        Route(
            "regia/<slug:slug>/iscrizioni/teste-di-serie/",
            "tournaments.season.desk.seeds",
            "desk_seeds",
            rail="desk_entries",
        ),
    ),
    api=(
        Route("circuits/", "tournaments.season.api.Circuits"),
        Route(f"circuits/{CIRCUIT}", "tournaments.season.api.OneCircuit"),
        Route(f"circuits/{CIRCUIT}standings/", "tournaments.season.api.CircuitStandings"),
    ),
    panels=(
        Panel(
            "person",
            "season/_curves.html",
            "tournaments.season.public.ratings.curves_panel",
            "tournaments.season.selectors.ratings.computed_last",
        ),
        Panel("entries", "season/_seeds_link.html"),
        Panel("draw", "season/_seeds_link.html"),
    ),
    navigation=(
        NavigationEntry("club", "circuits", "list", _("Circuits and ratings"), 30),
        NavigationEntry("club_rail", "desk_circuits", "list", _("Circuits"), 20),
    ),
    permissions={"change_circuit": ("organiser",)},
    parts={
        "journal": "tournaments.season.desk.journal_lines",
        "merges": "tournaments.season.desk.merge_lines",
        "persons": "tournaments.season.desk.rating_column",
        "remembers": f"{SERVICES}.remember_circuits",
        "recalls": f"{SERVICES}.recall_circuits",
    },
    occasions={
        "results": f"{SERVICES}.ask_season",
        "reopened": f"{SERVICES}.ask_circuits",
        "visibility": f"{SERVICES}.ask_at_once",
        "persons": f"{SERVICES}.ask_at_once",
    },
)
