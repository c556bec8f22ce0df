"""The extra for printing: sheets, codes, the pack, posters, the preview picture."""

from scoring.types import _
from tournaments.extras import Extra, FileKindOfDesk, NavigationEntry, Panel, Route

SHEETS = "regia/<slug:slug>/fogli/"
MATCH = "regia/<slug:slug>/incontri/<uuid:match_id>/"
HERE = "tournaments.printing"

EXTRA = Extra(
    key="printing",
    pages=(
        Route("anteprima.png", f"{HERE}.public.preview"),
        Route("tavoli/<int:table>/", f"{HERE}.public.table_page", switches=("tables",)),
        Route("manifesto.pdf", f"{HERE}.public.poster", switches=("bracket", "standings")),
        Route("locandina.pdf", f"{HERE}.public.notice_sheet"),
    ),
    desk=(
        Route(SHEETS, f"{HERE}.desk.sheets", "desk_sheets"),
        Route(f"{SHEETS}plico/", f"{HERE}.desk.pack", "desk_pack"),
        Route(f"{SHEETS}plico.pdf", f"{HERE}.desk.pack_pdf", "desk_pack_pdf"),
        Route(f"{SHEETS}stampa/", f"{HERE}.public.print_open", "desk_print_open"),
        Route(f"{SHEETS}bianco/", f"{HERE}.public.print_blank", "desk_print_blank"),
        Route(f"{SHEETS}cartellini.pdf", f"{HERE}.public.print_badges", "desk_badges"),
        Route(f"{SHEETS}cartelli.pdf", f"{HERE}.public.print_signs", "desk_signs"),
        Route(f"{SHEETS}classifica.pdf", f"{HERE}.public.print_standings", "desk_print_standings"),
        Route(f"{SHEETS}risultati.pdf", f"{HERE}.public.print_results", "desk_print_results"),
        Route(f"{MATCH}foglio/", f"{HERE}.public.print_match", "desk_print_match"),
    ),
    panels=(
        Panel("head", "printing/_picture.html"),
        Panel("notice_ways", "printing/_notice_link.html"),
        Panel("bracket_ways", "printing/_poster_link.html", f"{HERE}.poster.poster_panel"),
        Panel("standings_ways", "printing/_poster_link.html"),
        Panel("draw_made", "printing/_codes_link.html"),
        Panel("desk_match", "printing/_sheet_link.html"),
    ),
    navigation=(NavigationEntry("rail", "desk_sheets", "print", _("Sheets and QR"), 60),),
    permissions={"print_sheets": ("organiser", "director", "tables")},
    files=(FileKindOfDesk("pack", f"{HERE}.pack.make_pack", 600),),
)
