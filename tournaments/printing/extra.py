"""The optional extra for printing: score sheets, codes, the print pack, posters and the preview picture."""

from scoring.types import _
from tournaments.extras import Extra, FileKindOfDesk, NavigationEntry, Panel, Route

SHEETS = "regia/<slug:slug>/fogli/"
MATCH = "regia/<slug:slug>/incontri/<uuid:match_id>/"
PACKAGE = "tournaments.printing"

EXTRA = Extra(
    key="printing",
    pages=(
        Route("anteprima.png", f"{PACKAGE}.public.preview"),
        Route("tavoli/<int:table>/", f"{PACKAGE}.public.table_page", switches=("tables",)),
        Route("manifesto.pdf", f"{PACKAGE}.public.poster", switches=("bracket", "standings")),
        Route("locandina.pdf", f"{PACKAGE}.public.notice_sheet"),
    ),
    desk=(
        Route(SHEETS, f"{PACKAGE}.desk.sheets", "desk_sheets"),
        Route(f"{SHEETS}plico/", f"{PACKAGE}.desk.pack", "desk_pack"),
        Route(f"{SHEETS}plico.pdf", f"{PACKAGE}.desk.pack_pdf", "desk_pack_pdf"),
        Route(f"{SHEETS}stampa/", f"{PACKAGE}.public.print_open", "desk_print_open"),
        Route(f"{SHEETS}bianco/", f"{PACKAGE}.public.print_blank", "desk_print_blank"),
        Route(f"{SHEETS}cartellini.pdf", f"{PACKAGE}.public.print_badges", "desk_badges"),
        Route(f"{SHEETS}cartelli.pdf", f"{PACKAGE}.public.print_signs", "desk_signs"),
        Route(f"{SHEETS}classifica.pdf", f"{PACKAGE}.public.print_standings", "desk_print_standings"),
        Route(f"{SHEETS}risultati.pdf", f"{PACKAGE}.public.print_results", "desk_print_results"),
        Route(f"{MATCH}foglio/", f"{PACKAGE}.public.print_match", "desk_print_match"),
    ),
    panels=(
        Panel("head", "printing/_picture.html"),
        Panel("notice_ways", "printing/_notice_link.html"),
        Panel("bracket_ways", "printing/_poster_link.html", f"{PACKAGE}.poster.poster_panel"),
        Panel("standings_ways", "printing/_poster_link.html"),
        Panel("draw_made", "printing/_codes_link.html"),
        Panel("desk_match", "printing/_sheet_link.html"),
    ),
    navigation=(NavigationEntry("rail", "desk_sheets", "print", _("Sheets and QR"), 60),),
    permissions={"print_sheets": ("organiser", "director", "tables")},
    files=(FileKindOfDesk("pack", f"{PACKAGE}.pack.make_pack", 600),),
)
